/** What is known of one path of an endpoint. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import type { PolicyState } from "../PolicyState.ts"
import type { Reason } from "./Judge.ts"
import type { VerdictClass } from "./NodeByte.ts"
import type { Row } from "./Row.ts"

export interface Node {
  readonly parent: number
  readonly key: string
  readonly meaning: KeyMeaning
  readonly state: PolicyState | undefined
  readonly children: Map<string, number>
  readonly variants: Map<string, number>
  item: number
  /** What the objects of this node are about, … */
  row: Row
  /** … what encloses them, … */
  above: Row
  /** … and the class that holds for all inside. */
  spread: VerdictClass | undefined
  readonly variantKeys: Array<string>
  /** The members that hold what a label names. */
  readonly valueKeys: Array<string>
  reason: Reason
  isSeen: boolean
  /** Its keys are names of people. */
  isByName: boolean
  /** A later verdict may only tighten the first. */
  isJudged: boolean
}
