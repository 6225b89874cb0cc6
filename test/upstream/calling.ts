/** What the tests of this room call agencies with. */
import { Effect, Layer, Redacted } from "effect"
import type { Agency } from "../../src/domain/Agency.ts"
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { AddressGuard } from "../../src/upstream/AddressGuard.ts"
import { AgencyClient, type AgencyRequest } from "../../src/upstream/AgencyClient.ts"

export const secret = "s3cret-of-the-agency"

const variables: Readonly<Record<string, string>> = { KNOWN_KEY: secret, BROKEN_KEY: "a\r\nx-evil: 1" }

/** @param allowed ranges that desks may enter */
export const clientThatAllows = (...allowed: ReadonlyArray<string>): Layer.Layer<AgencyClient> =>
  AgencyClient.layer({
    credentials: (credential) => {
      const value = "env" in credential ? variables[credential.env] : undefined
      return value === undefined ? undefined : Redacted.make(value)
    },
    guard: new AddressGuard(allowed)
  })

export const clientLayer = clientThatAllows()

export const makeAgency = (server: string, options: Partial<Agency> = {}): Agency => ({
  slug: "dinas-uji",
  name: "Dinas Uji",
  application: "portal-uji",
  server,
  timeoutMillis: 60_000,
  retries: 0,
  deadlineMillis: 120_000,
  connections: 64,
  credential: undefined,
  breaker: { threshold: 0.5, size: 10, minimum: 5, openMillis: 30_000, openMaxMillis: 300_000 },
  ...options
})

export const makeRequest = (
  agency: Agency,
  options: Partial<AgencyRequest> & { readonly maxBytes?: number } = {}
): AgencyRequest => {
  const { maxBytes = 10 * 1024 * 1024, ...rest } = options
  const endpoint: Endpoint = {
    route: "dinas-uji/taman/daftar",
    agency,
    dataset: { slug: "taman", title: "Taman", license: undefined },
    path: "daftar",
    segments: [],
    upstream: [],
    title: "Daftar taman",
    scope: "dinas-uji-taman-get",
    private: false,
    cache: { freshMillis: 0, staleMillis: 0 },
    query: [],
    examples: {},
    maxBytes,
    fields: [],
    unknown: "detect",
    deprecated: undefined,
    sunset: undefined,
    successor: undefined,
    fingerprint: "uji"
  }
  return { endpoint, target: "/taman/daftar?page=1", requestId: "01JUJI", application: "aplikasi-uji", traceparent: undefined, ...rest }
}

export const call = (request: AgencyRequest) => Effect.flatMap(AgencyClient, (client) => client.call(request))

export const text = (body: Uint8Array): string => new TextDecoder().decode(body)
