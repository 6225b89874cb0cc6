/** Operators tell the public of maintenance, and add notes to incidents. */
import { Clock, Effect, Schema } from "effect"
import type { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import { hash, randomUUID } from "node:crypto"
import { ActionLog } from "../../audit/ActionLog.ts"
import { cityMoment } from "../../domain/CityDays.ts"
import { rangeOf, timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { Registry } from "../../registry/Registry.ts"
import { Announcements, type Maintenance, type PublicText } from "../../telemetry/Announcements.ts"
import { type Incident, Incidents } from "../../telemetry/Incidents.ts"
import { banner, button, errorSummary, formStart, MaybeLine, selectField, textField } from "../Form.ts"
import { masked } from "../FreeText.ts"
import { FormRefused } from "../PortalError.ts"
import { type PortalPage, redirect } from "../PortalPage.ts"
import { portalForm, portalPage } from "../PortalRouter.ts"
import type { SignedVisit } from "../Visit.ts"
import { announcementWords } from "./AnnouncementWords.ts"
import { operationsNav, operationsStyle } from "./OperationsNav.ts"

const path = "/portal/operasi/pemberitahuan"
const longestMillis = 31 * 86_400_000
/** A form is filled in within the minute that it names, or a few later. */
const toleranceMillis = 10 * 60_000
const incidentsShown = 30

const Told = MaybeLine.pipe(masked)
/** Told apart from the same form sent again, which makes nothing more, is one that was changed since. */
const idOf = (...sent: ReadonlyArray<string>): string => hash("sha256", JSON.stringify(sent), "hex").slice(0, 32)
const FormId = Schema.String.check(Schema.isUUID()).pipe(Schema.withDecodingDefaultKey(Effect.sync(randomUUID)))
const WindowForm = Schema.Struct({ formulir: FormId, opd: MaybeLine, mulai: MaybeLine, selesai: MaybeLine, teks: Told, text: Told })
const BackForm = Schema.Struct({ pemeliharaan: MaybeLine })
const NoteForm = Schema.Struct({ formulir: FormId, gangguan: MaybeLine, keterangan: Told, note: Told })
const texts = { id: announcementWords.id.noText, en: announcementWords.en.noText }

const publicText = (id: string, en: string): PublicText => ({ id: id === "" ? null : id, en: en === "" ? null : en })
const refuse = (field: string, message: string) => new FormRefused({ faults: [{ field, message }] })
const onceField = () => html`<input type="hidden" name="formulir" value="${randomUUID()}">`
const keyOf = ({ agency, startedAt }: Incident): string => `${agency} ${startedAt}`

/** Declares the page and its forms. */
export const announcementPages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const sql = yield* SqlClient.SqlClient
  const log = yield* ActionLog
  const registry = yield* Registry
  const announcements = yield* Announcements
  const incidents = yield* Incidents

  const recent = Effect.map(Effect.orElseSucceed(incidents.recent, () => []), (found) => found.slice(0, incidentsShown))
  const nameOf = (slug: string | null, all: string): string =>
    slug === null ? all : registry.current().agencies.find((agency) => agency.slug === slug)?.name ?? slug

  const windowRow = (visit: SignedVisit) => ({ agency, from, id, text, to }: Maintenance): Html => {
    const words = announcementWords[visit.language]
    return html`<li><b>${nameOf(agency, words.all)}</b><span>${rangeOf(from, to, visit)}</span><span class="more">${
      text.id ?? text.en ?? ""
    }</span>${formStart(visit, `${path}/tarik`)}<input type="hidden" name="pemeliharaan" value="${id}">${
      button(words.takeBack, "secondary")
    }</form></li>`
  }

  const view = Effect.fn("AnnouncementPages.view")(function*(visit: SignedVisit) {
    const words = announcementWords[visit.language]
    const now = yield* Clock.currentTimeMillis
    const open = announcements.maintenance().filter(({ to }) => to > now)
    const found = yield* recent
    const agencies = registry.current().agencies.map(({ name, slug }) => ({ value: slug, label: name }))
    const told = (name: string, label: string, hint?: string): Html =>
      textField(visit, { name, label, maxLength: 200, rows: 2, optional: true, ...hint === undefined ? {} : { hint } })
    const page: PortalPage = {
      title: words.title,
      style: operationsStyle,
      main: html`${operationsNav(visit, "announcements")}${errorSummary(visit)}${
        visit.query.has("selesai") && visit.refused === undefined ? banner(visit, "success", html`<p>${words.done}</p>`) : ""
      }<h1>${words.title}</h1><p class="lead">${words.lead}</p><h2>${words.planned}</h2>${
        open.length === 0
          ? html`<p id="pemeliharaan">${words.none}</p>`
          : html`<p class="soft" id="pemeliharaan">${words.takeBackHint}</p><ul class="rows">${open.map(windowRow(visit))}</ul>`
      }<h2>${words.announce}</h2>${formStart(visit, path)}${onceField()}${
        selectField(visit, { name: "opd", label: words.whose, choices: [{ value: "", label: words.all }, ...agencies] })
      }${textField(visit, { name: "mulai", label: words.from, hint: words.timeHint, type: "datetime-local" })}${
        textField(visit, { name: "selesai", label: words.to, type: "datetime-local" })
      }${told("teks", words.textId, words.textHint)}${told("text", words.textEn)}${button(words.publish)}</form><h2>${words.note}</h2>${
        found.length === 0
          ? html`<p>${words.noIncident}</p>`
          : html`<p class="soft">${words.noteLead}</p>${formStart(visit, `${path}/keterangan`)}${onceField()}${
            selectField(visit, {
              name: "gangguan",
              label: words.incident,
              choices: found.map((incident) => ({
                value: keyOf(incident),
                label: `${nameOf(incident.agency, "")}, ${timeOf(incident.startedAt, visit)}${
                  incident.endedAt === null ? ` (${words.lasting})` : ""
                }`
              }))
            })
          }${told("keterangan", words.textId, words.textHint)}${told("note", words.textEn)}${button(words.add)}</form>`
      }`
    }
    return page
  })

  yield* portalPage(router, path, "operator", view)
  yield* portalForm(
    router,
    path,
    "operator",
    WindowForm,
    Effect.fn("AnnouncementPages.announce")(function*(visit, { formulir, mulai, opd, selesai, teks, text }) {
      const words = announcementWords[visit.language]
      const [from, to] = [cityMoment(mulai, visit.timeZone), cityMoment(selesai, visit.timeZone)]
      const now = yield* Clock.currentTimeMillis
      if (opd !== "" && !registry.current().agencies.some(({ slug }) => slug === opd)) return yield* refuse("opd", words.badWhose)
      if (Number.isNaN(from)) return yield* refuse("mulai", words.badTime)
      if (Number.isNaN(to)) return yield* refuse("selesai", words.badTime)
      if (from < now - toleranceMillis) return yield* refuse("mulai", words.past)
      if (to <= Math.max(from, now) || to - from > longestMillis) return yield* refuse("selesai", words.order)
      if (teks === "" && text === "") return yield* refuse("teks", words.noText)
      const agency = opd === "" ? null : opd
      // From now where it has begun: what was seen before is not named anew.
      const begins = Math.max(from, now)
      yield* sql.withTransaction(Effect.tap(
        announcements.announce({
          id: idOf(formulir, opd, mulai, selesai, teks, text),
          agency,
          from: begins,
          to,
          text: publicText(teks, text)
        }),
        (isNew) =>
          !isNew ? Effect.void : log.record({
            account: visit.session.account,
            action: "maintenance-announced",
            agency,
            subject: opd === "" ? "gateway" : opd,
            detail: { from: new Date(begins).toISOString(), until: new Date(to).toISOString(), publicReason: teks === "" ? text : teks }
          })
      )).pipe(Effect.orDie)
      return redirect(`${path}?selesai`)
    }),
    { again: view, messages: { teks: texts, text: texts } }
  )
  yield* portalForm(
    router,
    `${path}/tarik`,
    "operator",
    BackForm,
    Effect.fn("AnnouncementPages.takeBack")(function*(visit, { pemeliharaan }) {
      const found = announcements.maintenance().find(({ id }) => id === pemeliharaan)
      const done = yield* sql.withTransaction(Effect.gen(function*() {
        if (!(yield* announcements.takeBack(pemeliharaan))) return false
        const agency = found?.agency ?? null
        yield* log.record({
          account: visit.session.account,
          action: "maintenance-taken-back",
          agency,
          subject: agency ?? "gateway",
          detail: found === undefined ? {} : { from: new Date(found.from).toISOString(), until: new Date(found.to).toISOString() }
        })
        return true
      })).pipe(Effect.orDie)
      return done ? redirect(`${path}?selesai`) : yield* refuse("pemeliharaan", announcementWords[visit.language].gone)
    }),
    { again: view }
  )
  yield* portalForm(
    router,
    `${path}/keterangan`,
    "operator",
    NoteForm,
    Effect.fn("AnnouncementPages.note")(function*(visit, { formulir, gangguan, keterangan, note }) {
      const words = announcementWords[visit.language]
      const found = (yield* recent).find((incident) => keyOf(incident) === gangguan)
      if (found === undefined) return yield* refuse("gangguan", words.badIncident)
      if (keterangan === "" && note === "") return yield* refuse("keterangan", words.noText)
      const { agency, startedAt } = found
      yield* sql.withTransaction(Effect.tap(
        announcements.note({ id: idOf(formulir, gangguan, keterangan, note), agency, startedAt, text: publicText(keterangan, note) }),
        (isNew) =>
          !isNew ? Effect.void : log.record({
            account: visit.session.account,
            action: "incident-note-added",
            agency,
            subject: agency,
            detail: { at: new Date(startedAt).toISOString(), publicReason: keterangan === "" ? note : keterangan }
          })
      )).pipe(Effect.orDie)
      return redirect(`${path}?selesai`)
    }),
    { again: view, messages: { keterangan: texts, note: texts } }
  )
})
