import { assert, describe, it } from "@effect/vitest"
import { type Load, LoadJudge } from "../../src/gateway/LoadJudge.ts"

/** Looks at a gateway, 20 ms after one another; counts go on from look to look. */
const makeWatched = () => {
  const judge = new LoadJudge()
  const load = { waited: 0, heap: 0.3, taken: 0, refused: 0, at: 0 }
  /** @param now how it is at each of the looks, and how many each finds taken and turned away since the one before */
  const looks = (times: number, { refused = 0, taken = 0, ...now }: Partial<Load>): void => {
    for (let n = 0; n < times; n++) {
      Object.assign(load, now)
      load.taken += taken
      load.refused += refused
      load.at += 20
      judge.look({ ...load })
    }
  }
  return { judge, looks }
}

/** Just found to be overloaded. */
const makeLate = () => {
  const watched = makeWatched()
  watched.looks(2, { waited: 10, taken: 4_000 })
  assert.strictEqual(watched.judge.state, "late")
  return watched
}

const mostOf = (judge: LoadJudge) => [judge.mostOf("page"), judge.mostOf("aggregate"), judge.mostOf("read")]

describe("LoadJudge", () => {
  it("takes everything while each is begun in 10 ms, however many there are", () => {
    const { judge, looks } = makeWatched()
    looks(10_000, { waited: 9.9, taken: 10_000 })
    assert.deepStrictEqual([judge.state, mostOf(judge)], ["calm", [32, 32, 32]])
  })

  it("begins with the first look after a burst's requests, or after a burst's time, and not one sooner", () => {
    const many = makeWatched()
    many.looks(1, { waited: 10 })
    many.looks(1, { waited: 500, taken: 3_999 })
    assert.strictEqual(many.judge.state, "calm")
    many.looks(1, { waited: 500, taken: 1 })
    assert.strictEqual(many.judge.state, "late")
    const few = makeWatched()
    few.looks(150, { waited: 10, taken: 1 })
    assert.strictEqual(few.judge.state, "calm")
    few.looks(1, { waited: 10 })
    assert.strictEqual(few.judge.state, "late")
  })

  it("begins anew with a burst as soon as nobody has waited too long at one look", () => {
    const { judge, looks } = makeWatched()
    for (let round = 0; round < 100; round++) {
      looks(100, { waited: 2_000, taken: 39 })
      looks(1, { waited: 9 })
      assert.strictEqual(judge.state, "calm")
    }
  })

  it("lets a burst of 1,000 pass that a cold gateway needs two seconds for", () => {
    const { judge, looks } = makeWatched()
    looks(100, { waited: 2_000, taken: 10 })
    assert.strictEqual(judge.state, "calm")
  })

  it("turns away pages first, then aggregates, then reads", () => {
    assert.deepStrictEqual(mostOf(makeLate().judge), [8, 16, 32])
  })

  it("is over three seconds after the last one had to wait too long or was turned away", () => {
    const { judge, looks } = makeLate()
    looks(149, { waited: 9, taken: 400 })
    looks(1, { waited: 10 })
    looks(149, { waited: 0, taken: 400 })
    looks(1, { refused: 1 })
    looks(149, { taken: 400 })
    assert.strictEqual(judge.state, "late")
    looks(1, { waited: 0 })
    assert.strictEqual(judge.state, "calm")
  })

  it("takes few while the heap is close to its cap, from the first look on, until a good part of it is free", () => {
    const { judge, looks } = makeWatched()
    looks(1, { heap: 0.88 })
    assert.strictEqual(judge.state, "calm")
    looks(1, { heap: 0.89 })
    assert.deepStrictEqual([judge.state, mostOf(judge)], ["full", [0, 4, 16]])
    looks(100, { heap: 0.79 })
    assert.strictEqual(judge.state, "full")
    looks(1, { heap: 0.78 })
    assert.deepStrictEqual([judge.state, mostOf(judge)], ["calm", [32, 32, 32]])
  })
})
