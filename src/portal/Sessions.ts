/**
 * Sessions of the portal, kept in the database: every gateway on it feels a sign-in and a sign-out at once.
 *
 * States: live, until signed out, 8 hours old or unused for 30 minutes; what has ended by itself or by an operator is known for a day
 * more, so that whoever comes back is told why. The browser has a random cookie of which only
 * the SHA-256 is stored; the token against forged requests and the sealing key are derived from the cookie and stored nowhere. A sign-in
 * always makes a new cookie and ends the session that the browser came with.
 */
import { Clock, Context, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, hash, randomBytes } from "node:crypto"
import { hasText, type Looked } from "../access/AccessLists.ts"
import { type AccessUnavailable, unavailable } from "../access/AccessUnavailable.ts"
import { isFirstTime } from "../access/FirstTime.ts"
import { Developer } from "../domain/Developer.ts"
import type { Person } from "../domain/Person.ts"

export interface Session extends Person {
  /** Safe in logs; not the cookie. */
  readonly id: string
  /** What every form has to send along. */
  readonly csrf: string
  /** Seals what this session alone may read again; stored nowhere, like the cookie that it is derived from. */
  readonly sealingKey: Redacted.Redacted<Uint8Array>
  /** Epoch milliseconds. */
  readonly signedInAt: number
  readonly expiresAt: number
}

/** A session as operators see it. */
export interface OpenSession extends Person {
  readonly id: string
  /** Epoch milliseconds. */
  readonly signedInAt: number
  readonly seenAt: number
  readonly expiresAt: number
}

/** `unused` for 30 minutes, 8 hours `old`, or `ended` by an operator. */
export type WhyEnded = "unused" | "old" | "ended"

/** What is still known of a session that is over, to the browser that has its cookie. */
export interface EndedSession extends Pick<Session, "account" | "csrf"> {
  readonly why: WhyEnded
}

export interface Begun {
  readonly session: Session
  readonly cookie: Redacted.Redacted<string>
}

/** The prefix binds it to this host, over a secure connection; browsers count loopback as one. */
export const sessionCookie = "__Host-gapura"
const sessionLife = Duration.hours(8)
const sessionIdle = Duration.minutes(30)

/** Within it a use is not written down again. */
const seenMillis = 60_000
const lifeMillis = Duration.toMillis(sessionLife)
const idleMillis = Duration.toMillis(sessionIdle)
/** How long it is known of a session that it is over. */
const rememberedMillis = Duration.toMillis(Duration.days(1))

const cookiePattern = /^[A-Za-z0-9_-]{43}$/
const hashOf = (cookie: string): string => hash("sha256", cookie, "hex")
const csrfOf = (cookie: string): string => createHmac("sha256", cookie).update("gapura csrf").digest("base64url")
const sealingKeyOf = (cookie: string): Buffer => createHmac("sha256", cookie).update("gapura sealing").digest()

const derivedOf = (cookie: string): Pick<Session, "csrf" | "sealingKey"> => ({
  csrf: csrfOf(cookie),
  sealingKey: Redacted.make(sealingKeyOf(cookie), { label: "sealing key" })
})

const Agencies = Schema.fromJsonString(Schema.Array(Schema.String))
const encodeAgencies = Schema.encodeSync(Agencies)
const Row = Schema.Struct({
  session_id: Schema.String,
  account: Schema.String,
  name: Schema.String,
  kind: Developer.fields.kind,
  agencies: Agencies,
  operator: Schema.Int,
  signed_in_at: Schema.Finite,
  seen_at: Schema.Finite,
  expires_at: Schema.Finite
})
const Times = Schema.Struct({
  account: Row.fields.account,
  signed_in_at: Row.fields.signed_in_at,
  seen_at: Row.fields.seen_at,
  expires_at: Row.fields.expires_at
})
const decodeTimes = Schema.decodeUnknownEffect(Schema.Array(Times))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const personOf = ({ account, agencies, kind, name, operator }: typeof Row.Type): Person => ({
  account,
  name,
  kind,
  agencies,
  operator: operator === 1
})

/** An end before its time is one that somebody gave it; so is that of an account that was disabled. */
const whyEnded = ({ expires_at, seen_at, signed_in_at }: typeof Times.Type, now: number): WhyEnded =>
  seen_at + idleMillis <= Math.min(now, expires_at)
    ? "unused"
    : expires_at <= now && expires_at - signed_in_at >= lifeMillis
    ? "old"
    : "ended"

const toOpen = (row: typeof Row.Type): OpenSession => ({
  ...personOf(row),
  id: row.session_id,
  signedInAt: row.signed_in_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at
})

const toSession = (row: typeof Row.Type, cookie: string): Session => ({
  ...personOf(row),
  id: row.session_id,
  ...derivedOf(cookie),
  signedInAt: row.signed_in_at,
  expiresAt: row.expires_at
})

