/** fault-131 A gateway whose clock is not the database's. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { join } from "node:path"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { only, root, run } from "../support/CommandLine.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { eventually, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const day = 86_400_000

const registryAsked = Effect.map(
  makeAgencyServer({}),
  (agency) => registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }])
)

describe("fault-131 a gateway whose clock is sixty days ahead of the database's", () => {
  it.live("is not ready, says why, and tells by how much; one beside it is ready", () =>
    Effect.gen(function*() {
      const ahead = yield* makeAheadClock
      ahead.jump(60 * day)
      const registry = yield* registryAsked
      const right = yield* startGateway(registry)
      const wrong = yield* Effect.provideService(startGateway(registry), Clock.Clock, ahead.clock)
      yield* Effect.promise(async () => {
        const refused = await fetch(`${wrong.managementUrl}/health/ready`)
        assert.strictEqual(refused.status, 503)
        assert.deepStrictEqual(await refused.json(), { status: "clock is wrong" })
        assert.strictEqual((await fetch(`${right.managementUrl}/health/ready`)).status, 200)
        // Gateways of one process share their series: this is the latest one's.
        const metrics = await (await fetch(`${wrong.managementUrl}/metrics`)).text()
        const offset = Number(/^gapura_clock_offset_seconds(?:\{[^}]*\})? (\S+)/m.exec(metrics)?.[1])
        assert.strictEqual(Math.round(offset / 86_400), 60)
      })
    }))

  it.live("is not ready as soon as its clock jumps, and is when it is right again", () =>
    Effect.gen(function*() {
      const time = yield* makeAheadClock
      const gateway = yield* Effect.provideService(startGateway(yield* registryAsked), Clock.Clock, time.clock)
      const readiness = async () => (await fetch(`${gateway.managementUrl}/health/ready`)).status
      yield* Effect.promise(async () => {
        const statuses = [await readiness()]
        for (const by of [60 * day, -60 * day, -60 * day, 60 * day]) {
          time.jump(by)
          statuses.push(await readiness())
        }
        assert.deepStrictEqual(statuses, [200, 503, 200, 503, 200])
      })
    }))
})

describe("fault-131 tokens end by the database's clock", () => {
  const ask = async (gateway: Gateway, token: string) => (await gateway.get("opd/data/isi", token)).status

  for (const days of [60, -60]) {
    it.live(`at a gateway whose clock is ${days} days off from its start on, and at one whose clock jumps so far`, () =>
      Effect.gen(function*() {
        const variables = { DATA_DIR: yield* tempDirectory }
        const registry = yield* registryAsked
        const right = yield* startGateway(registry, variables)
        const off = yield* makeAheadClock
        off.jump(days * day)
        const wrong = yield* Effect.provideService(startGateway(registry, variables), Clock.Clock, off.clock)
        const time = yield* makeAheadClock
        const jumping = yield* Effect.provideService(startGateway(registry, variables), Clock.Clock, time.clock)
        const gateways = [right, wrong, jumping]
        yield* Effect.promise(async () => {
          const livesFor = (lifetimeMillis: number) => right.token({ scopes: "*", lifetimeMillis })
          const [long, short] = [await livesFor(day), await livesFor(3_000)]
          for (const gateway of gateways) for (const token of [long, short]) assert.strictEqual(await ask(gateway, token), 200)
          time.jump(days * day)
          for (const gateway of gateways) assert.strictEqual(await ask(gateway, long), 200)
          for (const gateway of gateways) await eventually("it has ended", async () => await ask(gateway, short) === 401)
          // One that is given there lives as long as any.
          for (const gateway of [wrong, jumping]) {
            const before = Date.now()
            assert.strictEqual(await ask(right, await gateway.token({ scopes: "*", lifetimeMillis: day })), 200)
            const given = (await right.run(Effect.flatMap(TokenStore, (tokens) => tokens.list))).at(-1)
            assert.strictEqual(Math.round(((given?.expiresAt ?? 0) - before) / day), 1)
          }
        })
      }))
  }

  it.live("of a command on a machine whose clock is sixty days ahead, too", () =>
    Effect.gen(function*() {
      const { dataDir, registryFile } = yield* startGateway(yield* registryAsked)
      yield* Effect.promise(async () => {
        const before = Date.now()
        const issued = only(
          await run(["token", "issue", "--application", "peta", "--scope", "*", "--json"], {
            DATA_DIR: dataDir,
            REGISTRY_FILE: registryFile,
            TOKEN_LIFETIME: "1 day",
            NODE_OPTIONS: `--require ${join(root, "test", "proofs", "fleet", "ahead.cjs")}`
          })
        )
        assert.strictEqual(Math.round((Date.parse(String(issued["expiresAt"])) - before) / day), 1)
      })
    }))

  it.live("so does the log of actions lose what is old by it, and nothing else", () =>
    Effect.gen(function*() {
      const DATA_DIR = yield* tempDirectory
      const registry = yield* registryAsked
      const right = yield* startGateway(registry, { DATA_DIR })
      const [ago, off] = [yield* makeAheadClock, yield* makeAheadClock]
      ago.jump(-40 * day)
      off.jump(60 * day)
      const record = (subject: string) =>
        Effect.flatMap(ActionLog, (log) => log.record({ account: "sari", action: "uji", agency: null, subject, detail: {} }))
      yield* Effect.promise(() => right.run(Effect.provideService(record("lama"), Clock.Clock, ago.clock)))
      yield* Effect.promise(() => right.run(record("baru")))
      yield* Effect.provideService(startGateway(registry, { DATA_DIR, ACTION_RETENTION: "30 days" }), Clock.Clock, off.clock)
      const subjects = () =>
        right.run(Effect.map(Effect.flatMap(ActionLog, (log) => log.list({})), (all) => all.map(({ subject }) => subject)))
      yield* Effect.promise(() => eventually("the old one is gone", async () => !(await subjects()).includes("lama")))
      assert.deepStrictEqual(yield* Effect.promise(subjects), ["baru"])
    }))
})
