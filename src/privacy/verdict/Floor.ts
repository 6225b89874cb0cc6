/**
 * What was made of a path before holds for it after a restart, too: as a floor under what is judged anew, by whatever
 * rows come first. A class that is known stays, unless another shows less of a value.
 *
 * A floor ends where the agency classifies the field: it is dropped with all below it.
 */
import { type KeptReason, keptReasons, type KeptVerdict, type KeptVerdicts } from "../../domain/KeptVerdict.ts"
import { type ShownAs, shownAs } from "../../domain/ShownAs.ts"
import type { MaskingPolicy } from "../MaskingPolicy.ts"
import type { PolicyState } from "../PolicyState.ts"
import type { Reason } from "./Columns.ts"
import { judge } from "./Judge.ts"
import type { Node } from "./Node.ts"
import {
  checkBit,
  classBits,
  classOf,
  codeOfClass,
  mapMode,
  modeBits,
  numberCode,
  openCode,
  publicCode,
  rowMode,
  variantMode,
  type VerdictClass,
  verdictClasses
} from "./NodeByte.ts"
import { emptyRow } from "./Row.ts"
import { anyStep, askedOfStep, ownStar } from "./Steps.ts"

const modes = { kinds: variantMode, map: mapMode, rows: rowMode } as const
const shapeOf = new Map<number, keyof typeof modes>([[variantMode, "kinds"], [mapMode, "map"], [rowMode, "rows"]])

const isClass = (name: string): name is VerdictClass => verdictClasses.some((one) => one === name)
/** What this version does not know is hidden whole. */
export const classNamed = (name: string): VerdictClass => isClass(name) ? name : "unknown"

const codeOf = (holds: string): number => holds === "open" ? openCode : holds === "number" ? numberCode : codeOfClass(classNamed(holds))

/** What a node is made with. @param state where one is, keys are not data: they are classified one by one */
export const byteOf = ({ holds, mixed, shape }: KeptVerdict, state: PolicyState | undefined): number =>
  (holds === undefined ? openCode : codeOf(holds)) | (mixed === undefined ? 0 : checkBit) |
  (shape === undefined || shape === "map" && state !== undefined ? 0 : modes[shape])

/** The floor of what stands under a key. */
export const floorUnder = (floor: KeptVerdict | undefined, key: string): KeptVerdict | undefined => {
  if (floor?.under === undefined) return undefined
  if (Object.hasOwn(floor.under, key)) return floor.under[key]
  // Keys that were data, and are steps of a path that was classified since.
  return floor.shape === "map" && key !== "[]" && !key.startsWith("{") ? floor.under[anyStep] : undefined
}

const shown = (name: VerdictClass): ShownAs => name === "unknown" ? "nothing" : shownAs[name]

/** Unread, a number of a thing, looked at, looked at each by itself. */
const rank = (byte: number): number => {
  const code = byte & classBits
  return code === publicCode ? 0 : code === numberCode ? 1 : (byte & checkBit) === 0 ? 2 : 3
}

/** A verdict that is no looser than what held before. */
export const held = (byte: number, floor: KeptVerdict | undefined): number => {
  if (floor?.holds === undefined) return byte
  const before = byteOf(floor, undefined) & ~modeBits
  const mode = byte & modeBits
  const [name, kept] = [classOf(byte), classOf(before)]
  if (kept === undefined) return name !== undefined || rank(byte) >= rank(before) ? byte : before | mode
  if (name === undefined) return before | mode
  return shown(kept) !== "nothing" && shown(name) === "nothing" ? byte : before | mode
}

const isKept = (reason: Reason): reason is KeptReason => keptReasons.some((one) => one === reason)

/** Deeper paths, and more of them, are judged anew. */
const maxDepth = 64
const maxKept = 4_096

/** What is told of the paths of an endpoint. */
interface Known {
  readonly at: (node: number) => Node
  readonly bytes: Uint8Array
  readonly isFixed: (node: number) => boolean
}

const union = (one: ReadonlyArray<string>, others: ReadonlyArray<string> = []): ReadonlyArray<string> => [...new Set([...others, ...one])]

