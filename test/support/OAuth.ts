/** A client's view of the OAuth endpoints, and what every answer of theirs must be. */
import { assert } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { Introspection, TokenError, TokenResponse } from "../../src/api/OAuthApi.ts"
import type { Gateway } from "./Gateway.ts"

export interface Client {
  readonly id: string
  readonly secret: string
}

export type Fields = Readonly<Record<string, string>>
export type OAuthEndpoint = "token" | "revoke" | "introspect"

/** The client's credentials as form fields. */
export const inBody = ({ id, secret }: Client): Fields => ({ client_id: id, client_secret: secret })

/** The same as an Authorization header. */
export const basic = ({ id, secret }: Client): Fields => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`
})

export const makeClient = (
  gateway: Gateway,
  options: { readonly name?: string; readonly scopes: ReadonlyArray<string>; readonly official?: boolean }
): Promise<Client> =>
  gateway.run(Effect.gen(function*() {
    const made = yield* (yield* Applications).createClient({
      name: options.name ?? "sistem",
      ...(options.official === undefined ? {} : { official: options.official }),
      scopes: options.scopes
    })
    return { id: made.clientId, secret: Redacted.value(made.clientSecret) }
  }))

export const post = (gateway: Gateway, endpoint: OAuthEndpoint, fields: Fields, headers: Fields = {}): Promise<Response> =>
  fetch(`${gateway.url}/oauth/${endpoint}`, { method: "POST", headers, body: new URLSearchParams(fields) })

export const expectNotStored = (response: Response): void => {
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  assert.strictEqual(response.headers.get("pragma"), "no-cache")
}

const decoded = async <A>(response: Response, schema: Schema.ConstraintDecoder<A>): Promise<A> => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
  expectNotStored(response)
  return Schema.decodeUnknownSync(Schema.fromJsonString(schema), { onExcessProperty: "error" })(text)
}

/** A token of everything that the client is granted. */
export const obtain = async (gateway: Gateway, client: Client, fields: Fields = {}): Promise<string> =>
  (await decoded(await post(gateway, "token", { grant_type: "client_credentials", ...inBody(client), ...fields }), TokenResponse))
    .access_token

export const introspect = async (gateway: Gateway, client: Client, token: string): Promise<typeof Introspection.Type> =>
  decoded(await post(gateway, "introspect", { ...inBody(client), token }), Introspection)

export const expectRevoked = async (response: Response): Promise<void> => {
  assert.strictEqual(await response.text(), "")
  assert.strictEqual(response.status, 200)
  assert.strictEqual(response.headers.get("content-length"), "0")
  assert.isNull(response.headers.get("content-type"))
  expectNotStored(response)
}

export const expectOAuthError = async (response: Response, status: number, error: string): Promise<string> => {
  const text = await response.text()
  assert.strictEqual(response.status, status, text)
  assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
  expectNotStored(response)
  const body = Schema.decodeUnknownSync(Schema.fromJsonString(TokenError), { onExcessProperty: "error" })(text)
  assert.strictEqual(body.error, error)
  // RFC 6749, section 5.2: printable ASCII without quotation marks and backslashes.
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.strictEqual(response.headers.get("www-authenticate"), status === 401 ? "Basic realm=\"gapura\", charset=\"UTF-8\"" : null)
  return body.error_description
}
