/**
 * Requests that wait for room, whoever came last to be taken first: the answers of those who have waited long would be
 * late anyhow. Those whose time is over stand at the front; one timer is set while anybody waits. Times are a little
 * apart even of those who come together: told in one turn of the event loop they would all ask again in one. Nobody's time
 * is over before that of who came earlier, so a pause that becomes shorter is short for whoever comes after those.
 *
 * @example
 * const line = new RoomLine(() => ({ least: 20, most: 35 }))
 * const leave = line.join({ proceed: () => serve(), refuse: () => answer(turnedAway) })
 * line.latest()?.proceed()
 */
import { type Waiting, WaitingLine } from "../upstream/WaitingLine.ts"

/** One of its functions is called, once, and not before it has joined. */
export interface Entrant {
  /** There is room now, and it is taken. */
  readonly proceed: () => void
  /** There was none in time. */
  readonly refuse: () => void
}

interface Waiter extends Waiting<Waiter> {
  readonly entrant: Entrant
  /** Monotonic, in milliseconds. */
  readonly until: number
}

/** How many milliseconds one waits: at least so many, and at most where many come together. */
export interface Pause {
  readonly least: number
  readonly most: number
}

/** Milliseconds between the times of two who come together. */
const apartMillis = 0.15

export class RoomLine {
  readonly #line = new WaitingLine<Waiter>()
  readonly #pause: () => Pause
  /** Of who came last, wherever they are. */
  #until = 0
  #isTimed = false

  /** @param pause of who comes now */
  constructor(pause: () => Pause) {
    this.#pause = pause
  }

  get length(): number {
    return this.#line.length
  }

  /** @returns leaves the line; without effect on one who has been called */
  join(entrant: Entrant): () => void {
    const now = performance.now()
    const { least, most } = this.#pause()
    this.#until = Math.max(this.#until, now + least, Math.min(now + most, this.#until + apartMillis))
    const waiter: Waiter = { entrant, until: this.#until, ahead: undefined, behind: undefined }
    this.#line.join(waiter)
    this.#time(this.#until - now)
    return () => this.#line.leave(waiter)
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
      this.#line.leave(waiter)
      waiter.entrant.refuse()
    }
  }
}
