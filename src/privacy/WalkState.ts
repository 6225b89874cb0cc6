/**
 * Where a walk over a document stands between two pieces of it: the window of the text that is held, the objects and
 * lists that are open, and what is known of the root.
 */
import { overlong } from "./ByteClasses.ts"
import { none } from "./ClassCodes.ts"
import type { Memory } from "./CopyBytes.ts"
import { FieldWatch } from "./FieldWatch.ts"
import { Frame, noLabel, unread } from "./Frame.ts"
import { afterSpace, cut, endOfString, flags } from "./JsonLexemes.ts"
import { type KnownKey, rootKey } from "./KeyTable.ts"
import { isShortNumber, keyOfLabel } from "./Labels.ts"
import type { Leaves } from "./Leaves.ts"
import type { MaskingPolicy } from "./MaskingPolicy.ts"
import { Ahead } from "./MemberScan.ts"
import type { PolicyState } from "./PolicyState.ts"
import type { RootMember } from "./RootMember.ts"
import type { Surroundings } from "./TextLeaves.ts"

export class WalkState {
  readonly leaves: Leaves
  /** The text is read up to `position`; `end` is where it ends in the window. */
  position = 0
  end = 0
  depth = 0
  isDone = false
  /** The root value. */
  rootStart = 0
  rootEnd = 0
  /** What is known of the root's row before it is read. */
  rootRow = 0
  /** Items of the root, where it is a list. */
  count: number | undefined
  /** The root is an object with a `data` key. */
  isWrapped = false
  /** Members of the root object that are complete, and the one that is not. */
  readonly members: Array<RootMember> = []
  isMemberOpen = false
  memberKey = rootKey
  memberStart = 0
  valueStart = 0
  readonly frames = [new Frame()]
  protected readonly ahead: Ahead
  protected policy: MaskingPolicy | undefined
  protected watch = new FieldWatch()
  protected isAfter = false
  protected opened = false
  protected key = rootKey
  protected last = rootKey
  protected explicit = none
  protected inherited = none
  protected state: PolicyState | undefined
  protected closedCount: number | undefined
  /** How far into a string the walk has come whose end it has not seen, or which has to be read first; 0 where there is none. */
  protected cutAt = 0
  protected cutFlags = 0
  protected cutDigits = 0

  constructor(leaves: Leaves) {
    this.leaves = leaves
    this.ahead = new Ahead(leaves.nesting)
  }

  /** @param isWrapped whether the root is read as an object with a `data` key from the start; matters to paths only */
  begin(policy: MaskingPolicy, isWrapped: boolean, pseudonymKey: Uint8Array | undefined): void {
    this.leaves.begin(policy.maskUnknown, pseudonymKey)
    this.position = 0
    this.depth = 0
    this.isDone = false
    this.rootRow = 0
    this.count = undefined
    this.isWrapped = false
    this.isMemberOpen = false
    this.members.length = 0
    this.policy = policy
    for (const frame of this.frames) if (frame.isTable) frame.leaveTable()
    this.watch = policy.watch
    this.watch.begin()
    this.isAfter = false
    this.opened = false
    this.cutAt = 0
    this.key = rootKey
    this.last = rootKey
    this.inherited = none
    this.state = isWrapped ? policy.wrapped : policy.bare
    this.explicit = this.state?.code ?? none
    this.frames[0]!.row = 0
  }

  /** The root stands in another document, under a key of that. */
  enter({ inherited, key, row }: Surroundings): void {
    this.key = key
    this.inherited = inherited
    this.frames[0]!.row = row
  }

  /** Whether the walk stands before a string that it has read a part of. */
  get isInString(): boolean {
    return this.cutAt > 0
  }

  /**
   * What has been read of such a string will not be needed: its value is hidden whatever it is.
   *
   * @returns the part of the window that may go
   */
  hideString(): readonly [from: number, to: number] {
    const part = [this.position + 1, this.cutAt] as const
    this.cutFlags |= overlong
    this.cutAt = part[0]
    return part
  }

  protected cutString(at: number, seen: number, count: number): void {
    this.cutAt = at
    this.cutFlags = seen
    this.cutDigits = count
  }

  /** Before the document begins. */
  skip(bytes: number): void {
    this.position = bytes
  }

  /** The window's memory; what it held before stands in it at the same place. */
  hold(body: Memory, end: number): void {
    this.leaves.body = body
    this.end = end
  }

  /** Before the window moves on: reads the labels in it, of which the values may come later. */
  protected keepLabels(): void {
    for (let depth = 1; depth <= this.depth; depth++) {
      const frame = this.frames[depth]!
      if (frame.labelAt === noLabel) continue
      frame.labelAt = this.#quoteAt(frame.labelAt)
      if (frame.labelAt < this.position) this.#readLabel(frame)
      this.#readOther(frame)
      frame.otherAt = this.#quoteAt(frame.otherAt)
    }
  }

