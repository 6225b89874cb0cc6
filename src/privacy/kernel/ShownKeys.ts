/** How keys are shown, and those that were in the objects that are open, to keep them apart: also those that came masked. */
import type { Decide, Shown } from "./Entry.ts"

/** Of one object; beyond them a number that no other has keeps keys apart. */
const mostKeys = 65_536

interface Open {
  /** The number that the kernel gave to the object. */
  readonly serial: number
  readonly keys: Map<string, number>
  count: number
}

export class ShownKeys {
  /** By the depth of their object. */
  readonly #open: Array<Open> = []
  readonly #decide: Decide
  #last: { readonly key: string; readonly code: number; readonly shown: Shown | undefined } | undefined

  constructor(decide: Decide) {
    this.#decide = decide
  }

  /** The key that is met is asked for twice. */
  shown(key: string, code: number): Shown | undefined {
    if (this.#last?.key !== key || this.#last.code !== code) this.#last = { key, code, shown: this.#decide.key(key, code) }
    return this.#last.shown
  }

  /** Two keys of one object must not become one: the second is `3171************ (2)`. */
  apart(key: string, depth: number, serial: number): string {
    let shown = this.#open[depth]
    if (shown?.serial !== serial) this.#open[depth] = shown = { serial, keys: new Map<string, number>(), count: 0 }
    const { keys } = shown
    shown.count++
    let times = (keys.get(key) ?? 0) + 1
    if (times === 1 && keys.size >= mostKeys) return `${key} (${shown.count})`
    let made = key
    if (times > 1) { while (keys.has(made = `${key} (${times})`)) times++ }
    keys.set(key, times)
    if (times > 1) keys.set(made, 1)
    return made
  }
}
