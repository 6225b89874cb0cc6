/** The form of an endpoint's rules: who may read it, how long copies live, how large answers may be. */
import { Schema } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { button, choiceField, formStart, textField } from "../Form.ts"
import type { FieldMessages } from "../FormFaults.ts"
import type { Desk } from "./DeskFrame.ts"
import { formAddress } from "./EndpointAddress.ts"
import { decimal, durationOf, whole } from "./FormNumbers.ts"
import { Reason, reasonMessages } from "./SaveSettings.ts"
import { settingWords } from "./SettingWords.ts"

const secondMillis = 1_000
const hourMillis = 3_600_000
export const mebibyte = 1024 * 1024
/** 366 days, as the registry bounds them. */
const longestHours = 366 * 24

export const RuleForm = Schema.Struct({
  seen: whole(0, Number.MAX_SAFE_INTEGER),
  privat: Schema.optionalKey(Schema.Literal("ya")),
  segar: decimal(0, longestHours * 3_600),
  basi: decimal(0, longestHours),
  besar: decimal(0.001, 65_536),
  takdikenal: Schema.Literals(["detect", "mask"]),
  alasan: Reason
})
export const encodeRules = Schema.encodeSync(RuleForm)

const message = (key: "freshWrong" | "staleWrong" | "maxBytesWrong") => ({ id: settingWords.id[key], en: settingWords.en[key] })
export const ruleMessages: FieldMessages = {
  segar: message("freshWrong"),
  basi: message("staleWrong"),
  besar: message("maxBytesWrong"),
  ...reasonMessages
}

/** As the form shows them: what is sent back so was left as it is, however it was rounded. */
const hoursOf = ({ cache: { staleMillis } }: Endpoint): number => Math.round(staleMillis / hourMillis * 1e6) / 1e6
const mebibytesOf = ({ maxBytes }: Endpoint): number => Math.round(maxBytes / mebibyte * 1000) / 1000

/** What of the form differs from what holds. */
export const ruleSettings = (endpoint: Endpoint, form: typeof RuleForm.Type): ReadonlyArray<Setting> => {
  const of = (
    at: Extract<Setting, { readonly path: string }>["at"],
    value: Setting["value"],
    differs: boolean
  ): ReadonlyArray<Setting> => differs ? [{ dataset: endpoint.dataset.slug, path: endpoint.path, at, value }] : []
  const isPrivate = form.privat === "ya"
  const [fresh, stale, bytes] = [form.segar * secondMillis, form.basi * hourMillis, Math.round(form.besar * mebibyte)]
  return [
    ...of(["private"], isPrivate, isPrivate !== endpoint.private),
    ...of(["cache", "fresh"], durationOf(fresh), Math.round(fresh) !== endpoint.cache.freshMillis),
    ...of(
      ["cache", "stale"],
      durationOf(stale),
      form.basi !== hoursOf(endpoint) && Math.round(stale) !== endpoint.cache.staleMillis
    ),
    ...of(["maxBytes"], `${bytes} B`, form.besar !== mebibytesOf(endpoint) && bytes !== endpoint.maxBytes),
    ...of(["unknown"], form.takdikenal, form.takdikenal !== endpoint.unknown)
  ]
}

/** @param latest the change of this agency that the page has seen */
export const ruleForm = (desk: Desk, endpoint: Endpoint, latest: number): Html => {
  const { setting, visit } = desk
  const number = (name: string, label: string, value: number, hint?: string): Html =>
    textField(visit, { name, label, value: String(value), type: "text", ...(hint === undefined ? {} : { hint }) })
  return html`<h2 id="aturan">${setting.rules}</h2>${
    formStart(visit, formAddress(endpoint, "aturan"))
  }<input type="hidden" name="seen" value="${latest}">${
    choiceField(visit, "checkbox", {
      name: "privat",
      label: setting.privateLabel,
      choices: [{ value: "ya", label: setting.privateChoice }],
      chosen: endpoint.private ? ["ya"] : []
    })
  }${number("segar", setting.fresh, endpoint.cache.freshMillis / secondMillis, setting.freshHint)}${
    number("basi", setting.stale, hoursOf(endpoint), setting.staleHint)
  }${number("besar", setting.maxBytes, mebibytesOf(endpoint))}${
    choiceField(visit, "radio", {
      name: "takdikenal",
      label: setting.unknown,
      choices: [{ value: "detect", label: setting.unknownDetect }, { value: "mask", label: setting.unknownMask }],
      chosen: [endpoint.unknown]
    })
  }${button(setting.saveRules)}</form>`
}
