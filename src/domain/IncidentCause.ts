/** Why an agency is not called, as people are told: how it failed itself, or for what an operator of the gateway stopped it. */
import { failureKinds } from "./CallOutcome.ts"

export const holdCauses = ["operator", "maintenance"] as const
export type HoldCause = (typeof holdCauses)[number]

export const incidentCauses = [...failureKinds, ...holdCauses] as const
export type IncidentCause = (typeof incidentCauses)[number]

/** Whose doing it is. What is not known is an agency's failure: a stop has its cause from the beginning. */
export const blameOf = (cause: IncidentCause | null): "agency" | HoldCause =>
  cause === "operator" || cause === "maintenance" ? cause : "agency"
