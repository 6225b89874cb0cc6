/** What links an action to those before it: SHA-256 over the action and the link before it. Pure. */
import { Schema } from "effect"
import { hash } from "node:crypto"

export const Detail = Schema.Record(Schema.String, Schema.String)

export interface LinkedAction {
  /** Its place in the chain, from 1. */
  readonly sequence: number
  /** Epoch milliseconds. */
  readonly time: number
  readonly account: string
  /** What was done, such as `request-approved`. */
  readonly action: string
  /** Slug of the agency that it concerns. */
  readonly agency: string | null
  /** Whom or what it was done to: a name or an id, never a secret. */
  readonly subject: string
  readonly detail: Readonly<Record<string, string>>
}

export const actionLink = (before: string, { account, action, agency, detail, sequence, subject, time }: LinkedAction): string =>
  hash(
    "sha256",
    JSON.stringify([
      "gapura action 1",
      before,
      sequence,
      time,
      account,
      action,
      agency,
      subject,
      Object.entries(detail).sort(([a], [b]) => a < b ? -1 : 1)
    ])
  )
