/** The catalogue for people: everything, an agency or a dataset; what there is, who may read it and how it is doing. */
import type { Catalogue, Facets, Summary } from "../../api/CatalogueApi.ts"
import { healths } from "../../domain/Health.ts"
import { type Topic, topicNames, topics } from "../../domain/Topic.ts"
import { datasetTitle } from "../../pages/DatasetTitle.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { type Format, formats } from "../../query/Question.ts"
import { topicHead, topicLinks, usedAndNew } from "./CatalogueLists.ts"
import { catalogueListWords } from "./CatalogueListWords.ts"
import { counted, crumbs, exportLinks, healthTag, privateTag, type Speech } from "./CatalogueParts.ts"
import { type CatalogueQuery, isFiltering, topicAlone } from "./CatalogueQuery.ts"
import { datasetDocumentation } from "./DatasetDocumentation.ts"
import type { Used } from "./MostUsed.ts"

type Agency = Catalogue["agencies"][number]
type Dataset = Agency["datasets"][number]
type Endpoint = Dataset["endpoints"][number]

interface CatalogueShown {
  readonly catalogue: Catalogue
  readonly summary: Summary
  readonly query: CatalogueQuery
  /** As it was typed. */
  readonly typed: Readonly<Record<string, string>>
  /** Every agency, for the filter. */
  readonly agencies: ReadonlyArray<{ readonly slug: string; readonly name: string }>
  /** Every topic that some dataset has, for who finds nothing. */
  readonly topics: ReadonlyArray<Topic>
  readonly used: Used
  readonly nowMillis: number
}

const endpointRow = (endpoint: Endpoint, agency: Agency, dataset: Dataset, speech: Speech): Html => {
  const { at, data, tongue, words } = speech
  const { stats } = endpoint
  const old = endpoint.deprecated === null ? "" : html`<span class="tag old">${words.deprecatedSince} ${endpoint.deprecated}</span>`
  return html`<li><span><a class="name" href="${at(`/v4/gateway/${agency.slug}/${dataset.slug}`, { path: endpoint.path })}">${
    data(endpoint.title)
  }</a></span><span>${endpoint.private ? html`${privateTag(speech)} ` : ""}${
    healthTag(endpoint.health, stats["24h"].count, speech)
  }</span><span class="more"><code>/${endpoint.path}</code><span>${words.scope}: <code>${endpoint.scope}</code></span>${
    stats["24h"].p95 === null ? "" : html`<span>p95 ${millisOf(stats["24h"].p95, tongue.language)}, ${words.windows["24h"]}</span>`
  }${old}</span></li>`
}

const longestSnippet = 160

/** What a dataset is, in a line: its first sentence, or as much of it as a line bears. */
const snippet = ({ about }: Dataset, { data, tongue: { language } }: Speech): Html => {
  const isEnglish = language === "en" && about?.descriptionEn !== undefined
  const [first = ""] = ((isEnglish ? about.descriptionEn : about?.description) ?? "").split(/(?<=[.!?])\s/)
  const text = first.length > longestSnippet ? `${first.slice(0, first.lastIndexOf(" ", longestSnippet))} …` : first
  return text === "" ? html`` : html`<p class="soft">${isEnglish ? text : data(text)}</p>`
}

const datasetSection = (dataset: Dataset, agency: Agency, speech: Speech): Html =>
  html`<h3><a href="${speech.at(`/v4/gateway/${agency.slug}/${dataset.slug}`)}">${datasetTitle(dataset, speech.tongue.language)}</a></h3>${
    snippet(dataset, speech)
  }<ul class="rows">${dataset.endpoints.map((endpoint) => endpointRow(endpoint, agency, dataset, speech))}</ul>`

const countOf = (agency: Agency): number => agency.datasets.reduce((count, { endpoints }) => count + endpoints.length, 0)

const countsOf = (agency: Agency, speech: Speech): string =>
  `${counted(agency.datasets.length, "datasets", speech)}, ${counted(countOf(agency), "endpoints", speech)}`

/** How many endpoints are in each state, and how many are private. */
const states = (agency: Agency, speech: Speech): Html => {
  const { tongue: { language }, words } = speech
  const endpoints = agency.datasets.flatMap((dataset) => dataset.endpoints)
  const tag = (kind: string, name: string, count: number): Html | "" =>
    count === 0 ? "" : html`<li><span class="tag ${kind}">${numberOf(count, language)} ${name}</span></li>`
  const privates = endpoints.filter((endpoint) => endpoint.private).length
  return html`<ul class="states">${
    healths.map((state) => tag(state, words.healthNames[state], endpoints.filter(({ health }) => health === state).length))
  }${tag("private", words.privates, privates)}</ul>`
}

