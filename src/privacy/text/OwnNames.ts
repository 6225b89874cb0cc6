/**
 * The names of a row where they come again in its own texts, whole or in part: `Sdr. Budi hadir` beside `Budi Santoso`.
 *
 * Several words of a name together are found in whatever case, one alone where it is written with a capital and is
 * neither short nor a word of its own, nor called so is a street, a place or an office.
 */
import { isKnownWord } from "../keys/KeyWords.ts"
import { wordSet } from "../keys/WordSet.ts"
import type { Found } from "./Found.ts"
import { degrees, noNames, placeCues, titles } from "./NameWords.ts"

/** Names that are words, too. */
const common = wordSet(`
  islam kristen hindu buddha jaya utama putra putri muda baru indah sari mulia merdeka bintang bulan surya cahaya harapan abadi makmur
  sejahtera sentosa karya bakti setia mekar asri lestari agung raya timur barat utara selatan tengah jawa sunda batak bugis
`)
const before = wordSet("di ke dari")
const word = /\p{L}[\p{L}\p{M}\p{N}'’*-]*/gu
const ends = /[^\p{L}\p{M}\p{N}'’*-]+/u
const shortest = 4
const longestName = 80
/** What stands between the words of one name. */
const between = /^[\s.,]{0,3}$/

const isCommon = (part: string): boolean => common.has(part) || noNames.has(part) || isKnownWord(part)

/** The words of the names that stand somewhere in a text of small letters. */
const partsIn = (text: string, names: ReadonlyArray<string>): ReadonlySet<string> => {
  const parts = new Set<string>()
  for (const name of names) {
    if (name.length > longestName || name.includes("*")) continue
    for (const part of name.toLowerCase().split(ends)) {
      if (part !== "" && text.includes(part) && !titles.has(part) && !degrees.has(part)) parts.add(part)
    }
  }
  return parts
}

/** `ktp_budi_santoso.pdf`, each place as it was. */
const withSpaces = (text: string): string => /\s/.test(text) ? text : text.replace(/[_+-]/g, " ").replaceAll("%20", "   ")

/** @param names of the row the text stands in */
export const ownNamesIn = (given: string, names: ReadonlyArray<string>): ReadonlyArray<Found> => {
  const text = withSpaces(given)
  const found: Array<Found> = []
  const parts = partsIn(text.toLowerCase(), names)
  if (parts.size === 0) return found
  let last = ""
  let run: { from: number; to: number; words: number; cued: boolean; tells: boolean } | undefined
  const close = (): void => {
    if (run !== undefined && !run.cued && run.tells) found.push({ start: run.from, end: run.to, personalData: "name" })
    run = undefined
  }
  for (const { 0: written, index } of text.matchAll(word)) {
    const part = written.toLowerCase()
    if (run !== undefined && !(parts.has(part) && between.test(text.slice(run.to, index)))) close()
    if (parts.has(part)) {
      const tells = part.length >= shortest && written !== part && !isCommon(part)
      run = run === undefined
        ? { from: index, to: index + part.length, words: 1, cued: placeCues.has(last) && !before.has(last), tells }
        : { ...run, to: index + part.length, words: run.words + 1, tells: run.tells || tells || part.length > 1 }
    }
    last = part
  }
  close()
  return found
}
