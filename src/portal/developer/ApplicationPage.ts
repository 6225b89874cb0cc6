/** One application: how it is doing, its tokens and clients, what it may read, and what was asked of agencies. */
import type { OwnToken } from "../../access/OwnTokens.ts"
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { banner, button, errorSummary, formStart } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { checklist, isOpen, type Progress } from "./Checklist.ts"
import { type ClientFacts, clientSection, hidden } from "./ClientSection.ts"
import { counted } from "./Counted.ts"
import { crumbs } from "./Crumbs.ts"
import { type DeveloperWords, developerWords, isDone } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"
import { quotaGauge } from "./QuotaGauge.ts"
import { rehearsalWords } from "./RehearsalWords.ts"
import { requestRow } from "./RequestRows.ts"
import { tokenWords } from "./TokenWords.ts"
import { totalFacts, type Totals } from "./UsageTotals.ts"
import { usageWords } from "./UsageWords.ts"
import { watchWords } from "./WatchWords.ts"

export interface ApplicationFacts extends ClientFacts {
  /** With what each may still call now. */
  readonly tokens: ReadonlyArray<OwnToken & { readonly remaining: number; readonly limit: number }>
  /** What all of its tokens together may still call now. */
  readonly budget: { readonly remaining: number; readonly limit: number }
  /** The latest, newest first. */
  readonly requests: ReadonlyArray<AccessRequest>
  readonly totals: Totals
  readonly progress: Progress
  /** The latest token that was shown: a form that was made beside another one is not used twice. */
  readonly latestToken: string
  /** The same of tokens for rehearsals. */
  readonly latestRehearsal: string
}

const tokenRow = (
  visit: SignedVisit,
  words: DeveloperWords,
  { application, tokens }: ApplicationFacts,
  token: ApplicationFacts["tokens"][number]
): Html => {
  const own = token.clientId === null && !token.trial
  const isReplaced = tokens.find(({ bucket }) => bucket === token.bucket) !== token
  const ask = (part: string, label: string, kind: "secondary" | "warning"): Html =>
    html`<a class="button ${kind}" href="${visit.at(addressOf(application.name, part), { token: token.tokenId })}">${label}</a>`
  return html`<li><span class="name"><code>${token.tokenId}</code>${
    token.isRehearsal && !token.trial
      ? html` <span class="tag">${rehearsalWords[visit.language].kind}</span>`
      : token.trial
      ? html` <span class="soft">${words.trialToken}</span>`
      : token.clientId === null
      ? ""
      : html` <span class="soft">${words.ofClient} <code>${token.clientId}</code></span>`
  }</span><span>${quotaGauge(visit, token)} ${numberOf(token.remaining, visit.language)} / ${
    numberOf(token.limit, visit.language)
  } ${words.callsLeft}</span><span class="more"><span>${words.validUntil} ${timeOf(token.expiresAt, visit)}</span><span>${
    counted(token.scopes.length, words.scopesCount, visit.language)
  }</span><a href="${visit.at(addressOf(application.name, "/penggunaan"), { token: token.tokenId })}">${
    usageWords[visit.language].tokenHours
  }</a></span><span class="more actions">${
    !own || application.disabledAt !== null
      ? ""
      : isReplaced
      ? html`<span class="soft">${tokenWords[visit.language].isReplaced}</span>`
      : ask("/token/ganti", words.rotate, "secondary")
  }${ask("/token/cabut", words.revoke, "warning")}</span></li>`
}

const tokenSection = (visit: SignedVisit, words: DeveloperWords, facts: ApplicationFacts): Html => {
  const { application, budget, latestRehearsal, latestToken, tokens } = facts
  const issue = application.disabledAt !== null ? "" : (application.scopes?.length ?? 0) === 0
    ? html`<p class="note">${words.scopesFirst} <a href="${
      visit.at(addressOf(application.name, "/cakupan"))
    }">${words.chooseScopes}</a></p>`
    : html`${formStart(visit, addressOf(application.name, "/token"))}${hidden("setelah", latestToken)}${button(words.issueToken)}</form>`
  const { lead, make } = rehearsalWords[visit.language]
  const rehearse = application.disabledAt !== null
    ? ""
    : html`${formStart(visit, addressOf(application.name, "/token/latihan"))}${
      hidden("terakhir", latestRehearsal)
    }<p class="soft">${lead}</p>${button(make, "secondary")}</form>`
  return html`<section aria-labelledby="token"><h2 id="token">${words.tokens}</h2><p>${words.tokensLead}</p><p>${words.together}: ${
    quotaGauge(visit, budget)
  } <b>${numberOf(budget.remaining, visit.language)} / ${
    numberOf(budget.limit, visit.language)
  }</b> ${words.callsLeft}.</p>${issue}${rehearse}${
    tokens.length === 0
      ? html`<p class="soft">${words.noTokens}</p>`
      : html`<ul class="rows">${tokens.map((token) => tokenRow(visit, words, facts, token))}</ul>`
  }</section>`
}

