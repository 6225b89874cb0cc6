/** The data routes: one generic route, the aggregate and the presets. Contract only; `http/DoorFinder.ts` finds their doors. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Aggregate } from "../domain/Aggregate.ts"
import { AggregateEnvelope, Envelope } from "../domain/Envelope.ts"
import { codesOf, type ProblemPlace, problems } from "../domain/Problem.ts"
import { contentType, ProblemDetails } from "../domain/ProblemDetails.ts"
import { Authentication } from "./Authentication.ts"

/** One schema a status: several codes may share one. */
const answers = (...places: ReadonlyArray<ProblemPlace>) =>
  [...new Set(codesOf("anywhere", "data", ...places).map((code) => problems[code].status))].map((status) =>
    ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(status))
  )

export const GatewayApi = HttpApiGroup.make("gateway")
  .add(
    HttpApiEndpoint.get("read", "/api/v4/gateway/:opd/:dataset/*", {
      params: { opd: Schema.String, dataset: Schema.String, "*": Schema.optionalKey(Schema.String) },
      success: Envelope,
      error: answers()
    }).annotateMerge(OpenApi.annotations({
      summary: "Read a data route",
      description: "Answers the dataset's data in the standard envelope. "
        + "The path is zero or more segments; the token's scopes must include the endpoint's scope. "
        + "Parameters with `$` ask questions about the rows of list data."
    })),
    HttpApiEndpoint.post("aggregate", "/api/v4/gateway/aggregate", {
      payload: Aggregate,
      success: AggregateEnvelope,
      error: answers("entries", "body")
    }).annotateMerge(OpenApi.annotations({
      summary: "Read several data routes in one round trip",
      description: "1 to 20 entries, read concurrently. With `Accept: application/x-ndjson` entries stream as they complete, `meta` last."
    })),
    HttpApiEndpoint.get("preset", "/api/v4/gateway/preset/:preset", {
      params: { preset: Schema.String },
      success: AggregateEnvelope,
      error: answers("entries")
    }).annotateMerge(OpenApi.annotations({
      summary: "Read a ready-made aggregate",
      description: "Presets come from the registry, for instance `ringkasan-kota` and `fasilitas-publik`."
    }))
  )
  .middleware(Authentication)
  .annotateMerge(OpenApi.annotations({ title: "Data", description: "Official datasets of the city's agencies." }))
