/**
 * The pages of developers under `/portal/aplikasi`: applications, tokens, scopes, clients, use, requests, trying out and
 * explaining. Which application a page is about is asked of its owner's alone, so another's is not there.
 */
import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { AccessRequests } from "../../access/AccessRequests.ts"
import { Applications } from "../../access/Applications.ts"
import { Developers } from "../../access/Developers.ts"
import { OwnTokens } from "../../access/OwnTokens.ts"
import { ApplicationUsage, beginningOf } from "../../audit/ApplicationUsage.ts"
import { Registry } from "../../registry/Registry.ts"
import { Limiter } from "../../resilience/Limiter.ts"
import { download } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { closeApplication, createApplication, newApplication, saveScopes, scopesView } from "./ApplicationForms.ts"
import { applicationList } from "./ApplicationList.ts"
import { applicationPage } from "./ApplicationPage.ts"
import { askToRevokeClient, latestSecret, makeClientSecret, revokeClient, RevokeClientForm, SecretForm } from "./ClientForms.ts"
import { closePage } from "./ClosePage.ts"
import { askCredentials, CredentialForm, credentialsView } from "./CredentialForms.ts"
import { explainFacts } from "./ExplainFacts.ts"
import { explainForm, explainPage, notFoundPage } from "./ExplainPage.ts"
import { NewApplicationForm } from "./NewApplication.ts"
import { ownApplication, segmentOf } from "./OwnApplication.ts"
import { makeRehearsalToken, RehearsalForm } from "./RehearsalForms.ts"
import { askAccess, requestsView } from "./RequestForms.ts"
import { RequestForm } from "./RequestsPage.ts"
import { ScopesForm } from "./ScopesPage.ts"
import { oncePage } from "./ShownOnce.ts"
import {
  askToRevoke,
  askToRotate,
  IssueForm,
  issueToken,
  RevokeForm,
  revokeToken,
  RotateForm,
  rotateToken,
  type TokenOptions
} from "./TokenForms.ts"
import { chooseToTry } from "./TryChooser.ts"
import { sendTry, tryView } from "./TryForms.ts"
import { TryForm } from "./TryPage.ts"
import { usageCsv } from "./UsageCsv.ts"
import { spanOf, spans, usagePage } from "./UsagePage.ts"
import { totalsOf } from "./UsageTotals.ts"
import { unwatchAnswer, UnwatchForm, watchAnswer, watchesView, WatchForm } from "./WatchPages.ts"
import { askWish, wishesView, WishForm, wishMessages, wishPath } from "./WishPages.ts"

const list = Effect.fn("DeveloperPages.list")(function*(visit: SignedVisit) {
  const applications = yield* (yield* Applications).listOwned(visit.session.account)
  const use = yield* (yield* ApplicationUsage).ofAll(applications.map(({ name }) => name), beginningOf(24, visit.nowMillis))
  return applicationList(visit, { applications, developer: yield* (yield* Developers).find(visit.session.account), use })
})

const details = Effect.fn("DeveloperPages.details")(function*(visit: SignedVisit) {
  const application = yield* ownApplication(visit)
  const { name } = application
  const tokens = yield* OwnTokens
  const limiter = yield* Limiter
  const usage = yield* ApplicationUsage
  const totals = totalsOf(yield* usage.of(name, beginningOf(24, visit.nowMillis)))
  const clients = yield* (yield* Applications).clientsOf(name)
  const live = clients.filter(({ revokedAt }) => revokedAt === null)
  const latestToken = (yield* tokens.latestShown(name))?.tokenId ?? ""
  return applicationPage(visit, {
    application,
    tokens: yield* Effect.forEach(
      yield* tokens.living(name, visit.nowMillis),
      (token) => Effect.map(limiter.peek(token.bucket), ({ limit, remaining }) => ({ ...token, limit, remaining }))
    ),
    budget: yield* limiter.peekApplication(name, (yield* Registry).current().limits.application),
    clients,
    requests: yield* (yield* AccessRequests).list({ application: name }, { newestFirst: true, limit: 3 }),
    totals,
    progress: {
      application: name,
      hasToken: latestToken !== "",
      hasAnswer: yield* usage.isAnswered(name, beginningOf(168, visit.nowMillis)),
      hasClient: live.length > 0,
      hasSecret: live.some(({ secretOf }) => secretOf !== "")
    },
    latestToken,
    latestRehearsal: (yield* tokens.latestShown(name, "rehearsal"))?.tokenId ?? "",
    latestSecret: yield* latestSecret(visit)
  })
})

const usageFacts = Effect.fn("DeveloperPages.usageFacts")(function*(visit: SignedVisit) {
  const { name } = yield* ownApplication(visit)
  const span = spanOf(visit.query)
  const sinceMillis = beginningOf(spans[span], visit.nowMillis)
  return { application: name, span, sinceMillis, uses: yield* (yield* ApplicationUsage).of(name, sinceMillis) }
})

