/** Settings of a change as people read them: what was set, to what, with nothing secret. */
import { FieldClass } from "../../domain/PersonalData.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { aboutName, aboutText } from "../DatasetFormWords.ts"
import { readable } from "../PeopleUnits.ts"
import type { Desk } from "./DeskFrame.ts"
import { proposalWords } from "./ProposalWords.ts"

const isClass = (value: string): value is FieldClass => FieldClass.literals.some((one) => one === value)

/** Texts are told by how they begin. */
const longestTold = 300
const beginning = (text: string): string => text.length > longestTold ? `${text.slice(0, longestTold)}…` : text

const lineOf = (value: NonNullable<Setting["value"]>): string => {
  if (typeof value !== "object") return String(value)
  return (Array.isArray(value) ? value : Object.entries(value).map(([key, one]) => `${key}: ${String(one)}`)).join("; ")
}

/** What of a setting may be told and kept anywhere. */
export const toldValue = ({ at, value }: Pick<Setting, "at" | "value">): string => {
  if (value === null) return ""
  if (at[0] !== "credential") return beginning(lineOf(value))
  return typeof value === "object" && "header" in value ? `${String(value["header"])}: ***` : "***"
}

const valueOf = (desk: Desk, { at, value }: Pick<Setting, "at" | "value">): string => {
  const { setting: words, visit } = desk
  const [key, part] = at
  if (value === null) {
    if (key === "fields") return proposalWords[visit.language].toDetector
    return key === "about" || key === "license" ? words.empty : words.byDefault
  }
  if (key === "private") return value === true ? words.closed : words.open
  if (typeof value === "boolean") return value ? words.yes : words.no
  if (key === "credential") return words.entered
  if (key === "unknown") return value === "mask" ? words.unknownMask : words.unknownDetect
  const written = toldValue({ at, value })
  if (key === "about") return aboutText(part, value, visit.language) ?? written
  return key === "fields" && isClass(written) ? words.classes[written] : key === "license" ? written : readable(written, visit.language)
}

/** What a place had until then; undefined where that is not known. */
type Before = (setting: Setting) => Setting["value"] | undefined

export const settingLine = (desk: Desk, before: Before = () => undefined) => (setting: Setting): Html => {
  const [key, part] = setting.at
  const words = desk.setting
  const detail = part === undefined
    ? ""
    : part === "fresh" || part === "stale"
    ? ` ${words.parts[part]}`
    : key === "about"
    ? `, ${aboutName(part, desk.visit.language)}`
    : html` <code>${part}</code>`
  const old = before(setting)
  const was = old === undefined ? "" : html`${valueOf(desk, { at: setting.at, value: old })} → `
  return html`<li>${words.keys[key]}${detail}: ${was}<b>${valueOf(desk, setting)}</b></li>`
}
