/**
 * Where an answer came from: a fresh copy, a copy that stands in for a failing agency, or the agency just now.
 *
 * `X-Cache`, `meta.cache`, records and metrics say it.
 */

/** In the order of their codes. */
export const cacheResults = ["HIT", "STALE-CIRCUIT", "MISS"] as const
export type CacheResult = (typeof cacheResults)[number]

/** Those that callers are told, since what they got is a copy. */
export const copyResults = ["HIT", "STALE-CIRCUIT"] as const satisfies ReadonlyArray<CacheResult>

/** Two bits, 0 where no answer was looked for. The journal has them on disk: a code keeps its meaning. */
export const cacheCode = (cache: CacheResult | null): 0 | 1 | 2 | 3 => {
  switch (cache) {
    case null:
      return 0
    case "HIT":
      return 1
    case "STALE-CIRCUIT":
      return 2
    case "MISS":
      return 3
  }
}