export class Sessions extends Context.Service<Sessions, {
  /** @param before id of the session that the browser came with, which ends */
  readonly begin: (person: Person, before?: string) => Effect.Effect<Begun, AccessUnavailable>
  /** The live session of a cookie; looking counts as using it. */
  readonly find: (cookie: string) => Effect.Effect<Session | undefined, AccessUnavailable>
  /** The session of a cookie, which `find` has not found, where it is known that it is over. */
  readonly ended: (cookie: string) => Effect.Effect<EndedSession | undefined, AccessUnavailable>
  readonly end: (sessionId: string) => Effect.Effect<void, AccessUnavailable>
  /** True the first time that this, sealed for a session, is shown. */
  readonly shows: (sealed: string) => Effect.Effect<boolean, AccessUnavailable>
  /** Those that live, whoever came last first, by account or name. */
  readonly list: (looked: Looked) => Effect.Effect<ReadonlyArray<OpenSession>, AccessUnavailable>
  /** How many of that account live. */
  readonly countOf: (account: string) => Effect.Effect<number, AccessUnavailable>
  /** @returns how many sessions of that account there were */
  readonly endAll: (account: string) => Effect.Effect<number, AccessUnavailable>
}>()("gapura/portal/Sessions") {
  static readonly layer: Layer.Layer<Sessions, never, SqlClient.SqlClient> = Layer.effect(
    Sessions,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient

      const begin = Effect.fn("Sessions.begin")(function*(person: Person, before?: string) {
        const now = yield* Clock.currentTimeMillis
        const cookie = randomBytes(32).toString("base64url")
        const row = {
          session_id: `ses_${randomBytes(12).toString("base64url")}`,
          account: person.account,
          name: person.name,
          kind: person.kind,
          agencies: encodeAgencies(person.agencies),
          operator: person.operator ? 1 : 0,
          signed_in_at: now,
          seen_at: now,
          expires_at: now + lifeMillis
        }
        yield* sql.withTransaction(Effect.gen(function*() {
          if (before !== undefined) yield* sql`DELETE FROM sessions WHERE session_id = ${before}`
          // Nobody else clears what has ended by itself.
          const forgotten = now - rememberedMillis
          yield* sql`DELETE FROM sessions WHERE expires_at <= ${forgotten} OR seen_at <= ${forgotten - idleMillis}`
          yield* sql`INSERT INTO sessions ${sql.insert({ hash: hashOf(cookie), ...row })}`
        }))
        return { session: toSession({ ...row, agencies: person.agencies }, cookie), cookie: Redacted.make(cookie, { label: "session" }) }
      })

      const find = Effect.fn("Sessions.find")(function*(cookie: string) {
        if (!cookiePattern.test(cookie)) return undefined
        const now = yield* Clock.currentTimeMillis
        const kept = hashOf(cookie)
        // Who is disabled is out at once, on every gateway.
        const [row] = yield* Effect.flatMap(
          sql`SELECT session_id, account, name, kind, agencies, operator, signed_in_at, seen_at, expires_at FROM sessions
            WHERE hash = ${kept} AND expires_at > ${now} AND seen_at > ${now - idleMillis}
            AND NOT EXISTS (SELECT 1 FROM developers WHERE developers.account = sessions.account AND disabled_at IS NOT NULL)`,
          decodeRows
        )
        if (row === undefined) return undefined
        // A database that cannot be written now still says who somebody is.
        if (now - row.seen_at >= seenMillis) {
          yield* Effect.ignore(sql`UPDATE sessions SET seen_at = ${now} WHERE hash = ${kept} AND seen_at < ${now}`)
        }
        return toSession(row, cookie)
      })

      const ended = Effect.fn("Sessions.ended")(function*(cookie: string) {
        if (!cookiePattern.test(cookie)) return undefined
        const now = yield* Clock.currentTimeMillis
        const [times] = yield* Effect.flatMap(
          sql`SELECT account, signed_in_at, seen_at, expires_at FROM sessions WHERE hash = ${hashOf(cookie)}`,
          decodeTimes
        )
        const over: EndedSession | undefined = times && { csrf: csrfOf(cookie), account: times.account, why: whyEnded(times, now) }
        return over
      })

      const live = (now: number) => sql`expires_at > ${now} AND seen_at > ${now - idleMillis}`

      const list = Effect.fn("Sessions.list")(function*({ limit, offset, text }: Looked) {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* Effect.flatMap(
          sql`SELECT session_id, account, name, kind, agencies, operator, signed_in_at, seen_at, expires_at FROM sessions
            WHERE ${live(now)} AND ${hasText(sql, ["account", "name"], text)}
            ORDER BY signed_in_at DESC, session_id LIMIT ${limit} OFFSET ${offset}`,
          decodeRows
        )
        return rows.map(toOpen)
      })

      const countOf = Effect.fn("Sessions.countOf")(function*(account: string) {
        const rows = yield* sql`SELECT session_id FROM sessions WHERE account = ${account} AND ${live(yield* Clock.currentTimeMillis)}`
        return rows.length
      })

      const endAll = Effect.fn("Sessions.endAll")(function*(account: string) {
        const now = yield* Clock.currentTimeMillis
        const over = yield* sql`UPDATE sessions SET expires_at = ${now} WHERE account = ${account} AND ${live(now)} RETURNING session_id`
        return over.length
      })

      return {
        list: (looked) => unavailable(list(looked)),
        countOf: (account) => unavailable(countOf(account)),
        begin: (person, before) => unavailable(begin(person, before)),
        find: (cookie) => unavailable(find(cookie)),
        ended: (cookie) => unavailable(ended(cookie)),
        endAll: (account) => unavailable(endAll(account)),
        shows: (sealed) => unavailable(Effect.flatMap(Clock.currentTimeMillis, (now) => isFirstTime(sql, sealed, now))),
        end: (sessionId) => Effect.asVoid(unavailable(sql`DELETE FROM sessions WHERE session_id = ${sessionId}`))
      }
    })
  )
}
