/** A list that operators search: the form, the rows of one page of it as a table, and the way to the next page. */
import type { Looked } from "../../access/AccessLists.ts"
import { type Html, html } from "../../pages/Html.ts"
import { columnsOf, recordTable } from "../../pages/RecordTable.ts"
import { banner, button, errorSummary, formStart } from "../Form.ts"
import { onPage, pageLinks, pageWindow } from "../PageLinks.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { listWords } from "./ListWords.ts"
import { operationsNav, type OperationsPage, operationsStyle } from "./OperationsNav.ts"

const longest = 200

const textOf = ({ query }: SignedVisit): string => (query.get("cari") ?? "").trim().slice(0, longest)

/** What the address asks for. */
export const lookedFor = (visit: SignedVisit): Looked => ({ text: textOf(visit), ...pageWindow(visit) })

export interface FoundList<A> {
  readonly here: OperationsPage
  readonly path: `/portal/${string}`
  readonly title: string
  readonly lead: string
  readonly hint: string
  /** What came of an action, where one led here. */
  readonly done?: string
  /** With POST what is looked for stays out of the address until it is known to be no secret. */
  readonly method?: "get" | "post"
  readonly heads: ReadonlyArray<string>
  readonly found: ReadonlyArray<A>
  /** The first cell names the row. */
  readonly cells: (one: A) => readonly [Html | string, ...ReadonlyArray<Html | string>]
}

const searchForm = <A>(visit: SignedVisit, { hint, method = "get", path }: FoundList<A>): Html => {
  const words = listWords[visit.language]
  const field = html`<label>${words.search} <span class="hint">${hint}</span><input type="search" id="cari" name="cari" value="${
    textOf(visit)
  }" maxlength="${longest}" autocomplete="off"></label>${button(words.show)}`
  return method === "post"
    ? html`${formStart(visit, path, "find")}${field}</form>`
    : html`<form class="find" method="get" action="${path}">${
      visit.query.has("lang") ? html`<input type="hidden" name="lang" value="${visit.language}">` : ""
    }${field}</form>`
}

export const foundList = <A>(visit: SignedVisit, list: FoundList<A>): PortalPage => {
  const words = listWords[visit.language]
  const { cells, done, found, heads, here, lead, path, title } = list
  const query: Readonly<Record<string, string>> = textOf(visit) === "" ? {} : { cari: textOf(visit) }
  return {
    title,
    style: operationsStyle,
    main: html`${operationsNav(visit, here)}${errorSummary(visit)}${
      done !== undefined && visit.query.has("selesai") && visit.refused === undefined ? banner(visit, "success", html`<p>${done}</p>`) : ""
    }<h1>${title}</h1><p class="lead">${lead}</p>${searchForm(visit, list)}${
      found.length === 0
        ? html`<p>${words.none}</p>`
        : recordTable(columnsOf(heads), onPage(found).map(cells), { label: title, headed: true, kind: "dense wide-table" })
    }${pageLinks(visit, { path, found, query })}`
  }
}
