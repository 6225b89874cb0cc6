import { assert, describe, it } from "@effect/vitest"
import { type Load, LoadJudge } from "../../src/gateway/LoadJudge.ts"

/** Looks at a gateway, 20 ms after one another and as late as it says; counts go on from look to look. */
const makeWatched = () => {
  const judge = new LoadJudge()
  const was = { lateness: 0, busy: 1, heap: 0.3, inProgress: 0, taken: 0, waited: 0, refused: 0, at: 0 }
  /** @param change what each of the looks adds to the counts, and what else is so at them */
  const looks = (times: number, { refused = 0, taken = 0, waited = refused, ...now }: Partial<Load>): void => {
    for (let n = 0; n < times; n++) {
      Object.assign(was, now)
      was.taken += taken
      was.waited += waited
      was.refused += refused
      was.at += 20 + was.lateness
      const load: Load = structuredClone(was)
      judge.look(load)
    }
  }
  return { judge, looks }
}

/** Just found to be overloaded. */
const makeLate = (inProgress = 640) => {
  const watched = makeWatched()
  watched.looks(8, { lateness: 20, inProgress, taken: 400 })
  watched.looks(1, { lateness: 20, inProgress, taken: 4_000 })
  assert.strictEqual(watched.judge.state, "late")
  return watched
}

