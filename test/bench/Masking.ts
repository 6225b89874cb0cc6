/**
 * Masking a body beside `JSON.parse` and `JSON.stringify` of the same body, on the same core: 1.5 KB, 50 KB and 1 MB;
 * with the benchmark's share of personal data, with none, and with nothing else.
 *
 * The peer gets its text ready decoded and does not encode what it made: it could not serve that as it is, so the
 * comparison is in its favour. Slices of a few milliseconds take turns; each round is the median of its slices, so that a
 * slice in which another process took the core does not count.
 */
import { Result } from "effect"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import { publicFields } from "./Endpoints.ts"
import { listOf, openListOf, peopleOf } from "./Sample.ts"
import { type Spread, spreadOf } from "./Spread.ts"

export interface MaskingResult {
  readonly title: string
  readonly bytes: number
  /** Megabytes a second. */
  readonly mask: Spread
  readonly parse: Spread
  readonly copy: Spread
  /** Of the two, slices that ran side by side. */
  readonly ratio: Spread
}

const roundCount = 9
const slicesPerRound = 25
const bytesPerSlice = 500_000

const policy = compilePolicy({ fields: publicFields.map((path) => [path, "public"] as const), unknown: "detect" })

const sizes = [["1.5 KB", 1_500], ["50 KB", 50_000], ["1 MB", 1_000_000]] as const
const kinds = [
  ["facilities with a person each", listOf],
  ["no personal data", openListOf],
  ["nothing but personal data", peopleOf]
] as const

/** Nanoseconds for one run. */
const slice = (run: () => unknown, times: number): number => {
  const started = process.hrtime.bigint()
  for (let time = 0; time < times; time++) run()
  return Number(process.hrtime.bigint() - started) / times
}

const measure = (title: string, text: string): MaskingResult => {
  const body = Buffer.from(text)
  const times = Math.max(1, Math.round(bytesPerSlice / body.length))
  const round = () => {
    const mask: Array<number> = []
    const parse: Array<number> = []
    const copy: Array<number> = []
    for (let index = 0; index < slicesPerRound; index++) {
      mask.push(slice(() => Result.getOrThrow(maskJson(body, policy)), times))
      parse.push(slice(() => JSON.stringify(JSON.parse(text)), times))
      copy.push(slice(() => Buffer.from(body), times))
    }
    const speedOf = (nanos: ReadonlyArray<number>): number => body.length / spreadOf(nanos).median * 1_000
    return { mask: speedOf(mask), parse: speedOf(parse), copy: speedOf(copy) }
  }
  for (let warmUp = 0; warmUp < 3; warmUp++) round()
  const rounds = Array.from({ length: roundCount }, round)
  return {
    title,
    bytes: body.length,
    mask: spreadOf(rounds.map(({ mask }) => mask)),
    parse: spreadOf(rounds.map(({ parse }) => parse)),
    copy: spreadOf(rounds.map(({ copy }) => copy)),
    ratio: spreadOf(rounds.map(({ mask, parse }) => mask / parse))
  }
}

export const measureMasking = (): ReadonlyArray<MaskingResult> =>
  kinds.flatMap(([kind, make]) => sizes.map(([size, bytes]) => measure(`masking ${size}, ${kind}`, make(bytes))))
