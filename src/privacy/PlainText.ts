/**
 * Folds what people write instead of ASCII into ASCII, keeping every position: digits of other scripts, full-width
 * letters, odd spaces and dashes, invisible characters. A finding in the folded text is at the same place in the original.
 */

/** First code unit of each run of ten decimal digits in the Basic Multilingual Plane (Unicode category Nd). */
export const digitZeros: ReadonlyArray<number> = [
  0x0660,
  0x06f0,
  0x07c0,
  0x0966,
  0x09e6,
  0x0a66,
  0x0ae6,
  0x0b66,
  0x0be6,
  0x0c66,
  0x0ce6,
  0x0d66,
  0x0de6,
  0x0e50,
  0x0ed0,
  0x0f20,
  0x1040,
  0x1090,
  0x17e0,
  0x1810,
  0x1946,
  0x19d0,
  0x1a80,
  0x1a90,
  0x1b50,
  0x1bb0,
  0x1c40,
  0x1c50,
  0xa620,
  0xa8d0,
  0xa900,
  0xa9d0,
  0xa9f0,
  0xaa50,
  0xabf0,
  0xff10
]

/** Stands for an invisible character; detectors read over it. */
const glue = "\u0001"

const folded = new Map<number, string>()
/** What stands for a code unit; undefined where it stays. */
export const foldedSign = (code: number): string | undefined => folded.get(code)
for (let code = 0xff01; code <= 0xff5e; code++) folded.set(code, String.fromCharCode(code - 0xfee0))
for (const zero of digitZeros) for (let digit = 0; digit < 10; digit++) folded.set(zero + digit, String(digit))
for (
  const code of [
    0x00a0,
    0x1680,
    0x2000,
    0x2001,
    0x2002,
    0x2003,
    0x2004,
    0x2005,
    0x2006,
    0x2007,
    0x2008,
    0x2009,
    0x200a,
    0x202f,
    0x205f,
    0x3000
  ]
) folded.set(code, " ")
for (const code of [0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xfe58, 0xfe63]) folded.set(code, "-")
for (const code of [0x00b7, 0x2022, 0x2024, 0x2027, 0x3002]) folded.set(code, ".")
for (
  const code of [
    0x00ad,
    0x180e,
    0x200b,
    0x200c,
    0x200d,
    0x200e,
    0x200f,
    0x202a,
    0x202b,
    0x202c,
    0x202d,
    0x202e,
    0x2060,
    0x2061,
    0x2062,
    0x2063,
    0x2064,
    0x2066,
    0x2067,
    0x2068,
    0x2069,
    0xfeff
  ]
) folded.set(code, glue)
folded.set(0xfe6b, "@")

const htmlSpace = `${glue.repeat(5)} `

/** The same for what addresses of the web write as `%20`, HTML as `&nbsp;`: the sign stands where its last character did. */
export const plainPercents = (text: string): string => {
  const spaced = text.includes("&nbsp;") ? text.replaceAll("&nbsp;", htmlSpace) : text
  return spaced.includes("%")
    ? spaced.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => glue + glue + String.fromCharCode(parseInt(hex, 16)))
    : spaced
}

/** A sign as JSON, JavaScript and HTML write it inside a text, once or several times over. */
const escape = /\\+(?:u00([0-7][\da-f])|(["'/ntr]))|&(?:amp;)*(?:(lt|gt|quot|apos)|#(?:0*(3[49]|6[02])|x0*(2[27]|3[ce])));/gi
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

const mark = new RegExp(
  String
    .raw`<!--|-->|<!\[CDATA\[|\]\]>|</?(?:[bius]|p|a|em|br|hr|h[1-6]|li|[uod]l|dd|dt|tt|div|pre|su[bp]|big|del|ins|code|font|span|small|`
    + String.raw`strong|mark|center)\b[^<>@%]{0,200}>|(?<![*_\p{L}\p{N}])(?:\*{1,2}|_{1,2})(?=\p{L})|`
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
