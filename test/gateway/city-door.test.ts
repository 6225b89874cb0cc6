/** The door that docker/city gives a city, HAProxy with the very file that is installed, in front of three gateways. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { request } from "node:https"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { makeCityDoor } from "../support/Proxies.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const id = "5f0c1f3e-4a55-4d43-9a5e-0d3b8f1b2c3d"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json([]) })
  const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }])
  const settings = { TRUSTED_PROXIES: "127.0.0.1", AUDIT_ADDRESSES: "yes" }
  const life = yield* Scope.make()
  const first = yield* Scope.provide(startGateway(registry, settings), life)
  const others = [yield* startGateway(registry, settings), yield* startGateway(registry, settings)]
  const door = yield* makeCityDoor([first, ...others])
  return { door, first, others, endFirst: () => Effect.runPromise(Scope.close(life, Exit.void)) }
}))

/** @param from the caller's own address, of this machine's loopback */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}, from = "127.0.0.1") =>
  new Promise<{ readonly status: number; readonly headers: Headers }>((resolve, reject) => {
    request(
      { host: "127.0.0.1", port: at().door.port, path, headers, localAddress: from, rejectUnauthorized: false, agent: false },
      (response) => {
        response.resume().on("end", () => {
          const named = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
          resolve({ status: response.statusCode ?? 0, headers: new Headers(named) })
        })
      }
    ).on("error", reject).end()
  })

/** What HAProxy's own metrics say of its servers. */
const alive = async (): Promise<number> => {
  const text = await (await fetch(at().door.metricsUrl)).text()
  return [...text.matchAll(/^haproxy_server_status\{proxy="gapura",server="g\d",state="UP"\} 1$/gm)].length
}

describe("the city's door", () => {
  it("speaks TLS, and sends those there who come without", async () => {
    const answer = await ask("/v4/gateway")
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("strict-transport-security"), "max-age=31536000")
    const plain = await fetch(`http://127.0.0.1:${at().door.plainPort}/v4/gateway?q=a`, { redirect: "manual" })
    assert.deepStrictEqual([plain.status, plain.headers.get("location")], [308, `https://127.0.0.1:${at().door.plainPort}/v4/gateway?q=a`])
  })

  it("tells whose a request is, whatever its caller says, and names it anew", async () => {
    const { first, others } = at()
    const forged = { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9", "x-request-id": id }
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask("/api/v4/gateway/opd/data/isi", forged, "127.0.0.5")))
    assert.deepStrictEqual(answers.map(({ status }) => status), [401, 401, 401])
    const ids = answers.map(({ headers }) => headers.get("x-request-id") ?? "")
    assert.notInclude(ids, id)
    const records = (await Promise.all([first, ...others].map((gateway) => gateway.records(1)))).flat()
    assert.deepStrictEqual(records.map(({ address }) => address), ["127.0.0.5", "127.0.0.5", "127.0.0.5"])
    assert.sameMembers(records.map(({ requestId }) => requestId), ids)
  })

  it("loses no request while a gateway ends, and notices that it has", async () => {
    const { endFirst } = at()
    await eventually("three gateways are alive", async () => await alive() === 3)
    const statuses: Array<number> = []
    let isAsked = true
    const callers = Array.from({ length: 4 }, async () => {
      while (isAsked) statuses.push((await ask("/v4/gateway")).status)
    })
    await eventually("callers are answered", () => statuses.length > 20)
    await endFirst()
    await eventually("two gateways are alive", async () => await alive() === 2)
    isAsked = false
    await Promise.all(callers)
    assert.deepStrictEqual([...new Set(statuses)], [200])
  })
})
