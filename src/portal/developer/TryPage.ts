/** Trying an endpoint out: a form for its parameters, and the answer that the gateway gave the application. */
import { Option, Schema } from "effect"
import { gatewayPrefix } from "../../domain/Address.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { ProblemDetails } from "../../domain/ProblemDetails.ts"
import { exampleOf, parametersOf } from "../../exports/Published.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf } from "../../pages/Language.ts"
import { type CallAnswer, headerIn } from "../../watch/ApplicationCall.ts"
import { button, formStart, selectField, textField } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { counted } from "./Counted.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { indentJson } from "./IndentJson.ts"
import { addressOf } from "./OwnApplication.ts"
import { rehearsalWords } from "./RehearsalWords.ts"
import { type TryWords, tryWords } from "./TryWords.ts"
import { watchWords } from "./WatchWords.ts"

/** What was filled in: path parameters, query parameters and the form of the answer, all by their names. */
export const TryForm = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))
export type TryForm = typeof TryForm.Type

export const representations = { "application/json": "JSON", "application/x-ndjson": "NDJSON", "text/csv": "CSV" } as const

/** So many stand open, and more have a search. */
const openedItems = 20

/** What can be tried: an endpoint, or a preset, which has no parameters. */
export interface Triable extends Pick<Endpoint, "examples" | "private" | "query" | "route" | "scope" | "segments" | "title"> {
  /** Whose it is. */
  readonly shelf: string
  /** Whether its rows may be asked. */
  readonly isAsked: boolean
}

const pathField = (name: string): string => `p.${name}`
/** The question as it stands in an address, after the question mark. */
export const questionField = "tanya"
export const rehearsalField = "latihan"
const queryField = (name: string): string => `q.${name}`

const first = (form: TryForm, name: string): string => {
  const value = form[name] ?? ""
  return typeof value === "string" ? value : value[0] ?? ""
}

export const acceptOf = (form: TryForm): string => {
  const wanted = first(form, "bentuk")
  return Object.hasOwn(representations, wanted) ? wanted : "application/json"
}

/** What is tried with made-up data; undefined for real data. */
export const rehearsedOf = (form: TryForm): string | undefined => {
  const wanted = first(form, rehearsalField)
  return wanted === "made" || Object.hasOwn(rehearsalWords.en.answers, wanted) ? wanted : undefined
}

/** Of what was filled in as a question: its parameters as an address has them, and no others. */
const questionOf = (form: TryForm): ReadonlyArray<string> =>
  [...new URLSearchParams(first(form, questionField))].filter(([name]) => name.startsWith("$")).map(([name, value]) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  )

/** The request's target under the data routes; an empty query parameter is left out. */
export const targetOf = (endpoint: Triable, form: TryForm): string => {
  const path = endpoint.route.split("/").map((segment) =>
    encodeURIComponent(segment.startsWith(":") ? first(form, pathField(segment.slice(1))) : segment)
  )
  const declared = endpoint.query.flatMap((name) => {
    const value = first(form, queryField(name))
    return value === "" ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  })
  const query = endpoint.isAsked ? [...declared, ...questionOf(form)] : declared
  return `${path.join("/")}${query.length === 0 ? "" : `?${query.join("&")}`}`
}

export interface TryFacts {
  readonly application: string
  /** What the application's scopes open, in the registry's order. */
  readonly open: ReadonlyArray<Triable>
  readonly endpoint: Triable | undefined
  readonly form: TryForm
  readonly tried: CallAnswer | undefined
  readonly target: string
}

const choice = (visit: SignedVisit, words: TryWords, { application, open }: TryFacts): Html => {
  const link = ({ private: isPrivate, route, shelf, title }: Triable): Html =>
    html`<li><a class="name" lang="id" href="${visit.at(addressOf(application, "/coba"), { titik: route })}">${title}</a>${
      isPrivate ? html`<span class="tag private">${words.private}</span>` : ""
    }<span class="more"><code>${route}</code><span lang="id">${shelf}</span></span></li>`
  const text = (visit.query.get("cari") ?? "").slice(0, 200)
  const sought = text.toLowerCase().split(/\s+/).filter((word) => word !== "")
  const found = open.filter(({ route, shelf, title }) => sought.every((word) => `${route} ${shelf} ${title}`.toLowerCase().includes(word)))
  const shelves = [...Map.groupBy(found, ({ shelf }) => shelf)]
  const search = open.length <= openedItems ?
    "" :
    html`<form class="find" method="get" action="${addressOf(application, "/coba")}">${
      visit.query.has("lang") ? html`<input type="hidden" name="lang" value="${visit.language}">` : ""
    }${textField(visit, { name: "cari", label: words.search, type: "search", optional: true, value: text })}${
      button(developerWords[visit.language].searchButton, "secondary")
    }</form><p role="status">${found.length === 0 ? words.nothingFound : counted(found.length, words.endpoints, visit.language)}.</p>`
  return open.length === 0
    ? html`<p>${words.nothingOpen} <a href="${visit.at(addressOf(application, "/cakupan"))}">${words.chooseScopes}</a></p>`
    : html`${search}${
      shelves.map(([shelf, mine]) =>
        html`<details${
          found.length <= openedItems ? html` open` : ""
        }><summary lang="id">${shelf} <span class="soft" lang="${visit.language}">${
          counted(mine.length, words.endpoints, visit.language)
        }</span></summary><ul class="rows">${mine.map(link)}</ul></details>`
      )
    }`
}

