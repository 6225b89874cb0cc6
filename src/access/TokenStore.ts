/**
 * Access tokens: issue, recognise, revoke, list.
 *
 * States of a token: valid until its last millisecond, then expired; or revoked, itself or with its client or
 * application. `known` is the hot path: one SHA-256 and one look-up in memory. `find` is for what `known` does not know;
 * it also learns of a token that another process issued a moment ago.
 */
import { Array, Clock, Context, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import type { Caller } from "../domain/Caller.ts"
import { announce, forget } from "./AccessChanges.ts"
import { AccessSql } from "./AccessSql.ts"
import { hashOf, makeToken, makeTokenId } from "./AccessToken.ts"
import { AccessTransaction } from "./AccessTransaction.ts"
import { AccessUnavailable, unavailable } from "./AccessUnavailable.ts"
import {
  type GrantOptions,
  type IssuedToken,
  type IssueOptions,
  rehearsalMillis,
  type RotateOptions,
  type TokenSummary
} from "./IssuedToken.ts"
import { encodeScopes, scopeSet } from "./LiveTokens.ts"
import { type Giver, insertToken } from "./NewToken.ts"
import * as TokenMirror from "./TokenMirror.ts"
import { makeTokenNews } from "./TokenNews.ts"
import { NotRotatable, RotatedTooOften, rotationsPerHour, ScopeNotSelected, UnknownApplication } from "./TokenRefusals.ts"
import { diedAt, Scopes, tokensJoined } from "./TokenRows.ts"

const Summary = Schema.Struct({
  token_id: Schema.String,
  application: Schema.String,
  scopes: Scopes,
  expires_at: Schema.Finite,
  revoked_at: Schema.NullOr(Schema.Finite),
  rehearsal: Schema.Int
})
const decodeSummaries = Schema.decodeUnknownEffect(Schema.Array(Summary))
const decodeRotated = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ application: Schema.String, scopes: Scopes, bucket: Schema.String, rehearsal: Schema.Int }))
)
const decodeRotations = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ rotations: Schema.Int, oldest: Schema.NullOr(Schema.Finite) })])
)
const decodeBuckets = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ token_id: Schema.String, bucket: Schema.String })))
const decodeActive = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ selected: Schema.NullOr(Schema.String) })))
const decodeScopes = Schema.decodeEffect(Scopes)

const hourMillis = 3_600_000

/** Far from the bound of parameters that SQLite has. */
const idsAtOnce = 500

/** As many as one statement removes: whoever issues one waits for it on SQLite. */
const purgedAtOnce = 1_000

/** Tokens and changes older than this are of no use to anybody. */
const keptMillis = 30 * 24 * 3_600_000

