/** What applications ask of the agency: the list, one request, and its decision. */
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccessRequests, type RequestRefused } from "../../access/AccessRequests.ts"
import { Applications } from "../../access/Applications.ts"
import { Developers } from "../../access/Developers.ts"
import { oneWriter } from "../../access/OneWriter.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import { FormRefused, notHere } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { type Desk, deskOf } from "./DeskFrame.ts"
import { decidedPage, requestPage, requestsPage } from "./RequestViews.ts"

const maxReason = 500
export const Refusal = Schema.Struct({ reason: Schema.Trim.check(Schema.isNonEmpty(), Schema.isMaxLength(maxReason)) })
export const Approval = Schema.Struct({})

export const requests = Effect.fnUntraced(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  return requestsPage(desk, yield* (yield* AccessRequests).list({ agency: desk.agency.slug }))
})

/** A request to this desk's agency; another's is not here. */
const requestOf = Effect.fnUntraced(function*({ agency, visit }: Desk) {
  const found = yield* (yield* AccessRequests).find(visit.params["permintaan"] ?? "")
  return found === undefined || found.agency !== agency.slug ? yield* Effect.fail(notHere) : found
})

export const request = Effect.fnUntraced(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const found = yield* requestOf(desk)
  const application = yield* (yield* Applications).find(found.application)
  const owner = application === undefined || application.owner === null ? undefined : yield* (yield* Developers).find(application.owner)
  return requestPage(desk, found, owner)
})

/** The decision and its entry in the log of actions: both are kept, or neither is. */
const decided = <A>(
  { agency, visit, words }: Desk,
  { application, kind, requestId }: AccessRequest,
  decision: Effect.Effect<A, RequestRefused>,
  action: "request-approved" | "request-refused",
  detail: Readonly<Record<string, string>>
) =>
  Effect.gen(function*() {
    const log = yield* ActionLog
    const sql = oneWriter(yield* SqlClient.SqlClient)
    const logged = log.record({ account: visit.session.account, action, agency: agency.slug, subject: requestId, detail: { application, kind, ...detail } })
    return yield* sql.withTransaction(Effect.tap(decision, () => logged)).pipe(
      Effect.catchTag("SqlError", Effect.die),
      Effect.mapError(({ reason }) => {
        const message = reason === "decided" ? words.already : reason === "without-owner" ? words.noOwner : words.goneApplication
        return new FormRefused({ faults: [{ field: "keputusan", message }] })
      })
    )
  })

const undecidedByOneself = Effect.fnUntraced(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const found = yield* requestOf(desk)
  if (found.askedBy === visit.session.account) return yield* new FormRefused({ faults: [{ field: "keputusan", message: desk.words.ownRequest }] })
  return { desk, found }
})

export const approve = Effect.fnUntraced(function*(visit: SignedVisit) {
  const { desk, found } = yield* undecidedByOneself(visit)
  const access = yield* AccessRequests
  const { made, request: approved } = yield* decided(desk, found, access.approve(found.requestId, visit.session.account), "request-approved", { scopes: found.scopes.join(" ") })
  return decidedPage(desk, approved, made === undefined ? undefined : { clientId: made.clientId, secret: Redacted.value(made.clientSecret) })
})

export const refuse = Effect.fnUntraced(function*(visit: SignedVisit, { reason }: typeof Refusal.Type) {
  const { desk, found } = yield* undecidedByOneself(visit)
  const access = yield* AccessRequests
  yield* decided(desk, found, access.refuse(found.requestId, visit.session.account, reason), "request-refused", { reason })
  return redirect(`/portal/opd/${desk.agency.slug}/permintaan?ditolak=${encodeURIComponent(found.requestId)}`)
})
