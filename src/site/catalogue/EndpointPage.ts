/** One endpoint for people: its address, who may read it, how it is doing, what it answers, and how to call it. */
import type { Catalogue } from "../../api/CatalogueApi.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { Limits } from "../../domain/Limits.ts"
import { isServed, licenseOf, parametersOf } from "../../exports/Published.ts"
import { codeSamples } from "../../pages/CodeSamples.ts"
import { codeSampleView } from "../../pages/CodeSampleView.ts"
import { datasetTitle } from "../../pages/DatasetTitle.ts"
import { healthWords } from "../../pages/HealthWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { dayOf, millisOf, numberOf, shareOf } from "../../pages/Language.ts"
import { latencyChart, type LatencyPoint } from "../../pages/LatencyChart.ts"
import { ownPlace } from "../../pages/PageMenu.ts"
import { sinceNote } from "../../pages/SinceNote.ts"
import type { Maintenance } from "../../telemetry/Announcements.ts"
import { crumbs, exportLinks, privateTag, serviceTag, type Speech } from "./CatalogueParts.ts"
import { datasetDocumentation } from "./DatasetDocumentation.ts"
import { endpointErrors } from "./EndpointErrors.ts"
import { fieldSection } from "./FieldSection.ts"
import { liveSection } from "./LiveSection.ts"
import { maintenanceNote } from "./MaintenanceNote.ts"
import { type QuestionFacts, questionSection } from "./QuestionSection.ts"
import { type SampleFacts, sampleSection } from "./SampleSection.ts"

type Shown = Catalogue["agencies"][number]["datasets"][number]["endpoints"][number]

const windows = ["5m", "1h", "24h"] as const

interface EndpointFacts extends SampleFacts, QuestionFacts {
  readonly shown: Shown
  readonly publicUrl: string
  readonly nowMillis: number
  /** The last 24 hours. */
  readonly quarters: ReadonlyArray<LatencyPoint>
  readonly timeZone: string
  readonly limits: Limits
  readonly maintenance: ReadonlyArray<Maintenance>
}

const lifecycle = ({ endpoint, nowMillis }: EndpointFacts, { at, tongue: { language }, words }: Speech): Html => {
  if (endpoint.deprecated === undefined) return html``
  const [opd = "", dataset = "", ...path] = (endpoint.successor ?? "").split("/")
  const successor = endpoint.successor === undefined
    ? ""
    : html` ${words.successor}: <a href="${
      at(`/v4/gateway/${opd}/${dataset}`, { path: path.join("/") })
    }"><code>${endpoint.successor}</code></a>.`
  const ends = endpoint.sunset === undefined
    ? ""
    : `, ${isServed(endpoint, nowMillis) ? words.endsOn : words.withdrawn} ${dayOf(endpoint.sunset, language)}`
  return html`<div class="note"><p>${words.deprecatedSince.replace(/^./, (first) => first.toUpperCase())} ${
    dayOf(endpoint.deprecated, language)
  }${ends}.${successor}</p></div>`
}

const parameters = (endpoint: Endpoint, { words }: Speech): Html => {
  const one = (name: string, where: string): Html =>
    html`<li><code>${name}</code> <span class="soft">${where}${
      endpoint.examples[name] === undefined ? "" : html`, ${words.example} <code>${endpoint.examples[name]}</code>`
    }</span></li>`
  const items = [
    ...parametersOf(endpoint).map((name) => one(name, words.inPath)),
    ...endpoint.query.map((name) => one(name, words.inQuery))
  ]
  return items.length === 0 ? html`${words.none}` : html`<ul>${items}</ul>`
}

const about = ({ endpoint }: EndpointFacts, speech: Speech): Html => {
  const { at, tongue: { language }, words } = speech
  const { agency, cache, dataset } = endpoint
  return html`<section aria-labelledby="tentang"><h2 id="tentang">${words.about}</h2><dl><dt>${words.scope}</dt>
    <dd><code>${endpoint.scope}</code> <a href="${
    at("/portal/aplikasi/baru", { cakupan: endpoint.scope })
  }" rel="nofollow">${words.useIt}</a></dd><dt>${words.access}</dt><dd>${
    endpoint.private ? words.privateAccess : words.openAccess
  }</dd><dt>${words.parameters}</dt><dd>${parameters(endpoint, speech)}</dd><dt>${words.freshFor}</dt><dd>${
    cache.freshMillis === 0 ? words.never : `${numberOf(cache.freshMillis / 1000, language)} ${words.seconds}`
  }</dd><dt>${words.dataset}</dt><dd><a href="${at(`/v4/gateway/${agency.slug}/${dataset.slug}`)}">${
    datasetTitle(dataset, speech.tongue.language)
  }</a></dd></dl></section>`
}