  /** What a label in this object says about the value at `at`; nothing about a short number, which counts. */
  protected takeLabel(frame: Frame, at = noLabel): KnownKey | undefined {
    if (frame.labelAt === noLabel || isShortNumber(this.leaves.body.bytes, at, this.end)) return undefined
    return this.#readLabel(frame) ?? this.#readOther(frame)
  }

  #readLabel(frame: Frame): KnownKey | undefined {
    if (frame.label === unread) frame.label = this.#labelAt(frame.labelAt, frame.isHead)
    return frame.label
  }

  #readOther(frame: Frame): KnownKey | undefined {
    if (frame.other === unread) frame.other = this.#labelAt(frame.otherAt, frame.isHead)
    return frame.other
  }

  /** What stood before the window stands where it stood. */
  #quoteAt(at: number): number {
    return at < 0 ? at : afterSpace(this.leaves.body.bytes, at, this.end)
  }

  /** From a `data` key on, paths are those of a wrapped body. */
  protected openMember(key: KnownKey, start: number, frame: Frame): void {
    this.isMemberOpen = true
    this.memberKey = key
    this.memberStart = start
    if (this.isWrapped || key.text !== "data") return
    this.isWrapped = true
    frame.state = this.policy?.wrapped
    frame.explicit = frame.state?.code ?? none
  }

  protected closeMember(end: number, count: number | undefined): void {
    this.members.push({ key: this.memberKey.text, start: this.memberStart, valueStart: this.valueStart, end, count })
    this.isMemberOpen = false
  }

  protected closeRoot(end: number, count: number | undefined): void {
    const root = this.frames[0]!
    this.isDone = true
    this.rootEnd = end
    this.count = count
    this.leaves.settle(0, root.row, end, root)
  }

  /** A key that is personal data is masked, and kept apart from others of its object; one that may be a name waits. */
  protected showKey({ likeness, masked, text }: KnownKey, frame: Frame, start: number, end: number): void {
    const shown = masked === undefined ? text.includes("***") ? frame.apart(text) : text : frame.apart(masked.text)
    if (shown !== text) this.leaves.edits.addText(start, end, shown, masked?.classes ?? [])
    else if (likeness > 0) this.leaves.waitForName(start, end, likeness)
  }

  protected openTable(frame: Frame, { isList, table }: Frame): void {
    frame.isTable = true
    frame.isHead = frame.key.meaning.heads
    if (frame.isHead && !isList) this.leaves.takeColumns()
    if (!frame.isList) return
    if (isList) frame.columns = table
    else frame.table = table
  }

  protected closeTable(frame: Frame, parent: Frame, now: number): void {
    const { leaves } = this
    if (frame.isHead && !frame.isList) leaves.addColumn(this.takeLabel(frame)?.text)
    else if (frame.isHead) {
      parent.table = leaves.takeColumns()
      parent.isTable = true
    }
    if (frame.columns !== undefined) leaves.settle(frame.mark, frame.row | frame.columns.row, now, frame)
    frame.leaveTable()
  }

  /** @param isColumn whether it matters even if it says nothing about a person */
  #labelAt(at: number, isColumn: boolean): KnownKey | undefined {
    const { bytes } = this.leaves.body
    const quote = this.#quoteAt(at)
    const start = quote + 1
    const close = bytes[quote] === 0x22 ? endOfString(bytes, start, this.end) : cut
    const seen = flags
    const key = close < 0 ? undefined : keyOfLabel(bytes, start, close, () => this.leaves.keyText(start, close, seen))
    return isColumn || key?.ofPerson === true ? key : undefined
  }

  /** The window moves on. */
  shift(by: number): void {
    for (let depth = 1; depth <= this.depth; depth++) this.frames[depth]!.shift(by)
    this.position -= by
    this.end -= by
    this.rootStart -= by
    this.rootEnd -= by
    this.memberStart -= by
    this.valueStart -= by
    if (this.cutAt > 0) this.cutAt -= by
    this.leaves.edits.shift(by)
    this.members.forEach((member, index) => {
      this.members[index] = { ...member, start: member.start - by, valueStart: member.valueStart - by, end: member.end - by }
    })
  }

  /** The first of what waits for the end of a row waits no longer. */
  forgetWaiting(count: number): void {
    if (count === 0) return
    this.leaves.forget(count)
    for (let depth = 1; depth <= this.depth; depth++) {
      const frame = this.frames[depth]!
      frame.mark = Math.max(0, frame.mark - count)
    }
  }
}
