/** Finds vehicle plates and passport numbers in a text by their shape: capitals, digits, capitals. */
import type { Finding } from "./Finding.ts"
import { show } from "./ShownForm.ts"

/** Registration areas of the Indonesian police. */
const areas = new Set(
  ("A AA AB AD AE AG B BA BB BD BE BG BH BK BL BM BN BP CC CD D DA DB DC DD DE DG DH DK DL DM DN DP DR DS DT DW E EA EB ED F G H K KB KH KT KU L M N P PA PB PG PS PT PY R S T W Z").split(" ")
)
/** Words that follow a number in an address. */
const notSuffixes = new Set(["RT", "RW", "NO", "KM", "KEC", "KEL", "LT", "BLOK", "WIB", "WIT", "HA", "KG", "CC", "MM", "CM", "KK", "TH"])

const plate = /(?<![A-Za-z0-9*])([A-Z]{1,2})[ -]?(\d{1,4})[ -]?([A-Z]{1,3})(?![A-Za-z0-9*])/g
const passport = /(?<![A-Za-z0-9*_/-])[ABCEX]\d{7}(?![A-Za-z0-9*_/-])/g

/** @param text folded by `plainText` */
export const platesInText = (text: string): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  for (const match of text.matchAll(plate)) {
    const [whole, area = "", number = "", suffix = ""] = match
    // In a sentence a short number or a single letter is too little to go by.
    const enough = number.length >= 3 && suffix.length >= 2 || whole.length === text.trim().length && whole.length >= 6
    if (!enough || !areas.has(area) || notSuffixes.has(suffix) || number.startsWith("0")) continue
    found.push({ start: match.index, end: match.index + whole.length, personalData: "plate", shown: show("plate", whole) })
  }
  for (const match of text.matchAll(passport)) {
    found.push({ start: match.index, end: match.index + match[0].length, personalData: "passport", shown: show("passport", match[0]) })
  }
  return found
}
