/**
 * Keeps what a streamed answer sends, so that a copy of it can be stored at its end.
 *
 * An answer beyond its bound, or one that finds the room of all streams together taken, is not kept at all: what has
 * been kept of it is let go, and it is sent all the same.
 */

/** The largest copy made of a stream: as much as an endpoint may answer that names no bound of its own. */
export const largestKept = 10 * 1024 * 1024
/** What all streams that are under way may keep together. */
const roomForAll = 64 * 1024 * 1024

/** Shared by the streams of one gateway. */
export class KeepingRoom {
  taken = 0
}

export class KeptBody {
  readonly #room: KeepingRoom
  readonly #bound: number
  #parts: Array<Uint8Array> | undefined = []
  #bytes = 0

  /** @param maxBytes what the agency may send; of so much or less all is kept, whatever its representation adds */
  constructor(room: KeepingRoom, maxBytes: number) {
    this.#room = room
    this.#bound = maxBytes <= largestKept ? 2 * largestKept : largestKept
  }

  get isKept(): boolean {
    return this.#parts !== undefined
  }

  add(bytes: Uint8Array): void {
    if (this.#parts === undefined) return
    this.#bytes += bytes.length
    this.#room.taken += bytes.length
    this.#parts.push(bytes)
    if (this.#bytes > this.#bound || this.#room.taken > roomForAll) this.drop()
  }

  /** All of it, or undefined where it was not kept. It keeps nothing from then on. */
  take(): Uint8Array | undefined {
    const parts = this.#parts
    this.drop()
    return parts === undefined ? undefined : Buffer.concat(parts)
  }

  drop(): void {
    if (this.#parts === undefined) return
    this.#room.taken -= this.#bytes
    this.#parts = undefined
  }
}
