/** What anybody may read: the catalogue, the summary, what problems mean, and how to find it all. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatasetAbout } from "../domain/DatasetAbout.ts"
import { type Health as HealthName, healths } from "../domain/Health.ts"
import { contentType, ProblemDetails } from "../domain/ProblemDetails.ts"
import { contractVersion } from "../domain/Version.ts"

export const Health = Schema.Literals(healths)

const WindowStats = Schema.Struct({
  count: Schema.Int,
  errors: Schema.Int,
  /** Answers from stored copies while the agency failed. */
  stale: Schema.Int,
  errorShare: Schema.Finite,
  /** Milliseconds; null without calls. */
  p50: Schema.NullOr(Schema.Finite),
  p95: Schema.NullOr(Schema.Finite),
  p99: Schema.NullOr(Schema.Finite),
  health: Health,
  /** ISO 8601: from when it counts, which is later than the window's beginning where nobody counted then. */
  since: Schema.String
})

/** Sliding windows of 5 minutes, 1 hour and 24 hours, of all gateways together. */
export const WindowedStats = Schema.Struct({ "5m": WindowStats, "1h": WindowStats, "24h": WindowStats })

const Links = Schema.Record(Schema.String, Schema.String)

export const CatalogueEndpoint = Schema.Struct({
  path: Schema.String,
  /** The path has parameters: `links.self` is a URI template (RFC 6570) with their names. */
  templated: Schema.optionalKey(Schema.Literal(true)),
  title: Schema.String,
  scope: Schema.String,
  private: Schema.Boolean,
  /** Now, over the last 5 minutes. */
  health: Health,
  stats: WindowedStats,
  query: Schema.Array(Schema.String),
  /** Values of path and query parameters that lead to an answer. */
  examples: Schema.Record(Schema.String, Schema.String),
  /** A masked answer, cut short: where one endpoint was asked for and it answered lately. */
  sample: Schema.optionalKey(Schema.Unknown),
  /** ISO 8601 dates. */
  deprecated: Schema.NullOr(Schema.String),
  sunset: Schema.NullOr(Schema.String),
  links: Links
})

export const CatalogueDataset = Schema.Struct({
  slug: Schema.String,
  title: Schema.String,
  /** Of what everybody may read of it; null where there is none. */
  license: Schema.NullOr(Schema.String),
  /** What the agency tells about it. */
  about: Schema.optionalKey(DatasetAbout),
  endpoints: Schema.Array(CatalogueEndpoint),
  links: Links
})

export const CatalogueAgency = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  datasets: Schema.Array(CatalogueDataset),
  links: Links
})

export const CataloguePreset = Schema.Struct({
  slug: Schema.String,
  title: Schema.String,
  scope: Schema.String,
  private: Schema.Boolean,
  links: Links
})

/** How many endpoints there would be with that value and whatever else was asked for. */
const Counts = Schema.Record(Schema.String, Schema.Int)
const Facets = Schema.Struct({ topic: Counts, opd: Counts, private: Counts, health: Counts, license: Counts, format: Counts })
export type Facets = typeof Facets.Type

/** How well what is found has the words of `q`. */
const Search = Schema.Struct({
  /** `similar`: by the words of `instead`; `most`: all but one word of each; `none`: nothing is found. */
  match: Schema.Literals(["all", "similar", "most", "none"]),
  /** What may have been meant: each would find something. */
  instead: Schema.Array(Schema.String)
})

export const Catalogue = Schema.Struct({
  /** Where words were looked for: agencies, datasets and endpoints are ranked then, best first. */
  search: Schema.optionalKey(Search),
  /** By the parameter that takes the value; of everything and of searches. A `license` of `NONE` is what has none. */
  facets: Schema.optionalKey(Facets),
  agencies: Schema.Array(CatalogueAgency),
  presets: Schema.Array(CataloguePreset),
  links: Links,
  meta: Schema.Struct({ version: Schema.Literal(contractVersion), generatedAt: Schema.String })
}).annotate({ identifier: "Catalogue" })
export type Catalogue = typeof Catalogue.Type

export const Summary = Schema.Struct({
  agencies: Schema.Int,
  datasets: Schema.Int,
  endpoints: Schema.Int,
  privateEndpoints: Schema.Int,
  presets: Schema.Int,
  /** Endpoints by their health over the last 5 minutes. */
  health: Schema.Struct(
    { up: Schema.Int, degraded: Schema.Int, down: Schema.Int, unknown: Schema.Int } satisfies Record<HealthName, typeof Schema.Int>
  ),
  /** Milliseconds over the last 5 minutes; null without calls. */
  p95: Schema.NullOr(Schema.Finite),
  stats: WindowedStats,
  generatedAt: Schema.String,
  meta: Schema.Struct({ version: Schema.Literal(contractVersion) })
}).annotate({ identifier: "Summary" })
export type Summary = typeof Summary.Type

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))
const NotRegistered = ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(404))
const BadRequest = ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(400))
const Metadata = Schema.Record(Schema.String, Schema.Unknown)

