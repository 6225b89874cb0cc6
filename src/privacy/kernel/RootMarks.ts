/** What the kernel has told of a document's root and its members, by their places in the text and in the output. */
import { escapedText } from "./EscapedText.ts"
import type { Kernel } from "./Kernel.ts"
import * as Layout from "./Layout.ts"

/** A member of the root, by its places in the text and in the output. */
export interface Member {
  readonly name: string
  readonly start: number
  readonly outStart: number
  valueStart: number
  outValueStart: number
  end: number
  outEnd: number
  /** Items of its value, where that is a list. */
  count: number | undefined
}

export class RootMarks {
  readonly members: Array<Member> = []
  /** Where the root begins and ends in the output, and in the text; negative before. */
  rootStart = -1
  rootEnd = -1
  outStart = -1
  outEnd = -1
  count: number | undefined
  /** How far the text is read, and how much is written. */
  position = 0
  written = 0
  /** The member that is open, at the root. */
  open: Member | undefined

  /** What the kernel has told of the root. */
  protected read(kernel: Kernel, names: ReadonlyMap<number, string>, text: Uint8Array, from: number): void {
    const marks = kernel.number(Layout.state + 40)
    for (let index = 0; index < marks; index++) {
      const at = Layout.marks + 16 * index
      const kind = kernel.number(at)
      const value = kernel.number(at + 4)
      const place = this.position + kernel.number(at + 8)
      const out = this.written + kernel.number(at + 12)
      const { open } = this
      switch (kind & 7) {
        case Layout.rootStart:
          this.rootStart = place
          this.outStart = out
          break
        case Layout.rootEnd:
          this.rootEnd = place
          this.outEnd = out
          this.count = value < 0 ? undefined : value
          break
        case Layout.member: {
          const keyFrom = from + kernel.number(at + 8) + 1
          const name = names.get(value) ?? escapedText(text, keyFrom, keyFrom + (kind >> 3))
          this.open = { name, start: place, outStart: out, valueStart: -1, outValueStart: -1, end: -1, outEnd: -1, count: undefined }
          break
        }
        case Layout.valueStart:
          if (open !== undefined) {
            open.valueStart = place
            open.outValueStart = out
          }
          break
        default:
          if (open !== undefined) {
            open.end = place
            open.outEnd = out
            open.count = value < 0 ? undefined : value
            this.members.push(open)
            this.open = undefined
          }
      }
    }
  }
}
