/** What a failed call says of its agency: to its circuit, to metrics, and to whoever reads of an incident. */
import type { CallOutcome, FailureKind } from "../domain/CallOutcome.ts"
import type { Judgement } from "../resilience/Breaker.ts"
import type { FetchError } from "./FetchRequest.ts"

/** Turned away here: it says nothing about the agency. */
const isOurOwn = (error: FetchError): boolean =>
  error._tag === "Overloaded" || error._tag === "CircuitOpen" ||
  ((error._tag === "AgencyTimeout" || error._tag === "AgencyUnavailable") && error.attempts === 0)

/** An agency's refusal of our own call (4xx) says that it is alive; only silence and breakage count. */
const countsAsFailure = (error: FetchError): boolean => {
  if (isOurOwn(error) || (error._tag !== "AgencyTimeout" && error._tag !== "AgencyUnavailable")) return false
  return error._tag === "AgencyTimeout" || !(error.agencyStatus !== null && error.agencyStatus >= 400 && error.agencyStatus < 500)
}

/** How an agency failed, as people are told; undefined where it did not. */
export const failureOf = (error: FetchError): FailureKind | undefined => {
  if (!countsAsFailure(error) || error._tag !== "AgencyTimeout" && error._tag !== "AgencyUnavailable") return undefined
  if (error._tag === "AgencyTimeout") return error.proxyError === "connection_timeout" ? "no-answer" : "slow"
  return error.agencyStatus === null && error.proxyError !== "http_protocol_error" ? "no-answer" : "errors"
}

export const judge = (error: FetchError): Judgement => isOurOwn(error) ? "ignored" : failureOf(error) ?? false

export const outcomeOf = (error: FetchError): CallOutcome =>
  error._tag === "AgencyTimeout" ? "timeout" : countsAsFailure(error) ? "failure" : "refused"
