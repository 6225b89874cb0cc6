/** The form of what an agency tells about a dataset. */
import { Schema } from "effect"
import { charactersIn } from "../../domain/CharactersIn.ts"
import { isDay } from "../../domain/CityDays.ts"
import { changesOf, type DatasetAbout, frequencies, Frequency, longestFileLine, longestText } from "../../domain/DatasetAbout.ts"
import type { Dataset } from "../../domain/Endpoint.ts"
import { Topic, topicNames, topics } from "../../domain/Topic.ts"
import { datasetWords } from "../../pages/DatasetWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { type DatasetFormWords, datasetFormWords } from "../DatasetFormWords.ts"
import { button, choiceField, formStart, longestLine, MaybeLine, selectField, textField, type TextOptions } from "../Form.ts"
import type { FieldMessages } from "../FormFaults.ts"
import { masked } from "../FreeText.ts"
import type { Desk } from "./DeskFrame.ts"
import { whole } from "./FormNumbers.ts"

const mostChanges = 50

const changeLine = /^(\d{4}-\d{2}-\d{2})[\s:]+(\S.*)$/
const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").map((line) => line.trim()).filter((line) => line !== "")

/** Notes of one day are one. */
const notesOf = (text: string): Readonly<Record<string, string>> => {
  const notes: Record<string, string> = {}
  for (const line of linesOf(text)) {
    const [, day = "", note = ""] = changeLine.exec(line) ?? []
    notes[day] = notes[day] === undefined ? note : `${notes[day]}; ${note}`
  }
  return notes
}

const areChanges = (text: string): boolean => {
  const lines = linesOf(text)
  const isNote = ([day, note]: readonly [string, string]): boolean => isDay(day) && charactersIn(note) <= longestFileLine
  return lines.length <= mostChanges && lines.every((line) => changeLine.test(line)) && Object.entries(notesOf(text)).every(isNote)
}

/** As long as the file's, since it may be the file's own: see `linesTooLong`. */
const Shown = Schema.Trim.check(Schema.isMaxCodePoints(longestFileLine), Schema.isPattern(/^[^\p{Cc}\p{Cs}]*$/u))
const Line = Shown.pipe(masked)
const Paragraphs = Schema.Trim.check(Schema.isMaxCodePoints(longestText)).pipe(masked)
const Day = Schema.Trim.check(Schema.makeFilter((text) => text === "" || isDay(text)))
const Several = Schema.Union([Topic, Schema.Array(Topic)])

