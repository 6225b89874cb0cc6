/**
 * Content negotiation (RFC 9110, section 12): which representation a caller gets, and in which content coding.
 *
 * The package `negotiator` refuses a range with a parameter that the representation lacks, and is several times slower;
 * this runs for every request. Such a range counts here, after one without it.
 */

/** The forms in which an agency's answer is kept and sent. */
export type Representation = "json" | "ndjson" | "csv"

/** Those and the forms in which rows that were asked for leave. */
export type WholeForm = Representation | "geojson" | "xlsx"

/** Those, and changes as they come. */
export type Form = WholeForm | "events"

/** Forms that any data has: not all has rows, columns or places. */
export const formsOfAny = ["json", "ndjson"] as const satisfies ReadonlyArray<Form>
const ofAny: ReadonlySet<Form> = new Set(formsOfAny)
/** Whether any data has this form; hot path. */
export const isOfAny = (form: Form): boolean => ofAny.has(form)

export const mediaTypes = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  geojson: "application/geo+json",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  events: "text/event-stream; charset=utf-8"
} as const satisfies Record<Form, string>

const ranges: Record<Form, ReadonlyArray<string>> = {
  json: ["application/json", "application/*", "*/*"],
  ndjson: ["application/x-ndjson", "application/*", "*/*"],
  csv: ["text/csv", "text/*", "*/*"],
  geojson: [mediaTypes.geojson],
  xlsx: [mediaTypes.xlsx],
  events: ["text/event-stream"]
}

/** Parameters that a representation has of its own. */
const ownParameters = new Set(["charset=utf-8", "header=present"])

/** What lies between separators; those within quotes are none. */
const between = { ",": /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g, ";": /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g } as const
const partsOf = (text: string, separator: keyof typeof between): ReadonlyArray<string> =>
  text.includes("\"") ? text.match(between[separator]) ?? [] : text.split(separator)

/** What a range with these parameters counts beside others of its name: more for what the representation has, less for what it lacks. */
const exactnessOf = (parameters: ReadonlyArray<string>, hasQuality: boolean): number =>
  parameters.length === (hasQuality ? 1 : 0)
    ? 1
    : parameters.every((parameter) => parameter.startsWith("q=") || ownParameters.has(parameter.replaceAll("\"", "")))
    ? 2
    : 0

/**
 * The items of a header of wishes (`Accept`, `Accept-Language` …), as range in lower case → weight. A weight that is
 * no number counts as 0.
 */
export const weights = (header: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  let exact: Map<string, number> | undefined
  for (const item of partsOf(header, ",")) {
    const [range = "", ...parameters] = partsOf(item, ";").map((part) => part.trim().toLowerCase())
    if (range === "") continue
    const quality = parameters.find((parameter) => parameter.startsWith("q="))
    const exactness = exactnessOf(parameters, quality !== undefined)
    if (found.has(range) && exactness <= (exact?.get(range) ?? 1)) continue
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    found.set(range, Number.isFinite(weight) ? Math.min(Math.max(weight, 0), 1) : 0)
    if (exactness !== 1 || exact?.has(range) === true) (exact ??= new Map()).set(range, exactness)
  }
  return found
}

/** How much a language is wanted in `Accept-Language`, by its own name or a region's; what is not named may be meant by `*`. */
export const weightOfLanguage = (header: string, language: string): number => {
  const wanted = weights(header)
  let weight: number | undefined
  for (const [range, given] of wanted) {
    if (range === language || range.startsWith(`${language}-`)) weight = Math.max(weight ?? 0, given)
  }
  return weight ?? wanted.get("*") ?? 0
}

/** The most wanted of the offered representations, or undefined where none is acceptable. The earlier offer wins a tie. */
export const negotiate = <R extends Form>(accept: string | undefined, offered: ReadonlyArray<R>): R | undefined => {
  if (accept === undefined || accept === "*/*" || accept === "application/json" || accept.trim() === "") return offered[0]
  const wanted = weights(accept)
  if (wanted.size === 0) return offered[0]
  let best: R | undefined
  let bestWeight = 0
  for (const representation of offered) {
    const range = ranges[representation].find((candidate) => wanted.has(candidate))
    const weight = range === undefined ? 0 : wanted.get(range) ?? 0
    if (weight > bestWeight) {
      best = representation
      bestWeight = weight
    }
  }
  return best
}

export type Coding = "br" | "gzip" | "identity"

/** The content coding to answer in: Brotli before gzip where both are as welcome. */
export const negotiateCoding = (acceptEncoding: string | undefined): Coding => {
  if (acceptEncoding === undefined || acceptEncoding === "identity") return "identity"
  const wanted = weights(acceptEncoding)
  const any = wanted.get("*") ?? 0
  const br = wanted.get("br") ?? any
  const gzip = wanted.get("gzip") ?? wanted.get("x-gzip") ?? any
  // Only a caller who says so would rather have none.
  const identity = wanted.get("identity") ?? 0
  if (br === 0 && gzip === 0 || identity > Math.max(br, gzip)) return "identity"
  return br >= gzip ? "br" : "gzip"
}

/** Whether JSON-LD is named, and not below JSON and HTML. */
export const prefersLinkedData = (accept: string | undefined): boolean => {
  if (accept === undefined || !/application\/ld\+json/i.test(accept)) return false
  const wanted = weights(accept)
  const linked = wanted.get("application/ld+json") ?? 0
  return linked > 0 && linked >= Math.max(wanted.get("application/json") ?? 0, wanted.get("text/html") ?? 0)
}

/** Whether a page is wanted rather than JSON: a browser ranks `text/html` first, programs do not name it. */
export const prefersHtml = (accept: string | undefined): boolean => {
  if (accept === undefined || !/text\/html/i.test(accept)) return false
  const wanted = weights(accept)
  const html = wanted.get("text/html") ?? 0
  return html > 0 && html >= (wanted.get("application/json") ?? 0)
}
