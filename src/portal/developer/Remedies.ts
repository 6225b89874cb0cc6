/** How to get through a check that refused: what is true of this very application now, then what to do. */
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import { type Html, html } from "../Html.ts"
import { timeOf } from "../CityTime.ts"
import type { Visit } from "../Visit.ts"
import type { ExplainFacts } from "./ExplainFacts.ts"
import type { Explanation } from "./Explanation.ts"
import { type ExplainWords, explainWords } from "./ExplainWords.ts"
import { addressOf } from "./OwnApplication.ts"
import { requestWords } from "./RequestWords.ts"

const standing = (visit: Visit, request: AccessRequest | undefined): Html => {
  const { at, language } = visit
  const words = explainWords[language]
  if (request === undefined) return html`${words.neverAsked}`
  const { application, decidedAt, reason, state } = request
  const when = decidedAt ?? request.askedAt
  return html`${words.asked} <a href="${at(addressOf(application, "/permohonan"))}">${requestWords[language].states[state]}</a> (${timeOf(when, visit)})${reason === null ? "" : html`: ${reason}`}.`
}

const scopeRemedies = (visit: Visit, words: ExplainWords, { application, asked, granted, requests, token }: ExplainFacts): ReadonlyArray<Html> => {
  if (application === undefined || asked === undefined) return [html`${words.scopeGone}`]
  const { agency, scope } = asked
  const missing = html`${words.scopeMissing} <code>${scope}</code>.`
  if (token !== undefined && token.clientId !== null) {
    const request = requests.findLast((one) => one.kind === "client-credentials" && one.scopes.includes(scope))
    if (granted.includes(scope)) return [missing, html`${words.grantedSince}`, html`${words.askTokenAgain}`]
    const ask = agency === undefined ? "" : html` <a href="${visit.at(addressOf(application.name, "/permohonan"), { jenis: "client-credentials", opd: agency, cakupan: scope })}">${words.askAgency}</a>`
    return [missing, html`${words.clientLacks} <code>${token.clientId}</code>. ${standing(visit, request)}${ask}`]
  }
  if (application.scopes?.includes(scope) === true) {
    return token?.scopes.includes(scope) === true
      ? [missing, html`${words.hasItNow}`]
      : [missing, html`${words.selectedSince}`, html`<a href="${visit.at(addressOf(application.name))}">${words.newToken}</a>`]
  }
  return [missing, html`${words.notSelected}`, html`<a href="${visit.at(addressOf(application.name, "/cakupan"), { cari: scope })}">${words.selectIt}</a> ${words.thenNewToken}`]
}

const privateRemedies = (visit: Visit, words: ExplainWords, { application, asked, developer, requests }: ExplainFacts): ReadonlyArray<Html> => {
  if (application === undefined) return []
  if (application.official || application.privateVerified || developer?.verifiedAt != null) return [html`${words.isPrivate}`, html`${words.verifiedNow}`]
  const request = requests.findLast(({ kind }) => kind === "private-access")
  const query = { jenis: "private-access", ...(asked?.agency === undefined ? {} : { opd: asked.agency }) }
  return [
    html`${words.isPrivate}`,
    html`${words.notVerified} ${standing(visit, request)}`,
    ...(request?.state === "asked" ? [html`${words.waiting}`] : [html`<a href="${visit.at(addressOf(application.name, "/permohonan"), query)}">${words.askPrivate}</a>`])
  ]
}

/** One paragraph each; none where nothing refused. */
export const remediesOf = (visit: Visit, { code, refusedBy }: Explanation, facts: ExplainFacts): ReadonlyArray<Html> => {
  const words = explainWords[visit.language]
  switch (refusedBy) {
    case undefined:
      return []
    case "scope":
      return scopeRemedies(visit, words, facts)
    case "private":
      return privateRemedies(visit, words, facts)
    case "token":
      return [html`${words.noToken}`, html`<a href="${visit.at("/portal/aplikasi")}">${words.myTokens}</a>`]
    case "rate":
      return facts.application === undefined ? [html`${words.strangers}`] : [html`${words.leftNow} <b>${facts.remaining}</b>. ${words.spread}`]
    case "registered":
      return [facts.asked === undefined ? html`${words.notInCatalogue}` : html`${words.inCatalogueNow}`, html`<a href="${visit.at("/v4/gateway")}">${words.catalogue}</a>`]
    case "agency":
      return code === "not-found-at-agency" || code === "bad-request"
        ? [html`${words.agencyAnswered}`]
        : [facts.isCircuitOpen ? html`${words.circuitOpen}` : html`${words.circuitClosed}`, html`${words.attempts} <b>${facts.record.attempts}</b>${facts.record.agencyStatus === null ? "" : html`, ${words.agencyStatus} <b>${facts.record.agencyStatus}</b>`}. ${words.notYours}`]
    case "address":
    case "form":
      return [html`${words.correctIt}`]
    case "linkage":
    case "gateway":
      return [html`${words.notYours}`]
  }
}
