/** The status as data, derived from the registry, the measurements of now, the history and the incidents. Pure. */
import type { AgencyReport, AgencyStatus, CityStatus, EndpointStatus, Incident, Maintenance, Windows } from "../../api/StatusApi.ts"
import type { Agency } from "../../domain/Agency.ts"
import { utcDayOf } from "../../domain/CityDays.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { Health } from "../../domain/Health.ts"
import { contractVersion } from "../../domain/Version.ts"
import { isServed } from "../../exports/Published.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import { type Announcements, type Maintenance as Window, maintenanceAt } from "../../telemetry/Announcements.ts"
import type { Incident as Outage } from "../../telemetry/Incidents.ts"
import type { AgencyHistory, HistoryWindows } from "../../telemetry/StatusHistory.ts"
import type { EndpointHealth } from "../../watch/EndpointHealth.ts"

export interface StatusSources {
  readonly snapshot: RegistrySnapshot
  readonly health: typeof EndpointHealth.Service
  /** Of every registered agency. */
  readonly histories: ReadonlyMap<string, AgencyHistory>
  readonly announcements: Pick<typeof Announcements.Service, "maintenance" | "notes">
  /** The latest first. */
  readonly outages: ReadonlyArray<Outage>
  readonly isComplete: boolean
  readonly publicUrl: string
  readonly timeZone: string
  readonly nowMillis: number
}

/** What several states come to: down only where all that is known is. */
export const together = (states: ReadonlyArray<Health>): Health => {
  const known = states.filter((state) => state !== "unknown")
  if (known.length === 0) return "unknown"
  if (known.every((state) => state === "down")) return "down"
  return known.every((state) => state === "up") ? "up" : "degraded"
}

/** Of one endpoint. */
export const stateNow = (endpoint: Endpoint, { health }: Pick<StatusSources, "health">): Health => health.of(endpoint)["5m"].health

/** Another gateway's circuit may be open where this one's is closed. */
export const stateOf = (
  agency: Agency,
  endpoints: ReadonlyArray<Endpoint>,
  sources: Pick<StatusSources, "health" | "outages">
): Health =>
  sources.outages.some((outage) => outage.agency === agency.slug && outage.endedAt === null)
    ? "down"
    : together(endpoints.map((endpoint) => stateNow(endpoint, sources)))

const iso = (millis: number): string => new Date(millis).toISOString()

const windowsView = (windows: HistoryWindows | undefined, nowMillis: number): Windows => {
  const nothing = { answers: 0, failures: 0, stale: 0, availability: null, p50: null, p95: null, since: nowMillis }
  const { "24h": hours, "7d": week, "30d": month } = windows ?? { "24h": nothing, "7d": nothing, "30d": nothing }
  const view = (window: typeof hours) => ({ ...window, since: iso(window.since) })
  return { "24h": view(hours), "7d": view(week), "30d": view(month) }
}

/** What began within announced maintenance is named so. */
const incidentView = (
  { agency, cause, changedAt, endedAt, failed, isCounted, reason, stale, startedAt }: Outage,
  { announcements }: Pick<StatusSources, "announcements">,
  isUnasked: (agency: string) => boolean
): Incident => {
  const window = cause === "operator" ? undefined : maintenanceAt(announcements.maintenance(), agency, startedAt)
  const notes = announcements.notes().filter((note) =>
    note.agency === agency && note.startedAt >= startedAt && note.startedAt <= (endedAt ?? Number.POSITIVE_INFINITY)
  )
  return {
    agency,
    startedAt: iso(startedAt),
    endedAt: endedAt === null ? null : iso(endedAt),
    stale,
    failed,
    counted: isCounted,
    cause: window === undefined ? cause : "maintenance",
    reason: reason ?? window?.text.id ?? window?.text.en ?? null,
    unasked: endedAt === null && isUnasked(agency),
    notes: notes.map(({ at, text }) => ({ at: iso(at), text })),
    updatedAt: iso(Math.max(changedAt, ...notes.map(({ at }) => at)))
  }
}

export const maintenanceView = ({ agency, changedAt, from, id, text, to }: Window): Maintenance => ({
  id,
  agency,
  from: iso(from),
  to: iso(to),
  text,
  updatedAt: iso(changedAt)
})

