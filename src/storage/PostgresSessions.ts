/**
 * The sessions of a pool, on whichever host of the address takes writes.
 *
 * A site is one way to one host with a pool of its own. Where a session of it cannot be had, or the host has become one
 * that only reads (SQLSTATE 25006: a primary that was demoted), the ways are tried in turn, a new pool takes over, and
 * the old one closes when the last has given its session back. Nobody looks again for half a second after a search in
 * vain. A session is given its limits when it is first lent, by a statement: a pooler such as PgBouncer takes no unknown
 * parameters at the start. None lives for longer than about half an hour, so that a change of addresses or of a
 * certificate is felt, and what a session gathers in memory goes.
 */
import { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Exit, Latch, Random, Scope, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { nowMonotonic } from "../domain/MonotonicTime.ts"
import type { PostgresAddress, PostgresWay } from "./PostgresAddress.ts"
import { type PostgresHistory, refused } from "./PostgresHistory.ts"

type Session = PgConnection.PgConnection

export interface SessionOptions {
  /** Common to all sessions. */
  readonly config: PgPool.Config
  /** Settings of the server's, for each session. */
  readonly limits: Readonly<Record<string, string>>
  /** After about so long a session is replaced. */
  readonly ageMillis: number
  /** Whether a session leads to the database that was read before. */
  readonly history: PostgresHistory
}

export interface PostgresSessions {
  readonly get: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>
  /** For a transaction. */
  readonly reserve: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>
  /** Beside the pool; `outlived` completes when it should be replaced. */
  readonly open: Effect.Effect<
    { readonly session: Session; readonly outlived: Effect.Effect<void> },
    SqlError.SqlError,
    Scope.Scope
  >
  readonly used: () => number
  /** Who waits for one. */
  readonly waiting: () => number
  /** What a statement failed with: where its host takes no writes, another is looked for. */
  readonly failed: (error: SqlError.SqlError) => Effect.Effect<void>
}

interface Site {
  readonly way: PostgresWay
  readonly config: PgPool.Config
  readonly pool: PgPool.PgPool
  readonly scope: Scope.Closeable
  readonly left: Latch.Latch
}

const quietMillis = 500
const readOnlyCode = "25006"

const isReadOnly = (error: SqlError.SqlError): boolean => errorCodeOf(error.reason.cause) === readOnlyCode

export const makePostgresSessions = Effect.fnUntraced(function*(
  { severalHosts, ways }: PostgresAddress,
  { ageMillis, config, history, limits }: SessionOptions
) {
  const scope = yield* Effect.scope
  const turn = yield* Semaphore.make(1)
  const ready = new WeakSet<Session>()
  let quietUntil = 0

  /** From four fifths of the age to six, so that gateways that were started together do not renew together. */
  const ageNow = Effect.map(Random.next, (drawn) => ageMillis * (0.8 + 0.4 * drawn))
  const settings = Object.entries(limits)
  const columns = settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  const giveLimits = `SELECT ${[...columns, "current_setting('transaction_read_only') AS read_only"].join(", ")}`

  /** Gives the session its limits. @returns whether it takes writes */
  const prepare = (session: Session) =>
    Effect.map(session.query(giveLimits, settings.flat(), false), ({ rows }) => rows[0]?.["read_only"] === "off")

  const configFor = ({ host, port, ssl, url }: PostgresWay): PgPool.Config => ({ ...config, host, port, ssl, url })

  const siteOf = Effect.fnUntraced(function*(way: PostgresWay) {
    const own = yield* Scope.fork(scope)
    const pool = yield* Scope.provide(PgPool.make({ ...configFor(way), connectionTTL: yield* ageNow }), own)
    return { way, config: configFor(way), pool, scope: own, left: yield* Latch.make() } satisfies Site
  })

  let site: Site = yield* siteOf(ways[0])

  const search = Effect.fnUntraced(function*(from: Site, error: SqlError.SqlError) {
    const at = ways.indexOf(from.way)
    let last = error
    // The one that failed comes last: another may have taken over, and it may have come back.
    for (const way of [...ways.slice(at + 1), ...ways.slice(0, at + 1)]) {
      const tried = yield* Effect.result(Effect.scoped(Effect.flatMap(PgConnection.make(configFor(way)), prepare)))
      if (tried._tag === "Success" && tried.success) return way
      last = tried._tag === "Failure" ? tried.failure : refused(`${way.name} takes no writes`)
    }
    return yield* Effect.fail(last)
  })

  const move = (from: Site, error: SqlError.SqlError) =>
    turn.withPermit(Effect.gen(function*() {
      if (site !== from) return
      if ((yield* nowMonotonic) < quietUntil) return yield* Effect.fail(error)
      const way = yield* Effect.tapError(search(from, error), () =>
        Effect.map(nowMonotonic, (now) => {
          quietUntil = now + quietMillis
        }))
      site = yield* siteOf(way)
      yield* from.left.open
      yield* Effect.forkIn(Scope.close(from.scope, Exit.void), scope)
      if (way.name !== from.way.name) {
        yield* Effect.logWarning(`the database is written at ${way.name} now, and no longer at ${from.way.name}`)
      }
    }))

  /** Tries once more on another way, where there is one. */
  const onSite = <A>(use: (site: Site) => Effect.Effect<A, SqlError.SqlError, Scope.Scope>) =>
    Effect.suspend(() => {
      const from = site
      return ways.length === 1
        ? use(from)
        : Effect.catch(use(from), (error) => Effect.andThen(move(from, error), Effect.suspend(() => use(site))))
    })

  const usable = (session: Session, { way }: Site) =>
    Effect.flatMap(prepare(session), (writes) => {
      if (severalHosts && !writes) return Effect.fail(refused(`${way.name} takes no writes`))
      ready.add(session)
      return Effect.succeed(session)
    })

  let used = 0
  let waiting = 0
  /** Counts who waits for a session, and then has it until the scope closes. */
  const counted = <A>(session: Effect.Effect<A, SqlError.SqlError, Scope.Scope>) =>
    Effect.gen(function*() {
      let has = false
      waiting++
      yield* Effect.addFinalizer(() => Effect.sync(() => has ? used-- : waiting--))
      const lent = yield* session
      has = true
      waiting--
      used++
      return lent
    })

  const get = counted(onSite((from) =>
    from.pool.get.pipe(
      Effect.tap((session) => history.admit(session, from.pool.invalidate(session))),
      Effect.flatMap((session) => ready.has(session) ? Effect.succeed(session) : usable(session, from))
    )
  ))
  const open = onSite((from) =>
    Effect.gen(function*() {
      const session = yield* PgConnection.make(from.config).pipe(
        Effect.tap((made) => history.admit(made)),
        Effect.flatMap((made) => usable(made, from))
      )
      return { session, outlived: Effect.raceAllFirst([from.left.await, history.outlived(session), Effect.sleep(yield* ageNow)]) }
    })
  )
  const failed = (error: SqlError.SqlError) =>
    Effect.suspend(() => {
      const from = site
      return isReadOnly(error) ? Effect.asVoid(Effect.forkIn(Effect.ignore(move(from, error)), scope)) : Effect.void
    })
  return {
    get,
    reserve: Effect.flatMap(get, (session) => session.pin),
    open,
    failed,
    used: () => used,
    waiting: () => waiting
  } satisfies PostgresSessions
})
