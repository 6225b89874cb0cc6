/** Finds the items and members of a JSON text that is known to be well-formed, by its brackets and quotation marks. */

export const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const skipSpace = (data: Uint8Array, at: number): number => {
  let i = at
  while (i < data.length && isSpace(data[i])) i++
  return i
}

/** After the string whose opening quotation mark is at `at`. */
const afterString = (data: Uint8Array, at: number): number => {
  let i = at + 1
  while (i < data.length && data[i] !== 0x22) i += data[i] === 0x5c ? 2 : 1
  return i + 1
}

/** After the value that begins at `at`. */
const afterValue = (data: Uint8Array, at: number): number => {
  let depth = 0
  let i = at
  do {
    const byte = data[i]
    if (byte === 0x22) {
      i = afterString(data, i)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (depth === 0) {
      while (i < data.length && data[i] !== 0x2c && data[i] !== 0x5d && data[i] !== 0x7d && !isSpace(data[i])) i++
      return i
    }
    i++
  } while (depth > 0 && i < data.length)
  return i
}

/** Calls back for each item of the list, or member of the object, that begins at `at`. */
export const eachPart = (
  data: Uint8Array,
  at: number,
  visit: (start: number, end: number, keyStart: number, keyEnd: number) => void
): void => {
  const isObject = data[at] === 0x7b
  let i = skipSpace(data, at + 1)
  while (i < data.length && data[i] !== 0x5d && data[i] !== 0x7d) {
    let keyStart = -1
    let keyEnd = -1
    if (isObject) {
      keyStart = i
      keyEnd = afterString(data, i)
      i = skipSpace(data, skipSpace(data, keyEnd) + 1)
    }
    const end = afterValue(data, i)
    visit(i, end, keyStart, keyEnd)
    i = skipSpace(data, end)
    if (data[i] === 0x2c) i = skipSpace(data, i + 1)
  }
}

export const text = (data: Uint8Array, start: number, end: number): string =>
  Buffer.from(data.buffer, data.byteOffset + start, end - start).toString()
