/**
 * The routes that every contestant serves: five agencies with the same four endpoints, so that an aggregate of five
 * asks five agencies. One table feeds gapura's registry and the peers.
 *
 * Plain data without imports: the Fastify peer reads it too and must not pay for gapura's libraries.
 */

export const agencySlugs = ["dinkes", "disdik", "dishub", "dinsos", "dpmptsp"] as const
export const dataset = "layanan"

export interface BenchEndpoint {
  readonly path: string
  /** What the agency server answers it with. */
  readonly upstream: "/small" | "/large" | "/slow" | "/huge"
  readonly freshMillis: number
  readonly query: ReadonlyArray<string>
  /** Of an answer that is larger than any other endpoint allows. */
  readonly maxBytes?: string
}

/** `n` is the running number that makes every read a miss: single flight and the cache would answer equal reads. */
export const endpoints: ReadonlyArray<BenchEndpoint> = [
  { path: "tetap", upstream: "/small", freshMillis: 3_600_000, query: [] },
  { path: "ringkas", upstream: "/small", freshMillis: 0, query: ["n"] },
  { path: "lengkap", upstream: "/large", freshMillis: 0, query: ["n"] },
  { path: "lambat", upstream: "/slow", freshMillis: 0, query: ["n"] },
  { path: "besar", upstream: "/huge", freshMillis: 0, query: ["n"], maxBytes: "2 GiB" }
]

/** The name of a facility is not personal data; every other value is left to the detectors. */
export const publicFields = ["data[].nama"] as const

export const staleMillis = 86_400_000
/** Enough for 64 callers with five entries each, so that nobody measures a queue for connections. */
export const connections = 512
export const rateLimit = 1_000_000_000
export const cacheMaxBytes = 256 * 1024 * 1024

export const scopeOf = (agency: string, path: string): string => `${agency}-${path}-get`