const agencySection = (agency: Agency, isOpen: boolean, speech: Speech): Html => {
  const { at, data } = speech
  return html`<section class="agency" aria-labelledby="opd-${agency.slug}"><h2 id="opd-${agency.slug}"><a href="${
    at(`/v4/gateway/${agency.slug}`)
  }">${data(agency.name)}</a></h2>${states(agency, speech)}${isOpen ? html`<details open>` : html`<details>`}<summary>${
    countsOf(agency, speech)
  }</summary>${agency.datasets.map((dataset) => datasetSection(dataset, agency, speech))}</details></section>`
}

const facts = (summary: Summary, { tongue: { language }, words }: Speech): Html => {
  const fact = (value: string, name: string): Html => html`<li><b>${value}</b> ${name}</li>`
  const { health } = summary
  return html`<ul class="facts">${fact(numberOf(summary.agencies, language), words.agencies)}${
    fact(numberOf(summary.datasets, language), words.datasets)
  }${fact(numberOf(summary.endpoints, language), words.endpoints)}${fact(numberOf(summary.privateEndpoints, language), words.privates)}${
    fact(millisOf(summary.p95, language), words.p95)
  }${fact(`${health.up} · ${health.degraded} · ${health.down}`, words.states)}</ul>`
}

const option = (value: string, text: string, chosen: string | undefined): Html =>
  value === (chosen ?? "") ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`

const formatNames = { json: "JSON", ndjson: "NDJSON", csv: "CSV", geojson: "GeoJSON", xlsx: "XLSX" } as const satisfies Record<
  Format,
  string
>

const finder = ({ agencies, catalogue: { facets }, query, typed }: CatalogueShown, speech: Speech): Html => {
  const { at, tongue, words } = speech
  const listWords = catalogueListWords[tongue.language]
  /** With how many there are; what would find nothing is no choice, unless it was made. */
  const withCounts = (name: keyof Facets, options: ReadonlyArray<readonly [value: string, text: string]>) =>
    options.flatMap(([value, text]): ReadonlyArray<readonly [string, string]> => {
      const count = facets?.[name][value] ?? 0
      return count === 0 && typed[name] !== value ? [] : [[value, `${text} (${numberOf(count, tongue.language)})`]]
    })
  const choose = (name: string, label: string, options: ReadonlyArray<readonly [value: string, text: string]>): Html =>
    html`<label>${label}<select name="${name}">${
      [["", words.all] as const, ...options].map(([value, text]) => option(value, text, typed[name]))
    }</select></label>`
  return html`<form class="find" action="/v4/gateway" method="get" role="search" aria-label="${words.find}"><label
      class="wide">${words.q}<input type="search" name="q" value="${typed["q"] ?? ""}" autocomplete="off"></label>${
    choose("topic", listWords.topic, withCounts("topic", topics.map((topic) => [topic, topicNames[topic][tongue.language]] as const)))
  }${choose("opd", words.agency, withCounts("opd", agencies.map(({ name, slug }) => [slug, name] as const)))}${
    choose("private", words.access, withCounts("private", [["false", words.onlyPublic], ["true", words.onlyPrivate]]))
  }${choose("health", words.health, withCounts("health", healths.map((health) => [health, words.healthNames[health]] as const)))}${
    choose(
      "license",
      listWords.license,
      withCounts("license", Object.keys(facets?.license ?? {}).sort().map((name) => [name, name === "NONE" ? listWords.noLicense : name]))
    )
  }${
    choose("format", listWords.format, withCounts("format", formats.map((format) => [format, formatNames[format]] as const)))
  }<label>${words.scope}<input name="scope" value="${
    typed["scope"] ?? ""
  }" autocomplete="off" autocapitalize="none" spellcheck="false"></label>${
    tongue.isChosen ? html`<input type="hidden" name="lang" value="${tongue.language}">` : ""
  }<div><button>${words.search}</button></div>${
    isFiltering(query) ? html`<p class="wide"><a href="${at("/v4/gateway")}">${words.clear}</a></p>` : ""
  }</form>`
}

const presetSection = (presets: Catalogue["presets"], speech: Speech): Html => {
  const { data, words } = speech
  if (presets.length === 0) return html``
  return html`<section aria-labelledby="preset"><h2 id="preset">${words.presets}</h2><p class="soft">${words.presetLead}</p>
    <ul class="rows">${
    presets.map((preset) =>
      html`<li><span class="name">${data(preset.title)}</span><span>${
        preset.private ? privateTag(speech) : ""
      }</span><span class="more"><code>${preset.links["self"]}</code><span>${words.scope}: <code>${preset.scope}</code></span></span></li>`
    )
  }</ul></section>`
}

/** How well the words were found, what else to try, and where to go if nothing was found. */
const foundNote = ({ agencies, catalogue: { search }, topics: some, typed }: CatalogueShown, found: number, speech: Speech): Html => {
  const { at, data, words } = speech
  const tries = search?.instead.map((q) => html`<li><a href="${at("/v4/gateway", { ...typed, q })}">${q}</a></li>`) ?? []
  const list = (lead: string): Html | "" => tries.length === 0 ? "" : html`<p>${lead}</p><ul class="instead">${tries}</ul>`
  if (found > 0) {
    return search?.match === "similar"
      ? html`<p>${words.similarTo} <b>${search.instead.join(", ")}</b></p>`
      : search?.match === "most"
      ? html`<p>${words.mostWords}</p>`
      : html``
  }
  const { ask, topics: byTopic } = catalogueListWords[speech.tongue.language]
  const topicList = some.map((topic) =>
    html`<li><a href="${at("/v4/gateway", { topic })}">${topicNames[topic][speech.tongue.language]}</a></li>`
  )
  return html`<p>${words.nothing} <a href="${at("/portal/dataset-diminta", { apa: typed["q"] ?? "" })}" rel="nofollow">${ask}</a></p>${
    list(`${words.didYouMean}:`)
  }${
    some.length === 0
      ? ""
      : html`<section aria-labelledby="topik"><h2 id="topik">${byTopic}</h2><ul class="links">${topicList}</ul></section>`
  }<section aria-labelledby="opd"><h2 id="opd">${words.browse}</h2><ul>${
    agencies.map(({ name, slug }) => html`<li><a href="${at(`/v4/gateway/${slug}`)}">${data(name)}</a></li>`)
  }</ul></section>`
}

/** Everything there is, or what a search found. */
export const cataloguePage = (shown: CatalogueShown, speech: Speech): Html => {
  const { catalogue, query, summary } = shown
  const { words } = speech
  const isFound = isFiltering(query)
  const found = catalogue.agencies.reduce((count, agency) => count + countOf(agency), 0)
  const topic = topicAlone(query)
  const head = topic === undefined ? html`<h1>${words.title}</h1><p class="lead">${words.lead}</p>` : topicHead(topic, speech)
  const ways = isFound ? "" : html`${topicLinks(catalogue, speech)}${usedAndNew(catalogue, shown.used, shown.nowMillis, speech)}`
  return html`${head}${isFound ? "" : facts(summary, speech)}${finder(shown, speech)}${ways}${
    isFound
      ? html`<p role="status">${counted(found, "found", speech)}</p>${foundNote(shown, found + catalogue.presets.length, speech)}`
      : ""
  }<div class="agencies">${catalogue.agencies.map((agency) => agencySection(agency, isFound, speech))}</div>${
    presetSection(catalogue.presets, speech)
  }${isFound ? "" : exportLinks(catalogue.links, speech)}`
}

/** One agency, or one of its datasets. */
export const partPage = (catalogue: Catalogue, isDataset: boolean, speech: Speech): Html => {
  const { at, data, words } = speech
  const agency = catalogue.agencies[0]
  const dataset = agency?.datasets[0]
  if (agency === undefined || dataset === undefined) return html``
  const start = [html`${words.crumb}`, at("/v4/gateway")] as const
  if (isDataset) {
    const title = datasetTitle(dataset, speech.tongue.language)
    return html`${crumbs([start, [data(agency.name), at(`/v4/gateway/${agency.slug}`)], [title, undefined]], speech)}<h1>${title}</h1><p
      class="lead">${data(agency.name)}.</p>${datasetDocumentation(dataset, speech, false)}<h2>${words.list}</h2><ul class="rows">${
      dataset.endpoints.map((endpoint) => endpointRow(endpoint, agency, dataset, speech))
    }</ul>${exportLinks(dataset.links, speech)}`
  }
  return html`${crumbs([start, [data(agency.name), undefined]], speech)}<h1>${data(agency.name)}</h1><p class="lead">${
    countsOf(agency, speech)
  }.</p><h2>${words.list}</h2>${agency.datasets.map((one) => datasetSection(one, agency, speech))}${exportLinks(agency.links, speech)}`
}
