/** Every detail that an error may have: in both languages, by the same facts, and nothing of it is taken for personal data. */
import { describe, expect, it } from "vitest"
import { accessDetails } from "../../src/domain/AccessDetails.ts"
import { addressDetails } from "../../src/domain/AddressDetails.ts"
import { agencyDetails } from "../../src/domain/AgencyDetails.ts"
import { aggregateDetails } from "../../src/domain/AggregateDetails.ts"
import { type Detail, detailLanguage } from "../../src/domain/Detail.ts"
import { doorDetails } from "../../src/domain/DoorDetails.ts"
import { questionDetails } from "../../src/domain/QuestionDetails.ts"
import { siteDetails } from "../../src/domain/SiteDetails.ts"
import { maskText } from "../../src/privacy/Masker.ts"

const all = {
  access: accessDetails,
  address: addressDetails,
  agency: agencyDetails,
  aggregate: aggregateDetails,
  door: doorDetails,
  question: questionDetails,
  site: siteDetails
}

type Made<T> = {
  readonly [K in keyof T as T[K] extends Detail ? never : K]: T[K] extends (...facts: infer F) => Detail ? Readonly<F> : never
}

/** Facts for each that is made of some: the compiler misses whichever is not here. */
const facts: { readonly [T in keyof typeof all]: Made<(typeof all)[T]> } = {
  access: {
    tokenSpent: [120, 17],
    applicationSpent: ["peta-kota", 600, 9],
    tooManyAtOnce: [32],
    scopeMissing: ["dlh-taman-get"],
    linkage: [3, [["pasien", "bansos"], ["a", "b"]], ["birth date", "area"]]
  },
  address: { parameterEncoding: ["kecamatan"], parameterText: ["kecamatan"] },
  agency: { refusedSaying: ["page > 100"] },
  aggregate: {
    faults: [[{ path: ["strategy"], isMissing: true }, { path: ["requests", 4, "query", "page"], isMissing: false }]],
    noAgency: [2, "preset"],
    aliasTwice: [7, "taman"]
  },
  door: {
    answers: ["GET, HEAD, OPTIONS"],
    tooManyHeaders: [100],
    headersTooLong: [16_384],
    available: ["application/json, text/csv"],
    bodyTooLarge: [65_536],
    bodyType: ["application/json"],
    rehearsal: ["500", ["429", "503"]]
  },
  question: { masked: ["nama", "$where"], pseudonym: ["nama", "$order"] },
  site: {
    notRegistered: ["dlh/taman/nope"],
    noPreset: ["nope"],
    mustBe: ["health", ["up", "degraded", "down"]],
    noFilter: ["nope", ["opd", "dataset"]],
    filterTwice: ["opd", ["opd", "dataset"]],
    filterAlone: ["dataset", "opd", ["opd", "path"]],
    noFormat: ["nope", ["openapi-3.1", "dcat-3"]],
    noAgency: ["nope", ["dlh", "dinkes"]],
    noDataset: ["nope", "dlh", ["taman"]],
    noRoute: ["nope", "dlh/taman", ["", ":id"]],
    nothingManaged: [["/metrics", "/health/live"]]
  }
}

const isDetail = (value: unknown): value is Detail => typeof value === "object" && value !== null && "en" in value

/** By name, each as it would be told. */
const told: ReadonlyArray<readonly [string, Detail]> = Object.entries(all).flatMap(([area, table]) =>
  Object.entries(table).map(([name, made]): readonly [string, Detail] => {
    if (isDetail(made)) return [`${area}.${name}`, made]
    const given: unknown = Reflect.get(Reflect.get(facts, area), name)
    const detail: unknown = Reflect.apply(made, undefined, Array.isArray(given) ? given : [])
    if (!isDetail(detail)) throw new Error(`${area}.${name} is no detail`)
    return [`${area}.${name}`, detail]
  })
)

/** Words of the one language that the other has not. */
const english = /\b(?:the|is|are|was|of|to|and|or|not|no|with|this|that|has|have|there|must|an?)\b/i
const indonesian = /\b(?:yang|tidak|dari|dan|atau|dengan|harus|sudah|untuk|bukan|ada|perangkat|gerbang|permintaan)\b/i
/** What is quoted is nobody's language. */
const prose = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|\{[^}]*\}|[A-Za-z]-[A-Za-z] a-z 0-9 _ -|[\w+.-]+\/[\w+./*-]*|\/[\w/.-]+/g, "")

describe("details", () => {
  it("there are many, and all are told apart", () => {
    expect(told.length).toBeGreaterThan(90)
    for (const language of ["en", "id"] as const) expect(new Set(told.map(([, detail]) => detail[language])).size).toBe(told.length)
  })

  it.each(told)("%s is in each language, and in that alone", (_name, { en, id }) => {
    expect(id).not.toBe(en)
    expect(prose(en)).not.toMatch(indonesian)
    expect(prose(id)).not.toMatch(english)
  })

  it.each(told)("%s has the same facts in both: what is quoted, and the numbers", (_name, { en, id }) => {
    const factsOf = (text: string) => [...text.matchAll(/`[^`]+`|\d+|\/v4\/[a-z]+|text\/csv/g)].map(([fact]) => fact).sort()
    expect(factsOf(id)).toEqual(factsOf(en))
  })

  it.each(told)("%s passes masking as it is", (_name, { en, id }) => {
    expect(maskText(en).text).toBe(en)
    expect(maskText(id).text).toBe(id)
  })
})

describe("the language of a detail", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["en", "en"],
    ["id", "id"],
    ["ID-id", "id"],
    ["id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7", "id"],
    ["en-US,en;q=0.9,id;q=0.8", "en"],
    ["id, en", "en"],
    ["id;q=0", "en"],
    ["id;q=0.1", "id"],
    ["jv, id;q=0.8, en;q=0.5", "id"],
    ["en;q=0, *", "id"],
    ["id;q=0.5, *", "en"],
    ["idx, de", "en"],
    ["id;q=x", "en"]
  ])("of %s is %s", (header, language) => {
    expect(detailLanguage(header)).toBe(language)
  })
})
