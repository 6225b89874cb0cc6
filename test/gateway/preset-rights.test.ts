/**
 * A preset's copies stand for nobody's rights: every entry is authorised anew before one is used, and stale ones
 * stand in for failing agencies alone.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Logger, Scope } from "effect"
import { writeFileSync } from "node:fs"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { answer, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const secret = "isi yang dilindungi"
const sunset = "2027-09-01"

interface Entry {
  readonly status: string
  readonly httpStatus?: number
  readonly data?: unknown
}

interface Shown {
  readonly status: number
  readonly cache: string | null
  readonly entries: Readonly<Record<string, Entry>>
  readonly text: string
  readonly requestId: string
}

const shown = async (response: Response): Promise<Shown> => {
  const text = await response.text()
  const parsed: { readonly data?: Readonly<Record<string, Entry>> } = JSON.parse(text)
  return {
    status: response.status,
    cache: response.headers.get("x-cache"),
    entries: parsed.data ?? {},
    text,
    requestId: response.headers.get("x-request-id") ?? ""
  }
}

/** One gateway in front of two agencies; `registry` says how the second one's endpoint is registered. */
const setUp = Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const open = yield* makeAgencyServer({ behaviour: json({ data: ["terbuka"] }) })
  const closing = yield* makeAgencyServer({ behaviour: json({ data: [secret] }) })
  const registry = (changes: Readonly<Record<string, unknown>> = {}) =>
    registryText(
      [
        { slug: "satu", server: open.url, breaker: neverOpen, endpoints: [{ path: "isi", cache: { stale: "1 millis" } }] },
        { slug: "dua", server: closing.url, breaker: neverOpen, endpoints: [{ path: "isi", cache: { stale: "1 millis" }, ...changes }] }
      ],
      [{
        slug: "gabungan",
        title: "Gabungan",
        cache: { fresh: "1 hours", stale: "24 hours" },
        requests: [{ alias: "satu", opd: "satu", dataset: "data", path: "isi" }, { alias: "dua", opd: "dua", dataset: "data", path: "isi" }]
      }]
    )
  const dataDir = yield* tempDirectory
  const start = (text: string) =>
    startGateway(text, { RATE_LIMIT: "100000", DATA_DIR: dataDir }).pipe(Effect.provideService(Clock.Clock, time.clock))
  return { closing, open, registry, start, time }
})

const scoped = <A>(run: Effect.Effect<A, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(run).pipe(Effect.provide(Logger.layer([]))))

const preset = (gateway: Gateway, token: string) => Effect.promise(async () => shown(await gateway.get("preset/gabungan", token)))
const tokenOf = (gateway: Gateway) =>
  Effect.promise(() => gateway.token({ scopes: ["preset-gabungan-get"], lifetimeMillis: 400 * 86_400_000 }))

/** The records of a preset's entries, by alias. */
const entryRecords = (gateway: Gateway, requestId: string) =>
  Effect.promise(async () => {
    let found = new Map<
      string | null,
      {
        readonly status: number
        readonly code: string | null
        readonly cache: string | null
        readonly bytes: number
        readonly masked: number
      }
    >()
    await eventually("the entries have records", async () => {
      found = new Map(
        (await gateway.records(0)).filter((record) => record.requestId.startsWith(`${requestId}#`)).map((record) => [record.alias, record])
      )
      return found.size === 2
    })
    return found
  })

/** A whole copy is kept, and used. */
const kept = Effect.fnUntraced(function*(gateway: Gateway, token: string) {
  const first = yield* preset(gateway, token)
  assert.include(first.text, secret)
  const hit = yield* preset(gateway, token)
  assert.deepStrictEqual([hit.cache, hit.text], ["HIT", first.text])
  return hit
})

const refused = (answered: Shown, httpStatus: number) => {
  assert.notInclude(answered.text, secret)
  assert.strictEqual(answered.status, 200)
  assert.strictEqual(answered.entries["dua"]?.httpStatus, httpStatus)
  assert.deepStrictEqual(answered.entries["satu"]?.data, ["terbuka"])
}

