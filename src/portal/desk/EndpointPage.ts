/** One endpoint at its agency's desk: how it is doing, who uses it, what becomes of its fields, and its rules. */
import { Effect } from "effect"
import { ActionLog } from "../../audit/ActionLog.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { healthWords, isTold } from "../../pages/HealthWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf, numberOf, shareOf } from "../../pages/Language.ts"
import { sinceNote } from "../../pages/SinceNote.ts"
import { RegistryDesk } from "../../registry/RegistryDesk.ts"
import { EndpointHealth, type Windows } from "../../watch/EndpointHealth.ts"
import { FieldDictionaries } from "../../watch/FieldDictionaries.ts"
import { FieldReport } from "../../watch/FieldReport.ts"
import { VerdictReport } from "../../watch/VerdictReport.ts"
import { banner, type FormFields } from "../Form.ts"
import { freeText } from "../FreeText.ts"
import { mayGiveAccess } from "../GiveAccess.ts"
import { FormRefused, NotAllowed, notHere } from "../PortalError.ts"
import { redirect } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { describedBy, descriptionForm } from "./DescriptionForm.ts"
import { descriptionWords } from "./DescriptionWords.ts"
import { dataText, type Desk, deskOf, deskPage } from "./DeskFrame.ts"
import { endpointOf, endpointPath, formAddress } from "./EndpointAddress.ts"
import { fieldForm, settingsOf } from "./FieldForm.ts"
import { usersTable, usesOfWeek } from "./Overview.ts"
import { encodeRules, mebibyte, type RuleForm, ruleForm, ruleSettings } from "./RuleForm.ts"
import { latestOf, outcome, saveSettings } from "./SaveSettings.ts"
import { suggestionForm } from "./SuggestionForm.ts"
import { suggestionWords } from "./SuggestionWords.ts"

const windows = ["5m", "1h", "24h"] as const

const performance = ({ visit, words }: Desk, stats: Windows): Html => {
  const { language } = visit
  const row = (name: string, cell: (window: Windows["5m"]) => string): Html =>
    html`<tr><th scope="row">${name}</th>${windows.map((window) => html`<td class="n">${cell(stats[window])}</td>`)}</tr>`
  return html`<h2>${words.performance}</h2><table><thead><tr><th scope="col">${words.measure}</th>${
    windows.map((window) => html`<th scope="col" class="n">${words.windows[window]}</th>`)
  }</tr></thead><tbody>${row(words.health, ({ health }) => words.healthNames[health])}${
    row(words.calls, ({ count }) => numberOf(count, language))
  }${
    row(words.errors, ({ count, errorShare, errors }) =>
      count === 0 ? "–" : `${numberOf(errors, language)} (${shareOf(errorShare, language)})`)
  }${row(healthWords[language].stale, ({ stale }) => numberOf(stale, language))}${row("p50", ({ p50 }) => millisOf(p50, language))}${
    row("p95", ({ p95 }) => millisOf(p95, language))
  }${row("p99", ({ p99 }) => millisOf(p99, language))}</tbody></table>${sinceNote("24h", stats["24h"].since, visit.nowMillis, visit)}`
}

const found = Effect.fn("EndpointPage.found")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const endpoint = endpointOf(desk, visit.query.get("path") ?? undefined)
  return endpoint === undefined ? yield* Effect.fail(notHere) : { desk, endpoint }
})

const catalogueAddress = ({ visit }: Desk, { agency, dataset, path }: Endpoint): string =>
  visit.at(`/v4/gateway/${agency.slug}/${dataset.slug}`, { path })

