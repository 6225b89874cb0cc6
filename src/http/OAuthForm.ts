/** The form of an OAuth request, and the client's credentials in it or by HTTP Basic, never both (RFC 6749, section 2.3.1). */
import { Effect, Redacted, Result } from "effect"
import type { IncomingMessage } from "node:http"
import { OAuthError } from "../access/OAuthError.ts"
import { readBody } from "./RequestBody.ts"

/** Beyond the longest scope that may be asked for. */
const maxBodyBytes = 24 * 1024
const formType = "application/x-www-form-urlencoded"

export type Fields = ReadonlyMap<string, string>

export interface FormCredentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
}

export const invalidRequest = (description: string, status = 400) => new OAuthError({ error: "invalid_request", description, status })

const invalidClient = (description: string) => new OAuthError({ error: "invalid_client", description, status: 401 })

/** Both parts are form-encoded inside Basic. */
const basicCredentials = (authorization: string): Result.Result<FormCredentials, OAuthError> => {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  const failure = Result.fail(invalidClient("The Authorization header is not well-formed HTTP Basic."))
  if (encoded === undefined) return failure
  const text = Buffer.from(encoded, "base64").toString("utf8")
  const colon = text.indexOf(":")
  if (colon === -1) return failure
  try {
    const part = (raw: string) => decodeURIComponent(raw.replaceAll("+", " "))
    return Result.succeed({
      clientId: part(text.slice(0, colon)),
      clientSecret: Redacted.make(part(text.slice(colon + 1)), { label: "client-secret" })
    })
  } catch {
    return failure
  }
}

/** The form's fields; one given twice is an error, one without a value is as if it were not there (RFC 6749, section 3.2). */
const formFields = (text: string): Result.Result<Fields, OAuthError> => {
  const fields = new Map<string, string>()
  const names = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (names.has(name)) return Result.fail(invalidRequest("A parameter was given more than once."))
    names.add(name)
    if (value !== "") fields.set(name, value)
  }
  return Result.succeed(fields)
}

export const credentialsOf = (authorization: string | undefined, fields: Fields): Result.Result<FormCredentials, OAuthError> => {
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
    return Result.fail(invalidClient("Client authentication is required: client_id and client_secret."))
  }
  return Result.succeed({ clientId, clientSecret: Redacted.make(secret, { label: "client-secret" }) })
}

export const readForm = (source: IncomingMessage): Effect.Effect<Fields, OAuthError> =>
  readBody(source, { maxBytes: maxBodyBytes, mediaType: formType }).pipe(
    Effect.mapError((error) => invalidRequest(error.detail.en, error._tag === "PayloadTooLarge" ? 413 : 400)),
    Effect.flatMap((text) => Effect.fromResult(formFields(text)))
  )
