/** A masked answer as it leaves: where it came from, how old it is, and for how long it stays fresh. */
import type { CacheResult } from "../domain/CacheResult.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"

export interface Answer {
  readonly response: CachedResponse
  readonly cache: CacheResult
  /** Whole seconds since the copy was stored. */
  readonly age: number
  /** Whole seconds that the copy stays fresh; negative once it is stale. */
  readonly freshFor: number
  /** As which a browser keeps it; absent where it is shown. */
  readonly fileName?: string
}

export const answerOf = (response: CachedResponse, cache: CacheResult, freshMillis: number, nowMillis: number): Answer => ({
  response,
  cache,
  age: Math.max(0, Math.floor((nowMillis - response.storedAt) / 1000)),
  freshFor: Math.ceil((freshUntil(response, freshMillis) - nowMillis) / 1000)
})

/** Epoch milliseconds: until when the registry, and the agency that may say less, let it answer as fresh. */
export const freshUntil = (response: CachedResponse, freshMillis: number): number =>
  response.storedAt + Math.min(freshMillis, response.freshMillis)
