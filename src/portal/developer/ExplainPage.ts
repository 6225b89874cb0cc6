/** Why a request was answered as it was: the checks in their order, what the code means, and how to get through. */
import type { AuditRecord } from "../../domain/AuditRecord.ts"
import { type Limits, withLimits } from "../../domain/Limits.ts"
import { problems } from "../../domain/Problem.ts"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { button, textField } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import type { ExplainFacts } from "./ExplainFacts.ts"
import { type ExplainWords, explainWords } from "./ExplainWords.ts"
import { type Explanation, explanationOf } from "./Explanation.ts"
import { maskedSection } from "./MaskedSection.ts"
import { addressOf } from "./OwnApplication.ts"
import { remediesOf } from "./Remedies.ts"

const tags = { passed: "up", refused: "down", unneeded: "unknown", unreached: "unknown" } as const

const search = (visit: SignedVisit, words: ExplainWords, id: string): Html =>
  html`<form class="form" method="get" action="/portal/aplikasi/jelaskan">${
    visit.query.get("lang") === null ? "" : html`<input type="hidden" name="lang" value="${visit.language}">`
  }${textField(visit, { name: "id", label: words.id, hint: words.idHint, value: id, autocomplete: "off" })}${button(words.explain)}</form>`

const checkList = (words: ExplainWords, { states }: Explanation): Html =>
  html`<section aria-labelledby="pemeriksaan"><h2 id="pemeriksaan">${words.checksTitle}</h2><ol class="checks">${
    states.map(([check, state]) =>
      html`<li><span class="tag ${tags[state]}">${words.states[state]}</span> <b>${words.checks[check]}</b> <span class="soft">${
        words.checkTexts[check]
      }</span></li>`
    )
  }</ol></section>`

const outcome = (
  visit: SignedVisit,
  words: ExplainWords,
  { record: { cache, status } }: ExplainFacts,
  { code }: Explanation,
  limits: Limits
): Html => {
  if (code === undefined) {
    const text = status === 499 ? words.left : cache === null || cache === "MISS" ? words.answered : words.fromCopy[cache]
    return html`<div class="note good"><p><b>${status}</b> ${text}</p></div>`
  }
  const { help, message, title } = problems[code]
  return html`<div class="note bad"><p><b>${problems[code].status}</b> <code>${code}</code>: ${
    visit.language === "id" ? message : title
  }</p></div><p>${withLimits(help, limits)[visit.language]}</p>`
}

const facts = (visit: SignedVisit, words: ExplainWords, { application, asked, record }: ExplainFacts): Html => {
  const rows: ReadonlyArray<readonly [string, Html]> = [
    [words.when, html`${timeOf(Date.parse(record.time), visit)}`],
    [words.id, html`<code>${record.requestId}</code>`],
    ...(application === undefined
      ? []
      : [[words.application, html`<a href="${visit.at(addressOf(application.name))}">${application.name}</a>`] as const]),
    ...(record.tokenId === null ? [] : [["Token", html`<code>${record.tokenId}</code>`] as const]),
    [
      words.route,
      html`<code>${record.method} ${record.route === "" ? "–" : record.route}</code>${
        asked === undefined ? "" : html` <span lang="id">${asked.title}</span>`
      }`
    ],
    [words.took, html`${millisOf(record.durationMs, visit.language)}`],
    [words.size, html`${numberOf(record.bytes, visit.language)} ${words.bytes}, ${numberOf(record.masked, visit.language)} ${words.masked}`]
  ]
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

const entryList = (visit: SignedVisit, words: ExplainWords, entries: ReadonlyArray<AuditRecord>): Html =>
  entries.length === 0
    ? html``
    : html`<section aria-labelledby="entri"><h2 id="entri">${words.entries}</h2><ul class="rows">${
      entries.map(({ alias, code, requestId, route, status }) =>
        html`<li><a class="name" href="${visit.at("/portal/aplikasi/jelaskan", { id: requestId })}">${alias}</a><span class="tag ${
          code === null ? "up" : "down"
        }">${status}</span><span class="more"><code>${route}</code>${code === null ? "" : html`<code>${code}</code>`}</span></li>`
      )
    }</ul></section>`

/** Before anything was asked. */
export const explainForm = (visit: SignedVisit): PortalPage => {
  const words = explainWords[visit.language]
  return {
    title: words.title,
    main: html`${crumbs(visit, [])}<h1>${words.title}</h1><p class="lead">${words.lead}</p>${search(visit, words, "")}`
  }
}

/** The same for what was never asked, is too old, or is somebody else's. */
export const notFoundPage = (visit: SignedVisit, id: string): PortalPage => {
  const words = explainWords[visit.language]
  return {
    title: words.notFound,
    status: 404,
    main: html`${crumbs(visit, [])}<h1>${words.notFound}</h1><p class="lead">${words.notFoundText}</p>${search(visit, words, id)}`
  }
}

export const explainPage = (visit: SignedVisit, found: ExplainFacts, limits: Limits): PortalPage => {
  const words = explainWords[visit.language]
  const explanation = explanationOf(found.record)
  const remedies = remediesOf(visit, explanation, found)
  return {
    title: words.title,
    main: html`${crumbs(visit, found.application === undefined ? [] : [found.application.name])}<h1>${words.title}</h1>${
      outcome(visit, words, found, explanation, limits)
    }${
      remedies.length === 0
        ? ""
        : html`<section aria-labelledby="jalan"><h2 id="jalan">${words.wayTitle}</h2>${
          remedies.map((text) => html`<p>${text}</p>`)
        }</section>`
    }${checkList(words, explanation)}${
      found.masked === undefined ? "" : maskedSection(visit, found.masked.endpoint, found.masked.fields)
    }<section aria-labelledby="catatan"><h2 id="catatan">${words.recordTitle}</h2>${facts(visit, words, found)}</section>${
      entryList(visit, words, found.entries)
    }<h2>${words.another}</h2>${search(visit, words, "")}`
  }
}
