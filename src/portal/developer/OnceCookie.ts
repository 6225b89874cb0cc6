/**
 * A token or a client's secret on its way from the form that made it to the page that shows it: in a cookie of the browser's, sealed
 * with a key that only its session's own cookie gives, for a minute. No gateway keeps it, so that any of them can show it, and the
 * page that shows it takes the cookie away. Who keeps it has nothing: the database knows which were shown.
 */
import { Duration, Option, Redacted, Schema } from "effect"
import { seal, unseal } from "../../storage/SealedText.ts"
import { type CookieChange, type Redirect, redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { addressOf } from "./OwnApplication.ts"

export const onceCookie = "__Host-gapura-sekali"
export const forgetOnce: CookieChange = { name: onceCookie, value: undefined }

const life = Duration.minutes(1)
const purpose = "gapura shown once 1"

const NewToken = Schema.Struct({
  kind: Schema.Literal("token"),
  application: Schema.String,
  token: Schema.String,
  tokenId: Schema.String,
  expiresAt: Schema.Finite,
  /** The route that may be called with it first; absent where it opens no endpoint. */
  first: Schema.optionalKey(Schema.String),
  /** Of kind `latihan`. */
  isRehearsal: Schema.optionalKey(Schema.Boolean),
  /** The token that ends for this one, and until when it goes on, where it does. */
  replaced: Schema.optionalKey(Schema.Struct({ tokenId: Schema.String, overlapMillis: Schema.Finite, until: Schema.Finite }))
})
export type NewToken = typeof NewToken.Type

const NewSecret = Schema.Struct({
  kind: Schema.Literal("secret"),
  application: Schema.String,
  clientId: Schema.String,
  secret: Schema.String,
  /** Until when the one before still works; null where it ended. */
  previousUntil: Schema.NullOr(Schema.Finite),
  /** There was none before. */
  isFirst: Schema.optionalKey(Schema.Boolean)
})
export type NewSecret = typeof NewSecret.Type

const ShownOnce = Schema.Union([NewToken, NewSecret])
export type ShownOnce = typeof ShownOnce.Type

const Sealed = Schema.fromJsonString(Schema.Struct({ until: Schema.Finite, shown: ShownOnce }))
const encode = Schema.encodeSync(Sealed)
const decode = Schema.decodeUnknownOption(Sealed)

/** To the page that shows it. */
export const shownNext = ({ nowMillis, session }: SignedVisit, shown: ShownOnce): Redirect => {
  const text = encode({ until: nowMillis + Duration.toMillis(life), shown })
  const value = Redacted.make(seal(Redacted.value(session.sealingKey), text, purpose), { label: "shown once" })
  return { ...redirect(addressOf(shown.application, "/sekali")), cookies: [{ name: onceCookie, value, life }] }
}

/** Undefined where it was shown, another session sealed it, or its minute is over. */
export const shownIn = ({ nowMillis, session }: SignedVisit, sealed: string | undefined): ShownOnce | undefined => {
  const text = sealed === undefined ? undefined : unseal(Redacted.value(session.sealingKey), sealed, purpose)
  const found = text === undefined ? undefined : Option.getOrUndefined(decode(text))
  return found === undefined || found.until <= nowMillis ? undefined : found.shown
}
