/**
 * Names at a place of a line that is theirs: who sits on a committee, who sends in the export of a chat, who is invited by a
 * calendar, who is asked for in the path of an address of the web, whose paper a file is called after.
 */
import { isKnownWord } from "../keys/KeyWords.ts"
import { officers, subjects } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"
import { looksLikePerson } from "../PersonName.ts"
import { shownEncodedName } from "../ShownForm.ts"
import { isNoName, isTelephone } from "../verdict/Values.ts"
import type { Found } from "./Found.ts"

/** `1. Drs. H. Andi Baso, M.Si. - Ketua`, `a. Basri - anggota` */
const listed = /^[ \t]*(?:\d{1,2}|[a-z])[.)][ \t]+(\p{Lu}[\p{L}'’., ]{2,70}?)[ \t]*[-–—:][ \t]*(\p{L}{3,20})/dgmu
/** `12/03/24 09.11 - Bidan Yusnidar: sudah`, `[12/03/24, 09:11:02] Melda: ya` */
const sent = /^(?:\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}[.:]\d{2}(?:[.:]\d{2})?\]?(?: -)?|\[\d{1,2}[.:]\d{2}\]) ([^:\n]{2,50}?): /dgmu
/** `ATTENDEE;CN="Palaguna, Andi";PARTSTAT=DECLINED:mailto:…` */
const invited = /;CN="?([^";:\r\n]{3,80})(?="?[;:])/dg
/** `GET /v1/cek/Ratna%20Dewi` */
const asked = /\/(\p{Lu}[\p{L}'.]{2,30}(?:(?:%20|\+)\p{Lu}[\p{L}'.]{1,30}){1,4})(?=[/?#\s]|$)/dgu

const ending = /\.(?:pdf|jpe?g|png|docx?)$/i
const longestFile = 200
const between = /[\s_+-]+|(?:%20)+/g
/** What is somebody's own, or says whose it is. */
const papers = wordSet("ktp ektp kk ijazah akta akte paspor npwp rapor transkrip pasfoto swafoto selfie ttd skck")
const whose = wordSet("an almarhum almarhumah alm nama")
const isPart = (word: string): boolean => /^\p{L}{3,}$/u.test(word) && !isKnownWord(word.toLowerCase())
/** `SK_CPNS_an_Nurhaliza_Daulay.pdf`, `ktp_hendrikus_lobo.jpg`: up to four words behind what says whose it is, two of them at least. */
const inFile = (text: string): ReadonlyArray<Found> => {
  // Only the end is looked at, whatever the text is.
  const end = ending.exec(text.slice(-5))
  if (end === null) return []
  const begin = Math.max(text.lastIndexOf("/"), text.lastIndexOf("\n"), text.length - longestFile) + 1
  const name = text.slice(begin, text.length - end[0].length)
  const words: Array<{ readonly word: string; readonly at: number }> = []
  let at = 0
  for (const match of [...name.matchAll(between), { 0: "", index: name.length }]) {
    words.push({ word: name.slice(at, match.index), at })
    at = match.index + match[0].length
  }
  // `/ktp/hendrikus_lobo.jpg`
  let isPaper = papers.has(/([a-z]+)\/$/i.exec(text.slice(0, begin))?.[1]?.toLowerCase() ?? "")
  for (const [index, { word, at: start }] of words.entries()) {
    const small = word.toLowerCase()
    if (whose.has(small) || papers.has(small)) isPaper = true
    else if (isPaper && isPart(word)) {
      let last = index
      while (last - index < 3 && last + 1 < words.length && isPart(words[last + 1]!.word)) last++
      if (last === index) continue
      return [{ start: begin + start, end: begin + words[last]!.at + words[last]!.word.length, personalData: "name" }]
    }
  }
  return []
}

const places = (text: string, pattern: RegExp, isName: (name: string, role: string) => boolean): ReadonlyArray<Found> =>
  Array.from(text.matchAll(pattern)).flatMap(({ 1: name = "", 2: role = "", indices }): ReadonlyArray<Found> => {
    const [start, end] = indices![1]!
    return isName(name, role.toLowerCase()) ? [{ start, end, personalData: "name" }] : []
  })

export const namesOnLines = (text: string): ReadonlyArray<Found> => [
  ...inFile(text),
  ...text.includes("\n") ? places(text, listed, (name, role) => (officers.has(role) || subjects.has(role)) && !isNoName(name)) : [],
  ...text.includes(": ") ? places(text, sent, (name) => !isNoName(name) && !isTelephone(name)) : [],
  ...text.includes("CN=") ? places(text, invited, (name) => !isNoName(name) && !name.includes("@")) : [],
  ...places(text, asked, (name) => looksLikePerson(name.replace(/%20|\+/g, " "))).map(({ end, start }): Found => ({
    start,
    end,
    personalData: "name",
    shown: shownEncodedName(text.slice(start, end))
  }))
]
