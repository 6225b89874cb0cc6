/**
 * What a whole call to an agency came to, as metrics count it: `refused` is an answer without data that speaks for the
 * agency, such as its 404; `failure` and `timeout` speak against it.
 */
export type CallOutcome = "success" | "refused" | "failure" | "timeout"

/** The same as a circuit looks at it. `ignored`: neither for nor against the agency. */
export type CircuitOutcome = Extract<CallOutcome, "success" | "failure"> | "ignored"

/** How an agency failed: no answer came of it, its answer was an error or none that can be used, or it took too long. */
export const failureKinds = ["no-answer", "errors", "slow"] as const
export type FailureKind = (typeof failureKinds)[number]
