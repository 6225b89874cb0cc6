/** The form by which an agency says what its fields mean: one line of text for each field of the dictionary. */
import { Schema } from "effect"
import { hash } from "node:crypto"
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { FieldDictionary } from "../../domain/FieldDictionary.ts"
import { type Html, html } from "../../pages/Html.ts"
import { banner, button, type FormFields, formStart, MaybeLine, sentInRow } from "../Form.ts"
import { freeText } from "../FreeText.ts"
import { descriptionWords } from "./DescriptionWords.ts"
import type { Desk } from "./DeskFrame.ts"
import { formAddress } from "./EndpointAddress.ts"

const decodeLine = Schema.decodeUnknownOption(MaybeLine)

const pathField = (index: number): string => `kolom-${index}`
const textField = (index: number): string => `keterangan-${index}`
const heldField = (index: number): string => `semula-${index}`
/** What a text was when the page was made: of one that is sent as it was nothing is wanted, whatever others made of it since. */
const markOf = (text: string): string => hash("sha256", text, "base64url").slice(0, 10)

/** By path, what of a form differs from what is there; undefined where a text is no line. */
export const describedBy = (fields: FieldDictionary, sent: FormFields): ReadonlyMap<string, string> | undefined => {
  const known = new Map(fields.map(({ description = "", path }) => [path, description]))
  const texts = new Map<string, string>()
  for (const index of fields.keys()) {
    const path = sent[pathField(index)]
    const held = typeof path === "string" ? known.get(path) : undefined
    if (typeof path !== "string" || held === undefined) continue
    const line = decodeLine(sent[textField(index)])
    if (line._tag === "None") return undefined
    // Everybody reads it.
    const text = freeText(line.value)
    if (text !== held && markOf(text) !== sent[heldField(index)]) texts.set(path, text)
  }
  return texts
}

/** What holds the rows of an answer, or a row's fields, and has no meaning of its own. */
const isEnclosing = ({ path }: FieldDictionary[number], fields: FieldDictionary): boolean =>
  (path === "data" || path === "data[]") && fields.some((other) => other.path !== path && other.path.startsWith(path))

/** As it stands in a row, without what encloses every field. */
const nameOf = (path: string): string => path.replace(/^data(?:\[\])?\.(?=.)/, "")

export const descriptionForm = ({ visit }: Desk, endpoint: Endpoint, fields: FieldDictionary): Html => {
  const words = descriptionWords[visit.language]
  const heading = html`<h2 id="keterangan">${words.title}</h2>`
  if (fields.length === 0) return html`${heading}<p>${words.none}</p>`
  const saved = visit.query.has("keterangan") ? banner(visit, "success", html`<p>${words.saved}</p>`) : ""
  const shown = fields.filter((field) => !isEnclosing(field, fields))
  const row = ({ description = "", path }: FieldDictionary[number], index: number): Html => {
    const name = textField(index)
    const label = html`<label class="name" for="${name}"><span class="unseen">${words.of} </span><code>${nameOf(path)}</code></label>`
    const own = { name: pathField(index), is: path }
    const value = sentInRow(visit, name, own) ?? description
    const mark = sentInRow(visit, heldField(index), own) ?? markOf(description)
    const hidden = html`<input type="hidden" name="${pathField(index)}" value="${path}"><input type="hidden" name="${
      heldField(index)
    }" value="${mark}">`
    const text = html`<input id="${name}" name="${name}" maxlength="200" value="${value}">`
    return html`<li>${label}<span class="choose">${hidden}${text}</span></li>`
  }
  return html`${heading}${saved}<p>${words.lead}</p>${formStart(visit, formAddress(endpoint, "keterangan"))}<ul class="rows fields">${
    shown.map(row)
  }</ul>${button(words.save)}</form>`
}
