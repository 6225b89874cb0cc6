/**
 * The rows of a sample as bars, drawn on the server, with the same numbers as a table: a number by time, or rows by category.
 * Nothing is drawn where the rows have neither.
 */
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import { recordTable } from "../../pages/RecordTable.ts"
import type { Cell, SampleTable } from "./SampleTable.ts"
import { sampleWords } from "./SampleWords.ts"

interface Bar {
  readonly name: string
  readonly value: number
}

export interface Bars {
  readonly by: string
  /** The column that is shown; undefined where rows are counted. */
  readonly value: string | undefined
  readonly bars: ReadonlyArray<Bar>
}

const moment = /^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T.*)?)?)?$/
const timeNamed = /(?:^|[._])(?:tahun|thn|year|bulan|month|tanggal|tgl|date|periode|period|waktu|time)(?:$|[._])/i
/** Numbers that count nothing. */
const noMeasure = /(?:^|[._])(?:id|kode|code|nik|no|nomor|number|rt|rw|lat|latitude|lintang|lon|lng|long|longitude|bujur)$/i
const categories = { least: 2, most: 8 } as const

const columnOf = ({ rows }: SampleTable, index: number): ReadonlyArray<Cell> => rows.map((row) => row[index] ?? null)

const isTime = (name: string, cells: ReadonlyArray<Cell>): boolean =>
  cells.every((cell) => cell !== null && moment.test(String(cell))) &&
  (timeNamed.test(name) || cells.every((cell) => typeof cell === "string"))

/** Each moment has one row, so its number is what the row says. */
const byTime = (table: SampleTable): Bars | undefined => {
  const { columns, rows } = table
  const all = columns.map((name, index) => ({ name, cells: columnOf(table, index) }))
  const time = all.find(({ cells, name }) => isTime(name, cells) && new Set(cells).size === rows.length)
  const measure = all.find(({ cells, name }) =>
    name !== time?.name && !noMeasure.test(name) && cells.every((cell) => typeof cell === "number" && cell >= 0) && !isTime(name, cells)
  )
  if (rows.length < 2 || time === undefined || measure === undefined) return undefined
  const bars = rows.map((_, row) => ({ name: String(time.cells[row]), value: Number(measure.cells[row]) }))
  return { by: time.name, value: measure.name, bars: bars.toSorted((one, other) => one.name < other.name ? -1 : 1) }
}

const byCategory = (table: SampleTable): Bars | undefined => {
  for (const [index, name] of table.columns.entries()) {
    const cells = columnOf(table, index)
    // What is masked tells nothing of whom it counts.
    if (!cells.every((cell) => typeof cell === "boolean" || typeof cell === "string" && cell !== "" && !cell.includes("***"))) continue
    const counts = Map.groupBy(cells, String)
    if (counts.size < categories.least || counts.size > categories.most || counts.size === cells.length) continue
    const bars = [...counts].map(([value, some]) => ({ name: value, value: some.length }))
    return { by: name, value: undefined, bars: bars.toSorted((one, other) => other.value - one.value) }
  }
  return undefined
}

export const barsOf = (table: SampleTable): Bars | undefined => byTime(table) ?? byCategory(table)

const width = 360
const left = 130
const right = 300
const step = 22
const longest = 18

export const sampleChart = (table: SampleTable, language: Language): Html => {
  const found = barsOf(table)
  if (found === undefined) return html``
  const words = sampleWords[language]
  const { bars, by, value } = found
  const most = Math.max(...bars.map((bar) => bar.value), 0)
  const title = value === undefined ? words.chartCount(by) : words.chartValue(value, by)
  const short = (text: string): string => text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  const drawn = bars.map((bar, index) => {
    const length = most === 0 ? 0 : Math.round((right - left) * bar.value / most)
    const base = index * step + 15
    return html`<text x="${left - 8}" y="${base}" text-anchor="end">${short(bar.name)}</text><rect class="bar" x="${left}" y="${
      base - 11
    }" width="${Math.max(length, 1)}" height="14"></rect><text x="${left + Math.max(length, 1) + 5}" y="${base}">${
      numberOf(bar.value, language)
    }</text>`
  })
  return html`<h3>${words.chart}</h3><figure class="series"><figcaption>${title}. ${words.chartNote}</figcaption>
    <svg class="chart" viewBox="0 0 ${width} ${bars.length * step + 4}" role="img" aria-label="${title}. ${words.chartNote}">${drawn}</svg>
    <details><summary>${words.chartTable}</summary>${
    recordTable(
      [{ name: by }, { name: value ?? words.rows, isNumber: true }],
      bars.map((bar) => [bar.name, numberOf(bar.value, language)]),
      { label: words.chartTable, headed: true }
    )
  }</details></figure>`
}
