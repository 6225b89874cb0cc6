/** What an endpoint answers: its masked sample as a table that can be sorted, a chart, a map, JSON and a file. */
import type { CityArea } from "../../domain/CityArea.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import { type Column, recordTable } from "../../pages/RecordTable.ts"
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
  if (typeof cell === "number" && !Number.isInteger(cell)) {
    return cell.toLocaleString(language === "id" ? "id-ID" : "en-GB", { maximumFractionDigits: 20 })
  }
  // As the answer has it: a year or a code is no quantity.
  const text = String(cell)
  return text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text
}

const isNumericOf = ({ columns, rows }: SampleTable): ReadonlyArray<boolean> =>
  columns.map((_, index) => rows.every((row) => row[index] === null || typeof row[index] === "number"))

/** @param heading the id of what it is named by @param more makes a column's head another */
const tableOf = (
  table: SampleTable,
  heading: string,
  language: Language,
  more?: (column: Column, index: number) => Column
): Html => {
  const isNumeric = isNumericOf(table)
  const plain = table.columns.slice(0, maxColumns).map((name, index) => ({ name, isNumber: isNumeric[index] === true }))
  const columns = more === undefined ? plain : plain.map(more)
  const rows = table.rows.map((row) => row.slice(0, maxColumns).map((cell) => shown(cell, language)))
  return html`<div lang="id">${recordTable(columns, rows, { labelledBy: heading, kind: "records" })}</div>`
}

/** A table that is read and not sorted. @param heading the id of what it is named by */
export const plainTable = (table: SampleTable, heading: string, language: Language): Html => tableOf(table, heading, language)

const sortedTable = (table: SampleTable, { endpoint, sort }: SampleFacts, speech: Speech): Html => {
  const { at, tongue: { language } } = speech
  const words = sampleWords[language]
  const order = orderOf(table, sort)
  const ordered = order === undefined ? table : sorted(table, order)
  const { columns, rows } = ordered
  const address = `/v4/gateway/${endpoint.agency.slug}/${endpoint.dataset.slug}`
  const headed = (column: Column, index: number): Column => {
    const { name } = column
    const isSorted = order?.column === index
    const next = isSorted && !order.isDescending ? `-${name}` : name
    return {
      ...column,
      head: html`<a href="${at(address, { path: endpoint.path, urut: next })}#tabel-contoh" rel="nofollow">${name}${
        isSorted ? order.isDescending ? " ↓" : " ↑" : ""
      }</a>`,
      ...isSorted ? { sorted: order.isDescending ? "descending" : "ascending" } : {}
    }
  }
  const more = columns.length > maxColumns
    ? ` ${words.more(numberOf(maxColumns, language), numberOf(columns.length, language))}`
    : ""
  return html`<h3 id="tabel-contoh">${words.table}</h3><p class="soft">${words.tableLead(numberOf(rows.length, language))}${more}</p>
    ${tableOf(ordered, "tabel-contoh", language, headed)}
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
    : html`${sortedTable(table, facts, speech)}<div class="columns"><div>${sampleChart(table, language)}</div><div>${
      sampleMap(table, { said: endpoint.position, areas }, language)
    }</div></div>`
  return html`${heading}<p class="soft">${words.sampleLead}</p>${preview}<h3>${sampleWords[language].json}</h3><pre lang="id"><code>${
    JSON.stringify(sample, null, 2)
  }</code></pre>`
}
