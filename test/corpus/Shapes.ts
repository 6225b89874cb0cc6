/** The many ways in which people write the same key and the same number. */
import { pick } from "./Draw.ts"

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** snake, camel, Pascal, kebab, upper snake, words, dots, joined. */
export const keyShapes: ReadonlyArray<(words: ReadonlyArray<string>) => string> = [
  (words) => words.join("_"),
  (words) => words.map((word, i) => i === 0 ? word : capital(word)).join(""),
  (words) => words.map(capital).join(""),
  (words) => words.join("-"),
  (words) => words.join("_").toUpperCase(),
  (words) => words.map(capital).join(" "),
  (words) => words.join("."),
  (words) => words.map(capital).join("_"),
  (words) => words.join("")
]

const accents: Readonly<Record<string, string>> = { a: "á", e: "è", i: "í", o: "ö", u: "ü", n: "ñ" }
/** With a diacritic, or in full-width letters. */
export const strangeKey = (key: string): string =>
  pick([
    () => key.replace(/[aeioun]/, (letter) => accents[letter] ?? letter),
    () => key.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    () => key.normalize("NFD").replace(/[ei]/, "$&\u0301")
  ])()

const scripts = [0x0660, 0x06f0, 0x0966, 0xff10]
/** The digits of another script: Arabic-Indic, Persian, Devanagari, full-width. */
export const otherDigits = (value: string): string => {
  const zero = pick(scripts)
  return value.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
}

const cut = (value: string, lengths: ReadonlyArray<number>, between: string): string => {
  const parts: Array<string> = []
  let at = 0
  for (const length of lengths) parts.push(value.slice(at, at += length))
  if (at < value.length) parts.push(value.slice(at))
  return parts.filter((part) => part !== "").join(between)
}

const separators = [" ", "-", ".", "\u00a0", "\u2011", "\u2013"]

export const nikShapes: ReadonlyArray<(value: string) => string> = [
  (value) => value,
  (value) => cut(value, [4, 4, 4, 4], pick(separators)),
  (value) => cut(value, [6, 6, 4], pick(separators)),
  (value) => cut(value, [2, 2, 2, 6, 4], "."),
  (value) => cut(value, [2, 2, 2, 2, 2, 2, 4], pick([" ", "-", "."])),
  (value) => cut(value, Array.from({ length: 16 }, () => 1), " "),
  otherDigits,
  (value) => otherDigits(cut(value, [4, 4, 4, 4], "-")),
  (value) => cut(value, [8, 8], "\u200b"),
  (value) => ` ${value} `,
  (value) => `${value}.`,
  (value) => `'${value}`
]

export const npwpShapes: ReadonlyArray<(value: string) => string> = [
  (value) => value,
  (value) => `0${value}`,
  (value) => `${cut(value.slice(0, 9), [2, 3, 3, 1], ".")}-${cut(value.slice(9), [3, 3], ".")}`,
  (value) => cut(value, [2, 3, 3, 1, 3, 3], " "),
  (value) => otherDigits(`${cut(value.slice(0, 9), [2, 3, 3, 1], ".")}-${cut(value.slice(9), [3, 3], ".")}`)
]

export const phoneShapes: ReadonlyArray<(value: string) => string> = [
  (value) => value,
  (value) => `+62${value.slice(1)}`,
  (value) => `62${value.slice(1)}`,
  (value) => `+62 ${cut(value.slice(1), [3, 4, 4], "-")}`,
  (value) => `+62-${cut(value.slice(1), [3, 4, 4], "-")}`,
  (value) => `(+62) ${cut(value.slice(1), [3, 4, 4], " ")}`,
  (value) => `62 ${cut(value.slice(1), [3, 4, 4], " ")}`,
  (value) => `62-${cut(value.slice(1), [3, 4, 4], "-")}`,
  (value) => `+62 (0) ${cut(value.slice(1), [3, 4, 4], " ")}`,
  (value) => cut(value, [4, 4, 4], "-"),
  (value) => cut(value, [4, 4, 4], " "),
  (value) => cut(value, [4, 4, 4], "."),
  (value) => cut(value, [4, 3, 3], " "),
  (value) => cut(value, [4, 4, 4], "\u2013"),
  otherDigits,
  (value) => otherDigits(cut(value, [4, 4, 4], "-")),
  (value) => `0062${value.slice(1)}`
]

export const emailShapes: ReadonlyArray<(value: string) => string> = [
  (value) => value,
  (value) => value.toUpperCase(),
  (value) => value.replace("@", "+dinas@"),
  (value) => value.replace(/@.*/, "@contoh.co.id"),
  (value) => value.replace(/@.*/, "@münchen.example"),
  (value) => value.replace("@", "＠"),
  (value) => value.replace(/@.*/, "@subdomain.dinas.kota.go.id")
]

export const cardShapes: ReadonlyArray<(value: string) => string> = [
  (value) => value,
  (value) => value.length === 15 ? cut(value, [4, 6, 5], " ") : cut(value, [4, 4, 4, 4], " "),
  (value) => value.length === 15 ? cut(value, [4, 6, 5], "-") : cut(value, [4, 4, 4, 4], "-")
]

export const plateShapes: ReadonlyArray<(value: string) => string> = [
  (value) => value,
  (value) => value.replaceAll(" ", ""),
  (value) => value.replaceAll(" ", "-")
]
