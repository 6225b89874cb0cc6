/**
 * How pages and forms of the portal are declared; what holds for all of them is done here and nowhere else.
 *
 * Order for a page: session, role, view. For a form: its origin and its session's token (403), role, shape (422, the
 * page again with what is wrong), action. Whatever a handler does, its answer is a page: never a stack.
 */
import { Cause, Context, Effect, Option, Redacted, Result, Schema } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { AccessUnavailable } from "../access/AccessUnavailable.ts"
import { otherLanguageOf } from "../pages/Language.ts"
import { PortalAddresses, type PortalSite } from "../pages/PortalAddresses.ts"
import { csrfField, type FormFields } from "./Form.ts"
import { faultsOf, type FieldMessages } from "./FormFaults.ts"
import { forgetKept, keptCookie, KeptForms, resumeField } from "./KeptForms.ts"
import { localPath } from "./LocalPath.ts"
import { NotAllowed, type NotHere, notHere, NotNow, type PortalError } from "./PortalError.ts"
import { badFormPage, brokenPage, errorPage, forgedPage, methodPage, refusedPage } from "./PortalFaultPages.ts"
import { downloadResponse, portalResponse } from "./PortalFrame.ts"
import type { PortalPage } from "./PortalPage.ts"
import { type Answer, isDownload, isRedirect, type Redirect, redirect } from "./PortalPage.ts"
import { fieldsOf, formOf, isAddressable, isOwnOrigin, isSameToken, sessionOf, targetOf, visitOf } from "./PortalRequest.ts"
import { portalWords } from "./PortalWords.ts"
import { signInAgain, signInAgainWith, toSignIn } from "./SessionEnd.ts"
import { type Session, Sessions } from "./Sessions.ts"
import { UnreadNotices } from "./UnreadNotices.ts"
import type { FieldFault, Need, SignedVisit, Visit, VisitFor } from "./Visit.ts"

export type PortalPath = `/portal${string}`

export interface FormOptions<N extends Need, R> {
  /** The page that the form is on: shown again, as `refused`, when the form is not in order. */
  readonly again?: (visit: VisitFor<N>) => Effect.Effect<Answer, PortalError, R>
  readonly messages?: FieldMessages
  /** Names of fields that are never kept, nor given back. */
  readonly secrets?: ReadonlyArray<string>
}

type Request = HttpServerRequest.HttpServerRequest

const isAdmitted = (need: Need, session: Session): boolean => {
  switch (need) {
    case "anyone":
    case "signed-in":
    case "developer":
      return true
    case "civil-servant":
      return session.kind === "civil-servant" || session.operator
    case "operator":
      return session.operator
  }
}

/** The agency that the page is about, if it is the civil servant's own; an operator may see all. */
export const agencyOf = (visit: SignedVisit, slug: string | undefined): Effect.Effect<string, NotHere> =>
  slug !== undefined && (visit.session.operator || visit.session.agencies.includes(slug)) ? Effect.succeed(slug) : Effect.fail(notHere)

/** The visit, where the need is met. */
export const admitted = <N extends Need>(need: N, visit: Visit, next: string): Result.Result<VisitFor<N>, Redirect | NotAllowed> => {
  if (need !== "anyone" && visit.session === undefined) return Result.fail(toSignIn(next))
  if (visit.session !== undefined && !isAdmitted(need, visit.session)) return Result.fail(new NotAllowed())
  // A need other than `anyone` has a session here.
  return Result.succeed(visit as VisitFor<N>)
}

const isAway = (error: unknown): boolean => error instanceof AccessUnavailable || SqlError.isSqlError(error)

/** A page instead of a failure, whatever it is. */
const withoutFailure = <R>(
  visit: Visit,
  answer: Effect.Effect<Answer, PortalError | AccessUnavailable, R>
): Effect.Effect<Answer, never, R> =>
  Effect.catchCause(answer, (cause): Effect.Effect<Answer> => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Option.getOrUndefined(Cause.findErrorOption(cause))
    if (error !== undefined && error._tag !== "AccessUnavailable") return Effect.succeed(errorPage(visit, error))
    return isAway(error ?? Cause.squash(cause))
      ? Effect.as(Effect.logWarning("A page of the portal has no database"), errorPage(visit, new NotNow()))
      : Effect.as(Effect.logError("A page of the portal failed by a defect", cause), brokenPage(visit))
  })

