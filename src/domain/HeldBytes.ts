/**
 * How much memory the large bodies hold that wait in this process: those that are being collected of agencies, those that
 * wait for the rest of their aggregate or preset, and answers that are made and not yet taken by their callers.
 *
 * A body that many hold, such as a stored copy, is there once and counts once. Beyond the bound no further body is
 * collected and no further answer is made (503): whoever asks for much at once, or reads slowly, waits for himself, not
 * the city for him. What was collected within the bound is kept to its end, whatever masking makes of its size.
 *
 * @example
 * const holding = held.begin()
 * if (!holding.growTo(body.length)) return overloaded() // … as it arrives …
 * holding.keep(masked)
 * holding.end() // always, whatever came of it
 */
import { Context } from "effect"

const mebibyte = 1024 * 1024

/** What leaves at once, however slow its reader is: the system takes it. Nothing so small is counted. */
export const leavesAtOnce = 64 * 1024

export class HeldBodies {
  #bytes = 0
  readonly #holders = new Map<Uint8Array, number>()
  readonly #bound: number

  /** @param bound in bytes */
  constructor(bound: number) {
    this.#bound = bound
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether this answer has no room. The first one always has, whatever its size. */
  isFull(body: Uint8Array): boolean {
    return body.length > leavesAtOnce && this.#bytes > 0 && !this.#holders.has(body) && this.#bytes + body.length > this.#bound
  }

  hold(body: Uint8Array): void {
    const holders = this.#holders.get(body) ?? 0
    if (holders === 0) this.#bytes += body.length
    this.#holders.set(body, holders + 1)
  }

  release(body: Uint8Array): void {
    const holders = this.#holders.get(body)
    if (holders === undefined) return
    if (holders > 1) {
      this.#holders.set(body, holders - 1)
      return
    }
    this.#holders.delete(body)
    this.#bytes -= body.length
  }

  /** What one call or one request will hold. */
  begin(): Holding {
    return new Holding(this)
  }

  /** Takes so many bytes more for one who holds `own`, or fewer where `more` is negative; false where there is no room. */
  take(more: number, own: number): boolean {
    if (more > 0 && this.#bytes > own && this.#bytes + more > this.#bound) return false
    this.#bytes += more
    return true
  }
}

/** All that one call or one request holds; after its end it holds nothing any more, whoever still adds to it. */
export class Holding {
  readonly #held: HeldBodies
  #collected = 0
  #bodies: Array<Uint8Array> | undefined
  #ended = false

  constructor(held: HeldBodies) {
    this.#held = held
  }

  /**
   * So many bytes are collected by now, fewer where it began again. False, and nothing changes, where there is no
   * room; the first one has.
   */
  growTo(bytes: number): boolean {
    if (this.#ended || !this.#held.take(bytes - this.#collected, this.#collected)) return false
    this.#collected = bytes
    return true
  }

  /** Holds a finished body until the end: it has been collected, so it has room. */
  keep(body: Uint8Array): void {
    if (this.#ended || body.length <= leavesAtOnce) return
    this.#held.hold(body)
    ;(this.#bodies ??= []).push(body)
  }

  /** Holds this body in place of all that it was made of. */
  keepOnly(body: Uint8Array): void {
    this.#release()
    this.keep(body)
  }

  end(): void {
    this.#release()
    this.#ended = true
  }

  #release(): void {
    if (this.#collected > 0) this.growTo(0)
    if (this.#bodies === undefined) return
    for (const body of this.#bodies) this.#held.release(body)
    this.#bodies = undefined
  }
}

/** One for the process, whose memory it is about. */
export const HeldBytes: Context.Reference<HeldBodies> = Context.Reference("gapura/HeldBytes", {
  defaultValue: () => new HeldBodies(256 * mebibyte)
})
