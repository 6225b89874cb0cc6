/**
 * A forest of small decision trees, added up: how likely something is, by what is known of it (gradient boosting, Friedman 2001).
 * It is learnt by `npm run learn`; here it is read and asked. Pure.
 *
 * Its file, packed by gzip, is a line of JSON (`Header`), then of all nodes of all trees, little-endian, the thresholds as 64-bit
 * floating point, the features and the steps as 16-bit integers: text of that size would take a start a tenth of a second to check.
 */
import { Schema } from "effect"
import { gunzipSync, gzipSync } from "node:zlib"

/** One tree: parallel arrays, a node each. Where `feature` is negative the node is a leaf, and `threshold` what it adds. */
export interface Tree {
  readonly feature: ArrayLike<number>
  /** A value that is not above it goes on with the next node, another one with `otherwise`. */
  readonly threshold: ArrayLike<number>
  readonly otherwise: ArrayLike<number>
}

export interface Forest {
  /** The features by their places in `feature`. What is not known of something counts as 0. */
  readonly features: ReadonlyArray<string>
  /** What there is before the first tree: the logarithm of the odds. */
  readonly base: number
  readonly trees: ReadonlyArray<Tree>
}

/** @param values what is known of something, by a feature's place @returns the logarithm of the odds */
export const oddsByForest = ({ base, trees }: Forest, values: Float64Array): number => {
  let sum = base
  for (const { feature, otherwise, threshold } of trees) {
    let at = 0
    for (let asked = feature[at]!; asked >= 0; asked = feature[at]!) at = values[asked]! <= threshold[at]! ? at + 1 : otherwise[at]!
    sum += threshold[at]!
  }
  return sum
}

const Header = Schema.fromJsonString(Schema.Struct({
  features: Schema.Array(Schema.String),
  base: Schema.Number,
  /** How many nodes each tree has. */
  sizes: Schema.Array(Schema.Int)
}))
const decodeHeader = Schema.decodeUnknownSync(Header)
const encodeHeader = Schema.encodeSync(Header)

export const packForest = ({ base, features, trees }: Forest): Uint8Array => {
  const all = (of: keyof Tree): ReadonlyArray<number> => trees.flatMap((tree) => Array.from(tree[of]))
  const header = encodeHeader({ features, base, sizes: trees.map(({ feature }) => feature.length) })
  const arrays = [Float64Array.from(all("threshold")), Int16Array.from(all("feature")), Int16Array.from(all("otherwise"))]
  return gzipSync(Buffer.concat([Buffer.from(`${header}\n`), ...arrays.map(({ buffer }) => new Uint8Array(buffer))]), { level: 9 })
}

export const unpackForest = (packed: Uint8Array): Forest => {
  const bytes = gunzipSync(packed)
  const start = bytes.indexOf(10) + 1
  const { base, features, sizes } = decodeHeader(bytes.toString("utf8", 0, start))
  const nodes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes.length !== start + 12 * nodes) {
    throw new Error(`a forest of ${nodes} nodes has ${bytes.length - start} bytes, not ${12 * nodes}`)
  }
  const body = Uint8Array.from(bytes.subarray(start)).buffer
  const thresholds = new Float64Array(body, 0, nodes)
  const asked = new Int16Array(body, 8 * nodes, nodes)
  const others = new Int16Array(body, 10 * nodes, nodes)
  let from = 0
  const trees = sizes.map((size): Tree => {
    const [begin, end] = [from, from += size]
    return {
      feature: asked.subarray(begin, end),
      threshold: thresholds.subarray(begin, end),
      otherwise: others.subarray(begin, end)
    }
  })
  return { base, features, trees }
}
