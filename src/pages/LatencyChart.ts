/**
 * Response times of the last 24 hours as lines of p50 and p95, drawn on the server, with the same numbers as a table.
 *
 * A quarter of an hour without calls leaves a gap; one that stands alone is a dot. The two lines differ in stroke, not
 * in colour alone.
 */
import { clockOf } from "./CityTime.ts"
import { type Html, html } from "./Html.ts"
import { type Language, millisOf, numberOf } from "./Language.ts"

export interface LatencyPoint {
  /** Epoch milliseconds at which its quarter of an hour begins. */
  readonly slot: number
  readonly summary: { readonly answers: number; readonly failures: number; readonly p50: number | null; readonly p95: number | null }
}

export interface ChartLook {
  readonly language: Language
  readonly timeZone: string
}

const words = {
  id: {
    none: "Belum ada panggilan dalam 24 jam.",
    title: "Waktu respons 24 jam terakhir dalam milidetik, per 15 menit.",
    between: "antara",
    and: "dan",
    half: "separuh jawaban lebih cepat",
    most: "95% jawaban lebih cepat",
    table: "Data grafik",
    from: "Mulai",
    calls: "Panggilan",
    failed: "Gagal"
  },
  en: {
    none: "No calls in the last 24 hours.",
    title: "Response time over the last 24 hours in milliseconds, by quarters of an hour.",
    between: "between",
    and: "and",
    half: "half of the answers were faster",
    most: "95% of the answers were faster",
    table: "The numbers of this chart",
    from: "From",
    calls: "Calls",
    failed: "Failed"
  }
} as const

const width = 360
const height = 176
const left = 44
const right = 352
const top = 10
const bottom = 150
const keys = ["p50", "p95"] as const
type Key = typeof keys[number]

/** The next number whose half is round too. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return ([1, 2, 3, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
}

/** Every sixth hour. */
const sixth = /^(?:00|06|12|18)\D00$/

const one = (value: number): string => String(Math.round(value * 10) / 10)

const line = (points: ReadonlyArray<LatencyPoint>, key: Key, x: (index: number) => number, y: (millis: number) => number): Html => {
  let isDrawing = false
  let path = ""
  for (const [index, { summary }] of points.entries()) {
    const value = summary[key]
    // A line of no length still has its round ends: a dot.
    if (value !== null) path += isDrawing ? `L${one(x(index))} ${one(y(value))}` : `M${one(x(index))} ${one(y(value))}h0`
    isDrawing = value !== null
  }
  return html`<path class="line l${key.slice(1)}" d="${path}"></path>`
}

const rangeOf = (points: ReadonlyArray<LatencyPoint>, key: Key): readonly [least: number, most: number] => {
  const values = points.flatMap(({ summary }) => summary[key] ?? [])
  return [Math.min(...values), Math.max(...values)]
}

const table = (points: ReadonlyArray<LatencyPoint>, { language, timeZone }: ChartLook): Html => {
  const w = words[language]
  const heads = [w.calls, w.failed, "p50", "p95"].map((head) => html`<th scope="col" class="n">${head}</th>`)
  return html`<details><summary>${w.table}</summary><table><thead><tr><th scope="col">${w.from}</th>${heads}</tr></thead><tbody>${
    points.map(({ slot, summary }) =>
      html`<tr><th scope="row">${clockOf(slot, { language, timeZone })}</th><td class="n">${
        numberOf(summary.answers, language)
      }</td><td class="n">${numberOf(summary.failures, language)}</td><td class="n">${millisOf(summary.p50, language)}</td><td class="n">${
        millisOf(summary.p95, language)
      }</td></tr>`
    )
  }</tbody></table></details>`
}

/** @param points of equal distance, the oldest first */
export const latencyChart = (points: ReadonlyArray<LatencyPoint>, look: ChartLook): Html => {
  const { language, timeZone } = look
  const w = words[language]
  const called = points.filter(({ summary }) => summary.answers > 0)
  if (called.length === 0) return html`<p class="soft">${w.none}</p>`
  const ranges = { p50: rangeOf(called, "p50"), p95: rangeOf(called, "p95") }
  const most = roundUp(ranges.p95[1])
  const x = (index: number): number => left + (right - left) * index / Math.max(1, points.length - 1)
  const y = (millis: number): number => bottom - (bottom - top) * millis / most
  const spoken = keys.map((key) =>
    `${key} ${w.between} ${millisOf(ranges[key][0], language)} ${w.and} ${millisOf(ranges[key][1], language)}`
  ).join("; ")
  const levels = [0, most / 2, most].map((level) =>
    html`<line class="axis" x1="${left}" y1="${one(y(level))}" x2="${right}" y2="${one(y(level))}"></line><text x="${left - 6}" y="${
      one(y(level) + 4)
    }" text-anchor="end">${numberOf(level, language)}</text>`
  )
  const hours = points.map(({ slot }, index) => {
    const clock = clockOf(slot, { language, timeZone })
    if (!sixth.test(clock)) return ""
    const at = one(x(index))
    const anchor = x(index) < left + 16 ? "start" : x(index) > right - 16 ? "end" : "middle"
    return html`<line class="axis" x1="${at}" y1="${bottom}" x2="${at}" y2="${bottom + 4}"></line><text x="${at}" y="${
      bottom + 18
    }" text-anchor="${anchor}">${clock}</text>`
  })
  const key = (name: Key, meaning: string): Html =>
    html`<li><svg viewBox="0 0 26 10" aria-hidden="true" focusable="false"><path class="line l${
      name.slice(1)
    }" d="M2 5h22"></path></svg><b>${name}</b> ${meaning}</li>`
  return html`<figure class="series"><figcaption>${w.title}</figcaption>
    <svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${w.title} ${spoken}.">${levels}${hours}${
    line(points, "p95", x, y)
  }${line(points, "p50", x, y)}</svg><ul class="keys">${key("p50", w.half)}${key("p95", w.most)}</ul>${table(called, look)}</figure>`
}
