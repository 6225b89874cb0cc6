/**
 * Public positions of a sample's rows as points in their own frame, with a scale: no tiles, so nobody else learns who looks. The
 * same positions stand below as a table.
 */
import type { Position } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import type { SampleTable } from "./SampleTable.ts"
import { sampleWords } from "./SampleWords.ts"

interface Point {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

const latitudes = /(?:^|[._])(?:lat|latitude|lintang)$/i
const longitudes = /(?:^|[._])(?:lon|lng|long|longitude|bujur)$/i

/** The columns where the registry says, or of the usual names. */
const placesOf = (columns: ReadonlyArray<string>, said: Position | undefined): readonly [latitude: number, longitude: number] => {
  if (said !== undefined) return [columns.indexOf(said.latitude.join(".")), columns.indexOf(said.longitude.join("."))]
  const latitude = columns.findIndex((name) => latitudes.test(name))
  const around = columns[latitude]?.replace(latitudes, "") ?? ""
  return [latitude, columns.findIndex((name) => longitudes.test(name) && name.replace(longitudes, "") === around)]
}

/** Of rows that have both; empty where no columns are positions. What is masked is no number. */
export const pointsOf = ({ columns, rows }: SampleTable, said?: Position): ReadonlyArray<Point> => {
  const [latitude, longitude] = placesOf(columns, said)
  if (latitude < 0 || longitude < 0) return []
  const label = columns.findIndex((name) => /(?:^|[._])(?:nama|name|judul|title)$/i.test(name))
  return rows.flatMap((row, index) => {
    const [at, beside] = [row[latitude], row[longitude]]
    if (typeof at !== "number" || typeof beside !== "number" || Math.abs(at) > 90 || Math.abs(beside) > 180) return []
    return [{ name: String(row[label] ?? index + 1), latitude: at, longitude: beside }]
  })
}

const width = 360
const height = 260
const inset = 22
const kilometresOfDegree = 111.32
/** Points of one place are not spread over a whole picture. */
const leastKilometres = 0.5

/** 1, 2 or 5 times a power of ten, at most as long. */
const roundDown = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([5, 2, 1].find((factor) => factor * power <= value) ?? 1) * power
}
const round = (value: number): number => Math.round(value * 10) / 10

export const sampleMap = (table: SampleTable, said: Position | undefined, language: Language): Html => {
  const points = pointsOf(table, said)
  if (points.length === 0) return html``
  const words = sampleWords[language]
  const middle = (values: ReadonlyArray<number>): number => (Math.min(...values) + Math.max(...values)) / 2
  const centre = { latitude: middle(points.map((one) => one.latitude)), longitude: middle(points.map((one) => one.longitude)) }
  const shrink = Math.cos(centre.latitude * Math.PI / 180)
  // Kilometres east and north of the centre.
  const placed = points.map(({ latitude, longitude, name }) => ({
    name,
    east: (longitude - centre.longitude) * kilometresOfDegree * shrink,
    north: (latitude - centre.latitude) * kilometresOfDegree
  }))
  const reach = (values: ReadonlyArray<number>): number => Math.max(leastKilometres, ...values.map(Math.abs))
  const scale = Math.min(
    (width / 2 - inset) / reach(placed.map(({ east }) => east)),
    (height / 2 - inset) / reach(placed.map(({ north }) => north))
  )
  const kilometres = roundDown(width / 3 / scale)
  const dots = placed.map(({ east, name, north }) =>
    html`<circle class="dot" cx="${round(width / 2 + east * scale)}" cy="${
      round(height / 2 - north * scale)
    }" r="5"><title>${name}</title></circle>`
  )
  const bar = round(kilometres * scale)
  const lead = words.mapLead(numberOf(points.length, language))
  const degrees = (value: number): string => value.toLocaleString(language === "id" ? "id-ID" : "en-GB", { maximumFractionDigits: 6 })
  return html`<h3>${words.map}</h3><figure class="series"><figcaption>${lead}</figcaption>
    <svg class="chart" viewBox="0 0 ${width} ${height + 24}" role="img" aria-label="${lead}"><rect class="frame" x="1" y="1" width="${
    width - 2
  }" height="${height - 2}"></rect>${dots}<path class="rule" d="M10 ${height + 12}h${bar}"></path><text x="${bar + 18}" y="${
    height + 16
  }">${
    kilometres < 1 ? `${numberOf(Math.round(kilometres * 1000), language)} m` : `${numberOf(kilometres, language)} km`
  }</text></svg><details><summary>${words.mapTable}</summary><table><thead><tr><th scope="col">${words.place}</th>
    <th scope="col" class="n">${words.latitude}</th><th scope="col" class="n">${words.longitude}</th></tr></thead><tbody>${
    points.map(({ latitude, longitude, name }) =>
      html`<tr><th scope="row">${name}</th><td class="n">${degrees(latitude)}</td><td class="n">${degrees(longitude)}</td></tr>`
    )
  }</tbody></table></details></figure>`
}
