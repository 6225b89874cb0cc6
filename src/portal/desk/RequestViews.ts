/** The pages about requests: pure. */
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import type { Developer } from "../../domain/Developer.ts"
import { inForceFor } from "../../domain/Verification.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { banner, button, formStart, textField } from "../Form.ts"
import { onPage, pageLinks } from "../PageLinks.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { wishWords } from "../WishWords.ts"
import { type Desk, deskPage } from "./DeskFrame.ts"
import { lastDayField } from "./VerificationViews.ts"
import { verificationWords } from "./VerificationWords.ts"

const stateTag = ({ words }: Desk, { state }: AccessRequest): Html =>
  html`<span class="tag ${state === "approved" ? "up" : state === "refused" ? "down" : "degraded"}">${words.states[state]}</span>`

const row = (desk: Desk, request: AccessRequest): Html => {
  const { at, visit, words } = desk
  const { application, askedAt, askedBy, decidedAt, decidedBy, kind, reason, requestId, scopes } = request
  const decision = decidedAt === null ? "" : html`<span>${words.decidedBy} ${decidedBy}, ${timeOf(decidedAt, visit)}</span>`
  return html`<li><a class="name" href="${at(`/permintaan/${requestId}`)}">${application}</a><span>${words.kinds[kind]} ${
    stateTag(desk, request)
  }</span><span class="more"><span>${words.askedBy} ${askedBy}, ${timeOf(askedAt, visit)}</span>${decision}${
    reason === null ? "" : html`<span>${words.reason}: ${reason}</span>`
  }${scopes.length === 0 ? "" : html`<span>${scopes.map((scope) => html`<code>${scope}</code> `)}</span>`}</span></li>`
}

/** Turns what is decided; `halaman` turns what waits. */
export const decidedPages = "diputuskan"

export interface RequestLists {
  readonly open: ReadonlyArray<AccessRequest>
  readonly decided: ReadonlyArray<AccessRequest>
  /** The request that the address says was refused just now. */
  readonly isRefused: boolean
}

export const requestsPage = (desk: Desk, { decided, isRefused, open }: RequestLists): PortalPage => {
  const { agency, visit, words } = desk
  const list = (found: ReadonlyArray<AccessRequest>, none: string, [name, other]: readonly [string, string], label: string): Html => {
    const kept = visit.query.get(other)
    const query: Readonly<Record<string, string>> = kept === null ? {} : { [other]: kept }
    const links = pageLinks(visit, { path: `/portal/opd/${agency.slug}/permintaan`, found, query, name, label })
    const rows = onPage(found).map((one) => row(desk, one))
    return html`<h2>${label}</h2>${found.length === 0 ? html`<p>${none}</p>` : html`<ul class="rows">${rows}</ul>`}${links}`
  }
  const done = isRefused ? banner(visit, "success", html`<p>${words.refusedDone}</p>`) : ""
  return deskPage(desk, {
    section: "requests",
    main: html`${done}<p class="lead">${words.requestsLead}</p><p><a href="${desk.at("/dataset-diminta")}">${
      wishWords[visit.language].title
    }</a></p>${list(open, words.noOpen, ["halaman", decidedPages], words.open)}${
      list(decided, words.noDecided, [decidedPages, "halaman"], words.decided)
    }`
  })
}

const details = (desk: Desk, request: AccessRequest, owner: Developer | undefined): Html => {
  const { agency, visit, words } = desk
  const verified = owner === undefined ? undefined : inForceFor(owner.verifications, agency.slug, visit.nowMillis)
  const { application, askedAt, askedBy, clientId, decidedAt, decidedBy, kind, purpose, reason, scopes } = request
  const term = (name: string, value: Html | string): Html => html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<dl>${term(words.state, stateTag(desk, request))}${term(words.kind, words.kinds[kind])}${
    term(words.application, application)
  }${
    term(
      words.owner,
      owner === undefined
        ? words.ownerNone
        : `${owner.name} (${owner.account}): ${verified === undefined ? words.unverified : words.verified}${
          verified?.until == null ? "" : `, ${verificationWords[visit.language].until} ${timeOf(verified.until, visit)}`
        }`
    )
  }${scopes.length === 0 ? "" : term(words.scopes, html`<ul>${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`)}${
    term(words.purpose, purpose)
  }${term(words.askedBy, `${askedBy}, ${timeOf(askedAt, visit)}`)}${
    decidedAt === null ? "" : term(words.decidedBy, `${decidedBy}, ${timeOf(decidedAt, visit)}`)
  }${reason === null ? "" : term(words.reason, reason)}${clientId === null ? "" : term(words.client, html`<code>${clientId}</code>`)}</dl>`
}

/** Whoever asked, or has the application, does not decide. */
export const isOwn = ({ askedBy }: AccessRequest, owner: string | null, { session }: SignedVisit): boolean =>
  askedBy === session.account || owner === session.account

const decision = (desk: Desk, request: AccessRequest, owner: Developer | undefined): Html => {
  const { kind, requestId } = request
  const { agency, visit, words } = desk
  if (isOwn(request, owner?.account ?? null, visit)) return html`<p id="keputusan" class="note">${words.ownRequest}</p>`
  const action = `/portal/opd/${agency.slug}/permintaan/${requestId}`
  return html`<div class="columns" id="keputusan"><section><h2>${words.approveTitle}</h2><p>${
    kind === "client-credentials" ? words.approveCredentials : words.approvePrivate
  }</p>${formStart(visit, `${action}/setuju`)}${
    kind === "client-credentials" ? "" : lastDayField(desk, verificationWords[visit.language])
  }${button(words.approve)}</form></section><section><h2>${words.refuseTitle}</h2>${formStart(visit, `${action}/tolak`)}${
    textField(visit, { name: "reason", label: words.reason, hint: words.reasonHint, rows: 4, maxLength: 500 })
  }${button(words.refuse, "warning")}</form></section></div>`
}

const back = ({ at, words }: Desk): Html => html`<p><a href="${at("/permintaan")}">${words.backToRequests}</a></p>`

export const requestPage = (desk: Desk, request: AccessRequest, owner: Developer | undefined): PortalPage =>
  deskPage(desk, {
    section: "requests",
    heading: `${desk.words.request}: ${request.application}`,
    title: `${desk.words.request}: ${request.application}`,
    main: html`${details(desk, request, owner)}${
      request.state === "asked" ? decision(desk, request, owner) : desk.visit.refused === undefined ? "" : html`<div id="keputusan"></div>`
    }${back(desk)}`
  })

/** What an approval came to. A client's secret is its developer's alone: this desk never has it. */
export const decidedPage = (desk: Desk, request: AccessRequest): PortalPage => {
  const { visit, words } = desk
  const client = request.clientId === null
    ? ""
    : html`<dl><dt>${words.client}</dt><dd><code>${request.clientId}</code></dd></dl><p>${words.secretIsTheirs}</p>`
  return deskPage(desk, {
    section: "requests",
    heading: words.approved,
    title: words.approved,
    main: html`${banner(visit, "success", html`<p>${words.kinds[request.kind]}: ${request.application}</p>`)}${client}${back(desk)}`
  })
}
