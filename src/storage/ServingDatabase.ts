/**
 * The database of a gateway that serves: there and migrated, as every command has it; or, where PostgreSQL is away, none
 * yet, and the copy of access in its place (`AccessCopy.ts`), as long as that is not older than the grace.
 *
 * From such a start on every statement fails as while the database is away, until it has come back and been migrated as at
 * any other start. A database that refuses, because of its password or a newer version, is not away.
 */
import { Clock, Deferred, Duration, Effect, Layer, Schedule } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { KeptAccess } from "../domain/KeptAccess.ts"
import { copyKey, pathsOf, readCopy } from "./AccessCopy.ts"
import { AccessCopyWriter, type CopyOptions } from "./AccessCopyWriter.ts"
import { Database, type DatabaseOptions } from "./Database.ts"
import { StorageUnusable } from "./DataDirectory.ts"
import type { PostgresOptions } from "./PostgresClient.ts"
import { PostgresHistory } from "./PostgresHistory.ts"

const pause = "1 second"
/** What the history calls the database. */
const part = "database"

const away = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: undefined,
    message: "the database has been away since this gateway started",
    operation: "connect"
  })
})

/** A clock that was put back says nothing about the age. */
const slackMillis = 60_000

const whyTooOld = (ageMillis: number, grace: Duration.Duration): string | undefined => {
  if (ageMillis < -slackMillis) return "its time lies ahead of this machine's clock"
  return ageMillis > Duration.toMillis(grace) ? `it is older than DATABASE_GRACE (${Duration.format(grace)})` : undefined
}

export interface CopyUse {
  /** Where the copy lies: this process's own. */
  readonly directory: string
  /** How old it may be. */
  readonly grace: Duration.Duration
}

const open = Effect.fnUntraced(function*(options: DatabaseOptions, postgres: PostgresOptions, { directory: dataDir, grace }: CopyUse) {
  const place = Database.place(options)
  const clock = yield* Clock.Clock
  const nowMillis = () => clock.currentTimeMillisUnsafe()
  const prepared = yield* Effect.result(Database.prepare(options))
  if (prepared._tag === "Failure" && prepared.failure.isAway !== true) return yield* prepared.failure
  const copyOptions: CopyOptions = { dataDir, key: yield* copyKey(dataDir), place, nowMillis }

  const clientFor = (history: PostgresHistory, gate?: Effect.Effect<void, SqlError.SqlError>) =>
    Database.client({ ...options, postgres: { ...postgres, history, gate } })
  const keptBy = (make: () => AccessCopyWriter, history: PostgresHistory) =>
    Layer.effect(
      KeptAccess,
      Effect.gen(function*() {
        const kept = yield* Effect.acquireRelease(Effect.sync(make), (made) => Effect.sync(() => made.close()))
        history.named((name) => kept.keep(part, name))
        return kept
      })
    )

  if (prepared._tag === "Success") {
    const history = new PostgresHistory()
    return Layer.merge(clientFor(history), keptBy(() => new AccessCopyWriter(copyOptions), history))
  }

  const without = (why: string) =>
    new StorageUnusable({
      path: prepared.failure.path,
      reason: `${prepared.failure.reason}; nor can the gateway start without it: ${why}`
    })
  const copy = yield* Effect.mapError(readCopy(dataDir, place), ({ path, reason }) => without(`${path}: ${reason}`))
  const ageMillis = nowMillis() - copy.at
  const tooOld = whyTooOld(ageMillis, grace)
  if (tooOld !== undefined) return yield* without(`${pathsOf(dataDir).copy}: ${tooOld}`)
  yield* Effect.logWarning(
    `${prepared.failure.message}: the gateway starts from its copy of access, which is ${Duration.format(Duration.millis(ageMillis))} old`
  )
  const back = yield* Deferred.make<void>()
  const from = { copy, back: Deferred.await(back) }
  const history = new PostgresHistory(copy.parts.get(part))
  const gate = Effect.suspend(() => Deferred.isDoneUnsafe(back) ? Effect.void : Effect.fail(away))
  let said = prepared.failure.reason
  const preparing = Database.prepare(options).pipe(
    Effect.tapError(({ isAway, reason }) =>
      Effect.suspend(() => {
        if (reason === said) return Effect.void
        said = reason
        return isAway === true ? Effect.void : Effect.logError("the database is there and cannot be used; it is tried again", reason)
      })
    ),
    Effect.retry(Schedule.spaced(pause)),
    Effect.andThen(Deferred.succeed(back, undefined)),
    Effect.andThen(Effect.logInfo("the database is back"))
  )
  return Layer.mergeAll(
    clientFor(history, gate),
    keptBy(() => new AccessCopyWriter(copyOptions, from), history),
    Layer.effectDiscard(Effect.forkScoped(preparing))
  )
})

export const ServingDatabase = (
  options: DatabaseOptions,
  copy: CopyUse
): Layer.Layer<SqlClient.SqlClient, StorageUnusable> =>
  options.postgres === undefined ? Database.layer(options) : Layer.unwrap(open(options, options.postgres, copy))
