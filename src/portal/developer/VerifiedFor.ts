/** For which agencies the developer is verified, and until when; nothing where he never was. */
import type { Developer } from "../../domain/Developer.ts"
import { isInForce, type Verification } from "../../domain/Verification.ts"
import { untilOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { SignedVisit } from "../Visit.ts"
import { requestWords } from "./RequestWords.ts"

export const verifiedFor = (visit: SignedVisit, developer: Developer | undefined): Html => {
  const words = requestWords[visit.language]
  const verifications = developer?.verifications ?? []
  const list = (some: ReadonlyArray<Verification>): Html =>
    html`<ul>${
      some.map(({ agency, until }) =>
        html`<li>${agency === null ? words.everyAgency : html`<code>${agency}</code>`}, ${
          until === null ? words.noEnd : html`${words.until} ${untilOf(until, visit)}`
        }</li>`
      )
    }</ul>`
  const now = verifications.filter((one) => isInForce(one, visit.nowMillis))
  const over = verifications.filter((one) => !isInForce(one, visit.nowMillis))
  return html`${now.length === 0 ? "" : html`<div class="note good"><p>${words.verified}</p>${list(now)}</div>`}${
    over.length === 0 ? "" : html`<div class="note"><p>${words.over}</p>${list(over)}</div>`
  }`
}
