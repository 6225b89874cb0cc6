/**
 * Masks a JSON document of any size, piece by piece, with the kernel and the decisions of `Masker.ts`. What it does not
 * mask leaves byte for byte.
 *
 * What it finds on the way: a root list, scalar or object without a `data` key is data; of an object with one, the
 * value is data and the other members are meta. It decides at the root's first members and holds them until then:
 *
 * - `undecided`: nothing has left. A `data` key makes the body wrapped; the end, or `bound` bytes without one, bare.
 * - `bare`: the root streams out as data. A `data` key after `bound` bytes is a fault: data has left that is none.
 * - `wrapped`: the value of `data` streams out; the members beside it are kept, up to `metaBound` bytes. A second
 *   `data` key is a fault.
 *
 * Keys that are new to its endpoint wait until 64 KiB behind them have come, or the end: they are judged with their values.
 *
 * Bounds, so that memory does not grow with the body: a key or a number of more than `lexemeBound` bytes is a fault,
 * and a string of more than `longestHeld` is hidden. Depth is bounded as everywhere.
 *
 * No step takes long: it reads a part of what has come, or of a long string in it. What a body may cost is bounded too
 * (`BodyEffort.ts`): beyond that, texts that would have to be read are hidden, and unknown keys with what is under them.
 *
 * Gotcha: after a fault the stream stays faulty; what has left before it is masked, but no document.
 */
import { Result } from "effect"
import type { Slab } from "../domain/Slab.ts"
import { BodyEffort } from "./BodyEffort.ts"
import { HeldText } from "./HeldText.ts"
import { Incoming } from "./Incoming.ts"
import type { Entry, Shown } from "./kernel/Entry.ts"
import * as Layout from "./kernel/Layout.ts"
import { LongString } from "./kernel/LongString.ts"
import { Pass } from "./kernel/Pass.ts"
import { hiddenLong } from "./kernel/Whole.ts"
import { kernelAt } from "./Kernels.ts"
import type { LongText } from "./LongText.ts"
import { MalformedJson } from "./MalformedJson.ts"
import { MaskedRoot } from "./MaskedRoot.ts"
import { maskNestedIn } from "./Masker.ts"
import type { MaskingPolicy } from "./MaskingPolicy.ts"
import { longestTelling } from "./OwnEnvelope.ts"
import { ownMeta, type Place, placeOf } from "./Place.ts"
import { Values } from "./Values.ts"

interface MaskStreamOptions {
  readonly policy: MaskingPolicy
  readonly pseudonymKey: Uint8Array | undefined
  readonly reserved?: ReadonlySet<string>
  /** The body is known to be an object with a `data` key, however late that comes. */
  readonly isWrapped?: boolean
  /** Where masked bytes of `data` are written; whoever gives it lets go of it. */
  readonly slab?: Slab
}

export interface MaskedEnd {
  /** The last masked bytes of `data`, as `taken` gives them. */
  readonly data: Uint8Array
  /** Members for `meta`, as in `MaskedBody`. */
  readonly meta: Uint8Array
  readonly masked: number
  readonly classes: Readonly<Record<string, number>>
  readonly count: number | undefined
}

export const lexemeBound = Layout.windowBytes

const mostRepeats = 4
/** Strings of more bytes are read in parts. */
const readAtOnce = 4_096

const bytesOf = (json: string | undefined, raw: Uint8Array): Uint8Array => json === undefined ? raw : Buffer.from(json)

export class MaskStream {
  readonly #reserved: ReadonlySet<string>
  readonly #place: Place
  readonly #text = new HeldText()
  readonly #root: MaskedRoot
  readonly #values: Values
  readonly #incoming = new Incoming()
  readonly #effort = new BodyEffort()
  #pass: Pass
  #begin = 0
  /** So much of the text has to be there before it is worth reading on. */
  #worth = 1
  #long: LongString | undefined
  #reading: LongText | undefined
  #isBegun = false
  #isEnded = false
  #fault: MalformedJson | undefined
  /** What was masked so far; the end tells it itself, and it is not to be asked for after that. */
  readonly counted = () => this.#pass.counted()

