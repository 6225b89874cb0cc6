/** Whom a word of a key means: somebody, an office, a place, a thing. Pure. */
import { classWords, kin, officers, openWords, organisations, places, subjects, things } from "./Words.ts"
import { wordSet } from "./WordSet.ts"

export type Whose = "subject" | "kin" | "officer" | "organisation" | "place" | "thing"

const agentExceptions = wordSet(`
  penyakit penyebab pemerintah perangkat penerbit penyedia pengembang peta pemda perumda perda perwal pergub perbup perkara peristiwa
  periode perihal persero petak pelat perak perahu persil permen pertamina petisi pendopo pesisir pesona persepsi perlu pensil
  pemilu pemkot pemkab persen peringkat pelaksana penyulang perusahaan permohonan
`)
/** `pelapor`, `pemilik`: who does something. With `-an` it is a thing or a place. */
const isAgent = (word: string): boolean =>
  /^pe[mnl][a-z]{4,}$/.test(word) && !word.endsWith("an") && !agentExceptions.has(word) && !openWords.has(word) && !classWords.has(word)

export const whoseOf = (word: string): Whose | undefined =>
  subjects.has(word) ? "subject" : kin.has(word) ? "kin" : officers.has(word) ? "officer" : organisations.has(word)
    ? "organisation"
    : places.has(word)
    ? "place"
    : things.has(word)
    ? "thing"
    : isAgent(word)
    ? "officer"
    : undefined

export const isPersons = (whose: Whose | undefined): boolean => whose === "subject" || whose === "kin" || whose === "officer"
