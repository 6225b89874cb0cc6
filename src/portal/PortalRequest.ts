/** What of a request the portal looks at: its address and language, its session, its form, and where it came from. */
import { ByteSize, Clock, Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { hash, timingSafeEqual } from "node:crypto"
import { tongueOf } from "../pages/Language.ts"
import { csrfField, type FormFields } from "./Form.ts"
import { sessionCookie, Sessions } from "./Sessions.ts"
import type { Visit } from "./Visit.ts"

const maxForm = ByteSize.kibibytes(64)
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The target's path and query; the origin that it is read against is never shown. */
export const targetOf = ({ originalUrl }: HttpServerRequest.HttpServerRequest): URL => {
  const url = URL.parse(originalUrl.startsWith("/") ? `http://local${originalUrl.replace(/^\/+/, "/")}` : originalUrl) ??
    new URL("http://local/portal")
  // `/portal/..//elsewhere` would be a link to another host.
  if (url.pathname.startsWith("//")) url.pathname = url.pathname.replace(/^\/+/, "/")
  return url
}

export const cookieOf = (request: HttpServerRequest.HttpServerRequest): string | undefined => request.cookies[sessionCookie]

const withLanguage = (path: string, query: URLSearchParams): string => {
  const [before = "", own = ""] = path.split("?", 2)
  const all = new URLSearchParams(own)
  for (const [name, value] of query) all.set(name, value)
  return all.size === 0 ? before : `${before}?${String(all)}`
}

/** The visit of somebody who may or may not be signed in. */
export const visitOf = Effect.fn("PortalRequest.visitOf")(
  function*(request: HttpServerRequest.HttpServerRequest, { searchParams }: URL, timeZone: string) {
    const params = yield* HttpRouter.params
    const tongue = tongueOf(searchParams.get("lang"), request.headers["accept-language"])
    const visit: Visit = {
      session: undefined,
      language: tongue.language,
      timeZone,
      params: Object.fromEntries(Object.entries(params).flatMap(([name, value]) => value === undefined ? [] : [[name, value]])),
      query: searchParams,
      nowMillis: yield* Clock.currentTimeMillis,
      at: (path, more = {}) => withLanguage(path, new URLSearchParams({ ...more, ...(tongue.isChosen ? { lang: tongue.language } : {}) }))
    }
    return visit
  }
)

export const sessionOf = Effect.fn("PortalRequest.sessionOf")(function*(request: HttpServerRequest.HttpServerRequest) {
  const cookie = cookieOf(request)
  return cookie === undefined ? undefined : yield* (yield* Sessions).find(cookie)
})

/** PostgreSQL takes no NUL in a text, and nobody types one: what has it is not looked for. */
const hasNul = (text: string): boolean => text.includes("\0")
export const isAddressable = ({ params, query }: Visit): boolean => !Object.values(params).some(hasNul) && !hasNul([...query].flat().join())

/** By what is said of it before it is read, as browsers do. */
export const isTooLong = ({ headers }: HttpServerRequest.HttpServerRequest): boolean => Number(headers["content-length"]) > maxForm

/** The form's fields, or undefined where the body is none that can be read. */
export const formOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<URLSearchParams | undefined> => {
  if (!formType.test(request.headers["content-type"] ?? "")) return Effect.succeed(undefined)
  return request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, maxForm),
    Effect.map((text): URLSearchParams | undefined => /%00|\0/.test(text) ? undefined : new URLSearchParams(text)),
    Effect.orElseSucceed(() => undefined)
  )
}

/**
 * In one pass: asking for each name takes a second where a form is all names. Browsers send two characters for a line's end and count
 * one where a text may be no longer.
 */
export const fieldsOf = (values: URLSearchParams): FormFields => {
  const fields = new Map<string, string | Array<string>>()
  for (const [name, sent] of values) {
    const value = sent.replaceAll("\r\n", "\n")
    const before = fields.get(name)
    if (before === undefined) fields.set(name, value)
    else if (typeof before === "string") fields.set(name, [before, value])
    else before.push(value)
  }
  fields.delete(csrfField)
  return Object.fromEntries(fields)
}

/** Whether a page of this very origin sent the form; a browser that says nothing of it is not believed. */
export const isOwnOrigin = ({ headers }: HttpServerRequest.HttpServerRequest, publicUrl: string): boolean => {
  const origin = headers["origin"]
  return origin === undefined ? headers["sec-fetch-site"] === "same-origin" : origin === new URL(publicUrl).origin
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

export const isSameToken = (sent: string | null, expected: string): boolean =>
  sent !== null && timingSafeEqual(digest(sent), digest(expected))
