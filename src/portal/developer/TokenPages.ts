/** Ask before a token is replaced, and for how long the old one goes on, or before it ends. */
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { button, choiceField, errorSummary, formStart } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { hidden } from "./ClientSection.ts"
import { crumbs } from "./Crumbs.ts"
import { addressOf } from "./OwnApplication.ts"
import { tokenWords } from "./TokenWords.ts"

/** Minutes for which the old token goes on, as the form has them. */
export const overlaps = ["0", "10", "60"] as const

export interface AskedToken {
  readonly application: string
  readonly tokenId: string
  readonly expiresAt: number
  /** The latest token when the form was made. */
  readonly latestToken: string
}

const asking = (visit: SignedVisit, { application, expiresAt, tokenId }: AskedToken, title: string, rest: Html): PortalPage => {
  const words = tokenWords[visit.language]
  return {
    title,
    main: html`${crumbs(visit, [application])}<h1>${title}</h1>${errorSummary(visit)}<p><code>${tokenId}</code>, ${words.validUntil} ${
      timeOf(expiresAt, visit)
    }</p>${rest}<p><a href="${visit.at(addressOf(application))}">${words.keep}</a></p>`
  }
}

export const rotatePage = (visit: SignedVisit, token: AskedToken): PortalPage => {
  const words = tokenWords[visit.language]
  const { application, latestToken, tokenId } = token
  return asking(
    visit,
    token,
    words.rotateTitle,
    html`<p>${words.rotateText}</p>${formStart(visit, addressOf(application, "/token/ganti"))}${hidden("token", tokenId)}${
      hidden("setelah", latestToken)
    }${
      choiceField(visit, "radio", {
        name: "tumpang",
        label: words.overlap,
        hint: words.overlapHint,
        choices: overlaps.map((value) => ({ value, label: words.overlaps[value] })),
        chosen: ["10"]
      })
    }${button(words.rotateButton)}</form>`
  )
}

export const revokePage = (visit: SignedVisit, token: AskedToken): PortalPage => {
  const words = tokenWords[visit.language]
  return asking(
    visit,
    token,
    words.revokeTitle,
    html`<div class="note bad"><p>${words.revokeText}</p></div>${formStart(visit, addressOf(token.application, "/token/cabut"))}${
      hidden("token", token.tokenId)
    }${button(words.revokeButton, "warning")}</form>`
  )
}
