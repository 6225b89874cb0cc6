/** What is known of one path of an endpoint. */
import type { KeptVerdict } from "../../domain/KeptVerdict.ts"
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import type { PolicyState } from "../PolicyState.ts"
import type { Reason, Verdict } from "./Columns.ts"
import type { VerdictClass } from "./NodeByte.ts"
import { emptyRow, type Row } from "./Row.ts"

export interface Node {
  readonly parent: number
  readonly key: string
  readonly meaning: KeyMeaning
  readonly state: PolicyState | undefined
  /** What held before a restart holds still. */
  readonly floor: KeptVerdict | undefined
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
  /** The members by which each object tells whether it is a person's: such go on as `personVariant`. */
  readonly tellingKeys: Set<string>
  isAmongPeople: boolean
  /** Names stand in its objects, and texts that may repeat them. */
  hasOwnNames: boolean
  /** A text in which names of its row may come again. */
  isFreeText: boolean
  reason: Reason
  /** 0 to 1: how likely its objects are about somebody, by what is written in them. */
  somebody: number
  /** What the rules alone make of it. */
  ruled: Verdict | undefined
  /** How like it is to columns of personal data, and for which values and row that was worked out. */
  likeness: { readonly of: string; readonly is: number } | undefined
  isSeen: boolean
  /** Its keys are names of people. */
  isByName: boolean
  /** Its keys are data: what stands under them is judged together, where nobody classifies it one by one. */
  isKeyed: boolean
  /** A later verdict may only tighten the first. */
  isJudged: boolean
}

/** One that was not judged yet. @param node what is known of it, and what it was before a restart */
export const newNode = (node: Pick<Node, "parent" | "key" | "meaning" | "state" | "floor">): Node => ({
  ...node,
  children: new Map(),
  variants: new Map(),
  item: -1,
  row: emptyRow,
  above: emptyRow,
  spread: undefined,
  variantKeys: [...node.floor?.choosers ?? []],
  valueKeys: [...node.floor?.values ?? []],
  tellingKeys: new Set(),
  isAmongPeople: false,
  hasOwnNames: false,
  isFreeText: false,
  reason: node.floor?.why ?? "key",
  somebody: 0,
  ruled: undefined,
  likeness: undefined,
  isSeen: false,
  isByName: node.floor?.names === true,
  isKeyed: node.floor?.shape === "map",
  isJudged: false
})
