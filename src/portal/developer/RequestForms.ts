/** Asks an agency for client credentials or private access. */
import { Duration, Effect } from "effect"
import { AccessRequests } from "../../access/AccessRequests.ts"
import { Developers } from "../../access/Developers.ts"
import { inForceFor } from "../../domain/Verification.ts"
import { Registry } from "../../registry/Registry.ts"
import { freeText } from "../FreeText.ts"
import { pageWindow } from "../PageLinks.ts"
import { FormRefused } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { recorded } from "./Changes.ts"
import { developerWords } from "./DeveloperWords.ts"
import { manyWait } from "./ManyWait.ts"
import { purposeFault } from "./NewApplication.ts"
import { addressOf, ownApplication } from "./OwnApplication.ts"
import { type RequestForm, requestsPage } from "./RequestsPage.ts"
import { requestWords } from "./RequestWords.ts"
import { shelfOf } from "./ScopeShelf.ts"

/** So long before its end a verification may be asked for again. */
const renewableMillis = Duration.toMillis("30 days")

export const requestsView = Effect.fn("RequestForms.requestsView")(function*(visit: SignedVisit) {
  const application = yield* ownApplication(visit)
  return requestsPage(visit, {
    application,
    developer: yield* (yield* Developers).find(visit.session.account),
    requests: yield* (yield* AccessRequests).list(
      { application: application.name },
      { newestFirst: true, ...pageWindow(visit) }
    ),
    shelves: shelfOf((yield* Registry).current(), visit.nowMillis, developerWords[visit.language].presets)
  })
})

export const askAccess = Effect.fn("RequestForms.askAccess")(
  function*(visit: SignedVisit, { cakupan, jenis, opd, tujuan }: typeof RequestForm.Type) {
    const application = yield* ownApplication(visit)
    const words = requestWords[visit.language]
    const refuse = (field: string, message: string) => new FormRefused({ faults: [{ field, message }] })
    const { agencies, endpoints } = (yield* Registry).current()
    if (application.disabledAt !== null) return yield* refuse("tujuan", developerWords[visit.language].notActive)
    if (!agencies.some(({ slug }) => slug === opd)) return yield* refuse("opd", words.noAgency)
    const fault = purposeFault(tujuan, developerWords[visit.language])
    const scopes = jenis === "private-access" ? [] : [...new Set(cakupan)]
    const foreign = scopes.find((scope) => !endpoints.some((endpoint) => endpoint.scope === scope && endpoint.agency.slug === opd))
    const faults = [
      ...(foreign === undefined ? [] : [{ field: "cakupan", message: `${words.foreignScope} ${foreign.slice(0, 100)}` }]),
      ...(jenis === "client-credentials" && scopes.length === 0 ? [{ field: "cakupan", message: words.scopesMissing }] : []),
      ...(fault === undefined ? [] : [{ field: "tujuan", message: fault }])
    ]
    if (faults.length > 0) return yield* new FormRefused({ faults })
    const requests = yield* AccessRequests
    const { account } = visit.session
    const verified = jenis !== "private-access"
      ? undefined
      : inForceFor((yield* (yield* Developers).find(account))?.verifications ?? [], opd, visit.nowMillis)
    if (verified !== undefined && (verified.until === null || verified.until - visit.nowMillis > renewableMillis)) {
      return yield* refuse("tujuan", words.alreadyVerified)
    }
    // In the transaction that asks: a form that is sent twice at the same moment asks once.
    const ask = Effect.gen(function*() {
      const open = yield* requests.list({ application: application.name, agency: opd, state: "asked" })
      if (open.some((one) => one.kind === jenis && scopes.every((scope) => one.scopes.includes(scope)))) {
        return yield* refuse("tujuan", words.pending)
      }
      return yield* requests.ask({
        kind: jenis,
        application: application.name,
        agency: opd,
        scopes,
        purpose: freeText(tujuan.trim()),
        by: account
      })
    })
    yield* recorded(
      visit,
      ask,
      ({ requestId }) => ({
        action: "access-requested",
        subject: application.name,
        agency: opd,
        detail: { requestId, kind: jenis, scopes: scopes.join(" ") }
      })
    ).pipe(Effect.catchTag("RequestRefused", manyWait(words)))
    return redirect(`${addressOf(application.name, "/permohonan")}?selesai=diajukan`)
  }
)
