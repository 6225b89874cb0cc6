/** What anybody may read of an agency's month: its scorecard, as page, JSON or CSV. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { contentType, ProblemDetails } from "../domain/ProblemDetails.ts"
import { contractVersion } from "../domain/Version.ts"

const Share = Schema.NullOr(Schema.Finite)
const Links = Schema.Record(Schema.String, Schema.String)

/** What is null has not enough data. */
export const AgencyScorecard = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  /** Days with answers, and how many answers there were. */
  days: Schema.Int,
  answers: Schema.Int,
  /** 0 to 1: the share of answers that were no failure. */
  availability: Share,
  /** Milliseconds. */
  p50: Share,
  p95: Share,
  /** 0 to 1: the share of answers that were no stored copy standing in for the agency. */
  freshness: Share,
  /** 0 to 1: how much of what documents its endpoints is there, at this moment. */
  documentation: Share,
  /** 0 to 1: the share of endpoints with known fields whose answers had no new one in the month; and how many fields were new. */
  schemaStability: Share,
  newFields: Schema.Int,
  /** Requests for access that were decided, and the hours that half of them waited at most. */
  decisions: Schema.Int,
  decisionHours: Share,
  links: Links
})
export type AgencyScorecard = typeof AgencyScorecard.Type

export const Scorecards = Schema.Struct({
  /** `2026-11`, of the city. */
  month: Schema.String,
  /** Whether it is over. */
  complete: Schema.Boolean,
  agencies: Schema.Array(AgencyScorecard),
  links: Links,
  meta: Schema.Struct({
    version: Schema.Literal(contractVersion),
    generatedAt: Schema.String,
    timeZone: Schema.String,
    /** ISO 8601: from when it counts, which is later than the month's beginning where nobody counted then. */
    since: Schema.String
  })
}).annotate({ identifier: "Scorecards" })
export type Scorecards = typeof Scorecards.Type

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))
const Table = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))
const NotRegistered = ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(404))
const query = { lang: Schema.optionalKey(Schema.String) }
const success = [Scorecards, Page, Table]

export const ScorecardApi = HttpApiGroup.make("scorecard")
  .add(
    HttpApiEndpoint.get("latest", "/portal/rapor", { query, success, error: NotRegistered })
      .annotateMerge(OpenApi.annotations({ summary: "The month that is under way, of every agency (HTML or JSON)" })),
    HttpApiEndpoint.get("month", "/portal/rapor/:month", { params: { month: Schema.String }, query, success, error: NotRegistered })
      .annotateMerge(
        OpenApi.annotations({ summary: "Every agency's scorecard of a month, `2026-11`, or `2026-11.csv` (HTML, JSON or CSV)" })
      ),
    HttpApiEndpoint.get("agencyMonth", "/portal/rapor/:month/:opd", {
      params: { month: Schema.String, opd: Schema.String },
      query,
      success,
      error: NotRegistered
    }).annotateMerge(OpenApi.annotations({ summary: "The same of one agency, `{opd}` or `{opd}.csv`" }))
  )
  .annotateMerge(OpenApi.annotations({ title: "Scorecard", description: "Public, without a token." }))
