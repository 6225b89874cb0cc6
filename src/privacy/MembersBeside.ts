/**
 * The members of a streamed body that stand beside its data: kept, up to `metaBound` bytes, and masked at the end, when
 * all is known of their row.
 */
import type { Tally } from "./Edits.ts"
import { within } from "./Effort.ts"
import { maskMembers, ownMeta } from "./Masker.ts"
import type { MaskingPolicy } from "./MaskingPolicy.ts"

export const metaBound = 1_048_576
export const tooMuchBeside = "too much stands beside data"

/** What masking them may cost before their texts are hidden instead. */
const mostEffort = 60_000

const comma = Buffer.from(",")

export class MembersBeside {
  readonly #policy: MaskingPolicy
  readonly #pseudonymKey: Uint8Array | undefined
  readonly #reserved: ReadonlySet<string>
  readonly #kept: Array<Uint8Array> = []
  #bytes = 0

  constructor(options: {
    readonly policy: MaskingPolicy
    readonly pseudonymKey: Uint8Array | undefined
    readonly reserved?: ReadonlySet<string>
  }) {
    this.#policy = options.policy
    this.#pseudonymKey = options.pseudonymKey
    this.#reserved = options.reserved ?? ownMeta
  }

  /** Keeps a copy of the member. @returns whether there is room for it */
  keep(bytes: Uint8Array, start: number, end: number): boolean {
    this.#bytes += end - start
    if (this.#bytes > metaBound) return false
    if (this.#kept.length > 0) this.#kept.push(comma)
    this.#kept.push(Uint8Array.prototype.slice.call(bytes, start, end))
    return true
  }

  /**
   * @param row what the whole root says about itself
   * @param isExhausted whether the body has cost all that it may
   */
  masked(row: number, tally: Tally, isExhausted: boolean): ReturnType<typeof maskMembers> {
    const members = Buffer.concat(this.#kept)
    const masked = (hidesTexts: boolean) =>
      maskMembers(members, {
        policy: this.#policy,
        pseudonymKey: this.#pseudonymKey,
        reserved: this.#reserved,
        row,
        tally,
        isExhausted: hidesTexts
      })
    return (isExhausted ? undefined : within(mostEffort, () => masked(false))) ?? masked(true)
  }
}
