/** The way to the sign-in for whoever is not signed in: with the reason, where their session is over, and with what they typed. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { csrfField } from "./Form.ts"
import { keptCookie, KeptForms } from "./KeptForms.ts"
import { NotNow } from "./PortalError.ts"
import type { Redirect } from "./PortalPage.ts"
import { cookieOf, formOf, isSameToken, isTooLong } from "./PortalRequest.ts"
import { Sessions, type WhyEnded } from "./Sessions.ts"

/** As they stand in the sign-in's address. */
export const endNames: Readonly<Record<WhyEnded, string>> = { unused: "tidak-dipakai", old: "habis", ended: "diakhiri" }
export const keptNames = { kept: "tersimpan", tooLong: "terlalu-panjang" } as const

export const toSignIn = (next: string, more: Readonly<Record<string, string>> = {}): Redirect => ({
  redirectTo: `/portal/masuk?${String(new URLSearchParams({ next, ...more }))}`
})

const endedSession = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const cookie = cookieOf(request)
  return cookie === undefined ? undefined : yield* Effect.mapError((yield* Sessions).ended(cookie), () => new NotNow())
})

/** @param next the page to come back to */
export const signInAgain = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, next: string) {
  const over = yield* endedSession(request)
  return over === undefined ? toSignIn(next) : toSignIn(next, { sebab: endNames[over.why] })
})

interface Sent {
  readonly url: URL
  /** Of a form that can be shown again; its fields that are secret. */
  readonly secrets: ReadonlyArray<string> | undefined
}

/** For a form of this very origin: what was typed is kept if the session that is over gave the form out. */
export const signInAgainWith = Effect.fn("SessionEnd.signInAgainWith")(
  function*(request: HttpServerRequest.HttpServerRequest, next: string, { secrets, url }: Sent) {
    const over = yield* endedSession(request)
    if (over === undefined) return toSignIn(next)
    const why = { sebab: endNames[over.why] }
    if (secrets === undefined) return toSignIn(next, why)
    const values = yield* formOf(request)
    if (values === undefined) return toSignIn(next, isTooLong(request) ? { ...why, isian: keptNames.tooLong } : why)
    if (!isSameToken(values.get(csrfField), over.csrf)) return toSignIn(next, why)
    const fields = new URLSearchParams([...values].filter(([name]) => name !== csrfField && !secrets.includes(name)))
    const form = { path: `${url.pathname}${url.search}`, fields: fields.toString() }
    const cookie = yield* (yield* KeptForms).keep(over.account, form, request.cookies[keptCookie])
    return { ...toSignIn(next, { ...why, isian: keptNames.kept }), cookies: [cookie] }
  }
)