const usageView = Effect.fn("DeveloperPages.usageView")(function*(visit: SignedVisit) {
  const facts = yield* usageFacts(visit)
  const route = visit.query.get("titik") ?? ""
  const token = visit.query.get("token") ?? ""
  const usage = yield* ApplicationUsage
  const { application, sinceMillis } = facts
  const one = { route: route === "" ? undefined : route, tokenId: token === "" ? undefined : token }
  const hours = yield* usage.byHour(application, sinceMillis, one)
  return usagePage(visit, { ...facts, route, token, tokens: yield* usage.tokens(application, sinceMillis), hours })
})

const usageTable = (visit: SignedVisit) =>
  Effect.map(
    usageFacts(visit),
    (facts) => download(`${segmentOf(facts.application).replaceAll("~", "")}-${facts.span}.csv`, "text/csv; charset=utf-8", usageCsv(facts))
  )

const explained = ({ lifetimeMillis, rateLimit }: TokenOptions) =>
  Effect.fn("DeveloperPages.explained")(function*(visit: SignedVisit) {
    const id = visit.query.get("id")?.trim() ?? ""
    if (id === "") return explainForm(visit)
    const facts = yield* explainFacts(visit, id)
    return facts === undefined ? notFoundPage(visit, id) : explainPage(visit, facts, { rateLimit, tokenLifetimeMillis: lifetimeMillis })
  })

/** Nothing but the hidden token. */
const Nothing = Schema.Struct({})

export const DeveloperPages = (options: TokenOptions) =>
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    const one = "/portal/aplikasi/:app"
    yield* portalPage(router, "/portal/aplikasi", "developer", list)
    yield* portalPage(router, wishPath, "developer", wishesView)
    yield* portalForm(router, wishPath, "developer", WishForm, askWish, { again: wishesView, messages: wishMessages })
    yield* portalPage(router, "/portal/aplikasi/baru", "developer", newApplication)
    yield* portalForm(router, "/portal/aplikasi/baru", "developer", NewApplicationForm, createApplication(options), {
      again: newApplication
    })
    yield* portalPage(router, "/portal/aplikasi/jelaskan", "developer", explained(options))
    yield* portalPage(router, "/portal/aplikasi/coba", "developer", chooseToTry)
    yield* portalPage(router, one, "developer", details)
    yield* portalForm(router, `${one}/token`, "developer", IssueForm, issueToken(options), { again: details })
    yield* portalForm(router, `${one}/token/latihan`, "developer", RehearsalForm, makeRehearsalToken, { again: details })
    yield* portalForm(router, `${one}/token/ganti`, "developer", RotateForm, rotateToken(options), { again: askToRotate })
    yield* portalPage(router, `${one}/token/ganti`, "developer", askToRotate)
    yield* portalForm(router, `${one}/token/cabut`, "developer", RevokeForm, revokeToken, { again: askToRevoke })
    yield* portalPage(router, `${one}/token/cabut`, "developer", askToRevoke)
    yield* portalForm(router, `${one}/klien/rahasia`, "developer", SecretForm, makeClientSecret, { again: details })
    yield* portalForm(router, `${one}/klien/cabut`, "developer", RevokeClientForm, revokeClient, { again: askToRevokeClient })
    yield* portalPage(router, `${one}/klien/cabut`, "developer", askToRevokeClient)
    yield* portalPage(
      router,
      `${one}/sekali`,
      "developer",
      (visit, request) => oncePage(options.publicUrl, visit, request)
    )
    yield* portalPage(router, `${one}/cakupan`, "developer", scopesView)
    yield* portalForm(router, `${one}/cakupan`, "developer", ScopesForm, saveScopes, { again: scopesView })
    yield* portalPage(router, `${one}/permohonan`, "developer", requestsView)
    yield* portalPage(router, `${one}/kredensial`, "developer", credentialsView)
    yield* portalForm(router, `${one}/kredensial`, "developer", CredentialForm, askCredentials, { again: credentialsView })
    yield* portalForm(router, `${one}/permohonan`, "developer", RequestForm, askAccess, { again: requestsView })
    yield* portalPage(
      router,
      `${one}/penggunaan`,
      "developer",
      usageView
    )
    yield* portalPage(router, `${one}/penggunaan.csv`, "developer", usageTable)
    yield* portalPage(router, `${one}/pantauan`, "developer", watchesView)
    yield* portalForm(router, `${one}/pantauan`, "developer", WatchForm, watchAnswer(options), { again: watchesView })
    yield* portalForm(router, `${one}/pantauan/hapus`, "developer", UnwatchForm, unwatchAnswer, { again: watchesView })
    yield* portalPage(router, `${one}/coba`, "developer", tryView)
    yield* portalForm(router, `${one}/coba`, "developer", TryForm, sendTry, { again: tryView })
    yield* portalPage(
      router,
      `${one}/tutup`,
      "developer",
      (visit) => Effect.map(ownApplication(visit), (application) => closePage(visit, application))
    )
    yield* portalForm(router, `${one}/tutup`, "developer", Nothing, closeApplication)
  }))
