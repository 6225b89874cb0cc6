/**
 * Folds what people write instead of ASCII into ASCII, keeping every position: digits of other scripts, full-width
 * letters, odd spaces and dashes, invisible characters. A finding in the folded text is at the same place in the original.
 */
import { wordsIn } from "./keys/WordSet.ts"

/** Code units, in hexadecimal: `2000-200a` are eleven. */
const codesIn = (text: string): ReadonlyArray<number> =>
  wordsIn(text).flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map((code) => parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })

/** First code unit of each run of ten decimal digits in the Basic Multilingual Plane (Unicode category Nd). */
export const digitZeros = codesIn(`
  660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50
  1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10
`)

/** Stands for an invisible character; detectors read over it. */
const glue = "\u0001"

const folded = new Map<number, string>()
/** What stands for a code unit; undefined where it stays. */
export const foldedSign = (code: number): string | undefined => folded.get(code)
for (let code = 0xff01; code <= 0xff5e; code++) folded.set(code, String.fromCharCode(code - 0xfee0))
for (const zero of digitZeros) for (let digit = 0; digit < 10; digit++) folded.set(zero + digit, String(digit))
const signs = [
  [" ", "a0 1680 2000-200a 202f 205f 3000"],
  ["-", "2010-2015 2212 fe58 fe63"],
  [".", "b7 2022 2024 2027 3002"],
  ["@", "fe6b"],
  [glue, "ad 180e 200b-200f 202a-202e 2060-2064 2066-2069 feff"]
] as const
for (const [sign, codes] of signs) for (const code of codesIn(codes)) folded.set(code, sign)

const htmlSpace = `${glue.repeat(5)} `

/** The same for what addresses of the web write as `%20`, HTML as `&nbsp;`: the sign stands where its last character did. */
export const plainPercents = (text: string): string => {
  const spaced = text.includes("&nbsp;") ? text.replaceAll("&nbsp;", htmlSpace) : text
  return spaced.includes("%")
    ? spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => glue + glue + String.fromCharCode(parseInt(hex, 16)))
    : spaced
}

/** A sign as JSON, JavaScript and HTML write it inside a text, once or several times over. */
const escape = /(?<!\\)\\+(?:u00([0-7][\da-f])|(["'/ntr]))|&(?:amp;)*(?:(lt|gt|quot|apos)|#(?:0*(3[49]|6[02])|x0*(2[27]|3[ce])));/gi
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: "\"", apos: "'", n: "\n", t: "\t", r: "\r" }

/** What is escaped in a text as the sign itself, spaces around it; of the same length. */
export const unescaped = (text: string): string =>
  !/[\\&]/.test(text)
    ? text
    : text.replace(
      escape,
      (whole: string, code?: string, letter?: string, name?: string, decimal?: string, hex = code) => {
        const named = letter ?? name?.toLowerCase()
        const sign = named === undefined
          ? String.fromCharCode(hex === undefined ? Number(decimal) : parseInt(hex, 16))
          : entities[named] ?? named
        return sign === ">" || sign === "/" ? sign.padEnd(whole.length) : sign.padStart(whole.length)
      }
    )

/** With a line feed where CR alone ends a line; of the same length. */
export const inLines = (text: string): string => text.includes("\r") ? text.replace(/\r(?! ?\n)/g, "\n") : text

const mark = new RegExp(
  String
    .raw`<!--|-->|<!\[CDATA\[|\]\]>|</?(?:[bius]|p|a|em|br|hr|h[1-6]|li|[uod]l|dd|dt|tt|div|pre|su[bp]|big|del|ins|code|font|span|small|`
    + String.raw`strong|mark|center)(?![\w:.-])[^<>@%]{0,200}>|(?<![*_\p{L}\p{N}])(?:\*{1,2}|_{1,2})(?=\p{L})|`
    + String.raw`(?<=[\p{L}.:])(?:\*{1,2}|_{1,2})(?![*_\p{L}\p{N}])|\u0060+`,
  "giu"
)
const block = /^(?:<\/?(?:p|br|hr|h\d|li|dd|dt|div|pre)\b|<!--|-->)/i
const mayBeMarked = /[<*_\u0060]/

/** Spaces for what marks a text (tags, comments, signs of Markdown), a line's end first where one is meant; of the same length. */
export const withoutMarks = (text: string): string =>
  !mayBeMarked.test(text)
    ? text
    : text.replace(mark, (found) => (found.match(/\d/g)?.length ?? 0) > 6 ? found : (block.test(found) ? "\n" : " ").padEnd(found.length))

// oxlint-disable-next-line no-control-regex -- ASCII is a range of control characters and others
const ascii = /^[\0-\x7f]*$/

/** @returns text of the same length in code units */
export const plainText = (text: string): string => {
  if (ascii.test(text)) return text
  let plain = ""
  let copied = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    let replacement = folded.get(code)
    let width = 1
    if (code === 0xd835) {
      // Mathematical digits, U+1D7CE to U+1D7FF: five styles of ten.
      const low = text.charCodeAt(i + 1)
      if (low >= 0xdfce && low <= 0xdfff) {
        replacement = String((low - 0xdfce) % 10) + glue
        width = 2
      }
    }
    if (replacement === undefined) continue
    plain += text.slice(copied, i) + replacement
    i += width - 1
    copied = i + 1
  }
  return plain + text.slice(copied)
}
