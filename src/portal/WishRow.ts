/** One dataset that was asked for, in a list. */
import type { DatasetWish } from "../access/DatasetWishes.ts"
import { timeOf } from "../pages/CityTime.ts"
import { type Html, html } from "../pages/Html.ts"
import type { Visit } from "./Visit.ts"
import { wishWords } from "./WishWords.ts"

const tags = { asked: "degraded", planned: "up", cannot: "down" } as const

export const wishTag = ({ state }: DatasetWish, { language }: Visit): Html =>
  html`<span class="tag ${tags[state]}">${wishWords[language].states[state]}</span>`

/** @param who whom the list's reader does not know: the agency, or whoever asked */
export const wishRow = (wish: DatasetWish, who: string, visit: Visit, address?: string): Html => {
  const words = wishWords[visit.language]
  const { answered_at, asked_at, reason, what, why } = wish
  const name = address === undefined ? html`<span class="name">${what}</span>` : html`<a class="name" href="${address}">${what}</a>`
  const answer = answered_at === null ? "" : html`<span>${words.answered} ${timeOf(answered_at, visit)}: ${reason}</span>`
  return html`<li>${name}<span>${wishTag(wish, visit)}</span><span class="more"><span>${who}, ${
    timeOf(asked_at, visit)
  }</span><span>${words.forWhat}: ${why}</span>${answer}</span></li>`
}
