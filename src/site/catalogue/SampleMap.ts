/**
 * Public positions of a sample's rows as points, over the outlines of the city's areas where it gave them, with a scale: no tiles, so
 * nobody else learns who looks. The same positions stand below as a table, each with its area.
 */
import { type CityArea, type Corner, holds } from "../../domain/CityArea.ts"
import type { Position } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import { columnsOf, recordTable } from "../../pages/RecordTable.ts"
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
/** An area that is narrower than its name has none on the picture. */
const letterWidth = 8
/** Points of one place are not spread over a whole picture. */
const leastKilometres = 0.5

/** 1, 2 or 5 times a power of ten, at most as long. */
const roundDown = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([5, 2, 1].find((factor) => factor * power <= value) ?? 1) * power
}
const round = (value: number): number => Math.round(value * 10) / 10
const least = (values: ReadonlyArray<number>): number => values.reduce((found, value) => Math.min(found, value), Infinity)
const most = (values: ReadonlyArray<number>): number => values.reduce((found, value) => Math.max(found, value), -Infinity)
const middle = (values: ReadonlyArray<number>): number => (least(values) + most(values)) / 2

export interface MapFacts {
  /** Where the registry says that positions stand. */
  readonly said: Position | undefined
  readonly areas: ReadonlyArray<CityArea>
}

export const sampleMap = (table: SampleTable, { areas, said }: MapFacts, language: Language): Html => {
  const points = pointsOf(table, said).map(({ latitude, longitude, name }) => ({
    name,
    latitude,
    longitude,
    area: areas.find((area) => holds(area, [longitude, latitude]))
  }))
  if (points.length === 0) return html``
  const words = sampleWords[language]
  // Areas with a point are seen whole, others as far as they reach into the picture.
  const corners: ReadonlyArray<Corner> = [
    ...points.map(({ latitude, longitude }): Corner => [longitude, latitude]),
    ...[...new Set(points.map(({ area }) => area))].flatMap((area) => area?.rings.flat() ?? [])
  ]
  const centre = { latitude: middle(corners.map(([, latitude]) => latitude)), longitude: middle(corners.map(([longitude]) => longitude)) }
  const shrink = Math.cos(centre.latitude * Math.PI / 180)
  /** Kilometres east and north of the centre. */
  const placed = ([longitude, latitude]: Corner): readonly [east: number, north: number] => [
    (longitude - centre.longitude) * kilometresOfDegree * shrink,
    (latitude - centre.latitude) * kilometresOfDegree
  ]
  const reach = (side: 0 | 1): number => Math.max(leastKilometres, most(corners.map((corner) => Math.abs(placed(corner)[side]))))
  const scale = Math.min((width / 2 - inset) / reach(0), (height / 2 - inset) / reach(1))
  const drawn = (corner: Corner): readonly [x: number, y: number] => {
    const [east, north] = placed(corner)
    return [round(width / 2 + east * scale), round(height / 2 - north * scale)]
  }
  const kilometres = roundDown(width / 3 / scale)
  const dots = points.map(({ area, latitude, longitude, name }) => {
    const [x, y] = drawn([longitude, latitude])
    return html`<circle class="dot" cx="${x}" cy="${y}" r="5"><title>${
      area === undefined ? name : `${name}, ${area.name}`
    }</title></circle>`
  })
  const outlines = areas.map(({ name, rings }) => {
    const lines = rings.map((ring) => ring.map(drawn))
    const [xs, ys] = [lines.flat().map(([x]) => x), lines.flat().map(([, y]) => y)]
    const label = most(xs) - least(xs) > name.length * letterWidth
      ? html`<text class="area-name" x="${round(middle(xs))}" y="${round(middle(ys))}">${name}</text>`
      : ""
    const path = lines.map((line) => `M${line.map((corner) => corner.join(" ")).join("L")}Z`).join("")
    return html`<path class="area" fill-rule="evenodd" d="${path}"><title>${name}</title></path>${label}`
  })
  const bar = round(kilometres * scale)
  const lead = words.mapLead(numberOf(points.length, language))
  const degrees = (value: number): string => value.toLocaleString(language === "id" ? "id-ID" : "en-GB", { maximumFractionDigits: 6 })
  const columns = [
    ...columnsOf(areas.length === 0 ? [words.place] : [words.place, words.area]),
    { name: words.latitude, isNumber: true },
    { name: words.longitude, isNumber: true }
  ]
  return html`<h3>${words.map}</h3><figure class="series"><figcaption>${lead}</figcaption>
    <svg class="chart" viewBox="0 0 ${width} ${height + 24}" role="img" aria-label="${lead}"><rect class="frame" x="1" y="1" width="${
    width - 2
  }" height="${height - 2}"></rect><svg x="1" y="1" width="${width - 2}" height="${height - 2}" viewBox="1 1 ${width - 2} ${
    height - 2
  }">${outlines}</svg>${dots}<path class="rule" d="M10 ${height + 12}h${bar}"></path><text x="${bar + 18}" y="${height + 16}">${
    kilometres < 1 ? `${numberOf(Math.round(kilometres * 1000), language)} m` : `${numberOf(kilometres, language)} km`
  }</text></svg><details><summary>${words.mapTable}</summary>${
    recordTable(
      columns,
      points.map(({ area, latitude, longitude, name }) =>
        areas.length === 0 ? [name, degrees(latitude), degrees(longitude)] : [
          name,
          area?.name ?? "–",
          degrees(latitude),
          degrees(longitude)
        ]
      ),
      { label: words.mapTable, headed: true }
    )
  }</details></figure>`
}
