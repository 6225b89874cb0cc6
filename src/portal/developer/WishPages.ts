/** A developer asks an agency for a dataset that is not there, and reads the answers. */
import { Effect, Schema } from "effect"
import { DatasetWishes } from "../../access/DatasetWishes.ts"
import { html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { banner, button, errorSummary, formStart, selectField, textField } from "../Form.ts"
import { masked } from "../FreeText.ts"
import { FormRefused } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { wishRow } from "../WishRow.ts"
import { wishMessage, wishWords } from "../WishWords.ts"
import { crumbs } from "./Crumbs.ts"

export const wishPath = "/portal/dataset-diminta"

const maxText = 500
const Text = Schema.Trim.check(Schema.isNonEmpty(), Schema.isMaxLength(maxText)).pipe(masked)
export const WishForm = Schema.Struct({ opd: Schema.String, apa: Text, untuk: Text })
export const wishMessages = { apa: wishMessage("textWrong"), untuk: wishMessage("textWrong") }

export const wishesView = Effect.fn("WishPages.wishesView")(function*(visit: SignedVisit) {
  const words = wishWords[visit.language]
  const { agencies } = (yield* Registry).current()
  const own = yield* (yield* DatasetWishes).ofDeveloper(visit.session.account)
  const nameOf = (slug: string): string => agencies.find((agency) => agency.slug === slug)?.name ?? slug
  const sent = visit.query.has("terkirim") && visit.refused === undefined ? banner(visit, "success", html`<p>${words.sent}</p>`) : ""
  const text = { rows: 4, maxLength: maxText }
  return {
    title: words.title,
    main: html`${crumbs(visit, [])}<h1>${words.title}</h1>${errorSummary(visit)}${sent}<p class="lead">${words.lead}</p>${
      formStart(visit, wishPath)
    }${
      selectField(visit, {
        name: "opd",
        label: words.agency,
        choices: agencies.map(({ name, slug }) => ({ value: slug, label: name })),
        chosen: [visit.query.get("opd") ?? ""]
      })
    }${
      textField(visit, {
        name: "apa",
        label: words.what,
        hint: words.whatHint,
        value: (visit.query.get("apa") ?? "").slice(0, maxText),
        ...text
      })
    }${textField(visit, { name: "untuk", label: words.why, hint: words.whyHint, ...text })}${
      button(words.send)
    }</form><h2>${words.mine}</h2>${
      own.length === 0
        ? html`<p>${words.mineNone}</p>`
        : html`<ul class="rows">${own.map((wish) => wishRow(wish, nameOf(wish.agency), visit))}</ul>`
    }`
  }
})

export const askWish = Effect.fn("WishPages.askWish")(function*(visit: SignedVisit, { apa, opd, untuk }: typeof WishForm.Type) {
  const words = wishWords[visit.language]
  if (!(yield* Registry).current().agencies.some(({ slug }) => slug === opd)) {
    return yield* new FormRefused({ faults: [{ field: "opd", message: words.unknownAgency }] })
  }
  const isTaken = yield* (yield* DatasetWishes).ask({ agency: opd, by: visit.session.account, what: apa, why: untuk })
  if (!isTaken) return yield* new FormRefused({ faults: [{ field: "apa", message: words.tooMany }] })
  return redirect(`${wishPath}?terkirim=1`)
})
