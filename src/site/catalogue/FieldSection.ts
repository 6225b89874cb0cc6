/** The dictionary of an endpoint's fields, as a table for people. */
import { type DictionaryField, type FieldDictionary, maxFields } from "../../domain/FieldDictionary.ts"
import { classWords, unknownClass } from "../../pages/ClassWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { dayOf, shareOf } from "../../pages/Language.ts"
import { recordTable } from "../../pages/RecordTable.ts"
import type { Speech } from "./CatalogueParts.ts"
import { sampleWords } from "./SampleWords.ts"

export const fieldSection = (isPrivate: boolean, fields: FieldDictionary, { tongue: { language } }: Speech): Html => {
  const words = sampleWords[language]
  // What only encloses others has no line: `data` and its items.
  const shown = fields.filter(({ fieldClass, types }) => fieldClass !== null || types.some((type) => type !== "object" && type !== "array"))
  const heading = html`<h2 id="kolom">${words.fields}</h2>`
  if (shown.length === 0) return html`${heading}<p>${isPrivate ? words.fieldsPrivate : words.fieldsNone}</p>`
  const typeOf = ({ format, types }: DictionaryField): string => {
    const named = types.filter((type) => type !== "null").map((type) => words.types[type]).join(" / ")
    const kind = named === "" ? words.types.null : named
    return format === null || format === "mixed" ? kind : `${kind} (${words.formats[format]})`
  }
  const classOf = ({ fieldClass }: DictionaryField): string =>
    fieldClass === null ? words.noClass : fieldClass === "unknown" ? unknownClass[language] : classWords[language][fieldClass]
  const cellsOf = (field: DictionaryField): ReadonlyArray<Html | string> => [
    html`<code translate="no">${field.path}</code>${
      field.description === undefined ? "" : html`<br><span lang="id">${field.description}</span>`
    }`,
    typeOf(field),
    classOf(field),
    field.seen === 0 ? "–" : shareOf(field.nulls / field.seen, language),
    field.example === null ? "–" : html`<code lang="id">${field.example}</code>`,
    dayOf(field.firstSeen, language)
  ]
  const columns = [
    { name: words.field },
    { name: words.type },
    { name: words.fieldClass },
    { name: words.nulls, isNumber: true },
    { name: words.example },
    { name: words.firstSeen }
  ]
  return html`${heading}<p class="soft">${words.fieldsLead}${fields.length >= maxFields ? ` ${words.fieldsFull}` : ""}</p>${
    recordTable(columns, shown.map(cellsOf), { labelledBy: "kolom", headed: true })
  }`
}
