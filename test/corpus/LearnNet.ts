/**
 * Learns a net (`src/privacy/verdict/Net.ts`), example by example, each number with steps of its own that shrink as it moves
 * (Duchi 2011); in each example some pieces and units are left out, so that none is relied on (Srivastava 2014). The same examples
 * and seed give the same net.
 */
import { type LearntNet, type NetShape, rowsOf } from "../../src/privacy/verdict/Net.ts"
import { drawer, shuffle } from "./Drawer.ts"

export interface Written {
  /** Of each group what is written there. */
  readonly wording: ReadonlyArray<ReadonlyArray<string>>
  /** 0 to 1: the share of it that is so. */
  readonly target: number
  readonly weight: number
}

export interface NetLearning extends NetShape {
  /** How often each example is seen. */
  readonly rounds: number
  readonly rate: number
  /** Shares of pieces and of units that are left out. */
  readonly piecesLeftOut: number
  readonly unitsLeftOut: number
  readonly seed: number
}

const tiny = 1e-6

/** Numbers that are learnt, and how far each has moved. */
class Learnt {
  readonly is: Float32Array
  private readonly moved: Float32Array
  constructor(size: number, first: () => number) {
    this.is = new Float32Array(size).map(first)
    this.moved = new Float32Array(size)
  }
  step(at: number, slope: number, rate: number): void {
    this.moved[at]! += slope * slope
    this.is[at]! -= rate * slope / (Math.sqrt(this.moved[at]!) + tiny)
  }
}

export const learnNet = (examples: ReadonlyArray<Written>, options: NetLearning): LearntNet => {
  const { groups, piecesLeftOut, rate: firstRate, rounds, rows, seed, units, unitsLeftOut, width } = options
  const draw = drawer(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const joined = groups * width
  const table = new Float32Array(rows * width).map(() => normal() * 0.05)
  const tableMoved = new Float32Array(rows)
  const alone = new Learnt(rows, () => 0)
  const joins = new Learnt(joined * units, () => normal() / Math.sqrt(joined))
  const before = new Learnt(units, () => 0)
  const adds = new Learnt(units, () => normal() / Math.sqrt(units))
  const base = new Learnt(1, () => 0)
  const written = examples.map(({ wording }) => rowsOf(wording, rows))
  const meanWeight = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length
  const order = examples.map((_, at) => at)
  const kept: ReadonlyArray<Array<number>> = Array.from({ length: groups }, () => [])
  const [sums, slopes, unit] = [new Float32Array(joined), new Float32Array(joined), new Float32Array(units)]

  const forward = (example: number): number => {
    sums.fill(0)
    let odds = base.is[0]!
    for (const [group, all] of written[example]!.entries()) {
      const some = kept[group]!
      some.length = 0
      for (const row of all) if (draw() >= piecesLeftOut) some.push(row)
      const scale = 1 / Math.sqrt(Math.max(1, some.length))
      for (const row of some) {
        odds += alone.is[row]! * scale
        for (let at = 0; at < width; at++) sums[group * width + at]! += table[row * width + at]! * scale
      }
    }
    for (let one = 0; one < units; one++) {
      let sum = before.is[one]!
      for (let at = 0; at < joined; at++) sum += sums[at]! * joins.is[at * units + one]!
      unit[one] = sum > 0 && draw() >= unitsLeftOut ? sum / (1 - unitsLeftOut) : 0
      odds += unit[one]! * adds.is[one]!
    }
    return odds
  }

  /** @param slope of what is wrong, by the odds */
  const backward = (slope: number, rate: number): void => {
    slopes.fill(0)
    for (let one = 0; one < units; one++) {
      if (unit[one] === 0) continue
      const inner = slope * adds.is[one]! / (1 - unitsLeftOut)
      adds.step(one, slope * unit[one]!, rate / 2)
      before.step(one, inner, rate / 2)
      for (let at = 0; at < joined; at++) {
        slopes[at]! += inner * joins.is[at * units + one]!
        joins.step(at * units + one, inner * sums[at]!, rate / 2)
      }
    }
    base.step(0, slope, rate)
    for (const [group, some] of kept.entries()) {
      const scale = 1 / Math.sqrt(Math.max(1, some.length))
      let square = 0
      for (let at = 0; at < width; at++) square += (slopes[group * width + at]! * scale) ** 2 / width
      for (const row of some) {
        alone.step(row, slope * scale, rate)
        tableMoved[row]! += square
        const step = rate * scale / (Math.sqrt(tableMoved[row]!) + tiny)
        for (let at = 0; at < width; at++) table[row * width + at]! -= step * slopes[group * width + at]!
      }
    }
  }

  for (let round = 0; round < rounds; round++) {
    shuffle(order, draw)
    const rate = firstRate * (1 - 0.7 * round / rounds)
    for (const example of order) {
      const { target, weight } = examples[example]!
      const chance = 1 / (1 + Math.exp(-forward(example)))
      backward((chance - target) * weight / meanWeight, rate)
    }
  }
  // What no example has says nothing.
  for (let row = 0; row < rows; row++) if (tableMoved[row] === 0) table.fill(0, row * width, (row + 1) * width)
  return {
    groups,
    width,
    rows,
    units,
    table,
    alone: alone.is,
    steps: [1, 1],
    joins: joins.is,
    before: before.is,
    adds: adds.is,
    base: base.is[0]!
  }
}