const word = Schema.optionalKey(Schema.String)
const Asked = { q: word, opd: word, private: word, health: word, scope: word, topic: word, license: word, format: word, lang: word }

const describe = (summary: string) => OpenApi.annotations({ summary })

export const CatalogueApi = HttpApiGroup.make("catalogue")
  .add(
    HttpApiEndpoint.get("catalogue", "/v4/gateway", { query: Asked, success: [Catalogue, Page], error: BadRequest }).annotateMerge(
      OpenApi.annotations({
        summary: "All agencies, datasets and endpoints, or what a search finds (HTML or JSON)",
        description: "`q`: words, as they begin, in other forms, by synonyms and in English too, ranked; `opd`: one agency; "
          + "`private`: true or false; `health`: up, degraded, down or unknown; `scope`: a part of the scope; "
          + "`topic`: one of those of `facets`; `license`: as the dataset has it, or NONE; "
          + "`format`: json, ndjson, csv, geojson or xlsx; `lang`: id or en."
      })
    ),
    HttpApiEndpoint.get("agency", "/v4/gateway/:opd", { params: { opd: Schema.String }, success: [Catalogue, Page], error: NotRegistered })
      .annotateMerge(describe("One agency")),
    HttpApiEndpoint.get("dataset", "/v4/gateway/:opd/:dataset", {
      params: { opd: Schema.String, dataset: Schema.String },
      query: {
        path: Schema.optionalKey(Schema.String),
        urut: Schema.optionalKey(Schema.String),
        unduh: Schema.optionalKey(Schema.Literal("csv")),
        lang: Schema.optionalKey(Schema.String)
      },
      success: [Catalogue, Page],
      error: NotRegistered
    }).annotateMerge(
      OpenApi.annotations({
        summary: "One dataset, or one of its endpoints",
        description: "`path` names the endpoint; empty, it is the dataset's root. `urut` is the column that the page sorts its sample by, "
          + "with `-` before it from the last to the first; `unduh=csv` gives that sample as a file."
      })
    ),
    HttpApiEndpoint.get("export", "/v4/export/:format", {
      params: { format: Schema.String },
      query: {
        opd: Schema.optionalKey(Schema.String),
        dataset: Schema.optionalKey(Schema.String),
        path: Schema.optionalKey(Schema.String)
      },
      success: Metadata,
      error: [BadRequest, NotRegistered]
    }).annotateMerge(OpenApi.annotations({
      summary: "Everything, an agency, a dataset or an endpoint as a document for tools",
      description: "Formats: `postman-2.1` (API-client collection), `openapi-3.0`, `openapi-3.1`, `dcat-3`, `typescript-client`. "
        + "An empty `path` is the dataset's root."
    })),
    HttpApiEndpoint.get("summary", "/v4/front/ringkasan", { success: Summary }).annotateMerge(
      describe("Counts, health and latency of the whole city")
    ),
    HttpApiEndpoint.get("problems", "/problems", { success: Page }).annotateMerge(describe("All errors and what to do")),
    HttpApiEndpoint.get("problem", "/problems/:code", { params: { code: Schema.String }, success: Page, error: NotRegistered })
      .annotateMerge(describe("What one error means and what to do")),
    HttpApiEndpoint.get("authorizationServer", "/.well-known/oauth-authorization-server", { success: Metadata })
      .annotateMerge(describe("Authorization server metadata (RFC 8414)")),
    HttpApiEndpoint.get("protectedResource", "/.well-known/oauth-protected-resource", { success: Metadata })
      .annotateMerge(describe("Protected resource metadata (RFC 9728)")),
    HttpApiEndpoint.get("apiCatalog", "/.well-known/api-catalog", { success: Metadata }).annotateMerge(
      describe("API catalogue as a linkset (RFC 9727)")
    ),
    HttpApiEndpoint.get("openapi", "/openapi.json", { success: Metadata }).annotateMerge(describe("This document")),
    HttpApiEndpoint.get("docs", "/docs", { query: { lang: Schema.optionalKey(Schema.String) }, success: Page }).annotateMerge(
      describe("This document, rendered")
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Catalogue", description: "Public, without a token." }))