const hostOnly = { path: "/", secure: true, httpOnly: true, sameSite: "lax" } as const

const withCookies = ({ cookies = [] }: Answer, response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  cookies.reduce(
    (sent, { life, name, value }) =>
      HttpServerResponse.setCookieUnsafe(
        sent,
        name,
        value === undefined ? "" : typeof value === "string" ? value : Redacted.value(value),
        value === undefined ? { ...hostOnly, maxAge: 0 } : life === undefined ? hostOnly : { ...hostOnly, maxAge: life }
      ),
    response
  )

/** What every page and form has in common: the visit before, the frame and the failures after. */
const answering = <R>(site: PortalSite, respond: (visit: Visit, request: Request, url: URL) => Effect.Effect<Answer, PortalError, R>) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const url = targetOf(request)
    let visit = yield* visitOf(request, url, site.timeZone)
    const answer = yield* withoutFailure(
      visit,
      Effect.gen(function*() {
        visit = { ...visit, session: yield* sessionOf(request) }
        return yield* withoutFailure(visit, isAddressable(visit) ? respond(visit, request, url) : Effect.fail(notHere))
      })
    )
    const isPage = !isRedirect(answer) && !isDownload(answer)
    const unread = isPage && visit.session !== undefined ? yield* (yield* UnreadNotices)(visit.session) : 0
    const isRead = request.method === "GET" || request.method === "HEAD"
    // What a form has brought may be shown this once: nobody is led away from it. One that was refused is where its page is.
    const hasOther = ({ status = 200 }: PortalPage): boolean => isRead || status >= 400 && site.methodsOf(url.pathname).includes("GET")
    return withCookies(
      answer,
      isRedirect(answer)
        ? HttpServerResponse.redirect(answer.elsewhere === true ? answer.redirectTo : visit.at(localPath(answer.redirectTo)), {
          status: 303,
          headers: { "cache-control": "no-store", ...answer.headers }
        })
        : isDownload(answer)
        ? downloadResponse(answer)
        : portalResponse(site, visit, answer, {
          path: url.pathname,
          otherLanguage: hasOther(answer) ? otherLanguageOf(url.pathname, url.search, visit.language) : undefined,
          unread
        })
    )
  })

/**
 * Adds a route whose requirements are those of where it is declared. Gotcha: whoever declares is untraced, since visits
 * run in its context and would all be children of its span, which ended at the start.
 */
const declare = <R>(
  router: HttpRouter.HttpRouter,
  method: "GET" | "POST",
  path: PortalPath,
  respond: (visit: Visit, request: Request, url: URL) => Effect.Effect<Answer, PortalError, R>
) =>
  Effect.gen(function*() {
    const site = yield* PortalAddresses
    const declared = yield* Effect.context<R | Sessions>()
    site.declare(method, path)
    yield* router.add(
      method,
      path,
      Effect.updateContext(
        answering(site, respond),
        (mine: Context.Context<HttpServerRequest.HttpServerRequest | HttpRouter.RouteContext>) => Context.merge(declared, mine)
      )
    )
  })

/** A page at an address. */
export const portalPage = <N extends Need, R = never>(
  router: HttpRouter.HttpRouter,
  path: PortalPath,
  need: N,
  view: (visit: VisitFor<N>, request: Request) => Effect.Effect<Answer, PortalError, R>
) =>
  declare(router, "GET", path, (visit, request, url): Effect.Effect<Answer, PortalError, R | Sessions> => {
    const next = `${url.pathname}${url.search}`
    const entered = admitted(need, visit, next)
    if (Result.isSuccess(entered)) return view(entered.success, request)
    return isRedirectOf(entered.failure) ? signInAgain(request, next) : Effect.fail(entered.failure)
  })

