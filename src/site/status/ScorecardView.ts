/** The scorecards of a month as data, and as a table for spreadsheets. Pure. */
import type { AgencyScorecard, Scorecards } from "../../api/ScorecardApi.ts"
import type { Agency } from "../../domain/Agency.ts"
import { dayBeginOf } from "../../domain/CityDays.ts"
import { csvCell } from "../../domain/CsvCell.ts"
import { contractVersion } from "../../domain/Version.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import type { AgencyMonth, MonthSpan } from "../../telemetry/MonthlyFigures.ts"
import { documentationOf } from "./Documentation.ts"
import { endpointsOf } from "./StatusView.ts"

/** Fewer answers say nothing of an agency. */
const enoughAnswers = 100
const hourMillis = 3_600_000

/** @param month `2026-11`; undefined where it is none */
export const monthSpan = (month: string, timeZone: string): MonthSpan | undefined => {
  const found = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(month)
  if (found === null) return undefined
  const [year, index] = [Number(found[1]), Number(found[2])]
  const next = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
  return {
    from: Date.UTC(year, index - 1, 1),
    to: Date.UTC(year, index, 1),
    begins: dayBeginOf(`${month}-01`, timeZone),
    ends: dayBeginOf(next, timeZone)
  }
}

/** So many months later, or earlier. */
export const monthAfter = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months, 1)).toISOString().slice(0, 7)

export interface ScorecardSources {
  readonly snapshot: RegistrySnapshot
  readonly figures: ReadonlyMap<string, AgencyMonth>
  readonly month: string
  readonly span: MonthSpan
  readonly since: number
  readonly publicUrl: string
  readonly timeZone: string
  readonly nowMillis: number
}

const tenth = (value: number): number => Math.round(value * 10) / 10

const cardOf = (agency: Agency, sources: ScorecardSources): AgencyScorecard => {
  const found = sources.figures.get(agency.slug)
  const answers = found?.counts.answers ?? 0
  const isEnough = found !== undefined && answers >= enoughAnswers
  const fields = found?.fields ?? { known: 0, grown: 0, added: 0 }
  const median = found?.decisions.medianMillis ?? null
  const self = `${sources.publicUrl}/portal/rapor/${sources.month}/${agency.slug}`
  return {
    slug: agency.slug,
    name: agency.name,
    days: found?.days ?? 0,
    answers,
    availability: isEnough ? found.counts.availability : null,
    p50: isEnough ? found.counts.p50 : null,
    p95: isEnough ? found.counts.p95 : null,
    freshness: isEnough ? 1 - found.counts.stale / answers : null,
    documentation: documentationOf(endpointsOf(agency.slug, sources)),
    schemaStability: fields.known === 0 ? null : 1 - fields.grown / fields.known,
    newFields: fields.added,
    decisions: found?.decisions.count ?? 0,
    decisionHours: median === null ? null : tenth(median / hourMillis),
    links: { self, csv: `${self}.csv`, status: `${sources.publicUrl}/portal/status/${agency.slug}` }
  }
}

/** @param slug of one agency; of all where it is undefined */
export const scorecards = (sources: ScorecardSources, slug?: string): Scorecards => {
  const { month, nowMillis, publicUrl, since, snapshot, span, timeZone } = sources
  const self = `${publicUrl}/portal/rapor/${month}${slug === undefined ? "" : `/${slug}`}`
  return {
    month,
    complete: span.ends <= nowMillis,
    agencies: snapshot.agencies.filter((agency) => slug === undefined || agency.slug === slug).map((agency) => cardOf(agency, sources)),
    links: { self, csv: `${self}.csv`, status: `${publicUrl}/portal/status` },
    meta: {
      version: contractVersion,
      generatedAt: new Date(nowMillis).toISOString(),
      timeZone,
      since: new Date(Math.max(span.begins, since)).toISOString()
    }
  }
}

const columns = [
  "days",
  "answers",
  "availability",
  "p50",
  "p95",
  "freshness",
  "documentation",
  "decisions",
  "decisionHours",
  "schemaStability",
  "newFields"
] as const

/** What has not enough data is empty. */
export const scorecardCsv = ({ agencies, month }: Scorecards): string => {
  const rows = agencies.map((card) => [month, card.slug, card.name, ...columns.map((column) => String(card[column] ?? ""))])
  return [["month", "agency", "name", ...columns], ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")
}