describe("rights of a preset's entries", () => {
  it(
    "fault-112 an entry that the registry file makes private stops at once, restart included, however its agency is",
    () =>
      scoped(Effect.gen(function*() {
        const { closing, open, registry, start, time } = yield* setUp
        const first = yield* Scope.make()
        const gateway = yield* start(registry()).pipe(Scope.provide(first))
        const token = yield* tokenOf(gateway)
        yield* kept(gateway, token)
        writeFileSync(gateway.registryFile, registry({ private: true }))
        yield* Effect.promise(() =>
          eventually("the registry is swapped", async () => !(await (await gateway.get("preset/gabungan", token)).text()).includes(secret))
        )
        const holes = yield* preset(gateway, token)
        refused(holes, 403)
        assert.isNull(holes.cache)
        const records = yield* entryRecords(gateway, holes.requestId)
        assert.deepInclude(records.get("dua"), { status: 403, code: "private-endpoint" })
        assert.deepInclude(records.get("satu"), { status: 200, code: null })
        yield* closing.setBehaviour(faults.reset)
        refused(yield* preset(gateway, token), 403)
        yield* open.setBehaviour(faults.reset)
        time.pass(10)
        const dead = yield* preset(gateway, token)
        assert.notInclude(dead.text, secret)
        assert.strictEqual(dead.status, 502)
        yield* Scope.close(first, Exit.void)
        yield* open.setBehaviour(json({ data: ["terbuka"] }))
        const again = yield* start(registry({ private: true }))
        refused(yield* preset(again, token), 403)
        refused(yield* preset(again, token), 403)
      }))
  )

  it("fault-112 an entry that its desk makes private stops at once", () =>
    scoped(Effect.gen(function*() {
      const { registry, start } = yield* setUp
      const gateway = yield* start(registry())
      const token = yield* tokenOf(gateway)
      yield* kept(gateway, token)
      yield* Effect.promise(() =>
        gateway.run(Effect.flatMap(RegistryDesk, (desk) =>
          desk.change({ agency: "dua", by: "sari", seen: 0, settings: [{ dataset: "data", path: "isi", at: ["private"], value: true }] })))
      )
      refused(yield* preset(gateway, token), 403)
    })))

  it("fault-112 an entry past its sunset is gone from the copy in the millisecond that it comes", () =>
    scoped(Effect.gen(function*() {
      const { closing, registry, start, time } = yield* setUp
      const gateway = yield* start(registry({ deprecated: "2026-09-01", sunset }))
      const token = yield* tokenOf(gateway)
      time.pass(Date.parse(`${sunset}T00:00:00Z`) - 1 - time.clock.currentTimeMillisUnsafe())
      yield* kept(gateway, token)
      time.pass(1)
      const calls = closing.calls.length
      refused(yield* preset(gateway, token), 410)
      yield* closing.setBehaviour(faults.reset)
      refused(yield* preset(gateway, token), 410)
      assert.strictEqual(closing.calls.length, calls)
    })))

  it(
    "a token whose private access has ended is refused that entry, though another's copy of the preset is fresh",
    () =>
      scoped(Effect.gen(function*() {
        const { registry, start } = yield* setUp
        const gateway = yield* start(registry({ private: true }))
        const verified = yield* Effect.promise(() =>
          gateway.token({ scopes: ["preset-gabungan-get"], private: true, application: "terverifikasi" })
        )
        yield* kept(gateway, verified)
        refused(yield* preset(gateway, yield* tokenOf(gateway)), 403)
        assert.strictEqual((yield* preset(gateway, verified)).cache, "HIT")
      }))
  )
})

describe("a stale preset copy", () => {
  it("stands in for an agency that fails, and not for one that has the data no more", () =>
    scoped(Effect.gen(function*() {
      const { closing, registry, start, time } = yield* setUp
      const gateway = yield* start(registry())
      const token = yield* tokenOf(gateway)
      const before = yield* kept(gateway, token)
      time.pass(3_600_000)
      yield* closing.setBehaviour(answer({ status: 404, body: "{}" }))
      const gone = yield* preset(gateway, token)
      refused(gone, 404)
      yield* closing.setBehaviour(faults.reset)
      const stale = yield* preset(gateway, token)
      assert.deepStrictEqual([stale.status, stale.cache, stale.text], [200, "STALE-CIRCUIT", before.text])
    })))
})

describe("records of a preset's entries", () => {
  it(
    "say of a copy that its entries left with it, fresh or stale, with the bytes and masked values of each",
    () =>
      scoped(Effect.gen(function*() {
        const { closing, registry, start, time } = yield* setUp
        yield* closing.setBehaviour(json({ data: [{ surel: "budi.santoso@contoh.id" }] }))
        const gateway = yield* start(registry())
        const token = yield* tokenOf(gateway)
        const made = yield* preset(gateway, token)
        const size = (alias: string) => Buffer.byteLength(JSON.stringify(made.entries[alias]))
        const expected = (cache: string, code: string | null = null) => ({
          satu: { status: 200, code, cache, bytes: size("satu"), masked: 0 },
          dua: { status: 200, code, cache, bytes: size("dua"), masked: 1 }
        })
        const found = function*(requestId: string) {
          const records = yield* entryRecords(gateway, requestId)
          return Object.fromEntries(["satu", "dua"].map((alias) => {
            const record = records.get(alias)
            return [
              alias,
              record === undefined
                ? undefined
                : { status: record.status, code: record.code, cache: record.cache, bytes: record.bytes, masked: record.masked }
            ]
          }))
        }
        assert.deepStrictEqual(yield* found(made.requestId), expected("MISS"))
        assert.deepStrictEqual(yield* found((yield* preset(gateway, token)).requestId), expected("HIT"))
        time.pass(3_600_000)
        yield* closing.setBehaviour(faults.reset)
        assert.deepStrictEqual(yield* found((yield* preset(gateway, token)).requestId), expected("STALE-CIRCUIT"))
      }))
  )
})
