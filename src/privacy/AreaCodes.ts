/**
 * Provinces, regencies and cities as the first four digits of a NIK name them: codes of the Ministry of Home Affairs,
 * taken from `idn-area-data` 4.0.1 (Open Database License 1.0), which carries the ministry's list of 2025.
 * test/privacy/Tables.test.ts compares them with that package.
 *
 * Whoever got a NIK before a province was divided keeps the old code: those of East Kalimantan, South Sulawesi, Papua
 * and West Papua are here too.
 */

/** Province, then its regencies and cities. */
const current = "11:1-18,71-75;12:1-25,71-78;13:1-12,71-77;14:1-10,71-72;15:1-9,71-72;16:1-13,71-74;17:1-9,71;18:1-13,71-72;19:1-6,71;"
  + "21:1-5,71-72;31:1,71-75;32:1-18,71-79;33:1-29,71-76;34:1-4,71;35:1-29,71-79;36:1-4,71-74;51:1-8,71;52:1-8,71-72;"
  + "53:1-21,71;61:1-12,71-72;62:1-13,71;63:1-11,71-72;64:1-3,7-9,11,71-72,74;"
  + "65:1-4,71;71:1-11,71-74;72:1-12,71;73:1-18,22,24,26,71-73;74:1-15,71-72;75:1-5,71;"
  + "76:1-6;81:1-9,71-72;82:1-8,71-72;91:3,5-6,10-11,15,19-20,71;92:2-3,6-8,11-12;93:1-4;94:1-8;95:1-8;96:1-5,71"

/** Codes that a division took out of use. */
const former = "64:4-6,10,73;73:19-21,23,25;91:1-2,4,7-9,12-14,16-18,21-28;92:1,4-5,9-10,71"

/** One bit for each of ten thousand codes. */
const bits = new Uint8Array(1250)

const add = (table: string): void => {
  for (const entry of table.split(";")) {
    const [province = "", ranges = ""] = entry.split(":")
    for (const range of ranges.split(",")) {
      const [first = 0, last = first] = range.split("-").map(Number)
      for (let regency = first; regency <= last; regency++) {
        const code = Number(province) * 100 + regency
        bits[code >> 3]! |= 1 << (code & 7)
      }
    }
  }
}
add(current)
add(former)

/** @param code four digits as a number, 3273 for the city of Bandung */
export const isRegency = (code: number): boolean => ((bits[code >> 3] ?? 0) >> (code & 7) & 1) === 1
