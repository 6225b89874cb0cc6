/** What is fetched for a request, and what can become of it beside a response. */
import type { ResolvedEndpoint } from "../domain/Endpoint.ts"
import type {
  AgencyTimeout,
  AgencyUnavailable,
  CircuitOpen,
  NotAcceptable,
  NotFoundAtAgency,
  Overloaded,
  RefusedByAgency
} from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import type { Exchange } from "./Exchange.ts"

export type FetchError = AgencyUnavailable | AgencyTimeout | NotFoundAtAgency | RefusedByAgency | CircuitOpen | Overloaded | NotAcceptable

export interface FetchRequest {
  /** The request that leads this flight, where none was under way: it learns how the agency was called. */
  readonly leader: Exchange
  readonly resolved: ResolvedEndpoint
  /** Canonical query, possibly empty. */
  readonly query: string
  readonly representation: Representation
  /** The cache key of a response that is for all, and of one that is for this application alone. */
  readonly key: string
  readonly own: string
  /** Whether a large answer may come as a stream. */
  readonly streams: boolean
}
