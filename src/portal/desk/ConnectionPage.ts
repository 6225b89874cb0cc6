/** How the agency is reached: its address and credential, with a test call, and the limits of calls. */
import { Effect } from "effect"
import { ActionLog } from "../../audit/ActionLog.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf } from "../../pages/Language.ts"
import { RegistryDesk } from "../../registry/RegistryDesk.ts"
import { AgencyTrial, type TrialResult } from "../../watch/AgencyTrial.ts"
import { FormRefused } from "../PortalError.ts"
import type { SignedVisit } from "../Visit.ts"
import { type AddressForm, addressForm, wantedOf } from "./AddressForm.ts"
import { dataText, type Desk, deskOf, deskPage } from "./DeskFrame.ts"
import { limitFaults, type LimitForm, limitForm, limitSettings } from "./LimitForm.ts"
import { latestOf, outcome, saveSettings } from "./SaveSettings.ts"

const pageOf = Effect.fn("ConnectionPage.pageOf")(function*(desk: Desk, above: Html | "", tried?: AddressForm) {
  const latest = yield* latestOf(desk)
  return deskPage(desk, { section: "settings", main: html`${above}${addressForm(desk, latest, tried)}${limitForm(desk, latest)}` })
})

export const connection = Effect.fn("ConnectionPage.connection")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  return yield* pageOf(desk, outcome(desk))
})

const back = ({ agency }: Desk) => (saved: string): `/${string}` => `/portal/opd/${agency.slug}/sambungan?disimpan=${saved}`

export const saveLimits = Effect.fn("ConnectionPage.saveLimits")(function*(visit: SignedVisit, form: typeof LimitForm.Type) {
  const desk = yield* deskOf(visit)
  const faults = limitFaults((yield* RegistryDesk).bounds(desk.agency.slug), form, desk.setting)
  if (faults.length > 0) return yield* new FormRefused({ faults })
  return yield* saveSettings(desk, limitSettings(desk.agency, form), form.seen, { field: "batas", back: back(desk), reason: undefined })
})

const result = (desk: Desk, found: TrialResult | undefined, hadSecret: boolean): Html => {
  const { setting, visit: { language } } = desk
  if (found === undefined) return html`<div class="note" role="status"><h2>${setting.tested}</h2><p>${setting.testNone}</p></div>`
  const { answered, detail, endpoint, millis, status } = found
  return html`<div class="note ${answered ? "good" : "bad"}" role="status"><h2>${setting.tested}</h2><p>${
    answered ? setting.testWell : setting.testBad
  } ${status === null ? "" : `HTTP ${status}, `}${millisOf(millis, language)}</p>${
    detail === undefined ? "" : html`<p>${detail[language]}</p>`
  }<p>${setting.testedWith}: ${dataText(desk, endpoint.title)} <code>${endpoint.route}</code></p>${
    hadSecret ? html`<p>${setting.secretAgain}</p>` : ""
  }</div>`
}

/** Tries the address out, or saves it. */
export const address = Effect.fn("ConnectionPage.address")(function*(visit: SignedVisit, form: AddressForm) {
  const desk = yield* deskOf(visit)
  const { credential, server, settings } = yield* wantedOf(desk, form)
  if (form.langkah === "simpan") {
    return yield* saveSettings(desk, settings, form.seen, { field: "server", back: back(desk), reason: form.alasan ?? "" })
  }
  const found = yield* (yield* AgencyTrial).call(desk.agency, desk.endpoints, { server, credential })
  const { agency: { slug: agency } } = desk
  yield* (yield* ActionLog).record({
    account: visit.session.account,
    action: "connection-tested",
    agency,
    subject: agency,
    detail: { server: new URL(server).origin, answered: String(found?.answered ?? false) }
  })
  return yield* pageOf(desk, result(desk, found, settings.some(({ at }) => at[0] === "credential")), form)
})
