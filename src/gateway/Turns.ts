/**
 * Shares the event loop between answers that take long to make: each works for a few milliseconds and lets everything
 * else have a turn before it goes on. All of them together take no more of one turn than one of them alone.
 */
import { Effect } from "effect"

/** Milliseconds of one turn that may go to making answers; a step more may be begun just before. */
export const turnMillis = 8

export class Turns {
  readonly #waiting: Array<() => void> = []
  #spent = 0
  #armed = false

  /** Whether this turn has no more time for such work. */
  get isOver(): boolean {
    return this.#spent >= turnMillis
  }

  /** Runs steps until there are no more, or the turn is over. @returns whether there are more */
  run(step: () => boolean): boolean {
    const began = performance.now()
    let isMore = true
    while ((isMore = step()) && this.#spent + performance.now() - began < turnMillis);
    this.#spent += performance.now() - began
    this.#arm()
    return isMore
  }

  /** Waits for a turn of its own: those who wait go on one by one. */
  readonly next: Effect.Effect<void> = Effect.callback((resume) => {
    const go = () => resume(Effect.void)
    this.#waiting.push(go)
    this.#arm()
    return Effect.sync(() => {
      const at = this.#waiting.indexOf(go)
      if (at >= 0) this.#waiting.splice(at, 1)
    })
  })

  #arm(): void {
    if (this.#armed) return
    this.#armed = true
    setImmediate(() => {
      this.#armed = false
      this.#spent = 0
      const go = this.#waiting.shift()
      if (this.#waiting.length > 0) this.#arm()
      go?.()
    })
  }
}

/** Those of this process's one event loop. */
export const turns = new Turns()
