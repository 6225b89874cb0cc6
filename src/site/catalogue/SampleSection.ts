/** What an endpoint answers: its masked sample as a table that can be sorted, a chart, a map, JSON and a file. */
import type { CityArea } from "../../domain/CityArea.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import type { Speech } from "./CatalogueParts.ts"
import { sampleChart } from "./SampleChart.ts"
import { sampleMap } from "./SampleMap.ts"
import { type Cell, orderOf, type SampleTable, sampleTable, sorted } from "./SampleTable.ts"
import { sampleWords } from "./SampleWords.ts"

const maxColumns = 20
const maxText = 60

export interface SampleFacts {
  readonly endpoint: Endpoint
  /** Cut short, as documents have it. */
  readonly sample: unknown
  /** With more items, for the table. */
  readonly longSample: unknown
  /** Behind the points of its map. */
  readonly areas: ReadonlyArray<CityArea>
  /** The column to sort by, as it was asked for. */
  readonly sort: string | null
}

const shown = (cell: Cell, language: Language): string => {
  if (cell === null) return "–"
  if (typeof cell === "boolean") return cell ? sampleWords[language].yes : sampleWords[language].no
  // As the answer has it: a year or a code is no quantity.
  const text = String(cell)
  return text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text
}

const isNumericOf = ({ columns, rows }: SampleTable): ReadonlyArray<boolean> =>
  columns.map((_, index) => rows.every((row) => row[index] === null || typeof row[index] === "number"))

const bodyOf = ({ rows }: SampleTable, isNumeric: ReadonlyArray<boolean>, language: Language): ReadonlyArray<Html> =>
  rows.map((row) =>
    html`<tr>${
      row.slice(0, maxColumns).map((cell, index) =>
        html`<td${isNumeric[index] === true ? html` class="n"` : ""}>${shown(cell, language)}</td>`
      )
    }</tr>`
  )

/** A table that is read and not sorted. @param heading the id of what it is named by */
export const plainTable = (table: SampleTable, heading: string, language: Language): Html => {
  const isNumeric = isNumericOf(table)
  return html`<div class="scroll" role="region" tabindex="0" aria-labelledby="${heading}"><table lang="id" class="records"><thead><tr>${
    table.columns.slice(0, maxColumns).map((name, index) =>
      html`<th scope="col"${isNumeric[index] === true ? html` class="n"` : ""}>${name}</th>`
    )
  }</tr></thead><tbody>${bodyOf(table, isNumeric, language)}</tbody></table></div>`
}

const tableOf = (table: SampleTable, { endpoint, sort }: SampleFacts, speech: Speech): Html => {
  const { at, tongue: { language } } = speech
  const words = sampleWords[language]
  const order = orderOf(table, sort)
  const ordered = order === undefined ? table : sorted(table, order)
  const { columns, rows } = ordered
  const address = `/v4/gateway/${endpoint.agency.slug}/${endpoint.dataset.slug}`
  const isNumeric = isNumericOf(ordered)
  const head = columns.slice(0, maxColumns).map((name, index) => {
    const isSorted = order?.column === index
    const next = isSorted && !order.isDescending ? `-${name}` : name
    const link = html`<a href="${at(address, { path: endpoint.path, urut: next })}#tabel-contoh" rel="nofollow">${name}${
      isSorted ? order.isDescending ? " ↓" : " ↑" : ""
    }</a>`
    const side = isNumeric[index] === true ? html` class="n"` : ""
    return isSorted
      ? html`<th scope="col"${side} aria-sort="${order.isDescending ? "descending" : "ascending"}">${link}</th>`
      : html`<th scope="col"${side}>${link}</th>`
  })
  const more = columns.length > maxColumns
    ? ` ${words.more(numberOf(maxColumns, language), numberOf(columns.length, language))}`
    : ""
  return html`<h3 id="tabel-contoh">${words.table}</h3><p class="soft">${words.tableLead(numberOf(rows.length, language))}${more}</p>
    <div class="scroll" role="region" tabindex="0" aria-labelledby="tabel-contoh"><table lang="id" class="records">
    <thead><tr>${head}</tr></thead><tbody>${bodyOf(ordered, isNumeric, language)}</tbody></table></div>
    <ul class="links"><li><a href="${at(address, { path: endpoint.path, unduh: "csv" })}" rel="nofollow">${words.csv}</a></li></ul>`
}

export const sampleSection = (facts: SampleFacts, speech: Speech): Html => {
  const { areas, endpoint, longSample, sample } = facts
  const { tongue: { language }, words } = speech
  const heading = html`<h2 id="contoh">${words.sample}</h2>`
  if (sample === undefined) return html`${heading}<p>${endpoint.private ? words.samplePrivate : words.sampleNone}</p>`
  const table = sampleTable(longSample ?? sample)
  const preview = table === undefined
    ? ""
    : html`${tableOf(table, facts, speech)}<div class="columns"><div>${sampleChart(table, language)}</div><div>${
      sampleMap(table, { said: endpoint.position, areas }, language)
    }</div></div>`
  return html`${heading}<p class="soft">${words.sampleLead}</p>${preview}<h3>${sampleWords[language].json}</h3><pre lang="id"><code>${
    JSON.stringify(sample, null, 2)
  }</code></pre>`
}
