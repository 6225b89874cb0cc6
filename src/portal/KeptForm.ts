/**
 * What was typed into a form whose session was over when it was sent: in a cookie of the browser's, for half an hour, sealed with a key
 * that only the session's own cookie gives and for its account alone. Whoever signs in again in that browser as the same person finds it
 * sealed for the new session; for anybody else it is gone. No gateway keeps it, so that any of them can give it back.
 */
import { Duration, Option, Redacted, Schema } from "effect"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import { seal, unsealBytes } from "../storage/SealedText.ts"
import { csrfField } from "./Form.ts"
import type { CookieChange } from "./PortalPage.ts"
import type { Session } from "./Sessions.ts"

export const keptCookie = "__Host-gapura-isian"
export const forgetKept: CookieChange = { name: keptCookie, value: undefined }

/** The page that says what was kept, and the field by which it asks the form for its page. */
export const resumePath = "/portal/masuk/lanjut"
export const resumeField = "lanjutkan"

const life = Duration.minutes(30)
const purpose = "gapura kept form 1"
/** A browser keeps no cookie above 4 KiB. */
const maxCookie = 3_800
const maxText = 256 * 1_024

const KeptForm = Schema.Struct({
  until: Schema.Finite,
  account: Schema.String,
  /** Where the form was sent, with its query. */
  path: Schema.String,
  /** As a form sends them. */
  fields: Schema.String
})
type KeptForm = typeof KeptForm.Type
const Text = Schema.fromJsonString(KeptForm)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)

type Holder = Pick<Session, "account" | "sealingKey">

/** Undefined where it is too long for a cookie. */
const sealed = ({ sealingKey }: Holder, kept: KeptForm): CookieChange | undefined => {
  const packed = deflateRawSync(encode(kept), { level: 9 })
  if (packed.length > maxCookie) return undefined
  const value = seal(Redacted.value(sealingKey), packed, purpose)
  return value.length > maxCookie ? undefined : { name: keptCookie, value: Redacted.make(value, { label: "kept form" }), life }
}

/** @param secrets names of fields that nothing keeps */
export const keepForm = (
  holder: Holder,
  nowMillis: number,
  path: string,
  values: URLSearchParams,
  secrets: ReadonlyArray<string>
): CookieChange | undefined => {
  const fields = new URLSearchParams([...values].filter(([name]) => name !== csrfField && !secrets.includes(name)))
  return sealed(holder, { until: nowMillis + Duration.toMillis(life), account: holder.account, path, fields: fields.toString() })
}

/** What the cookie has for this very session. */
export const keptForm = ({ account, sealingKey }: Holder, nowMillis: number, cookie: string | undefined): KeptForm | undefined => {
  const packed = cookie === undefined ? undefined : unsealBytes(Redacted.value(sealingKey), cookie, purpose)
  if (packed === undefined) return undefined
  const text = inflateRawSync(packed, { maxOutputLength: maxText }).toString("utf8")
  const kept = Option.getOrUndefined(decode(text))
  return kept === undefined || kept.until <= nowMillis || kept.account !== account ? undefined : kept
}

/** From the session that is over to the one that begins. */
export const handedOn = (before: Holder, next: Holder, nowMillis: number, cookie: string): CookieChange | undefined => {
  const kept = keptForm(before, nowMillis, cookie)
  return kept === undefined || kept.account !== next.account ? undefined : sealed(next, kept)
}