export const DatasetForm = Schema.Struct({
  seen: whole(0, Number.MAX_SAFE_INTEGER),
  judul_en: Line,
  keterangan: Paragraphs,
  keterangan_en: Paragraphs,
  topik: Schema.optionalKey(Several),
  kekerapan: Schema.Union([Schema.Literal(""), Frequency]),
  dari: Day,
  sampai: Day,
  wilayah: Line,
  sumber: Line,
  kontak: Line,
  surel: MaybeLine.check(Schema.isPattern(/^(?:[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+)?$/)),
  lisensi: Shown,
  ketentuan: Paragraphs,
  terbit: Day,
  catatan: Schema.Trim.check(Schema.makeFilter(areChanges)).pipe(masked)
}).check(Schema.makeFilter(({ dari, sampai }) => sampai !== "" && sampai < dari ? [{ path: ["sampai"], issue: "is before" }] : []))

const message = (key: keyof DatasetFormWords) => ({ id: datasetFormWords.id[key], en: datasetFormWords.en[key] })
const of = (key: keyof DatasetFormWords, ...fields: ReadonlyArray<string>): FieldMessages =>
  Object.fromEntries(fields.map((field) => [field, message(key)]))
export const datasetMessages: FieldMessages = {
  ...of("lineWrong", "judul_en", "wilayah", "sumber", "kontak", "lisensi"),
  ...of("textWrong", "keterangan", "keterangan_en", "ketentuan"),
  ...of("dateWrong", "dari", "terbit"),
  ...of("toWrong", "sampai"),
  ...of("emailWrong", "surel"),
  ...of("changesWrong", "catatan")
}

const orNull = (text: string): string | null => text === "" ? null : text.replaceAll("\r\n", "\n")

/** What of the form differs from what holds. */
export const datasetSettings = ({ about = {}, license, slug }: Dataset, form: typeof DatasetForm.Type): ReadonlyArray<Setting> => {
  const chosen = form.topik === undefined ? [] : typeof form.topik === "string" ? [form.topik] : form.topik
  const notes = notesOf(form.catatan)
  const wanted: Readonly<Record<keyof DatasetAbout, Setting["value"]>> = {
    titleEn: orNull(form.judul_en),
    description: orNull(form.keterangan),
    descriptionEn: orNull(form.keterangan_en),
    topics: chosen.length === 0 ? null : chosen,
    frequency: orNull(form.kekerapan),
    from: orNull(form.dari),
    to: orNull(form.sampai),
    coverage: orNull(form.wilayah),
    contact: orNull(form.kontak),
    email: orNull(form.surel),
    source: orNull(form.sumber),
    terms: orNull(form.ketentuan),
    published: orNull(form.terbit),
    changes: Object.keys(notes).length === 0 ? null : notes
  }
  const held: Readonly<Record<string, unknown>> = { ...about, changes: Object.fromEntries(changesOf(about)) }
  const isHeld = (key: string, value: Setting["value"]): boolean => {
    // Topics have no order.
    if (key === "topics") return JSON.stringify(chosen.toSorted()) === JSON.stringify([...about.topics ?? []].sort())
    const own = held[key] ?? null
    // A block of YAML ends with a line end, which no form sends back.
    if (key !== "changes") return JSON.stringify(value) === JSON.stringify(typeof own === "string" ? orNull(own.trim()) : own)
    const sorted = value === null ? {} : Object.fromEntries(changesOf({ changes: notes }))
    return JSON.stringify(sorted) === JSON.stringify(held[key])
  }
  return [
    ...Object.entries(wanted).flatMap(([key, value]): ReadonlyArray<Setting> =>
      isHeld(key, value) ? [] : [{ dataset: slug, at: ["about", key], value }]
    ),
    ...orNull(form.lisensi) === (license ?? null) ? [] : [{ dataset: slug, at: ["license"], value: orNull(form.lisensi) } as const]
  ]
}

const lineFields: Readonly<Record<string, string>> = {
  titleEn: "judul_en",
  coverage: "wilayah",
  source: "sumber",
  contact: "kontak",
  license: "lisensi"
}

/** The fields of lines that are changed and longer than a desk's may be; what the registry file says may stay as it is. */
export const linesTooLong = (settings: ReadonlyArray<Setting>): ReadonlyArray<string> =>
  settings.flatMap(({ at, value }) => {
    const field = lineFields[String(at.at(-1))]
    return field !== undefined && typeof value === "string" && value.length > longestLine ? [field] : []
  })

/** @param latest the change of this agency that the page has seen */
export const datasetForm = ({ agency, visit }: Desk, { about = {}, license, slug }: Dataset, latest: number): Html => {
  const labels = datasetWords[visit.language]
  const words = datasetFormWords[visit.language]
  const field = (name: string, label: string, value: string | undefined, more: Partial<TextOptions> = {}): Html =>
    textField(visit, { name, label, value: value ?? "", optional: true, ...more })
  const line = (name: string, label: string, value: string | undefined, more: Partial<TextOptions> = {}): Html =>
    field(name, label, value, { ...more, maxLength: Math.max(longestLine, value?.length ?? 0) })
  const paragraphs = { rows: 5, maxLength: longestText }
  const date = { type: "date" } as const
  return html`${formStart(visit, `/portal/opd/${agency.slug}/dataset/${slug}`)}<input type="hidden" name="seen" value="${latest}">${
    line("judul_en", words.titleEn, about.titleEn)
  }${field("keterangan", words.description, about.description, { ...paragraphs, hint: words.descriptionHint })}${
    field("keterangan_en", words.descriptionEn, about.descriptionEn, paragraphs)
  }${
    choiceField(visit, "checkbox", {
      name: "topik",
      label: labels.topics,
      choices: topics.map((topic) => ({ value: topic, label: topicNames[topic][visit.language] })),
      chosen: about.topics ?? []
    })
  }${
    selectField(visit, {
      name: "kekerapan",
      label: labels.frequency,
      choices: [{ value: "", label: words.frequencyNone }, ...frequencies.map((one) => ({ value: one, label: labels.frequencies[one] }))],
      chosen: [about.frequency ?? ""]
    })
  }${field("dari", words.from, about.from, date)}${field("sampai", words.to, about.to, { ...date, hint: words.toHint })}${
    line("wilayah", labels.coverage, about.coverage, { hint: words.coverageHint })
  }${line("sumber", labels.source, about.source, { hint: words.sourceHint })}${
    line("kontak", labels.contact, about.contact, { hint: words.contactHint })
  }${field("surel", words.email, about.email, { type: "email", maxLength: longestLine })}${
    line("lisensi", labels.license, license, { hint: words.licenseHint })
  }${field("ketentuan", labels.terms, about.terms, paragraphs)}${field("terbit", labels.published, about.published, date)}${
    field("catatan", labels.changes, changesOf(about).map(([day, note]) => `${day} ${note}`).join("\n"), {
      rows: 5,
      hint: words.changesHint
    })
  }${button(words.save)}</form>`
}
