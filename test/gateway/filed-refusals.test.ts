/** Requests that are refused before their route is looked for: filed under the route that they asked for, at its owner's desk. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import type { ProblemCode } from "../../src/domain/Problem.ts"
import { problems } from "../../src/domain/Problem.ts"
import { startDesk } from "../support/Desk.ts"
import { expectProblem } from "../support/Problems.ts"
import { rawRequest, sendRaw } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { eventually, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const desk = yield* startDesk({ variables: { RATE_LIMIT: "5" } })
  const spent = yield* Effect.promise(() => desk.gateway.token({ scopes: publicScopes, application: "habis" }))
  return { ...desk, spent }
}))

const root = "/api/v4/gateway"

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly token?: string
}

const send = ({ headers = [], method = "GET", path = "/dinkes/faskes/klinik", token }: Asked) =>
  rawRequest(at().gateway.url, {
    method,
    target: `${root}${path}`,
    headers: [...token === undefined ? [] : [["Authorization", `Bearer ${token}`] as const], ...headers]
  })

const recordOf = async (response: Response): Promise<AuditRecord> => {
  const id = response.headers.get("x-request-id")
  let found: AuditRecord | undefined
  await eventually(
    `the record of ${id}`,
    async () => (found = (await at().gateway.records(0)).find(({ requestId }) => requestId === id)) !== undefined
  )
  return found ?? assert.fail()
}

const klinik = { ownerApplication: "dinkes", agency: "dinkes", dataset: "faskes", route: "dinkes/faskes/klinik" }
const nowhere = { ownerApplication: null, agency: null, dataset: null }

const hundred = Array.from({ length: 101 }, (_, n) => [`X-${n}`, "1"] as const)

const refusals: ReadonlyArray<readonly [title: string, code: ProblemCode, asked: () => Asked | Promise<Asked>]> = [
  ["without a token (401)", "unauthorized", () => ({})],
  ["with a token that is none (401)", "unauthorized", () => ({ token: "gpr_salah" })],
  ["with another method and no token (405)", "method-not-allowed", () => ({ method: "DELETE" })],
  ["with another method and a token (405)", "method-not-allowed", async () => ({ method: "PUT", token: await fresh() })],
  [
    "for a representation that there is not (406)",
    "not-acceptable",
    async () => ({ token: await fresh(), headers: [["Accept", "image/png"]] })
  ],
  ["beyond its quota (429)", "quota-exceeded", async () => {
    for (let n = 0; n < 5; n++) await (await send({ token: at().spent })).arrayBuffer()
    return { token: at().spent }
  }],
  ["with a host that is none (400)", "bad-request", async () => ({ token: await fresh(), headers: [["Host", "kota, lain"]] })],
  ["with too many headers (431)", "headers-too-large", async () => ({ token: await fresh(), headers: hundred })],
  [
    "with an expectation that nobody knows (417)",
    "expectation-failed",
    async () => ({ token: await fresh(), headers: [["Expect", "magic"]] })
  ]
]

let made = 0
const fresh = () => at().gateway.token({ scopes: publicScopes, application: `segar-${made++}` })

describe("a refusal before the route is looked for", () => {
  for (const [title, code, asked] of refusals) {
    it(`fault-126 ${title} is filed under the route's owner, and answered as on an address that is not registered`, async () => {
      const { dinkes, gateway } = at()
      const calls = dinkes.calls.length
      const response = await send(await asked())
      const text = await response.clone().text()
      await expectProblem(response, code, gateway.url)
      assert.deepInclude(await recordOf(response), {
        ...klinik,
        status: problems[code].status,
        code,
        attempts: 0,
        agencyStatus: null,
        masked: 0,
        cache: null,
        bytes: Buffer.byteLength(text)
      })
      assert.notInclude(text, "faskes")
      if (code !== "quota-exceeded") assert.strictEqual(dinkes.calls.length, calls)

      const unknown = await send({ ...await asked(), path: "/dinkes/faskes/tidak-ada" })
      const other = await unknown.clone().text()
      await expectProblem(unknown, code, gateway.url)
      assert.deepInclude(await recordOf(unknown), { ...nowhere, status: problems[code].status, code })
      // No word and no header tells a registered address from another.
      const same = (body: string) => body.replaceAll(/[0-9a-f-]{36}/g, "").replaceAll(/\d+ s\b/g, "")
      assert.strictEqual(same(text), same(other))
      assert.deepStrictEqual([...response.headers.keys()].sort(), [...unknown.headers.keys()].sort())
    })
  }

  it("fault-126 of a deprecated route does not tell of that, and of an address with a parameter is filed under the template", async () => {
    const old = await send({ path: "/diskominfo/portal-publik/agenda-lama" })
    assert.strictEqual(old.status, 401)
    for (const name of ["deprecation", "sunset", "link"]) assert.isNull(old.headers.get(name), name)
    assert.deepInclude(await recordOf(old), {
      agency: "diskominfo",
      ownerApplication: "portal-kota",
      route: "diskominfo/portal-publik/agenda-lama"
    })
    const one = await recordOf(await send({ path: "/diskominfo/portal-publik/acara/3674011502900001" }))
    assert.strictEqual(one.route, "diskominfo/portal-publik/acara/:id")
    const strange = await recordOf(await send({ path: "/diskominfo/portal-publik/3674011502900001" }))
    assert.notInclude(JSON.stringify(strange), "3674011502900001")
  })

  it("of a preset or the aggregate is filed under that door", async () => {
    assert.deepInclude(await recordOf(await send({ path: "/preset/ringkasan-kota" })), {
      ...nowhere,
      route: "preset/ringkasan-kota",
      status: 401
    })
    assert.deepInclude(await recordOf(await send({ path: "/preset/ringkasan-kota", method: "DELETE" })), {
      ...nowhere,
      route: "preset/ringkasan-kota",
      status: 405
    })
    assert.deepInclude(await recordOf(await send({ path: "/preset/tidak-ada" })), { ...nowhere, route: "preset", status: 401 })
    assert.deepInclude(await recordOf(await send({ path: "/aggregate" })), { ...nowhere, route: "aggregate", status: 405 })
  })

  it("fault-126 is shown at the desk of its owner, and at no other", async () => {
    const response = await send({})
    const id = response.headers.get("x-request-id") ?? ""
    await recordOf(response)
    await eventually(
      "it is in the database",
      async () => (await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0")
    )
    const { dewi, joko } = at()
    const own = await (await dewi.get(`/portal/opd/dinkes/audit?id=${id}`)).text()
    assert.include(own, `<code>${id}</code>`)
    assert.include(own, "401 <code>unauthorized</code>")
    assert.notInclude(await (await joko.get(`/portal/opd/diskominfo/audit?id=${id}`)).text(), `<code>${id}</code>`)
  })

  it("leaves the counts of the route and its health as they were", async () => {
    const series = async () =>
      (await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()).split("\n").filter((line) =>
        line.includes("dinkes/faskes/pasien")
      )
    const before = await series()
    for (let n = 0; n < 3; n++) await recordOf(await send({ path: "/dinkes/faskes/pasien" }))
    assert.deepStrictEqual(await series(), before)
  })
})

describe("an expectation that nobody knows", () => {
  it("is a problem on every address, and closes the connection; `100-continue` is met", async () => {
    const { gateway } = at()
    for (const target of ["/v4/gateway", "/portal", "/tidak/ada"]) {
      const response = await rawRequest(gateway.url, { target, headers: [["Expect", "magic"]] })
      assert.strictEqual(response.headers.get("connection"), "close")
      assert.include(await expectProblem(response, "expectation-failed", gateway.url), "100-continue")
    }
    const body = JSON.stringify({ strategy: "keyed", requests: [{ alias: "a", opd: "dinkes", dataset: "faskes", path: "klinik" }] })
    const head = [
      `POST ${root}/aggregate HTTP/1.1`,
      "Host: kota",
      "Connection: close",
      `Authorization: Bearer ${await fresh()}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Expect: 100-continue"
    ]
    const text = await sendRaw(gateway.url, `${head.join("\r\n")}\r\n\r\n${body}`)
    assert.deepStrictEqual(Array.from(text.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => status), ["100", "200"])
  })

  it("of `100-continue` nobody hears who is refused unread, or whose body is not wanted", async () => {
    const { gateway } = at()
    const token = await fresh()
    const statusesOf = async (line: string, ...fields: ReadonlyArray<string>) => {
      const text = await sendRaw(gateway.url, `${[line, "Host: kota", "Expect: 100-continue", ...fields].join("\r\n")}\r\n\r\n`)
      assert.match(text, /^connection: close\r$/im, line)
      return Array.from(text.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status))
    }
    const json = "Content-Type: application/json"
    const bearer = `Authorization: Bearer ${token}`
    const aggregate = `POST ${root}/aggregate HTTP/1.1`
    assert.deepStrictEqual(await statusesOf(aggregate, json, "Content-Length: 5"), [401])
    assert.deepStrictEqual(await statusesOf(aggregate, json, "Transfer-Encoding: chunked"), [401])
    assert.deepStrictEqual(await statusesOf(aggregate, json, "Content-Length: 10000000", bearer), [413])
    assert.deepStrictEqual(await statusesOf(aggregate, "Content-Type: text/csv", "Content-Length: 5", bearer), [415])
    assert.deepStrictEqual(await statusesOf("POST /tidak/ada HTTP/1.1", json, "Content-Length: 5"), [404])
    assert.deepStrictEqual(await statusesOf("POST /v4/gateway HTTP/1.1", json, "Content-Length: 5"), [405])
    assert.deepStrictEqual(await statusesOf("POST /oauth/token HTTP/1.1", json, "Content-Length: 5"), [400])
    const read = `GET ${root}/dinkes/faskes/klinik HTTP/1.1`
    assert.deepStrictEqual(await statusesOf(read, "Content-Length: 5"), [401])
    assert.deepStrictEqual(await statusesOf(read, "Content-Length: 5", bearer), [200])
    assert.deepStrictEqual(await statusesOf("GET /tidak/ada HTTP/1.1", "Transfer-Encoding: chunked"), [404])
  })

  it("a body that was asked for keeps its connection", async () => {
    const { gateway } = at()
    const head = (fields: string) => `POST /oauth/token HTTP/1.1\r\nHost: kota\r\nContent-Length: 3\r\n${fields}\r\n`
    const form = "Content-Type: application/x-www-form-urlencoded\r\n"
    const text = await sendRaw(gateway.url, `${head(`${form}Expect: 100-continue\r\n`)}a=b${head(`${form}Connection: close\r\n`)}a=b`)
    assert.deepStrictEqual(Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status), ["100", "400", "400"])
  })
})