/** More than these are folded. */
const shownScopes = 20

const scopeList = ({ language }: SignedVisit, words: DeveloperWords, scopes: ReadonlyArray<string>): Html => {
  const list = html`<ul class="scopes">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`
  return scopes.length <= shownScopes
    ? list
    : html`<details><summary>${counted(scopes.length, words.scopesCount, language)}</summary>${list}</details>`
}

const scopeSection = (visit: SignedVisit, words: DeveloperWords, { application: { disabledAt, name, scopes } }: ApplicationFacts): Html =>
  html`<section aria-labelledby="cakupan"><h2 id="cakupan">${words.scopes}</h2>${
    scopes === null || scopes.length === 0 ? html`<p class="soft">${words.noScopes}</p>` : scopeList(visit, words, scopes)
  }${
    disabledAt === null
      ? html`<p><a class="button secondary" href="${visit.at(addressOf(name, "/cakupan"))}">${words.changeScopes}</a></p>`
      : ""
  }</section>`

const requestSection = (visit: SignedVisit, words: DeveloperWords, { application, requests }: ApplicationFacts): Html =>
  html`<section aria-labelledby="permohonan"><h2 id="permohonan">${words.requests}</h2>${
    requests.length === 0
      ? html`<p class="soft">${words.noRequests}</p>`
      : html`<ul class="rows">${requests.map((request) => requestRow(visit, request))}</ul>`
  }${
    application.disabledAt === null
      ? html`<p><a class="button secondary" href="${visit.at(addressOf(application.name, "/permohonan"))}">${words.askAccess}</a></p>`
      : ""
  }</section>`

export const applicationPage = (visit: SignedVisit, facts: ApplicationFacts): PortalPage => {
  const words = developerWords[visit.language]
  const { disabledAt, name, official, privateVerified, purpose } = facts.application
  const done = visit.query.get("selesai") ?? ""
  const links = [
    { part: "/penggunaan", label: words.usage },
    ...(disabledAt === null
      ? [{ part: "/coba", label: words.tryOut }, { part: "/pantauan", label: watchWords[visit.language].title }, {
        part: "/cakupan",
        label: words.changeScopes
      }, {
        part: "/permohonan",
        label: words.askAccess
      }, { part: "/tutup", label: words.close }]
      : [])
  ]
  return {
    title: name,
    ...(disabledAt === null && isOpen(facts.progress) ? { script: ["steps"] } : {}),
    main: html`${crumbs(visit, [])}${errorSummary(visit)}<h1>${name}</h1>${
      visit.refused === undefined && isDone(done) ? banner(visit, "success", html`<p>${words.done[done]}</p>`) : ""
    }<p>${
      disabledAt === null
        ? html`<span class="tag up">${words.active}</span>`
        : html`<span class="tag down">${words.closed}</span> ${words.closedSince} ${timeOf(disabledAt, visit)}`
    }${official || privateVerified ? html` <span class="tag private">${words.opensPrivate}</span>` : ""}</p>${
      purpose === null ? "" : html`<p class="lead">${purpose}</p>`
    }${totalFacts(visit, words, facts.totals)}<ul class="links">${
      links.map(({ label, part }) => html`<li><a href="${visit.at(addressOf(name, part))}">${label}</a></li>`)
    }</ul>${disabledAt === null ? checklist(visit, facts.progress) : ""}${tokenSection(visit, words, facts)}${
      scopeSection(visit, words, facts)
    }${clientSection(visit, facts)}${requestSection(visit, words, facts)}`
  }
}