  /** Its fault is no fault of the body: read with `isWrapped` it is sound so far. */
  get isMisread(): boolean {
    return this.#root.isMisread
  }

  constructor(options: MaskStreamOptions) {
    this.#reserved = options.reserved ?? ownMeta
    this.#place = placeOf(options.policy)
    this.#root = new MaskedRoot(this.#place, this.#reserved, this.#text, options.slab, (offset, reason) => this.#fail(offset, reason))
    this.#values = new Values(options.pseudonymKey, (text, node) => maskNestedIn(this.#place.bare, 0)(text, node))
    this.#pass = this.#enter(options.isWrapped === true || this.#place.isWrapped)
    if (options.isWrapped === true) this.#root.mode = "wrapped"
  }

  #enter(isWrapped: boolean): Pass {
    const { bare, own, wrapped } = this.#place
    const entry: Entry = isWrapped ? this.#reserved.size === 0 ? own : wrapped : bare
    return new Pass(kernelAt(0), entry, this.#values, readAtOnce)
  }

  /** Hands over more of the body, to be read by `step`: its memory has to stay as it is until then. */
  offer(chunk: Uint8Array): void {
    this.#incoming.offer(chunk)
  }

  /** Nothing more comes. */
  close(): void {
    this.#incoming.close()
  }

