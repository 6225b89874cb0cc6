/** A request to an agency as a row: what was asked, how it stands, and what the agency said. */
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import { requestWords } from "./RequestWords.ts"

const tags = { asked: "degraded", approved: "up", refused: "down" } as const

export const requestRow = (visit: Visit, request: AccessRequest): Html => {
  const words = requestWords[visit.language]
  const { agency, askedAt, clientId, decidedAt, kind, purpose, reason, scopes, state } = request
  return html`<li><span class="name">${words.kinds[kind]}, <code>${agency}</code></span><span class="tag ${tags[state]}">${
    words.states[state]
  }</span><span class="more"><span>${words.askedOn} ${timeOf(askedAt, visit)}</span>${
    decidedAt === null ? "" : html`<span>${words.decidedOn} ${timeOf(decidedAt, visit)}</span>`
  }<span><code>${request.requestId}</code></span></span><span class="more">${words.purpose}: ${purpose}</span>${
    scopes.length === 0 ? "" : html`<span class="more">${scopes.map((scope) => html`<code>${scope}</code>`)}</span>`
  }${reason === null ? "" : html`<span class="more"><b>${words.reason}: ${reason}</b></span>`}${
    clientId === null ? "" : html`<span class="more"><span>${words.clientReady} <code>${clientId}</code>. ${words.secretHow}</span></span>`
  }</li>`
}
