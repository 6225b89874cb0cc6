/** What applications ask of the agency: the list, one request, and its decision. */
import { Effect, Schema } from "effect"
import { AccessRequests, type RequestRefused } from "../../access/AccessRequests.ts"
import { AccessSql } from "../../access/AccessSql.ts"
import { Applications } from "../../access/Applications.ts"
import { Developers } from "../../access/Developers.ts"
import { ActionLog, type NewAction } from "../../audit/ActionLog.ts"
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import { masked } from "../FreeText.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { pageWindow } from "../PageLinks.ts"
import { FormRefused, notHere } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { type Desk, deskOf } from "./DeskFrame.ts"
import { decidedPage, decidedPages, isOwn, requestPage, requestsPage } from "./RequestViews.ts"
import { endAskedFor, lastDayWrong } from "./Verifications.ts"

const maxReason = 500
export const Refusal = Schema.Struct({ reason: Schema.Trim.check(Schema.isNonEmpty(), Schema.isMaxLength(maxReason)).pipe(masked) })
/** @property sampai the last day of private access */
export const Approval = Schema.Struct({ sampai: Schema.optionalKey(Schema.Trim) })

export const requests = Effect.fn("Requests.requests")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const access = yield* AccessRequests
  const agency = desk.agency.slug
  const open = yield* access.list({ agency, state: "asked" }, pageWindow(visit))
  const decided = yield* access.list({ agency, state: "decided" }, { newestFirst: true, ...pageWindow(visit, decidedPages) })
  const named = visit.query.get("ditolak")
  const refused = named === null ? undefined : yield* access.find(named)
  return requestsPage(desk, { open, decided, isRefused: refused?.agency === agency && refused.state === "refused" })
})

/** A request to this desk's agency; another's is not here. */
const requestOf = Effect.fn("Requests.requestOf")(function*({ agency, visit }: Desk) {
  const found = yield* (yield* AccessRequests).find(visit.params["permintaan"] ?? "")
  return found === undefined || found.agency !== agency.slug ? yield* Effect.fail(notHere) : found
})

export const request = Effect.fn("Requests.request")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const found = yield* requestOf(desk)
  const application = yield* (yield* Applications).find(found.application)
  const owner = application === undefined || application.owner === null ? undefined : yield* (yield* Developers).find(application.owner)
  return requestPage(desk, found, owner)
})

/** The decision and its entries in the log of actions: all of them are kept, or none is. @param more another entry, from what came of it */
const decided = <A>(
  { agency, visit, words }: Desk,
  { application, kind, requestId }: AccessRequest,
  decision: Effect.Effect<A, RequestRefused>,
  action: "request-approved" | "request-refused",
  detail: Readonly<Record<string, string>>,
  more: (outcome: A) => NewAction | undefined = () => undefined
) =>
  Effect.gen(function*() {
    const log = yield* ActionLog
    const sql = yield* AccessSql
    const logged = log.record({
      account: visit.session.account,
      action,
      agency: agency.slug,
      subject: requestId,
      detail: { application, kind, ...detail }
    })
    const told = (outcome: A) =>
      Effect.flatMap(logged, () => {
        const further = more(outcome)
        return further === undefined ? Effect.void : log.record(further)
      })
    return yield* sql.withTransaction(Effect.tap(decision, told)).pipe(
      Effect.catchTag("SqlError", Effect.die),
      Effect.mapError(({ reason }) => {
        const message = reason === "decided" ? words.already : reason === "without-owner" ? words.noOwner : words.goneApplication
        return new FormRefused({ faults: [{ field: "keputusan", message }] })
      })
    )
  })

const undecidedByOneself = Effect.fn("Requests.undecidedByOneself")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const found = yield* requestOf(desk)
  const owner = (yield* (yield* Applications).find(found.application))?.owner
  if (isOwn(found, owner ?? null, visit)) {
    return yield* new FormRefused({ faults: [{ field: "keputusan", message: desk.words.ownRequest }] })
  }
  return { desk, found }
})

export const approve = Effect.fn("Requests.approve")(function*(visit: SignedVisit, { sampai }: typeof Approval.Type) {
  const { desk, found } = yield* undecidedByOneself(visit)
  yield* mayGiveAccess(visit)
  const access = yield* AccessRequests
  const until = endAskedFor(visit, sampai)
  if (until === undefined) return yield* lastDayWrong(visit)
  const detail = found.kind === "private-access" ? { until: new Date(until).toISOString() } : { scopes: found.scopes.join(" ") }
  const { request: approved } = yield* decided(
    desk,
    found,
    access.approve(found.requestId, visit.session.account, until),
    "request-approved",
    detail,
    ({ verified }) =>
      verified === undefined ? undefined : {
        account: visit.session.account,
        action: "verification-given",
        agency: desk.agency.slug,
        subject: verified,
        detail: { for: desk.agency.slug, until: new Date(until).toISOString(), requestId: found.requestId }
      }
  )
  return decidedPage(desk, approved)
})

export const refuse = Effect.fn("Requests.refuse")(function*(visit: SignedVisit, { reason }: typeof Refusal.Type) {
  const { desk, found } = yield* undecidedByOneself(visit)
  const access = yield* AccessRequests
  yield* decided(desk, found, access.refuse(found.requestId, visit.session.account, reason), "request-refused", { reason })
  return redirect(`/portal/opd/${desk.agency.slug}/permintaan?ditolak=${encodeURIComponent(found.requestId)}`)
})
