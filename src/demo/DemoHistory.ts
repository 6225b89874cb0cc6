/**
 * What the demo city's callers did before the demo was first started: as made up as the city, and always the same for
 * the same moment. Charts and the status page then look as they would in a city that uses its gateway. Pure.
 */
import type { PlacedEndpoint } from "./City.ts"
import type { CityDataset } from "./CityAgency.ts"
import { seedOf } from "./Seed.ts"

export interface PastCalls {
  readonly calls: number
  /** Of these, answered with a status of 500 or above. */
  readonly failures: number
  /** Of these, answered with a copy because the agency failed. */
  readonly stale: number
  /** Milliseconds, and how many calls took about so long. */
  readonly took: ReadonlyArray<readonly [millis: number, calls: number]>
}

export const quarterMillis = 900_000
const dayMillis = 86_400_000
/** The city lies where Malang does. */
const aheadOfGreenwich = 7

const mixed = (seed: number): number => {
  let bits = Math.imul(seed ^ seed >>> 16, 0x45d9f3b)
  bits = Math.imul(bits ^ bits >>> 16, 0x45d9f3b)
  return (bits ^ bits >>> 16) >>> 0
}
/** 0 to 1, by any two whole numbers. */
const chance = (one: number, other: number): number => mixed(one ^ mixed(other)) / 2 ** 32

/** How busy the city is, 0 to 1: up at five, most of it before noon, half of that on Sundays. */
const busynessAt = (millis: number): number => {
  const local = millis + aheadOfGreenwich * 3_600_000
  const hour = local % dayMillis / 3_600_000
  const isSunday = new Date(local).getUTCDay() === 0
  const awake = hour < 5 || hour > 23 ? 0 : Math.sin(Math.PI * ((hour - 5) / 18) ** 0.8)
  return (0.08 + 0.92 * awake) * (isSunday ? 0.5 : 1)
}

/** Of all calls, and how many times as long as most they take. */
const spread = [[0.42, 0.8], [0.35, 1], [0.16, 1.7], [0.06, 3.5], [0.01, 9]] as const

const takenBy = (
  calls: number,
  usual: number,
  luckOf: (index: number) => number
): ReadonlyArray<readonly [millis: number, calls: number]> => {
  let before = 0
  let share = 0
  return spread.map(([part, times], index) => {
    share += part
    const until = Math.round(calls * share)
    const here = until - before
    before = until
    return [usual * (times < 1 ? times : 1 + (times - 1) * (0.4 + luckOf(index))), here] as const
  })
}

/** What a city is asked for most. */
const sought: ReadonlySet<string> = new Set([
  "dlh/kualitas-udara",
  "diskop-ukm/harga-pangan",
  "bpbd/tinggi-muka-air",
  "dishub/lalu-lintas",
  "dinkes/rumah-sakit"
])
const worthOf = (agency: string, { endpoints, slug }: CityDataset): number =>
  sought.has(`${agency}/${slug}`) ? 12 : endpoints.some((endpoint) => endpoint.private === true) ? 0.15 : 1

/** The calls of an endpoint by quarter of an hour: a function of when the quarter begins. */
export const pastCallsOf = ({ agency, dataset, endpoint }: PlacedEndpoint): (millis: number) => PastCalls => {
  const seed = seedOf(`${agency.slug}/${dataset.slug}/${endpoint.path}`)
  // A few endpoints are called much, most of them little; what is closed to most people by few.
  const most = (1 + 60 * chance(seed, 1) ** 5) * worthOf(agency.slug, dataset)
  const usual = (agency.slowMillis ?? 0) + 3 + 20 * chance(seed, 2)
  const [failing, copied] = agency.flaky === undefined ? [0.0003, 0.0005] : [0.003, agency.flaky / 12]
  return (millis) => {
    const quarter = Math.floor(millis / quarterMillis)
    const luck = chance(seed, quarter)
    const busyness = busynessAt(millis)
    const calls = Math.floor(most * busyness * (0.6 + 0.8 * luck) + luck)
    const some = (share: number, which: number): number => Math.min(calls, Math.floor(calls * share + chance(seed ^ which, quarter)))
    return {
      calls,
      failures: calls === 0 ? 0 : some(failing, 3),
      stale: calls === 0 ? 0 : some(copied, 5),
      took: takenBy(calls, usual * (0.9 + 0.3 * busyness + 0.2 * luck), (index) => chance(seed + index, quarter))
    }
  }
}

/** The same calls by minute: each at one of its own. */
export const minutesOf = ({ failures, stale, took }: PastCalls): ReadonlyArray<PastCalls> => {
  const minutes = Array.from(
    { length: 15 },
    () => ({ calls: 0, failures: 0, stale: 0, took: Array.of<readonly [millis: number, calls: number]>() })
  )
  const millis = took.flatMap(([each, some]) => Array.from({ length: some }, () => each))
  for (const [index, each] of millis.entries()) {
    const minute = minutes[Math.floor(15 * chance(index, Math.round(each * 1_000)))]
    if (minute === undefined) continue
    minute.calls++
    minute.took.push([each, 1])
    if (index < failures) minute.failures++
    if (index < stale) minute.stale++
  }
  return minutes
}
