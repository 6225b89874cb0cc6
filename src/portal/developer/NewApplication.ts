/** The form for a new application: its name, what it is for and its scopes; sending it makes the first token too. */
import { Effect, Schema } from "effect"
import { ApplicationName } from "../../domain/Application.ts"
import { html } from "../../pages/Html.ts"
import { button, errorSummary, formStart, textField } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { FieldFault, SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import { type DeveloperWords, developerWords } from "./DeveloperWords.ts"
import { pickerFields, type Picking, scopePicker } from "./ScopePicker.ts"

const Text = Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))

/** What is typed is checked when the application is made, not when scopes are looked for. */
export const NewApplicationForm = Schema.Struct({ nama: Text, tujuan: Text, ...pickerFields })
export type NewApplicationForm = typeof NewApplicationForm.Type

const maxName = 80
export const maxPurpose = 500
/** With something in it that can be seen. */
const isName = Schema.is(ApplicationName.check(Schema.isMaxLength(maxName), Schema.isPattern(/[\p{L}\p{N}\p{S}\p{P}]/u)))
/** Several lines of visible text. */
const isPurpose = Schema.is(Schema.String.check(Schema.isMaxLength(maxPurpose), Schema.isPattern(/^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u)))

export const purposeFault = (text: string, words: DeveloperWords): string | undefined =>
  text.trim() === "" ? words.purposeMissing : isPurpose(text.trim()) ? undefined : words.purposeUnfit

/** As it is kept: in its normal form. */
export const nameOf = ({ nama }: NewApplicationForm): string => nama.trim().normalize("NFKC").trim()

export const newApplicationFaults = (
  form: NewApplicationForm,
  known: ReadonlySet<string>,
  words: DeveloperWords
): ReadonlyArray<FieldFault> => {
  const { cakupan, tujuan } = form
  const faults: Array<FieldFault> = []
  if (nameOf(form) === "") faults.push({ field: "nama", message: words.nameMissing })
  else if (!isName(nameOf(form))) faults.push({ field: "nama", message: words.nameUnfit })
  const purpose = purposeFault(tujuan, words)
  if (purpose !== undefined) faults.push({ field: "tujuan", message: purpose })
  const unknown = cakupan.find((scope) => !known.has(scope))
  if (unknown !== undefined) faults.push({ field: "cakupan", message: `${words.unknownScope} ${JSON.stringify(unknown.slice(0, 100))}` })
  else if (cakupan.length === 0) faults.push({ field: "cakupan", message: words.scopesMissing })
  return faults
}

export const newApplicationPage = (visit: SignedVisit, form: Pick<NewApplicationForm, "nama" | "tujuan">, picking: Picking): PortalPage => {
  const words = developerWords[visit.language]
  return {
    title: words.create,
    main: html`${crumbs(visit, [])}${errorSummary(visit)}<h1>${words.create}</h1><p class="lead">${words.createLead}</p>${
      formStart(visit, "/portal/aplikasi/baru")
    }${textField(visit, { name: "nama", label: words.name, hint: words.nameHint, maxLength: maxName, value: form.nama })}${
      textField(visit, {
        name: "tujuan",
        label: words.purpose,
        hint: words.purposeHint,
        maxLength: maxPurpose,
        rows: 3,
        value: form.tujuan
      })
    }${scopePicker(visit, words, picking)}${button(words.createButton, "primary", "aksi", "simpan")}</form>`
  }
}
