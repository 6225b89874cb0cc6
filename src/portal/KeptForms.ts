/**
 * What was typed into a form whose session was over when it was sent: in the database for half an hour, sealed with a key that only a
 * cookie of that browser's gives, and for its account alone. Whoever signs in again in that browser as the same person finds it, at any
 * gateway; nobody else does, nor whoever has the database.
 *
 * Gotcha: a form is no longer than its body (64 KiB, `PortalRequest.ts`), three times that where a program sent it without percents; so
 * the numbers of forms here are bounds of bytes too.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, hash, randomBytes } from "node:crypto"
import { unavailable } from "../access/AccessUnavailable.ts"
import { seal, unseal } from "../storage/SealedText.ts"
import { NotNow } from "./PortalError.ts"
import type { CookieChange } from "./PortalPage.ts"

export const keptCookie = "__Host-gapura-isian"
export const forgetKept: CookieChange = { name: keptCookie, value: undefined }

/** The page that says what was kept, and the field by which it asks the form for its page. */
export const resumePath = "/portal/masuk/lanjut"
export const resumeField = "lanjutkan"

const life = Duration.minutes(30)
/** A browser has one. */
const mostOfAccount = 4
const mostOfAll = 200

const cookiePattern = /^[A-Za-z0-9_-]{43}$/
const hashOf = (cookie: string): string => hash("sha256", cookie, "hex")
const keyOf = (cookie: string): Buffer => createHmac("sha256", cookie).update("gapura kept form 2").digest()
const purposeOf = (account: string): string => `gapura kept form 2 ${account}`

const KeptForm = Schema.Struct({
  /** Where the form was sent, with its query. */
  path: Schema.String,
  /** As a form sends them. */
  fields: Schema.String
})
export type KeptForm = typeof KeptForm.Type
const Text = Schema.fromJsonString(KeptForm)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sealed: Schema.String })))

export class KeptForms extends Context.Service<KeptForms, {
  /** @param before the browser's cookie, whose form goes @returns the cookie that finds this one */
  readonly keep: (account: string, form: KeptForm, before: string | undefined) => Effect.Effect<CookieChange, NotNow>
  readonly find: (account: string, cookie: string | undefined) => Effect.Effect<KeptForm | undefined, NotNow>
  /** What cannot be forgotten now is within half an hour. */
  readonly forget: (cookie: string) => Effect.Effect<void>
}>()("gapura/portal/KeptForms") {
  static readonly layer: Layer.Layer<KeptForms, never, SqlClient.SqlClient> = Layer.effect(
    KeptForms,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const beyond = (most: number) => sql`ORDER BY kept_until DESC LIMIT ${mostOfAll} OFFSET ${most - 1}`
      const clear = Effect.flatMap(Clock.currentTimeMillis, (now) => sql`DELETE FROM kept_forms WHERE kept_until <= ${now}`)
      yield* Effect.forkScoped(Effect.repeat(Effect.ignore(clear), Schedule.spaced("5 minutes")))

      const keep = Effect.fn("KeptForms.keep")(function*(account: string, form: KeptForm, before: string | undefined) {
        const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(life)
        const cookie = randomBytes(32).toString("base64url")
        const row = { hash: hashOf(cookie), account, kept_until: until, sealed: seal(keyOf(cookie), encode(form), purposeOf(account)) }
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* clear
          yield* sql`DELETE FROM kept_forms WHERE hash = ${hashOf(before ?? "")}
            OR hash IN (SELECT hash FROM kept_forms WHERE account = ${account} ${beyond(mostOfAccount)})
            OR hash IN (SELECT hash FROM kept_forms ${beyond(mostOfAll)})`
          yield* sql`INSERT INTO kept_forms ${sql.insert(row)}`
        }))
        const change: CookieChange = { name: keptCookie, value: Redacted.make(cookie, { label: "kept form" }), life }
        return change
      })

      const find = Effect.fn("KeptForms.find")(function*(account: string, cookie: string | undefined) {
        if (cookie === undefined || !cookiePattern.test(cookie)) return undefined
        const now = yield* Clock.currentTimeMillis
        const [row] = yield* Effect.flatMap(
          sql`SELECT sealed FROM kept_forms WHERE hash = ${hashOf(cookie)} AND account = ${account} AND kept_until > ${now}`,
          decodeRows
        )
        const text = row === undefined ? undefined : unseal(keyOf(cookie), row.sealed, purposeOf(account))
        return text === undefined ? undefined : Option.getOrUndefined(decode(text))
      })

      const notNow = () => new NotNow()
      return {
        keep: (account, form, before) => Effect.mapError(unavailable(keep(account, form, before)), notNow),
        find: (account, cookie) => Effect.mapError(unavailable(find(account, cookie)), notNow),
        forget: (cookie) => Effect.ignore(sql`DELETE FROM kept_forms WHERE hash = ${hashOf(cookie)}`)
      }
    })
  )
}