const parametersForm = (visit: SignedVisit, words: TryWords, { application, form }: TryFacts, endpoint: Triable): Html => {
  const fields = [
    ...parametersOf(endpoint).map((name) =>
      textField(visit, {
        name: pathField(name),
        label: name,
        hint: words.inPath,
        value: first(form, pathField(name)) || exampleOf(endpoint, name)
      })
    ),
    ...endpoint.query.map((name) =>
      textField(visit, {
        name: queryField(name),
        label: name,
        hint: words.inQuery,
        optional: true,
        value: form[queryField(name)] === undefined ? endpoint.examples[name] ?? "" : first(form, queryField(name))
      })
    ),
    ...(endpoint.isAsked
      ? [textField(visit, {
        name: questionField,
        label: words.question,
        hint: words.questionHint,
        optional: true,
        rows: 3,
        value: first(form, questionField) || (visit.query.get(questionField) ?? "")
      })]
      : [])
  ]
  const rehearsal = rehearsalWords[visit.language]
  const rehearsals = [
    { value: "", label: rehearsal.real },
    { value: "made", label: rehearsal.made },
    ...Object.entries(rehearsal.answers).map(([value, label]) => ({ value, label }))
  ]
  const rehearsed = form[rehearsalField] === undefined ? visit.query.get(rehearsalField) ?? "" : rehearsedOf(form) ?? ""
  const kinds = Object.entries(representations).map(([value, label]) => ({ value, label }))
  return html`${formStart(visit, `${addressOf(application, "/coba")}?${String(new URLSearchParams({ titik: endpoint.route }))}`)}${fields}${
    selectField(visit, { name: "bentuk", label: words.representation, choices: kinds, chosen: [acceptOf(form)] })
  }${selectField(visit, { name: rehearsalField, label: rehearsal.field, hint: rehearsal.hint, choices: rehearsals, chosen: [rehearsed] })}${
    button(words.send)
  }</form>`
}

const decodeProblem = Schema.decodeUnknownOption(Schema.fromJsonString(ProblemDetails))

const answered = (visit: SignedVisit, words: TryWords, { application, target }: TryFacts, tried: CallAnswer): Html => {
  const isProblem = tried.status >= 400
  const detail = isProblem ? Option.getOrUndefined(decodeProblem(tried.body)) : undefined
  const contentType = headerIn(tried, "content-type") ?? ""
  const body = /json$|json;/.test(contentType) && !contentType.includes("ndjson") ? indentJson(tried.body) : tried.body
  const isMadeUp = headerIn(tried, "x-sintetis") !== undefined
  const explain = html`<a href="${visit.at("/portal/aplikasi/jelaskan", { id: tried.requestId })}">${
    isProblem ? words.explain : words.record
  }</a>`
  const isWatchable = !isProblem && !isMadeUp
  const watch = html`<p><a href="${visit.at(addressOf(application, "/pantauan"), { alamat: `${gatewayPrefix}/${target}` })}">${
    watchWords[visit.language].watchThis
  }</a></p>`
  return html`<section aria-labelledby="jawaban"><h3 id="jawaban" tabindex="-1">${words.answer}</h3><div class="note ${
    isProblem ? "bad" : "good"
  }" role="status"><p><b>${tried.status}</b> ${
    isProblem
      ? html`<code>${detail?.code ?? ""}</code> ${detail === undefined ? "" : visit.language === "id" ? detail.message : detail.title}`
      : words.ok
  }, ${
    millisOf(tried.millis, visit.language)
  }</p></div><dl><dt>${words.request}</dt><dd><code>GET ${gatewayPrefix}/${target}</code></dd><dt>${words.requestId}</dt>
    <dd><code>${tried.requestId}</code> ${explain}</dd></dl><h4 id="isi-jawaban">${words.body}</h4>${
    isMadeUp ? html`<p class="note">${rehearsalWords[visit.language].synthetic}</p>` : ""
  }${tried.isBroken ? html`<p class="note bad">${words.broken}</p>` : ""}${
    tried.isCut ? html`<p class="soft">${words.cut}</p>` : ""
  }<pre class="tall" tabindex="0" role="region" aria-labelledby="isi-jawaban"><code>${
    body === "" ? words.empty : body
  }</code></pre><details><summary>${words.headers}</summary><dl class="mono">${
    tried.headers.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)
  }</dl></details>${isWatchable ? watch : ""}</section><h3>${words.again}</h3>`
}

export const tryPage = (visit: SignedVisit, facts: TryFacts): PortalPage => {
  const words = tryWords[visit.language]
  const { application, endpoint, tried } = facts
  const back = endpoint === undefined ? "" : html`<p><a href="${visit.at(addressOf(application, "/coba"))}">${words.others}</a></p>`
  return {
    title: words.title,
    main: html`${crumbs(visit, [application])}<h1>${words.title}</h1><p class="lead">${words.lead}</p>${
      endpoint === undefined
        ? choice(visit, words, facts)
        : html`<h2 lang="id">${endpoint.title}</h2>
          <p><code>GET /api/v4/gateway/${endpoint.route}</code> · ${words.scope} <code>${endpoint.scope}</code>${
          endpoint.private ? html` <span class="tag private">${words.private}</span>` : ""
        }</p>${tried === undefined ? "" : answered(visit, words, facts, tried)}${parametersForm(visit, words, facts, endpoint)}`
    }${back}`
  }
}
