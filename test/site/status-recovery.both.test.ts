/** The public status after a fault, through the front door: nobody calls, and still it is told when the trouble is over. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Schema, Scope } from "effect"
import { AgencyReport } from "../../src/api/StatusApi.ts"
import { CallersFirst } from "../../src/watch/CircuitProbe.ts"
import { json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const breaker = { open: "1 second", openMax: "1 second" }
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(AgencyReport), { onExcessProperty: "error" })
const reportAt = async ({ url }: Gateway, slug: string) => decode(await (await fetch(`${url}/portal/status/${slug}`)).text())
const incidentsAt = async (gateway: Gateway, slug: string) => (await reportAt(gateway, slug)).incidents
const callAt = async (gateway: Gateway, token: string, path: string): Promise<number> => {
  const response = await gateway.get(path, token)
  await response.arrayBuffer()
  return response.status
}
/** Readings are kept for five seconds. */
const patience = 30_000

const at = suite(Effect.gen(function*() {
  const [opd, tertutup, lepas] = yield* Effect.all([makeAgencyServer(), makeAgencyServer(), makeAgencyServer()])
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "opd",
        server: opd.url,
        breaker,
        endpoints: [{ path: "rahasia", private: true }, { path: "satu/:id" }, { path: "besar" }, { path: "kecil", maxBytes: "64 KiB" }]
      },
      { slug: "tertutup", server: tertutup.url, breaker, endpoints: [{ path: "rahasia", private: true }, { path: "satu/:id" }] },
      { slug: "lepas", server: lepas.url, endpoints: [{ path: "isi" }] }
    ]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(CallersFirst, 0))
  return yield* Effect.promise(async () => ({
    gateway,
    opd,
    tertutup,
    lepas,
    token: await gateway.token({ scopes: "*" }),
    sari: await portalSession(gateway, { account: "sari", kind: "civil-servant", operator: true })
  }))
}))

// Side by side, each with an agency of its own: most of it is waited for.
describe("an agency that nobody calls", { concurrent: true }, () => {
  it("is asked by the gateway itself for what is public and small, once in its open time, until it answers", async () => {
    const { gateway, opd, token } = at()
    await Effect.runPromise(opd.setBehaviour(status(500)))
    for (let call = 0; call < 5; call++) assert.strictEqual(await callAt(gateway, token, "opd/data/satu/1"), 502)
    const before = opd.calls.length
    await eventually("three probes", () => opd.calls.length >= before + 3, patience)
    const probes = opd.calls.slice(before)
    assert.deepStrictEqual([...new Set(probes.map(({ url }) => url))], ["/data/kecil"])
    const times = probes.map(({ time }) => time)
    assert.isTrue(times.slice(1).every((time, index) => time - (times[index] ?? 0) >= 900), times.join())
    // What is read of incidents is kept for some seconds, by whoever read it first.
    await eventually("it is told while it lasts", async () => (await incidentsAt(gateway, "opd"))[0]?.endedAt === null, patience)

    await Effect.runPromise(opd.setBehaviour(json({ data: [1] })))
    await eventually("its end", async () => (await incidentsAt(gateway, "opd"))[0]?.endedAt !== null, patience)
    const count = opd.calls.length
    await eventually("its state", async () => (await reportAt(gateway, "opd")).agency.state !== "unknown", patience)
    assert.lengthOf(await incidentsAt(gateway, "opd"), 1)
    assert.strictEqual(opd.calls.length, count)
  })

  it("and cannot be asked stays as it is, and the page says that nobody has asked since", async () => {
    const { gateway, tertutup, token } = at()
    await Effect.runPromise(tertutup.setBehaviour(status(500)))
    for (let call = 0; call < 5; call++) assert.strictEqual(await callAt(gateway, token, "tertutup/data/satu/1"), 502)
    const count = tertutup.calls.length
    await Effect.runPromise(tertutup.setBehaviour(json({ data: [1] })))
    await eventually("nobody has asked", async () => (await incidentsAt(gateway, "tertutup"))[0]?.unasked === true, patience)
    const page = await (await fetch(`${gateway.url}/portal/status/tertutup`, { headers: { accept: "text/html" } })).text()
    assert.include(page, "Belum ada yang memanggilnya lagi sejak itu.")
    assert.strictEqual(tertutup.calls.length, count)
    assert.strictEqual(await callAt(gateway, token, "tertutup/data/satu/1"), 200)
    await eventually("its end", async () => (await incidentsAt(gateway, "tertutup"))[0]?.endedAt !== null, patience)
    assert.isFalse((await incidentsAt(gateway, "tertutup"))[0]?.unasked)
  })

  it("is asked once when an operator lets go of it", async () => {
    const { gateway, lepas, sari, token } = at()
    assert.strictEqual(await callAt(gateway, token, "lepas/data/isi"), 200)
    const set = (deed: string) => sari.post("/portal/operasi/sirkuit/lepas", { reason: "Latihan", confirm: "yes", deed, ends: "0" })
    await set("open")
    await eventually("the incident", async () => (await incidentsAt(gateway, "lepas")).length === 1, patience)
    const count = lepas.calls.length
    await set("release")
    await eventually("its end", async () => (await incidentsAt(gateway, "lepas"))[0]?.endedAt !== null, patience)
    assert.strictEqual(lepas.calls.length, count + 1)
  })
})

