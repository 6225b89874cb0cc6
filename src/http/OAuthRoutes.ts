/**
 * The OAuth endpoints over HTTP: token (RFC 6749, sections 4.4 and 5), revocation (RFC 7009), introspection (RFC 7662).
 * Their errors are RFC 6749 JSON, not problems, and nothing of them may be stored.
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Credentials } from "../access/ClientAuthentication.ts"
import { ClientCredentials } from "../access/ClientCredentials.ts"
import { ClientTokens } from "../access/ClientTokens.ts"
import { notNow, OAuthError } from "../access/OAuthError.ts"
import { Introspection, OAuthApi, TokenError, TokenResponse } from "../api/OAuthApi.ts"
import { ownRefusal } from "../domain/ProxyStatus.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"
import { handler } from "./NodeRequest.ts"
import { credentialsOf, type Fields, invalidRequest, readForm } from "./OAuthForm.ts"
import { RequestOrigin } from "./RequestOrigin.ts"
import { sharedHeaders } from "./SharedHeaders.ts"

const encoder = new TextEncoder()
const encodeToken = Schema.encodeSync(Schema.fromJsonString(TokenResponse))
const encodeIntrospection = Schema.encodeSync(Schema.fromJsonString(Introspection))
const encodeError = Schema.encodeSync(Schema.fromJsonString(TokenError))

const reply = (status: number, json: string | undefined, headers: Record<string, string> = {}): Reply => {
  const body = encoder.encode(json ?? "")
  return {
    status,
    code: null,
    body,
    headers: {
      ...sharedHeaders(randomUUID()),
      ...(json === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
      "content-length": String(body.length),
      "cache-control": "no-store",
      pragma: "no-cache",
      ...headers
    }
  }
}

const errorReply = (error: OAuthError): Reply =>
  reply(error.status, encodeError({ error: error.error, error_description: error.description }), {
    ...(error.status === 401 ? { "www-authenticate": "Basic realm=\"gapura\", charset=\"UTF-8\"" } : {}),
    ...(error.status === 503 ? { "proxy-status": ownRefusal } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { "retry-after": String(error.retryAfterSeconds) })
  })

/** Untraced, like the routes below: what they call is named. */
const credentials = Effect.fnUntraced(function*(origin: typeof RequestOrigin.Service, source: IncomingMessage, fields: Fields) {
  return {
    ...yield* Effect.fromResult(credentialsOf(source.headers.authorization, fields)),
    remoteAddress: origin.addressOf(source),
    nowMillis: yield* Clock.currentTimeMillis
  } satisfies Credentials
})

/** What revocation and introspection are asked about, and by whom. */
const question = Effect.fnUntraced(function*(origin: typeof RequestOrigin.Service, source: IncomingMessage, fields: Fields) {
  const who = yield* credentials(origin, source, fields)
  const token = fields.get("token")
  if (token === undefined) return yield* invalidRequest("token is missing.")
  return { ...who, token }
})

const answer = (handle: (source: IncomingMessage, fields: Fields) => Effect.Effect<Reply, OAuthError>) =>
  handler((source) =>
    Effect.flatMap(readForm(source), (fields) => handle(source, fields)).pipe(
      Effect.catchTag("OAuthError", (error) => Effect.succeed(errorReply(error)))
    )
  )

export const OAuthRoutes = (options: { readonly publicUrl: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const access = yield* ClientCredentials
      const tokens = yield* ClientTokens
      const { recording } = yield* Pipeline
      const origin = yield* RequestOrigin
      const { introspect, revoke, token } = OAuthApi.endpoints

      yield* router.add(
        token.method,
        token.path,
        answer(Effect.fnUntraced(function*(source, fields) {
          const grantType = fields.get("grant_type")
          if (grantType === undefined) return yield* invalidRequest("grant_type is missing; it must be client_credentials.")
          if (grantType !== "client_credentials") {
            return yield* new OAuthError({
              error: "unsupported_grant_type",
              description: "grant_type must be client_credentials.",
              status: 400
            })
          }
          // Whoever gets a token now could use it unseen.
          if (!recording()) return yield* notNow
          const granted = yield* access.grant({ ...yield* credentials(origin, source, fields), scope: fields.get("scope") })
          return reply(
            200,
            encodeToken({
              token_type: "Bearer",
              expires_in: granted.expiresIn,
              access_token: Redacted.value(granted.accessToken),
              scope: granted.scopes.join(" ")
            })
          )
        }))
      )

      yield* router.add(
        revoke.method,
        revoke.path,
        answer((source, fields) => Effect.as(Effect.flatMap(question(origin, source, fields), tokens.revoke), reply(200, undefined)))
      )

      yield* router.add(
        introspect.method,
        introspect.path,
        answer(Effect.fnUntraced(function*(source, fields) {
          const live = yield* tokens.introspect(yield* question(origin, source, fields))
          return reply(
            200,
            encodeIntrospection(
              live === undefined ? { active: false } : {
                active: true,
                scope: live.scopes.join(" "),
                client_id: live.clientId,
                token_type: "Bearer",
                exp: Math.floor(live.expiresAt / 1000),
                iat: Math.floor(live.issuedAt / 1000),
                sub: live.application,
                aud: options.publicUrl,
                iss: options.publicUrl,
                jti: live.tokenId
              }
            )
          )
        }))
      )
    })
  )
