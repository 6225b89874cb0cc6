/**
 * Keeps the operations board live: the texts that changed, the order of agencies, and charts of what its address asks for.
 *
 * The page is whole without it. What an event means is in BoardStream.ts; a point is
 * [sequence, seconds, requests, errors, hit, stale, miss, p50, p95, p99, inFlight, backlog].
 */
import uPlot from "./uplot.js"

const kept = 900
const at = { time: 1, requests: 2, errors: 3, hit: 4, stale: 5, miss: 6, p50: 7, p95: 8, p99: 9, inFlight: 10, backlog: 11 }

const root = document.querySelector("[data-board]")
/** How far the charts reach, in seconds; beyond the points that are kept they are drawn from the rows that the gateway sends. */
const span = Number(root.dataset.seconds)
const connection = root.querySelector("[data-connection]")
const language = document.documentElement.lang === "en" ? "en-GB" : "id-ID"
const hour = new Intl.DateTimeFormat(language, { timeZone: root.dataset.zone, hour: "2-digit", minute: "2-digit" })
const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

let points = []
let course = []
let marks = []
let charts = []
let stale = true

const drawn = () => span > kept ? course : points
const column = (index, of = points) => of.map((point) => point[index])
const lines = (...indices) => indices.map((index) => column(index, drawn()))
const color = (name) => getComputedStyle(root).getPropertyValue(name).trim()
const share = (part, whole) => whole === 0 ? null : part / whole

const sparks = {
  requests: () => column(at.requests),
  errors: () => points.map((point) => share(point[at.errors], point[at.requests]) ?? 0),
  latency: () => column(at.p95),
  copies: () => points.map((point) => share(point[at.hit] + point[at.stale], point[at.hit] + point[at.stale] + point[at.miss])),
  inFlight: () => column(at.inFlight),
  backlog: () => column(at.backlog)
}

/** Areas lie on each other, the sum behind. */
const stacked = () => [
  points.map((point) => point[at.hit] + point[at.stale] + point[at.miss]),
  points.map((point) => point[at.hit] + point[at.stale]),
  column(at.hit)
]

const line = (name, more = {}) => ({ stroke: color(name), width: 2, points: { show: false }, spanGaps: true, ...more })
const area = (name) => line(name, { fill: color(name), width: 0 })

const kinds = {
  traffic: { series: () => [line("--c-requests", { fill: color("--c-requests-soft") }), line("--c-errors", { fill: color("--c-errors-soft") })], data: () => lines(at.requests, at.errors) },
  latency: { series: () => [line("--p99"), line("--p95"), line("--p50")], data: () => lines(at.p99, at.p95, at.p50) },
  cache: { series: () => [area("--c-miss"), area("--c-stale"), area("--c-hit")], data: stacked },
  standIn: { series: () => [line("--c-stale")], data: () => lines(at.stale) }
}

const isPowerOfTen = (value) => Math.abs(Math.log10(value) % 1) < 1e-9
const powersOfTen = (_, splits) => splits.map((value) => isPowerOfTen(value) ? value : null)

const axes = (kind) => {
  const shared = { stroke: color("--soft"), font: "12px system-ui, sans-serif", grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } }
  return [
    { ...shared, grid: { show: false }, size: 26, space: 60, incrs: [60, 120, 300, 600, 900, 3_600, 7_200, 14_400, 21_600], values: (_, splits) => splits.map((seconds) => hour.format(seconds * 1000)) },
    {
      ...shared,
      size: 52,
      space: 34,
      values: (_, splits) => splits.map((value) => value === null ? "" : number.format(value)),
      ...(kind === "latency" ? { filter: powersOfTen, grid: { ...shared.grid, filter: powersOfTen } } : {})
    }
  ]
}

const fromZero = (_, __, max) => [0, Math.max(max ?? 0, 1) * 1.15]
/** What the top of a small chart is at least, so that next to nothing looks like it. */
const least = { requests: 1, errors: 0.05, latency: 10, copies: 1, inFlight: 4, backlog: 20 }
const smallRange = (series) => (_, __, max) => [0, Math.max(max ?? 0, least[series]) * 1.1]
/** From a fraction of a millisecond to seconds at a glance. */
const logarithmic = { distr: 3, range: (_, min, max) => [10 ** Math.floor(Math.log10(Math.max(min ?? 1, 0.1))), 10 ** Math.ceil(Math.log10(Math.max(max ?? 10, 10)))] }
const newest = () => points.at(-1)?.[at.time] ?? Date.now() / 1_000
const untilNow = (_, min, max) => [Math.min(max - 60, Math.max(min, max - kept)), max]
const wholeSpan = () => [newest() - span, newest()]

