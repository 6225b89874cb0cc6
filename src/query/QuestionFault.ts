/** A question that cannot be answered: which parameter is wrong, where, what stands there and what was expected. */
import { Data } from "effect"

/** What may be expected, in the words of both languages. */
export const expectations = {
  column: ["the name of a column", "nama kolom"],
  operand: ["a column, a text in single quotes, a number, true or false", "kolom, teks dalam petik tunggal, angka, true, atau false"],
  comparison: [
    "=, !=, <, <=, >, >=, in, between, like or is",
    "=, !=, <, <=, >, >=, in, between, like, atau is"
  ],
  columnSide: ["a column on one side of the comparison", "kolom di salah satu sisi perbandingan"],
  literal: ["a text in single quotes, a number, true or false", "teks dalam petik tunggal, angka, true, atau false"],
  isNull: ["`is null` or `is not null` for what is not there", "`is null` atau `is not null` untuk nilai yang tidak ada"],
  text: ["a text in single quotes", "teks dalam petik tunggal"],
  shorterLoose: [
    "at most 64 characters between two % where _ is among them",
    "paling banyak 64 karakter di antara dua % bila ada _ di dalamnya"
  ],
  textEnd: ["the single quote that ends the text", "petik tunggal penutup teks"],
  nameEnd: ["the backquote that ends the name", "petik balik penutup nama"],
  step: ["the name of a member, or a place in a list, after the dot", "nama anggota, atau urutan dalam daftar, setelah titik"],
  sign: ["a word, a text, a number or a sign of the grammar", "kata, teks, angka, atau tanda tata bahasa"],
  number: ["a number as JSON has it", "angka seperti dalam JSON"],
  open: ["(", "("],
  close: [")", ")"],
  comma: [",", ","],
  listEnd: [", or )", ", atau )"],
  and: ["and", "and"],
  nullWord: ["null", "null"],
  inBetweenLike: ["in, between or like after not", "in, between, atau like setelah not"],
  conditionEnd: ["and, or, or the end", "and, or, atau akhir"],
  allEnd: ["the end, since * is all columns", "akhir, karena * berarti semua kolom"],
  itemEnd: ["a comma or the end", "koma atau akhir"],
  name: ["a name after as", "nama setelah as"],
  something: ["something that is asked", "sesuatu yang ditanyakan"],
  noFunction: ["a column: functions belong into $select, $having and $order", "kolom: fungsi hanya untuk $select, $having, dan $order"],
  functionColumn: ["the name of a column in the function", "nama kolom di dalam fungsi"],
  groups: ["$group, or a function in $select, to make groups", "$group, atau fungsi di $select, untuk membentuk kelompok"],
  groupColumn: ["a column of $group or a function", "kolom dari $group atau fungsi"],
  shallower: ["at most 32 brackets or `not` inside one another", "paling banyak 32 kurung atau `not` bertingkat"],
  fewerColumns: ["at most 64 columns in all", "paling banyak 64 kolom seluruhnya"],
  fewerLiterals: ["at most 500 values in all", "paling banyak 500 nilai seluruhnya"],
  fewerWords: ["at most 32 words", "paling banyak 32 kata"],
  shorter: ["at most 4096 characters", "paling banyak 4096 karakter"],
  otherName: ["another name: this one is there already", "nama lain: yang ini sudah dipakai"],
  encoding: ["percent-encoded UTF-8", "UTF-8 dengan pengodean persen"],
  once: ["each parameter once", "setiap parameter satu kali saja"],
  limit: ["a whole number from 0 to 50000", "bilangan bulat 0 sampai 50000"],
  offset: ["a whole number from 0 to 1000000000", "bilangan bulat 0 sampai 1000000000"],
  truth: ["true or false", "true atau false"],
  format: ["json, ndjson, csv, geojson or xlsx", "json, ndjson, csv, geojson, atau xlsx"],
  parameter: [
    "$select, $where, $group, $having, $order, $limit, $offset, $q, $count or $format",
    "$select, $where, $group, $having, $order, $limit, $offset, $q, $count, atau $format"
  ]
} as const satisfies Record<string, readonly [en: string, id: string]>
export type Expected = keyof typeof expectations

export class QuestionFault extends Data.TaggedError("QuestionFault")<{
  readonly parameter: string
  /** Character, from 1; 0 where all of it is wrong. */
  readonly at: number
  /** What stands there; empty at the end. */
  readonly found: string
  readonly expected: Expected
}> {}

/** What stands in an answer is short, and cannot end its quotation. */
const quoted = (text: string): string => `\`${text.slice(0, 40).replaceAll("`", "'").replace(/\p{C}/gu, "?")}\``

export const faultText = ({ at, expected, found, parameter }: QuestionFault): { readonly en: string; readonly id: string } => {
  const [en, id] = expectations[expected]
  const name = quoted(parameter)
  if (at === 0) return { en: `${name} is wrong: expected is ${en}.`, id: `${name} salah: yang diharapkan ${id}.` }
  return {
    en: `${name} is wrong at character ${at}: ${found === "" ? "it ends there" : `${quoted(found)} stands there`}, expected is ${en}.`,
    id: `${name} salah pada karakter ke-${at}: ${
      found === "" ? "teks berakhir di sana" : `di sana tertulis ${quoted(found)}`
    }, yang diharapkan ${id}.`
  }
}
