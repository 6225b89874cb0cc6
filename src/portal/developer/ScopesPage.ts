/** The scopes of an application's own tokens: what is taken away leaves live tokens at once, what is added needs a new one. */
import { Schema } from "effect"
import type { Application } from "../../domain/Application.ts"
import { html } from "../../pages/Html.ts"
import { button, errorSummary, formStart } from "../Form.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import { developerWords } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"
import { pickerFields, type Picking, scopePicker } from "./ScopePicker.ts"

export const ScopesForm = Schema.Struct(pickerFields)
export type ScopesForm = typeof ScopesForm.Type

export const scopesPage = (visit: SignedVisit, { name }: Application, picking: Picking): PortalPage => {
  const words = developerWords[visit.language]
  return {
    title: words.changeScopes,
    main: html`${crumbs(visit, [name])}${errorSummary(visit)}<h1>${words.changeScopes}</h1><p class="lead">${words.scopesLead}</p>${
      formStart(visit, addressOf(name, "/cakupan"))
    }${scopePicker(visit, words, picking)}${button(words.saveScopes, "primary", "aksi", "simpan")}</form>`
  }
}