/** What happened, with its number in the list: a line where it began, and a band as long as it lasts. */
const drawMarks = ({ bbox: { height, left, top, width }, ctx, valToPos }) => {
  const place = (seconds) => Math.min(Math.max(valToPos(seconds, "x", true), left), left + width)
  ctx.save()
  ctx.font = `600 ${11 * devicePixelRatio}px system-ui, sans-serif`
  ctx.textBaseline = "top"
  marks.forEach(([kind, from, to], index) => {
    const [begin, end] = [valToPos(from, "x", true), place(to ?? newest())]
    const tone = color(`--note-${kind}`)
    ctx.globalAlpha = 0.14
    ctx.fillStyle = tone
    if (end > place(from)) ctx.fillRect(place(from), top, end - place(from), height)
    ctx.globalAlpha = 1
    const isInside = begin >= left && begin <= left + width
    if (isInside) ctx.fillRect(begin - devicePixelRatio / 2, top, devicePixelRatio, height)
    if (!isInside && end <= left) return
    const text = String(index + 1)
    const room = ctx.measureText(text).width + 3 * devicePixelRatio
    ctx.textAlign = place(from) + room > left + width ? "right" : "left"
    ctx.fillText(text, place(from) + (ctx.textAlign === "left" ? 2 : -2) * devicePixelRatio, top + (index % 3) * 12 * devicePixelRatio)
  })
  ctx.restore()
}

const options = (target, kind) => {
  const isSpark = kind === "spark"
  const series = isSpark ? [line("--c-spark", { fill: color("--c-spark-soft"), width: 1.5 })] : kinds[kind].series()
  return {
    width: target.clientWidth,
    height: target.clientHeight,
    pxAlign: 0,
    cursor: { show: false },
    legend: { show: false },
    select: { show: false },
    padding: isSpark ? [2, 0, 0, 0] : [8, 8, 0, 0],
    hooks: isSpark ? {} : { draw: [drawMarks] },
    scales: { x: { time: true, range: isSpark || span <= kept ? untilNow : wholeSpan }, y: isSpark ? { range: smallRange(target.dataset.series) } : kind === "latency" ? logarithmic : { range: fromZero } },
    axes: isSpark ? [{ show: false }, { show: false }] : axes(kind),
    series: [{}, ...series]
  }
}

const dataOf = ({ dataset: { chart, series } }) =>
  chart === "spark" ? [column(at.time), sparks[series]()] : [...lines(at.time), ...kinds[chart].data()]

const draw = () => {
  if (document.hidden || points.length === 0) return
  if (!stale) return charts.forEach(({ plot, target }) => plot.setData(dataOf(target)))
  // Only now do the charts take their place.
  root.toggleAttribute("data-drawn", true)
  charts.forEach(({ plot }) => plot.destroy())
  charts = [...root.querySelectorAll("[data-chart]")].map((target) => ({ target, plot: new uPlot(options(target, target.dataset.chart), dataOf(target), target) }))
  stale = false
}

const redraw = () => {
  stale = true
  draw()
}

const put = (attribute, values, set) => {
  for (const [key, value] of Object.entries(values)) {
    for (const part of root.querySelectorAll(`[${attribute}="${CSS.escape(key)}"]`)) set(part, value)
  }
}

const units = root.querySelector(".units")
let order = []
/** Nothing moves away under a hand. */
const arrange = () => {
  if (units.matches(":hover, :focus-within")) return
  if (order.join() === [...units.children].map(({ dataset }) => dataset.agency).join()) return
  units.append(...order.flatMap((slug) => [...units.children].filter(({ dataset }) => dataset.agency === slug)))
}

const show = (event) => {
  const { layout, links, points: news, states, texts, ...wholes } = JSON.parse(event.data)
  if (layout !== root.dataset.layout) return location.reload()
  put("data-live", texts, (part, text) => { part.textContent = text })
  put("data-stated", states, (part, state) => { part.dataset.state = state })
  put("data-linked", links, (part, address) => { part.href = address })
  course = wholes.course ?? course
  marks = wholes.marks ?? marks
  order = wholes.order ?? order
  arrange()
  const first = news[0]?.[0]
  // A gateway that started anew counts from one again.
  points = [...points.filter(([sequence]) => first === undefined || sequence < first), ...news].slice(-kept)
  alive()
  draw()
}

let silence
const say = (word, isLive) => {
  if (connection.textContent !== word) connection.textContent = word
  connection.toggleAttribute("data-on", isLive)
}
const alive = () => {
  say(root.dataset.liveWord, true)
  clearTimeout(silence)
  silence = setTimeout(() => say(root.dataset.lost, false), 5_000)
}

const source = new EventSource(root.dataset.stream)
say(root.dataset.connecting, false)
source.addEventListener("board", show)
source.addEventListener("error", () => {
  clearTimeout(silence)
  say(source.readyState === EventSource.CLOSED ? root.dataset.over : root.dataset.lost, false)
})

document.addEventListener("visibilitychange", draw)
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw)
new ResizeObserver(redraw).observe(root)
