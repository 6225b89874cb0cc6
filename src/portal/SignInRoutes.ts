/**
 * Signing in and out: `/portal/masuk` says what will happen, `mulai` leaves for the city's sign-on, `kembali` is where
 * it sends people back to, `/portal/keluar` ends the session.
 *
 * Gotcha: cookies belong to one host, so signing in begins and ends at the public address whatever name one came by.
 */
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { CitySignOn } from "../access/CitySignOn.ts"
import { ActionLog } from "../audit/ActionLog.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { forgetKept, keptCookie, KeptForms, resumePath } from "./KeptForms.ts"
import { localPath } from "./LocalPath.ts"
import { NotNow } from "./PortalError.ts"
import { type Answer, type CookieChange, redirect } from "./PortalPage.ts"
import { targetOf } from "./PortalRequest.ts"
import { portalForm, portalPage } from "./PortalRouter.ts"
import { sessionCookie, Sessions } from "./Sessions.ts"
import { resumePage, signedOut, signInAway, signInBusy, signInPage, signInRefused, signInUnset } from "./SignInPages.ts"

/** Keeps the sealed attempt in the browser until it comes back. */
const attemptCookie = "__Host-gapura-masuk"
const forget: CookieChange = { name: attemptCookie, value: undefined }

/** A browser keeps no cookie above 4 KiB, and this is sealed into one. */
const longestNext = 2_000

const NoFields = Schema.Struct({})
const notNow = () => new NotNow()

const signInPath = "/portal/masuk"
/** Without a page before it: for whoever has read what signing in means. `?akun=lain` lets one choose another account. */
export const startPath = `${signInPath}/mulai` as const
export const returnPath = `${signInPath}/kembali` as const
export const leavePath = "/portal/keluar"

/** In the language that was chosen before the sign-in. */
const resumeAfter = (next: string): string => {
  const language = new URLSearchParams(next.split("?")[1]).get("lang")
  return language === null ? resumePath : `${resumePath}?${String(new URLSearchParams({ lang: language }))}`
}

export const SignInRoutes = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const { publicUrl } = yield* PortalAddresses
    const sessions = yield* Sessions
    const signOn = yield* CitySignOn
    const actions = yield* ActionLog
    const forms = yield* KeptForms
    yield* portalPage(router, signInPath, "anyone", (visit): Effect.Effect<Answer> => {
      const next = localPath(visit.query.get("next"))
      if (visit.session !== undefined) return Effect.succeed({ redirectTo: next })
      return Effect.succeed(signOn.isSet ? signInPage(visit, `${publicUrl}${visit.at(startPath, { next })}`) : signInUnset(visit))
    })

    yield* portalPage(router, startPath, "anyone", (visit): Effect.Effect<Answer> => {
      const next = localPath(visit.query.get("next"))
      if (!signOn.isSet) return Effect.succeed(signInUnset(visit))
      const back = visit.at(next)
      return Effect.map(
        signOn.depart(back.length > longestNext ? visit.at("/portal") : back, visit.query.get("akun") === "lain"),
        ({ attempt, url }): Answer => ({ redirectTo: url, elsewhere: true, cookies: [{ name: attemptCookie, value: attempt }] })
      ).pipe(
        Effect.catchTag("SignOnAway", () => Effect.succeed(signInAway(visit, next)))
      )
    })

    yield* portalPage(router, returnPath, "anyone", (visit, request) =>
      Effect.gen(function*() {
        const { next, person } = yield* signOn.arrive(targetOf(request).search.slice(1), request.cookies[attemptCookie])
        const carried = request.cookies[keptCookie]
        const { cookie, session } = yield* sessions.begin(person, visit.session?.id)
        const kept = yield* forms.find(person.account, carried)
        // What another person typed is not offered again in this browser.
        const isLost = carried !== undefined && kept === undefined
        if (isLost) yield* forms.forget(carried)
        yield* actions.record({
          account: person.account,
          action: "signed-in",
          agency: null,
          subject: person.account,
          detail: { session: session.id, kind: person.kind }
        })
        const signedIn = [{ name: sessionCookie, value: cookie }, forget, ...(isLost ? [forgetKept] : [])]
        return { redirectTo: kept === undefined ? localPath(next) : resumeAfter(next), cookies: signedIn } satisfies Answer
      }).pipe(Effect.catchTags({
        // An answer that anybody may have made up ends no sign-in of this browser.
        SignInRefused: (refused) =>
          Effect.succeed({ ...signInRefused(visit, refused), cookies: refused.reason === "answer" ? [] : [forget] }),
        SignOnAway: () => Effect.succeed({ ...signInAway(visit, "/portal"), cookies: [forget] }),
        SignOnBusy: () => Effect.succeed(signInBusy(visit, `${publicUrl}${returnPath}${targetOf(request).search}`)),
        AccessUnavailable: () => Effect.fail(new NotNow())
      })))

    yield* portalPage(router, resumePath, "signed-in", (visit, request) =>
      Effect.map(
        forms.find(visit.session.account, request.cookies[keptCookie]),
        (kept): Answer => kept === undefined ? redirect("/portal") : resumePage(visit, kept.path)
      ))

    yield* portalPage(router, leavePath, "anyone", (visit) =>
      visit.session === undefined
        ? Effect.map(signOn.leave, (leave): Answer => signedOut(visit, leave))
        : Effect.succeed<Answer>(redirect("/portal")))

    yield* portalForm(router, leavePath, "signed-in", NoFields, ({ session }) =>
      Effect.mapError(sessions.end(session.id), notNow).pipe(
        Effect.as({ ...redirect(leavePath), cookies: [{ name: sessionCookie, value: undefined }] })
      ))
  })
)
