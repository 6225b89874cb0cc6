/**
 * One caller of a live feed: what waits for them to take it, and when they were last charged and spoken to. What is written is shared
 * by all who ask the same, so a listener costs its place in a list.
 */
import { Queue } from "effect"
import type { Cause } from "effect"
import type { Exchange } from "../Exchange.ts"

/** So many bytes may wait; one event may be larger. */
const mostWaiting = 1024 * 1024

const encoder = new TextEncoder()
const comment = encoder.encode(":\n\n")
const greeting = encoder.encode("retry: 5000\n\n")

export class Listener {
  readonly exchange: Exchange
  /** Looked up again and again: what it may read may change. */
  readonly token: string
  readonly queue: Queue.Queue<Uint8Array, Cause.Done>
  /** The event that it resumes from; undefined of a new one. */
  readonly lastEventId: string | undefined
  /** Events that were delivered. */
  delivered = 0
  isOver = false
  /** Monotonic milliseconds. */
  chargedAt: number
  spokenAt: number
  #waiting = greeting.length

  constructor(exchange: Exchange, token: string, queue: Listener["queue"], lastEventId: string | undefined, nowMonotonic: number) {
    this.exchange = exchange
    this.token = token
    this.queue = queue
    this.lastEventId = lastEventId
    this.chargedAt = nowMonotonic
    this.spokenAt = nowMonotonic
    Queue.offerUnsafe(queue, greeting)
  }

  /** False where too much waits already: the caller is slow. */
  write(bytes: Uint8Array, nowMonotonic: number): boolean {
    if (this.isOver) return true
    if (this.#waiting > 0 && this.#waiting + bytes.length > mostWaiting) return false
    this.#waiting += bytes.length
    this.spokenAt = nowMonotonic
    Queue.offerUnsafe(this.queue, bytes)
    return true
  }

  /** So that nobody on the way takes the silence for an end. */
  beat(nowMonotonic: number): void {
    if (this.#waiting === 0) this.write(comment, nowMonotonic)
  }

  taken(bytes: number): void {
    this.#waiting -= bytes
  }

  /** Nothing comes after it. */
  end(last: Uint8Array): void {
    if (this.isOver) return
    this.isOver = true
    Queue.offerUnsafe(this.queue, last)
    Queue.endUnsafe(this.queue)
  }
}