  /** Reads on a little. @returns whether there is more to be read at once */
  step(): boolean {
    if (this.#fault !== undefined || this.#isEnded) return false
    const incoming = this.#incoming
    this.#effort.begin()
    if (this.#reading !== undefined) this.#readOn(this.#reading)
    else if (incoming.isMore || incoming.isLast) this.#take()
    else return false
    if (this.#effort.end(incoming.total)) this.#values.isExhausted = true
    this.#isEnded = this.#reading === undefined && incoming.isLast
    return this.#fault === undefined && (this.#reading !== undefined || incoming.isMore)
  }

  /** Masked bytes of `data` that are final now, maybe none. */
  taken(): Result.Result<Uint8Array, MalformedJson> {
    return this.#fault === undefined ? Result.succeed(this.#root.outgoing()) : Result.fail(this.#fault)
  }

  /** Reads all of it at once. @returns what `taken` does */
  push(chunk: Uint8Array): Result.Result<Uint8Array, MalformedJson> {
    this.offer(chunk)
    while (this.step());
    return this.taken()
  }

  /** Reads what is left at once, where `step` has not. */
  end(): Result.Result<MaskedEnd, MalformedJson> {
    this.close()
    while (this.step());
    if (this.#fault !== undefined) return Result.fail(this.#fault)
    const counted = this.counted()
    this.#pass.leave()
    return Result.succeed({
      data: this.#root.outgoing(),
      meta: this.#root.meta(),
      ...counted,
      count: this.#root.mode === "wrapped" ? this.#root.count : this.#pass.count
    })
  }

  #take(): void {
    const text = this.#text
    const needed = this.#needed()
    this.#incoming.take((piece) => text.add(piece, needed))
    const { isLast } = this.#incoming
    if (!text.check(isLast)) return this.#fail(text.gone + text.checked, "not UTF-8")
    if (!this.#isBegun && text.checked > 0) {
      if (text.bytes[0] === 0xef && text.checked < 3 && !isLast) return
      this.#isBegun = true
      this.#begin = this.#pass.position = text.markLength
    }
    this.#run()
  }

  /** What is there is read as far as it goes, or up to a long text. */
  #run(): void {
    const text = this.#text
    const { isLast } = this.#incoming
    for (;;) {
      const pass = this.#pass
      if (this.#long !== undefined && !this.#findEnd(this.#long)) return
      if (this.#reading !== undefined || this.#fault !== undefined) return
      const from = pass.position
      const to = text.gone + text.checked
      if (!isLast && to < this.#worth) return
      if (to === from && !isLast) return
      const status = pass.run(text.bytes, from - text.gone, text.checked, isLast)
      const read = pass.position - from
      this.#root.add(pass.isChanged ? pass.output : text.bytes.subarray(from - text.gone, from - text.gone + read))
      if (status < 0) return this.#fail(pass.position, Layout.reasons[status] ?? "malformed")
      const anew = this.#root.decide(pass)
      if (anew !== undefined) {
        this.#restart(anew === "wrapped")
        continue
      }
      if (this.#fault !== undefined) return
      this.#root.leave(pass)
      this.#worth = 0
      const isWaiting = to - pass.position < Layout.lookBytes && !isLast
      switch (status) {
        case Layout.ended:
          return
        case Layout.more: {
          const unread = to - pass.position
          if (read === 0 && unread >= Layout.windowBytes) return this.#fail(pass.position, "a key or a number is too long")
          if (unread < Layout.windowBytes || read === 0) {
            this.#worth = to + Math.max(1, unread >> 2)
            if (!isLast) return
          }
          break
        }
        case Layout.unknownKey:
          if (isWaiting) return void (this.#worth = pass.position + Layout.lookBytes)
          if (pass.look(text.bytes, pass.position - text.gone, text.checked)) this.#again()
          break
        case Layout.assignRow:
          if (isWaiting) return void (this.#worth = pass.position + Layout.lookBytes)
          pass.assign(text.bytes, pass.position - text.gone, text.checked)
          break
        case Layout.longString:
          this.#long = new LongString(pass.position + 1, pass.nextCode === Layout.publicCode)
      }
    }
  }

  #repeats = 0

  /** A verdict was tightened: where nothing has left yet it is read again from the beginning. */
  #again(): void {
    if (!this.#root.hasLeft && this.#text.gone <= this.#begin && ++this.#repeats <= mostRepeats) {
      this.#restart(this.#pass.entry.start === this.#pass.trie.root)
    }
  }

  #restart(isWrapped: boolean): void {
    this.#pass = this.#enter(isWrapped)
    this.#pass.position = this.#begin
    this.#root.begin()
    this.#worth = 0
  }

  /** @returns whether the end of the long string is found, and it is decided or being read */
  #findEnd(long: LongString): boolean {
    const text = this.#text
    const found = long.find(this.#pass, text.bytes, text.gone, text.checked, this.#incoming.isLast)
    if (found === "more") this.#worth = text.gone + text.checked + 1
    if (found === "malformed") this.#fail(this.#pass.position, Layout.reasons[-1] ?? "")
    if (found !== "found") return false
    this.#long = undefined
    this.#decideLong(long)
    return true
  }

  #decideLong(long: LongString): void {
    const pass = this.#pass
    const whole = (raw: Uint8Array): void => this.#passLong(long.length + 2, raw)
    const { raw } = long
    if (raw === undefined) return whole(Buffer.from(pass.jsonOf(hiddenLong) ?? ""))
    if (long.isPublic) return whole(raw)
    const value = String(JSON.parse(raw.toString()))
    const { code, node } = pass.next(value)
    const shown = this.#values.atOnce(value, code, node)
    const done = (result: Shown | undefined): void => whole(bytesOf(pass.jsonOf(pass.withoutNames(result, value, node)), raw))
    if (shown !== "read") return done(shown)
    this.#reading = this.#values.reading(value, code)
    this.#afterReading = done
  }

  #afterReading: ((result: Shown | undefined) => void) | undefined

  #readOn(reading: LongText): void {
    if (!this.#values.isExhausted && !reading.step()) return
    this.#reading = undefined
    this.#afterReading?.(this.#values.read(reading))
    this.#afterReading = undefined
    this.#run()
  }

  #passLong(read: number, raw: Uint8Array): void {
    this.#root.add(raw)
    this.#pass.skip(read, raw.length)
    this.#worth = 0
  }

  /** From here on the text is still needed. */
  #needed(): number {
    const pass = this.#pass
    if (this.#root.mode === "undecided") return this.#begin
    if (this.#long !== undefined) return this.#long.at
    const { open } = pass
    const isTelling = open !== undefined && open.name !== "data" && open.valueStart >= 0 &&
      pass.position - open.valueStart <= longestTelling
    return isTelling ? open.valueStart : pass.position
  }

  #fail(offset: number, reason: string): void {
    this.#fault ??= new MalformedJson({ offset, reason })
  }
}