const performance = ({ endpoint, nowMillis, quarters, shown: { stats }, timeZone }: EndpointFacts, speech: Speech): Html => {
  const { at, tongue: { language }, words } = speech
  const row = (name: string, cell: (window: Shown["stats"]["5m"]) => Html | string): Html =>
    html`<tr><th scope="row">${name}</th>${windows.map((window) => html`<td class="n">${cell(stats[window])}</td>`)}</tr>`
  return html`<section aria-labelledby="kinerja"><h2 id="kinerja">${words.performance}</h2>${
    latencyChart(quarters, { language, timeZone })
  }<table><caption>${words.performanceLead}</caption><thead><tr><th scope="col">${words.measure}</th>${
    windows.map((window) => html`<th scope="col" class="n">${words.windows[window]}</th>`)
  }</tr></thead><tbody>${row(words.health, ({ health }) => words.healthNames[health])}${
    row(words.calls, ({ count }) => numberOf(count, language))
  }${
    row(words.errors, ({ count, errorShare, errors }) =>
      count === 0 ? "–" : `${numberOf(errors, language)} (${shareOf(errorShare, language)})`)
  }${row(healthWords[language].stale, ({ stale }) => numberOf(stale, language))}${row("p50", ({ p50 }) => millisOf(p50, language))}${
    row("p95", ({ p95 }) => millisOf(p95, language))
  }${row("p99", ({ p99 }) => millisOf(p99, language))}</tbody></table>${
    sinceNote("24h", stats["24h"].since, nowMillis, { language, timeZone })
  }<p><a href="${at(`/portal/status/${endpoint.agency.slug}`)}">${words.history}</a></p></section>`
}

/** The endpoint's address with its examples put in. */
const callable = ({ endpoint, publicUrl }: EndpointFacts): string =>
  `${publicUrl}/api/v4/gateway/${endpoint.route.replaceAll(/:([A-Za-z0-9_]+)/g, (_, name: string) => endpoint.examples[name] ?? name)}`

const code = (facts: EndpointFacts, { at, tongue: { language }, words }: Speech): Html =>
  html`<h2>${words.code}</h2><p class="soft">${words.codeLead} <a href="${
    at("/portal/aplikasi")
  }" rel="nofollow">${words.getToken}</a> · <a href="${
    at("/portal/aplikasi/coba", { titik: facts.endpoint.route })
  }" rel="nofollow">${words.tryIt}</a></p>${ownPlace}${
    codeSampleView(codeSamples({ url: callable(facts), as: "token", envelope: true }), language)
  }`

export const endpointPage = (facts: EndpointFacts, speech: Speech): Html => {
  const { endpoint, publicUrl, shown } = facts
  const { at, data, words } = speech
  const { agency, dataset } = endpoint
  const way = crumbs([
    [html`${words.crumb}`, at("/v4/gateway")],
    [data(agency.name), at(`/v4/gateway/${agency.slug}`)],
    [data(dataset.title), at(`/v4/gateway/${agency.slug}/${dataset.slug}`)],
    [data(endpoint.title), undefined]
  ], speech)
  return html`${way}<h1>${data(endpoint.title)}</h1><p>${serviceTag(shown.health, shown.stats["24h"].count, speech)}${
    endpoint.private ? html` ${privateTag(speech)}` : ""
  }</p>${lifecycle(facts, speech)}${
    maintenanceNote(facts.maintenance, agency.slug, { ...facts, language: speech.tongue.language })
  }<pre class="address" translate="no"><code>GET ${publicUrl}/api/v4/gateway/${endpoint.route}</code></pre><div class="columns">${
    about(facts, speech)
  }${performance(facts, speech)}</div>${datasetDocumentation({ ...dataset, license: licenseOf(endpoint) }, speech)}${code(facts, speech)}${
    sampleSection(facts, speech)
  }${questionSection(facts, callable(facts), speech)}${liveSection(endpoint, callable(facts), speech)}${
    fieldSection(endpoint.private, facts.fields, speech)
  }${exportLinks(shown.links, speech)}${endpointErrors(facts, speech)}`
}
