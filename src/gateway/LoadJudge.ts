/**
 * Decides how many requests may be in progress, from how late and busy the event loop is and how full the heap. Pure.
 *
 * `calm`: as many as come. `late`: the loop has been behind in half of the last 16 looks, and for longer than a burst:
 * thousands of requests were taken meanwhile, or seconds have passed. From then on the bound follows, look by look:
 * down while the loop is behind, up while it is on time and somebody has to wait for room, and up too where turning
 * away costs so much that it is better to let them in. So it settles where the processor has no time to spare and nobody
 * waits long, whether agencies take 1 ms or a second: waiting for them is no lateness. `full`: the heap is close to its
 * cap; few are taken, because the next allocation may be the last.
 *
 * It also tells whether callers insist. Who heard 503 and obeys comes back after the second that `Retry-After` says, who
 * insists at once: all that shows of it is how many are turned away in a second beside those who are taken.
 *
 * @example
 * judge.look({ lateness: 42, busy: 1, heap: 0.4, inProgress: 640, taken: 9_000, waited: 0, refused: 0, at: performance.now() })
 * judge.mostOf("aggregate") // 160
 */

/** What is asked for, the first to be turned away first. */
export type Priority = "page" | "aggregate" | "read"
export type LoadState = "calm" | "late" | "full"

/** One look; counts are from the process's start. */
export interface Load {
  /** How many milliseconds after its time a timer ran. */
  readonly lateness: number
  /** Part of the time in which the event loop had something to do, 0 to 1. */
  readonly busy: number
  /** Used part of the heap's cap, 0 to 1. */
  readonly heap: number
  /** The most of late. */
  readonly inProgress: number
  readonly taken: number
  /** How many had to wait for room, and how many of them heard in the end that there is none. */
  readonly waited: number
  readonly refused: number
  /** Monotonic, in milliseconds. */
  readonly at: number
}

const looks = 16
const lateMillis = 6
/** A loop that waits for work now and then is late because the machine is busy with other things: fewer requests would not help it. */
const busyShare = 0.9
/** Lateness that is held while requests are turned away: with less, the processor would have time to spare. */
const aimMillis = 5
/** Nothing that is over after so many requests, or so soon, is more than a burst. */
const burst = { requests: 4_000, millis: 3_000 }
/** Beside one that is taken. To turn one away costs a quarter of a small answer: at most a sixth of the time goes into it. */
const mostRefused = 0.75
/** Of all that are turned away in some hundred milliseconds; so few cost nothing. */
const fewRefused = 32
/** Of all that are taken in some seconds. Callers who obey are turned away once a second each, and thousands are served meanwhile. */
const mostObeying = 0.3
/** How much of what was counted a second before still counts for that. */
const afterSecond = 0.4
/** It is over when nobody had to wait in so many looks. */
const calmLooks = 50
/** How much an earlier look counts beside the latest one, when they are added up. */
const fading = 0.75

/** Shares of the heap's cap. */
const heapFull = 0.88
const heapFree = 0.78

/** Parts of the bound. */
const parts: Readonly<Record<Priority, number>> = { page: 0.25, aggregate: 0.5, read: 1 }
/** The bound never falls below: with fewer in progress the processor has time to spare. */
const fewest = 64
/** With fewer in progress whatever keeps the processor busy is no request: the gateway starts, or swaps its registry. */
const idle = fewest / 8
/** While the heap is full. */
const mostFull: Readonly<Record<Priority, number>> = { page: 0, aggregate: 4, read: 16 }

export class LoadJudge {
  readonly #lateness = new Float64Array(looks)
  #looks = 0
  #smooth = 0
  #bound = Number.POSITIVE_INFINITY
  #full = false
  #quiet = 0
  /** Of some hundred milliseconds. */
  #refused = 0
  #taken = 0
  /** Of some seconds. */
  #refusedLately = 0
  #takenLately = 0
  #last: Load | undefined
  /** The first look at which the loop was behind, while it is. */
  #since: Load | undefined

  get state(): LoadState {
    return this.#full ? "full" : this.#bound === Number.POSITIVE_INFINITY ? "calm" : "late"
  }

  /** Whether who is turned away asks again without waiting as long as it was told to. */
  get isInsisted(): boolean {
    return this.#refusedLately > Math.max(fewRefused, this.#takenLately * mostObeying)
  }

  /** How many of all requests may be in progress for one more of this kind to be taken. */
  mostOf(priority: Priority): number {
    const most = this.#bound * parts[priority]
    return this.#full ? Math.min(most, mostFull[priority]) : most
  }

  look(load: Load): void {
    this.#full = load.heap > (this.#full ? heapFree : heapFull)
    const lateness = load.busy < busyShare ? 0 : load.lateness
    this.#lateness[this.#looks++ % looks] = lateness
    this.#smooth = this.#smooth * fading + lateness * (1 - fading)
    const refused = load.refused - (this.#last?.refused ?? 0)
    const taken = load.taken - (this.#last?.taken ?? 0)
    this.#refused = this.#refused * fading + refused
    this.#taken = this.#taken * fading + taken
    const left = afterSecond ** ((load.at - (this.#last?.at ?? load.at)) / 1_000)
    this.#refusedLately = this.#refusedLately * left + refused
    this.#takenLately = this.#takenLately * left + taken
    const waited = this.#last?.waited ?? 0
    this.#last = load
    if (this.#bound === Number.POSITIVE_INFINITY) this.#begin(load)
    else this.#follow(load.waited > waited)
  }

  #begin(load: Load): void {
    const late = this.#lateness.reduce((count, one) => one > lateMillis ? count + 1 : count, 0)
    if (late < looks / 2 || load.inProgress < idle) {
      this.#since = undefined
      return
    }
    this.#since ??= load
    if (load.taken - this.#since.taken < burst.requests && load.at - this.#since.at < burst.millis) return
    this.#quiet = 0
    // What is in progress and how late the loop is go together; where most of it waits for agencies, less so.
    this.#bound = Math.max(fewest, load.inProgress * Math.max(0.5, Math.min(1, aimMillis / this.#smooth)))
  }

  #follow(hasLine: boolean): void {
    const behind = this.#smooth / aimMillis
    if (this.#refused > Math.max(fewRefused, this.#taken * mostRefused)) this.#bound *= 1.1
    else if (behind > 1) this.#bound = Math.max(fewest, this.#bound * Math.max(0.85, 1.05 - behind / 20))
    else if (hasLine) this.#bound *= 1.05
    this.#quiet = hasLine || behind > 1 ? 0 : this.#quiet + 1
    if (this.#quiet < calmLooks) return
    this.#bound = Number.POSITIVE_INFINITY
    this.#since = undefined
  }
}
