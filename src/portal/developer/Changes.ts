/** A change by a developer and its entry in the log of actions: both are kept or neither is. */
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { AccessSql } from "../../access/AccessSql.ts"
import { ActionLog, type NewAction } from "../../audit/ActionLog.ts"
import type { SignedVisit } from "../Visit.ts"

export type DeveloperAction =
  | "application-created"
  | "application-closed"
  | "scopes-selected"
  | "token-issued"
  | "token-rotated"
  | "token-revoked"
  | "client-secret-made"
  | "client-revoked"
  | "access-requested"

/** What of an action its outcome tells. */
export interface Told {
  readonly action: DeveloperAction
  /** The application. */
  readonly subject: string
  readonly agency?: string
  readonly detail?: Readonly<Record<string, string>>
}

/** @param tell says what was done, from what came of it; undefined where nothing was */
export const recorded = <A, E, R>({ session }: SignedVisit, change: Effect.Effect<A, E, R>, tell: (outcome: A) => Told | undefined) =>
  Effect.gen(function*() {
    const log = yield* ActionLog
    const sql = yield* AccessSql
    return yield* sql.withTransaction(Effect.tap(change, (outcome) => {
      const told = tell(outcome)
      if (told === undefined) return Effect.void
      const { action, agency = null, detail = {}, subject } = told
      const made: NewAction = { account: session.account, action, agency, subject, detail }
      return log.record(made)
    })).pipe(
      // A page without its database says so; it is the router that tells it from a fault of ours.
      Effect.catchIf((error): error is Extract<typeof error, SqlError.SqlError> => SqlError.isSqlError(error), Effect.die)
    )
  })