/** What a form sends to an address. */
export const portalForm = <N extends Need, A, R = never, Again = never>(
  router: HttpRouter.HttpRouter,
  path: PortalPath,
  need: N,
  schema: Schema.ConstraintDecoder<A>,
  submit: (visit: VisitFor<N>, form: A) => Effect.Effect<Answer, PortalError, R>,
  { again, messages = {}, secrets = [] }: FormOptions<N, Again> = {}
) =>
  Effect.gen(function*() {
    const site = yield* PortalAddresses
    const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
    yield* declare(
      router,
      "POST",
      path,
      Effect.fn("PortalRouter.portalForm")(
        function*(visit, request, url): Effect.fn.Return<Answer, PortalError, R | Again | Sessions | KeptForms> {
          if (!isOwnOrigin(request, site.publicUrl)) return forgedPage(visit, site.publicUrl)
          // After signing in one comes back to a page, never to a form that was sent.
          const next = site.methodsOf(url.pathname).includes("GET") ? url.pathname : "/portal"
          const entered = admitted(need, visit, next)
          if (Result.isFailure(entered) && isRedirectOf(entered.failure)) {
            return yield* signInAgainWith(request, next, { url, secrets: again === undefined ? undefined : secrets })
          }
          const values = yield* formOf(request)
          if (values === undefined) return badFormPage(visit)
          if (visit.session !== undefined && !isSameToken(values.get(csrfField), visit.session.csrf)) {
            return forgedPage(visit, site.publicUrl)
          }
          if (Result.isFailure(entered)) return yield* refusal(entered.failure)
          const carried = request.cookies[keptCookie]
          const forms = yield* KeptForms
          if (values.has(resumeField)) {
            const kept = visit.session && (yield* forms.find(visit.session.account, carried))
            // The language may be another one since.
            return kept === undefined || again === undefined || kept.path.split("?", 1)[0] !== url.pathname
              ? redirect("/portal")
              : yield* again({ ...entered.success, refused: { values: new URLSearchParams(kept.fields), faults: [] } })
          }
          const returned = (faults: ReadonlyArray<FieldFault>): Effect.Effect<Answer, PortalError, Again> => {
            const refused = { ...entered.success, refused: { values, faults } }
            return again === undefined
              ? Effect.succeed(refusedPage(refused))
              : Effect.map(
                again(refused),
                (page) =>
                  "title" in page ? { ...page, status: 422, title: `${portalWords[visit.language].faultPrefix}${page.title}` } : page
              )
          }
          const fields: FormFields = fieldsOf(values)
          const decoded = decode(fields)
          if (Result.isFailure(decoded)) return yield* returned(faultsOf(decoded.failure.issue, values, visit.language, messages))
          const submitted = submit(entered.success, decoded.success)
          // What is done is not to be gone on with.
          const done = carried === undefined
            ? submitted
            : Effect.map(
              Effect.tap(submitted, () => forms.forget(carried)),
              (answer) => ({ ...answer, cookies: [...answer.cookies ?? [], forgetKept] })
            )
          return yield* Effect.catchTag(done, "FormRefused", ({ faults }) => returned(faults))
        }
      )
    )
  })

/** A page for what the portal does not have, and the methods of what it has. */
export const portalElse = Effect.fn("PortalRouter.portalElse")(function*(router: HttpRouter.HttpRouter) {
  const site = yield* PortalAddresses
  const sessions = yield* Sessions
  const pathOf = ({ pathname }: URL): string => pathname.replace(/\/{2,}/g, "/")
  const page = answering(site, (visit, request, url) => {
    const methods = site.methodsOf(pathOf(url))
    // The router knows the page, and has read no name in its address: it is endless, or cannot be decoded.
    const isUnread = request.method !== "OPTIONS" && methods.includes(request.method)
    return methods.length === 0 || isUnread ? Effect.fail(notHere) : Effect.succeed(methodPage(visit, request.method, methods.join(", ")))
  }).pipe(Effect.provideService(Sessions, sessions), Effect.provideService(UnreadNotices, yield* UnreadNotices))
  const answer = Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request) =>
      site.isLeft(pathOf(targetOf(request)))
        ? Effect.fail(new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) }))
        : page
  )
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) yield* router.add(method, "/portal", answer)
  // A HEAD that nothing else answers is a GET for the router.
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) yield* router.add(method, "/portal/:first/*", answer)
})

const isRedirectOf = (failure: Redirect | NotAllowed): failure is Redirect => !(failure instanceof NotAllowed)

const refusal = (failure: Redirect | NotAllowed): Effect.Effect<Answer, NotAllowed> =>
  isRedirectOf(failure) ? Effect.succeed(failure) : Effect.fail(failure)
