/** The form of the limits within which the agency is called. */
import { Schema } from "effect"
import type { Agency } from "../../domain/Agency.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { DeskBounds } from "../../registry/DeskBounds.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { button, formStart, textField } from "../Form.ts"
import type { FieldMessages } from "../FormFaults.ts"
import type { FieldFault } from "../Visit.ts"
import type { Desk } from "./DeskFrame.ts"
import { decimal, durationOf, whole } from "./FormNumbers.ts"
import { type SettingWords, settingWords } from "./SettingWords.ts"

const secondMillis = 1_000

export const LimitForm = Schema.Struct({
  seen: whole(0, Number.MAX_SAFE_INTEGER),
  batas: decimal(0.001, 3_600),
  seluruhnya: decimal(0.001, 3_600),
  ulang: whole(0, 10),
  sambungan: whole(1, 10_000)
})

const message = (key: "secondsWrong" | "retriesWrong" | "connectionsWrong") => ({ id: settingWords.id[key], en: settingWords.en[key] })
export const limitMessages: FieldMessages = {
  batas: message("secondsWrong"),
  seluruhnya: message("secondsWrong"),
  ulang: message("retriesWrong"),
  sambungan: message("connectionsWrong")
}

/** What goes further than a desk may. */
export const limitFaults = (bounds: DeskBounds, form: typeof LimitForm.Type, words: SettingWords): ReadonlyArray<FieldFault> => [
  ...(form.batas * secondMillis > bounds.timeoutMillis ? [{ field: "batas", message: words.secondsWrong }] : []),
  ...(form.seluruhnya * secondMillis > bounds.deadlineMillis ? [{ field: "seluruhnya", message: words.secondsWrong }] : []),
  ...(form.sambungan > bounds.connections ? [{ field: "sambungan", message: words.connectionsWrong }] : [])
]

/** What of the form differs from what holds. */
export const limitSettings = (agency: Agency, form: typeof LimitForm.Type): ReadonlyArray<Setting> => {
  const [timeout, deadline] = [Math.round(form.batas * secondMillis), Math.round(form.seluruhnya * secondMillis)]
  const settings: ReadonlyArray<readonly [Setting, boolean]> = [
    [{ at: ["timeout"], value: durationOf(timeout) }, timeout !== agency.timeoutMillis],
    [{ at: ["deadline"], value: durationOf(deadline) }, deadline !== agency.deadlineMillis],
    [{ at: ["retries"], value: form.ulang }, form.ulang !== agency.retries],
    [{ at: ["connections"], value: form.sambungan }, form.sambungan !== agency.connections]
  ]
  return settings.flatMap(([setting, differs]) => differs ? [setting] : [])
}

/** @param latest the change of this agency that the page has seen */
export const limitForm = ({ agency, setting, visit }: Desk, latest: number): Html => {
  const number = (name: string, label: string, value: number): Html => textField(visit, { name, label, value: String(value) })
  return html`<h2 id="batas-panggilan">${setting.limits}</h2>${
    formStart(visit, `/portal/opd/${agency.slug}/sambungan/batas`)
  }<input type="hidden" name="seen" value="${latest}">${number("batas", setting.timeout, agency.timeoutMillis / secondMillis)}${
    number("seluruhnya", setting.deadline, agency.deadlineMillis / secondMillis)
  }${number("ulang", setting.retries, agency.retries)}${number("sambungan", setting.connections, agency.connections)}${
    button(setting.saveLimits)
  }</form>`
}
