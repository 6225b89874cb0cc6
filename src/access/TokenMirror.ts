/**
 * Keeps the live tokens of the database in memory, in step with what this and other processes do to them.
 *
 * States: loading (the unexpired tokens come in, newest first, in the background, so that the start does not wait),
 * then loaded. From the start on the change log is read when the database says that it has grown, every 500 ms, and
 * whenever somebody asks for a token that memory does not have, which is looked up then, too: once loaded, a token that
 * is unknown after such a reading does not exist. So a flood of unknown tokens costs one reading for all that wait, at
 * most 200 readings a second, and no memory.
 *
 * When reading fails, by the database or by a defect of ours, memory goes on answering, and what it does not know is
 * unavailable. Revocations are not felt then, so after `TokenGrace` memory is emptied, and whatever else of the database
 * can be read, no token is believed until reading works again.
 *
 * A database that turns out to be another, or to lack the last change that was read (a standby that was behind took over,
 * an earlier time was restored), is not believed before all of it has been read. Until then memory is doubtful: it goes on
 * as while the database is away, only that what the other one revokes is felt, and what it does not have ends with the
 * last page. So is one that was read from this machine's copy, because the database was away at the start; what is put into
 * memory is put into that copy first.
 *
 * Gotcha: pages and changes are put into memory under one semaphore; a page read before a revocation could otherwise
 * bring a revoked token back.
 */
import { Array, Cause, Clock, Context, Deferred, Duration, Effect, Latch, Schedule, Semaphore, Stream } from "effect"
import type { Schema, Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Caller } from "../domain/Caller.ts"
import { DatabaseHistory } from "../domain/DatabaseHistory.ts"
import { KeptAccess } from "../domain/KeptAccess.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import * as AccessChanges from "./AccessChanges.ts"
import { digestOf, digestOfHash, hashOf, isToken, tokenLength } from "./AccessToken.ts"
import { AccessUnavailable, unavailable } from "./AccessUnavailable.ts"
import { ExpiredTokens, maxExpired } from "./ExpiredTokens.ts"
import { HeldRevocations } from "./HeldRevocations.ts"
import { decodePage, forEachPage, makeToCaller, type TokenRow } from "./TokenRows.ts"
import { TokenTable } from "./TokenTable.ts"
import { UnknownBudget } from "./UnknownBudget.ts"

type StorageFailure = SqlError.SqlError | Schema.SchemaError

export interface TokenMirror {
  /** Memory only. */
  readonly known: (token: string, nowMillis: number) => Caller | undefined
  /** Memory, after it has caught up with the database. */
  readonly find: (token: string, nowMillis: number) => Effect.Effect<Caller | undefined, AccessUnavailable>
  /** Reads one token that was just issued. @param hash of it */
  readonly learn: (hash: string) => Effect.Effect<void, StorageFailure>
  /** Reads the changes that were committed before the call. */
  readonly refresh: Effect.Effect<void, StorageFailure>
  /** Completes when every unexpired token has been read. */
  readonly loaded: Effect.Effect<void>
  /** Memory only; whether a token that is not valid was, and has expired. */
  readonly hasExpired: (token: string) => boolean
  readonly size: () => number
  /** False when the database has been away for longer than `TokenGrace`. */
  readonly trusted: () => boolean
  readonly graceMillis: () => number
  readonly isRead: () => boolean
  /** False while the database is another than the one that memory is of. */
  readonly sure: () => boolean
}

/** How long memory is believed while the database cannot be read. */
export const TokenGrace = Context.Reference("gapura/access/TokenGrace", { defaultValue: () => Duration.minutes(15) })

/** The promise is a second; a notification that is lost must not break it. */
const pollInterval = "500 millis"
const pageSize = 250
/** How long a token that memory does not know yet waits for all of them to be read, where it may not ask by itself. */
const loadingWait = "3 seconds"

const columns = { token: "t.token_id", client: "t.client_id", application: "t.application" } as const

