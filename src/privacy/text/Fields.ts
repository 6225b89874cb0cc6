/**
 * Fields that a text holds: elements of XML, cells of CSV, parameters of an address of the web, lines of `key: value`.
 * They are judged as the members of a row would be.
 */
import { spend } from "../Effort.ts"
import { kernelAt } from "../Kernels.ts"
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isKnownWord, rawWords } from "../keys/KeyWords.ts"
import { wordSet } from "../keys/WordSet.ts"
import { plainPercents, withoutMarks } from "../PlainText.ts"
import { show, shownEncodedName } from "../ShownForm.ts"
import { checkedCode } from "../verdict/Checked.ts"
import { headless } from "../verdict/Headless.ts"
import { judge } from "../verdict/Judge.ts"
import { classOf, type VerdictClass } from "../verdict/NodeByte.ts"
import { emptyRow, type Member, rowOf } from "../verdict/Row.ts"
import { isKeyLike, isKnownLabel, says } from "../verdict/Shapes.ts"
import { isDate, isNoName } from "../verdict/Values.ts"
import type { Found } from "./Found.ts"

interface Field {
  readonly key: string
  readonly start: number
  readonly end: number
}

const maxFields = 4_096

const fieldsOf = (text: string, pattern: RegExp): ReadonlyArray<Field> => {
  const found: Array<Field> = []
  for (const match of text.matchAll(pattern)) {
    if (found.length === maxFields) break
    const [, key = "", value = ""] = match
    const [from, to] = match.indices![2]!
    const start = from + value.length - value.trimStart().length
    const end = to - value.length + value.trimEnd().length
    // Of XML the local name counts, whatever its prefix.
    if (end > start) found.push({ key: key.replace(/^.*:(?=.)/, ""), start, end })
  }
  return found
}

/** Digits of `%20` are none of a number. */
const shownEncoded = (name: VerdictClass, value: string): string =>
  name === "name" ? shownEncodedName(value) : show(name, name === "email" ? value : plainPercents(value))

/** Fields that stand together, judged as one row. */
const judged = (text: string, fields: ReadonlyArray<Field>, kind: "row" | "query" | "prose" | "log" = "row"): ReadonlyArray<Found> => {
  if (fields.length === 0) return []
  spend(10 * fields.length)
  const byKey = new Map<string, Array<Field>>()
  for (const field of fields) {
    const found = byKey.get(field.key)
    if (found === undefined) byKey.set(field.key, [field])
    else found.push(field)
  }
  const members = [...byKey].map(([key, found]): Member => ({
    key,
    meaning: meaningOfKey(key),
    values: found.slice(0, 50).map(({ end, start }) => text.slice(start, end))
  }))
  const isProse = kind === "prose"
  const found = rowOf(members, emptyRow)
  const row = isProse && found.person === 0 && !found.isThing ? { ...found, person: 1 as const } : found
  return members.flatMap((member) => {
    const key = member.key.toLowerCase()
    if (kind === "query" && member.meaning.role || kind === "log" && ofLogs.has(key) || kind !== "row" && ofRequests.has(key)) return []
    const verdict = judge(member, row)
    const name = verdict.class
    if (name === "unknown" && kind !== "row" || name === "open" || name === "public" || name === "number") return []
    if (isProse && !inProse.has(name)) return []
    return byKey.get(member.key)!.flatMap(({ end, start }): ReadonlyArray<Found> => {
      const value = text.slice(start, end)
      if (verdict.check && classOf(checkedCode(name, value, row, member.meaning)) === undefined) return []
      if (kind === "query") return [{ start, end, personalData: name, shown: shownEncoded(name, value) }]
      if (isProse && name === "secret") return [{ start, end: start + /^.[^,\s]*/s.exec(value)![0].length, personalData: name }]
      if (!isProse || name !== "name") return [{ start, end, personalData: name }]
      const length = /\p{Ll}/u.test(value) ? kernelAt(0).nameLength(value) : value.length
      return length === 0 ? [] : [{ start, end: start + length, personalData: name }]
    })
  })
}

/** What a program says of itself, where a form means something else. */
const ofLogs = wordSet("agent ttl")
/** Of lines of a request what opens is found by its own form (`Credentials.ts`). */
const ofRequests = wordSet("authorization cookie")

/** Numbers in prose are found by their form and the word before them. */
const inProse: ReadonlySet<VerdictClass> = new Set<VerdictClass>([
  "name",
  "address",
  "birth-date",
  "sex",
  "religion",
  "marital-status",
  "nationality",
  "health",
  "secret",
  "criminal",
  "finance"
])

