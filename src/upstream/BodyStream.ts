/**
 * The body of a large answer on its way: bytes as the agency sends them, inflated, for one reader at its own speed.
 *
 * States: flowing ⇄ held back (the reader is slower than the agency, whose socket is not read) → ended, failed or
 * abandoned. A fault overtakes what waits to be read: nobody is sent more of an answer that is known to be broken.
 *
 * Time: an agency that is not held back has to send a minimum within its timeout (noticed within one and a half of
 * it), or it is cut off: a body that drips would hold its connection for ever. A reader who asks for nothing for a
 * minute is taken for gone. Gotcha: a reader is woken from a microtask, since undici's parser does not bear what a
 * reader may do.
 */
import { Effect } from "effect"
import type { Transform } from "node:stream"
import { bytesPassed } from "./BufferPressure.ts"
import { type ContentCoding, makeInflate } from "./ContentCoding.ts"
import { type Fault, faults } from "./Fault.ts"

/** What waits to be read before the agency is held back, and what is left when it may go on. */
const highWater = 256 * 1024
const lowWater = 64 * 1024
/** What an agency sends at least within its timeout. */
const leastBytes = 64 * 1024
const unreadMillis = 60_000

/** The agency's end of it. */
export interface Sender {
  readonly pause: () => void
  readonly resume: () => void
  readonly abort: () => void
  /** Its connection is not needed any more. Called once. */
  readonly done: () => void
}

export interface BodyStreamOptions {
  /** Undefined where the whole body has arrived. */
  readonly sender: Sender | undefined
  readonly coding: ContentCoding | "identity"
  /** Bound of the body on the wire and again of the inflated body. */
  readonly maxBytes: number
  /** In this time the agency has to send a minimum. */
  readonly paceMillis: number
  /** What has arrived so far. */
  readonly begun: Uint8Array
}

export class BodyStream {
  readonly #options: BodyStreamOptions
  readonly #inflate: Transform | undefined
  readonly #waiting: Array<Uint8Array> = []
  readonly #tickMillis: number
  #timer: NodeJS.Timeout | undefined
  #queued = 0
  #onWire = 0
  #inflated = 0
  #held = false
  #arrived = false
  #over = false
  #fault: Fault | undefined
  #wake: (() => void) | undefined
  /** Since the last tick: bytes that came, and whether the agency was kept from sending. */
  #came = 0
  #wasHeld = false
  #starvedTicks = 0
  #unreadTicks = 0

  constructor(options: BodyStreamOptions) {
    this.#options = options
    this.#tickMillis = Math.max(20, options.paceMillis / 2)
    this.#timer = setInterval(tick, this.#tickMillis, this)
    if (options.coding !== "identity") {
      this.#inflate = makeInflate(options.coding)
        .on("data", (bytes: Uint8Array) => this.#offer(bytes))
        .on("drain", () => this.#goOn())
        // Before the agency has ended, something follows that is no part of the coding.
        .on("end", () => this.#arrived ? this.#finish() : this.#cut(faults.coding))
        .on("error", () => this.#over ? undefined : this.#cut(faults.coding))
    }
    this.push(options.begun)
  }

  /** What the agency sent. */
  push(chunk: Uint8Array): void {
    if (this.#over) return
    this.#came += chunk.byteLength
    bytesPassed(chunk.byteLength, this.#onWire)
    this.#onWire += chunk.byteLength
    if (this.#onWire > this.#options.maxBytes) return this.#cut(faults.tooLarge)
    if (this.#inflate === undefined) this.#offer(chunk)
    else if (!this.#inflate.write(chunk)) this.#hold()
  }

  /** The agency has sent all of it. */
  end(): void {
    if (this.#over) return
    this.#arrive()
    if (this.#inflate === undefined) this.#finish()
    else this.#inflate.end()
  }

  fail(fault: Fault): void {
    if (this.#over) return
    this.#fault = fault
    this.#close()
  }

  /** Nobody reads it any more: the agency's connection is cut. */
  abandon(): void {
    if (this.#over) return
    this.#close()
    this.#options.sender?.abort()
  }

  /** The next bytes; undefined at the end. */
  readonly next: Effect.Effect<Uint8Array | undefined, Fault> = Effect.suspend(() =>
    this.#take() ?? Effect.callback<Uint8Array | undefined, Fault>((resume) => {
      this.#wake = () => resume(this.next)
      return Effect.sync(() => {
        this.#wake = undefined
      })
    })
  )

  tick(): void {
    const starved = !this.#arrived && !this.#wasHeld && this.#came < leastBytes / 2
    this.#starvedTicks = starved ? this.#starvedTicks + 1 : 0
    this.#came = 0
    this.#wasHeld = this.#held
    if (this.#starvedTicks >= 2) return this.#cut(faults.answerTimeout)
    if (++this.#unreadTicks > Math.max(1, unreadMillis / this.#tickMillis)) this.#cut(faults.terminated)
  }

  #take(): Effect.Effect<Uint8Array | undefined, Fault> | undefined {
    this.#unreadTicks = 0
    if (this.#fault !== undefined) return Effect.fail(this.#fault)
    const chunk = this.#waiting.shift()
    if (chunk !== undefined) {
      this.#queued -= chunk.byteLength
      if (this.#queued <= lowWater) this.#goOn()
      return Effect.succeed(chunk)
    }
    return this.#over ? Effect.succeed(undefined) : undefined
  }

  #offer(bytes: Uint8Array): void {
    if (this.#over) return
    if (this.#inflate !== undefined) bytesPassed(bytes.byteLength, this.#inflated)
    this.#inflated += bytes.byteLength
    if (this.#inflated > this.#options.maxBytes) return this.#cut(faults.tooLarge)
    this.#waiting.push(bytes)
    this.#queued += bytes.byteLength
    if (this.#queued >= highWater) {
      this.#inflate?.pause()
      this.#hold()
    }
    this.#rouse()
  }

  #hold(): void {
    if (this.#held) return
    this.#held = true
    this.#wasHeld = true
    this.#options.sender?.pause()
  }

  #goOn(): void {
    if (this.#queued > lowWater) return
    this.#inflate?.resume()
    if (!this.#held || this.#inflate?.writableNeedDrain === true) return
    this.#held = false
    this.#options.sender?.resume()
  }

  /** Nothing more comes; what waits may still be read. */
  #finish(): void {
    this.#over = true
    clearInterval(this.#timer)
    this.#rouse()
  }

  #cut(fault: Fault): void {
    this.fail(fault)
    this.#options.sender?.abort()
  }

  #arrive(): void {
    if (this.#arrived) return
    this.#arrived = true
    this.#options.sender?.done()
  }

  #close(): void {
    this.#arrive()
    this.#waiting.length = 0
    this.#inflate?.destroy()
    this.#finish()
  }

  #rouse(): void {
    const wake = this.#wake
    if (wake === undefined) return
    this.#wake = undefined
    queueMicrotask(wake)
  }
}

const tick = (body: BodyStream): void => body.tick()
