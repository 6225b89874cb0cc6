/**
 * How many requests of one access token may be in progress at once, streamed answers until their end included.
 *
 * Whoever comes beyond that waits for a place, first come first served, and gives up after a second: a burst that is
 * answered quickly passes whole, and one of requests that hang is told so. Tokens that took each other's place count
 * together. Memory follows what is in progress.
 */
import { Effect } from "effect"
import { type Waiting, WaitingLine } from "../upstream/WaitingLine.ts"

/** 32; a thousandth of what a token may send in a minute where that is more, or it could never send so many. */
export const maxInProgressOf = (limit: number): number => Math.max(32, Math.floor(limit / 1_000))
const waitMillis = 1_000

interface Waiter extends Waiting<Waiter> {
  readonly proceed: () => void
}

export class TokenConcurrency {
  /** How many places each token has. */
  readonly most: number
  readonly #running = new Map<string, number>()
  readonly #lines = new Map<string, WaitingLine<Waiter>>()

  constructor(most: number) {
    this.most = most
  }

  /** Whether all places of the token are taken. */
  isFull(bucket: string): boolean {
    return (this.#running.get(bucket) ?? 0) >= this.most
  }

  /** Takes a place; one has to be free. */
  enter(bucket: string): void {
    this.#running.set(bucket, (this.#running.get(bucket) ?? 0) + 1)
  }

  /**
   * Waits for a place; false where none came in time.
   * @param taken called at once when it comes: the place has to be given back then, whoever still waits for it
   */
  wait(bucket: string, taken: () => void): Effect.Effect<boolean> {
    return Effect.suspend(() => {
      let line = this.#lines.get(bucket)
      if (line === undefined) this.#lines.set(bucket, line = new WaitingLine())
      const joined = line
      let got = false
      let resumed = (): void => {}
      const leave = (): void => {
        joined.leave(waiter)
        if (joined.length === 0 && this.#lines.get(bucket) === joined) this.#lines.delete(bucket)
      }
      const waiter: Waiter = {
        ahead: undefined,
        behind: undefined,
        proceed: () => {
          got = true
          taken()
          leave()
          resumed()
        }
      }
      joined.join(waiter)
      const place = Effect.callback<boolean>((resume) => {
        resumed = () => resume(Effect.succeed(true))
        if (got) resumed()
      })
      return Effect.ensuring(
        Effect.timeoutOrElse(place, { duration: waitMillis, orElse: () => Effect.sync(() => got) }),
        Effect.sync(leave)
      )
    })
  }

  /** Gives the place to whoever waits, or back. */
  leave(bucket: string): void {
    const next = this.#lines.get(bucket)?.next()
    if (next !== undefined) return next.proceed()
    const running = this.#running.get(bucket) ?? 0
    if (running > 1) this.#running.set(bucket, running - 1)
    else this.#running.delete(bucket)
  }

  /** Requests in progress with tokens of this bucket. */
  inProgress(bucket: string): number {
    return this.#running.get(bucket) ?? 0
  }

  /** Tokens that have something in progress. */
  get size(): number {
    return this.#running.size + this.#lines.size
  }
}
