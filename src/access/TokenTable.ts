/**
 * Live tokens in memory: SHA-256 digest → Caller.
 *
 * Open addressing with linear probing over 64-byte rows, one cache line each: the digest (32 bytes), the time of
 * expiry (8), the index of the caller (4). A look-up touches one line and compares the whole digest; with a million
 * tokens it takes less than half of what a Map takes. The digest is uniformly random, so its first word is the hash, and
 * the time a look-up takes says nothing about the token. A row whose expiry is 0 is empty; removal moves the rows
 * behind it up, so there are no tombstones. There are 256 such tables, chosen by the digest's last byte: growing one
 * stalls nobody, where growing a single large one took a sixth of a second.
 */
import type { Caller } from "../domain/Caller.ts"

const rowWords = 16
const rowFloats = 8
const rowBytes = 64
const digestBytes = 32
const expiryFloat = 4
const callerWord = 10
const smallest = 8
const shardCount = 256

/** The little-endian 32-bit word of the digest that begins at byte `at`. */
const word = (digest: string, at: number): number =>
  digest.charCodeAt(at) | digest.charCodeAt(at + 1) << 8 | digest.charCodeAt(at + 2) << 16 | digest.charCodeAt(at + 3) << 24

class Shard {
  #words = new Int32Array(smallest * rowWords)
  #floats = new Float64Array(this.#words.buffer)
  #mask = smallest - 1
  #size = 0
  readonly #callers: Array<Caller | undefined> = []
  readonly #vacant: Array<number> = []

  get size(): number {
    return this.#size
  }

  get(digest: string, nowMillis: number): Caller | undefined {
    const words = this.#words
    const floats = this.#floats
    const mask = this.#mask
    const first = word(digest, 0)
    for (let row = first & mask;; row = row + 1 & mask) {
      const expiry = floats[row * rowFloats + expiryFloat]!
      if (expiry === 0) return undefined
      const at = row * rowWords
      if (
        words[at] === first && words[at + 1] === word(digest, 4) && words[at + 2] === word(digest, 8) && words[at + 3] === word(digest, 12)
        && words[at + 4] === word(digest, 16) && words[at + 5] === word(digest, 20) && words[at + 6] === word(digest, 24) &&
        words[at + 7] === word(digest, 28)
      ) {
        return nowMillis < expiry ? this.#callers[words[at + callerWord]!] : undefined
      }
    }
  }

  has(digest: string): boolean {
    return this.#find(digest) >= 0
  }

  set(digest: string, caller: Caller): void {
    let row = this.#find(digest)
    if (row < 0) {
      if ((this.#size + 1) * 2 > this.#mask + 1) this.#resize((this.#mask + 1) * 2)
      row = this.#free(word(digest, 0))
      this.#size++
      for (let index = 0; index < 8; index++) this.#words[row * rowWords + index] = word(digest, index * 4)
      this.#words[row * rowWords + callerWord] = this.#vacant.pop() ?? this.#callers.length
    }
    this.#floats[row * rowFloats + expiryFloat] = caller.expiresAt
    this.#callers[this.#words[row * rowWords + callerWord]!] = caller
  }

  delete(digest: string): boolean {
    const row = this.#find(digest)
    if (row < 0) return false
    this.#remove(row)
    this.#shrink()
    return true
  }

  sweep(nowMillis: number, dropped: (digest: string) => void): void {
    for (let row = 0; row <= this.#mask;) {
      const expiry = this.#floats[row * rowFloats + expiryFloat]!
      if (expiry !== 0 && expiry <= nowMillis) {
        dropped(Buffer.from(this.#words.buffer, row * rowBytes, digestBytes).toString("latin1"))
        // A removal may move another expired row here, so look at it again.
        this.#remove(row)
      } else row++
    }
    this.#shrink()
  }

  #find(digest: string): number {
    for (let row = word(digest, 0) & this.#mask;; row = row + 1 & this.#mask) {
      if (this.#floats[row * rowFloats + expiryFloat] === 0) return -1
      let same = true
      for (let index = 0; same && index < 8; index++) same = this.#words[row * rowWords + index] === word(digest, index * 4)
      if (same) return row
    }
  }

  #free(first: number): number {
    let row = first & this.#mask
    while (this.#floats[row * rowFloats + expiryFloat] !== 0) row = row + 1 & this.#mask
    return row
  }

  #remove(removed: number): void {
    const mask = this.#mask
    const caller = this.#words[removed * rowWords + callerWord]!
    this.#callers[caller] = undefined
    this.#vacant.push(caller)
    let hole = removed
    for (let row = hole + 1 & mask; this.#floats[row * rowFloats + expiryFloat] !== 0; row = row + 1 & mask) {
      const home = this.#words[row * rowWords]! & mask
      // The row may fill the hole unless its home lies between the hole and itself.
      if ((row - home & mask) >= (row - hole & mask)) {
        this.#words.copyWithin(hole * rowWords, row * rowWords, (row + 1) * rowWords)
        hole = row
      }
    }
    this.#floats[hole * rowFloats + expiryFloat] = 0
    this.#size--
  }

  #shrink(): void {
    let capacity = this.#mask + 1
    while (capacity > smallest && this.#size * 8 < capacity) capacity /= 2
    if (capacity <= this.#mask) this.#resize(capacity)
  }

  #resize(capacity: number): void {
    const words = this.#words
    const floats = this.#floats
    this.#words = new Int32Array(capacity * rowWords)
    this.#floats = new Float64Array(this.#words.buffer)
    this.#mask = capacity - 1
    for (let row = 0; row * rowWords < words.length; row++) {
      if (floats[row * rowFloats + expiryFloat] === 0) continue
      const at = row * rowWords
      this.#words.set(words.subarray(at, at + rowWords), this.#free(words[at]!) * rowWords)
    }
  }
}

export class TokenTable {
  readonly #shards = Array.from({ length: shardCount }, () => new Shard())
  #next = 0

  get size(): number {
    return this.#shards.reduce((total, shard) => total + shard.size, 0)
  }

  /** The caller, unless unknown or no longer valid at `nowMillis`. */
  get(digest: string, nowMillis: number): Caller | undefined {
    return this.#shard(digest).get(digest, nowMillis)
  }

  /** Whether it is here, valid or expired. */
  has(digest: string): boolean {
    return this.#shard(digest).has(digest)
  }

  set(digest: string, caller: Caller): void {
    this.#shard(digest).set(digest, caller)
  }

  delete(digest: string): boolean {
    return this.#shard(digest).delete(digest)
  }

  clear(): void {
    for (let index = 0; index < shardCount; index++) this.#shards[index] = new Shard()
  }

  /**
   * Drops what has expired in the next `shards` of the 256 parts; called often, it goes round the whole table.
   *
   * @param dropped is told their digests
   */
  sweep(nowMillis: number, shards = shardCount, dropped: (digest: string) => void = () => {}): void {
    for (let left = shards; left > 0; left--) {
      this.#shards[this.#next]!.sweep(nowMillis, dropped)
      this.#next = (this.#next + 1) % shardCount
    }
  }

  #shard(digest: string): Shard {
    return this.#shards[digest.charCodeAt(31)]!
  }
}
