/** The page of who may read the agency's private endpoints: pure. */
import type { Developer } from "../../domain/Developer.ts"
import { defaultLastDay, isInForce, type Verification } from "../../domain/Verification.ts"
import { timeOf, untilOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { banner, button, formStart, textField } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import { type Desk, deskPage } from "./DeskFrame.ts"
import { type VerificationWords, verificationWords } from "./VerificationWords.ts"

interface Given {
  readonly developer: Developer
  readonly verification: Verification
}

const row = ({ at, agency, visit }: Desk, words: VerificationWords, { developer, verification }: Given): Html => {
  const { account, disabledAt, name } = developer
  const { givenAt, givenBy, until } = verification
  const inForce = isInForce(verification, visit.nowMillis)
  const end = until === null ? words.noEnd : `${inForce ? words.until : words.ended} ${untilOf(until, visit)}`
  const actions = verification.agency === null
    ? ""
    : html`<span class="more actions"><a href="${at("/verifikasi", { akun: account })}#akun">${words.renew}</a>${
      formStart(visit, `/portal/opd/${agency.slug}/verifikasi/cabut`)
    }<input type="hidden" name="akun" value="${account}">${button(words.withdraw, "warning")}</form></span>`
  return html`<li><span class="name">${name} (${account})</span>${
    disabledAt === null ? "" : html`<span class="tag down">${words.disabled}</span>`
  }<span class="more"><span>${end}</span><span>${words.givenBy} ${givenBy}, ${timeOf(givenAt, visit)}</span></span>${actions}</li>`
}

export const lastDayField = ({ visit }: Desk, words: VerificationWords): Html =>
  textField(visit, {
    name: "sampai",
    type: "date",
    label: words.lastDay,
    hint: words.lastDayHint,
    value: defaultLastDay(visit.nowMillis, visit.timeZone)
  })

export const verificationsPage = (desk: Desk, developers: ReadonlyArray<Developer>): PortalPage => {
  const { agency, visit } = desk
  const words = verificationWords[visit.language]
  const of = (slug: string | null) =>
    developers.flatMap((developer) =>
      developer.verifications.filter((one) => one.agency === slug).map((verification): Given => ({ developer, verification }))
    )
  const own = of(agency.slug)
  const whole = of(null)
  const list = (given: ReadonlyArray<Given>): Html => html`<ul class="rows">${given.map((one) => row(desk, words, one))}</ul>`
  const now = own.filter(({ verification }) => isInForce(verification, visit.nowMillis))
  const over = own.filter(({ verification }) => !isInForce(verification, visit.nowMillis))
  const done = visit.query.get("selesai")
  const told = visit.refused === undefined && (done === "diberikan" || done === "dicabut")
    ? banner(visit, "success", html`<p>${words.done[done]}</p>`)
    : ""
  const form = html`${formStart(visit, `/portal/opd/${agency.slug}/verifikasi`)}${
    textField(visit, {
      name: "akun",
      label: words.account,
      hint: words.accountHint,
      maxLength: 200,
      autocomplete: "off",
      value: visit.query.get("akun") ?? ""
    })
  }${lastDayField(desk, words)}${button(words.save)}</form>`
  return deskPage(desk, {
    section: "verifications",
    main: html`${told}<p class="lead">${words.lead}</p><section aria-labelledby="berlaku"><h2 id="berlaku">${words.now}</h2>${
      now.length === 0 ? html`<p>${words.noneNow}</p>` : list(now)
    }</section>${over.length === 0 ? "" : html`<section><h2>${words.over}</h2>${list(over)}</section>`}${
      whole.length === 0 ? "" : html`<section><h2>${words.whole}</h2><p>${words.wholeLead}</p>${list(whole)}</section>`
    }<section><h2>${words.give}</h2><p>${words.giveLead}</p>${form}</section>`
  })
}
