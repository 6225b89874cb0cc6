/**
 * The rows of one masked answer, as hashes of what they still tell about a person, and which of them stand alone.
 */
import { mixOne, mixTwo, seedOne, seedTwo } from "./QuasiHash.ts"

/** Below it, sorting in place is faster than the engine's sort. */
const few = 32

const sortFew = (values: Array<number>): void => {
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!
    let at = i
    for (; at > 0 && values[at - 1]! > value; at--) values[at] = values[at - 1]!
    values[at] = value
  }
}

/** Those that are there once, in order. */
const onlyOnce = (values: Array<number>): ArrayLike<number> => {
  let sorted: Array<number> | Float64Array = values
  if (values.length > few) sorted = Float64Array.from(values).sort()
  else sortFew(values)
  const { length } = sorted
  let count = 0
  for (let i = 0; i < length;) {
    const value = sorted[i]!
    const first = i
    while (i < length && sorted[i] === value) i++
    if (i - first === 1) sorted[count++] = value
  }
  if (!Array.isArray(sorted)) return sorted.slice(0, count)
  sorted.length = count
  return sorted
}

export class QuasiRows {
  /** For each row its kinds as a mask, then two hashes for each of them in order. */
  readonly #packed: ArrayLike<number>
  readonly #masks: Array<number> = []
  readonly #alone: Array<ArrayLike<number>> = []

  constructor(packed: ArrayLike<number>) {
    this.#packed = packed
  }

  /** Combinations of these kinds that exactly one row has (k = 1), hashed and in order. */
  alone(mask: number): ArrayLike<number> {
    const known = this.#masks.indexOf(mask)
    if (known >= 0) return this.#alone[known]!
    const packed = this.#packed
    const found: Array<number> = []
    for (let at = 0; at < packed.length;) {
      const row = packed[at++]!
      const isWhole = (row & mask) === mask
      let one = seedOne
      let two = seedTwo
      for (let rest = row; rest !== 0; rest &= rest - 1, at += 2) {
        if (!isWhole || (mask & rest & -rest) === 0) continue
        one = mixOne(one, packed[at]!)
        two = mixTwo(two, packed[at + 1]!)
      }
      // 53 bits, which a number holds.
      if (isWhole) found.push((one >>> 0) * 0x200000 + (two >>> 11))
    }
    const alone = onlyOnce(found)
    this.#masks.push(mask)
    this.#alone.push(alone)
    return alone
  }
}

/** How many rows of one have exactly one counterpart in the other, by all these kinds together. */
export const linkableRows = (one: QuasiRows, other: QuasiRows, mask: number): number => {
  const here = one.alone(mask)
  const there = other.alone(mask)
  let linkable = 0
  for (let i = 0, j = 0; i < here.length && j < there.length;) {
    const difference = here[i]! - there[j]!
    if (difference === 0) linkable++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return linkable
}
