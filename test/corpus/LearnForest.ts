/**
 * Learns a forest of decision trees, one after another, each of what those before have left wrong (gradient boosting with
 * Newton steps; Friedman 2001, Chen and Guestrin 2016). The same examples and seed give the same forest.
 */
import type { Forest, Tree } from "../../src/privacy/verdict/Trees.ts"

export interface Example {
  readonly features: ReadonlyMap<string, number>
  /** 0 to 1: the share of it that is so. */
  readonly target: number
  readonly weight: number
}

export interface LearningOptions {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  /** Shares of examples and of features that each tree sees. */
  readonly examplesSeen: number
  readonly featuresSeen: number
  /** A feature that fewer examples have is left out. */
  readonly leastExamples: number
  readonly seed: number
}

const bins = 16
const lambda = 2
const leastCurvature = 1

/** Mulberry32. */
export const drawer = (seed: number) => (): number => {
  seed = seed + 0x6d2b79f5 | 0
  let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed)
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
  return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
}

/** Puts them in another order. */
export const shuffle = (order: Array<number>, draw: () => number): void => {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1))
    const held = order[at]!
    order[at] = order[other]!
    order[other] = held
  }
}

/** A feature of the examples that have it; bin 0 is that of all others. */
interface Binned {
  readonly rows: Int32Array
  readonly bin: Uint8Array
  /** The largest value of each bin, in order. */
  readonly edges: ReadonlyArray<number>
}

const binned = (values: ReadonlyArray<readonly [row: number, value: number]>): Binned => {
  const distinct = [...new Set(values.map(([, value]) => value))].filter((value) => value > 0).sort((a, b) => a - b)
  const step = Math.max(1, distinct.length / (bins - 1))
  const edges = [0, ...Array.from({ length: Math.min(bins - 1, distinct.length) }, (_, at) => distinct[Math.ceil((at + 1) * step) - 1]!)]
  return {
    rows: Int32Array.from(values, ([row]) => row),
    bin: Uint8Array.from(values, ([, value]) => {
      const found = edges.findIndex((edge) => value <= edge)
      return found < 0 ? edges.length - 1 : found
    }),
    edges
  }
}

interface Split {
  readonly gain: number
  readonly feature: number
  readonly bin: number
}

interface Grown {
  split: Split | undefined
  readonly children: Array<Grown>
  value: number
}

const score = (gradient: number, curvature: number): number => gradient * gradient / (curvature + lambda)

