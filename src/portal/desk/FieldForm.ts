/** The form that classifies an endpoint's fields: one list of classes for each field that was seen or is classified. */
import type { Endpoint } from "../../domain/Endpoint.ts"
import { FieldClass, personalDataClasses } from "../../domain/PersonalData.ts"
import { dateOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import type { SeenField } from "../../watch/FieldReport.ts"
import { button, type FormFields, formStart } from "../Form.ts"
import { type Desk } from "./DeskFrame.ts"
import { formAddress } from "./EndpointAddress.ts"

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

const named = (index: number): string => `kelas-${index}`
const pathField = (index: number): string => `bidang-${index}`

/** What of the form differs from what holds; fields that are not in force any more are passed over. */
export const settingsOf = (endpoint: Endpoint, report: ReadonlyArray<SeenField>, sent: FormFields): ReadonlyArray<Setting> => {
  const rows = rowsOf(endpoint, report)
  return rows.flatMap((_, index): ReadonlyArray<Setting> => {
    const path = sent[pathField(index)]
    const chosen = sent[named(index)]
    const row = rows.find((one) => one.path !== undefined && one.path === path)
    if (row?.path === undefined || typeof chosen !== "string" || chosen !== "" && !isClass(chosen) || chosen === (row.fieldClass ?? "")) {
      return []
    }
    return [{ dataset: endpoint.dataset.slug, path: endpoint.path, at: ["fields", row.path], value: chosen === "" ? null : chosen }]
  })
}

const rowHtml = (desk: Desk, { unknown }: Endpoint) => ({ fieldClass, label, path, seen }: Row, index: number): Html => {
  const { setting, visit } = desk
  const id = named(index)
  const now = seen === undefined || seen.by === "registry" ? undefined : seen.fieldClass
  const told = fieldClass !== undefined
    ? setting.by.registry
    : unknown === "mask"
    ? setting.by.rule
    : now === undefined
    ? setting.by.nobody
    : `${setting.by.detector}: ${setting.classes[now]}`
  const option = (value: string, text: string): Html =>
    html`<option value="${value}"${value === (fieldClass ?? "") ? html` selected` : ""}>${text}</option>`
  const choice = path === undefined
    ? html`<span class="soft">${setting.digits}</span>`
    : html`<input type="hidden" name="${pathField(index)}" value="${path}"><select id="${id}" name="${id}">${option("", setting.detector)}${
      ["public" as const, ...personalDataClasses].map((one) => option(one, setting.classes[one]))
    }</select>`
  const name = html`<code>${label}</code>`
  return html`<li>${
    path === undefined ? html`<span class="name">${name}</span>` : html`<label class="name" for="${id}">${name}</label>`
  }<span class="choose">${choice}</span><span class="more"><span>${told}</span>${
    seen?.since === undefined ? "" : html`<span class="tag old">${desk.words.since} ${dateOf(seen.since, visit)}</span>`
  }</span></li>`
}

/** @param latest the change of this agency that the page has seen */
export const fieldForm = (desk: Desk, endpoint: Endpoint, report: ReadonlyArray<SeenField> | undefined, latest: number): Html => {
  const { setting, visit } = desk
  const rows = rowsOf(endpoint, report ?? [])
  if (rows.length === 0) return html`<h2 id="bidang">${setting.fields}</h2><p>${setting.fieldsNone}</p>`
  return html`<h2 id="bidang">${setting.fields}</h2><p>${setting.fieldsLead}</p>${
    formStart(visit, formAddress(endpoint, "bidang"))
  }<input type="hidden" name="seen" value="${latest}"><ul class="rows fields">${rows.map(rowHtml(desk, endpoint))}</ul>${
    button(setting.saveFields)
  }</form>`
}