describe("LoadJudge", () => {
  it("takes everything while the loop is on time, however much waits for agencies", () => {
    const { judge, looks } = makeWatched()
    looks(1_000, { lateness: 1, inProgress: 8_000, taken: 100 })
    assert.deepStrictEqual([judge.state, judge.mostOf("page")], ["calm", Number.POSITIVE_INFINITY])
  })

  it("takes no long turn for lateness, whatever its length, nor seven late looks in sixteen", () => {
    const { judge, looks } = makeWatched()
    looks(1, { lateness: 60_000, inProgress: 500, taken: 100_000 })
    assert.strictEqual(judge.state, "calm")
    looks(15, { lateness: 0 })
    for (let round = 0; round < 100; round++) {
      looks(7, { lateness: 500, inProgress: 5_000, taken: 5_000 })
      looks(9, { lateness: 0, inProgress: 5_000, taken: 5_000 })
      assert.strictEqual(judge.state, "calm")
    }
  })

  it("takes it for no lateness of its own when the loop waits for work meanwhile: the machine has other things to do", () => {
    const { judge, looks } = makeWatched()
    looks(1_000, { lateness: 500, busy: 0.89, inProgress: 5_000, taken: 5_000 })
    assert.strictEqual(judge.state, "calm")
    looks(9, { lateness: 500, busy: 0.9, inProgress: 5_000, taken: 5_000 })
    assert.strictEqual(judge.state, "late")
  })

  it("takes it for no overload while fewer than eight requests are in progress: a start keeps the processor busy, too", () => {
    const { judge, looks } = makeWatched()
    looks(1_000, { lateness: 500, inProgress: 7, taken: 5_000 })
    assert.strictEqual(judge.state, "calm")
    looks(1, { inProgress: 8 })
    assert.strictEqual(judge.state, "calm")
    looks(200, { inProgress: 8, taken: 5 })
    assert.strictEqual(judge.state, "late")
  })

  it("begins with the first look after a burst's requests, or after a burst's time, and not one sooner", () => {
    const many = makeWatched()
    many.looks(8, { lateness: 10, inProgress: 640 })
    many.looks(1, { lateness: 10, inProgress: 640, taken: 3_999 })
    assert.strictEqual(many.judge.state, "calm")
    many.looks(1, { lateness: 10, inProgress: 640, taken: 1 })
    assert.strictEqual(many.judge.state, "late")
    const few = makeWatched()
    // Each comes after 30 ms, the first eight of them only make it behind.
    few.looks(8 + 99, { lateness: 10, inProgress: 640, taken: 1 })
    assert.strictEqual(few.judge.state, "calm")
    few.looks(1, { lateness: 10, inProgress: 640, taken: 1 })
    assert.strictEqual(few.judge.state, "late")
  })

  it("lets a burst of 1,000 pass that a cold gateway needs two seconds for", () => {
    const { judge, looks } = makeWatched()
    looks(10, { lateness: 180, inProgress: 1_000, taken: 100 })
    looks(100, { lateness: 0, inProgress: 0 })
    assert.strictEqual(judge.state, "calm")
    looks(1, { lateness: 180 })
    assert.strictEqual(judge.state, "calm")
  })

  it("turns away pages first, then aggregates, then reads, and never lets fewer than 64 in while the heap has room", () => {
    const { judge, looks } = makeLate()
    looks(1_000, { lateness: 500, inProgress: 64, taken: 1 })
    assert.deepStrictEqual([judge.mostOf("page"), judge.mostOf("aggregate"), judge.mostOf("read")], [16, 32, 64])
  })

  it("begins between half and all of what is in progress", () => {
    for (const lateness of [7, 20, 2_000]) {
      const { judge, looks } = makeWatched()
      looks(8, { lateness, inProgress: 1_000, taken: 1_000 })
      looks(1, { lateness, inProgress: 1_000, taken: 5_000 })
      assert.strictEqual(judge.state, "late")
      assert.isAtLeast(judge.mostOf("read"), 500)
      assert.isAtMost(judge.mostOf("read"), 1_000)
    }
  })

  it("lets more in while the loop is on time and somebody is turned away, fewer while it is behind", () => {
    const { judge, looks } = makeLate()
    const before = judge.mostOf("read")
    looks(20, { lateness: 15, inProgress: 300, taken: 300, refused: 10 })
    const lower = judge.mostOf("read")
    assert.isBelow(lower, before)
    looks(100, { lateness: 1, inProgress: 300, taken: 300, refused: 10 })
    assert.isAbove(judge.mostOf("read"), 10 * before)
  })

  it("lets callers wait rather than spend the processor on turning them away, however late the loop is", () => {
    const { judge, looks } = makeLate()
    const before = judge.mostOf("read")
    looks(50, { lateness: 40, inProgress: 500, taken: 100, refused: 400 })
    assert.isAbove(judge.mostOf("read"), 10 * before)
    // What few cost is nothing: the bound falls, and does not grow by itself once nobody comes.
    const few = makeLate()
    few.looks(400, { lateness: 40, inProgress: 64, refused: 1 })
    few.looks(400, { lateness: 40, inProgress: 64 })
    assert.strictEqual(few.judge.mostOf("read"), 64)
  })

  it("takes callers for obedient who come back after a second, all at once too, and for insistent who come back at once", () => {
    // 500 callers who have been turned away, in front of 4,000 answers a second.
    const obedient = makeLate()
    for (let second = 0; second < 20; second++) {
      obedient.looks(1, { lateness: 5, inProgress: 300, taken: 80, refused: 500 })
      obedient.looks(39, { lateness: 5, inProgress: 300, taken: 100 })
      assert.isFalse(obedient.judge.isInsisted, `second ${second}`)
    }
    const evenly = makeLate()
    evenly.looks(2_000, { lateness: 5, inProgress: 300, taken: 100, refused: 13 })
    assert.isFalse(evenly.judge.isInsisted)

    const insistent = makeLate()
    insistent.looks(100, { lateness: 5, inProgress: 300, taken: 100, refused: 40 })
    assert.isTrue(insistent.judge.isInsisted)
    // Two seconds after they have learnt it, and as soon as none comes any more.
    insistent.looks(80, { lateness: 5, inProgress: 300, taken: 100, refused: 13 })
    assert.isFalse(insistent.judge.isInsisted)
  })

  it("takes few who are turned away for no insistence, however few are taken", () => {
    const { judge, looks } = makeLate()
    looks(1_000, { lateness: 5, inProgress: 64, taken: 0, refused: 0 })
    looks(32, { refused: 1 })
    assert.isFalse(judge.isInsisted)
    looks(40, { refused: 1 })
    assert.isTrue(judge.isInsisted)
  })

  it("is over a second after the last one had to wait, if the loop is on time", () => {
    const { judge, looks } = makeLate()
    looks(30, { lateness: 0, inProgress: 10, taken: 10 })
    looks(1, { lateness: 0, inProgress: 10, taken: 10, waited: 1 })
    looks(49, { lateness: 0, inProgress: 10, taken: 10 })
    assert.strictEqual(judge.state, "late")
    looks(1, { lateness: 0, inProgress: 10, taken: 10 })
    assert.deepStrictEqual([judge.state, judge.mostOf("page")], ["calm", Number.POSITIVE_INFINITY])
  })

  it("takes few while the heap is close to its cap, from the first look on, until a good part of it is free", () => {
    const { judge, looks } = makeWatched()
    looks(1, { heap: 0.88 })
    assert.strictEqual(judge.state, "calm")
    looks(1, { heap: 0.89 })
    assert.deepStrictEqual([judge.state, judge.mostOf("page"), judge.mostOf("aggregate"), judge.mostOf("read")], ["full", 0, 4, 16])
    looks(100, { heap: 0.79 })
    assert.strictEqual(judge.state, "full")
    looks(1, { heap: 0.78 })
    assert.deepStrictEqual([judge.state, judge.mostOf("page")], ["calm", Number.POSITIVE_INFINITY])
  })
})
