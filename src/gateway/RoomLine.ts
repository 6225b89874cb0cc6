/**
 * Requests that wait for their turn. Those whose time is over stand at the front; one timer is set while anybody waits.
 * Times are a little apart even of those who come together: told in one turn of the event loop they would all ask again
 * in one.
 *
 * @example
 * const line = new RoomLine({ least: 20, most: 35 }, () => judge.state !== "calm")
 * const leave = line.join({ proceed: () => serve(), refuse: () => answer(turnedAway) })
 * line.latest()?.proceed()
 */
import { type Waiting, WaitingLine } from "../upstream/WaitingLine.ts"

/** One of its functions is called, once, and not before it has joined. */
export interface Entrant {
  /** It is its turn, and its room is taken. */
  readonly proceed: () => void
  /** It was not in time. */
  readonly refuse: () => void
}

interface Waiter extends Waiting<Waiter> {
  readonly entrant: Entrant
  /** Monotonic, in milliseconds. */
  readonly since: number
  readonly until: number
}

/** How many milliseconds one waits: at least so many, and at most where many come together. */
export interface Pause {
  readonly least: number
  readonly most: number
}

/** Milliseconds between the times of two who come together. */
const apartMillis = 0.15
/** How soon it is looked again whether anybody is refused. */
const againMillis = 5

export class RoomLine {
  readonly #line = new WaitingLine<Waiter>()
  readonly #pause: Pause
  readonly #refuses: (waited: number) => boolean
  /** Of who came last, wherever they are. */
  #until = 0
  #isTimed = false

  /** @param refuses whether one whose time is over, having waited so many milliseconds, is refused now; they wait on where not */
  constructor(pause: Pause, refuses: (waited: number) => boolean) {
    this.#pause = pause
    this.#refuses = refuses
  }

  get length(): number {
    return this.#line.length
  }

  /** Monotonic milliseconds at which that one came who has waited longest; infinite where nobody waits. */
  get since(): number {
    return this.#line.first?.since ?? Number.POSITIVE_INFINITY
  }

  /** The same of who came last. */
  get lastSince(): number {
    return this.#line.last?.since ?? Number.POSITIVE_INFINITY
  }

  /** @returns leaves the line; without effect on one who has been called */
  join(entrant: Entrant): () => void {
    const now = performance.now()
    const { least, most } = this.#pause
    this.#until = Math.max(now + least, Math.min(now + most, this.#until + apartMillis))
    const waiter: Waiter = { entrant, since: now, until: this.#until, ahead: undefined, behind: undefined }
    this.#line.join(waiter)
    this.#time(this.#until - now)
    return () => this.#line.leave(waiter)
  }

  /** Whoever came first; they leave the line. */
  earliest(): Entrant | undefined {
    return this.#line.next()?.entrant
  }

  /** Whoever came last; they leave the line. */
  latest(): Entrant | undefined {
    return this.#line.latest()?.entrant
  }

  #time(millis: number): void {
    if (this.#isTimed) return
    this.#isTimed = true
    setTimeout(this.#expire, millis)
  }

  readonly #expire = (): void => {
    this.#isTimed = false
    const now = performance.now()
    for (let waiter = this.#line.first; waiter !== undefined; waiter = this.#line.first) {
      if (waiter.until > now) return this.#time(waiter.until - now)
      if (!this.#refuses(now - waiter.since)) return this.#time(againMillis)
      this.#line.leave(waiter)
      waiter.entrant.refuse()
    }
  }
}
