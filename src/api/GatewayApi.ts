/** The data routes: one generic route, the aggregate and the presets. Contract only; `http/GatewayRoutes` serves it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Aggregate } from "../domain/Aggregate.ts"
import { AggregateEnvelope, Envelope } from "../domain/Envelope.ts"
import { type ProblemCode, problems } from "../domain/Problem.ts"
import { contentType, ProblemDetails } from "../domain/ProblemDetails.ts"
import { Authentication } from "./Authentication.ts"

/** One schema a status: several codes may share one. */
const answers = (...codes: ReadonlyArray<ProblemCode>) =>
  [...new Set(codes.map((code) => problems[code].status))].map((status) => ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(status)))

const shared: ReadonlyArray<ProblemCode> = [
  "bad-request", "unauthorized", "scope-missing", "private-endpoint", "linkage-refused", "not-registered", "not-acceptable",
  "quota-exceeded", "agency-unavailable", "circuit-open", "overloaded", "agency-timeout"
]

export const GatewayApi = HttpApiGroup.make("gateway")
  .add(
    HttpApiEndpoint.get("read", "/api/v4/gateway/:opd/:dataset/*", {
      params: { opd: Schema.String, dataset: Schema.String, "*": Schema.optionalKey(Schema.String) },
      success: Envelope,
      error: answers(...shared, "not-found-at-agency", "gone")
    }).annotateMerge(OpenApi.annotations({
      summary: "Read a data route",
      description: "Answers the dataset's data in the standard envelope. The path is zero or more segments; the token's scopes must include the endpoint's scope."
    })),
    HttpApiEndpoint.post("aggregate", "/api/v4/gateway/aggregate", {
      payload: Aggregate,
      success: AggregateEnvelope,
      error: answers(...shared, "payload-too-large", "unsupported-media-type")
    }).annotateMerge(OpenApi.annotations({
      summary: "Read several data routes in one round trip",
      description: "1 to 20 entries, read concurrently. With `Accept: application/x-ndjson` entries stream as they complete, `meta` last."
    })),
    HttpApiEndpoint.get("preset", "/api/v4/gateway/preset/:preset", {
      params: { preset: Schema.String },
      success: AggregateEnvelope,
      error: answers(...shared)
    }).annotateMerge(OpenApi.annotations({
      summary: "Read a ready-made aggregate",
      description: "Presets come from the registry, for instance `ringkasan-kota` and `fasilitas-publik`."
    }))
  )
  .middleware(Authentication)
  .annotateMerge(OpenApi.annotations({ title: "Data", description: "Official datasets of the city's agencies." }))