describe("a restart", () => {
  const during = async <A>(dataDir: string, registry: string, use: (gateway: Gateway) => Promise<A>): Promise<A> => {
    const scope = Scope.makeUnsafe()
    try {
      const started = startGateway(registry, { DATA_DIR: dataDir, RATE_LIMIT: "100000" })
      return await use(await Effect.runPromise(started.pipe(Scope.provide(scope), Effect.provide(Logger.layer([])))))
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }

  it("ends what is over and goes on with what is not, without a call of anybody", async () => {
    const scope = Scope.makeUnsafe()
    const run = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))
    try {
      const dataDir = await run(tempDirectory)
      const [pulih, masih] = await run(
        Effect.all([makeAgencyServer({ behaviour: status(500) }), makeAgencyServer({ behaviour: status(500) })])
      )
      const long = { open: "1 hour" }
      const registry = registryText([
        { slug: "pulih", server: pulih.url, breaker: long, endpoints: [{ path: "isi" }] },
        { slug: "masih", server: masih.url, breaker: long, endpoints: [{ path: "isi" }] }
      ])
      await during(dataDir, registry, async (gateway) => {
        const token = await gateway.token({ scopes: "*" })
        for (const slug of ["pulih", "masih"]) {
          for (let call = 0; call < 5; call++) assert.strictEqual(await callAt(gateway, token, `${slug}/data/isi`), 502)
          await eventually("the incident", async () => (await incidentsAt(gateway, slug)).length === 1, patience)
        }
      })
      await Effect.runPromise(pulih.setBehaviour(json({ data: [1] })))
      await during(dataDir, registry, async (gateway) => {
        await eventually("what is over", async () => (await incidentsAt(gateway, "pulih"))[0]?.endedAt !== null, patience)
        // What the first gateway counted until it stopped is not said to be all, nor to be nothing.
        assert.deepStrictEqual((await incidentsAt(gateway, "pulih")).map(({ counted }) => counted), [false])
        const page = await (await fetch(`${gateway.url}/portal/status/pulih`, { headers: { accept: "text/html" } })).text()
        assert.match(page, /Berapa permintaan selama itu tidak diketahui|Sedikitnya \d+/)
        assert.notInclude(page, "Tidak ada permintaan selama itu")
        await eventually("what lasts", async () => (await reportAt(gateway, "masih")).endpoints[0]?.state === "down", patience)
        await eventually(
          "one incident that goes on",
          async () => (await incidentsAt(gateway, "masih")).every(({ endedAt }) => endedAt === null),
          patience
        )
        assert.lengthOf(await incidentsAt(gateway, "masih"), 1)
        // The last five minutes are the same before and after a restart: five failures, and what is answered since.
        assert.strictEqual((await reportAt(gateway, "pulih")).agency.state, "down")
        const token = await gateway.token({ scopes: "*" })
        for (let call = 0; call < 6; call++) assert.strictEqual(await callAt(gateway, token, "pulih/data/isi"), 200)
        await eventually("five failures of eleven", async () => (await reportAt(gateway, "pulih")).agency.state === "degraded", patience)
      })
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
