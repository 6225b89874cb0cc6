/** Datasets that developers ask this agency for: the list, and the answer to one. */
import { Effect, Schema } from "effect"
import { DatasetWishes } from "../../access/DatasetWishes.ts"
import { ActionLog } from "../../audit/ActionLog.ts"
import { html } from "../../pages/Html.ts"
import { banner, button, choiceField, formStart, textField } from "../Form.ts"
import { masked } from "../FreeText.ts"
import { FormRefused, notHere } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { wishRow } from "../WishRow.ts"
import { wishMessage, wishWords } from "../WishWords.ts"
import { deskOf, deskPage } from "./DeskFrame.ts"

const maxReason = 500
export const WishAnswerForm = Schema.Struct({
  jawaban: Schema.Literals(["planned", "cannot"]),
  penjelasan: Schema.Trim.check(Schema.isNonEmpty(), Schema.isMaxLength(maxReason)).pipe(masked)
})
export const wishAnswerMessages = { jawaban: wishMessage("answerWrong"), penjelasan: wishMessage("textWrong") }

const path = "/dataset-diminta"

export const wishes = Effect.fn("WishPages.wishes")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const words = wishWords[visit.language]
  const all = yield* (yield* DatasetWishes).ofAgency(desk.agency.slug)
  return deskPage(desk, {
    section: "requests",
    heading: words.title,
    main: html`${
      visit.query.has("terkirim") ? banner(visit, "success", html`<p>${words.answerSent}</p>`) : ""
    }<p class="lead">${words.deskLead}</p>${
      all.length === 0
        ? html`<p>${words.deskNone}</p>`
        : html`<ul class="rows">${
          all.map((wish) => wishRow(wish, `${words.askedBy} ${wish.asked_by}`, visit, desk.at(`${path}/${wish.wish_id}`)))
        }</ul>`
    }`
  })
})

const found = Effect.fn("WishPages.found")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const all = yield* (yield* DatasetWishes).ofAgency(desk.agency.slug)
  const wish = all.find(({ wish_id }) => wish_id === visit.params["permintaan"])
  return wish === undefined ? yield* Effect.fail(notHere) : { desk, wish }
})

export const wish = Effect.fn("WishPages.wish")(function*(visit: SignedVisit) {
  const { desk, wish: one } = yield* found(visit)
  const words = wishWords[visit.language]
  const form = one.state !== "asked" ?
    "" :
    html`${formStart(visit, `/portal/opd/${desk.agency.slug}${path}/${one.wish_id}`)}${
      choiceField(visit, "radio", {
        name: "jawaban",
        label: words.answer,
        choices: (["planned", "cannot"] as const).map((state) => ({ value: state, label: words.states[state] }))
      })
    }${textField(visit, { name: "penjelasan", label: words.reason, hint: words.reasonHint, rows: 4, maxLength: maxReason })}${
      button(words.sendAnswer)
    }</form>`
  return deskPage(desk, {
    section: "requests",
    heading: one.what,
    title: html`${one.what}`,
    main: html`<p><a href="${desk.at(path)}">${words.title}</a></p><ul class="rows">${
      wishRow(one, `${words.askedBy} ${one.asked_by}`, visit)
    }</ul>${form}`
  })
})

export const answerWish = Effect.fn("WishPages.answerWish")(function*(visit: SignedVisit, form: typeof WishAnswerForm.Type) {
  const { desk, wish: { wish_id: id } } = yield* found(visit)
  const { agency: { slug: agency } } = desk
  const { account } = visit.session
  const logged = (yield* ActionLog).record({
    account,
    action: "dataset-wish-answered",
    agency,
    subject: id,
    detail: { answer: form.jawaban, reason: form.penjelasan }
  })
  const isDone = yield* (yield* DatasetWishes).answer({ id, agency, by: account, answer: form.jawaban, reason: form.penjelasan }, logged)
  if (!isDone) {
    return yield* new FormRefused({ faults: [{ field: "jawaban", message: wishWords[visit.language].already }] })
  }
  return redirect(`/portal/opd/${agency}${path}?terkirim=1`)
})