export class TokenStore extends Context.Service<TokenStore, {
  /** Synchronous, memory only. */
  readonly known: (token: string, nowMillis: number) => Caller | undefined
  readonly find: (token: string, nowMillis: number) => Effect.Effect<Caller | undefined, AccessUnavailable>
  /** Synchronous, memory only: whether a token that is not valid was, and has expired. */
  readonly hasExpired: (token: string) => boolean
  /** The token is in the answer and nowhere else. */
  readonly issue: (options: IssueOptions) => Effect.Effect<IssuedToken, UnknownApplication | ScopeNotSelected | AccessUnavailable>
  /** The same for a client; undefined where it may have none, or its grants are no longer those. */
  readonly grant: (options: GrantOptions) => Effect.Effect<IssuedToken | undefined, AccessUnavailable>
  /** A token of the same application and scopes in the place of one that ends: what was spent with that counts for it. */
  readonly rotate: (
    options: RotateOptions
  ) => Effect.Effect<IssuedToken, UnknownApplication | ScopeNotSelected | NotRotatable | RotatedTooOften | AccessUnavailable>
  /** False when there is no such token, or it is revoked already. */
  readonly revoke: (tokenId: string) => Effect.Effect<boolean, AccessUnavailable>
  readonly list: Effect.Effect<ReadonlyArray<TokenSummary>>
  /** The buckets of those of the tokens that took another's place; the others' are their own. */
  readonly bucketsOf: (tokenIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, AccessUnavailable>
  /** Completes when memory holds every valid token. */
  readonly loaded: Effect.Effect<void>
  /** Tokens in memory. */
  readonly size: () => number
  /** False when the database has been away for so long that no token is believed. */
  readonly trusted: () => boolean
  /** For how much longer tokens are believed if the database stays as it is; all of the grace while it can be read. */
  readonly graceMillis: () => number
  /** False while the database cannot be read. */
  readonly isRead: () => boolean
}>()("gapura/access/TokenStore") {
  static readonly layer: Layer.Layer<TokenStore, never, AccessSql> = Layer.effect(
    TokenStore,
    Effect.gen(function*() {
      const sql = yield* AccessSql
      const mirror = yield* Effect.orDie(
        TokenMirror.make(sql, (tokenIds) => Effect.forEach(tokenIds, (id) => revoke(id), { discard: true }))
      )
      // Memory follows the database's log: if this reading fails, the next one makes good.
      const follow = Effect.ignore(mirror.refresh)

      const told = yield* makeTokenNews(sql)

      /** Among changes of access it is told with the rest; else this gateway knows it once it is there, and the others hear of it. */
      const tell = Effect.fnUntraced(function*(tokenId: string, hash: string, nowMillis: number) {
        const within = yield* Effect.serviceOption(AccessTransaction)
        if (Option.isSome(within)) {
          yield* Effect.provideService(announce(sql, "token", tokenId, nowMillis), AccessTransaction, within.value)
          return yield* sql.afterCommit(follow)
        }
        yield* sql.afterCommit(Effect.andThen(told(tokenId), Effect.ignore(mirror.learn(hash))))
      })

      /** Undefined where what lets it be given does not hold. @param bucket of the token that this one takes the place of */
      const make = Effect.fnUntraced(function*(
        { application, lifetimeMillis, nowMillis, rehearsal = false, scopes, trial = false }: IssueOptions,
        giver: Giver,
        bucket: string | null = null
      ) {
        if (!mirror.sure()) return yield* new AccessUnavailable()
        const token = makeToken()
        const hash = hashOf(Redacted.value(token))
        const made = { token, tokenId: makeTokenId(), scopes: scopeSet(scopes), expiresAt: nowMillis + lifetimeMillis }
        const { expiresAt, tokenId } = made
        const isGiven = yield* insertToken(
          sql,
          { tokenId, bucket, hash, application, scopes: encodeScopes(made.scopes), issuedAt: nowMillis, expiresAt, trial, rehearsal },
          giver
        )
        if (!isGiven) return undefined
        yield* tell(tokenId, hash, nowMillis)
        return made satisfies IssuedToken
      })

      const add = Effect.fn("TokenStore.add")(function*(options: IssueOptions, bucket: string | null) {
        const { application, scopes } = options
        for (;;) {
          const [active] = yield* Effect.flatMap(
            sql`SELECT a.scopes AS selected FROM applications a WHERE a.name = ${application} AND a.disabled_at IS NULL
              AND NOT EXISTS (SELECT 1 FROM developers d WHERE d.account = a.owner AND d.disabled_at IS NOT NULL)`,
            decodeActive
          )
          if (active === undefined) return yield* new UnknownApplication({ application })
          const selected = active.selected === null ? null : yield* decodeScopes(active.selected)
          const astray = selected === null ? undefined : scopes.find((scope) => !selected.includes(scope))
          if (astray !== undefined) return yield* new ScopeNotSelected({ application, scope: astray })
          const made = yield* make(options, active, bucket)
          if (made !== undefined) return made
          // It was changed in between: what it is now decides.
        }
      })

      const rotate = Effect.fn("TokenStore.rotate")(function*(
        { lifetimeMillis, nowMillis, overlapMillis = 0, scopes, tokenId }: RotateOptions
      ) {
        // One transaction counts, ends the old token and makes the new one: the bound is exact, and there is never both or neither.
        return yield* sql.withTransaction(Effect.gen(function*() {
          const [old] = yield* Effect.flatMap(
            sql`SELECT t.application, t.scopes, COALESCE(t.bucket, t.token_id) AS bucket, t.rehearsal FROM ${sql.literal(tokensJoined)}
              WHERE t.token_id = ${tokenId} AND t.client_id IS NULL AND t.trial = 0 AND t.expires_at > ${nowMillis} AND ${
              sql.literal(diedAt)
            } IS NULL AND NOT EXISTS (SELECT 1 FROM tokens later WHERE later.application = t.application
              AND later.bucket = COALESCE(t.bucket, t.token_id) AND later.sequence > t.sequence)`,
            decodeRotated
          )
          if (old === undefined) return yield* new NotRotatable({ tokenId })
          const { application, bucket } = old
          const [{ oldest, rotations }] = yield* Effect.flatMap(
            sql`SELECT COUNT(*) AS rotations, MIN(issued_at) AS oldest FROM tokens
              WHERE application = ${application} AND bucket IS NOT NULL AND issued_at > ${nowMillis - hourMillis}`,
            decodeRotations
          )
          if (rotations >= rotationsPerHour) {
            return yield* new RotatedTooOften({
              application,
              waitSeconds: Math.ceil(((oldest ?? nowMillis) + hourMillis - nowMillis) / 1000)
            })
          }
          const isRehearsal = old.rehearsal === 1
          const lifetime = isRehearsal ? rehearsalMillis : lifetimeMillis
          const asOld = { application, scopes: scopes ?? old.scopes, lifetimeMillis: lifetime, nowMillis, rehearsal: isRehearsal }
          const made = yield* add(asOld, bucket)
          const end = nowMillis + overlapMillis
          yield* overlapMillis > 0
            ? sql`UPDATE tokens SET expires_at = ${end} WHERE token_id = ${tokenId} AND expires_at > ${end}`
            : sql`UPDATE tokens SET revoked_at = ${nowMillis} WHERE token_id = ${tokenId}`
          yield* announce(sql, "token", tokenId, nowMillis)
          return made
        }))
      }, unavailable)

      const revoke: TokenStore["Service"]["revoke"] = Effect.fn("TokenStore.revoke")(function*(tokenId: string) {
        const now = yield* Clock.currentTimeMillis
        return yield* sql.withTransaction(Effect.gen(function*() {
          const found =
            yield* sql`UPDATE tokens SET revoked_at = ${now} WHERE token_id = ${tokenId} AND revoked_at IS NULL RETURNING token_id`
          if (found.length === 0) return false
          yield* announce(sql, "token", tokenId, now)
          yield* sql.afterCommit(follow)
          return true
        }))
      }, unavailable)

      const list = sql`SELECT t.token_id, t.application, t.scopes, t.expires_at, ${sql.literal(diedAt)} AS revoked_at, t.rehearsal
        FROM ${sql.literal(tokensJoined)} ORDER BY t.sequence`.pipe(
        Effect.flatMap(decodeSummaries),
        Effect.map((rows) =>
          rows.map((row): TokenSummary => ({
            tokenId: row.token_id,
            application: row.application,
            scopes: row.scopes,
            expiresAt: row.expires_at,
            revokedAt: row.revoked_at,
            isRehearsal: row.rehearsal === 1
          }))
        ),
        Effect.orDie
      )

      const bucketsOf = Effect.fn("TokenStore.bucketsOf")(function*(tokenIds: ReadonlyArray<string>) {
        const found = new Map<string, string>()
        for (const ids of Array.chunksOf(tokenIds, idsAtOnce)) {
          const rows = yield* Effect.flatMap(
            sql`SELECT token_id, bucket FROM tokens WHERE bucket IS NOT NULL AND ${sql.in("token_id", ids)}`,
            decodeBuckets
          )
          for (const { bucket, token_id } of rows) found.set(token_id, bucket)
        }
        return found
      }, unavailable)

      const purge = Effect.gen(function*() {
        const before = (yield* Clock.currentTimeMillis) - keptMillis
        for (;;) {
          const gone = yield* sql`DELETE FROM tokens
            WHERE sequence IN (SELECT sequence FROM tokens WHERE expires_at < ${before} LIMIT ${purgedAtOnce}) RETURNING sequence`
          if (gone.length < purgedAtOnce) break
          yield* Effect.yieldNow
        }
        yield* forget(sql, before)
      })
      yield* purge.pipe(Effect.ignore({ log: "Warn" }), Effect.delay("10 minutes"), Effect.repeat(Schedule.forever), Effect.forkScoped)

      return {
        known: mirror.known,
        find: mirror.find,
        hasExpired: mirror.hasExpired,
        issue: (options) => unavailable(add(options, null)),
        grant: (options) => unavailable(make(options, options)),
        rotate,
        revoke,
        list,
        bucketsOf,
        loaded: mirror.loaded,
        size: mirror.size,
        trusted: mirror.trusted,
        graceMillis: mirror.graceMillis,
        isRead: mirror.isRead
      }
    })
  )
}
