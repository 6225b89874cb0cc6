/** What an application asks of agencies: the requests so far, and a form for another in two steps. */
import { Effect, Schema } from "effect"
import { AccessRequest } from "../../domain/AccessRequest.ts"
import type { Application } from "../../domain/Application.ts"
import type { Developer } from "../../domain/Developer.ts"
import { type Html, html } from "../../pages/Html.ts"
import { banner, button, choiceField, errorSummary, formStart, Many, selectField, textField } from "../Form.ts"
import { onPage, pageLinks } from "../PageLinks.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { maxPurpose } from "./NewApplication.ts"
import { addressOf } from "./OwnApplication.ts"
import { requestRow } from "./RequestRows.ts"
import { type RequestWords, requestWords } from "./RequestWords.ts"
import type { ShelfAgency } from "./ScopeShelf.ts"
import { verifiedFor } from "./VerifiedFor.ts"

const Kind = AccessRequest.fields.kind

export const RequestForm = Schema.Struct({
  jenis: Kind,
  opd: Schema.String,
  cakupan: Many,
  tujuan: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
})

const kindOf = Schema.decodeUnknownOption(Kind)

export interface RequestFacts {
  readonly application: Application
  readonly developer: Developer | undefined
  /** A page of them, newest first. */
  readonly requests: ReadonlyArray<AccessRequest>
  readonly shelves: ReadonlyArray<ShelfAgency>
}

/** What is asked, and whom. */
const firstStep = (visit: SignedVisit, words: RequestWords, { application, shelves }: RequestFacts): Html =>
  html`<form class="form" method="get" action="${addressOf(application.name, "/permohonan")}">${
    visit.query.get("lang") === null ? "" : html`<input type="hidden" name="lang" value="${visit.language}">`
  }${
    choiceField(visit, "radio", {
      name: "jenis",
      label: words.what,
      chosen: ["client-credentials"],
      choices: (["client-credentials", "private-access"] as const).map((kind) => ({
        value: kind,
        label: words.kinds[kind],
        hint: words.kindHints[kind]
      }))
    })
  }${selectField(visit, { name: "opd", label: words.whom, choices: shelves.map(({ name, slug }) => ({ value: slug, label: name })) })}${
    button(words.next)
  }</form>`

const secondStep = (
  visit: SignedVisit,
  words: RequestWords,
  { application }: RequestFacts,
  kind: AccessRequest["kind"],
  shelf: ShelfAgency
): Html => {
  const items = shelf.datasets.flatMap((dataset) =>
    dataset.items.map(({ private: isPrivate, scope, titles }) => ({
      value: scope,
      label: scope,
      hint: `${dataset.title}: ${titles.join(" · ")}${isPrivate ? ` (${developerWords[visit.language].private})` : ""}`
    }))
  )
  const wanted = visit.query.get("cakupan")
  const query = { jenis: kind, opd: shelf.slug }
  return html`<p><b>${words.kinds[kind]}</b>, <span lang="id">${shelf.name}</span>. <a href="${
    visit.at(addressOf(application.name, "/permohonan"))
  }">${words.change}</a></p>${
    formStart(visit, `${addressOf(application.name, "/permohonan")}?${String(new URLSearchParams(query))}`)
  }<input type="hidden" name="jenis" value="${kind}"><input type="hidden" name="opd" value="${shelf.slug}">${
    kind === "private-access"
      ? ""
      : choiceField(visit, "checkbox", {
        name: "cakupan",
        label: words.scopes,
        hint: words.scopesHint,
        choices: items,
        chosen: wanted === null ? [] : [wanted]
      })
  }${textField(visit, { name: "tujuan", label: words.purpose, hint: words.purposeHint, maxLength: maxPurpose, rows: 4 })}${
    button(words.send)
  }</form>`
}

export const requestsPage = (visit: SignedVisit, facts: RequestFacts): PortalPage => {
  const words = requestWords[visit.language]
  const { application, developer, requests } = facts
  const shelves = facts.shelves.filter(({ slug }) => slug !== "")
  const kind = kindOf(visit.refused?.values.get("jenis") ?? visit.query.get("jenis"))
  const opd = visit.refused?.values.get("opd") ?? visit.query.get("opd")
  const shelf = shelves.find(({ slug }) => slug === opd)
  const form = kind._tag === "Some" && shelf !== undefined
    ? secondStep(visit, words, facts, kind.value, shelf)
    : firstStep(visit, words, { ...facts, shelves })
  return {
    title: words.title,
    main: html`${crumbs(visit, [application.name])}${errorSummary(visit)}<h1>${words.title}</h1>${
      visit.query.get("selesai") === "diajukan" && visit.refused === undefined ? banner(visit, "success", html`<p>${words.sent}</p>`) : ""
    }<p class="lead">${words.lead}</p>${
      verifiedFor(visit, developer)
    }<section aria-labelledby="ajukan"><h2 id="ajukan">${words.ask}</h2>${form}</section><section aria-labelledby="sejauh-ini">
      <h2 id="sejauh-ini">${words.soFar}</h2>${
      requests.length === 0
        ? html`<p class="soft">${words.none}</p>`
        : html`<ul class="rows">${onPage(requests).map((request) => requestRow(visit, request))}</ul>`
    }${pageLinks(visit, { path: addressOf(application.name, "/permohonan"), found: requests })}</section>`
  }
}