/** @param revokeAgain revokes tokens that another database calls alive, and whose end was felt before */
export const make = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  revokeAgain: (tokenIds: ReadonlyArray<string>) => Effect.Effect<void, AccessUnavailable>
): Effect.fn.Return<TokenMirror, StorageFailure, Scope.Scope> {
  const history = yield* DatabaseHistory
  const kept = yield* KeptAccess
  const { before: copy } = kept
  let table = new TokenTable()
  /** What another database has, until all of it is here; then it is the table. */
  let other: TokenTable | undefined
  const [expired, toCaller, turn] = [new ExpiredTokens(), makeToCaller(), yield* Semaphore.make(1)]
  const [clock, graceMillis] = [yield* Clock.Clock, Duration.toMillis(yield* TokenGrace)]
  const nowMonotonic = () => monotonicMillis(clock)
  const reload = yield* Latch.make(copy === undefined)
  let loaded = yield* Deferred.make<void>()
  let readAt = nowMonotonic() - (copy === undefined ? 0 : Math.max(0, clock.currentTimeMillisUnsafe() - copy.atMillis))
  let [failing, trusted] = [copy !== undefined, true]
  /** No number where memory is of the copy. */
  let epoch = copy === undefined ? history.epoch() : undefined
  let last = copy === undefined ? yield* AccessChanges.latest(sql) : undefined
  let [begun, succeeded] = [0, 0]
  const [held, budget] = [new HeldRevocations(), new UnknownBudget()]

  const putting = (keep: (rows: ReadonlyArray<TokenRow>) => void) => (rows: ReadonlyArray<TokenRow>) =>
    Effect.sync(() => {
      keep(rows)
      for (const row of rows) {
        const digest = digestOfHash(row.hash)
        const lives = held.mayLive(digest, row.token_id, row.revoked_at === null, other !== undefined)
        const caller = lives ? toCaller(row) : undefined
        for (const one of other === undefined ? [table] : [table, other]) {
          if (caller === undefined) one.delete(digest)
          else one.set(digest, caller)
        }
      }
    })
  const put = putting(kept.add)
  const putPage = putting((rows) => {
    // The copy that is there already lacks none that lives, and must not have one that is dead.
    kept.add(rows.filter(({ revoked_at }) => revoked_at !== null))
    kept.page(rows)
  })

  const bury = (rows: ReadonlyArray<TokenRow>) =>
    Effect.sync(() => {
      for (const row of rows) if (row.revoked_at === null) expired.add(digestOfHash(row.hash))
    })

  const doubt = Effect.gen(function*() {
    // Before it is asked: the answer may be that of yet another.
    const now = history.epoch()
    last = yield* AccessChanges.latest(sql)
    epoch = now
    other = new TokenTable()
    yield* reload.open
    yield* Effect.logWarning("the database is not known to be the one that the tokens in memory are of: all are read anew")
  })

  const news = Effect.gen(function*() {
    const found = yield* AccessChanges.since(sql, last)
    if (found === undefined) history.lacks()
    if (found !== undefined && history.epoch() === epoch) return found
    yield* doubt
    return []
  })

  const sure = () => other === undefined && history.epoch() === epoch

  /** Hashes of tokens that somebody asks for. */
  let asked = new Set<string>()
  const lookUpAsked = Effect.suspend(() => {
    const hashes = asked
    asked = new Set()
    return Effect.forEach(
      Array.chunksOf(hashes, pageSize),
      // One more than there can be: a page that is not full is the last.
      (some) => forEachPage(sql, sql.in("t.hash", some), pageSize + 1, put),
      { discard: true }
    ).pipe(Effect.onError(() =>
      Effect.sync(() => {
        asked = new Set([...hashes, ...asked])
      })
    ))
  })

  const read = Effect.gen(function*() {
    const reading = ++begun
    const at = nowMonotonic()
    const atMillis = clock.currentTimeMillisUnsafe()
    let changes
    do {
      changes = yield* news
      const subjects = new Map(changes.map((change) => [`${change.subject} ${change.name}`, change]))
      for (const { name, subject } of subjects.values()) {
        // An application may have so many tokens that requests must get in between.
        yield* forEachPage(
          sql,
          sql`${sql.literal(columns[subject])} = ${name}`,
          pageSize,
          put,
          Effect.tap(({ length }) => length < pageSize ? Effect.void : Effect.yieldNow)
        )
      }
      last = changes.at(-1) ?? last
    } while (changes.length === AccessChanges.pageSize)
    yield* lookUpAsked
    succeeded = reading
    failing = false
    if (other !== undefined) return
    readAt = at
    trusted = true
    yield* kept.confirm(atMillis)
    if (kept.isDue()) yield* reload.open
  }).pipe(Effect.tapCause((cause) =>
    Effect.sync(() => {
      if (!Cause.hasInterruptsOnly(cause)) failing = true
    })
  ))

  /** A reading that began after the call: this caller's own, or that of whoever was first to get the turn. */
  const reading = (before: Effect.Effect<void>) =>
    Effect.suspend(() => {
      const wanted = begun + 1
      return turn.withPermit(Effect.suspend(() => succeeded >= wanted ? Effect.void : Effect.andThen(before, read)))
    })

  const spend = Effect.sync(() => budget.spend(nowMonotonic()))

  const refresh = reading(Effect.void)
  const refreshForStranger = reading(Effect.flatMap(spend, (waitMillis) => waitMillis > 0 ? Effect.sleep(waitMillis) : Effect.void))

  const learn = (hash: string) => turn.withPermit(forEachPage(sql, sql`t.hash = ${hash}`, 2, put))

  const known: TokenMirror["known"] = (token, nowMillis) =>
    trusted && token.length === tokenLength ? table.get(digestOf(token), nowMillis) : undefined

  const find: TokenMirror["find"] = Effect.fnUntraced(function*(token, nowMillis) {
    if (!isToken(token)) return undefined
    // Whoever asks now would only wait for the failure that is known already.
    if (failing || other !== undefined) return yield* new AccessUnavailable()
    if (!(yield* Deferred.isDone(loaded))) {
      if ((yield* spend) === 0) yield* learn(hashOf(token))
      else if ((yield* Effect.timeoutOption(Deferred.await(loaded), loadingWait))._tag === "None") return yield* new AccessUnavailable()
    }
    if (known(token, nowMillis) === undefined) {
      asked.add(hashOf(token))
      yield* refreshForStranger
    }
    const found = known(token, nowMillis)
    return found === undefined && !sure() ? yield* new AccessUnavailable() : found
  }, unavailable)

  const load = Effect.gen(function*() {
    const begunWith = other
    const now = yield* Clock.currentTimeMillis
    kept.begin()
    yield* forEachPage(sql, sql`t.expires_at > ${now}`, pageSize, putPage, (page) => Effect.tap(turn.withPermit(page), Effect.yieldNow))
    yield* turn.withPermit(Effect.suspend(() => {
      // Another one came meanwhile, and is read next.
      if (other !== begunWith || history.epoch() !== epoch) return Effect.void
      const renewed = other === undefined ? Effect.void : Effect.logInfo("all tokens of the database that is there now are read")
      table = other ?? table
      other = undefined
      kept.end()
      return Effect.andThen(Deferred.succeed(loaded, undefined), renewed)
    }))
    yield* revokeAgain(held.revived())
    const old = sql`t.expires_at <= ${now} AND t.sequence > (SELECT MAX(sequence) FROM tokens) - ${maxExpired}`
    yield* forEachPage(sql, old, pageSize, bury, (page) => Effect.tap(page, Effect.yieldNow))
  })

  const outage = makeOutage({
    failing: "access data cannot be read; revocations are not felt until it can",
    working: "access data can be read again",
    level: "Error"
  })
  const sweep = Effect.sync(() => table.sweep(clock.currentTimeMillisUnsafe(), 2, (digest) => expired.add(digest)))

  const distrust = Effect.suspend(() => {
    if (!failing && other === undefined || !trusted || nowMonotonic() - readAt <= graceMillis) return Effect.void
    trusted = false
    table.clear()
    loaded = Deferred.makeUnsafe()
    return Effect.andThen(reload.open, Effect.logError("access data could not be read for too long: no token is believed until it can"))
  })
  const following = outage.outlasted(refresh)
  const all = makeOutage({
    failing: "the tokens of the database cannot all be read; it is tried again, and each token is looked up meanwhile",
    working: "the tokens of the database can all be read again",
    level: "Error"
  })
  const loading = Effect.retry(Effect.sandbox(all.watched(load)), Schedule.spaced(pollInterval))

  if (copy === undefined) kept.drop()
  else {
    for (const page of copy.takePages()) yield* Effect.andThen(Effect.flatMap(decodePage(page), putting(() => {})), Effect.yieldNow)
    yield* Deferred.succeed(loaded, undefined)
  }
  yield* Effect.forkScoped(Effect.forever(reload.await.pipe(
    Effect.andThen(reload.close),
    Effect.andThen(loading)
  )))
  yield* Effect.forkScoped(Stream.runDrain(sql.reactive(["access_changes"], following)))
  yield* Effect.forkScoped(Effect.repeat(Effect.andThen(following, distrust), Schedule.spaced(pollInterval)))
  yield* Effect.forkScoped(Effect.repeat(sweep, Schedule.spaced(pollInterval)))
  const hasExpired: TokenMirror["hasExpired"] = (token) => {
    if (token.length !== tokenLength) return false
    const digest = digestOf(token)
    return table.has(digest) || expired.has(digest)
  }
  return {
    known,
    find,
    learn,
    hasExpired,
    refresh,
    loaded: Effect.suspend(() => Deferred.await(loaded)),
    size: () => table.size,
    trusted: () => trusted,
    graceMillis: () => failing || other !== undefined ? Math.max(0, graceMillis - (nowMonotonic() - readAt)) : graceMillis,
    isRead: () => !failing,
    sure
  }
})
