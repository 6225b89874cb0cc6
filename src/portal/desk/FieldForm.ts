/** The form that classifies an endpoint's fields: one list of classes for each field that was seen or is classified. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import { FieldClass, personalDataClasses } from "../../domain/PersonalData.ts"
import { dateOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { lastKeyOf } from "../../privacy/MaskingPolicy.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import type { SeenField } from "../../watch/FieldReport.ts"
import type { MaskedFields } from "../../watch/VerdictReport.ts"
import { button, type FormFields, formStart, sentInRow } from "../Form.ts"
import { verdictWords } from "../VerdictWords.ts"
import { type Desk } from "./DeskFrame.ts"
import { formAddress } from "./EndpointAddress.ts"
import { suggested, suggestionName } from "./SuggestionForm.ts"

const classes: ReadonlyArray<FieldClass> = FieldClass.literals
const isClass = (text: string): text is FieldClass => classes.some((one) => one === text)

interface Row {
  readonly label: string
  /** What the registry calls it; undefined where a name stands for several. */
  readonly path: string | undefined
  readonly fieldClass: FieldClass | undefined
  readonly seen: SeenField | undefined
}

/** A path to a field of that name, wherever it stands. */
export const anywhere = (name: string): string => /^[A-Za-z_][\w-]*$/.test(name) ? `**.${name}` : `**[${JSON.stringify(name)}]`

/** Every classified path, and every field that was seen and has none. */
export const rowsOf = (endpoint: Endpoint, report: ReadonlyArray<SeenField>): ReadonlyArray<Row> => [
  ...endpoint.fields.map(([path, fieldClass]) => ({ label: path, path, fieldClass, seen: report.find((field) => field.path === path) })),
  ...report.filter(({ by }) => by !== "registry").map((seen) => ({
    label: seen.name,
    path: seen.name.includes("#") ? undefined : anywhere(seen.name),
    fieldClass: undefined,
    seen
  }))
]

const named = (index: number | string): string => `kelas-${index}`
const pathField = (index: number | string): string => `bidang-${index}`

/** What of a form differs from what holds; fields that are not in force any more are passed over. */
export const settingsOf = (
  endpoint: Endpoint,
  report: ReadonlyArray<SeenField>,
  masked: MaskedFields,
  sent: FormFields
): ReadonlyArray<Setting> => {
  const rows = rowsOf(endpoint, report)
  const offered = suggested(masked)
  const held = new Map<string, FieldClass | undefined>([
    ...offered.map(({ path }) => [path, undefined] as const),
    ...rows.flatMap(({ fieldClass, path }) => path === undefined ? [] : [[path, fieldClass] as const])
  ])
  return [...rows.keys(), ...offered.keys().map(suggestionName)].flatMap((index): ReadonlyArray<Setting> => {
    const path = sent[pathField(index)]
    const chosen = sent[named(index)]
    if (typeof path !== "string" || !held.has(path) || typeof chosen !== "string") return []
    if (chosen !== "" && !isClass(chosen) || chosen === (held.get(path) ?? "")) return []
    return [{ dataset: endpoint.dataset.slug, path: endpoint.path, at: ["fields", path], value: chosen === "" ? null : chosen }]
  })
}

/** Why and as what a field of that name is masked wherever it stands; empty where it is not. */
const maskedAs = ({ setting, visit: { language } }: Desk, { judged }: MaskedFields, name: string): string => {
  const words = verdictWords[language]
  const own = judged.filter(({ of, path }) => (of === undefined ? lastKeyOf(path) : of.split(".").at(-1))?.replace(/\d+/g, "#") === name)
  const told = own.map((one) =>
    `${one.why === "key" ? setting.by.detector : words.why[one.why]}: ${
      one.fieldClass === "unknown" ? words.unknown : words.classes[one.fieldClass]
    }`
  )
  return [...new Set(told)].join("; ")
}

const rowHtml =
  (desk: Desk, { unknown }: Endpoint, masked: MaskedFields) => ({ fieldClass, label, path, seen }: Row, index: number): Html => {
    const { setting, visit } = desk
    const id = named(index)
    const now = seen === undefined || seen.by === "registry" ? undefined : seen.fieldClass
    const judged = seen === undefined ? "" : maskedAs(desk, masked, seen.name)
    const told = fieldClass !== undefined
      ? setting.by.registry
      : unknown === "mask"
      ? setting.by.rule
      : judged !== ""
      ? judged
      : now === undefined
      ? setting.by.nobody
      : `${setting.by.detector}: ${setting.classes[now]}`
    const chosen = sentInRow(visit, id, { name: pathField(index), is: path }) ?? fieldClass ?? ""
    const option = (value: string, text: string): Html =>
      html`<option value="${value}"${value === chosen ? html` selected` : ""}>${text}</option>`
    const choice = path === undefined
      ? html`<span class="soft">${setting.digits}</span>`
      : html`<input type="hidden" name="${pathField(index)}" value="${path}"><select id="${id}" name="${id}">${
        option("", setting.detector)
      }${["public" as const, ...personalDataClasses].map((one) => option(one, setting.classes[one]))}</select>`
    // What a name with digits is kept as says so in words.
    const name = path === undefined
      ? html`<code>${label.split("#").map((part, at) => html`${at === 0 ? "" : html`<i>${setting.anyDigits}</i>`}${part}`)}</code>`
      : html`<code>${label}</code>`
    return html`<li>${
      path === undefined ? html`<span class="name">${name}</span>` : html`<label class="name" for="${id}">${name}</label>`
    }<span class="choose">${choice}</span><span class="more"><span>${told}</span>${
      seen?.since === undefined ? "" : html`<span class="tag old">${desk.words.since} ${dateOf(seen.since, visit)}</span>`
    }</span></li>`
  }

/** @param latest the change of this agency that the page has seen */
export const fieldForm = (
  desk: Desk,
  endpoint: Endpoint,
  { masked, report = [] }: { readonly report: ReadonlyArray<SeenField> | undefined; readonly masked: MaskedFields },
  latest: number
): Html => {
  const { setting, visit } = desk
  const rows = rowsOf(endpoint, report)
  if (rows.length === 0) return html`<h2 id="bidang">${setting.fields}</h2><p>${setting.fieldsNone}</p>`
  return html`<h2 id="bidang">${setting.fields}</h2><p>${setting.fieldsLead}</p>${
    formStart(visit, formAddress(endpoint, "bidang"))
  }<input type="hidden" name="seen" value="${latest}"><ul class="rows fields">${rows.map(rowHtml(desk, endpoint, masked))}</ul>${
    button(setting.saveFields)
  }</form>`
}
