/**
 * Look-ups as their number grows: an address among 10 and among 100,000 endpoints, a token among 10 and among a million.
 *
 * A probe's text is new to the memory caches in both cases (one list of fresh copies, read once from front to back),
 * so that the difference is the table's. Small and large take turns; medians. Time is this thread's CPU time: what
 * other processes take from the core does not count.
 */
import { Redacted } from "effect"
import { randomInt } from "node:crypto"
import { digestOf, makeToken } from "../../src/access/AccessToken.ts"
import { TokenTable } from "../../src/access/TokenTable.ts"
import type { Caller } from "../../src/domain/Caller.ts"
import { resolverOf } from "./Addresses.ts"
import { type Spread, spreadOf } from "./Report.ts"

const probesPerRound = 200_000
const roundCount = 9

type LookUp = (text: string) => unknown

export interface LookUpResult {
  readonly title: string
  /** Nanoseconds for one look-up. */
  readonly small: Spread
  readonly large: Spread
  readonly ratio: Spread
}

/** Random picks, each a string of its own, in the order in which they will be read. */
const probesOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: probesPerRound }, () => Buffer.from(texts[randomInt(texts.length)] ?? "").toString("latin1"))

const nanosOf = (lookUp: LookUp, probes: ReadonlyArray<string>): number => {
  let found = 0
  const before = process.threadCpuUsage()
  for (const probe of probes) if (lookUp(probe) !== undefined) found++
  const used = process.threadCpuUsage(before)
  const nanos = (used.user + used.system) * 1_000 / probes.length
  if (found !== probes.length) throw new Error(`${probes.length - found} of ${probes.length} look-ups found nothing`)
  return nanos
}

interface Side { readonly lookUp: LookUp; readonly texts: ReadonlyArray<string> }

const compare = (title: string, small: Side, large: Side): LookUpResult => {
  const warm = (side: Side): number => nanosOf(side.lookUp, probesOf(side.texts))
  for (let round = 0; round < 2; round++) void (warm(small) + warm(large))
  const pairs = Array.from({ length: roundCount }, () => ({ small: warm(small), large: warm(large) }))
  return {
    title,
    small: spreadOf(pairs.map((pair) => pair.small)),
    large: spreadOf(pairs.map((pair) => pair.large)),
    ratio: spreadOf(pairs.map((pair) => pair.large / pair.small))
  }
}

const scopes: ReadonlySet<string> = new Set(["dinkes-ringkas-get"])

const tokens = (count: number): Side => {
  const table = new TokenTable()
  const texts = Array.from({ length: count }, () => Redacted.value(makeToken()))
  const now = Date.now()
  texts.forEach((text, index) => {
    const caller: Caller = { tokenId: `tok_${index}`, application: "bench", scopes, privateAccess: false, expiresAt: now + 86_400_000 }
    table.set(digestOf(text), caller)
  })
  return { texts: sample(texts), lookUp: (text) => table.get(digestOf(text), now) }
}

const addresses = async (count: number): Promise<Side> => {
  const { resolve, texts } = await resolverOf(count)
  return { texts: sample(texts), lookUp: resolve }
}

export const measureLookUps = async (): Promise<ReadonlyArray<LookUpResult>> => [
  compare("address look-up, 10 → 100,000 endpoints", await addresses(10), await addresses(100_000)),
  compare("token look-up (SHA-256 included), 10 → 1,000,000 tokens", tokens(10), tokens(1_000_000))
]
function sample(t: ReadonlyArray<string>) { return t.length <= 10 ? t : Array.from({length: 10000}, () => t[randomInt(t.length)]!) }
for (const r of await measureLookUps()) console.log(10000, r.title, r.small.median.toFixed(0), r.large.median.toFixed(0), r.ratio.median.toFixed(2), r.ratio.min.toFixed(2), r.ratio.max.toFixed(2))
