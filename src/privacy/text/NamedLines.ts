/**
 * Names at a place of a line that is theirs: who sits on a committee, who sends in the export of a chat, who is invited by a
 * calendar, who is asked for in the path of an address of the web.
 */
import { officers, subjects } from "../keys/Words.ts"
import { looksLikePerson } from "../PersonName.ts"
import { shownEncodedName } from "../ShownForm.ts"
import { isNoName, isTelephone } from "../verdict/Values.ts"
import type { Found } from "./Found.ts"

/** `1. Drs. H. Andi Baso, M.Si. - Ketua`, `a. Basri - anggota` */
const listed = /^[ \t]*(?:\d{1,2}|[a-z])[.)][ \t]+(\p{Lu}[\p{L}'’., ]{2,70}?)[ \t]*[-–—:][ \t]*(\p{L}{3,20})/dgmu
/** `12/03/24 09.11 - Bidan Yusnidar: sudah`, `[12/03/24, 09:11:02] Melda: ya` */
const sent = /^\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}[.:]\d{2}(?:[.:]\d{2})?\]?(?: -)? ([^:\n]{2,50}?): /dgmu
/** `ATTENDEE;CN="Palaguna, Andi";PARTSTAT=DECLINED:mailto:…` */
const invited = /;CN="?([^";:\r\n]{3,80})(?="?[;:])/dg
/** `GET /v1/cek/Ratna%20Dewi` */
const asked = /\/(\p{Lu}[\p{L}'.]{2,30}(?:(?:%20|\+)\p{Lu}[\p{L}'.]{1,30}){1,4})(?=[/?#\s]|$)/dgu

const places = (text: string, pattern: RegExp, isName: (name: string, role: string) => boolean): ReadonlyArray<Found> =>
  Array.from(text.matchAll(pattern)).flatMap(({ 1: name = "", 2: role = "", indices }): ReadonlyArray<Found> => {
    const [start, end] = indices![1]!
    return isName(name, role.toLowerCase()) ? [{ start, end, personalData: "name" }] : []
  })

export const namesOnLines = (text: string): ReadonlyArray<Found> => [
  ...text.includes("\n") ? places(text, listed, (name, role) => (officers.has(role) || subjects.has(role)) && !isNoName(name)) : [],
  ...places(text, sent, (name) => !isNoName(name) && !isTelephone(name)),
  ...text.includes("CN=") ? places(text, invited, (name) => !isNoName(name) && !name.includes("@")) : [],
  ...places(text, asked, (name) => looksLikePerson(name.replace(/%20|\+/g, " "))).map(({ end, start }): Found => ({
    start,
    end,
    personalData: "name",
    shown: shownEncodedName(text.slice(start, end))
  }))
]
