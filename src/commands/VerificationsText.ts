/** Whose private endpoints a developer may read, as one cell of a table. */
import type { Developer } from "../domain/Developer.ts"
import { isInForce, type Verification } from "../domain/Verification.ts"
import { shortTime } from "./Table.ts"

const spanOf = (verification: Verification, nowMillis: number): string => {
  const { agency, forReview, givenAt, givenBy, until } = verification
  const end = until === null ? "without end" : `${isInForce(verification, nowMillis) ? "until" : "ended"} ${shortTime(until)}`
  return `${agency ?? "every agency"} ${end}, by ${givenBy} ${shortTime(givenAt)}${forReview ? " (for review)" : ""}`
}

export const verificationsText = ({ verifications }: Developer, nowMillis: number): string =>
  verifications.length === 0 ? "not verified" : verifications.map((one) => spanOf(one, nowMillis)).join("; ")
