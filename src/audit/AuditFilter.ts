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
}

const iso = (millis: number | undefined): string | undefined => millis === undefined ? undefined : new Date(millis).toISOString()

export const matcher = ({ agency, application, from, status, to }: AuditFilter) => {
  const first = iso(from)
  const end = iso(to)
  return (record: AuditRecord): boolean =>
    (first === undefined || record.time >= first)
    && (end === undefined || record.time < end)
    && (agency === undefined || record.agency === agency)
    && (application === undefined || record.ownerApplication === application)
    && (status === undefined || record.status === status)
}
