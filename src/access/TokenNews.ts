/**
 * Tells the other gateways of tokens that were issued outside a transaction of `AccessSql`, in turn with all other changes
 * and behind the answer: who is asked for one that it was not told of yet looks it up. What is not told when the program
 * ends is told then.
 */
import { Clock, Effect, Latch, Schedule } from "effect"
import { announce } from "./AccessChanges.ts"
import type { AccessClient } from "./AccessSql.ts"

export const makeTokenNews = Effect.fnUntraced(function*(sql: AccessClient) {
  const some = yield* Latch.make()
  let waiting: ReadonlyArray<string> = []
  const tell = Effect.suspend(() => {
    const tokenIds = waiting
    if (tokenIds.length === 0) return Effect.void
    waiting = []
    return Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => sql.withTransaction(Effect.forEach(tokenIds, (tokenId) => announce(sql, "token", tokenId, now), { discard: true }))
    ).pipe(
      Effect.onError(() =>
        Effect.sync(() => {
          waiting = [...tokenIds, ...waiting]
        })
      )
    )
  })
  yield* Effect.addFinalizer(() => Effect.ignore(tell))
  yield* Effect.forkScoped(Effect.forever(some.await.pipe(
    Effect.andThen(some.close),
    Effect.andThen(Effect.retry(tell, Schedule.spaced("500 millis")))
  )))
  return (tokenId: string) =>
    Effect.suspend(() => {
      waiting = [...waiting, tokenId]
      return some.open
    })
})
