/** Cold operations are spans of Effect's by the name of their service and method; what a request runs is none. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Tracer } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

/** What the gateway does beside requests, whenever it is due. */
const upkeep =
  /^(AccessNews|ActionRetention|ApplicationUsage|ChainCells|Checkpoints|FieldTable|KeptCheckpoint|KeptSlots|Notices|Outbox|Retention|StatusSlots)\./

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    endpoints: [{ path: "isi", query: ["q"] }, { path: "segar", cache: { fresh: "1 hour" } }]
  }], [{ slug: "satu", title: "Satu", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }])
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const gateway = yield* startGateway(registry).pipe(Effect.provideService(Tracer.Tracer, tracer))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  /** Those of the gateway's own code; the database client makes others. */
  const named = (): ReadonlyArray<Tracer.NativeSpan> => spans.filter(({ name }) => /^[A-Z]\w*\.\w+$/.test(name))
  return { gateway, named, token }
}))

describe("named spans", () => {
  it("has the start, with nothing of what it was about", () => {
    const found = at().named()
    for (const name of ["Settings.readSettings", "Migrations.migrateWith", "RecentRecords.calls"]) {
      assert.include(found.map((span) => span.name), name)
    }
    assert.deepStrictEqual(found.flatMap((span) => [...span.attributes]), [])
  })

  it("has no request for data: from an agency, from a copy, an aggregate, a preset or one refused", async () => {
    const { gateway, named, token } = at()
    const requests: ReadonlyArray<readonly [status: number, send: (turn: number) => Promise<Response>]> = [
      [200, (turn) => gateway.get(`opd/data/isi?q=${turn}`, token)],
      [200, () => gateway.get("opd/data/segar", token)],
      [200, (turn) =>
        gateway.aggregate(
          { strategy: "keyed", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi", query: { q: `a${turn}` } }] },
          token
        )],
      [200, () => gateway.get("preset/satu", token)],
      [401, () => gateway.get("opd/data/isi", `${token}x`)]
    ]
    const before = named().length
    for (const [status, send] of requests) {
      for (let turn = 0; turn < 5; turn++) {
        const response = await send(turn)
        assert.strictEqual(response.status, status)
        await response.arrayBuffer()
      }
    }
    assert.deepStrictEqual(named().slice(before).map(({ name }) => name).filter((name) => !upkeep.test(name)), [])
  })

  it("begins anew with each visit of the portal", async () => {
    const { gateway, named } = at()
    const before = named().length
    for (const page of ["alihkan", "tindakan", "token", "sesi"]) await gateway.get(`/portal/operasi/${page}`)
    const visits = named().slice(before).filter(({ name }) => name === "PortalRequest.visitOf")
    assert.deepStrictEqual(visits.map(({ parent }) => Option.getOrUndefined(parent)?.spanId), Array(4).fill(undefined))
  })
})
