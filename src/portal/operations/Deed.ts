/** What every break-glass form has: a reason and a confirmation, and words for when they are not in order. */
import { Schema } from "effect"
import { choiceField, Line, textField } from "../Form.ts"
import type { FieldMessages } from "../FormFaults.ts"
import { type Html, html } from "../Html.ts"
import type { Visit } from "../Visit.ts"
import { deedWords } from "./DeedWords.ts"

export const deedFields = { reason: Line, confirm: Schema.Literal("yes") }

export const deedMessages: FieldMessages = {
  reason: { id: deedWords.id.reasonMissing, en: deedWords.en.reasonMissing },
  confirm: { id: deedWords.id.confirmMissing, en: deedWords.en.confirmMissing }
}

export const deedQuestions = (visit: Visit): Html => {
  const words = deedWords[visit.language]
  return html`${textField(visit, { name: "reason", label: words.reason, hint: words.reasonHint, maxLength: 200, rows: 2 })}${choiceField(visit, "checkbox", { name: "confirm", label: words.confirmTitle, choices: [{ value: "yes", label: words.confirm }] })}`
}
