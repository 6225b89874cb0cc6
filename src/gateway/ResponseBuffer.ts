/**
 * Keeps what a stream sends, so that it can be stored as a cached response at its end.
 *
 * An answer beyond its bound, or one that finds the room of all streams together taken, is not kept at all: what has
 * been kept of it is let go, and it is sent all the same.
 */

/** The largest cached response made of a stream: as much as an endpoint may answer that names no bound of its own. */
export const largestKept = 10 * 1024 * 1024
/** What all streams that are under way may keep together. */
const roomForAll = 64 * 1024 * 1024

/** Shared by the streams of one gateway. */
export class BufferRoom {
  taken = 0
}

export class ResponseBuffer {
  readonly #room: BufferRoom | undefined
  readonly #bound: number
  #parts: Array<Uint8Array> | undefined = []
  #bytes = 0

  /**
   * @param room undefined where all is kept: the agency's answer is held as a whole already
   * @param maxBytes what the agency may send; of so much or less all is kept, whatever its representation adds
   */
  constructor(room: BufferRoom | undefined, maxBytes: number) {
    this.#room = room
    this.#bound = room === undefined ? Infinity : maxBytes <= largestKept ? 2 * largestKept : largestKept
  }

  get isKept(): boolean {
    return this.#parts !== undefined
  }

  add(bytes: Uint8Array): void {
    if (this.#parts === undefined) return
    this.#bytes += bytes.length
    this.#parts.push(bytes)
    if (this.#room !== undefined) this.#room.taken += bytes.length
    if (this.#bytes > this.#bound || this.#room !== undefined && this.#room.taken > roomForAll) this.drop()
  }

  /** All of it, or undefined where it was not kept. It keeps nothing from then on. */
  take(): Uint8Array | undefined {
    const parts = this.#parts
    this.drop()
    return parts === undefined ? undefined : Buffer.concat(parts)
  }

  drop(): void {
    if (this.#parts === undefined) return
    if (this.#room !== undefined) this.#room.taken -= this.#bytes
    this.#parts = undefined
  }
}
