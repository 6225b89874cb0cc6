/**
 * Five times the callers of the peak in front of a model of the gateway: an event loop of which all times are given, with
 * the judge, the turn's time and the pause as they are. What the benchmark measures on a quiet machine, on any machine and in no time.
 */
import { assert, describe, it } from "@effect/vitest"
import { lateMillis, LoadJudge } from "../../src/gateway/LoadJudge.ts"
import { beginMillis, mostRefused, pause } from "../../src/gateway/LoadShedding.ts"

/** Milliseconds of the processor, as measured on a quiet machine, and those that agencies and the way there and back take. */
const costs = { begin: 0.075, finish: 0.055, join: 0.012, refuse: 0.019, write: 0.08, turn: 0.02 }
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
  const line: Array<{ readonly sent: number; readonly since: number; readonly until: number }> = []
  const served: Array<number> = []
  const told: Array<number> = []
  let [now, due, until, inProgress, taken, turnedAway, credit] = [0, looksEvery, 0, 0, 0, 0, mostRefused.atOnce]
  const take = (sent: number) => {
    taken++
    credit = Math.min(credit + mostRefused.share, mostRefused.atOnce)
    inProgress++
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
      judge.look({ waited: now - (line[0]?.since ?? now), heap: 0.3, taken, refused: turnedAway, at: now })
      due = now + looksEvery
    }
    const refused: Array<number> = []
    while (judge.state === "late" && credit >= 1 && (line[0]?.until ?? Infinity) <= now) {
      credit--
      refused.push(line.shift()?.sent ?? 0)
      turnedAway++
      now += work(costs.refuse)
    }
    write(refused, told, obeys ? 1_000 : 0)
    const came = agenda.until(now)
    const finished: Array<number> = []
    for (const { isDone, sent } of came) {
      if (isDone) {
        inProgress--
        finished.push(sent)
        now += work(costs.finish)
      } else if (line.length === 0 && inProgress < judge.mostOf("read")) take(sent)
      else {
        now += work(costs.join)
        until = Math.max(now + pause.least, Math.min(now + pause.most, until + apart))
        line.push({ sent, since: now, until })
      }
    }
    const from = now
    const isTimely = () => judge.state === "calm" || now - (line.at(-1)?.since ?? 0) < lateMillis
    while (line.length > 0 && (inProgress < judge.mostOf("read") || now - from < beginMillis && isTimely())) {
      take((judge.state === "calm" ? line.shift() : line.pop())?.sent ?? 0)
    }
    write(finished, served, 0)
    now += came.length > 0 ? costs.turn : 0.1
  }
  return { served: served.length, servedP99: percentile(served, 0.99), told: told.length, toldP99: percentile(told, 0.99) }
}

for (const callers of [32, 64, 128]) {
  describe(`a model of the gateway before five times the callers of its peak, which is at ${callers}`, () => {
    const peak = besieged(callers, false)

    it("turns nobody away at the peak, and gives as many answers there as with half of its callers", () => {
      assert.strictEqual(peak.told, 0)
      assert.isAtLeast(peak.served / besieged(callers / 2, false).served, 0.98)
    })

    it("fault-98 gives callers who wait as told the peak's answers, in twice its time at most, and tells the others in 50 ms", () => {
      const load = besieged(5 * callers, true)
      assert.isAbove(load.told, 0)
      assert.isAtLeast(load.served / peak.served, 0.95)
      assert.isAtMost(load.servedP99 / peak.servedP99, 2)
      assert.isAtMost(load.toldP99, 50)
    })

    it("gives callers who ask again at once four fifths of the peak's answers, and tells the others within 160 ms", () => {
      const load = besieged(5 * callers, false)
      assert.isAtLeast(load.served / peak.served, 0.8)
      assert.isAtMost(load.servedP99 / peak.servedP99, 2.2)
      assert.isAtMost(load.toldP99, 160)
    })
  })
}
