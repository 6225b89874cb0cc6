/**
 * Finds personal data by the names of XML elements, of their attributes, of the rows of an HTML table, and of the
 * columns of a CSV text.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import type { Finding } from "./Finding.ts"
import { fits, hasLetter } from "./KeyFit.ts"
import { type KeyMeaning, meaningOfKey } from "./KeyMeaning.ts"
import { isKeyWord, wordsOf } from "./KeyWords.ts"
import { looksLikePerson } from "./PersonName.ts"
import { show } from "./ShownForm.ts"

const element = /<(?:[a-z][\w-]{0,30}:)?([a-z][\w.-]{0,63})(?:\s[^<>]{0,200})?>([^<>]{1,200})<\//gi
const attribute = /[\s"'](?:[a-z][\w-]{0,30}:)?([a-z][\w.-]{0,63})=(["'])([^"'<>]{1,200})\2/gi
/** `<td>Nama Lengkap :</td><td>Budi</td>` */
const row = /<t[dh](?:\s[^<>]{0,200})?>([^<>]{1,64})<\/t[dh]>\s{0,9}<td(?:\s[^<>]{0,200})?>([^<>]{1,200})<\//gi

const classOf = ({ openRole, personalData, plainName, role }: KeyMeaning, value: string): PersonalDataClass | undefined => {
  if (personalData !== undefined) return fits(personalData, value) ? personalData : undefined
  return (plainName || role || openRole) && looksLikePerson(value) ? "name" : undefined
}

const find = (meaning: KeyMeaning, value: string, start: number, found: Array<Finding>): void => {
  const personalData = classOf(meaning, value)
  if (personalData === undefined) return
  const shown = show(personalData, value)
  if (shown !== value) found.push({ start, end: start + value.length, personalData, shown })
}

/** @param text folded by `plainText` */
export const markupInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const { 0: whole, 1: name = "", 2: value = "", index } of text.matchAll(element)) {
    find(meaningOfKey(name), value, index + whole.length - 2 - value.length, found)
  }
  for (const { 0: whole, 1: name = "", 3: value = "", index } of text.matchAll(attribute)) {
    find(meaningOfKey(name), value, index + whole.length - 1 - value.length, found)
  }
  for (const { 0: whole, 1: name = "", 2: value = "", index } of text.matchAll(row)) {
    find(meaningOfKey(name), value, index + whole.length - 2 - value.length, found)
  }
  return found
}

const maxHeader = 2_000
const cell = /"([^"\n]{0,2000})"|([^,;\t|\n"]{0,2000})/y
const unquoted = (name: string): string => name.replaceAll("\"", "").trim()

/** The columns, where the first line is nothing but names of fields. */
const columnsOf = (header: string): { readonly separator: string; readonly columns: ReadonlyArray<KeyMeaning> } | undefined => {
  const separator = ["\t", ";", ",", "|"].find((candidate) => header.includes(candidate))
  if (separator === undefined) return undefined
  const names = header.split(separator).map(unquoted)
  if (!names.every((name) => name.length <= 64 && hasLetter(name) && wordsOf(name).every(isKeyWord))) return undefined
  const columns = names.map(meaningOfKey)
  return columns.some(({ personalData }) => personalData !== undefined) ? { separator, columns } : undefined
}

const tableIn = (text: string) => {
  const begin = text.search(/\S/)
  const lineEnd = text.indexOf("\n", begin)
  if (lineEnd < 0 || lineEnd - begin > maxHeader) return undefined
  const table = columnsOf(text.slice(begin, lineEnd).replace(/\r$/, ""))
  return table === undefined ? undefined : { ...table, lineEnd }
}

/** Whether the first line names columns, and one of them holds personal data. */
export const namesPersonalColumns = (text: string): boolean => tableIn(text) !== undefined

/** @param text folded by `plainText` */
export const csvInText = (text: string): ReadonlyArray<Finding> => {
  const table = tableIn(text)
  if (table === undefined) return []
  const { lineEnd } = table
  const found: Array<Finding> = []
  let column = 0
  for (let at = lineEnd + 1; at <= text.length; at++) {
    cell.lastIndex = at
    const { 0: whole, 1: quoted, 2: bare = "" } = cell.exec(text) ?? [""]
    const value = quoted ?? bare.replace(/\r$/, "")
    const meaning = table.columns[column]
    if (meaning !== undefined) find(meaning, value, quoted === undefined ? at : at + 1, found)
    at += whole.length
    // What is no cell of this table is passed over.
    while (at < text.length && text[at] !== table.separator && text[at] !== "\n") at++
    column = text[at] === "\n" ? 0 : column + 1
  }
  return found
}
