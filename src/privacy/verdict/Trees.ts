/**
 * A forest of small decision trees, added up: how likely something is, by what is known of it (gradient boosting, Friedman 2001).
 * It is learnt by `npm run learn`; here it is only asked. Pure.
 */
import { Schema } from "effect"

/** One tree: parallel arrays, a node each. Where `feature` is negative the node is a leaf, and `threshold` what it adds. */
const Tree = Schema.Struct({
  feature: Schema.Array(Schema.Int),
  /** A value that is not above it goes on with the next node, another one with `otherwise`. */
  threshold: Schema.Array(Schema.Number),
  otherwise: Schema.Array(Schema.Int)
})

export const Forest = Schema.Struct({
  /** The features by their places in `feature`. What is not known of something counts as 0. */
  features: Schema.Array(Schema.String),
  /** What there is before the first tree: the logarithm of the odds. */
  base: Schema.Number,
  trees: Schema.Array(Tree)
})
export type Forest = typeof Forest.Type

/** @param values what is known of something, by a feature's place @returns 0 to 1 */
export const likelihood = ({ base, trees }: Forest, values: Float64Array): number => {
  let sum = base
  for (const { feature, otherwise, threshold } of trees) {
    let at = 0
    for (let asked = feature[at]!; asked >= 0; asked = feature[at]!) at = values[asked]! <= threshold[at]! ? at + 1 : otherwise[at]!
    sum += threshold[at]!
  }
  return 1 / (1 + Math.exp(-sum))
}
