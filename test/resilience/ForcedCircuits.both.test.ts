/** Circuits held by operators: felt by every gateway on the database, ended by their own time, and kept over a restart. */
import { describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { Breaker } from "../../src/resilience/Breaker.ts"
import { ForcedCircuits } from "../../src/resilience/ForcedCircuits.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const gatewayAt = (dataDir: string) =>
  Layer.build(Layer.fresh(ForcedCircuits.layer.pipe(Layer.provideMerge(Breaker.layer), Layer.provideMerge(TempDatabase.at({ dataDir })))))

const within = (what: string, holds: () => boolean) => Effect.promise(() => eventually(what, holds, 1_000))
const hold = { agency: "dinkes", state: "open", reason: "kebocoran data", account: "operator", endsAt: null } as const

describe("ForcedCircuits", () => {
  it.live("a hold and its release are felt by another gateway within a second", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const [one, other] = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir)])
      const holds = Context.get(one, ForcedCircuits)
      const state = () => Context.get(other, Breaker).states().get("dinkes")?.forced ?? null
      yield* holds.hold(hold)
      assert.strictEqual(Context.get(one, Breaker).state("dinkes"), "open")
      yield* within("it is held open", () => state() === "open")
      yield* holds.hold({ ...hold, state: "closed", reason: "palsu" })
      yield* within("it is held closed", () => state() === "closed")
      assert.deepInclude(Context.get(other, ForcedCircuits).current().get("dinkes"), { reason: "palsu", account: "operator", endsAt: null })
      assert.isTrue(yield* holds.release("dinkes"))
      assert.isFalse(yield* holds.release("dinkes"))
      yield* within("it is let go", () => state() === null)
    }))

  it.live("two operators who hold it at once both do: the later hold stands", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const [one, other] = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir)])
      const both = [one, other, one, other, one, other].map((gateway, turn) =>
        Context.get(gateway, ForcedCircuits).hold({ ...hold, account: `operator-${turn}` })
      )
      yield* Effect.all(both, { concurrency: "unbounded" })
      yield* Effect.all(both, { concurrency: "unbounded" })
      const rows = yield* Context.get(one, SqlClient.SqlClient)`SELECT account FROM circuit_holds WHERE agency = 'dinkes'`
      assert.lengthOf(rows, 1)
    }))

  it.live("a hold with an end is over then, at every gateway", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const [one, other] = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir)])
      yield* Context.get(one, ForcedCircuits).hold({ ...hold, endsAt: (yield* Clock.currentTimeMillis) + 3_000 })
      const held = (gateway: typeof one) => Context.get(gateway, Breaker).state("dinkes") === "open"
      yield* within("the other holds it", () => held(other))
      yield* Effect.promise(() => eventually("both let go", () => !held(one) && !held(other)))
      assert.isFalse(yield* Context.get(one, ForcedCircuits).release("dinkes"))
    }))

  it.live("a gateway that starts holds what is held, and goes on while the table cannot be read", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      yield* Effect.scoped(Effect.flatMap(gatewayAt(dataDir), (first) => Context.get(first, ForcedCircuits).hold(hold)))
      const gateway = yield* gatewayAt(dataDir)
      assert.strictEqual(Context.get(gateway, Breaker).state("dinkes"), "open")
      yield* Context.get(gateway, SqlClient.SqlClient)`DROP TABLE circuit_holds`
      yield* Effect.sleep("900 millis")
      assert.strictEqual(Context.get(gateway, Breaker).state("dinkes"), "open")
    }))
})
