/**
 * Keeps the live tokens of the database in memory, in step with what this and other processes do to them.
 *
 * States: loading (the unexpired tokens come in, newest first, in the background, so that the start does not wait),
 * then loaded. From the start on the change log is read every 250 ms, and whenever somebody asks for a token that
 * memory does not have: once loaded, a token that is unknown after such a reading does not exist.
 * So a flood of unknown tokens costs one small query for all that wait, at most 200 queries a second, and no memory.
 *
 * Gotcha: pages and changes are put into memory under one semaphore; a page read before a revocation could otherwise
 * bring a revoked token back.
 */
import { Clock, Deferred, Effect, Schedule, Semaphore } from "effect"
import type { Schema, Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Caller } from "../domain/Caller.ts"
import * as AccessChanges from "./AccessChanges.ts"
import { digestOf, digestOfHash, hashOf, isToken, tokenLength } from "./AccessToken.ts"
import { forEachPage, makeToCaller, type TokenRow } from "./TokenRows.ts"
import { TokenTable } from "./TokenTable.ts"

type StorageFailure = SqlError.SqlError | Schema.SchemaError

export interface TokenMirror {
  /** Memory only. */
  readonly known: (token: string, nowMillis: number) => Caller | undefined
  /** Memory, after it has caught up with the database. */
  readonly find: (token: string, nowMillis: number) => Effect.Effect<Caller | undefined, StorageFailure>
  /** Reads the changes that were committed before the call. */
  readonly refresh: Effect.Effect<void, StorageFailure>
  /** Completes when every unexpired token has been read. */
  readonly loaded: Effect.Effect<void>
  readonly size: () => number
}

const pollInterval = "250 millis"
const pageSize = 250
/** Queries that unknown tokens may cause: so many at once, and so many a millisecond after that. */
const burst = 200
const perMilli = 0.2

const columns = { token: "t.token_id", client: "t.client_id", application: "t.application" } as const

export const make = Effect.fnUntraced(function*(sql: SqlClient.SqlClient): Effect.fn.Return<TokenMirror, StorageFailure, Scope.Scope> {
  const table = new TokenTable()
  const toCaller = makeToCaller()
  const turn = yield* Semaphore.make(1)
  const loaded = yield* Deferred.make<void>()
  let sequence = yield* AccessChanges.latest(sql)
  let begun = 0
  let succeeded = 0
  let allowance = burst
  let allowanceAt = 0

  const put = (rows: ReadonlyArray<TokenRow>) =>
    Effect.sync(() => {
      for (const row of rows) {
        const digest = digestOfHash(row.hash)
        if (row.revoked_at === null) table.set(digest, toCaller(row))
        else table.delete(digest)
      }
    })

  const read = Effect.gen(function*() {
    const reading = ++begun
    let changes
    do {
      changes = yield* AccessChanges.since(sql, sequence)
      const subjects = new Map(changes.map((change) => [`${change.subject} ${change.name}`, change]))
      for (const { name, subject } of subjects.values()) {
        yield* forEachPage(sql, sql`${sql.literal(columns[subject])} = ${name}`, pageSize, put)
      }
      sequence = changes.at(-1)?.sequence ?? sequence
    } while (changes.length === AccessChanges.pageSize)
    succeeded = reading
  })

  /** A reading that began after the call: this caller's own, or that of whoever was first to get the turn. */
  const reading = (before: Effect.Effect<void>) =>
    Effect.suspend(() => {
      const wanted = begun + 1
      return turn.withPermit(Effect.suspend(() => succeeded >= wanted ? Effect.void : Effect.andThen(before, read)))
    })

  const spend = Effect.clockWith((clock) =>
    Effect.sync(() => {
      const now = Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
      allowance = Math.max(-1, Math.min(burst, allowance + Math.max(0, now - allowanceAt) * perMilli) - 1)
      allowanceAt = now
      return Math.max(0, -allowance / perMilli)
    })
  )

  const refresh = reading(Effect.void)
  const refreshForStranger = reading(Effect.flatMap(spend, (waitMillis) => waitMillis > 0 ? Effect.sleep(waitMillis) : Effect.void))

  const lookUp = (token: string) => turn.withPermit(forEachPage(sql, sql`t.hash = ${hashOf(token)}`, 1, put))

  const known: TokenMirror["known"] = (token, nowMillis) => token.length === tokenLength ? table.get(digestOf(token), nowMillis) : undefined

  const find: TokenMirror["find"] = Effect.fnUntraced(function*(token, nowMillis) {
    if (!isToken(token)) return undefined
    if (!(yield* Deferred.isDone(loaded))) {
      if ((yield* spend) === 0) yield* lookUp(token)
      else yield* Deferred.await(loaded)
    }
    if (known(token, nowMillis) === undefined) yield* refreshForStranger
    return known(token, nowMillis)
  })

  const load = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* forEachPage(sql, sql`t.expires_at > ${now}`, pageSize, put, (page) => Effect.tap(turn.withPermit(page), Effect.yieldNow))
    yield* Deferred.succeed(loaded, undefined)
  })

  /** Failures are logged once an outage; memory goes on answering meanwhile. */
  const lasting = (task: Effect.Effect<void, StorageFailure>) => {
    let failing = false
    return task.pipe(
      Effect.tap(() => Effect.suspend(() => {
        if (!failing) return Effect.void
        failing = false
        return Effect.logInfo("access data can be read again")
      })),
      Effect.catch((error) => Effect.suspend(() => {
        if (failing) return Effect.void
        failing = true
        return Effect.logError("access data cannot be read; revocations are not felt until it can", error)
      }))
    )
  }
  const sweep = Effect.clockWith((clock) => Effect.sync(() => table.sweep(clock.currentTimeMillisUnsafe(), 1)))

  yield* Effect.forkScoped(Effect.retry(load, Schedule.spaced(pollInterval)))
  yield* Effect.forkScoped(Effect.repeat(Effect.andThen(lasting(refresh), sweep), Schedule.spaced(pollInterval)))
  return { known, find, refresh, loaded: Deferred.await(loaded), size: () => table.size }
})
