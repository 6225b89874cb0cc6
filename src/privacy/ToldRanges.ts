/**
 * What enclosing objects have told the leaves that wait in them: ranges of `WaitingLeaves.waiting`, each with the bits
 * that every leaf in it has. An object that closes tells only those that do not know yet, so that leaves under many
 * objects are not visited once for each.
 */
import { keyCode } from "./ClassCodes.ts"

/** Start, end and bits. */
const stride = 3
/** More ranges than this become one, of what all of them know. */
const maxRanges = 64

export class ToldRanges {
  #ranges: Array<number> = []

  clear(): void {
    if (this.#ranges.length > 0) this.#ranges = []
  }

  /** Nothing waits from `length` on. */
  cut(length: number): void {
    const ranges = this.#ranges
    while (ranges.length > 0 && ranges[ranges.length - 2]! > length) {
      if (ranges[ranges.length - stride]! < length) ranges[ranges.length - 2] = length
      else ranges.length -= stride
    }
  }

  /** The first of what waited waits no longer. */
  shift(by: number): void {
    const ranges = this.#ranges
    this.#ranges = []
    for (let k = 0; k < ranges.length; k += stride) {
      if (ranges[k + 1]! > by) this.#ranges.push(Math.max(0, ranges[k]! - by), ranges[k + 1]! - by, ranges[k + 2]!)
    }
  }

  /** Tells all leaves from `mark` on; keys that wait among them are let alone. */
  tell(waiting: Array<number>, mark: number, bits: number): void {
    const { length } = waiting
    if (mark >= length) return
    const ranges = this.#ranges
    let first = ranges.length
    while (first > 0 && ranges[first - 2]! > mark) first -= stride
    const inside = ranges.splice(first)
    if (inside.length > 0 && inside[0]! < mark) ranges.push(inside[0]!, mark, inside[2]!)
    const own = ranges.length
    let at = mark
    for (let k = 0; k < inside.length; k += stride) {
      const from = Math.max(inside[k]!, mark)
      const known = inside[k + 2]!
      if (from > at) this.#add(waiting, at, from, 0, bits, own)
      this.#add(waiting, from, at = inside[k + 1]!, known, bits, own)
    }
    if (at < length) this.#add(waiting, at, length, 0, bits, own)
    if (ranges.length - own > stride * maxRanges) {
      let all = -1
      for (let k = own; k < ranges.length; k += stride) all &= ranges[k + 2]!
      ranges.length = own
      ranges.push(mark, length, all)
    }
  }

  #add(waiting: Array<number>, from: number, to: number, known: number, bits: number, own: number): void {
    const ranges = this.#ranges
    if ((bits & ~known) !== 0) {
      for (let at = from; at < to; at += stride) if (waiting[at + 2] !== keyCode) waiting[at + 1]! |= bits
    }
    const last = ranges.length - stride
    if (last >= own && ranges[last + 1] === from && ranges[last + 2] === (known | bits)) ranges[last + 1] = to
    else ranges.push(from, to, known | bits)
  }
}
