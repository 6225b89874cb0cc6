/**
 * A change by a developer and its entry in the log of actions: both are kept or neither is. It waits for its turn among all
 * changes of access, unless it only gives and is exact by itself.
 */
import { Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"
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
  | "watch-made"
  | "watch-removed"

/** What of an action its outcome tells. */
export interface Told {
  readonly action: DeveloperAction
  /** The application. */
  readonly subject: string
  readonly agency?: string
  readonly detail?: Readonly<Record<string, string>>
}

const withEntry = <A, E, R>({ session }: SignedVisit, change: Effect.Effect<A, E, R>, tell: (outcome: A) => Told | undefined) =>
  Effect.gen(function*() {
    const log = yield* ActionLog
    return yield* Effect.tap(change, (outcome) => {
      const told = tell(outcome)
      if (told === undefined) return Effect.void
      const { action, agency = null, detail = {}, subject } = told
      const made: NewAction = { account: session.account, action, agency, subject, detail }
      return log.record(made)
    })
  })

/** A page without its database says so; it is the router that tells it from a fault of ours. */
const dying = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(effect, (error): error is Extract<E, SqlError.SqlError> => SqlError.isSqlError(error), Effect.die)

/** @param tell says what was done, from what came of it; undefined where nothing was */
export const recorded = <A, E, R>(visit: SignedVisit, change: Effect.Effect<A, E, R>, tell: (outcome: A) => Told | undefined) =>
  dying(Effect.flatMap(AccessSql, (sql) => sql.withTransaction(withEntry(visit, change, tell))))

/** The same of a change that takes nothing away and holds what it looked up: it waits for no other one. */
export const recordedAside = <A, E, R>(visit: SignedVisit, change: Effect.Effect<A, E, R>, tell: (outcome: A) => Told | undefined) =>
  dying(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(withEntry(visit, change, tell))))
