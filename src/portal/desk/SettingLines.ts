/** Settings of a change as people read them: what was set, to what, with nothing secret. */
import { FieldClass } from "../../domain/PersonalData.ts"
import { type Html, html } from "../../pages/Html.ts"
import type { Language } from "../../pages/Language.ts"
import type { Setting } from "../../registry/RegistryChange.ts"
import { aboutName } from "./DatasetFormWords.ts"
import type { Desk } from "./DeskFrame.ts"

const isClass = (value: string): value is FieldClass => FieldClass.literals.some((one) => one === value)

const units = { millis: "millisecond", seconds: "second", minutes: "minute", hours: "hour" } as const
const isUnit = (text: string | undefined): text is keyof typeof units => text !== undefined && text in units

/** `5 menit` for `5 minutes`, `10 MiB` for its bytes; anything else as it is. */
export const readable = (written: string, language: Language): string => {
  const [, number, unit] = /^(\d+(?:\.\d+)?) (\w+)$/.exec(written) ?? []
  const locale = language === "id" ? "id-ID" : "en-GB"
  if (isUnit(unit)) return new Intl.NumberFormat(locale, { style: "unit", unit: units[unit], unitDisplay: "long" }).format(Number(number))
  return unit === "B" ? `${(Number(number) / 1024 / 1024).toLocaleString(locale, { maximumFractionDigits: 3 })} MiB` : written
}

/** Texts are told by how they begin. */
const longestTold = 300
const beginning = (text: string): string => text.length > longestTold ? `${text.slice(0, longestTold)}…` : text

const lineOf = (value: NonNullable<Setting["value"]>): string => {
  if (typeof value !== "object") return String(value)
  return (Array.isArray(value) ? value : Object.entries(value).map(([key, one]) => `${key}: ${String(one)}`)).join("; ")
}

/** What of a setting may be told and kept anywhere. */
export const toldValue = ({ at, value }: Setting): string => {
  if (value === null) return ""
  if (at[0] !== "credential") return beginning(lineOf(value))
  return typeof value === "object" && "header" in value ? `${String(value["header"])}: ***` : "***"
}

const valueOf = ({ setting: words, visit }: Desk, setting: Setting): string => {
  const { at: [key], value } = setting
  if (value === null) return words.byDefault
  if (typeof value === "boolean") return value ? words.yes : words.no
  if (key === "credential") return words.entered
  if (key === "unknown") return value === "mask" ? words.unknownMask : words.unknownDetect
  const written = toldValue(setting)
  return key === "fields" && isClass(written) ? words.classes[written] : readable(written, visit.language)
}

export const settingLine = (desk: Desk) => (setting: Setting): Html => {
  const [key, part] = setting.at
  const words = desk.setting
  const detail = part === undefined
    ? ""
    : part === "fresh" || part === "stale"
    ? ` ${words.parts[part]}`
    : key === "about"
    ? `, ${aboutName(part, desk.visit.language)}`
    : html` <code>${part}</code>`
  return html`<li>${words.keys[key]}${detail}: <b>${valueOf(desk, setting)}</b></li>`
}
