/**
 * The memory that the workers of one gateway share, in their parent: does to the letter what `SharedScript.ts` has Redis
 * do, so that a worker is to it what a gateway is to Redis. The script says what its operations mean.
 *
 * It forgets nothing as long as the parent lives. What has expired goes when it is met, and all of it once a minute.
 *
 * Gotcha: one command is done at once and whole; nothing of another worker comes between.
 */
import { Schema } from "effect"
import type { Verdict } from "./SharedScript.ts"

interface Kept {
  /** Times of calls in microseconds, oldest first. */
  readonly times?: Array<number>
  readonly state?: number
  readonly since?: number
  /** The time in microseconds when it is gone. */
  readonly until: number
}

interface Count {
  readonly count: number
  readonly until: number
}

const sweepMicros = 60_000_000
const marginMicros = 1_000_000
/** Windows that are counted in, of strangers for instance. Beyond that the one that began first is forgotten. */
const maxCounted = 100_000
const verdicts = { forgotten: 0, late: 1, done: 2 } as const satisfies Record<Verdict["kind"], number>

const isAsked = Schema.is(Schema.Array(Schema.Union([Schema.String, Schema.Number])))

/** What is asked, taken word by word. */
class Words {
  readonly #words: ReadonlyArray<string | number>
  #at = 0
  constructor(words: ReadonlyArray<string | number>) {
    this.#words = words
  }
  get hasMore(): boolean {
    return this.#at < this.#words.length
  }
  readonly text = (): string => {
    const word = this.#words[this.#at++]
    if (word === undefined) throw new Error("the command ends too early")
    return String(word)
  }
  readonly number = (): number => {
    const number = Number(this.text())
    if (!Number.isFinite(number)) throw new Error("this is no number")
    return number
  }
}

export class WorkersMemory {
  readonly #nowMicros: () => number
  readonly #kept = new Map<string, Kept>()
  readonly #counted = new Map<string, Count>()
  readonly #told = new Set<string>()
  #epoch: string | undefined
  #began = 0
  #sweepsAt = 0
  /** Of the command that is being done. */
  #now = 0
  #window = 0

  /** @param nowMicros the time in microseconds, which only goes forward */
  constructor(nowMicros: () => number) {
    this.#nowMicros = nowMicros
  }

  get size(): number {
    return this.#kept.size + this.#counted.size
  }

