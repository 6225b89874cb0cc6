/** Finds vehicle plates and passport numbers in a text by their shape: capitals, digits, capitals. */
import type { Finding } from "./Finding.ts"
import { show } from "./ShownForm.ts"

/** Registration areas of the Indonesian police. */
const areas = new Set(
  ("A AA AB AD AE AG B BA BB BD BE BG BH BK BL BM BN BP CC CD D DA DB DC DD DE DG DH DK DL DM DN DP DR DS DT DW E EA EB ED F G H K "
    + "KB KH KT KU L M N P PA PB PG PS PT PY R S T W Z")
    .split(" ")
)
/** Words that follow a number in an address. */
const notSuffixes = new Set(["RT", "RW", "NO", "KM", "KEC", "KEL", "LT", "BLOK", "WIB", "WIT", "HA", "KG", "CC", "MM", "CM", "KK", "TH"])

/** `DN 300 MM`, `P 120 CM`: diameter, height, length, width. */
const dimension = /^(?:DN?|[HLPTW]) ?\d{1,3} ?[CM]M$/

const plate = /(?<![A-Za-z0-9*])([A-Z]{1,2})[ -]?(\d{1,4})[ -]?([A-Z]{1,3})(?![A-Za-z0-9*])/g
const label = /pol|plat|tnkb/i
/** After such a word capitals and lengths do not matter. */
const labelled = new RegExp(
  String.raw`(?<![a-z])(?:nopol|no\.? ?pol(?:isi)?|(?:ber)?nomor polisi|plat(?: nomor)?|tnkb)`
    + String.raw`[ .:=#]{1,3}([a-z]{1,2}[ .-]?\d{1,4}[ .-]?[a-z]{1,3})(?![a-z0-9*])`,
  "gi"
)
/** In lower case only where there is nothing else. */
const wholeLower = /^\s{0,9}(([a-z]{1,2})[ -]?[1-9]\d{2,3}[ -]?([a-z]{2,3}))\s{0,9}$/
const passport = /(?<![A-Za-z0-9*_/-])[ABCEX]\d{7}(?![A-Za-z0-9*_/-])/g

/** After its name a space may stand in a passport's number. */
const labelledPassport = /(?<![a-z])(?:paspor|passport)[^a-z0-9]{1,4}(?:(?:no|nomor|number)[^a-z0-9]{1,4})?([a-z] \d{6,8})(?![a-z0-9*])/gi

/** @param text folded by `plainText` */
export const platesInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const match of text.matchAll(plate)) {
    const [whole, area = "", number = "", suffix = ""] = match
    // In a sentence a short number or a single letter is too little to go by.
    const alone = whole.length === text.trim().length
    const enough = number.length >= 3 && suffix.length >= 2 || alone && whole.length >= 6 && (number.length > 2 || suffix.length >= 2)
    if (!enough || !areas.has(area) || !alone && notSuffixes.has(suffix) || number.startsWith("0") || dimension.test(whole)) continue
    found.push({ start: match.index, end: match.index + whole.length, personalData: "plate", shown: show("plate", whole) })
  }
  const lower = text.length <= 30 ? wholeLower.exec(text) : null
  if (lower !== null && areas.has(lower[2]!.toUpperCase()) && !notSuffixes.has(lower[3]!.toUpperCase())) {
    const start = lower[0].indexOf(lower[1]!)
    found.push({ start, end: start + lower[1]!.length, personalData: "plate", shown: show("plate", lower[1]!) })
  }
  if (label.test(text)) {
    for (const { 0: whole, 1: number = "", index } of text.matchAll(labelled)) {
      const start = index + whole.length - number.length
      found.push({ start, end: start + number.length, personalData: "plate", shown: show("plate", number) })
    }
  }
  for (const match of text.matchAll(passport)) {
    found.push({ start: match.index, end: match.index + match[0].length, personalData: "passport", shown: show("passport", match[0]) })
  }
  if (/pas/i.test(text)) {
    for (const { 0: whole, 1: number = "", index } of text.matchAll(labelledPassport)) {
      const start = index + whole.length - number.length
      found.push({ start, end: start + number.length, personalData: "passport", shown: show("passport", number) })
    }
  }
  return found
}
