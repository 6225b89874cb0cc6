/**
 * Five times the callers of the peak in front of a model of the gateway: an event loop of which all times are given, with
 * the judge and the pauses as they are. What the benchmark measures on a quiet machine, on any machine and in no time.
 */
import { assert, describe, it } from "@effect/vitest"
import { LoadJudge } from "../../src/gateway/LoadJudge.ts"
import { briefPause, pause } from "../../src/gateway/LoadShedding.ts"

/** Milliseconds of the processor, as measured on a quiet machine, and those that agencies and the way there and back take. */
const costs = { begin: 0.075, finish: 0.055, join: 0.012, refuse: 0.038, write: 0.08, turn: 0.02 }
const agencyMillis = 3
const wayMillis = 0.3
const looksEvery = 20
const apart = 0.15
const settling = 4_000
const end = 12_000

interface Caller {
  at: number
  readonly isDone: boolean
  readonly sent: number
}

/** Those whose time it is, earliest first. */
class Agenda {
  readonly #slots = new Map<number, Array<Caller>>()
  #slot = 0

  add(caller: Caller): void {
    const slot = Math.max(this.#slot, Math.floor(caller.at))
    const there = this.#slots.get(slot)
    if (there === undefined) this.#slots.set(slot, [caller])
    else there.push(caller)
  }

  until(now: number): ReadonlyArray<Caller> {
    const due: Array<Caller> = []
    for (; this.#slot <= Math.floor(now); this.#slot++) {
      due.push(...this.#slots.get(this.#slot) ?? [])
      if (this.#slot < Math.floor(now)) this.#slots.delete(this.#slot)
      else break
    }
    this.#slots.set(this.#slot, due.filter(({ at }) => at > now))
    return due.filter(({ at }) => at <= now)
  }
}

const percentile = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

/** The loop in the phases that Node's has: timers, what came, and who waits, written at the end of each turn. */
const besieged = (callers: number, obeys: boolean) => {
  let seed = 1
  const random = () => (seed = seed * 48_271 % 2_147_483_647) / 2_147_483_647
  /** Most work takes less than its mean, some much more; now and then memory is collected. */
  const work = (millis: number) => millis * (0.6 - Math.log(1 - random()) * 0.4 + (random() < 0.000_5 ? 60 : 0))
  const judge = new LoadJudge()
  const agenda = new Agenda()
  for (let n = 0; n < callers; n++) {
    const at = random() * 200
    agenda.add({ at, isDone: false, sent: at })
  }
  const line: Array<{ readonly sent: number; readonly until: number }> = []
  const served: Array<number> = []
  const told: Array<number> = []
  const counts = { inProgress: 0, taken: 0, waited: 0, refused: 0 }
  let [now, due, most, until, idle, lookedAt] = [0, looksEvery, 0, 0, 0, 0]
  const hasRoom = () => counts.inProgress < judge.mostOf("read")
  const take = (sent: number) => {
    counts.taken++
    most = Math.max(most, ++counts.inProgress)
    now += work(costs.begin)
    agenda.add({ at: now + agencyMillis, isDone: true, sent })
  }
  const write = (answers: ReadonlyArray<number>, times: Array<number>, wait: number) => {
    if (answers.length > 0) now += costs.write
    for (const sent of answers) {
      if (now > settling) times.push(now - sent)
      const at = now + wayMillis + wait
      agenda.add({ at, isDone: false, sent: at })
    }
  }
  while (now < end) {
    if (now >= due) {
      const busy = 1 - idle / (now - lookedAt)
      judge.look({ ...counts, lateness: now - due, busy, heap: 0.3, inProgress: most, at: now })
      due = now + looksEvery
      lookedAt = now
      most = counts.inProgress
      idle = 0
    }
    const refused: Array<number> = []
    while ((line[0]?.until ?? Infinity) <= now) {
      refused.push(line.shift()?.sent ?? 0)
      counts.refused++
      now += work(costs.refuse)
    }
    write(refused, told, obeys ? 1_000 : 0)
    const came = agenda.until(now)
    const finished: Array<number> = []
    for (const { isDone, sent } of came) {
      if (isDone) {
        counts.inProgress--
        finished.push(sent)
        now += work(costs.finish)
      } else if (hasRoom()) take(sent)
      else {
        counts.waited++
        now += work(costs.join)
        const { least, most: longest } = judge.isInsisted ? pause : briefPause
        until = Math.max(until, now + least, Math.min(now + longest, until + apart))
        line.push({ sent, until })
      }
    }
    for (let last = line.length; last > 0 && hasRoom(); last--) take(line.pop()?.sent ?? 0)
    write(finished, served, 0)
    if (came.length > 0) now += costs.turn
    else {
      now += 0.1
      idle += 0.1
    }
  }
  return { served: served.length, servedP99: percentile(served, 0.99), told: told.length, toldP99: percentile(told, 0.99), judge }
}

describe("a model of the gateway before five times the callers of its peak", () => {
  const peak = besieged(128, false)

  it("turns nobody away at the peak", () => {
    assert.strictEqual(peak.told, 0)
  })

  it("gives callers who wait as they are told nine tenths of the peak's answers, and tells the others within 60 ms", () => {
    const load = besieged(640, true)
    assert.isFalse(load.judge.isInsisted)
    assert.isAbove(load.told, 0)
    assert.isAtLeast(load.served / peak.served, 0.9)
    assert.isAtMost(load.toldP99, 60)
  })

  it("gives callers who ask again at once three quarters of them, and tells the others within 110 ms", () => {
    const load = besieged(640, false)
    assert.isTrue(load.judge.isInsisted)
    assert.isAtLeast(load.served / peak.served, 0.75)
    assert.isAtMost(load.toldP99, 110)
  })
})
