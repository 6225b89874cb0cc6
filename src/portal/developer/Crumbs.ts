/** The way from the list of applications to a page of one of them. */
import { type Html, html } from "../../pages/Html.ts"
import type { Visit } from "../Visit.ts"
import { developerWords } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"

/** @param names of applications above the page, none for a page beside them */
export const crumbs = (visit: Visit, names: ReadonlyArray<string>): Html => {
  const words = developerWords[visit.language]
  return html`<nav class="crumbs" aria-label="${words.whereAmI}"><ol><li><a href="${visit.at("/portal/aplikasi")}">${words.mine}</a></li>${
    names.map((name) => html`<li><a href="${visit.at(addressOf(name))}">${name}</a></li>`)
  }</ol></nav>`
}
