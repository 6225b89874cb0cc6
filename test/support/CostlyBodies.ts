/** Bodies that cost the most to be read for personal data, by what is costly about them. */

/** So many characters of a piece again and again. */
const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** As many items as fill so many bytes. */
const listOf = (item: (n: number) => string, bytes: number): string => {
  const items: Array<string> = []
  for (let n = 0, length = 2; length < bytes; n++) {
    const text = item(n)
    items.push(text)
    length += text.length + 1
  }
  return items.join(",")
}

/** A word that has no digit, different for each number. */
const word = (n: number): string => n.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!)

const depth = 480

export const costlyBodies: Readonly<Record<string, (bytes: number) => string>> = {
  "values that wait in 480 objects": (bytes) =>
    `${"{\"agama\":".repeat(depth)}[${listOf(() => "\"Lama\"", bytes - 12 * depth)}]${"}".repeat(depth)}`,
  "one text of digits": (bytes) => `{"teks":"${filled("1 2 3 4 5 ", bytes)}"}`,
  "rows of texts of digits": (bytes) => `[${listOf(() => `{"teks":"${filled("1 2 3 4 5 ", 1_000)}"}`, bytes)}]`,
  "keys that are all different": (bytes) => `[{${listOf((n) => `"${word(n)}":1`, bytes)}}]`,
  "texts of addresses": (bytes) => `[${listOf(() => `"${filled("a@b.c nik=1&08 ", 3_000)}"`, bytes)}]`,
  "JSON inside texts": (bytes) => `[${listOf(() => JSON.stringify(JSON.stringify([filled("0 8 1 2 ", 3_000)])), bytes)}]`
}
