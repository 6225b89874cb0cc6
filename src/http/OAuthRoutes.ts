/**
 * The token endpoint over HTTP: client credentials by HTTP Basic or in the form, never both (RFC 6749, sections
 * 2.3.1, 4.4 and 5). Its errors are RFC 6749 JSON, not problems, and nothing of it may be stored.
 */
import { Clock, Effect, Redacted, Result, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { ClientCredentials, OAuthError } from "../access/ClientCredentials.ts"
import { OAuthApi, TokenError, TokenResponse } from "../api/OAuthApi.ts"
import type { Reply } from "../gateway/Reply.ts"
import { handler } from "./NodeRequest.ts"
import { readBody } from "./RequestBody.ts"
import { sharedHeaders } from "./SharedHeaders.ts"

const maxBodyBytes = 8 * 1024
const formType = "application/x-www-form-urlencoded"
const encoder = new TextEncoder()
const encodeToken = Schema.encodeSync(Schema.fromJsonString(TokenResponse))
const encodeError = Schema.encodeSync(Schema.fromJsonString(TokenError))

const invalidRequest = (description: string, status = 400) => new OAuthError({ error: "invalid_request", description, status })

const reply = (status: number, json: string, headers: Record<string, string> = {}): Reply => {
  const body = encoder.encode(json)
  return {
    status,
    code: null,
    body,
    headers: {
      ...sharedHeaders(randomUUID()),
      "content-type": "application/json; charset=utf-8",
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
    ...(error.retryAfterSeconds === undefined ? {} : { "retry-after": String(error.retryAfterSeconds) })
  })

interface Credentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
}

/** RFC 6749, section 2.3.1: both parts are form-encoded inside Basic. */
const basicCredentials = (authorization: string): Result.Result<Credentials, OAuthError> => {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  const failure = Result.fail(invalidRequest("The Authorization header is not well-formed HTTP Basic."))
  if (encoded === undefined) return failure
  const text = Buffer.from(encoded, "base64").toString("utf8")
  const colon = text.indexOf(":")
  if (colon === -1) return failure
  try {
    const part = (raw: string) => decodeURIComponent(raw.replaceAll("+", " "))
    return Result.succeed({ clientId: part(text.slice(0, colon)), clientSecret: Redacted.make(part(text.slice(colon + 1))) })
  } catch {
    return failure
  }
}

/** The form's fields; a field given twice is an error (RFC 6749, section 3.2). */
const formFields = (text: string): Result.Result<ReadonlyMap<string, string>, OAuthError> => {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) return Result.fail(invalidRequest("A parameter was given more than once."))
    fields.set(name, value)
  }
  return Result.succeed(fields)
}

const credentialsOf = (authorization: string | undefined, fields: ReadonlyMap<string, string>): Result.Result<Credentials, OAuthError> => {
  const secret = fields.get("client_secret")
  if (authorization !== undefined) {
    if (secret !== undefined) return Result.fail(invalidRequest("Authenticate the client by HTTP Basic or in the body, not both."))
    const basic = basicCredentials(authorization)
    if (Result.isSuccess(basic) && fields.has("client_id") && fields.get("client_id") !== basic.success.clientId) {
      return Result.fail(invalidRequest("The client_id of the body differs from the one of HTTP Basic."))
    }
    return basic
  }
  const clientId = fields.get("client_id")
  if (clientId === undefined || secret === undefined) {
    return Result.fail(new OAuthError({ error: "invalid_client", description: "Client authentication is required: client_id and client_secret.", status: 401 }))
  }
  return Result.succeed({ clientId, clientSecret: Redacted.make(secret) })
}

const readForm = (source: IncomingMessage) =>
  readBody(source, { maxBytes: maxBodyBytes, mediaType: formType }).pipe(
    Effect.mapError((error) => invalidRequest(error.detail, error._tag === "PayloadTooLarge" ? 413 : 400)),
    Effect.flatMap((text) => Effect.fromResult(formFields(text)))
  )

export const OAuthRoutes = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const access = yield* ClientCredentials
    const { token } = OAuthApi.endpoints

    const grant = (source: IncomingMessage) =>
      Effect.gen(function*() {
        const fields = yield* readForm(source)
        const grantType = fields.get("grant_type")
        if (grantType === undefined) return yield* invalidRequest("grant_type is missing; it must be client_credentials.")
        if (grantType !== "client_credentials") {
          return yield* new OAuthError({ error: "unsupported_grant_type", description: "grant_type must be client_credentials.", status: 400 })
        }
        const credentials = yield* Effect.fromResult(credentialsOf(source.headers.authorization, fields))
        const granted = yield* access.grant({
          ...credentials,
          scope: fields.get("scope"),
          remoteAddress: source.socket.remoteAddress ?? "",
          nowMillis: yield* Clock.currentTimeMillis
        })
        return reply(200, encodeToken({
          token_type: "Bearer",
          expires_in: granted.expiresIn,
          access_token: Redacted.value(granted.accessToken),
          scope: granted.scopes.join(" ")
        }))
      }).pipe(Effect.catchTag("OAuthError", (error) => Effect.succeed(errorReply(error))))

    yield* router.add(token.method, token.path, handler(grant))
  })
)
