/**
 * The form that makes classes of what masking decided by itself: a list for each field, with the class that it has today
 * chosen already. Its button saves them as the classification of fields is saved, so that what shows more takes two people.
 */
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type FieldClass, personalDataClasses } from "../../domain/PersonalData.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import type { MaskedPath } from "../../privacy/MaskedPaths.ts"
import type { MaskedFields } from "../../watch/VerdictReport.ts"
import { button, formStart, sentInRow } from "../Form.ts"
import { verdictWords } from "../VerdictWords.ts"
import type { Desk } from "./DeskFrame.ts"
import { formAddress } from "./EndpointAddress.ts"
import { suggestionWords } from "./SuggestionWords.ts"

/** As many as a page can bear; the rest comes when these are classified. */
const most = 100
/** As long as a registry's paths may be. */
const longestPath = 300

/** What a path says by itself: nothing else is masked at the same place. */
export const suggested = ({ judged }: MaskedFields): ReadonlyArray<MaskedPath> => {
  const at = Map.groupBy(judged, ({ path }) => path)
  return judged.filter(({ of, path }) => of === undefined && path.length <= longestPath && at.get(path)?.length === 1)
}

/** Suggestions are numbered apart from the fields below them. */
export const suggestionName = (index: number): string => `s${index}`

const told = ({ visit: { language } }: Desk, { fieldClass, why }: MaskedPath): Html => {
  const words = verdictWords[language]
  const name = fieldClass === "unknown" ? words.unknown : words.classes[fieldClass]
  return html`<span class="more"><span>${name}</span><span>${words.why[why]}</span></span>`
}

const row = (desk: Desk) => (one: MaskedPath, index: number): Html => {
  const { classes } = verdictWords[desk.visit.language]
  const { fieldClass, path } = one
  const name = suggestionName(index)
  const sent = sentInRow(desk.visit, `kelas-${name}`, { name: `bidang-${name}`, is: path })
  const chosen = sent ?? (fieldClass === "unknown" ? "" : fieldClass)
  const option = (value: FieldClass | "", text: string): Html =>
    html`<option value="${value}"${value === chosen ? html` selected` : ""}>${text}</option>`
  const choices = (["public", ...personalDataClasses] as const).map((value) => option(value, classes[value]))
  const leave = option("", suggestionWords[desk.visit.language].leave)
  const place = html`<input type="hidden" name="bidang-${name}" value="${path}">`
  const choice = html`<select id="kelas-${name}" name="kelas-${name}">${leave}${choices}</select>`
  const label = html`<label class="name" for="kelas-${name}"><code>${path}</code></label>`
  return html`<li>${label}<span class="choose">${place}${choice}</span>${told(desk, one)}</li>`
}

/** @param latest the change of this agency that the page has seen */
export const suggestionForm = (desk: Desk, endpoint: Endpoint, masked: MaskedFields, latest: number): Html | "" => {
  if (masked.judged.length === 0) return ""
  const { visit } = desk
  const words = suggestionWords[visit.language]
  const all = suggested(masked)
  const paths = new Set(all)
  const others = masked.judged.filter((one) => !paths.has(one)).slice(0, most).map((one) =>
    html`<li><span class="name"><code>${one.path}</code>${one.of === undefined ? "" : html` · ${one.of}`}</span>${told(desk, one)}</li>`
  )
  const more = all.length - most
  const form = html`${
    formStart(visit, formAddress(endpoint, "bidang"))
  }<input type="hidden" name="seen" value="${latest}"><ul class="rows fields">${all.slice(0, most).map(row(desk))}</ul>${
    more > 0 ? html`<p>${numberOf(more, visit.language)} ${words.more}</p>` : ""
  }${button(words.save)}</form>`
  const forget = html`${formStart(visit, formAddress(endpoint, "lupakan"))}<p>${words.forgetLead}</p>${
    button(words.forget, "warning")
  }</form>`
  return html`<h2 id="saran">${words.title}</h2>${all.length === 0 ? "" : html`<p>${words.lead}</p>${form}`}${
    others.length === 0 ? "" : html`<h3>${words.others}</h3><p>${words.othersLead}</p><ul class="rows">${others}</ul>`
  }${visit.session.operator ? forget : ""}`
}
