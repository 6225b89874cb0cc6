/**
 * Masks a JSON document of any size, piece by piece, with the walker and the decisions of `Masker.ts`. What it does not
 * mask leaves byte for byte.
 *
 * What it finds on the way: a root list, scalar or object without a `data` key is data; of an object with one, the
 * value is data and the other members are meta. It decides at the root's first members and holds them until then:
 *
 * - `undecided`: nothing has left. A `data` key makes the body wrapped; the end, or `bound` bytes without one, bare.
 * - `bare`: the root streams out as data. A `data` key after `bound` bytes is a fault: data has left that is none.
 * - `wrapped`: the value of `data` streams out; the members beside it are kept, up to `metaBound` bytes, and masked at
 *   the end, when all is known of their row. A second `data` key is a fault.
 *
 * Bounds, so that memory does not grow with the body: a key or a number of more than about `lexemeBound` bytes is a
 * fault, and a string of more than about `longestHeld` is hidden. A name or a demographic value that would wait more
 * than `bound` bytes for the end of its row is masked, whatever the row turns out to be. Depth is bounded as everywhere.
 *
 * No step takes long: it reads a part of what has come, or of a long string in it. What a body may cost is bounded too
 * (`BodyEffort.ts`): beyond that, texts that would have to be read are hidden, and unknown keys with what is under them.
 *
 * Gotchas: after a fault the stream stays faulty; what has left before it is masked, but no document. Pieces that
 * leave are memory of their own.
 */
import { Result } from "effect"
import { BodyEffort } from "./BodyEffort.ts"
import { memoryOf } from "./CopyBytes.ts"
import { Tally } from "./Edits.ts"
import { HeldText } from "./HeldText.ts"
import { Incoming } from "./Incoming.ts"
import { JsonWalk } from "./JsonWalk.ts"
import { Leaves } from "./Leaves.ts"
import { MalformedJson } from "./MalformedJson.ts"
import { maskNested } from "./Masker.ts"
import type { MaskingPolicy } from "./MaskingPolicy.ts"
import { MembersBeside, metaBound, tooMuchBeside } from "./MembersBeside.ts"
import { deniesSuccess, isDenied } from "./OwnEnvelope.ts"

interface MaskStreamOptions {
  readonly policy: MaskingPolicy
  readonly pseudonymKey: Uint8Array | undefined
  readonly reserved?: ReadonlySet<string>
  /** The body is known to be an object with a `data` key, however late that comes. */
  readonly isWrapped?: boolean
}

export interface MaskedEnd {
  /** The last masked bytes of `data`. */
  readonly data: Uint8Array
  /** Members for `meta`, as in `MaskedBody`. */
  readonly meta: Uint8Array
  readonly masked: number
  readonly classes: Readonly<Record<string, number>>
  readonly count: number | undefined
}

export const bound = 262_144
export const lexemeBound = 1_048_576
export const longestHeld = 16_777_216

/** What is masked leaves in pieces of about so many bytes, and at the end of what has come. */
const leaving = 24_576

const nothing = new Uint8Array(0)

export class MaskStream {
  readonly #text = new HeldText()
  readonly #walk: JsonWalk
  readonly #tally = new Tally()
  #mode: "undecided" | "bare" | "wrapped" = "undecided"
  /** Up to here, in the window, data has left. */
  #left = 0
  #hasData = false
  #isDataOpen = false
  #count: number | undefined
  /** Bytes that must be unread before it is worth reading on: a lexeme that is cut is read again from its start. */
  #worth = 1
  readonly #beside: MembersBeside
  readonly #out: Array<Uint8Array> = []
  #fault: MalformedJson | undefined
  /** Its fault is no fault of the body: read with `isWrapped` it is sound so far. */
  isMisread = false
  readonly #incoming = new Incoming()
  readonly #effort = new BodyEffort()
  #isBegun = false
  #isEnded = false
  /** Up to here, in the window, all that could leave has left. */
  #seenTo = 0

