/** What is known of one path of an endpoint. */
import type { KeptVerdict } from "../../domain/KeptVerdict.ts"
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import type { PolicyState } from "../PolicyState.ts"
import type { Reason, Verdict } from "./Columns.ts"
import type { VerdictClass } from "./NodeByte.ts"
import { emptyRow, type Row } from "./Row.ts"

export class Node {
  readonly parent: number
  readonly key: string
  readonly meaning: KeyMeaning
  readonly state: PolicyState | undefined
  /** What held before a restart holds still. */
  readonly floor: KeptVerdict | undefined
  readonly children = new Map<string, number>()
  readonly variants = new Map<string, number>()
  item = -1
  /** What the objects of this node are about, … */
  row: Row = emptyRow
  /** … what encloses them, … */
  above: Row = emptyRow
  /** … and the class that holds for all inside. */
  spread: VerdictClass | undefined = undefined
  readonly variantKeys: Array<string>
  /** The members that hold what a label names. */
  readonly valueKeys: Array<string>
  /** The members by which each object tells whether it is a person's: such go on as `personVariant`. */
  readonly tellingKeys = new Set<string>()
  isAmongPeople = false
  /** Names stand in its objects, and texts that may repeat them. */
  hasOwnNames = false
  /** A text in which names of its row may come again. */
  isFreeText = false
  reason: Reason
  /** 0 to 1: how likely its objects are about somebody, by what is written in them. */
  somebody = 0
  /** What the rules alone make of it. */
  ruled: Verdict | undefined = undefined
  /** How like it is to columns of personal data, and for which values and row that was worked out. */
  likeness: { readonly of: string; readonly is: number } | undefined = undefined
  isSeen = false
  /** Its keys are names of people. */
  isByName: boolean
  /** Its keys are data: what stands under them is judged together, where nobody classifies it one by one. */
  isKeyed: boolean
  /** A later verdict may only tighten the first. */
  isJudged = false

  /** One that was not judged yet. @param floor what held before a restart */
  constructor(parent: number, key: string, meaning: KeyMeaning, state: PolicyState | undefined, floor: KeptVerdict | undefined) {
    this.parent = parent
    this.key = key
    this.meaning = meaning
    this.state = state
    this.floor = floor
    this.variantKeys = [...floor?.choosers ?? []]
    this.valueKeys = [...floor?.values ?? []]
    this.reason = floor?.why ?? "key"
    this.isByName = floor?.names === true
    this.isKeyed = floor?.shape === "map"
  }
}