  /** @param command as Redis would get it. Throws where it is none. */
  run(command: ReadonlyArray<string>): ReadonlyArray<number | string> {
    // The name of the hash and the server's say nothing here: there is one of each.
    const args = new Words(command.slice(4))
    const now = Math.round(this.#nowMicros())
    const [believed, first, notAfter, window] = [args.text(), args.text(), args.number(), args.number()]
    args.text()
    const asked: unknown = JSON.parse(args.text())
    if (!isAsked(asked)) throw new Error("what is asked is a list of names and numbers")
    const begun = this.#epoch === undefined
    if (begun) this.#began = now
    const epoch = this.#epoch ??= first
    const answer = (kind: Verdict["kind"]) => [verdicts[kind], epoch, begun ? 1 : 0, now]
    if (epoch !== believed) return answer("forgotten")
    if (notAfter !== 0 && now > notAfter) return answer("late")
    this.#now = now
    this.#window = window
    this.#sweep()
    const found: Array<number> = []
    const words = new Words(asked)
    while (words.hasMore) this.#do(words.text(), words, found)
    return [...answer("done"), found.join(",")]
  }

  #do(operation: string, { number, text }: Words, found: Array<number>): void {
    switch (operation) {
      case "s":
        return this.#spend(text(), text(), number(), number(), number(), found)
      case "p": {
        const [times, limit] = [this.#away(text()), number()]
        return void found.push(times.length, this.#wait(times, limit))
      }
      case "m": {
        const [list, made] = [text(), Array.from({ length: number() }, number)]
        const times = [...this.#find(list)?.times ?? [], ...made.map((age) => this.#now - age)].sort((a, b) => a - b)
        return times.length === 0 ? void this.#kept.delete(list) : this.#keepTimes(list, times)
      }
      case "t":
        text()
        this.#told.add(text())
        return void found.push(this.#told.size, this.#now - this.#began)
      case "u": {
        const [token, application, at] = [text(), text(), number()]
        return [token, application].forEach((list) => this.#takeBack(list, at))
      }
      case "c": {
        const [counted, by, open] = [text(), number(), number()]
        const { count, until } = this.#count(counted, by, open)
        return void found.push(count, Math.round((until - this.#now) / 1000))
      }
      case "w": {
        const [circuit, probe, state] = [text(), text(), number()]
        this.#kept.set(circuit, { state, since: this.#now, until: this.#now + number() * 1000 })
        return void this.#kept.set(probe, { until: this.#now + number() * 1000 })
      }
      case "r": {
        const { since = this.#now, state = 0 } = this.#find(text()) ?? {}
        return void found.push(state, this.#now - since)
      }
      case "l": {
        const [probe, millis] = [text(), number()]
        const isTaken = this.#find(probe) !== undefined
        if (!isTaken) this.#kept.set(probe, { until: this.#now + millis * 1000 })
        return void found.push(isTaken ? 0 : 1)
      }
      case "f":
        return this.#forget(text())
      default:
        throw new Error("there is no such operation")
    }
  }

  #spend(token: string, application: string, wanted: number, limit: number, most: number, found: Array<number>): void {
    const [spent, all] = [this.#away(token), this.#away(application)]
    const taken = Math.max(0, Math.min(wanted, limit - spent.length, most - all.length))
    if (taken > 0) {
      for (const [list, times] of [[token, spent], [application, all]] as const) {
        for (let call = 0; call < taken; call++) times.push(this.#now)
        this.#keepTimes(list, times)
      }
    }
    found.push(taken, spent.length, this.#wait(spent, limit), all.length, this.#wait(all, most))
  }

  #keepTimes(list: string, times: Array<number>): void {
    this.#kept.set(list, { times, until: this.#now + this.#window + marginMicros })
  }

  #count(name: string, by: number, openMillis: number): Count {
    const known = this.#counted.get(name)
    const isOpen = known !== undefined && this.#now < known.until
    if (!isOpen) this.#counted.delete(name)
    const after = isOpen ? { ...known, count: known.count + by } : { count: by, until: this.#now + openMillis * 1000 }
    this.#counted.set(name, after)
    const [oldest] = this.#counted.size > maxCounted ? this.#counted.keys() : []
    if (oldest !== undefined) this.#counted.delete(oldest)
    return after
  }

  #forget(name: string): void {
    this.#kept.delete(name)
    this.#counted.delete(name)
  }

  #takeBack(list: string, at: number): void {
    const times = this.#find(list)?.times
    const index = times?.lastIndexOf(at) ?? -1
    if (index >= 0) times?.splice(index, 1)
  }

  /** The calls that still count. */
  #away(list: string): Array<number> {
    const times = this.#find(list)?.times ?? []
    let over = 0
    while (over < times.length && this.#now - (times[over] ?? 0) >= this.#window) over++
    if (over > 0) times.splice(0, over)
    return times
  }

  #wait(times: ReadonlyArray<number>, limit: number): number {
    if (times.length === 0) return 0
    return (times[Math.max(0, times.length - limit)] ?? 0) + this.#window - this.#now
  }

  #find(name: string): Kept | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined || this.#now < kept.until) return kept
    this.#kept.delete(name)
    return undefined
  }

  #sweep(): void {
    if (this.#now < this.#sweepsAt) return
    this.#sweepsAt = this.#now + sweepMicros
    for (const all of [this.#kept, this.#counted]) for (const [name, { until }] of all) if (this.#now >= until) all.delete(name)
  }
}
