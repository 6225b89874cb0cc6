/**
 * OAuth 2.0: tokens (RFC 6749, section 4.4), revocation (RFC 7009), introspection (RFC 7662). Contract only;
 * `http/OAuthRoutes` serves it.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

/** Client authentication in the body; absent where it comes by HTTP Basic. */
const credentials = {
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Schema.String)
}

export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal("client_credentials"),
  ...credentials,
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

/** What revocation and introspection are asked about. */
export const TokenQuestion = Schema.Struct({
  token: Schema.String,
  /** There is one type, so the hint changes nothing. */
  token_type_hint: Schema.optionalKey(Schema.String),
  ...credentials
}).annotate({ identifier: "TokenQuestion" })

/** RFC 7662, section 2.2: of a token that is not active, or not this client's, nothing else is said. */
export const Introspection = Schema.Union([
  Schema.Struct({
    active: Schema.Literal(true),
    /** Scopes separated by a space, as they are now. */
    scope: Schema.String,
    client_id: Schema.String,
    token_type: Schema.Literal("Bearer"),
    /** Seconds since 1970. */
    exp: Schema.Int,
    iat: Schema.Int,
    /** The application that the token speaks for. */
    sub: Schema.String,
    aud: Schema.String,
    iss: Schema.String,
    /** The token's public identifier, as in audit records. */
    jti: Schema.String
  }),
  Schema.Struct({ active: Schema.Literal(false) })
]).annotate({ identifier: "Introspection" })

/** RFC 6749, section 5.2. */
export const TokenError = Schema.Struct({
  error: Schema.String,
  error_description: Schema.String
}).annotate({ identifier: "TokenError" })

const errors = [400, 401, 429, 503].map((status) => TokenError.pipe(HttpApiSchema.status(status)))

export const OAuthApi = HttpApiGroup.make("oauth")
  .add(
    HttpApiEndpoint.post("token", "/oauth/token", {
      payload: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
      success: TokenResponse,
      error: errors
    }).annotateMerge(OpenApi.annotations({
      summary: "Obtain an access token (client credentials)",
      description: "Client authentication by HTTP Basic or in the body, not both. There is no refresh token: ask again."
    })),
    HttpApiEndpoint.post("revoke", "/oauth/revoke", {
      payload: TokenQuestion.pipe(HttpApiSchema.asFormUrlEncoded()),
      success: HttpApiSchema.Empty(200),
      error: errors
    }).annotateMerge(OpenApi.annotations({
      summary: "Revoke an access token",
      description: "By the client to which it was issued, authenticated as for a token. "
        + "200 for an unknown or dead token, too; every gateway refuses it within a second."
    })),
    HttpApiEndpoint.post("introspect", "/oauth/introspect", {
      payload: TokenQuestion.pipe(HttpApiSchema.asFormUrlEncoded()),
      success: Introspection,
      error: errors
    }).annotateMerge(OpenApi.annotations({
      summary: "Look at an access token",
      description: "For the client to which it was issued; any other token is not active."
    }))
  )
  .annotateMerge(OpenApi.annotations({ title: "Access", description: "OAuth 2.0 for government applications." }))
