/** What the desk has changed, latest first, and taking one change back. */
import { Effect, Schema } from "effect"
import { ActionLog } from "../../audit/ActionLog.ts"
import { FieldClass } from "../../domain/PersonalData.ts"
import type { RegistryChange, Setting } from "../../registry/RegistryChange.ts"
import { RegistryDesk } from "../../registry/RegistryDesk.ts"
import { banner, formStart } from "../Form.ts"
import { type Html, html } from "../Html.ts"
import { timeOf } from "../CityTime.ts"
import { FormRefused } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { type Desk, deskOf, deskPage } from "./DeskFrame.ts"
import { whole } from "./FormNumbers.ts"
import { actionOf, invalidFaults, routeOf, toldValue } from "./SaveSettings.ts"

const isClass = (value: string): value is FieldClass => FieldClass.literals.some((one) => one === value)

export const UndoForm = Schema.Struct({ perubahan: whole(1, Number.MAX_SAFE_INTEGER) })

const units = { millis: "millisecond", seconds: "second", minutes: "minute", hours: "hour" } as const
const isUnit = (text: string | undefined): text is keyof typeof units => text !== undefined && text in units

/** `5 menit` for `5 minutes`, `10 MiB` for its bytes; anything else as it is. */
const readable = (written: string, language: "id" | "en"): string => {
  const [, number, unit] = /^(\d+(?:\.\d+)?) (\w+)$/.exec(written) ?? []
  const locale = language === "id" ? "id-ID" : "en-GB"
  if (isUnit(unit)) return new Intl.NumberFormat(locale, { style: "unit", unit: units[unit], unitDisplay: "long" }).format(Number(number))
  return unit === "B" ? `${(Number(number) / 1024 / 1024).toLocaleString(locale, { maximumFractionDigits: 3 })} MiB` : written
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

const line = (desk: Desk) => (setting: Setting): Html => {
  const [key, part] = setting.at
  const words = desk.setting
  const detail = part === undefined ? "" : part === "fresh" || part === "stale" ? ` ${words.parts[part]}` : html` <code>${part}</code>`
  return html`<li>${words.keys[key]}${detail}: <b>${valueOf(desk, setting)}</b></li>`
}

const row = (desk: Desk, change: RegistryChange): Html => {
  const { agency, setting, snapshot, visit } = desk
  const { madeAt, madeBy, sequence, settings, undoneAt, undoneBy } = change
  const faults = snapshot.setAside.get(sequence)
  const state = undoneAt !== null
    ? html`<span class="tag unknown">${setting.undone}</span>`
    : faults === undefined ? html`<span class="tag up">${setting.inForce}</span>` : html`<span class="tag degraded">${setting.setAside}</span>`
  const undone = undoneAt === null ? "" : html`<span>${setting.undone} ${timeOf(undoneAt, visit)} ${setting.by_} ${undoneBy}</span>`
  const form = undoneAt !== null ? "" : html`${formStart(visit, `/portal/opd/${agency.slug}/perubahan`)}<input type="hidden" name="perubahan" value="${sequence}"><button class="button secondary" aria-label="${setting.undoOf} ${sequence}">${setting.undo}</button></form>`
  return html`<li><span class="name">#${sequence} <code>${routeOf(agency.slug, settings[0])}</code></span><span>${state}</span><span class="more"><span>${timeOf(madeAt, visit)} ${setting.by_} ${madeBy}</span>${undone}${faults === undefined ? "" : html`<span lang="en">${faults.map(({ path, reason }) => `${path}: ${reason}`).join("; ")}</span>`}</span><ul class="told">${settings.map(line(desk))}</ul>${form}</li>`
}

export const history = Effect.fnUntraced(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const { setting } = desk
  const changes = yield* (yield* RegistryDesk).history(desk.agency.slug)
  const done = visit.refused === undefined && changes.some(({ sequence, undoneAt }) => undoneAt !== null && String(sequence) === visit.query.get("dibatalkan"))
  return deskPage(desk, {
    section: "history",
    main: html`${done ? banner(visit, "success", html`<p>${setting.undoneDone}</p>`) : ""}<p class="lead">${setting.historyLead}</p>${changes.length === 0 ? html`<p>${setting.historyNone}</p>` : html`<ul class="rows" id="perubahan">${changes.map((change) => row(desk, change))}</ul>`}`
  })
})

export const undo = Effect.fnUntraced(function*(visit: SignedVisit, { perubahan }: typeof UndoForm.Type) {
  const desk = yield* deskOf(visit)
  const { account } = visit.session
  const registry = yield* RegistryDesk
  const log = yield* ActionLog
  yield* registry.undo({ agency: desk.agency.slug, by: account, sequence: perubahan }, (change) => log.record(actionOf(account, "registry-undone", change))).pipe(
    Effect.catchTags({
      RegistryInvalid: (invalid) => Effect.fail(invalidFaults(desk, invalid, "perubahan")),
      ChangedMeanwhile: () => Effect.fail(new FormRefused({ faults: [{ field: "perubahan", message: desk.setting.meanwhile }] }))
    })
  )
  return redirect(`/portal/opd/${desk.agency.slug}/perubahan?dibatalkan=${perubahan}`)
})
