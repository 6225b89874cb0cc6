/** What the desk has changed, latest first, and taking one change back. */
import { Effect, Schema } from "effect"
import { timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Proposals } from "../../registry/Proposals.ts"
import { Registry } from "../../registry/Registry.ts"
import type { RegistryChange } from "../../registry/RegistryChange.ts"
import { RegistryDesk } from "../../registry/RegistryDesk.ts"
import { mostListed } from "../../registry/RegistryStore.ts"
import { banner, formStart } from "../Form.ts"
import type { SignedVisit } from "../Visit.ts"
import { type Desk, deskOf, deskPage } from "./DeskFrame.ts"
import { whole } from "./FormNumbers.ts"
import { heldBefore } from "./HeldValue.ts"
import { proposalWords } from "./ProposalWords.ts"
import { Reason, routeOf, save } from "./SaveSettings.ts"
import { settingLine } from "./SettingLines.ts"

export const UndoForm = Schema.Struct({ perubahan: whole(1, Number.MAX_SAFE_INTEGER), alasan: Reason })

interface Told {
  readonly change: RegistryChange
  /** Who agreed to it, and to its undoing, where that took a second person. */
  readonly agreed: ReadonlyArray<string>
  readonly before: ReturnType<typeof heldBefore>
}

const row = (desk: Desk, { agreed, before, change }: Told): Html => {
  const { agency, setting, snapshot, visit } = desk
  const { madeAt, madeBy, sequence, settings, undoneAt, undoneBy } = change
  const faults = snapshot.setAside.get(sequence)
  const state = undoneAt !== null
    ? html`<span class="tag unknown">${setting.undone}</span>`
    : faults === undefined
    ? html`<span class="tag up">${setting.inForce}</span>`
    : html`<span class="tag degraded">${setting.setAside}</span>`
  const undone = undoneAt === null ? "" : html`<span>${setting.undone} ${timeOf(undoneAt, visit)} ${setting.by_} ${undoneBy}</span>`
  const form = undoneAt !== null
    ? ""
    : html`${
      formStart(visit, `/portal/opd/${agency.slug}/perubahan`)
    }<input type="hidden" name="perubahan" value="${sequence}"><button class="button secondary"
        aria-label="${setting.undoOf} ${sequence}">${setting.undo}</button></form>`
  return html`<li><span class="name">#${sequence} <code>${
    routeOf(agency.slug, settings[0])
  }</code></span><span>${state}</span><span class="more"><span>${timeOf(madeAt, visit)} ${setting.by_} ${madeBy}</span>${
    agreed.map((by) => html`<span>${proposalWords[visit.language].agreedTo} ${by}</span>`)
  }${undone}${
    faults === undefined ? "" : html`<span lang="en">${faults.map(({ path, reason }) => `${path}: ${reason}`).join("; ")}</span>`
  }</span><ul class="told">${settings.map(settingLine(desk, before))}</ul>${form}</li>`
}

export const history = Effect.fn("HistoryPage.history")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const { setting } = desk
  const changes = yield* (yield* RegistryDesk).history(desk.agency.slug)
  const agreed = new Map<number, ReadonlyArray<string>>()
  for (const { change, decidedBy } of yield* (yield* Proposals).list(desk.agency.slug)) {
    if (change !== null && decidedBy !== null) agreed.set(change, [decidedBy, ...(agreed.get(change) ?? [])])
  }
  const file = (yield* Registry).file()
  const toldOf = (change: RegistryChange, index: number): Told => ({
    change,
    agreed: agreed.get(change.sequence) ?? [],
    before: heldBefore(file, change, changes.slice(index + 1), changes.length < mostListed)
  })
  const done = visit.refused === undefined &&
    changes.some(({ sequence, undoneAt }) => undoneAt !== null && String(sequence) === visit.query.get("dibatalkan"))
  return deskPage(desk, {
    section: "history",
    main: html`${done ? banner(visit, "success", html`<p>${setting.undoneDone}</p>`) : ""}<p class="lead">${setting.historyLead}</p>${
      changes.length === 0
        ? html`<p>${setting.historyNone}</p>`
        : html`<ul class="rows" id="perubahan">${changes.map(toldOf).map((told) => row(desk, told))}</ul>`
    }`
  })
})

export const undo = Effect.fn("HistoryPage.undo")(function*(visit: SignedVisit, { alasan, perubahan }: typeof UndoForm.Type) {
  const desk = yield* deskOf(visit)
  const page = `/portal/opd/${desk.agency.slug}/perubahan` as const
  return yield* save(desk, { agency: desk.agency.slug, by: visit.session.account, sequence: perubahan }, {
    field: "perubahan",
    back: () => `${page}?dibatalkan=${perubahan}`,
    reason: alasan,
    again: { section: "history", action: page, fields: { perubahan: String(perubahan) } }
  })
})
