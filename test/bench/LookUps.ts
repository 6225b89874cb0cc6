/**
 * Look-ups as their number grows: an address among 10 and among 100,000 endpoints, a token among 10 and among a million;
 * gapura's tables beside the `Map`s that the Fastify peer has.
 *
 * Two patterns. `in use`: a thousand, drawn at random from all there are, are asked for again and again; that is what
 * the requirement is about. `cold`: every look-up is for any of them at random, so that each pays for memory that no
 * cache holds; no table is flat then, and the figures show by how much. A probe's text is new to the caches in
 * every case (fresh copies, read from front to back). Small and large take turns; medians.
 */
import { Redacted } from "effect"
import { hash, randomInt } from "node:crypto"
import { digestOf, makeToken } from "../../src/access/AccessToken.ts"
import { TokenTable } from "../../src/access/TokenTable.ts"
import type { Caller } from "../../src/domain/Caller.ts"
import { noPrivateAccess } from "../../src/domain/PrivateAccess.ts"
import { resolverOf } from "./Addresses.ts"
import { type Spread, spreadOf } from "./Spread.ts"

const probesPerRound = 200_000
const probesPerSlice = 1_000
const roundCount = 9
const inUseCount = 1_000

type LookUp = (text: string) => unknown

export interface LookUpTimes {
  /** Nanoseconds for one look-up. */
  readonly small: Spread
  readonly large: Spread
  readonly ratio: Spread
}

export interface LookUpResult {
  readonly title: string
  readonly pattern: "in use" | "cold"
  readonly gapura: LookUpTimes
  readonly map: LookUpTimes
}

/** Random picks, each a string of its own, in the order in which they will be read. */
const probesOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: probesPerRound }, () => Buffer.from(texts[randomInt(texts.length)] ?? "").toString("latin1"))

/** The median of short slices: a slice in which another process took the core does not count. */
const nanosOf = (lookUp: LookUp, probes: ReadonlyArray<string>): number => {
  let found = 0
  const slices: Array<number> = []
  for (let from = 0; from < probes.length; from += probesPerSlice) {
    const to = from + probesPerSlice
    const started = process.hrtime.bigint()
    for (let index = from; index < to; index++) if (lookUp(probes[index] ?? "") !== undefined) found++
    slices.push(Number(process.hrtime.bigint() - started) / probesPerSlice)
  }
  if (found !== probes.length) throw new Error(`${probes.length - found} of ${probes.length} look-ups found nothing`)
  return spreadOf(slices).median
}

const compare = (small: LookUp, smallTexts: ReadonlyArray<string>, large: LookUp, largeTexts: ReadonlyArray<string>): LookUpTimes => {
  const measure = () => ({ small: nanosOf(small, probesOf(smallTexts)), large: nanosOf(large, probesOf(largeTexts)) })
  for (let round = 0; round < 2; round++) measure()
  const pairs = Array.from({ length: roundCount }, measure)
  return {
    small: spreadOf(pairs.map((pair) => pair.small)),
    large: spreadOf(pairs.map((pair) => pair.large)),
    ratio: spreadOf(pairs.map((pair) => pair.large / pair.small))
  }
}

/** The same entries in gapura's table and in a `Map`. */
interface Size {
  readonly texts: ReadonlyArray<string>
  readonly gapura: LookUp
  readonly map: LookUp
}

const scopes: ReadonlySet<string> = new Set(["dinkes-ringkas-get"])

const tokens = (count: number): Size => {
  const table = new TokenTable()
  const callers = new Map<string, Caller>()
  const texts = Array.from({ length: count }, () => Redacted.value(makeToken()))
  const now = Date.now()
  texts.forEach((text, index) => {
    const caller: Caller = {
      tokenId: `tok_${index}`,
      bucket: `tok_${index}`,
      application: "bench",
      scopes,
      privateAccess: noPrivateAccess,
      expiresAt: now + 86_400_000,
      isRehearsal: false
    }
    table.set(digestOf(text), caller)
    callers.set(hash("sha256", text), caller)
  })
  return { texts, gapura: (text) => table.get(digestOf(text), now), map: (text) => callers.get(hash("sha256", text)) }
}

const addresses = async (count: number): Promise<Size> => {
  const { resolve, texts } = await resolverOf(count)
  const routes = new Map(texts.map((text, index) => [text, { index }]))
  return { texts, gapura: resolve, map: (text) => routes.get(text) }
}

const compareSizes = (title: string, small: Size, large: Size): ReadonlyArray<LookUpResult> => {
  const inUse = Array.from({ length: inUseCount }, () => large.texts[randomInt(large.texts.length)] ?? "")
  return ([["in use", inUse], ["cold", large.texts]] as const).map(([pattern, texts]) => ({
    title,
    pattern,
    gapura: compare(small.gapura, small.texts, large.gapura, texts),
    map: compare(small.map, small.texts, large.map, texts)
  }))
}

export const measureLookUps = async (): Promise<ReadonlyArray<LookUpResult>> => [
  ...compareSizes("address look-up, 10 → 100,000 endpoints", await addresses(10), await addresses(100_000)),
  ...compareSizes("token look-up, SHA-256 included, 10 → 1,000,000", tokens(10), tokens(1_000_000))
]
