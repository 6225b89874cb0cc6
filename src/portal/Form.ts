/**
 * Forms in one markup: labels, hints and errors tied to their fields, an error summary that links to them, and the
 * hidden token against forged requests. They work without JavaScript.
 *
 * A field takes its value from the form that was refused, where there is one, otherwise from `value`.
 */
import { Effect, Schema, SchemaTransformation } from "effect"
import { type Html, html, made } from "../pages/Html.ts"
import { portalWords } from "./PortalWords.ts"
import type { FieldFault, RefusedForm, Visit } from "./Visit.ts"

/** Name of the hidden field. */
export const csrfField = "csrf"

/** What a form sends: a name that was sent more than once has all its values. */
export type FormFields = Readonly<Record<string, string | ReadonlyArray<string>>>

const Several = Schema.Union([Schema.String, Schema.Array(Schema.String)])

/** A group of checkboxes or a list that takes several: none, one or many values. */
export const Many = Several.pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({
      decode: (value) => typeof value === "string" ? [value] : value,
      encode: (values) => values
    })
  ),
  Schema.withDecodingDefaultKey(Effect.succeed<ReadonlyArray<string>>([]))
)

/** Characters of a line. */
export const longestLine = 200

/** A line that may be left empty, without the blanks around it. */
export const MaybeLine = Schema.Trim.check(Schema.isMaxLength(longestLine), Schema.isPattern(/^[^\p{Cc}\p{Cs}]*$/u))

/** One that was filled in. */
export const Line = MaybeLine.check(Schema.isNonEmpty())

interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly optional?: boolean
}

export interface TextOptions extends FieldOptions {
  readonly value?: string
  readonly type?: "text" | "email" | "url" | "number" | "date" | "datetime-local" | "search"
  readonly autocomplete?: string
  readonly maxLength?: number
  /** A text of several lines where it is more than one. */
  readonly rows?: number
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

export interface ChoiceOptions extends FieldOptions {
  readonly choices: ReadonlyArray<Choice>
  readonly chosen?: ReadonlyArray<string>
}

export type Button = "primary" | "secondary" | "warning"

/** Opens a form that is sent with POST, with the hidden token in it; the page closes it with `</form>`. */
export const formStart = (visit: Visit, action: string, kind: "form" | "find" = "form"): Html =>
  html`<form class="${kind}" method="post" action="${visit.at(action)}" novalidate><input type="hidden" name="${csrfField}" value="${
    visit.session?.csrf ?? ""
  }">`

export const button = (label: string, kind: Button = "primary", name?: string, value?: string): Html =>
  html`<button class="button ${kind}"${name === undefined ? "" : html` name="${name}" value="${value ?? ""}"`}>${label}</button>`

/** What the fields of a refused form are called on its page, for its error summary. */
const labelsOf = new WeakMap<RefusedForm, Map<string, string>>()

/** What is wrong with a field, if anything; the summary of the same page calls it by its label. */
export const faultOf = ({ refused }: Visit, name: string, label: string): string | undefined => {
  if (refused === undefined) return undefined
  labelsOf.set(refused, (labelsOf.get(refused) ?? new Map<string, string>()).set(name, label))
  return refused.faults.find(({ field }) => field === name)?.message
}

const describedBy = (name: string, hint: string | undefined, fault: string | undefined): Html => {
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(fault === undefined ? [] : [`${name}-fault`])]
  return ids.length === 0 ? html`` : html` aria-describedby="${ids.join(" ")}"`
}

const notes = (visit: Visit, name: string, hint: string | undefined, fault: string | undefined): Html =>
  html`${hint === undefined ? "" : html`<span class="hint" id="${name}-hint">${hint}</span>`}${
    fault === undefined
      ? ""
      : html`<span class="fault" id="${name}-fault"><span class="unseen">${portalWords[visit.language].faultPrefix}</span>${fault}</span>`
  }`

export const textField = (visit: Visit, options: TextOptions): Html => {
  const { hint, label, name } = options
  const fault = faultOf(visit, name, label)
  const value = visit.refused?.values.get(name) ?? options.value ?? ""
  const shared = html`id="${name}" name="${name}"${describedBy(name, hint, fault)}${fault === undefined ? "" : html` aria-invalid="true"`}${
    options.optional === true ? "" : html` required`
  }${options.maxLength === undefined ? "" : html` maxlength="${options.maxLength}"`}${
    options.autocomplete === undefined ? "" : html` autocomplete="${options.autocomplete}"`
  }`
  const control = (options.rows ?? 1) > 1 ?
    html`<textarea ${shared} rows="${options.rows}">
${value}</textarea>` :
    html`<input ${shared} type="${options.type ?? "text"}" value="${value}">`
  return html`<div class="field${fault === undefined ? "" : " wrong"}"><label for="${name}">${label}</label>${
    notes(visit, name, hint, fault)
  }${control}</div>`
}

