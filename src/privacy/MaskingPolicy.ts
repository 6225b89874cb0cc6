/**
 * An endpoint's classification of fields, compiled into a machine that a document walk steps through: one state per
 * place in the document, and no state at all (no cost) where no path can match any more.
 *
 * Paths are those of the agency's body as the envelope wraps it: a bare list, or an object without `data`, is `data`.
 * `name` is a key, `["a.b"]` a key with other characters (`["*"]` is called so), `[]` or `[*]` any item, `*` any key, `**` any depth.
 * The more exact path wins: one without `**` over one with, then one without `*`, then the earlier one.
 */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldClass } from "../domain/PersonalData.ts"
import { codeOf } from "./ClassCodes.ts"
import { FieldWatch } from "./FieldWatch.ts"
import type { PolicyState } from "./PolicyState.ts"

type Step =
  | { readonly _tag: "Key"; readonly name: string }
  | { readonly _tag: "AnyKey" }
  | { readonly _tag: "Item" }
  | { readonly _tag: "Deep" }

interface Path {
  readonly steps: ReadonlyArray<Step>
  readonly fieldClass: FieldClass
}

export interface MaskingPolicy {
  readonly fields: Endpoint["fields"]
  readonly unknown: Endpoint["unknown"]
  /** Leaves that no path names are masked. */
  readonly maskUnknown: boolean
  /** Where the root stands when it is the data itself. */
  readonly bare: PolicyState | undefined
  /** Where the root stands when it is an object with a `data` key. */
  readonly wrapped: PolicyState | undefined
  /** Notices fields that were never sent before. */
  readonly watch: FieldWatch
}

const token = /\[(?:\*|\d*)\]|\["((?:[^"\\]|\\.)*)"\]|\*\*|\*|[^.[\]]+/g

const stepsOf = (path: string): ReadonlyArray<Step> =>
  Array.from(path.matchAll(token), ([text, quoted]): Step => {
    if (quoted !== undefined) return { _tag: "Key", name: quoted.replace(/\\(.)/g, "$1") }
    if (text === "**") return { _tag: "Deep" }
    if (text === "*") return { _tag: "AnyKey" }
    return text.startsWith("[") ? { _tag: "Item" } : { _tag: "Key", name: text }
  })

/** The name of the field that a path ends at; undefined where it ends at items or at any key. */
export const lastKeyOf = (path: string): string | undefined => {
  const last = stepsOf(path).findLast((step) => step._tag !== "Item")
  return last?._tag === "Key" ? last.name : undefined
}

const rank = ({ steps }: Path): number =>
  (steps.some((step) => step._tag === "Deep") ? 2 : 0) + (steps.some((step) => step._tag === "AnyKey") ? 1 : 0)

/** A place in one path: how many of its steps are behind. */
type Position = readonly [path: number, behind: number]

class Machine {
  readonly #paths: ReadonlyArray<Path>
  readonly #literals: ReadonlySet<string>
  readonly #states = new Map<string, PolicyState>()

  constructor(paths: ReadonlyArray<Path>) {
    this.#paths = paths
    this.#literals = new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => step._tag === "Key" ? [step.name] : [])))
  }

  start(): ReadonlyArray<Position> {
    return this.#paths.map((_, path): Position => [path, 0])
  }

  /** Positions after a key, or after an item where `name` is undefined. */
  after(positions: ReadonlyArray<Position>, name: string | undefined): ReadonlyArray<Position> {
    const next: Array<Position> = []
    for (const [path, behind] of this.#settle(positions)) {
      const step = this.#paths[path]!.steps[behind]
      if (step === undefined) continue
      if (step._tag === "Deep") next.push([path, behind])
      else if (name === undefined ? step._tag === "Item" : step._tag === "AnyKey" || step._tag === "Key" && step.name === name) {
        next.push([path, behind + 1])
      }
    }
    return next
  }

  stateOf(positions: ReadonlyArray<Position>): PolicyState | undefined {
    const settled = this.#settle(positions)
    if (settled.length === 0) return undefined
    const id = settled.join(";")
    let state = this.#states.get(id)
    if (state === undefined) {
      state = this.#build(settled)
      this.#states.set(id, state)
    }
    return state
  }

  /** `**` may stand for nothing. */
  #settle(positions: ReadonlyArray<Position>): ReadonlyArray<Position> {
    const settled = new Map<string, Position>()
    for (const [path, behind] of positions) {
      for (let at = behind;; at++) {
        settled.set(`${path},${at}`, [path, at])
        if (this.#paths[path]!.steps[at]?._tag !== "Deep") break
      }
    }
    return [...settled.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  }

  #build(positions: ReadonlyArray<Position>): PolicyState {
    const byName = new Map<string, PolicyState | undefined>()
    let item: { readonly state: PolicyState | undefined } | undefined
    let other: { readonly state: PolicyState | undefined } | undefined
    // Paths are sorted by rank and order, and positions by path: the first that ends here decides.
    const last = positions.find(([path, behind]) => behind === this.#paths[path]!.steps.length)
    return {
      below: positions.flatMap(([path, behind]) => {
        const { fieldClass, steps } = this.#paths[path]!
        const isNamed = steps.slice(0, behind).every(({ _tag }) => _tag === "Key" || _tag === "Item")
        return isNamed && steps[behind] !== undefined && steps[behind]._tag !== "Deep" ? [codeOf(fieldClass)] : []
      }),
      code: codeOf(last === undefined ? undefined : this.#paths[last[0]]!.fieldClass),
      key: (name) => {
        if (!this.#literals.has(name)) return (other ??= { state: this.stateOf(this.after(positions, "\0")) }).state
        if (!byName.has(name)) byName.set(name, this.stateOf(this.after(positions, name)))
        return byName.get(name)
      },
      item: () => (item ??= { state: this.stateOf(this.after(positions, undefined)) }).state
    }
  }
}

/** Compiled once per endpoint. */
export const compilePolicy = (options: { readonly fields: Endpoint["fields"]; readonly unknown: Endpoint["unknown"] }): MaskingPolicy => {
  const { fields, unknown } = options
  const maskUnknown = unknown === "mask"
  const watch = new FieldWatch()
  if (fields.length === 0) return { fields, unknown, maskUnknown, bare: undefined, wrapped: undefined, watch }
  const paths = options.fields
    .map(([path, fieldClass]): Path => ({ steps: stepsOf(path), fieldClass }))
    .toSorted((a, b) => rank(a) - rank(b))
  const machine = new Machine(paths)
  const start = machine.start()
  return {
    fields,
    unknown,
    maskUnknown,
    watch,
    bare: machine.stateOf([...start, ...machine.after(start, "data")]),
    wrapped: machine.stateOf([...start, ...machine.after(start, "meta")])
  }
}