const element = /<([\p{L}_][\p{L}\p{N}_.:-]{0,60})(?:\s[^<>]{0,400})?>([^<>]{1,2000})<\//dgu
const attribute = /\s(?!xmlns[:=])([\p{L}_][\p{L}\p{N}_.:-]{0,60})\s?=\s?["']((?<=")[^"<>]{1,1000}(?=")|(?<=')[^'<>]{1,1000}(?='))/dgu
const labelled = /<[\p{L}_][\w:.-]{0,60}\s[^<>]{0,200}?["']([\p{L} ._-]{3,40})["'][^<>]{0,200}>([^<>]{1,2000})<\//dgu
const parameter = /(?:^|[?&;])([\p{L}_][\p{L}\p{N}_.%-]{0,60})=([^&#\s"'<>]{1,500})/dgu
/** `user=melkianus ip=180.248.12.77` */
const logged = /(?<=^|[\s;,])([\p{L}_][\w.-]{0,40})=([^\s"'=&?;,]{1,200})(?=[\s;,]|$)/dgu
const loggedKey = /(?<![\w.-])[a-z_][\w.-]{0,40}(?==[^\s"'=&?;,])/gi
/** Python's as well: `{u'nama': u'Budi', 'umur': 5}`. */
const quoted =
  /["']([\p{L}_][\p{L}\p{N}_ .-]{0,60})["']\s{0,12}[:=]>?\s{0,12}(?:[ub]?["'](?=[^"']{1,500}["']))?((?<=["'])[^"']+|\d[\d.]*)/dgu
/** `Person(nama='Budi')` */
const unquoted = /(?<!xmlns:|[\p{L}\p{N}_.-])([\p{L}_][\p{L}\p{N}_]{0,60})\s{0,3}[:=]\s{0,3}["']([^"']{1,500})["']/dgu
/** As PHP writes an array. */
const serialised = /\bs:\d{1,4}:"([\p{L}_][\p{L}\p{N}_ .-]{0,60})";s:\d{1,4}:"([^"]{1,500})"/dgu
/** A line, or a part of one, that says what it is before a colon; `line 3:` says where. */
const labels = "NIK|No(?:mor|\\.)?|Nama|Alamat|Tempat|Tgl|Tanggal|TTL|Umur|Usia|Pekerjaan|Agama|HP|Telp|Telepon|Status|Jenis|Keperluan"
  + "|RT|Kewarganegaraan|Kel|Kec|Desa"
const label = String.raw`(?:${labels})\b[\p{L} ./]{0,25}?`
const noLabel = String.raw`https?:|mailto:|tel:|[^:=\n\r]{0,30}\b(?:[Ll]ine|[Bb]aris) \d{1,6}[ \t]*:`
const line = new RegExp(
  String.raw`(?:^|[\n\r;|,(]|\. )[ \t*•-]{0,24}(?!${noLabel})(\p{L}[\p{L}\p{N} ./'_-]{1,40}?)[ \t]{0,20}[:=][ \t]{0,24}`
    + String.raw`([^\n\r;|<>]{1,300}?)(?=$|[\n\r;|<>]|, ?\p{L}[\p{L} ./_-]{1,30}[ \t]{0,4}[:=]|(?<=[\p{Ll}\d]{3})\. | +${label}[ \t]?:)`,
  "dgu"
)

/** A letter without line ends: `… ini: Nama : Suparti NIK : 3273… Alamat : Jl. Mawar`. */
const letter = new RegExp(
  String.raw`(?:^|[\s:;,.])(${label})[ \t]?:[ \t]?([^\n\r:;|<>]{2,150}?)(?=$|[\n\r;|]|[.,]? +${label}[ \t]?:)`,
  "dgu"
)

const delimiters = [";", "\t", "|", ","] as const
/** The line before all others that tells a spreadsheet what parts the cells. */
const separator = /^\P{L}{0,2}sep= *([^\p{L}\p{N}\s]|\t)"?[ \r]*\n/iu

/** Lines of cells under a first line. */
const tableOf = (
  text: string
): { readonly keys: ReadonlyArray<string>; readonly cells: ReadonlyArray<Field>; readonly isNamed: boolean } | undefined => {
  const [told = "", declared] = separator.exec(text) ?? []
  const end = text.indexOf("\n", told.length)
  if (end < told.length + 3 || end > told.length + 2_000) return undefined
  const head = text.slice(told.length, end).replace(/\r$/, "")
  const delimiter = declared ?? delimiters.find((candidate) => head.split(candidate).length > 2) ??
    delimiters.find((candidate) => head.split(candidate).length === 2)
  if (delimiter === undefined) return undefined
  // `Alamat, telepon dan lainnya` is a sentence.
  if (delimiter === "," && /^[^,]+, \p{Ll}+(?: \p{L}+){2,}$/u.test(head)) return undefined
  const keys = head.split(delimiter).map((key) => key.trim().replace(/^"|"$/g, ""))
  if (keys.some((key) => key === "" || key.length > 50 || /\d{5}|@|:/.test(key)) || new Set(keys).size < keys.length) return undefined
  const meanings = keys.map(meaningOfKey)
  const isNamed =
    meanings.filter(({ class: name, counts, name: named, open, role }) =>
          name !== undefined || named !== undefined || role || open || counts
        ).length * 2 >= keys.length
  const fields: Array<Field> = []
  let start = end + 1
  let isQuoted = false
  let column = 0
  for (let i = start; i <= text.length && fields.length < maxFields * 8; i++) {
    const char = text[i]
    if (char === "\"") isQuoted = !isQuoted
    if (i < text.length && (isQuoted || char !== delimiter && char !== "\n")) continue
    let [from, to] = [start, i]
    while (to > from && /[\s"]/.test(text[to - 1]!)) to--
    while (from < to && /[\s"]/.test(text[from]!)) from++
    if (to > from && keys[column] !== undefined) fields.push({ key: keys[column]!, start: from, end: to })
    column = char === "\n" ? 0 : column + 1
    start = i + 1
  }
  return { keys, cells: fields, isNamed }
}

/** Lines of cells under a first line of names. */
const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<Field>> => {
  const table = tableOf(text)
  return table?.isNamed === true ? [table.cells] : []
}

/** What stands in lines of cells whose first line names nothing: columns are called by what their values are. */
export const columnsIn = (text: string): ReadonlyArray<Found> => {
  const table = text.includes("\n") ? tableOf(text) : undefined
  if (table === undefined || table.isNamed) return []
  const lines: Array<Map<string, string>> = []
  for (const { end, key, start } of table.cells) {
    if (lines.at(-1)?.has(key) !== false) lines.push(new Map())
    lines.at(-1)!.set(key, text.slice(start, end))
  }
  if (lines.length < 2) return []
  const heads = headless(lines.slice(0, 50).map((cells) => table.keys.map((key) => cells.get(key) ?? "")))
  return heads === undefined
    ? []
    : judged(text, table.cells.map(({ end, key, start }) => ({ key: heads[table.keys.indexOf(key)]!, start, end })))
}

/** HL7 version 2: what tells of the patient, the next of kin, who pays. */
const hl7 = /(?:^|[\r\n])(?:PID|NK1|GT1|IN1|PD1|MRG)\|/g
const hl7In = (text: string): ReadonlyArray<Found> => {
  if (!text.startsWith("MSH|")) return []
  return Array.from(text.matchAll(hl7)).flatMap(({ 0: head, index }) => {
    const stop = text.slice(index + 1).search(/[\r\n]/)
    const end = stop < 0 ? text.length : index + 1 + stop
    const found: Array<Found> = []
    let start = index + head.length
    for (const part of text.slice(start, end).split(/[|^~&]/)) {
      if (/[\p{L}\p{N}]{2}/u.test(part)) found.push({ start, end: start + part.length, personalData: "unknown" })
      start += part.length + 1
    }
    return found
  })
}

const tableRow = /<tr\b[^>]{0,200}>/gi
const tableCell = /<t[dh]\b[^>]{0,200}>([^<>]{0,1000})(?=<)/dgi

/** A table of HTML: a line of names over the others, or a name at the left of each. */
const tableIn = (text: string): ReadonlyArray<Found> => {
  const starts = Array.from(text.matchAll(tableRow), ({ 0: tag, index }) => index + tag.length).slice(0, 500)
  const rows = starts.map((start, i) =>
    Array.from(text.slice(start, Math.min(starts[i + 1] ?? text.length, start + 8_000)).matchAll(tableCell)).map((
      { 1: cell = "", indices }
    ): Field => ({
      key: cell.trim(),
      start: start + indices![1]![0],
      end: start + indices![1]![1]
    }))
  )
  const [head = []] = rows
  if (rows.length === 0) return []
  const isNamed = (cells: ReadonlyArray<Field>): boolean => cells.every(({ key }) => key === "" || isKeyLike(key))
  const isPaired = head.length === 3 && head[1]!.key === ":" || head.length === 2 && !isNamed(head)
  const fields = isPaired
    ? rows.flatMap((cells) => cells.length > 1 ? [{ ...cells[cells.length - 1]!, key: cells[0]!.key }] : [])
    : rows.slice(1).flatMap((cells) =>
      cells.flatMap((cell, at) => head[at] === undefined || head[at].key === "" ? [] : [{ ...cell, key: head[at].key }])
    )
  return judged(text, fields.filter(({ end, start }) => text.slice(start, end).trim() !== ""))
}

const isName = /^\p{Lu}[\p{L}'’.,-]+(?: \p{Lu}[\p{L}'’.,-]*| bin| binti){0,5}$/u

/** A line of cells without names that holds a NIK: `1|Suparti|3273…|Jl. Mawar 3`. */
const partsIn = (text: string): ReadonlyArray<Found> => {
  if (!/(?<!\d)\d{16}(?!\d)/.test(text) || text.length > 2_000) return []
  return text.split("\n").reduce<{ readonly at: number; readonly found: ReadonlyArray<Found> }>(({ at, found }, whole) => {
    const delimiter = ["|", ";", "\t", "#", " / ", ","].find((candidate) => whole.split(candidate).length > 2)
    const next = { at: at + whole.length + 1, found }
    if (delimiter === undefined) return next
    let start = at
    const more: Array<Found> = []
    for (const part of whole.split(delimiter)) {
      const from = start + part.length - part.trimStart().length
      const bare = part.trim()
      if (isName.test(bare) && !isNoName(bare) && !rawWords(bare).some(isKnownWord)) {
        more.push({ start: from, end: from + bare.length, personalData: "name" })
      } else if (/^(?:jl|jln|jalan|gg|gang|dusun|dsn|kp|perum)\b/i.test(bare)) {
        more.push({ start: from, end: from + bare.length, personalData: "address" })
      } else if (isDate(bare)) more.push({ start: from, end: from + bare.length, personalData: "birth-date" })
      start += part.length + delimiter.length
    }
    return { ...next, found: [...found, ...more] }
  }, { at: 0, found: [] }).found
}

/** Elements and attributes of XML; `<e n="Nama Ayah">Budi</e>` is called as its label says. */
const elementsIn = (text: string): ReadonlyArray<Field> => {
  const named = fieldsOf(text, labelled).filter(({ key }) => isKnownLabel(key))
  const starts = new Set(named.map(({ start }) => start))
  const isNamed = ({ end, start }: Field): boolean => starts.size > 0 && (starts.has(start) || isKnownLabel(text.slice(start, end)))
  return [...[...fieldsOf(text, element), ...fieldsOf(text, attribute)].filter((field) => !isNamed(field)), ...named]
}

/** Whether the first line names columns of personal data. */
export const namesColumns = (text: string): boolean =>
  cellsOf(text).some((fields) => judged(text, fields).length > 0) || columnsIn(text).length > 0

export const fieldsIn = (marked: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const text = withoutMarks(marked)
  if (text.includes("|") && text.startsWith("MSH")) return hl7In(text)
  if (/<t[dh]\b/i.test(text)) return tableIn(text)
  if (text.includes("</") || text.includes("/>")) found.push(...judged(text, elementsIn(text)))
  if (text.includes("=") && /[?&]/.test(text)) found.push(...judged(text, fieldsOf(text, parameter), "query"))
  const entries = text.includes("=") ? text.match(loggedKey) ?? [] : []
  if (entries.length > 1 && entries.some((key) => !ofRequests.has(key.toLowerCase()) && says(meaningOfKey(key)))) {
    found.push(...judged(text, fieldsOf(text, logged), "log"))
  }
  if (text.includes("\n")) { for (const fields of cellsOf(text)) found.push(...judged(text, fields)) }
  if (text.includes("\";s:")) found.push(...judged(text, fieldsOf(text, serialised)))
  if (/["']\s{0,3}[:=]/.test(text)) found.push(...judged(text, fieldsOf(text, quoted)))
  if (found.length === 0 && /[:=]\s{0,3}["']/.test(text)) found.push(...judged(text, fieldsOf(text, unquoted)))
  if (found.length === 0 && /[:=]/.test(text)) found.push(...judged(text, fieldsOf(text, line), "prose"))
  if (found.length === 0 && (text.match(/ ?: ?/g)?.length ?? 0) > 2) found.push(...judged(text, fieldsOf(text, letter), "prose"))
  if (found.length === 0) found.push(...partsIn(text))
  return found
}
