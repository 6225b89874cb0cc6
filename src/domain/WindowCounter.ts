/**
 * Counts what keys do, each key in a window of its own: the first count opens it, and after it has closed the next
 * count opens another. So a key that waits once it has counted to N does N in a window at most.
 *
 * `now` is any clock's milliseconds. Memory is bounded: no more than `maxKeys` keys have a window of their own. Those
 * that have closed are forgotten all at once, as long after the time before as a window is open.
 */
export interface WindowOptions {
  readonly windowMillis: number
  readonly maxKeys: number
  /**
   * What becomes of a key for which there is no room: it counts together with all others like it, or it takes the
   * place of the key that counted longest ago.
   */
  readonly beyond: "together" | "instead"
}

interface Window {
  closesAt: number
  count: number
}

export class WindowCounter {
  readonly #options: WindowOptions
  /** Where a key may lose its place, in the order of their latest counts. */
  readonly #windows = new Map<string, Window>()
  #shared: Window | undefined
  #sweepAt = Number.NEGATIVE_INFINITY

  constructor(options: WindowOptions) {
    this.#options = options
  }

  /** How many keys have a window. */
  get size(): number {
    return this.#windows.size
  }

  /** Counts one. @returns how many it is in the key's window */
  count(key: string, now: number): number {
    const window = this.#openOf(key, now) ?? this.#open(key, now)
    if (this.#options.beyond === "instead") {
      this.#windows.delete(key)
      this.#windows.set(key, window)
    }
    return ++window.count
  }

  /** How many there are in the key's window; counts nothing. */
  counted(key: string, now: number): number {
    return this.#openOf(key, now)?.count ?? 0
  }

  /** Whole seconds until the key's window closes, 0 where none is open. */
  secondsLeft(key: string, now: number): number {
    const window = this.#openOf(key, now)
    return window === undefined ? 0 : Math.ceil((window.closesAt - now) / 1000)
  }

  /** Others counted too: as much and as long as that, where the key has a window of its own. */
  learn(key: string, count: number, closesAt: number): void {
    const window = this.#windows.get(key)
    if (window === undefined || count < window.count) return
    window.count = count
    window.closesAt = closesAt
  }

  /** Closes the key's own window. */
  forget(key: string): void {
    this.#windows.delete(key)
  }

  #openOf(key: string, now: number): Window | undefined {
    const own = this.#windows.get(key)
    const window = own === undefined && this.#isShared() ? this.#shared : own
    return window !== undefined && now < window.closesAt ? window : undefined
  }

  #open(key: string, now: number): Window {
    const opened = { closesAt: now + this.#options.windowMillis, count: 0 }
    this.#windows.delete(key)
    this.#sweep(now)
    if (this.#isShared()) return this.#shared = opened
    if (this.#isFull()) {
      const [longestAgo] = this.#windows.keys()
      if (longestAgo !== undefined) this.#windows.delete(longestAgo)
    }
    this.#windows.set(key, opened)
    return opened
  }

  #isFull(): boolean {
    return this.#windows.size >= this.#options.maxKeys
  }

  /** Whether a key without a window counts with the others. */
  #isShared(): boolean {
    return this.#options.beyond === "together" && this.#isFull()
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + this.#options.windowMillis
    for (const [key, { closesAt }] of this.#windows) if (now >= closesAt) this.#windows.delete(key)
  }
}
