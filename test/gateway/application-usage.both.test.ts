/** What an application's developer can know of its use, counted from real answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ApplicationUsage, beginningOf, pruneUsage } from "../../src/audit/ApplicationUsage.ts"
import { RequestRecords, timeOfId } from "../../src/audit/RequestRecords.ts"
import { json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ routes: { "/data/taman": json({ data: [{ taman: "Mawar" }] }), "/data/rusak": status(404) } })
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "dlh",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [{ path: "taman", cache: { fresh: "60 seconds" } }, { path: "rahasia", private: true }, { path: "rusak" }]
      }
    ]),
    { RATE_LIMIT: "5" }
  )
  return { gateway }
}))

const loaded = () =>
  eventually(
    "the records are in the database",
    async () => (await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0")
  )

const usage = async (application: string) => {
  await loaded()
  const rows = await at().gateway.run(
    Effect.flatMap(ApplicationUsage, (all) => all.of(application, beginningOf(24, Date.now()))).pipe(Effect.provide(ApplicationUsage.layer))
  )
  return rows.map(({ agency, calls, code, entries, route, status }) => [agency, route, status, code, calls, entries].join(" "))
}

const find = (id: string) => {
  const { dataDir, run } = at().gateway
  return run(
    Effect.flatMap(RequestRecords, (records) => records.of(id)).pipe(
      Effect.provide(RequestRecords.layer({ directory: `${dataDir}/journal` }))
    )
  )
}

const read = async (token: string, path: string) => {
  const response = await at().gateway.get(path, token)
  await response.arrayBuffer()
  return { status: response.status, id: response.headers.get("x-request-id") ?? "" }
}

describe("the use of an application", () => {
  it("is counted by endpoint and outcome over all its tokens, refusals for too many calls included", async () => {
    const { gateway } = at()
    const [one, other] = [
      await gateway.token({ scopes: "*", application: "peta" }),
      await gateway.token({ scopes: "*", application: "peta" })
    ]
    for (let time = 0; time < 2; time++) {
      for (const token of [one, other]) assert.strictEqual((await read(token, "dlh/data/taman")).status, 200)
    }
    assert.strictEqual((await read(one, "dlh/data/rahasia")).status, 403)
    assert.strictEqual((await read(one, "dlh/data/rusak")).status, 404)
    assert.strictEqual((await read(one, "dlh/data/tidak-ada")).status, 404)
    assert.strictEqual((await read(one, "dlh/data/taman")).status, 429)
    await read(await gateway.token({ scopes: "*", application: "lain" }), "dlh/data/taman")
    await gateway.get("dlh/data/taman")
    const rows = await usage("peta")
    assert.sameMembers([...rows], [
      "dlh dlh/data/taman 200  4 0",
      "dlh dlh/data/rahasia 403 private-endpoint 1 0",
      "dlh dlh/data/rusak 404 not-found-at-agency 1 0",
      "  404 not-registered 1 0",
      "dlh dlh/data/taman 429 quota-exceeded 1 0"
    ])
    assert.deepStrictEqual(await usage("lain"), ["dlh dlh/data/taman 200  1 0"])
  })

  it("tells the entries of an aggregate apart from the one call that it is", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: "*", application: "agregat" })
    const entry = (alias: string) => ({ alias, opd: "dlh", dataset: "data", path: "taman" })
    await (await gateway.aggregate({ strategy: "keyed", requests: [entry("a"), entry("b")] }, token)).arrayBuffer()
    assert.sameMembers([...await usage("agregat")], ["dlh dlh/data/taman 200  0 2", " aggregate 200  1 0"])
  })

  it("says of many applications which were used last and when, and forgets hours that nobody can ask for", async () => {
    const { gateway } = at()
    await read(await gateway.token({ scopes: "*", application: "sekali" }), "dlh/data/taman")
    await loaded()
    const { run } = gateway
    const all = () =>
      run(
        Effect.flatMap(ApplicationUsage, ({ ofAll }) => ofAll(["sekali", "tak-pernah"], beginningOf(24, Date.now()))).pipe(
          Effect.provide(ApplicationUsage.layer)
        )
      )
    const found = await all()
    assert.deepStrictEqual([...found.keys()], ["sekali"])
    assert.strictEqual(found.get("sekali")?.calls, 1)
    assert.isAtMost(Date.now() - (found.get("sekali")?.lastAt ?? 0), 10_000)
    await run(pruneUsage(Date.now()))
    assert.strictEqual((await all()).size, 1)
    await run(pruneUsage(Date.now() + 9 * 24 * 3_600_000))
    assert.strictEqual((await all()).size, 0)
  })
})

describe("a request's id", () => {
  it("tells when it came, and leads to its record before and after it is in the database", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: "*", application: "cari" })
    const before = Date.now()
    const { id } = await read(token, "dlh/data/rahasia")
    assert.isAtLeast(timeOfId(id) ?? 0, before)
    assert.isAtMost(timeOfId(id) ?? 0, Date.now())
    for (const _ of ["in the journal", "in the database"]) {
      const [record, ...rest] = await find(id)
      assert.deepStrictEqual([record?.requestId, record?.consumerApplication, record?.status, record?.code, rest.length], [
        id,
        "cari",
        403,
        "private-endpoint",
        0
      ])
      await loaded()
    }
  })

  it("leads to the entries of an aggregate too, the request itself first", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: "*", application: "cari-agregat" })
    const entry = (alias: string, path: string) => ({ alias, opd: "dlh", dataset: "data", path })
    const response = await gateway.aggregate({ strategy: "keyed", requests: [entry("a", "taman"), entry("b", "rahasia")] }, token)
    await response.arrayBuffer()
    const id = response.headers.get("x-request-id") ?? ""
    await loaded()
    const found = await find(id)
    assert.deepStrictEqual(found.map(({ alias, status }) => `${alias ?? "-"} ${status}`).sort(), ["- 200", "a 200", "b 403"])
    assert.strictEqual(found[0]?.alias, null)
  })

  it("that nobody got, or that is no id, leads to nothing", async () => {
    for (const id of ["0199a1b2-0000-7000-8000-000000000000", "", "x", "850b49eb-cc57-415d-bf24-6cfc57d10def", "' OR 1=1 --"]) {
      assert.deepStrictEqual(await find(id), [])
    }
  })
})