/** One node, without what stands under it; `before` holds as well. @param isUnderHeld what it stands in is held back */
const ownOf = (
  node: Node,
  byte: number,
  isUnderHeld: boolean,
  before: KeptVerdict | undefined,
  mayKeep: (key: string) => boolean
): KeptVerdict => {
  const name = classOf(byte)
  const code = byte & classBits
  // What is open by its key alone needs nothing that holds it, unless what it stands in would hide it.
  const isRead = code === openCode &&
    (isUnderHeld || judge({ key: node.key, meaning: node.meaning, values: [] }, emptyRow).class !== "open")
  const holds = name ?? (isRead ? "open" : code === numberCode ? "number" : undefined)
  const shape = node.isKeyed ? "map" : shapeOf.get(byte & modeBits) ?? before?.shape
  const choosers = union(node.variantKeys.filter(mayKeep), before?.choosers)
  const values = union(node.valueKeys.filter(mayKeep), before?.values)
  return {
    ...(holds === undefined ? {} : { holds }),
    ...(name === undefined || !isKept(node.reason) ? {} : { why: node.reason }),
    ...((byte & checkBit) === 0 ? {} : { mixed: true }),
    ...(shape === undefined ? {} : { shape }),
    ...(choosers.length === 0 ? {} : { choosers }),
    ...(values.length === 0 ? {} : { values }),
    ...(node.isByName || before?.names === true ? { names: true } : {})
  }
}

/**
 * What is kept of a node and of all below it, together with what was kept before and has not been met again.
 *
 * @param mayKeep whether a key may be written down: one that is personal data itself may not, nor what stands under it
 */
export const kept = (known: Known, root: number, before: KeptVerdict | undefined, mayKeep: (key: string) => boolean) => {
  let room = maxKept
  const walk = (at: number, floor: KeptVerdict | undefined, depth: number, isUnderHeld = false): KeptVerdict | undefined => {
    const node = known.at(at)
    if (node.reason === "classified") return undefined
    if (room-- <= 0) return floor
    const byte = held(known.bytes[at]!, floor)
    const isHeld = classOf(byte) !== undefined
    const under = new Map(Object.entries(floor?.under ?? {}))
    const step = (key: string, child: number): void => {
      if (known.isFixed(child)) return
      const found = walk(child, floorUnder(floor, key), depth + 1, isHeld)
      if (found === undefined) under.delete(key)
      else under.set(key, found)
    }
    if (depth < maxDepth) {
      if (node.item >= 0) step("[]", node.item)
      for (const [key, child] of node.children) if (key === anyStep || key === ownStar || mayKeep(key)) step(key, child)
      for (const [kind, child] of node.variants) if (mayKeep(kind)) step(`{${kind}}`, child)
    }
    const own = ownOf(node, byte, isUnderHeld, floor, mayKeep)
    if (under.size === 0) return Object.keys(own).length === 0 ? undefined : own
    const { holds, ...rest } = own
    return { ...(holds === "open" ? rest : own), under: Object.fromEntries(under) }
  }
  return walk(root, before, 0)
}

export const both = (wrapped: KeptVerdict | undefined, bare: KeptVerdict | undefined): KeptVerdicts => ({
  ...(wrapped === undefined ? {} : { wrapped }),
  ...(bare === undefined ? {} : { bare })
})

/** Without what the agency has classified since. */
export const unclassified = ({ bare, wrapped }: KeptVerdicts, policy: MaskingPolicy): KeptVerdicts =>
  both(wrapped && unclassifiedUnder(wrapped, policy.wrapped), bare && unclassifiedUnder(bare, policy.bare))

const unclassifiedUnder = (floor: KeptVerdict, state: PolicyState | undefined): KeptVerdict | undefined => {
  if (state === undefined || floor.under === undefined) return state !== undefined && state.code >= 0 ? undefined : floor
  if (state.code >= 0) return undefined
  const under = Object.entries(floor.under).flatMap(([key, inner]) => {
    const next = key === "[]" ? state.item() : key.startsWith("{") ? state : state.key(askedOfStep(key))
    const left = unclassifiedUnder(inner, next)
    return left === undefined ? [] : [[key, left] as const]
  })
  return { ...floor, under: Object.fromEntries(under) }
}
