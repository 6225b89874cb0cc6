/**
 * Decides whether this process has more to do than it can, from how long requests wait for their turn and how full the
 * heap is; and how many may be in progress before one has to wait. Pure.
 *
 * `calm`: whoever waits is begun sooner or later. `late`: somebody has waited too long at every look, and for longer than
 * a burst lasts: thousands of requests were taken meanwhile, or seconds have passed. It is over when nobody has waited so
 * long, and nobody was turned away, for as many seconds: callers who obey come back after one. `full`: the heap is close
 * to its cap; few are taken, because the next allocation may be the last.
 *
 * @example
 * judge.look({ waited: 42, heap: 0.4, taken: 9_000, refused: 0, at: performance.now() })
 * judge.state // "late", if that goes on
 */

/** What is asked for, the first to be turned away first. */
export type Priority = "page" | "aggregate" | "read"
export type LoadState = "calm" | "late" | "full"

/** One look. */
export interface Load {
  /** For how many milliseconds that one has waited who has waited longest; 0 where nobody waits. */
  readonly waited: number
  /** Used part of the heap's cap, 0 to 1. */
  readonly heap: number
  /** How many were taken and turned away since the process's start. */
  readonly taken: number
  readonly refused: number
  /** Monotonic, in milliseconds. */
  readonly at: number
}

/** Whoever has waited so long should have been begun. */
export const lateMillis = 10
/** Nothing that is over after so many requests, or so soon, is more than a burst. */
const burst = { requests: 4_000, millis: 3_000 }

/** Shares of the heap's cap. */
const heapFull = 0.88
const heapFree = 0.78

/** With fewer in progress the processor may have time to spare. */
const few = 32
const most: Readonly<Record<LoadState, Readonly<Record<Priority, number>>>> = {
  calm: { page: few, aggregate: few, read: few },
  late: { page: few / 4, aggregate: few / 2, read: few },
  full: { page: 0, aggregate: 4, read: 16 }
}

export class LoadJudge {
  #isLate = false
  #isFull = false
  /** The first look at which somebody had waited too long, while somebody has. */
  #since: Load | undefined
  /** When somebody had, or was turned away, last. */
  #lastAt = 0
  #refused = 0

  get state(): LoadState {
    return this.#isFull ? "full" : this.#isLate ? "late" : "calm"
  }

  /** With so many in progress one more of this kind has to wait for its turn. */
  mostOf(priority: Priority): number {
    return most[this.state][priority]
  }

  look(load: Load): void {
    this.#isFull = load.heap > (this.#isFull ? heapFree : heapFull)
    const isWaiting = load.waited >= lateMillis
    if (isWaiting || load.refused > this.#refused) this.#lastAt = load.at
    this.#refused = load.refused
    this.#since = isWaiting ? this.#since ?? load : undefined
    const { at, taken } = this.#since ?? load
    if (load.taken - taken >= burst.requests || load.at - at >= burst.millis) this.#isLate = true
    else if (load.at - this.#lastAt >= burst.millis) this.#isLate = false
  }
}