  constructor(options: MaskStreamOptions) {
    this.#beside = new MembersBeside(options)
    this.#walk = new JsonWalk(new Leaves(0, maskNested))
    this.#walk.begin(options.policy, options.isWrapped === true, options.pseudonymKey)
    if (options.isWrapped === true) this.#mode = "wrapped"
    this.#walk.leaves.patience = bound
    this.#walk.leaves.defers = true
  }

  /** Hands over more of the body, to be read by `step`; what was handed over before has to be read by then. */
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
    const { leaves } = this.#walk
    this.#effort.begin()
    if (leaves.reading !== undefined) {
      if (leaves.readOn()) this.#take(nothing, true)
    } else if (incoming.isMore) this.#take(incoming.take(), false)
    else if (incoming.isLast) this.#take(nothing, true)
    else return false
    if (this.#effort.end(incoming.total)) leaves.isExhausted = true
    this.#isEnded = leaves.reading === undefined && incoming.isLast
    return this.#fault === undefined && (leaves.reading !== undefined || incoming.isMore)
  }

  /** Masked bytes of `data` that are final now, maybe none. */
  taken(): Result.Result<Uint8Array, MalformedJson> {
    return this.#fault === undefined ? Result.succeed(this.#outgoing()) : Result.fail(this.#fault)
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
    if (!this.#walk.isDone) {
      return Result.fail(new MalformedJson({ offset: this.#text.gone + this.#walk.position, reason: "the text ends too early" }))
    }
    const { frames, leaves } = this.#walk
    const meta = this.#mode === "wrapped"
      ? this.#beside.masked(frames[1]?.row ?? 0, this.#tally, leaves.isExhausted)
      : Result.succeed(nothing)
    if (Result.isFailure(meta)) return Result.fail(new MalformedJson(meta.failure))
    return Result.succeed({
      data: this.#outgoing(),
      meta: meta.success,
      masked: this.#tally.masked,
      classes: this.#tally.toRecord(),
      count: this.#mode === "wrapped" ? this.#count : this.#walk.count
    })
  }

  /** @param goesOn whether the walk has to go on even if no more has come */
  #take(piece: Uint8Array, goesOn: boolean): void {
    const { isLast, isMore } = this.#incoming
    const text = this.#text
    const walk = this.#walk
    const moved = text.add(piece, this.#needed())
    if (moved > 0) {
      walk.shift(moved)
      this.#left -= moved
      this.#seenTo -= moved
    }
    if (!text.check(isLast)) return this.#fail(walk.position, "not UTF-8")
    walk.hold(text.memory, text.checked)
    if (!this.#isBegun && text.checked > 0) {
      this.#isBegun = true
      walk.skip(text.markLength)
    }
    if (!goesOn && !isLast && text.checked - walk.position < this.#worth) return
    const fault = walk.run(isLast)
    if (fault !== undefined) return this.#fail(fault.offset, fault.reason)
    const unread = text.checked - walk.position
    if (unread > lexemeBound && !walk.isInString) return this.#fail(walk.position, "a key or a number is too long")
    if (unread > longestHeld && walk.leaves.reading === undefined) text.cut(...walk.hideString())
    this.#worth = unread + Math.max(1, Math.min(unread >> 2, walk.isInString ? leaving : unread))
    if (isMore && walk.position - this.#seenTo < leaving) return
    this.#seenTo = walk.position
    walk.forgetWaiting(walk.leaves.giveUp(walk.position))
    this.#decide()
    if (this.#mode === "bare") this.#leave(walk.isDone ? walk.rootEnd : walk.position)
    else if (this.#mode === "wrapped") this.#leaveMembers()
    if (this.#mode !== "undecided") walk.members.length = 0
    this.#forget()
  }

  /** What the root is, once that can be told. */
  #decide(): void {
    const walk = this.#walk
    if (this.#mode === "wrapped" || walk.depth === 0 && !walk.isDone) return
    if (walk.isWrapped) {
      const data = walk.members.find(({ key }) => key === "data")?.start ?? walk.memberStart
      if (this.#mode === "bare" || data - walk.rootStart > bound) this.#misread(data)
      else this.#mode = "wrapped"
    } else if (this.#mode === "undecided" && (walk.isDone || walk.frames[1]?.isList === true || walk.position - walk.rootStart > bound)) {
      if (walk.isDone && isDenied(walk.members, this.#text.memory.bytes, false)) this.#fail(walk.rootStart, deniesSuccess)
      this.#mode = "bare"
      this.#left = walk.rootStart
    }
  }

  /** Data leaves up to `to`, or to the first place where a row has to be waited for. */
  #leave(to: number): void {
    const { body, edits, waiting } = this.#walk.leaves
    const first = edits.firstFrom(this.#left)
    // What waits stands in the order of the document; what is before `first` waits in a member beside the data.
    let waits = 0
    while (waits < waiting.length && waiting[waits]! < first) waits += 3
    const end = waits < waiting.length ? Math.min(to, edits.start(waiting[waits]!)) : to
    if (end <= this.#left) return
    const out = memoryOf(Buffer.allocUnsafeSlow(edits.roomBetween(this.#left, end, first)))
    this.#out.push(out.bytes.subarray(0, edits.write(body, this.#left, end, first, out, 0, this.#tally)))
    this.#left = end
  }

  #leaveMembers(): void {
    const walk = this.#walk
    if (isDenied(walk.members, this.#text.memory.bytes, true)) return this.#fail(walk.position, deniesSuccess)
    for (const { count, end, key, start, valueStart } of walk.members) {
      if (key === "data") {
        this.#openData(valueStart)
        this.#leave(end)
        this.#isDataOpen = false
        this.#count = count
      } else if (!this.#beside.keep(this.#text.memory.bytes, start, end)) return this.#fail(start, tooMuchBeside)
    }
    if (!walk.isMemberOpen) return
    if (walk.memberKey.text === "data") {
      // White space may still come before the value.
      if (walk.position === walk.valueStart) return
      this.#openData(walk.valueStart)
      this.#leave(walk.position)
    } else if (walk.position - walk.memberStart > metaBound) this.#fail(walk.memberStart, tooMuchBeside)
  }

  #openData(valueStart: number): void {
    if (this.#isDataOpen) return
    if (this.#hasData) this.#fail(valueStart, "there is a second data key")
    this.#hasData = true
    this.#isDataOpen = true
    this.#left = valueStart
  }

  /** Edits of what has left, or is kept elsewhere, and what waits for them. */
  #forget(): void {
    const walk = this.#walk
    const { edits, waiting } = walk.leaves
    if (edits.length === 0) return
    const done = edits.firstFrom(this.#needed())
    let forgotten = 0
    while (forgotten < waiting.length && waiting[forgotten]! < done) forgotten += 3
    walk.forgetWaiting(forgotten)
    if (done < edits.length && done < 1_024 && edits.written < bound) return
    edits.drop(done)
    for (let index = 0; index < waiting.length; index += 3) waiting[index]! -= done
  }

  /** From here on the window is still needed. */
  #needed(): number {
    const walk = this.#walk
    if (this.#mode === "bare") return walk.isDone ? walk.position : this.#left
    if (this.#mode === "undecided") return Math.min(walk.rootStart, walk.position)
    return !walk.isMemberOpen ? walk.position : this.#isDataOpen ? this.#left : walk.memberStart
  }

  #outgoing(): Uint8Array {
    const out = this.#out.length === 1 ? this.#out[0]! : this.#out.length === 0 ? nothing : Buffer.concat(this.#out)
    this.#out.length = 0
    return out
  }

  #misread(offset: number): void {
    this.isMisread = true
    this.#fail(offset, "a data key comes too late")
  }

  #fail(offset: number, reason: string): void {
    this.#fault ??= new MalformedJson({ offset: this.#text.gone + offset, reason })
  }
}
