/** Changes by an operator's commands that the log of actions has, as it has those that are made in the portal. */
import { Effect, Layer } from "effect"
import { SqlError } from "effect/sql"
import { AccessSql } from "../access/AccessSql.ts"
import { Applications } from "../access/Applications.ts"
import { ActionLog, type NewAction } from "../audit/ActionLog.ts"
import { Settings } from "../settings/Settings.ts"
import { actor } from "./Arguments.ts"
import { AccessLayer } from "./CommandLayers.ts"

const ActionLayer = ActionLog.layer.pipe(Layer.provideMerge(AccessLayer))

/** Runs a command on the access services and the log of actions. */
export const inActionRoom = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  command.pipe(Effect.provide(ActionLayer), Effect.provide(Settings.layer))

/** Both are kept, the change and its entry, or neither is. @param tell what was done, from what came of it; undefined where nothing was */
export const logged = <A, E, R>(change: Effect.Effect<A, E, R>, tell: (outcome: A) => NewAction | undefined) =>
  Effect.gen(function*() {
    const log = yield* ActionLog
    const sql = yield* AccessSql
    return yield* sql.withTransaction(Effect.tap(change, (outcome) => {
      const action = tell(outcome)
      return action === undefined ? Effect.void : log.record(action)
    })).pipe(Effect.catchIf((error): error is Extract<typeof error, SqlError.SqlError> => SqlError.isSqlError(error), Effect.die))
  })

/** The user that runs the command, who need not have a name. */
const ownActor = Effect.orElseSucceed(actor(undefined), () => "operator")

/** As above, by the user that runs the command. */
export const recorded = <A, E, R>(
  change: Effect.Effect<A, E, R>,
  tell: (outcome: A) => Pick<NewAction, "action" | "subject"> & Partial<NewAction> | undefined
) =>
  Effect.flatMap(ownActor, (account) =>
    logged(change, (outcome) => {
      const told = tell(outcome)
      return told === undefined ? undefined : { account, agency: null, detail: {}, ...told }
    }))

/**
 * A change of an application, told where it opens private endpoints to it or shuts them: an operator vouches for its
 * developer's account.
 */
export const vouched = <A, E, R>(change: Effect.Effect<A, E, R>, name: string) =>
  Effect.gen(function*() {
    const isVouched = Effect.flatMap(Applications, (applications) =>
      Effect.map(applications.find(name), (found) => found?.privateVerified ?? false))
    const before = yield* isVouched
    const [outcome] = yield* recorded(Effect.zip(change, isVouched), ([, after]) => {
      if (after === before) {
        return undefined
      }
      const action = after ? "verification-given" : "verification-withdrawn"
      return { action, subject: name, detail: { for: "every agency", application: name } }
    })
    return outcome
  })
