/** What the record of a request tells about the checks that it went through. Pure. */
import type { AuditRecord } from "../../domain/AuditRecord.ts"
import { isProblemCode, type ProblemCode } from "../../domain/Problem.ts"

/** In the order in which the gateway makes them. */
export const checks = ["gateway", "address", "token", "rate", "form", "registered", "scope", "private", "agency", "linkage"] as const
export type Check = (typeof checks)[number]

/** `unneeded`: the answer was at hand without it. */
export type CheckState = "passed" | "refused" | "unneeded" | "unreached"

export interface Explanation {
  /** Undefined where nothing refused it. */
  readonly refusedBy: Check | undefined
  readonly code: ProblemCode | undefined
  /** In the order of the checks. */
  readonly states: ReadonlyArray<readonly [check: Check, state: CheckState]>
}

const checkOf = (code: ProblemCode, { attempts, consumerApplication }: AuditRecord): Check => {
  switch (code) {
    case "bad-request":
      return attempts > 0 ? "agency" : consumerApplication === null ? "address" : "form"
    case "method-not-allowed":
    case "request-timeout":
    case "expectation-failed":
    case "headers-too-large":
      return "address"
    case "unauthorized":
      return "token"
    case "quota-exceeded":
      return "rate"
    case "not-acceptable":
    case "masked-field":
    case "payload-too-large":
    case "unsupported-media-type":
      return "form"
    case "not-registered":
    case "gone":
      return "registered"
    case "scope-missing":
      return "scope"
    case "private-endpoint":
      return "private"
    case "not-found-at-agency":
    case "agency-unavailable":
    case "agency-timeout":
    case "circuit-open":
      return "agency"
    case "linkage-refused":
      return "linkage"
    case "overloaded":
    case "internal-error":
      return "gateway"
  }
}

export const explanationOf = (record: AuditRecord): Explanation => {
  const code = record.code !== null && isProblemCode(record.code) ? record.code : undefined
  const refusedBy = code === undefined ? undefined : checkOf(code, record)
  const end = refusedBy === undefined ? checks.length : checks.indexOf(refusedBy)
  const stateOf = (check: Check, index: number): CheckState => {
    if (check === refusedBy) return "refused"
    if (refusedBy === undefined && check === "agency" && record.cache === "HIT") return "unneeded"
    // The shape of a query is looked at only once the endpoint is known and open.
    const late = refusedBy === "form" && record.agency !== null && (check === "registered" || check === "scope" || check === "private")
    return index < end || late ? "passed" : "unreached"
  }
  return { refusedBy, code, states: checks.map((check, index) => [check, stateOf(check, index)]) }
}
