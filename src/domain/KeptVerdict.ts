/**
 * What masking has made of the paths of an endpoint's answers, as it is kept across restarts: a tree of keys. Only what
 * holds something back stands in it; what a later version does not know is hidden whole.
 */
import { Schema } from "effect"

/** Why something is masked where nobody classified it. */
export const keptReasons = ["key", "row", "value", "likeness"] as const
export type KeptReason = typeof keptReasons[number]

/** How an object or a list goes on: by the kind of each object, as rows that name their columns, with keys that are data. */
const keptShapes = ["kinds", "rows", "map"] as const

export interface KeptVerdict {
  /** A class, `unknown` for what is hidden whole, `open` and `number` for what is shown once its value was looked at. */
  readonly holds?: string
  readonly why?: KeptReason
  /** Values that are nobody's may stay. */
  readonly mixed?: true
  readonly shape?: typeof keptShapes[number]
  /** The members by which objects go on as kinds, … */
  readonly choosers?: ReadonlyArray<string>
  /** … and those that hold what a label names. */
  readonly values?: ReadonlyArray<string>
  /** Keys are names of people. */
  readonly names?: true
  /** By key; `[]` for items, `*` for any key, `{kind}` for a kind. */
  readonly under?: Readonly<Record<string, KeptVerdict>>
}

export const KeptVerdict: Schema.Codec<KeptVerdict> = Schema.Struct({
  holds: Schema.optionalKey(Schema.String),
  why: Schema.optionalKey(Schema.Literals(keptReasons)),
  mixed: Schema.optionalKey(Schema.Literal(true)),
  shape: Schema.optionalKey(Schema.Literals(keptShapes)),
  choosers: Schema.optionalKey(Schema.Array(Schema.String)),
  values: Schema.optionalKey(Schema.Array(Schema.String)),
  names: Schema.optionalKey(Schema.Literal(true)),
  under: Schema.optionalKey(Schema.Record(Schema.String, Schema.suspend((): Schema.Codec<KeptVerdict> => KeptVerdict)))
})

/** Of answers that are objects with a `data` key, and of any others. */
export const KeptVerdicts = Schema.Struct({
  wrapped: Schema.optionalKey(KeptVerdict),
  bare: Schema.optionalKey(KeptVerdict)
})
export type KeptVerdicts = typeof KeptVerdicts.Type
