/** The pages about requests: pure. */
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import type { Developer } from "../../domain/Developer.ts"
import { banner, button, formStart, textField } from "../Form.ts"
import { type Html, html } from "../Html.ts"
import { timeOf } from "../CityTime.ts"
import type { PortalPage } from "../PortalPage.ts"
import { type Desk, deskPage } from "./DeskFrame.ts"

const stateTag = ({ words }: Desk, { state }: AccessRequest): Html =>
  html`<span class="tag ${state === "approved" ? "up" : state === "refused" ? "down" : "degraded"}">${words.states[state]}</span>`

const row = (desk: Desk, request: AccessRequest): Html => {
  const { at, visit, words } = desk
  const { application, askedAt, askedBy, decidedAt, decidedBy, kind, reason, requestId, scopes } = request
  const decision = decidedAt === null ? "" : html`<span>${words.decidedBy} ${decidedBy}, ${timeOf(decidedAt, visit)}</span>`
  return html`<li><a class="name" href="${at(`/permintaan/${requestId}`)}">${application}</a><span>${words.kinds[kind]} ${stateTag(desk, request)}</span><span class="more"><span>${words.askedBy} ${askedBy}, ${timeOf(askedAt, visit)}</span>${decision}${reason === null ? "" : html`<span>${words.reason}: ${reason}</span>`}${scopes.length === 0 ? "" : html`<span>${scopes.map((scope) => html`<code>${scope}</code> `)}</span>`}</span></li>`
}

export const requestsPage = (desk: Desk, found: ReadonlyArray<AccessRequest>): PortalPage => {
  const { visit, words } = desk
  const open = found.filter(({ state }) => state === "asked")
  const decided = found.filter(({ state }) => state !== "asked").toReversed()
  const list = (requests: ReadonlyArray<AccessRequest>, none: string): Html => requests.length === 0 ? html`<p>${none}</p>` : html`<ul class="rows">${requests.map((one) => row(desk, one))}</ul>`
  const done = found.some(({ requestId, state }) => state === "refused" && requestId === visit.query.get("ditolak")) ? banner(visit, "success", html`<p>${words.refusedDone}</p>`) : ""
  return deskPage(desk, {
    section: "requests",
    main: html`${done}<p class="lead">${words.requestsLead}</p><h2>${words.open}</h2>${list(open, words.noOpen)}<h2>${words.decided}</h2>${list(decided, words.noDecided)}`
  })
}

const details = (desk: Desk, request: AccessRequest, owner: Developer | undefined): Html => {
  const { visit, words } = desk
  const { application, askedAt, askedBy, clientId, decidedAt, decidedBy, kind, purpose, reason, scopes } = request
  const term = (name: string, value: Html | string): Html => html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<dl>${term(words.state, stateTag(desk, request))}${term(words.kind, words.kinds[kind])}${term(words.application, application)}${term(words.owner, owner === undefined ? words.ownerNone : `${owner.name} (${owner.account}): ${owner.verifiedAt === null ? words.unverified : words.verified}`)}${scopes.length === 0 ? "" : term(words.scopes, html`<ul>${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`)}${term(words.purpose, purpose)}${term(words.askedBy, `${askedBy}, ${timeOf(askedAt, visit)}`)}${decidedAt === null ? "" : term(words.decidedBy, `${decidedBy}, ${timeOf(decidedAt, visit)}`)}${reason === null ? "" : term(words.reason, reason)}${clientId === null ? "" : term(words.client, html`<code>${clientId}</code>`)}</dl>`
}

const decision = ({ agency, visit, words }: Desk, { askedBy, kind, requestId }: AccessRequest): Html => {
  if (askedBy === visit.session.account) return html`<p id="keputusan" class="note">${words.ownRequest}</p>`
  const action = `/portal/opd/${agency.slug}/permintaan/${requestId}`
  return html`<div class="columns" id="keputusan"><section><h2>${words.approveTitle}</h2><p>${kind === "client-credentials" ? words.approveCredentials : words.approvePrivate}</p>${formStart(visit, `${action}/setuju`)}${button(words.approve)}</form></section><section><h2>${words.refuseTitle}</h2>${formStart(visit, `${action}/tolak`)}${textField(visit, { name: "reason", label: words.reason, hint: words.reasonHint, rows: 4, maxLength: 500 })}${button(words.refuse, "warning")}</form></section></div>`
}

const back = ({ at, words }: Desk): Html => html`<p><a href="${at("/permintaan")}">${words.backToRequests}</a></p>`

export const requestPage = (desk: Desk, request: AccessRequest, owner: Developer | undefined): PortalPage =>
  deskPage(desk, {
    section: "requests",
    heading: `${desk.words.request}: ${request.application}`,
    title: `${desk.words.request}: ${request.application}`,
    main: html`${details(desk, request, owner)}${request.state === "asked" ? decision(desk, request) : desk.visit.refused === undefined ? "" : html`<div id="keputusan"></div>`}${back(desk)}`
  })

/** What an approval came to; the secret is in this answer and nowhere else. */
export const decidedPage = (desk: Desk, request: AccessRequest, credentials: { readonly clientId: string; readonly secret: string } | undefined): PortalPage => {
  const { visit, words } = desk
  const shown = (text: string): Html => html`<pre translate="no" data-copy="${words.copy}" data-copied="${words.copied}"><code>${text}</code></pre>`
  const secret = credentials === undefined
    ? request.kind === "client-credentials" ? html`<p>${words.extended} <code>${request.clientId}</code></p>` : ""
    : html`<h2>${words.secretTitle}</h2><div class="note"><p>${words.secretOnce}</p></div><dl><dt>${words.clientId}</dt><dd>${shown(credentials.clientId)}</dd><dt>${words.clientSecret}</dt><dd>${shown(credentials.secret)}</dd></dl>`
  return deskPage(desk, {
    section: "requests",
    heading: words.approved,
    script: ["copy"],
    title: words.approved,
    main: html`${banner(visit, "success", html`<p>${words.kinds[request.kind]}: ${request.application}</p>`)}${secret}${back(desk)}`
  })
}
