/** The way between the operations pages. */
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import { operationsWords } from "./OperationsWords.ts"

const pages = [["board", ""], ["token", "/token"], ["sessions", "/sesi"], ["drain", "/alihkan"], ["proposals", "/usulan"], [
  "actions",
  "/tindakan"
], ["announcements", "/pemberitahuan"]] as const
export type OperationsPage = typeof pages[number][0] | "circuit"

/** Style sheets of all of them. */
export const operationsStyle = ["operations"]

export const operationsNav = (visit: Visit, here: OperationsPage): Html => {
  const words = operationsWords[visit.language]
  return html`<nav class="tabs" aria-label="${words.nav}"><ol>${
    pages.map(([page, path]) =>
      html`<li>${
        page === here
          ? html`<span aria-current="page">${words[page]}</span>`
          : html`<a href="${visit.at(`/portal/operasi${path}`)}">${words[page]}</a>`
      }</li>`
    )
  }</ol></nav>`
}
