/** What every break-glass form has: a reason and a confirmation, and words for when they are not in order. */
import { Schema } from "effect"
import { type Html, html } from "../../pages/Html.ts"
import { choiceField, Line, textField } from "../Form.ts"
import type { FieldMessages } from "../FormFaults.ts"
import { masked } from "../FreeText.ts"
import type { Visit } from "../Visit.ts"
import { breakGlassWords } from "./BreakGlassWords.ts"

export const breakGlassFields = { reason: Line.pipe(masked), confirm: Schema.Literal("yes") }

export const breakGlassMessages: FieldMessages = {
  reason: { id: breakGlassWords.id.reasonMissing, en: breakGlassWords.en.reasonMissing },
  confirm: { id: breakGlassWords.id.confirmMissing, en: breakGlassWords.en.confirmMissing }
}

export const breakGlassQuestions = (visit: Visit): Html => {
  const words = breakGlassWords[visit.language]
  return html`${textField(visit, { name: "reason", label: words.reason, hint: words.reasonHint, maxLength: 200, rows: 2 })}${
    choiceField(visit, "checkbox", { name: "confirm", label: words.confirmTitle, choices: [{ value: "yes", label: words.confirm }] })
  }`
}
