/** A database whose answers to some statements take their time: they are as of when they were asked for, and come later. */
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

export interface SlowAnswers {
  /** From now on the next answer to such a statement waits until it is let go. @returns when it has been asked for, and what lets it go */
  readonly hold: (words: string) => Effect.Effect<{ readonly asked: Effect.Effect<void>; readonly letGo: Effect.Effect<void> }>
}

export const makeSlowAnswers = Effect.sync(() => {
  let held: { readonly words: string; readonly asked: Deferred.Deferred<void>; readonly gate: Deferred.Deferred<void> } | undefined
  const slow: SlowAnswers = {
    hold: (words) =>
      Effect.sync(() => {
        const [asked, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
        held = { words, asked, gate }
        return { asked: Deferred.await(asked), letGo: Effect.asVoid(Deferred.succeed(gate, undefined)) }
      })
  }
  const layer = Layer.effect(
    SqlClient.SqlClient,
    Effect.map(SqlClient.SqlClient, (sql) =>
      new Proxy(sql, {
        apply: (target, self, args: ReadonlyArray<unknown>): unknown => {
          const statement: unknown = Reflect.apply(target, self, args)
          const [texts] = args
          if (
            held === undefined || !Array.isArray(texts) || !texts.join("?").includes(held.words) || !Effect.isEffect(statement)
          ) return statement
          const { asked, gate } = held
          held = undefined
          return Effect.tap(statement, () => Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(gate)))
        }
      }))
  )
  return { slow, layer }
})
