/** How to get through a check that refused: what is true of this very application now, then what to do. */
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import { inForceFor } from "../../domain/Verification.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import type { ExplainFacts } from "./ExplainFacts.ts"
import { type ExplainWords, explainWords } from "./ExplainWords.ts"
import type { Explanation } from "./Explanation.ts"
import { addressOf } from "./OwnApplication.ts"
import { requestWords } from "./RequestWords.ts"

const standing = (visit: Visit, request: AccessRequest | undefined): Html => {
  const { at, language } = visit
  const words = explainWords[language]
  if (request === undefined) return html`${words.neverAsked}`
  const { application, decidedAt, reason, state } = request
  const when = decidedAt ?? request.askedAt
  return html`${words.asked} <a href="${at(addressOf(application, "/permohonan"))}">${requestWords[language].states[state]}</a> (${
    timeOf(when, visit)
  })${reason === null ? "" : html`: ${reason}`}.`
}

const scopeRemedies = (
  visit: Visit,
  words: ExplainWords,
  { application, asked, granted, requests, token }: ExplainFacts
): ReadonlyArray<Html> => {
  if (application === undefined || asked === undefined) return [html`${words.scopeGone}`]
  const { scope } = asked
  const agency = asked.isPreset ? undefined : asked.agencies[0]
  const missing = html`${words.scopeMissing} <code>${scope}</code>.`
  if (token !== undefined && token.clientId !== null) {
    const request = requests.find((one) => one.kind === "client-credentials" && one.scopes.includes(scope))
    if (granted.includes(scope)) return [missing, html`${words.grantedSince}`, html`${words.askTokenAgain}`]
    const ask = agency === undefined
      ? ""
      : html` <a href="${
        visit.at(addressOf(application.name, "/permohonan"), { jenis: "client-credentials", opd: agency, cakupan: scope })
      }">${words.askAgency}</a>`
    return [missing, html`${words.clientLacks} <code>${token.clientId}</code>. ${standing(visit, request)}${ask}`]
  }
  if (application.scopes?.includes(scope) === true) {
    return token?.scopes.includes(scope) === true
      ? [missing, html`${words.hasItNow}`]
      : [missing, html`${words.selectedSince}`, html`<a href="${visit.at(addressOf(application.name))}">${words.newToken}</a>`]
  }
  return [
    missing,
    html`${words.notSelected}`,
    html`<a href="${visit.at(addressOf(application.name, "/cakupan"), { cari: scope })}">${words.selectIt}</a> ${words.thenNewToken}`
  ]
}

const privateRemedies = (
  visit: Visit,
  words: ExplainWords,
  { application, asked, developer, requests }: ExplainFacts
): ReadonlyArray<Html> => {
  if (application === undefined) return []
  const open = (agency: string) => developer !== undefined && inForceFor(developer.verifications, agency, visit.nowMillis) !== undefined
  if (application.official || application.privateVerified || (asked !== undefined && asked.agencies.every(open))) {
    return [html`${words.isPrivate}`, html`${words.verifiedNow}`]
  }
  const agency = asked?.agencies.find((one) => !open(one))
  const request = requests.find((one) => one.kind === "private-access" && (agency === undefined || one.agency === agency))
  const query = { jenis: "private-access", ...(agency === undefined ? {} : { opd: agency }) }
  return [
    html`${words.isPrivate}`,
    html`${words.notVerified}${agency === undefined ? "" : html` <code>${agency}</code>`}. ${standing(visit, request)}`,
    ...(request?.state === "asked"
      ? [html`${words.waiting}`]
      : [html`<a href="${visit.at(addressOf(application.name, "/permohonan"), query)}">${words.askPrivate}</a>`])
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
      return facts.application === undefined
        ? [html`${words.strangers}`]
        : [html`${words.leftNow} <b>${facts.remaining}</b>. ${words.leftTogether} <b>${facts.budget}</b>. ${words.spread} ${words.atOnce}`]
    case "registered":
      return [
        facts.asked === undefined ? html`${words.notInCatalogue}` : html`${words.inCatalogueNow}`,
        html`<a href="${visit.at("/v4/gateway")}">${words.catalogue}</a>`
      ]
    case "agency":
      return code === "not-found-at-agency" || code === "bad-request"
        ? [html`${words.agencyAnswered}`]
        : [
          facts.isCircuitOpen ? html`${words.circuitOpen}` : html`${words.circuitClosed}`,
          html`${words.attempts} <b>${facts.record.attempts}</b>${
            facts.record.agencyStatus === null ? "" : html`, ${words.agencyStatus} <b>${facts.record.agencyStatus}</b>`
          }. ${words.notYours}`
        ]
    case "address":
    case "form":
      return [html`${words.correctIt}`]
    case "linkage":
    case "gateway":
      return [html`${words.notYours}`]
  }
}
