/**
 * A `WindowCounter` that several gateways count in together, as far as they share a memory: each counts at once by
 * itself, tells the others, and hears what all have come to.
 *
 * Gotcha: nobody waits for that, so until it has heard, which takes less than a millisecond, a gateway may let one more
 * pass. Beyond the limit nothing is told any more: the window is known to be full.
 */
import type { SharedMemory } from "./SharedMemory.ts"
import { WindowCounter, type WindowOptions } from "./WindowCounter.ts"

export interface SharedWindowOptions extends WindowOptions {
  /** What is counted, so that one key may be counted for several reasons. */
  readonly kind: string
  /** From which count on nothing more has to be known. */
  readonly limit: number
}

export class SharedWindow {
  readonly #options: SharedWindowOptions
  readonly #memory: SharedMemory | undefined
  readonly #counter: WindowCounter
  /** Counted in this turn of the event loop, by key. */
  #turn = new Map<string, number>()

  constructor(options: SharedWindowOptions, memory: SharedMemory | undefined) {
    this.#options = options
    this.#memory = memory
    this.#counter = new WindowCounter(options)
  }

  get size(): number {
    return this.#counter.size
  }

  /** Counts one. @returns how many it is in the key's window, as far as is known here */
  count(key: string, now: number): number {
    const count = this.#counter.count(key, now)
    if (this.#memory?.isUp() === true && count <= this.#options.limit + 1) this.#tell(this.#memory, key, now)
    return count
  }

  /** How many there are in the key's window, as far as is known here; counts nothing. */
  counted(key: string, now: number): number {
    return this.#counter.counted(key, now)
  }

  /** Whole seconds until the key's window closes, 0 where none is open. */
  secondsLeft(key: string, now: number): number {
    return this.#counter.secondsLeft(key, now)
  }

  /** Closes the key's own window, at every gateway that asks. */
  forget(key: string): void {
    this.#counter.forget(key)
    const memory = this.#memory
    memory?.ask({
      write: (asked) => void asked.push("f", memory.nameOf(this.#options.kind, key)),
      read: (_, at) => at,
      failed: () => {}
    })
  }

  #tell(memory: SharedMemory, key: string, now: number): void {
    const before = this.#turn.get(key)
    this.#turn.set(key, (before ?? 0) + 1)
    if (before !== undefined) return
    const { kind, windowMillis } = this.#options
    const closed = (): number => {
      const by = this.#turn.get(key) ?? 0
      this.#turn.delete(key)
      return by
    }
    let isOut = false
    memory.ask({
      write: (asked) => {
        isOut = true
        asked.push("c", memory.nameOf(kind, key), closed(), windowMillis)
      },
      read: (found, at) => {
        const [count = 0, left = 0] = found.slice(at, at + 2)
        this.#counter.learn(key, count, now + left)
        return at + 2
      },
      // What was counted after it went out goes out with the next one.
      failed: () => isOut ? undefined : void closed()
    })
  }
}
