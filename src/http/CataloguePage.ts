/** The catalogue for people: what there is, who may read it and how it is doing. */
import type { Catalogue, Summary } from "../api/CatalogueApi.ts"
import { type Html, html } from "./Html.ts"

type Agency = Catalogue["agencies"][number]
type Dataset = Agency["datasets"][number]
type Endpoint = Dataset["endpoints"][number]

const healthNames = { up: "baik", degraded: "menurun", down: "terganggu", unknown: "belum ada data" } as const

const millis = (value: number | null): string => value === null ? "–" : `${value.toLocaleString("id-ID", { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`

const healthTag = (health: Endpoint["health"]): Html => html`<span class="tag ${health}">${healthNames[health]}</span>`

const endpointRow = (endpoint: Endpoint): Html =>
  html`<tr><td><a href="${endpoint.links["self"]}">/${endpoint.path}</a><br><span class="soft">${endpoint.title}</span>${endpoint.deprecated === null ? "" : html` <span class="tag degraded">usang sejak ${endpoint.deprecated}${endpoint.sunset === null ? "" : html`, berakhir ${endpoint.sunset}`}</span>`}</td><td><code>${endpoint.scope}</code>${endpoint.private ? html` <span class="tag private">privat</span>` : ""}</td><td>${healthTag(endpoint.health)}</td><td class="n">${millis(endpoint.stats["1h"].p50)} / ${millis(endpoint.stats["1h"].p95)} / ${millis(endpoint.stats["1h"].p99)}</td><td class="n">${endpoint.stats["24h"].count.toLocaleString("id-ID")}</td></tr>`

const datasetSection = (dataset: Dataset): Html =>
  html`<h3><a href="${dataset.links["self"]}">${dataset.title}</a> <code>${dataset.slug}</code></h3>${dataset.license === null ? "" : html`<p class="soft">Lisensi: ${dataset.license}</p>`}<div class="scroll" role="region" tabindex="0" aria-label="${dataset.title}"><table><thead><tr><th scope="col">Rute</th><th scope="col">Cakupan (scope)</th><th scope="col">Kesehatan, 5 menit</th><th scope="col">p50 / p95 / p99, 1 jam</th><th scope="col">Panggilan, 24 jam</th></tr></thead><tbody>${dataset.endpoints.map(endpointRow)}</tbody></table></div>`

const agencySection = (agency: Agency): Html =>
  html`<section aria-labelledby="opd-${agency.slug}"><h2 id="opd-${agency.slug}"><a href="${agency.links["self"]}">${agency.name}</a> <code>${agency.slug}</code></h2>${agency.datasets.map(datasetSection)}</section>`

const facts = (summary: Summary): Html =>
  html`<ul class="facts"><li><b>${summary.agencies}</b> perangkat daerah</li><li><b>${summary.datasets}</b> dataset</li><li><b>${summary.endpoints}</b> titik akses</li><li><b>${summary.privateEndpoints}</b> privat</li><li><b>${millis(summary.p95)}</b> p95, 5 menit</li><li><b>${summary.health.up} · ${summary.health.degraded} · ${summary.health.down}</b> baik · menurun · terganggu</li></ul>`

const example = (catalogue: Catalogue): Html => {
  const first = catalogue.agencies[0]?.datasets[0]?.endpoints[0]
  return first === undefined ? html`` : html`<pre><code>curl -H "Authorization: Bearer $TOKEN" ${first.links["self"]}</code></pre>`
}

const contents = (agencies: ReadonlyArray<Agency>): Html =>
  agencies.length < 2
    ? html``
    : html`<nav aria-label="Perangkat daerah"><p>${agencies.map((agency) => html`<a href="#opd-${agency.slug}">${agency.name}</a> `)}</p></nav>`

export const cataloguePage = (catalogue: Catalogue, summary: Summary): Html =>
  html`<h1>Katalog data kota</h1><p>Data resmi perangkat daerah melalui satu gerbang. Panggilan data memerlukan token dengan cakupan yang sesuai; data pribadi disamarkan menurut UU 27/2022.</p>${facts(summary)}${example(catalogue)}${contents(catalogue.agencies)}${catalogue.agencies.map(agencySection)}${catalogue.presets.length === 0 ? "" : html`<section><h2>Preset</h2><div class="scroll" role="region" tabindex="0" aria-label="Preset"><table><thead><tr><th scope="col">Rute</th><th scope="col">Cakupan (scope)</th></tr></thead><tbody>${catalogue.presets.map((preset) => html`<tr><td><a href="${preset.links["self"]}">preset/${preset.slug}</a><br><span class="soft">${preset.title}</span></td><td><code>${preset.scope}</code>${preset.private ? html` <span class="tag private">privat</span>` : ""}</td></tr>`)}</tbody></table></div></section>`}`
