/** Whom to ask, and what the city promises: pages for people. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { contentType, ProblemDetails } from "../domain/ProblemDetails.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))
const NotRegistered = ProblemDetails.pipe(HttpApiSchema.asJson({ contentType }), HttpApiSchema.status(404))
const query = { lang: Schema.optionalKey(Schema.String) }

export const HelpApi = HttpApiGroup.make("help")
  .add(
    HttpApiEndpoint.get("help", "/help", { query, success: Page })
      .annotateMerge(OpenApi.annotations({ summary: "Whom to ask, and where the rest is told" })),
    HttpApiEndpoint.get("helpText", "/help/:text", { params: { text: Schema.String }, query, success: Page, error: NotRegistered })
      .annotateMerge(OpenApi.annotations({
        summary: "The privacy notice, the terms or the accessibility statement",
        description: "`text`: privacy, terms or accessibility."
      }))
  )
  .annotateMerge(OpenApi.annotations({ title: "Help", description: "Public, without a token." }))
