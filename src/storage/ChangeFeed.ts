/**
 * Tells this process what other processes changed in the database, so that whoever reads a table with
 * `sql.reactive([table], …)` reads it again.
 *
 * PostgreSQL notifies: triggers send the table's name when the change commits. SQLite is asked for its `data_version`.
 * A session that is lost, or has lived long enough, is opened again and then everything counts as changed: what was
 * missed is not known.
 */
import { Effect, Queue, Schedule, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"
import type { PostgresSessions } from "./PostgresSessions.ts"

/** Tables whose changes are told; on PostgreSQL each needs the trigger `gapura_changed`. */
const watchedTables = [
  "access_changes",
  "registry_changes",
  "registry_imports",
  "circuit_holds",
  "key_wrapping",
  "wrapped_keys"
] as const

export const channel = "gapura_changes"

/** How long what another process changed may stay unknown on SQLite. */
const lookMillis = 250

const invalidateAll = (reactivity: Reactivity.Reactivity) => Effect.sync(() => reactivity.invalidateUnsafe(watchedTables))

/** Listens until the scope closes. @param heard whether it does at the moment */
export const followNotifications = Effect.fnUntraced(
  function*(open: PostgresSessions["open"], heard: (isListening: boolean) => void) {
    const reactivity = yield* Reactivity.Reactivity
    let lost = false
    const listen = Effect.gen(function*() {
      // Closed after the session: ending the listening first would wait for a server that may not answer.
      const listening = yield* Scope.make()
      yield* Effect.addFinalizer((exit) => Scope.close(listening, exit))
      const { outlived, session } = yield* open
      const notifications = yield* Scope.provide(session.listen(channel), listening)
      if (lost) yield* Effect.logInfo("notifications of the database arrive again")
      lost = false
      heard(true)
      yield* invalidateAll(reactivity)
      const following = Effect.forever(Effect.map(Queue.take(notifications), ({ payload }) => reactivity.invalidateUnsafe([payload])))
      yield* Effect.raceFirst(following, outlived)
    })
    const failed = (error: SqlError.SqlError) =>
      Effect.suspend(() => {
        if (lost) return Effect.void
        lost = true
        return Effect.logWarning("notifications of the database are lost; changes are found by reading until they return", error.message)
      })
    return yield* Effect.scoped(listen).pipe(
      Effect.ensuring(Effect.sync(() => heard(false))),
      Effect.tapError(failed),
      Effect.retry(Schedule.spaced("500 millis")),
      Effect.orDie,
      Effect.forever
    )
  }
)

/** Real timers: other processes commit, whatever clock a test has set. */
const pause = Effect.callback<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), lookMillis)
  return Effect.sync(() => clearTimeout(timer))
})

/** Asks for `version` from time to time; a new answer means that another connection has committed something. */
export const followVersion = Effect.fnUntraced(function*(version: Effect.Effect<unknown, SqlError.SqlError>) {
  const reactivity = yield* Reactivity.Reactivity
  let known: unknown
  const look = Effect.flatMap(version, (found) => {
    if (found === known) return Effect.void
    known = found
    return invalidateAll(reactivity)
  })
  return yield* Effect.forever(Effect.andThen(Effect.ignore(look), pause))
})