export const learnForest = (examples: ReadonlyArray<Example>, options: LearningOptions): Forest => {
  const draw = drawer(options.seed)
  const byName = new Map<string, Array<readonly [row: number, value: number]>>()
  for (const [row, { features }] of examples.entries()) {
    for (const [name, value] of features) {
      const found = byName.get(name)
      if (found === undefined) byName.set(name, [[row, value]])
      else found.push([row, value])
    }
  }
  const kept = [...byName].filter(([, values]) => values.length >= options.leastExamples).sort(([a], [b]) => a < b ? -1 : 1)
  const columns = kept.map(([, values]) => binned(values))
  const share = examples.reduce((sum, { target, weight }) => sum + target * weight, 0) /
    examples.reduce((sum, { weight }) => sum + weight, 0)
  const base = Math.log(share / (1 - share))
  const sums = new Float64Array(examples.length).fill(base)
  const gradient = new Float64Array(examples.length)
  const curvature = new Float64Array(examples.length)
  /** The place of an example's leaf among the leaves that may still be split; negative where it is in none. */
  const place = new Int32Array(examples.length)
  const trees: Array<Tree> = []
  for (let tree = 0; tree < options.trees; tree++) {
    for (const [row, { target, weight }] of examples.entries()) {
      const chance = 1 / (1 + Math.exp(-sums[row]!))
      const isSeen = draw() < options.examplesSeen
      gradient[row] = isSeen ? (chance - target) * weight : 0
      curvature[row] = isSeen ? Math.max(chance * (1 - chance), 1e-6) * weight : 0
      place[row] = 0
    }
    const seen = columns.flatMap((_, feature) => draw() < options.featuresSeen ? [feature] : [])
    const root: Grown = { split: undefined, children: [], value: 0 }
    let open: ReadonlyArray<Grown> = [root]
    for (let depth = 0; open.length > 0; depth++) {
      const total = new Float64Array(2 * open.length)
      for (let row = 0; row < place.length; row++) {
        const at = place[row]!
        if (at < 0) continue
        total[2 * at]! += gradient[row]!
        total[2 * at + 1]! += curvature[row]!
      }
      for (const [at, leaf] of open.entries()) leaf.value = -options.rate * total[2 * at]! / (total[2 * at + 1]! + lambda)
      if (depth === options.depth) break
      const best: Array<Split | undefined> = open.map(() => undefined)
      const sum = new Float64Array(2 * bins * open.length)
      for (const feature of seen) {
        const { bin, edges, rows } = columns[feature]!
        sum.fill(0)
        for (let i = 0; i < rows.length; i++) {
          const at = place[rows[i]!]!
          if (at < 0) continue
          const cell = 2 * (at * bins + bin[i]!)
          sum[cell]! += gradient[rows[i]!]!
          sum[cell + 1]! += curvature[rows[i]!]!
        }
        for (let at = 0; at < open.length; at++) {
          const [g, h] = [total[2 * at]!, total[2 * at + 1]!]
          let [rightG, rightH] = [0, 0]
          for (let cut = edges.length - 1; cut > 0; cut--) {
            rightG += sum[2 * (at * bins + cut)]!
            rightH += sum[2 * (at * bins + cut) + 1]!
            if (rightH < leastCurvature || h - rightH < leastCurvature) continue
            const gain = score(g - rightG, h - rightH) + score(rightG, rightH) - score(g, h)
            if (gain > (best[at]?.gain ?? 1e-6)) best[at] = { gain, feature, bin: cut - 1 }
          }
        }
      }
      const next: Array<Grown> = []
      const moved = open.map((leaf, at) => {
        const split = best[at]
        if (split === undefined) return undefined
        leaf.split = split
        leaf.children.push({ split: undefined, children: [], value: 0 }, { split: undefined, children: [], value: 0 })
        next.push(...leaf.children)
        return [next.length - 2, next.length - 1] as const
      })
      const isRight = new Uint8Array(place.length)
      for (const [at, leaf] of open.entries()) {
        if (leaf.split === undefined) continue
        const { bin, rows } = columns[leaf.split.feature]!
        for (let i = 0; i < rows.length; i++) if (place[rows[i]!] === at && bin[i]! > leaf.split.bin) isRight[rows[i]!] = 1
      }
      for (let row = 0; row < place.length; row++) {
        const at = place[row]!
        if (at < 0) continue
        const to = moved[at]
        if (to === undefined) sums[row]! += open[at]!.value
        place[row] = to === undefined ? -1 : to[isRight[row]!]!
      }
      open = next
    }
    for (let row = 0; row < place.length; row++) if (place[row]! >= 0) sums[row]! += open[place[row]!]!.value
    trees.push(flat(root, (split) => columns[split.feature]!.edges[split.bin]!))
  }
  return pruned({ features: kept.map(([name]) => name), base, trees })
}

const flat = (root: Grown, edgeOf: (split: Split) => number): Tree => {
  const feature: Array<number> = []
  const threshold: Array<number> = []
  const otherwise: Array<number> = []
  const add = ({ children, split, value }: Grown): void => {
    const at = feature.length
    feature.push(split?.feature ?? -1)
    threshold.push(split === undefined ? Number(value.toPrecision(4)) : Number(edgeOf(split).toPrecision(6)))
    otherwise.push(0)
    if (split === undefined) return
    add(children[0]!)
    otherwise[at] = feature.length
    add(children[1]!)
  }
  add(root)
  return { feature, threshold, otherwise }
}

/** Without features that no tree asks for. */
const pruned = ({ base, features, trees }: Forest): Forest => {
  const asked = [...new Set(trees.flatMap(({ feature }) => Array.from(feature).filter((one) => one >= 0)))].sort((a, b) => a - b)
  const places = new Map(asked.map((one, at) => [one, at]))
  return {
    base,
    features: asked.map((one) => features[one]!),
    trees: trees.map((tree) => ({ ...tree, feature: Array.from(tree.feature, (one) => places.get(one) ?? -1) }))
  }
}
