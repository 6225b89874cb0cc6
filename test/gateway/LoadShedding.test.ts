import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { maxInFlight } from "../../src/gateway/AgencyShares.ts"
import { LoadShedding, mostRefused, Senses } from "../../src/gateway/LoadShedding.ts"
import { eventually } from "../support/Suite.ts"

/** At once, while fewer are in progress. */
const few = 32

/** What came of requests that come at once, in the order in which they were begun or refused. */
const besieging = (millis: number | (() => number)) =>
  Effect.gen(function*() {
    const shedding = Context.get(yield* Layer.build(LoadShedding.layer), LoadShedding)
    const begun: Array<number> = []
    const refused: Array<number> = []
    let next = 0
    /** @returns how many were begun at once */
    const come = (count: number): number => {
      const before = begun.length
      for (let n = 0; n < count; n++) {
        const number = next++
        if (shedding.takes("read")) begun.push(number)
        else shedding.wait("read", { proceed: () => begun.push(number), refuse: () => refused.push(number) })
      }
      return begun.length - before
    }
    return { begun, refused, come, shedding }
  }).pipe(
    Effect.provideService(Senses, { beginMillis: typeof millis === "number" ? () => millis : millis, heap: () => 0, collect: () => {} })
  )

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n)

describe("LoadShedding", () => {
  it.live("begins few at once, and the others at the end of the turn, in the order in which they came", () =>
    Effect.gen(function*() {
      const { begun, come } = yield* besieging(Number.POSITIVE_INFINITY)
      assert.strictEqual(come(1_000), few)
      yield* Effect.promise(turn)
      assert.deepStrictEqual(begun, upTo(1_000))
    }).pipe(Effect.scoped))

  it.live("has whoever waits begun before whoever comes, as others leave, where a turn has no time for more", () =>
    Effect.gen(function*() {
      const { begun, come, shedding } = yield* besieging(0)
      come(few + 2)
      yield* Effect.promise(turn)
      assert.strictEqual(begun.length, few)
      shedding.left()
      assert.strictEqual(come(1), 0)
      yield* Effect.promise(turn)
      assert.deepStrictEqual(begun, upTo(few + 1))
      for (let n = 0; n < few; n++) shedding.left()
      yield* Effect.promise(turn)
      assert.deepStrictEqual([begun, shedding.inProgress()], [upTo(few + 3), 2])
    }).pipe(Effect.scoped))

  it.live("begins requests for a part of a turn, however many wait, and goes on in the next one", () =>
    Effect.gen(function*() {
      const { begun, shedding } = yield* besieging(2)
      const slow = () => {
        const until = performance.now() + 1.5
        while (performance.now() < until);
        begun.push(0)
      }
      for (let n = 0; n < few; n++) shedding.takes("read")
      for (let n = 0; n < 6; n++) shedding.wait("read", { proceed: slow, refuse: () => {} })
      const turns: Array<number> = []
      while (begun.length < 6) {
        const before = begun.length
        yield* Effect.promise(turn)
        turns.push(begun.length - before)
      }
      assert.isAtMost(Math.max(...turns), 2)
      assert.isAtLeast(turns.length, 3)
    }).pipe(Effect.scoped))

  it.live("refuses who comes when as many are in progress as ever can be, though all is well", () =>
    Effect.gen(function*() {
      const { begun, come, refused, shedding } = yield* besieging(Number.POSITIVE_INFINITY)
      come(maxInFlight + 1)
      yield* Effect.promise(turn)
      assert.strictEqual(begun.length, maxInFlight)
      yield* Effect.promise(() => eventually("it is told", () => refused.length === 1))
      assert.deepStrictEqual([refused, shedding.refused("crowd"), shedding.state()], [[maxInFlight], 1, "calm"])
    }).pipe(Effect.scoped))

  it.live("begins whoever came last first once there is too much to do, and nobody who has waited for 10 ms, though a turn has time", () =>
    Effect.gen(function*() {
      let millis = 0
      const { begun, come, refused, shedding } = yield* besieging(() => millis)
      come(few + 1)
      yield* Effect.promise(() => eventually("it is late", () => shedding.state() === "late" && refused.length === 1))
      come(3)
      millis = Number.POSITIVE_INFINITY
      yield* Effect.promise(turn)
      assert.deepStrictEqual(begun.slice(few), [few + 3, few + 2, few + 1])
      millis = 0
      come(1)
      yield* Effect.sleep(12)
      millis = Number.POSITIVE_INFINITY
      come(1)
      yield* Effect.promise(turn)
      assert.strictEqual(begun.at(-1), few + 5)
      yield* Effect.promise(() => eventually("the one before is told", () => refused.length === 2))
      assert.deepStrictEqual(refused, [few, few + 4])
    }).pipe(Effect.scoped))

  it.live("turns away only so many at once, and the others within two seconds, though nobody is taken any more", () =>
    Effect.gen(function*() {
      const { come, refused, shedding } = yield* besieging(0)
      come(few + 1)
      yield* Effect.promise(() => eventually("it is late", () => shedding.state() === "late" && refused.length === 1))
      come(mostRefused.atOnce + 100)
      yield* Effect.sleep(500)
      assert.strictEqual(refused.length, mostRefused.atOnce)
      yield* Effect.promise(() => eventually("all are told", () => refused.length === mostRefused.atOnce + 101, 2_000))
    }).pipe(Effect.scoped))
})
