/** Which records are asked for. Pure. */
import type { AuditRecord } from "../domain/AuditRecord.ts"

export interface AuditFilter {
  /** Epoch milliseconds: from then on. */
  readonly from?: number | undefined
  /** Epoch milliseconds: before then. */
  readonly to?: number | undefined
  /** Slug. */
  readonly agency?: string | undefined
  /** The application that owns the route. */
  readonly application?: string | undefined
  readonly status?: number | undefined
  /** The id of a request, its entries included, or of one entry. */
  readonly request?: string | undefined
  /** The id of the caller's token. */
  readonly token?: string | undefined
  /** The application that called. */
  readonly caller?: string | undefined
  /** A caller's address as records have it: plain, or the hash by which requests are counted. */
  readonly address?: string | undefined
}

const iso = (millis: number | undefined): string | undefined => millis === undefined ? undefined : new Date(millis).toISOString()

export const matcher = ({ address, agency, application, caller, from, request, status, to, token }: AuditFilter) => {
  const first = iso(from)
  const end = iso(to)
  return (record: AuditRecord): boolean =>
    (first === undefined || record.time >= first)
    && (end === undefined || record.time < end)
    && (agency === undefined || record.agency === agency)
    && (application === undefined || record.ownerApplication === application)
    && (status === undefined || record.status === status)
    && (request === undefined || record.requestId === request || record.requestId.startsWith(`${request}#`))
    && (token === undefined || record.tokenId === token)
    && (caller === undefined || record.consumerApplication === caller)
    && (address === undefined || record.address === address)
}
