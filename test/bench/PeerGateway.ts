/**
 * What the Fastify peer does for one endpoint, without HTTP: registered routes, stored copies, single flight, masking
 * and envelope. Aggregates read through the same function.
 */
import { LRUCache } from "lru-cache"
import { hash } from "node:crypto"
import { agencySlugs, type BenchEndpoint, cacheMaxBytes, dataset, endpoints, publicFields, scopeOf, staleMillis } from "./Endpoints.ts"
import { type PeerAgency, peerAgency } from "./PeerAgencies.ts"
import { compileTree, maskJson } from "./PeerMasking.ts"

export interface Copy {
  readonly body: Buffer
  readonly etag: string
  readonly storedAt: number
  readonly masked: number
}

export type CacheResult = "HIT" | "MISS" | "STALE-CIRCUIT"

export interface Read {
  readonly copy: Copy
  readonly cache: CacheResult
  readonly freshMillis: number
}

export interface Route {
  readonly agency: PeerAgency
  readonly endpoint: BenchEndpoint
  readonly scope: string
}

const tree = compileTree(publicFields)

/** Our own keys win over the agency's. */
const maskedResponse = (route: Route, text: string, now: number): Copy => {
  const { data, masked, meta } = maskJson(text, tree)
  const dataText = JSON.stringify(data)
  const metaText = JSON.stringify({
    ...meta,
    version: "4.0",
    agency: route.agency.slug,
    dataset,
    generatedAt: new Date(now).toISOString(),
    masked
  })
  return {
    body: Buffer.from(`{"status":"success","message":"Data berhasil diambil","data":${dataText},"meta":${metaText}}`),
    etag: `W/"${hash("sha1", dataText, "base64url")}"`,
    storedAt: now,
    masked
  }
}

export class PeerGateway {
  readonly #routes = new Map<string, Route>()
  readonly #flights = new Map<string, Promise<Copy>>()
  readonly #copies = new LRUCache<string, Copy>({
    maxSize: cacheMaxBytes,
    sizeCalculation: (copy, key) => copy.body.length + key.length + 200,
    ttl: staleMillis,
    // One clock reading a second is exact enough for a day.
    ttlResolution: 1_000
  })

  constructor(origins: ReadonlyArray<string>) {
    agencySlugs.forEach((slug, index) => {
      const agency = peerAgency(slug, origins[index] ?? "")
      for (const endpoint of endpoints) {
        this.#routes.set(`${slug}/${dataset}/${endpoint.path}`, { agency, endpoint, scope: scopeOf(slug, endpoint.path) })
      }
    })
  }

  resolve(address: string): Route | undefined {
    return this.#routes.get(address)
  }

  /** Fails with what the breaker or the agency threw, unless a stored copy can stand in. */
  async read(route: Route, query: Readonly<Record<string, unknown>>, requestId: string): Promise<Read> {
    const { endpoint } = route
    let search = ""
    for (const name of endpoint.query) {
      const value = query[name]
      if (value !== undefined) search += `${search === "" ? "?" : "&"}${name}=${encodeURIComponent(String(value))}`
    }
    const key = `${route.scope}${search}`
    const now = Date.now()
    const kept = this.#copies.get(key)
    if (kept !== undefined && now < kept.storedAt + endpoint.freshMillis) {
      return { copy: kept, cache: "HIT", freshMillis: endpoint.freshMillis }
    }
    try {
      let flight = this.#flights.get(key)
      if (flight === undefined) {
        flight = this.#fetch(route, `${endpoint.upstream}${search}`, key, requestId)
        this.#flights.set(key, flight)
      }
      return { copy: await flight, cache: "MISS", freshMillis: endpoint.freshMillis }
    } catch (error) {
      const stale = this.#copies.get(key)
      if (stale === undefined) throw error
      return { copy: stale, cache: "STALE-CIRCUIT", freshMillis: endpoint.freshMillis }
    }
  }

  async #fetch(route: Route, target: string, key: string, requestId: string): Promise<Copy> {
    try {
      const copy = maskedResponse(route, await route.agency.get(target, requestId), Date.now())
      this.#copies.set(key, copy)
      return copy
    } finally {
      this.#flights.delete(key)
    }
  }
}
