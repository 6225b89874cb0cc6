/** Keys that were shown in the objects that are open, to keep them apart; those that came masked are among them. */

/** Of one object; beyond them a number that no other has keeps keys apart. */
const mostKeys = 65_536

interface Shown {
  /** The number that the kernel gave to the object. */
  readonly serial: number
  readonly keys: Map<string, number>
  count: number
}

export class ShownKeys {
  /** By the depth of their object. */
  readonly #open: Array<Shown> = []

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
