/**
 * Logistic regression with rates of their own for each feature (AdaGrad), into one byte each: the mean of what several orders of the
 * examples teach, since one alone leaves much to chance.
 */
import { drawer, shuffle } from "./Drawer.ts"

export interface Example {
  /** Those that it has; all others it has not. */
  readonly features: ArrayLike<number>
  readonly is: boolean
  readonly weight: number
}

export interface WeightLearning {
  /** Of two, as many features there are. */
  readonly bits: number
  readonly rounds: number
  readonly rate: number
  /** Of weights towards nothing. */
  readonly decay: number
  /** Orders. */
  readonly draws: number
}

const sixteenths = 16

const learnOnce = (examples: ReadonlyArray<Example>, { bits, decay, rate, rounds }: WeightLearning, seed: number): Float64Array => {
  const weights = new Float64Array(1 << bits)
  const slopes = new Float64Array(weights.length).fill(1e-3)
  const draw = drawer(seed)
  const order = examples.map((_, at) => at)
  for (let round = 0; round < rounds; round++) {
    shuffle(order, draw)
    for (const at of order) {
      const { features, is, weight } = examples[at]!
      let sum = 0
      for (let i = 0; i < features.length; i++) sum += weights[features[i]!]!
      const wrong = (1 / (1 + Math.exp(-sum)) - Number(is)) * weight
      for (let i = 0; i < features.length; i++) {
        const feature = features[i]!
        const slope = wrong + decay * weights[feature]!
        slopes[feature]! += slope * slope
        weights[feature]! -= rate * slope / Math.sqrt(slopes[feature]!)
      }
    }
  }
  return weights
}

/** @returns a byte with its sign for each feature, in sixteenths */
export const learnWeights = (examples: ReadonlyArray<Example>, learning: WeightLearning): Uint8Array => {
  const sums = new Float64Array(1 << learning.bits)
  for (let seed = 1; seed <= learning.draws; seed++) {
    const weights = learnOnce(examples, learning, seed)
    for (let feature = 0; feature < sums.length; feature++) sums[feature]! += weights[feature]!
  }
  return Uint8Array.from(sums, (sum) => Math.max(-127, Math.min(127, Math.round(sum / learning.draws * sixteenths))) & 255)
}
