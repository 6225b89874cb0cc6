/**
 * A filter of keys (Bloom): says of each key that was added that it may be there, and of one other in about a thousand. Pure.
 *
 * The bits of a key lie in one block of 32 bytes, so whoever asks for it reads that block alone, whatever the filter's size.
 *
 * @example
 * const keys = new KeyHashes()
 * keys.add(Buffer.from("tok_1"))
 * const filter = keys.filter()
 * const place = placeOf(Buffer.from("tok_1"))
 * mayHold(filter.subarray(place.block % (filter.length / blockBytes) * blockBytes).subarray(0, blockBytes), place) // true
 */

export const blockBytes = 32
const bitsPerKey = 16

export interface KeyPlace {
  /** Less than 2³¹; its remainder by the number of blocks is the block. */
  readonly block: number
  /** Eight places in the block, a byte each. */
  readonly low: number
  readonly high: number
}

const ended = (state: number): number => {
  const once = Math.imul(state ^ state >>> 16, 0x2c1b3c6d)
  const twice = Math.imul(once ^ once >>> 12, 0x297a2d39)
  return twice ^ twice >>> 15
}

/** Three numbers that differ for different keys; every record comes by here. */
const placeWith = (key: Buffer, start: number, end: number, put: (block: number, low: number, high: number) => void): void => {
  let [block, low, high] = [0x51ed270b ^ end - start, 0x7feb352d, 0x3c6ef372]
  const words = end - (end - start & 3)
  let index = start
  while (index < end) {
    const more = index < words ? key.readInt32LE(index) : key[index]!
    block = Math.imul(block ^ more, 0x9e3779b1)
    block ^= block >>> 15
    low = Math.imul(low ^ more, 0x846ca68b)
    low ^= low >>> 16
    high = Math.imul(high ^ more, 0x1b873593)
    high ^= high >>> 14
    index += index < words ? 4 : 1
  }
  put(ended(block) >>> 1, ended(low), ended(high))
}

export const placeOf = (key: Buffer): KeyPlace => {
  let place: KeyPlace = { block: 0, low: 0, high: 0 }
  placeWith(key, 0, key.length, (block, low, high) => place = { block, low, high })
  return place
}

/** Calls with each of the eight places, a byte in the block and a bit in that, as long as it says true. */
const everyBit = (low: number, high: number, holds: (byte: number, bit: number) => boolean): boolean => {
  for (let shift = 0; shift < 32; shift += 8) {
    const [one, other] = [low >>> shift & 255, high >>> shift & 255]
    if (!holds(one >> 3, 1 << (one & 7)) || !holds(other >> 3, 1 << (other & 7))) return false
  }
  return true
}

/** @param block those bytes of the filter alone */
export const mayHold = (block: Uint8Array, { high, low }: KeyPlace): boolean =>
  everyBit(low, high, (byte, bit) => (block[byte]! & bit) !== 0)

/** A filter that holds everything. */
export const everything: Buffer = Buffer.alloc(blockBytes, 255)

export class KeyHashes {
  #places = new Int32Array(3 * 1_024)
  #end = 0
  readonly #put = (block: number, low: number, high: number): void => {
    if (this.#end === this.#places.length) {
      const larger = new Int32Array(2 * this.#end)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[this.#end++] = block
    this.#places[this.#end++] = low
    this.#places[this.#end++] = high
  }

  readonly #once = new Set<string>()

  /** A key that many segments have: it takes its room in the filter once. */
  addOnce(key: Buffer): void {
    const text = key.toString("latin1")
    if (this.#once.has(text)) return
    this.#once.add(text)
    this.add(key)
  }

  /** What lies there in the bytes. */
  add(bytes: Buffer, start = 0, end = bytes.length): void {
    placeWith(bytes, start, end, this.#put)
  }

  filter(): Buffer {
    const blocks = Math.max(1, Math.ceil(this.#end / 3 * bitsPerKey / (blockBytes * 8)))
    const filter = Buffer.alloc(blocks * blockBytes)
    for (let index = 0; index < this.#end; index += 3) {
      const start = this.#places[index]! % blocks * blockBytes
      everyBit(this.#places[index + 1]!, this.#places[index + 2]!, (byte, bit) => {
        filter[start + byte]! |= bit
        return true
      })
    }
    return filter
  }
}