export const endpointPage = Effect.fn("EndpointPage.endpointPage")(function*(visit: SignedVisit) {
  const { desk, endpoint } = yield* found(visit)
  const { words } = desk
  const stats = (yield* EndpointHealth).of(endpoint)
  const report = (yield* FieldReport).of(endpoint)
  const masked = (yield* VerdictReport).of(endpoint)
  const uses = (yield* usesOfWeek(desk)).filter(({ route }) => route === endpoint.route)
  const latest = yield* latestOf(desk)
  const fields = (yield* FieldDictionaries).ownOf(endpoint)
  const now = stats["5m"].health
  const forgotten = visit.query.has("lupa") && visit.session.operator
    ? banner(visit, "success", html`<p>${suggestionWords[visit.language].forgotten}</p>`)
    : ""
  return deskPage(desk, {
    section: "endpoints",
    heading: endpoint.title,
    title: dataText(desk, endpoint.title),
    main: html`${outcome(desk)}${forgotten}<p>${
      isTold(now, stats["24h"].count)
        ? html`<span class="tag ${now}">${healthWords[visit.language].service}: ${words.healthNames[now]}</span>`
        : ""
    }${endpoint.private ? html` <span class="tag private">${words.private}</span>` : ""} <code>${endpoint.route}</code></p><p><a href="${
      catalogueAddress(desk, endpoint)
    }">${words.catalogue}</a></p>${performance(desk, stats)}<h2>${words.weekUsers}</h2>${usersTable(desk, uses)}${
      suggestionForm(desk, endpoint, masked, latest)
    }${fieldForm(desk, endpoint, { report, masked }, latest)}${descriptionForm(desk, endpoint, fields)}${ruleForm(desk, endpoint, latest)}`
  })
})

const back = (endpoint: Endpoint) => (saved: string) => endpointPath(endpoint, { disimpan: saved })

export const saveRules = Effect.fn("EndpointPage.saveRules")(function*(visit: SignedVisit, form: typeof RuleForm.Type) {
  const { desk, endpoint } = yield* found(visit)
  const isLarge = form.besar * mebibyte > (yield* RegistryDesk).bounds(desk.agency.slug).maxBytes(endpoint.route)
  if (isLarge) return yield* new FormRefused({ faults: [{ field: "besar", message: desk.setting.maxBytesWrong }] })
  return yield* saveSettings(desk, ruleSettings(endpoint, form), form.seen, {
    field: "segar",
    back: back(endpoint),
    reason: form.alasan,
    again: { section: "endpoints", action: formAddress(endpoint, "aturan"), fields: encodeRules(form) }
  })
})

export const saveFields = Effect.fn("EndpointPage.saveFields")(function*(visit: SignedVisit, form: FormFields) {
  const { desk, endpoint } = yield* found(visit)
  const settings = settingsOf(endpoint, (yield* FieldReport).of(endpoint) ?? [], (yield* VerdictReport).of(endpoint), form)
  return yield* saveSettings(desk, settings, Number(form["seen"]), {
    field: "bidang",
    back: back(endpoint),
    reason: typeof form["alasan"] === "string" ? freeText(form["alasan"].trim().slice(0, 500)) : undefined,
    again: { section: "endpoints", action: formAddress(endpoint, "bidang"), fields: form }
  })
})

/** What fields mean lowers nobody's protection: it holds at once. */
export const describeFields = Effect.fn("EndpointPage.describeFields")(function*(visit: SignedVisit, form: FormFields) {
  const { desk, endpoint } = yield* found(visit)
  const dictionaries = yield* FieldDictionaries
  const texts = describedBy(dictionaries.ownOf(endpoint), form)
  if (texts === undefined) {
    return yield* new FormRefused({ faults: [{ field: "keterangan", message: descriptionWords[visit.language].tooLong }] })
  }
  if (texts.size > 0) {
    const { account } = visit.session
    const detail = { count: String(texts.size) }
    yield* (yield* ActionLog).record({ account, action: "fields-described", agency: desk.agency.slug, subject: endpoint.route, detail })
    yield* Effect.orDie(dictionaries.describe(endpoint, texts))
  }
  return redirect(endpointPath(endpoint, { keterangan: "1" }))
})

/** For operators alone: what was learnt may be what keeps a field masked. */
export const forgetVerdicts = Effect.fn("EndpointPage.forgetVerdicts")(function*(visit: SignedVisit) {
  const { desk, endpoint } = yield* found(visit)
  if (!visit.session.operator) return yield* new NotAllowed()
  yield* mayGiveAccess(visit)
  const { account } = visit.session
  yield* (yield* ActionLog).record({ account, action: "verdicts-forgotten", agency: desk.agency.slug, subject: endpoint.route, detail: {} })
  ;(yield* VerdictReport).forget(endpoint)
  return redirect(endpointPath(endpoint, { lupa: "1" }))
})
