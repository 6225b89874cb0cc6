/**
 * Masking twelve shapes beside `JSON.parse` and `JSON.stringify` of the same text, both on one core: slices of
 * some milliseconds take turns, and each figure is the median of the slices' ratios. `node test/bench/MaskingShapes.ts`
 */
import { Result } from "effect"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import { shapes } from "./Shapes.ts"

const sizes = [1_500, 50_000, 1_000_000]
const bytesPerSlice = 600_000
const rounds = Number(process.argv[2] ?? 41)

/** Microseconds for one run. The thread's CPU clock ticks too slowly here for slices so short that nobody comes between. */
const slice = (run: () => unknown, times: number): number => {
  const started = process.hrtime.bigint()
  for (let time = 0; time < times; time++) run()
  return Number(process.hrtime.bigint() - started) / 1_000 / times
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const all: Array<Array<number>> = sizes.map(() => [])
for (const [title, make] of shapes) {
  if (process.argv[3] !== undefined && !title.includes(process.argv[3])) continue
  const line = sizes.map((size, column) => {
    const text = make(size)
    const body = Buffer.from(text)
    const policy = compilePolicy({ fields: [], unknown: "detect" })
    const times = Math.max(1, Math.round(bytesPerSlice / body.length))
    const mask = () => Result.getOrThrow(maskJson(body, policy))
    const parse = () => JSON.stringify(JSON.parse(text))
    for (let warm = 0; warm < 4; warm++) {
      slice(mask, times)
      slice(parse, times)
    }
    const rates: Array<number> = []
    const speeds: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const [ours, theirs] = [slice(mask, times), slice(parse, times)]
      rates.push(theirs / ours)
      speeds.push(body.length / ours)
    }
    const ratio = median(rates)
    all[column]?.push(ratio)
    return `${ratio.toFixed(2).padStart(6)} (${median(speeds).toFixed(0).padStart(4)} MB/s)`
  })
  console.log(title.padEnd(36), ...line)
}
for (const [column, ratios] of all.entries()) {
  console.log(`${sizes[column]} B: worst ${Math.min(...ratios).toFixed(2)}, median ${median(ratios).toFixed(2)}`)
}
