/** The dictionary of an endpoint's fields, as a table for people. */
import { type DictionaryField, type FieldDictionary, maxFields } from "../../domain/FieldDictionary.ts"
import { classWords, unknownClass } from "../../pages/ClassWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { dayOf, shareOf } from "../../pages/Language.ts"
import type { Speech } from "./CatalogueParts.ts"
import { sampleWords } from "./SampleWords.ts"

export const fieldSection = (fields: FieldDictionary, { tongue: { language } }: Speech): Html => {
  const words = sampleWords[language]
  // What only encloses others has no line: `data` and its items.
  const shown = fields.filter(({ fieldClass, types }) => fieldClass !== null || types.some((type) => type !== "object" && type !== "array"))
  const heading = html`<h2 id="kolom">${words.fields}</h2>`
  if (shown.length === 0) return html`${heading}<p>${words.fieldsNone}</p>`
  const typeOf = ({ format, types }: DictionaryField): string => {
    const named = types.filter((type) => type !== "null").map((type) => words.types[type]).join(" / ")
    const kind = named === "" ? words.types.null : named
    return format === null || format === "mixed" ? kind : `${kind} (${words.formats[format]})`
  }
  const classOf = ({ fieldClass }: DictionaryField): string =>
    fieldClass === null ? words.noClass : fieldClass === "unknown" ? unknownClass[language] : classWords[language][fieldClass]
  const row = (field: DictionaryField): Html =>
    html`<tr><th scope="row"><code translate="no">${field.path}</code>${
      field.description === undefined ? "" : html`<br><span lang="id">${field.description}</span>`
    }</th><td>${typeOf(field)}</td><td>${classOf(field)}</td><td class="n">${
      field.seen === 0 ? "–" : shareOf(field.nulls / field.seen, language)
    }</td><td lang="id">${field.example === null ? "–" : html`<code>${field.example}</code>`}</td><td>${
      dayOf(field.firstSeen, language)
    }</td></tr>`
  const head = (name: string, side = html``): Html => html`<th scope="col"${side}>${name}</th>`
  const heads = [words.field, words.type, words.fieldClass].map((name) => head(name))
  return html`${heading}<p class="soft">${words.fieldsLead}${fields.length >= maxFields ? ` ${words.fieldsFull}` : ""}</p>
    <div class="scroll" role="region" tabindex="0" aria-labelledby="kolom"><table><thead><tr>${heads}${
    head(words.nulls, html` class="n"`)
  }${head(words.example)}${head(words.firstSeen)}</tr></thead><tbody>${shown.map(row)}</tbody></table></div>`
}
