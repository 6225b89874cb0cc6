/**
 * Scopes to tick, by agency and dataset, with a search that needs no JavaScript: it is a button of the form, so whatever
 * was filled in and ticked is sent along and comes back. What the search hides stays ticked in hidden fields.
 */
import { Effect, Schema } from "effect"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf } from "../../pages/Language.ts"
import { button, faultOf, Many, selectField, textField } from "../Form.ts"
import type { Visit } from "../Visit.ts"
import { counted } from "./Counted.ts"
import type { DeveloperWords } from "./DeveloperWords.ts"
import { scopesOf, searched, type ShelfAgency, type ShelfSearch } from "./ScopeShelf.ts"

/** More than these are unfolded only by hand: of all scopes, and of those that a search found. */
export const openedItems = 12
const openedFound = 100

/** What a form with a picker sends beside its own fields. */
export const pickerFields = {
  cakupan: Many,
  cari: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  opd: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  aksi: Schema.Literals(["cari", "simpan"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("simpan" as const)))
}

export interface Picking {
  readonly shelves: ReadonlyArray<ShelfAgency>
  readonly search: ShelfSearch
  readonly chosen: ReadonlySet<string>
}

const item = (
  words: DeveloperWords,
  language: Language,
  id: string,
  { private: isPrivate, scope, titles }: ShelfAgency["datasets"][number]["items"][number],
  chosen: ReadonlySet<string>
): Html =>
  html`<div class="choice"><input type="checkbox" id="${id}" name="cakupan" value="${scope}"${
    chosen.has(scope) ? html` checked` : ""
  } aria-describedby="${id}-isi"><label for="${id}"><code>${scope}</code></label><span class="hint" id="${id}-isi" lang="id">${
    titles.join(" · ")
  }${isPrivate ? html` <span class="tag private" lang="${language}">${words.private}</span>` : ""}</span></div>`

export const scopePicker = (visit: Visit, words: DeveloperWords, { chosen, search, shelves }: Picking): Html => {
  const { language } = visit
  const found = searched(shelves, search)
  const shown = scopesOf(found)
  const hidden = [...chosen].filter((scope) => !shown.has(scope))
  let next = 0
  const agency = ({ datasets, name, slug }: ShelfAgency): Html => {
    const items = datasets.flatMap((dataset) => dataset.items)
    const ticked = items.filter(({ scope }) => chosen.has(scope)).length
    const isOpen = ticked > 0 || shown.size <= (search.text === "" && search.agency === "" ? openedItems : openedFound)
    return html`<details class="shelf"${isOpen ? html` open` : ""}><summary lang="${
      slug === "" ? language : "id"
    }">${name} <span class="soft" lang="${language}">${counted(items.length, words.scopesCount, language)}${
      ticked === 0 ? "" : html`, ${numberOf(ticked, language)} ${words.ticked}`
    }</span></summary>${
      datasets.map((dataset) =>
        html`<fieldset class="field"><legend lang="${slug === "" ? language : "id"}">${dataset.title}</legend>${
          dataset.items.map((one) => item(words, language, `cakupan-${++next}`, one, chosen))
        }</fieldset>`
      )
    }</details>`
  }
  const fault = faultOf(visit, "cakupan", words.pickScopes)
  const agencies = [
    { value: "", label: words.allAgencies },
    ...shelves.map(({ name, slug }) => ({ value: slug, label: name })).filter(({ value }) => value !== "")
  ]
  return html`<section class="picker" aria-labelledby="cakupan"${
    fault === undefined ? "" : html` aria-describedby="cakupan-fault"`
  }><h2 id="cakupan" tabindex="-1">${words.pickScopes}</h2>
    <p class="hint">${words.pickHint}</p>${
    fault === undefined ? "" : html`<p class="fault" id="cakupan-fault">${fault}</p>`
  }<div class="find">${textField(visit, { name: "cari", label: words.search, type: "search", optional: true, value: search.text })}${
    selectField(visit, { name: "opd", label: words.agency, choices: agencies, chosen: [search.agency] })
  }${button(words.searchButton, "secondary", "aksi", "cari")}</div><p role="status">${
    shown.size === 0 ? words.nothingFound : counted(shown.size, words.scopesShown, language)
  }${chosen.size === 0 ? "" : html`, ${numberOf(chosen.size, language)} ${words.ticked}`}.</p>${
    hidden.length === 0
      ? ""
      : html`<p class="soft">${words.alsoChosen} ${
        hidden.map((scope, index) => html`${index === 0 ? "" : ", "}<code>${scope}</code>`)
      }</p>${hidden.map((scope) => html`<input type="hidden" name="cakupan" value="${scope}">`)}`
  }${found.map(agency)}</section>`
}
