/** Long lists, page by page: what part of one the address asks for, and the way to the next. */
import { type Html, html } from "../pages/Html.ts"
import type { Language } from "../pages/Language.ts"
import type { SignedVisit } from "./Visit.ts"

const words: Readonly<Record<Language, { readonly next: string; readonly first: string }>> = {
  id: { next: "Halaman berikutnya", first: "Halaman pertama" },
  en: { next: "Next page", first: "First page" }
}

const pageSize = 50
/** Whoever looks further searches instead. */
const lastPage = 200

/** @param name of the parameter: a page with two lists turns each by its own */
const pageOf = ({ query }: SignedVisit, name: string): number => {
  const asked = query.get(name) ?? ""
  return /^[1-9]\d{0,2}$/.test(asked) ? Math.min(Number(asked), lastPage) : 1
}

/** What is to be read; one row more than is shown tells whether there are others. */
export const pageWindow = (visit: SignedVisit, name = "halaman") => ({
  limit: pageSize + 1,
  offset: (pageOf(visit, name) - 1) * pageSize
})

/** Of what was read, what is shown. */
export const onPage = <A>(found: ReadonlyArray<A>): ReadonlyArray<A> => found.slice(0, pageSize)

export interface PageLinks {
  readonly path: string
  readonly found: ReadonlyArray<unknown>
  /** What else the address keeps. */
  readonly query?: Readonly<Record<string, string>>
  readonly name?: string
  /** Of which list, where there are several. */
  readonly label?: string
}

export const pageLinks = (visit: SignedVisit, { found, label, name = "halaman", path, query = {} }: PageLinks): Html | "" => {
  const page = pageOf(visit, name)
  const { first, next } = words[visit.language]
  const links = [
    ...(page > 1 ? [html`<li><a href="${visit.at(path, query)}">${first}</a></li>`] : []),
    ...(found.length > pageSize && page < lastPage
      ? [html`<li><a href="${visit.at(path, { ...query, [name]: String(page + 1) })}">${next}</a></li>`]
      : [])
  ]
  return links.length === 0 ? "" : html`<ul class="links"${label === undefined ? "" : html` aria-label="${label}"`}>${links}</ul>`
}
