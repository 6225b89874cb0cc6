/**
 * An agency (OPD) whose servers the gateway reads, with the limits that protect both sides.
 *
 * Durations are milliseconds and sizes are bytes: these values are read on every request, so they are
 * plain numbers once the registry has decoded them.
 */
import type { LinkagePolicy } from "./Linkage.ts"

/** When the agency's circuit opens, and for how long. */
export interface BreakerPolicy {
  /** Share of failed calls, 0..1, at which the circuit opens. */
  readonly threshold: number
  /** How many of the latest calls are looked at. */
  readonly size: number
  /** How many calls there must be before the share counts. */
  readonly minimum: number
  readonly openMillis: number
  readonly openMaxMillis: number
}

/** The agency's own credential: a header whose value is in the environment, or was entered at the desk and sealed. */
export type AgencyCredential =
  | { readonly header: string; readonly env: string }
  | { readonly header: string; readonly sealed: string }

/** PEM files of the gateway's machine: the CA of the agency's certificate, and the gateway's own certificate for it. */
export interface AgencyTlsFiles {
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

/** Addresses of the gateway's own doors, which no agency can have. */
export const reservedSlugs: ReadonlySet<string> = new Set(["aggregate", "preset"])

export interface Agency {
  readonly slug: string
  readonly name: string
  /** The application that owns this agency's routes: audit records are filed under it. */
  readonly application: string
  /** Origin of the agency server, for instance `http://10.1.2.3:9101`; a base path may follow. Never shown to callers. */
  readonly server: string
  /** The address was entered at the desk: it may lead only where desks may send the gateway. Absent: the operator's own. */
  readonly serverFromDesk?: true
  /** Of the registry file's own server alone. */
  readonly tls?: AgencyTlsFiles
  /** Budget of one whole attempt, body included. */
  readonly timeoutMillis: number
  /** How many times a failed GET may be tried again. */
  readonly retries: number
  /** Budget of all attempts together. */
  readonly deadlineMillis: number
  readonly connections: number
  readonly credential: AgencyCredential | undefined
  readonly breaker: BreakerPolicy
  /** What is done when an aggregate lets its rows be joined with others; `warn` where it says nothing. */
  readonly linkage?: LinkagePolicy
}
