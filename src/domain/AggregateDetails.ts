/** What is wrong with the body of an aggregate: each faulty field by its place, and what is allowed. */
import { maxEntries, strategies } from "./Aggregate.ts"
import type { Detail, DetailTable } from "./Detail.ts"

const anyOf = strategies.join(", ")

const allowed: Detail = {
  en: `Allowed: \`strategy\` is one of ${anyOf}; \`requests\` has 1 to ${maxEntries} entries of `
    + "{ alias, opd, dataset, path, query? }; an alias is 1 to 64 of A-Z a-z 0-9 _ - and unique.",
  id: `Yang diperbolehkan: \`strategy\` salah satu dari ${anyOf}; \`requests\` berisi 1 sampai ${maxEntries} entri `
    + "{ alias, opd, dataset, path, query? }; alias terdiri atas 1 sampai 64 karakter A-Z a-z 0-9 _ - dan tidak boleh sama."
}

const malformed = ({ en, id }: Detail): Detail => ({
  en: `The aggregate is malformed: ${en}. ${allowed.en}`,
  id: `Isi agregat salah: ${id}. ${allowed.id}`
})

const text: Detail = { en: "a text", id: "berupa teks" }

/** What has to stand at a place, by its last name; what is not here is an entry or a value of `query`. */
const wanted: Readonly<Record<string, Detail>> = {
  body: { en: "an object { strategy, requests }", id: "berupa objek { strategy, requests }" },
  strategy: { en: `one of ${anyOf}`, id: `salah satu dari ${anyOf}` },
  requests: { en: `a list of 1 to ${maxEntries} entries`, id: `berupa daftar 1 sampai ${maxEntries} entri` },
  alias: { en: "1 to 64 of A-Z a-z 0-9 _ -", id: "1 sampai 64 karakter A-Z a-z 0-9 _ -" },
  opd: text,
  dataset: text,
  path: text,
  query: { en: "an object of texts, numbers and booleans", id: "berupa objek berisi teks, angka, atau boolean" }
}
const entry: Detail = { en: "an object { alias, opd, dataset, path, query? }", id: "berupa objek { alias, opd, dataset, path, query? }" }
const value: Detail = { en: "a text, a number or a boolean", id: "berupa teks, angka, atau boolean" }

export interface AggregateFault {
  /** Names and numbers, from the body inwards. */
  readonly path: ReadonlyArray<PropertyKey>
  readonly isMissing: boolean
}

const pathOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (place, part) => typeof part === "number" ? `${place}[${part}]` : `${place}${place === "" ? "" : "."}${String(part).slice(0, 64)}`,
    ""
  )

const wantedAt = (path: ReadonlyArray<PropertyKey>): Detail => {
  const last = path.at(-1) ?? "body"
  if (typeof last === "number") return entry
  // `requests`, its number, `query`, the parameter's name.
  return path.length > 3 ? value : wanted[String(last)] ?? value
}

const told = ({ isMissing, path }: AggregateFault): Detail => {
  const place = `\`${pathOf(path) || "body"}\``
  const { en, id } = wantedAt(path)
  return isMissing
    ? { en: `${place}: is missing, and has to be ${en}`, id: `${place}: tidak ada, padahal harus ${id}` }
    : { en: `${place}: has to be ${en}`, id: `${place}: harus ${id}` }
}

export const aggregateDetails = {
  notJson: malformed({ en: "the body is not well-formed JSON", id: "isi permintaan bukan JSON yang benar bentuknya" }),
  faults: (faults: ReadonlyArray<AggregateFault>): Detail => {
    const all = faults.map(told)
    return malformed({ en: all.map(({ en }) => en).join("; "), id: all.map(({ id }) => id).join("; ") })
  },
  /** @param opd a word of our own addresses */
  noAgency: (at: number, opd: string): Detail =>
    malformed({
      en: `\`requests[${at}].opd\`: \`${opd}\` is no agency, and an aggregate holds data routes only`,
      id: `\`requests[${at}].opd\`: \`${opd}\` bukan perangkat daerah, dan agregat hanya memuat rute data`
    }),
  aliasTwice: (at: number, alias: string): Detail =>
    malformed({
      en: `\`requests[${at}].alias\`: \`${alias}\` is used twice`,
      id: `\`requests[${at}].alias\`: \`${alias}\` dipakai dua kali`
    })
} satisfies DetailTable
