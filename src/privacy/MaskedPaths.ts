/** Which fields of an endpoint are masked though nobody classified them, as a registry would write their paths. */
import type { KeptReason, KeptVerdict, KeptVerdicts } from "../domain/KeptVerdict.ts"
import type { MaskedClass } from "./ClassCodes.ts"
import { compilePolicy, type MaskingPolicy } from "./MaskingPolicy.ts"
import { outside } from "./OwnEnvelope.ts"
import { ownMeta } from "./Place.ts"
import type { PolicyState } from "./PolicyState.ts"
import { both, classNamed, unclassified } from "./verdict/Floor.ts"
import { anyStep, askedOfStep, keyOfStep } from "./verdict/Steps.ts"

export interface MaskedPath {
  readonly path: string
  /** What of that place: a label, a column, a kind. No path says that alone; undefined where it is all of it. */
  readonly of: string | undefined
  readonly fieldClass: MaskedClass
  readonly why: KeptReason
}

const plainStep = /^[^.[\]*\s](?:[^.[\]*]*[^.[\]*\s])?$/u
const stepOf = (step: string): string =>
  step === "[]" ? step : step === anyStep || plainStep.test(step) ? `.${step}` : `["${keyOfStep(step).replace(/["\\]/g, "\\$&")}"]`

const classIn = ({ holds }: KeptVerdict): MaskedClass | undefined =>
  holds === undefined || holds === "open" || holds === "number" ? undefined : classNamed(holds)

interface Here {
  readonly path: string
  readonly of: ReadonlyArray<string>
}

/** @param above the node that `key` stands under */
const below = (here: Here, above: KeptVerdict, key: string): Here => {
  if (key.startsWith("{")) {
    const kind = key.slice(1, -1)
    return { ...here, of: kind.startsWith("#") ? [...here.of, ""] : [...here.of, kind] }
  }
  if (here.of.length === 0) return { path: `${here.path}${stepOf(key)}`, of: here.of }
  return { ...here, of: above.values?.includes(key) === true ? here.of : [...here.of, key] }
}

/** Places where values stand; what only encloses them says nothing of its own. */
const leaves = (node: KeptVerdict, here: Here, values: ReadonlyArray<string> | undefined): ReadonlyArray<MaskedPath> => {
  const fieldClass = classIn(node)
  const own = (): ReadonlyArray<MaskedPath> =>
    fieldClass === undefined ? [] : [{
      path: here.path.replace(/^\./, ""),
      of: here.of.length === 0 ? undefined : here.of.filter((part) => part !== "").join("."),
      fieldClass,
      why: node.why ?? "key"
    }]
  const inner = Object.entries(node.under ?? {})
  const [first] = inner
  // A list of values is told by its own name.
  if (inner.length === 1 && first?.[0] === "[]" && first[1].under === undefined && classIn(first[1]) === fieldClass) return own()
  const found = inner.flatMap(([key, child]) =>
    leaves(child, below(here, values === undefined ? node : { values }, key), key.startsWith("{") ? node.values : undefined)
  )
  return inner.length === 0 ? own() : found
}

const bareRoot: Here = { path: ".data", of: [] }

/** Without what the policy classifies, and without what stays out of answers. */
const left = (kept: KeptVerdicts, policy: MaskingPolicy): KeptVerdicts => {
  const { bare, wrapped } = unclassified(kept, policy)
  const leaving = Object.entries(wrapped?.under ?? {}).filter(([key]) => !outside.has(key) && !ownMeta.has(key))
  return both(wrapped && { ...wrapped, under: Object.fromEntries(leaving) }, bare)
}

/** Each once, in the order in which they were met. */
export const maskedPaths = (kept: KeptVerdicts, policy: MaskingPolicy): ReadonlyArray<MaskedPath> => {
  const { bare, wrapped } = left(kept, policy)
  const all = [
    ...(wrapped === undefined ? [] : leaves(wrapped, { path: "", of: [] }, undefined)),
    ...(bare === undefined ? [] : leaves(bare, bareRoot, undefined))
  ]
  return [...new Map(all.toReversed().map((one) => [`${one.path}\n${one.of ?? ""}`, one])).values()].toReversed()
}

/** The classes by which fields are masked now that a path would classify: those that it ends at, and all below. */
export const maskedUnder = (kept: KeptVerdicts, policy: MaskingPolicy, path: string): ReadonlyArray<MaskedClass> => {
  const wanted = compilePolicy({ fields: [[path, "public"]], unknown: "detect" })
  const found = new Set<MaskedClass>()
  const walk = (node: KeptVerdict, state: PolicyState | undefined, isReached: boolean): void => {
    const reached = isReached || (state?.code ?? -1) >= 0
    const name = classIn(node)
    if (reached && name !== undefined) found.add(name)
    for (const [key, child] of Object.entries(node.under ?? {})) {
      const next = key === "[]" ? state?.item() : key.startsWith("{") ? state : state?.key(askedOfStep(key))
      if (reached || next !== undefined) walk(child, next, reached)
    }
  }
  const { bare, wrapped } = left(kept, policy)
  if (wrapped !== undefined) walk(wrapped, wanted.wrapped, false)
  if (bare !== undefined) walk(bare, wanted.bare, false)
  return [...found]
}