/** Under way and to come, of one agency or of all. */
const maintenanceOf = ({ announcements, nowMillis }: StatusSources, agency?: string): ReadonlyArray<Maintenance> =>
  announcements.maintenance().filter((one) => one.to > nowMillis && (agency === undefined || one.agency === null || one.agency === agency))
    .map(maintenanceView)

/** @param names of an agency, or of one of its endpoints: agency, dataset, path */
const badgeAddress = (publicUrl: string, names: ReadonlyArray<string>): string =>
  `${publicUrl}/portal/status/badge/${names.filter((name) => name !== "").join("/")}.svg`

const agencyView = (agency: Agency, endpoints: ReadonlyArray<Endpoint>, sources: StatusSources): AgencyStatus => {
  const { histories, nowMillis, publicUrl } = sources
  const history = histories.get(agency.slug)
  return {
    slug: agency.slug,
    name: agency.name,
    state: stateOf(agency, endpoints, sources),
    windows: windowsView(history?.windows, nowMillis),
    days: (history?.days ?? []).map(({ slot, summary }) => Object.assign({ day: utcDayOf(slot) }, summary)),
    links: {
      self: `${publicUrl}/portal/status/${agency.slug}`,
      catalogue: `${publicUrl}/v4/gateway/${agency.slug}`,
      badge: badgeAddress(publicUrl, [agency.slug])
    }
  }
}

const metaOf = ({ isComplete, nowMillis, timeZone }: StatusSources): CityStatus["meta"] => ({
  version: contractVersion,
  generatedAt: iso(nowMillis),
  timeZone,
  complete: isComplete
})

const servedBy = ({ nowMillis, snapshot }: StatusSources): ReadonlyMap<string, ReadonlyArray<Endpoint>> =>
  Map.groupBy(snapshot.endpoints.filter((endpoint) => isServed(endpoint, nowMillis)), ({ agency }) => agency.slug)

export const cityStatus = (sources: StatusSources): CityStatus => {
  const served = servedBy(sources)
  const agencies = sources.snapshot.agencies.map((agency) => agencyView(agency, served.get(agency.slug) ?? [], sources))
  const isUnasked = sources.health.unasked()
  const registered = new Set(agencies.map(({ slug }) => slug))
  return {
    state: together(agencies.map(({ state }) => state)),
    agencies,
    incidents: sources.outages.filter(({ agency }) => registered.has(agency)).map((outage) => incidentView(outage, sources, isUnasked)),
    maintenance: maintenanceOf(sources),
    links: { self: `${sources.publicUrl}/portal/status`, feed: `${sources.publicUrl}/portal/status.atom` },
    meta: metaOf(sources)
  }
}

/** The endpoints of one agency that are served. */
export const endpointsOf = (
  slug: string,
  { nowMillis, snapshot }: Pick<StatusSources, "nowMillis" | "snapshot">
): ReadonlyArray<Endpoint> => snapshot.endpoints.filter((endpoint) => endpoint.agency.slug === slug && isServed(endpoint, nowMillis))

export const agencyReport = (agency: Agency, windows: ReadonlyMap<string, HistoryWindows>, sources: StatusSources): AgencyReport => {
  const endpoints = endpointsOf(agency.slug, sources)
  const isUnasked = sources.health.unasked()
  return {
    agency: agencyView(agency, endpoints, sources),
    endpoints: endpoints.map((endpoint): EndpointStatus => ({
      dataset: endpoint.dataset.slug,
      path: endpoint.path,
      title: endpoint.title,
      private: endpoint.private,
      state: stateNow(endpoint, sources),
      windows: windowsView(windows.get(endpoint.route), sources.nowMillis),
      links: {
        catalogue: `${sources.publicUrl}/v4/gateway/${agency.slug}/${endpoint.dataset.slug}?path=${encodeURIComponent(endpoint.path)}`,
        badge: badgeAddress(sources.publicUrl, [agency.slug, endpoint.dataset.slug, endpoint.path])
      }
    })),
    incidents: sources.outages.filter((outage) => outage.agency === agency.slug).map((outage) => incidentView(outage, sources, isUnasked)),
    maintenance: maintenanceOf(sources, agency.slug),
    links: { self: `${sources.publicUrl}/portal/status/${agency.slug}`, city: `${sources.publicUrl}/portal/status` },
    meta: metaOf(sources)
  }
}
