/**
 * A table as a workbook of Office Open XML (ECMA-376) with one sheet, written as it goes: what is written has left before the next rows
 * are. Texts are texts and never formulas; numbers of more than 15 digits are texts too, so that none is rounded.
 *
 * @example
 * const book = new Workbook((bytes) => out.add(bytes))
 * book.row(["nama", "jumlah"])
 * book.row(["Taman Bungkul", "12"]) // JSON lexemes: see `cellOf`
 * book.end()
 */
import { strToU8, Zip, ZipDeflate } from "fflate"

export type Cell = { readonly kind: "number" | "boolean" | "text"; readonly text: string } | undefined

const declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const packages = "http://schemas.openxmlformats.org/package/2006"
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"

const relationships = (type: string, target: string): string =>
  `<Relationships xmlns="${packages}/relationships">`
  + `<Relationship Id="rId1" Type="${documents}/${type}" Target="${target}"/></Relationships>`

const parts: ReadonlyArray<readonly [name: string, text: string]> = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${packages}/content-types">`
    + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    + `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>`
    + `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/></Types>`
  ],
  ["_rels/.rels", relationships("officeDocument", "xl/workbook.xml")],
  [
    "xl/workbook.xml",
    `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="data" sheetId="1" r:id="rId1"/></sheets></workbook>`
  ],
  ["xl/_rels/workbook.xml.rels", relationships("worksheet", "worksheets/sheet1.xml")]
]

/** What every part says of when it was written, so that the same rows are the same bytes, and one entity tag. */
const written = new Date(1980, 0, 1)

/** What a cell may hold. */
const longestText = 32_767
const mostColumns = 16_384

/** Characters that XML has none of are written as the format writes them; so is what looks like that. */
const escaped = (text: string): string =>
  text
    .replace(/_x[0-9A-Fa-f]{4}_/g, "_x005F$&")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, "0")}_`)
    .replace(/[&<>]/g, (one) => one === "&" ? "&amp;" : one === "<" ? "&lt;" : "&gt;")
    .replaceAll("\r", "&#13;")

const columnName = (index: number): string => {
  let name = ""
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) name = String.fromCharCode(65 + (left - 1) % 26) + name
  return name
}

const cellText = (cell: Cell, place: string): string => {
  if (cell === undefined) return ""
  if (cell.kind === "number") return `<c r="${place}"><v>${cell.text}</v></c>`
  if (cell.kind === "boolean") return `<c r="${place}" t="b"><v>${cell.text === "true" ? 1 : 0}</v></c>`
  const text = cell.text.length > longestText ? `${cell.text.slice(0, longestText - 1)}…` : cell.text
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.toWellFormed())}</t></is></c>`
}

/** A JSON value as a cell: nested ones as their JSON text, null as none. */
export const cellOf = (value: unknown, lexeme: string): Cell => {
  if (value === null || value === undefined) return undefined
  if (typeof value === "boolean") return { kind: "boolean", text: String(value) }
  if (typeof value === "string") return { kind: "text", text: value }
  if (typeof value !== "number") return { kind: "text", text: lexeme }
  const isExact = lexeme.replace(/[^0-9]/g, "").length <= 15 && Number.isFinite(value)
  return { kind: isExact ? "number" : "text", text: lexeme }
}

export class Workbook {
  readonly #zip: Zip
  readonly #sheet: ZipDeflate
  #rows = 0

  #part(name: string): ZipDeflate {
    const part = new ZipDeflate(name, { level: 3 })
    part.mtime = written
    this.#zip.add(part)
    return part
  }

  /** @param write is given bytes of its own */
  constructor(write: (bytes: Uint8Array) => void) {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error
      write(bytes)
    })
    for (const [name, text] of parts) this.#part(name).push(strToU8(declaration + text), true)
    this.#sheet = this.#part("xl/worksheets/sheet1.xml")
    this.#sheet.push(strToU8(`${declaration}<worksheet xmlns="${main}"><sheetData>`))
  }

  row(cells: ReadonlyArray<Cell>): void {
    const row = ++this.#rows
    const text = cells.slice(0, mostColumns).map((cell, index) => cellText(cell, `${columnName(index)}${row}`)).join("")
    this.#sheet.push(strToU8(`<row r="${row}">${text}</row>`))
  }

  end(): void {
    this.#sheet.push(strToU8("</sheetData></worksheet>"), true)
    this.#zip.end()
  }
}
