/**
 * What a stream makes, in one memory: slices of it are sent, and at its end all of it is stored as a cached response.
 *
 * An answer beyond its bound, or one that finds the room of all streams together taken, is not kept at all: what has
 * been kept of it is let go, and it is sent all the same.
 */
import { Slab } from "../domain/Slab.ts"

/** The largest cached response made of a stream: as much as an endpoint may answer that names no bound of its own. */
export const largestKept = 10 * 1024 * 1024
/** What all streams that are under way may keep together. */
const roomForAll = 64 * 1024 * 1024

/** Shared by the streams of one gateway. */
export class BufferRoom {
  taken = 0
}

export class ResponseBuffer {
  /** To be written to. */
  readonly slab: Slab
  readonly #room: BufferRoom | undefined
  readonly #bound: number
  #isKept = true
  /** Bytes taken of the room, and handed out. */
  #bytes = 0
  #sent = 0

  /**
   * @param room undefined where all is kept: the agency's answer is held as a whole already
   * @param maxBytes what the agency may send; of so much or less all is kept, whatever its representation adds
   * @param expected how long it will be, as far as one knows
   */
  constructor(room: BufferRoom | undefined, maxBytes: number, expected: number) {
    this.#room = room
    this.#bound = room === undefined ? Infinity : maxBytes <= largestKept ? 2 * largestKept : largestKept
    this.slab = new Slab(expected)
  }

  get isKept(): boolean {
    return this.#isKept
  }

  /** What was written since the last time. */
  next(): Uint8Array {
    const bytes = this.slab.slice(this.#sent)
    this.#sent += bytes.length
    if (this.#isKept) {
      this.#bytes += bytes.length
      if (this.#room !== undefined) this.#room.taken += bytes.length
      if (this.#bytes > this.#bound || this.#room !== undefined && this.#room.taken > roomForAll) this.drop()
    } else this.slab.letGo()
    return bytes
  }

  /** All of it, or undefined where it was not kept. It keeps nothing from then on. */
  take(): Uint8Array | undefined {
    const whole = this.#isKept ? this.slab.whole() : undefined
    this.drop()
    return whole
  }

  drop(): void {
    if (!this.#isKept) return
    this.#isKept = false
    if (this.#room !== undefined) this.#room.taken -= this.#bytes
    this.slab.letGo()
  }
}
