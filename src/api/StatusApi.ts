/** What anybody may read of how the agencies are doing and did: now, over 24 hours, 7 and 30 days, and incidents. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { incidentCauses } from "../domain/IncidentCause.ts"
import { contentType, ProblemDetails } from "../domain/ProblemDetails.ts"
import { contractVersion } from "../domain/Version.ts"
import { Health } from "./CatalogueApi.ts"

const Measured = Schema.Struct({
  answers: Schema.Int,
  /** Answers with a status of 500 or above. */
  failures: Schema.Int,
  /** Answers from stored copies while the agency failed. */
  stale: Schema.Int,
  /** 0 to 1: the share of answers that were no failure; null without answers. */
  availability: Schema.NullOr(Schema.Finite),
  /** Milliseconds; null without answers. */
  p50: Schema.NullOr(Schema.Finite),
  p95: Schema.NullOr(Schema.Finite)
})
export type Measured = typeof Measured.Type

/** ISO 8601: from when it counts, which is later than the window's beginning where nobody counted then. */
const Window = Schema.Struct({ ...Measured.fields, since: Schema.String })
const Windows = Schema.Struct({ "24h": Window, "7d": Window, "30d": Window })
export type Windows = typeof Windows.Type

/** A day of the city, `2026-11-21`. */
const Day = Schema.Struct({ day: Schema.String, ...Measured.fields })

/** What operators tell the public, in one language at least. */
const PublicText = Schema.Struct({ id: Schema.NullOr(Schema.String), en: Schema.NullOr(Schema.String) })
export type PublicText = typeof PublicText.Type

/** Announced maintenance that is under way or to come. */
const Maintenance = Schema.Struct({
  id: Schema.String,
  /** Slug; null: the whole gateway. */
  agency: Schema.NullOr(Schema.String),
  /** ISO 8601. */
  from: Schema.String,
  to: Schema.String,
  text: PublicText,
  updatedAt: Schema.String
})
export type Maintenance = typeof Maintenance.Type

export const Incident = Schema.Struct({
  /** Slug of the agency. */
  agency: Schema.String,
  /** ISO 8601. */
  startedAt: Schema.String,
  /** Null while it lasts. */
  endedAt: Schema.NullOr(Schema.String),
  /** Requests that were answered from stored copies meanwhile. */
  stale: Schema.Int,
  /** Requests that could not be answered. */
  failed: Schema.Int,
  /** False where a gateway that counted them is gone: there may have been more of both. */
  counted: Schema.Boolean,
  /** How the agency failed, or why it was not called: an operator stopped it, or it was in maintenance; null where not known. */
  cause: Schema.NullOr(Schema.Literals(incidentCauses)),
  /** What the operators tell of it. */
  reason: Schema.NullOr(Schema.String),
  /** It lasts because nobody has called the agency since it may be called again, as far as the gateway that answers knows. */
  unasked: Schema.Boolean,
  /** What the operators added to it, the earliest first. */
  notes: Schema.Array(Schema.Struct({ at: Schema.String, text: PublicText })),
  /** ISO 8601: when it last began, ended or got another reason. */
  updatedAt: Schema.String
})
export type Incident = typeof Incident.Type

const Links = Schema.Record(Schema.String, Schema.String)

const AgencyStatus = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  /** Now: of its circuit and of the last 5 minutes. */
  state: Health,
  windows: Windows,
  /** The last 30, the oldest first. */
  days: Schema.Array(Day),
  links: Links
})
export type AgencyStatus = typeof AgencyStatus.Type

const EndpointStatus = Schema.Struct({
  dataset: Schema.String,
  path: Schema.String,
  title: Schema.String,
  private: Schema.Boolean,
  state: Health,
  windows: Windows,
  links: Links
})
export type EndpointStatus = typeof EndpointStatus.Type

const Meta = Schema.Struct({
  version: Schema.Literal(contractVersion),
  generatedAt: Schema.String,
  /** Whose midnights begin the days. */
  timeZone: Schema.String,
  /** False while the history cannot be read as a whole. */
  complete: Schema.Boolean
})

export const CityStatus = Schema.Struct({
  state: Health,
  agencies: Schema.Array(AgencyStatus),
  maintenance: Schema.Array(Maintenance),
  /** Of the last 31 days, the latest first. */
  incidents: Schema.Array(Incident),
  links: Links,
  meta: Meta
}).annotate({ identifier: "CityStatus" })
export type CityStatus = typeof CityStatus.Type

export const AgencyReport = Schema.Struct({
  agency: AgencyStatus,
  endpoints: Schema.Array(EndpointStatus),
  maintenance: Schema.Array(Maintenance),
  incidents: Schema.Array(Incident),
  links: Links,
  meta: Meta
}).annotate({ identifier: "AgencyReport" })
export type AgencyReport = typeof AgencyReport.Type

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))
const Feed = Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/atom+xml" }))
const Badge = Schema.String.pipe(HttpApiSchema.asText({ contentType: "image/svg+xml" }))
const NotRegistered = ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(404))
const query = { lang: Schema.optionalKey(Schema.String) }

export const StatusApi = HttpApiGroup.make("status")
  .add(
    HttpApiEndpoint.get("status", "/portal/status", { query, success: [CityStatus, Page] })
      .annotateMerge(OpenApi.annotations({ summary: "How every agency is doing, and did over 30 days (HTML or JSON)" })),
    HttpApiEndpoint.get("agencyStatus", "/portal/status/:opd", {
      params: { opd: Schema.String },
      query,
      success: [AgencyReport, Page],
      error: NotRegistered
    })
      .annotateMerge(OpenApi.annotations({ summary: "The same of one agency and each of its endpoints" })),
    HttpApiEndpoint.get("feed", "/portal/status.atom", { query, success: Feed })
      .annotateMerge(OpenApi.annotations({ summary: "Incidents, announced maintenance and deprecations as a feed (Atom, RFC 4287)" })),
    HttpApiEndpoint.get("badge", "/portal/status/badge/*", {
      params: { "*": Schema.String },
      query,
      success: Badge,
      error: NotRegistered
    })
      .annotateMerge(OpenApi.annotations({ summary: "A state as a badge (SVG): `{opd}.svg`, or `{opd}/{dataset}/{path…}.svg`" }))
  )
  .annotateMerge(OpenApi.annotations({ title: "Status", description: "Public, without a token." }))