/** By it a form says that a group was on it of which nothing was ticked; without it, it was another form of the page. */
const groupOf = (name: string): string => `${name}-ada`

const sentOf = ({ refused }: Visit, name: string): ReadonlyArray<string> | undefined =>
  refused !== undefined && (refused.values.has(name) || refused.values.has(groupOf(name))) ? refused.values.getAll(name) : undefined

/** What was sent of a row of a list, as far as that row was of the same thing: lists change while somebody types. */
export const sentInRow = (
  { refused }: Visit,
  name: string,
  of: { readonly name: string; readonly is: string | undefined }
): string | undefined =>
  refused !== undefined && of.is !== undefined && refused.values.get(of.name) === of.is ? refused.values.get(name) ?? undefined : undefined

export const selectField = (visit: Visit, options: ChoiceOptions): Html => {
  const { choices, hint, label, name } = options
  const fault = faultOf(visit, name, label)
  const chosen = sentOf(visit, name) ?? options.chosen ?? []
  return html`<div class="field${fault === undefined ? "" : " wrong"}"><label for="${name}">${label}</label>${
    notes(visit, name, hint, fault)
  }<select id="${name}" name="${name}"${describedBy(name, hint, fault)}${fault === undefined ? "" : html` aria-invalid="true"`}>${
    choices.map((choice) =>
      html`<option value="${choice.value}"${chosen.includes(choice.value) ? html` selected` : ""}>${choice.label}</option>`
    )
  }</select></div>`
}

/** Checkboxes, or radio buttons where one alone can be chosen. The first has the group's name as its id, for the error summary. */
export const choiceField = (visit: Visit, type: "checkbox" | "radio", options: ChoiceOptions): Html => {
  const { choices, hint, label, name } = options
  const fault = faultOf(visit, name, label)
  const chosen = sentOf(visit, name) ?? options.chosen ?? []
  const item = (choice: Choice, index: number): Html => {
    const id = index === 0 ? name : `${name}-${index}`
    return html`<div class="choice"><input type="${type}" id="${id}" name="${name}" value="${choice.value}"${
      chosen.includes(choice.value) ? html` checked` : ""
    }${choice.hint === undefined ? "" : html` aria-describedby="${id}-item-hint"`}><label for="${id}">${choice.label}</label>${
      choice.hint === undefined ? "" : html`<span class="hint" id="${id}-item-hint">${choice.hint}</span>`
    }</div>`
  }
  return html`<fieldset class="field${fault === undefined ? "" : " wrong"}"${describedBy(name, hint, fault)}><legend>${label}</legend>${
    notes(visit, name, hint, fault)
  }${type === "checkbox" ? html`<input type="hidden" name="${groupOf(name)}" value="">` : ""}${choices.map(item)}</fieldset>`
}

/**
 * What is wrong with the form that was sent, each fault with its field's label and a link to it; that it is not sent yet, where it was
 * only put back; nothing where none was refused. It is made last: fields that stand below it in the same template tell their labels.
 */
export const errorSummary = (visit: Visit): Html => {
  const { language, refused } = visit
  if (refused === undefined) return html``
  const words = portalWords[language]
  if (refused.faults.length === 0) return banner(visit, "important", html`<p>${words.putBack}</p>`)
  const item = ({ field, message }: FieldFault): Html => {
    const label = labelsOf.get(refused)?.get(field)
    return html`<li><a href="#${field}">${label === undefined ? "" : `${label}: `}${message}</a></li>`
  }
  return made(() =>
    html`<div class="note bad" role="alert" tabindex="-1" autofocus><h2>${words.faultsTitle}</h2><ul>${refused.faults.map(item)}</ul></div>`
  )
}

/** Says what came of something. */
export const banner = ({ language }: Visit, kind: "success" | "important", content: Html): Html =>
  html`<div class="note ${kind === "success" ? "good" : ""}" role="status"><h2>${portalWords[language][kind]}</h2>${content}</div>`
