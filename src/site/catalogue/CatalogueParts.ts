/** Pieces that the catalogue's pages share. */
import type { Health } from "../../domain/Health.ts"
import { exportFormats } from "../../exports/Export.ts"
import { healthWords, isTold } from "../../pages/HealthWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf, type Tongue } from "../../pages/Language.ts"
import { type CatalogueWords, catalogueWords } from "./CatalogueWords.ts"

/** How one page speaks: its words, its language, and its links. */
export interface Speech {
  readonly words: CatalogueWords
  readonly tongue: Tongue
  /** An address of the catalogue that keeps the chosen language. */
  readonly at: (path: string, query?: Readonly<Record<string, string>>) => string
  /** Marks a title of the data, which is Indonesian whatever the page is. */
  readonly data: (text: string) => Html
}

export const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
  const text = String(new URLSearchParams(query))
  return text === "" ? path : `${path}?${text}`
}

export const speechOf = (tongue: Tongue): Speech => ({
  words: catalogueWords[tongue.language],
  tongue,
  at: (path, query = {}) => withQuery(path, tongue.isChosen ? { ...query, lang: tongue.language } : query),
  data: (text) => tongue.language === "id" ? html`${text}` : html`<span lang="id">${text}</span>`
})

/** `1 dataset`, `3 datasets`. */
export const counted = (count: number, what: keyof CatalogueWords["one"], { tongue: { language }, words }: Speech): string =>
  `${numberOf(count, language)} ${count === 1 ? words.one[what] : words[what]}`

/** @param calls of the longest window that is shown beside it */
export const healthTag = (health: Health, calls: number, { words }: Speech): Html =>
  isTold(health, calls) ? html`<span class="tag ${health}">${words.healthNames[health]}</span>` : html``

/** The same where no list says what it is the state of. */
export const serviceTag = (health: Health, calls: number, { tongue: { language }, words }: Speech): Html =>
  isTold(health, calls) ? html`<span class="tag ${health}">${healthWords[language].service}: ${words.healthNames[health]}</span>` : html``

export const privateTag = ({ words }: Speech): Html => html`<span class="tag private">${words.private}</span>`

export const crumbs = (steps: ReadonlyArray<readonly [text: Html, address: string | undefined]>, { words }: Speech): Html =>
  html`<nav class="crumbs" aria-label="${words.where}"><ol>${
    steps.map(([text, address]) =>
      address === undefined ? html`<li aria-current="page">${text}</li>` : html`<li><a href="${address}">${text}</a></li>`
    )
  }</ol></nav>`

export const exportLinks = (links: Readonly<Record<string, string>>, { words }: Speech, level: 2 | 3 = 2): Html => {
  const items = exportFormats.flatMap((format) => {
    const href = links[format]
    return href === undefined
      ? []
      : [html`<li><a href="${href}">${words.formats[format]}</a><span class="more">${words.formatUses[format]}</span></li>`]
  })
  if (items.length === 0) return html``
  return html`${
    level === 2 ? html`<h2>${words.exports}</h2>` : html`<h3>${words.exports}</h3>`
  }<p class="soft">${words.exportsLead}</p><ul class="rows prose">${items}</ul>`
}
