/** The token endpoint (RFC 6749, section 4.4). Contract only; `http/OAuthRoutes` serves it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal("client_credentials"),
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Schema.String),
  /** `*` or absent: everything granted to this client. */
  scope: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "TokenRequest" })

export const TokenResponse = Schema.Struct({
  token_type: Schema.Literal("Bearer"),
  /** Seconds. */
  expires_in: Schema.Int,
  access_token: Schema.String,
  /** The scopes granted, separated by a space. */
  scope: Schema.String
}).annotate({ identifier: "TokenResponse" })

/** RFC 6749, section 5.2. */
export const TokenError = Schema.Struct({
  error: Schema.String,
  error_description: Schema.String
}).annotate({ identifier: "TokenError" })

export const OAuthApi = HttpApiGroup.make("oauth")
  .add(
    HttpApiEndpoint.post("token", "/oauth/token", {
      payload: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
      success: TokenResponse,
      error: [400, 401, 429].map((status) => TokenError.pipe(HttpApiSchema.status(status)))
    }).annotateMerge(OpenApi.annotations({
      summary: "Obtain an access token (client credentials)",
      description: "Client authentication by HTTP Basic or in the body, not both. There is no refresh token: ask again."
    }))
  )
  .annotateMerge(OpenApi.annotations({ title: "Access", description: "OAuth 2.0 for government applications." }))
