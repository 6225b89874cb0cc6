/** The desk's first page: the circuit, the endpoints' health, who waits for a decision, who uses what, what is new. */
import { Effect } from "effect"
import { AccessRequests } from "../../access/AccessRequests.ts"
import { DatasetWishes } from "../../access/DatasetWishes.ts"
import { AgencyUsage, type AgencyUse } from "../../audit/AgencyUsage.ts"
import type { CircuitState } from "../../domain/CircuitState.ts"
import { cityDayOf, dayAfter, dayBeginOf } from "../../domain/CityDays.ts"
import { type Health, healths } from "../../domain/Health.ts"
import { dateOf, shortDayOf, timeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import { Proposals } from "../../registry/Proposals.ts"
import { Breaker } from "../../resilience/Breaker.ts"
import type { CircuitStatus } from "../../resilience/Circuit.ts"
import { EndpointHealth } from "../../watch/EndpointHealth.ts"
import { FieldReport, type SeenField } from "../../watch/FieldReport.ts"
import type { SignedVisit } from "../Visit.ts"
import { wishWords } from "../WishWords.ts"
import { dataText, type Desk, deskOf, deskPage, scrolling } from "./DeskFrame.ts"
import { endpointAddress } from "./EndpointAddress.ts"
import { settleProposals } from "./ProposalPages.ts"
import { proposalWords } from "./ProposalWords.ts"

const dayMillis = 86_400_000
const usedDays = 7
const newDays = 30

/** Today and the days before it, the latest first. */
const usedDaysUntil = (nowMillis: number, timeZone: string): ReadonlyArray<string> => {
  const today = cityDayOf(nowMillis, timeZone)
  return Array.from({ length: usedDays }, (_, daysBack) => dayAfter(today, -daysBack))
}

/** Who used the agency's endpoints since the beginning of the city's day that makes seven with today. */
export const usesOfWeek = Effect.fn("Overview.usesOfWeek")(function*({ agency, visit: { nowMillis, timeZone } }: Desk) {
  return yield* (yield* AgencyUsage).of(agency.slug, usedDaysUntil(nowMillis, timeZone).map((day) => dayBeginOf(day, timeZone)))
})

/** Fields that came lately, when the others were known. */
export const newFields = (
  fields: ReadonlyArray<SeenField> | undefined,
  nowMillis: number
): ReadonlyArray<SeenField & { readonly since: number }> =>
  (fields ?? []).flatMap((field) =>
    field.since !== undefined && nowMillis - field.since < newDays * dayMillis ? [{ ...field, since: field.since }] : []
  )

const circuitTags: Readonly<Record<CircuitState, Health>> = { closed: "up", open: "down", "half-open": "degraded" }

const circuit = ({ visit, words }: Desk, status: CircuitStatus | undefined): Html => {
  const { language } = visit
  const state = status?.state ?? "closed"
  const tag = html`<span class="tag ${circuitTags[state]}">${words.circuitNames[state]}</span>`
  const until = status?.openUntilMillis === undefined || status.openUntilMillis === null
    ? ""
    : html` <span class="soft">${words.circuitUntil}: ${timeOf(status.openUntilMillis, visit)}</span>`
  const failures = status === undefined || status.failures === 0
    ? ""
    : html` <span class="soft">${numberOf(status.failures, language)}/${numberOf(status.calls, language)} ${words.circuitCalls}</span>`
  const held = (status?.forced ?? null) === null ? "" : html` <span class="soft">${words.circuitHeld}</span>`
  return html`<p>${words.circuit}: ${tag}${held}${until}${failures}</p>`
}

const facts = (desk: Desk, waiting: number, wished: number, proposed: number, calls: number): Html => {
  const { at, endpoints, visit: { language }, words } = desk
  return html`<ul class="facts"><li><b>${numberOf(endpoints.length, language)}</b><a href="${
    at("/titik-akses")
  }">${words.endpoints}</a></li><li><b>${numberOf(waiting, language)}</b><a href="${at("/permintaan")}">${words.waiting}</a></li><li><b>${
    numberOf(wished, language)
  }</b><a href="${at("/dataset-diminta")}">${wishWords[language].waiting}</a></li><li><b>${numberOf(proposed, language)}</b><a href="${
    at("/usulan")
  }">${proposalWords[language][proposed === 1 ? "oneWaiting" : "waiting"]}</a></li><li><b>${
    numberOf(calls, language)
  }</b>${words.callsInWeek}</li></ul>`
}

const health = ({ visit: { language }, words }: Desk, counts: ReadonlyMap<Health, number>): Html =>
  html`<h2>${words.healthNow}</h2><ul class="states">${
    healths.flatMap((one) =>
      (counts.get(one) ?? 0) === 0
        ? []
        : [html`<li><span class="tag ${one}">${words.healthNames[one]}: ${numberOf(counts.get(one) ?? 0, language)}</span></li>`]
    )
  }</ul>`

/** One row an application, one column a day, the latest first. */
export const usersTable = ({ visit: { language, nowMillis, timeZone }, words }: Desk, uses: ReadonlyArray<AgencyUse>): Html => {
  if (uses.length === 0) return html`<p>${words.nobody}</p>`
  const days = usedDaysUntil(nowMillis, timeZone)
  const applications = Map.groupBy(uses, ({ application }) => application)
  const sum = (rows: ReadonlyArray<AgencyUse>, key: "calls" | "refused" | "failed"): number =>
    rows.reduce((total, row) => total + row[key], 0)
  const rows = [...applications].map(([application, own]) => ({ application, own, calls: sum(own, "calls") })).toSorted((one, other) =>
    other.calls - one.calls
  )
  const cell = (value: number): Html => html`<td class="n">${numberOf(value, language)}</td>`
  return scrolling(
    words.users,
    html`<table><thead><tr><th scope="col">${words.application}</th><th scope="col" class="n">${words.total}</th>
      <th scope="col" class="n">${words.refused}</th><th scope="col" class="n">${words.failed}</th>${
      days.map((day) => html`<th scope="col" class="n">${shortDayOf(day, language)}</th>`)
    }</tr></thead><tbody>${
      rows.map(({ application, calls, own }) =>
        html`<tr><th scope="row">${application}</th>${cell(calls)}${cell(sum(own, "refused"))}${cell(sum(own, "failed"))}${
          days.map((_, daysBack) => cell(sum(own.filter((use) => use.daysBack === daysBack), "calls")))
        }</tr>`
      )
    }</tbody></table>`
  )
}

export const overview = Effect.fn("Overview.overview")(function*(visit: SignedVisit) {
  const desk = yield* deskOf(visit)
  const { agency, endpoints, words } = desk
  const stats = yield* EndpointHealth
  const report = yield* FieldReport
  const open = yield* (yield* AccessRequests).count({ agency: agency.slug, state: "asked" })
  const wished = (yield* (yield* DatasetWishes).ofAgency(agency.slug)).filter(({ state }) => state === "asked")
  const uses = yield* usesOfWeek(desk)
  yield* settleProposals
  const proposed = (yield* (yield* Proposals).open).filter((proposal) => proposal.agency === agency.slug)
  const counts = new Map<Health, number>()
  for (const endpoint of endpoints) {
    const { health: now } = stats.of(endpoint)["5m"]
    counts.set(now, (counts.get(now) ?? 0) + 1)
  }
  const drifted = endpoints
    .flatMap((endpoint) => newFields(report.of(endpoint), visit.nowMillis).map((field) => ({ endpoint, field })))
    .toSorted((one, other) => other.field.since - one.field.since)
  const drift = drifted.length === 0
    ? html`<p>${words.noDrift}</p>`
    : html`<p class="soft">${words.driftLead}</p><ul class="rows">${
      drifted.map(({ endpoint, field }) =>
        html`<li><a class="name" href="${endpointAddress(desk, endpoint)}"><code>${field.name}</code></a><span>${words.since} ${
          dateOf(field.since, visit)
        }</span><span class="more"><span>${dataText(desk, endpoint.title)}</span><code>${endpoint.route}</code></span></li>`
      )
    }</ul>`
  return deskPage(desk, {
    section: "overview",
    title: dataText(desk, agency.name),
    main: html`${circuit(desk, (yield* Breaker).states().get(agency.slug))}${
      facts(desk, open, wished.length, proposed.length, uses.reduce((total, { calls }) => total + calls, 0))
    }${health(desk, counts)}<h2>${words.users}</h2><p class="soft">${words.usersLead}</p>${
      usersTable(desk, uses)
    }<h2>${words.drift}</h2>${drift}`
  })
})
