/** A sign-on that answers at once and may lie: what it says of itself and of the person is the test's. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { IssuerOptions } from "./SignOn.ts"

type Claims = Readonly<Record<string, unknown>>

export interface Lie {
  /** Changes to what it says of itself. */
  readonly metadata?: Claims
  /** Changes to the claims of the ID token. */
  readonly claims?: Claims
  /** Changes to the query with which it sends people back. */
  readonly query?: Readonly<Record<string, string>>
  /** Takes any code again and again, whatever the verifier: nothing but the portal stands in the way. */
  readonly careless?: boolean
  /** Signs with a key that it never published, or not at all. */
  readonly signature?: "strange" | "none"
  /** Answers the token request with this instead. */
  readonly token?: { readonly status: number; readonly body: string; readonly type?: string }
}

export interface LyingSignOn {
  lie: Lie
  /** Forms that its token endpoint received, and how the portal said who it is. */
  readonly exchanges: Array<{ readonly form: URLSearchParams; readonly authorization: string | undefined }>
  readonly make: (options: IssuerOptions) => RequestListener
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const signed = (claims: Claims, key: KeyObject, none: boolean): string => {
  const text = `${base64url(none ? { alg: "none" } : { alg: "ES256", kid: "uji" })}.${base64url(claims)}`
  return `${text}.${none ? "" : sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

export const makeLyingSignOn = (): LyingSignOn => {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const strange = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const begun = new Map<string, { readonly nonce: string; readonly challenge: string }>()
  const made: LyingSignOn = {
    lie: {},
    exchanges: [],
    make: ({ clientId, issuer, returnUrl }) => {
      const json = (response: ServerResponse, status: number, value: unknown, type = "application/json") => {
        response.writeHead(status, { "content-type": type })
        response.end(typeof value === "string" ? value : JSON.stringify(value))
      }
      const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const form = await bodyOf(request)
        made.exchanges.push({ form, authorization: request.headers.authorization })
        const { careless, claims, signature, token } = made.lie
        if (token !== undefined) return json(response, token.status, token.body, token.type)
        const attempt = begun.get(form.get("code") ?? "")
        const verifier = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url")
        if (attempt === undefined || (attempt.challenge !== verifier && careless !== true)) {
          return json(response, 400, { error: "invalid_grant" })
        }
        const now = Math.floor(Date.now() / 1000)
        const idToken = {
          iss: issuer,
          aud: clientId,
          sub: "dewi",
          name: "Dewi Lestari",
          account_type: "developer",
          iat: now,
          exp: now + 60,
          nonce: attempt.nonce,
          ...claims
        }
        json(response, 200, {
          access_token: "akses",
          token_type: "Bearer",
          id_token: signed(idToken, signature === "strange" ? strange.privateKey : own.privateKey, signature === "none")
        })
      }
      return (request, response) => {
        const url = new URL(request.url ?? "/", issuer)
        if (url.pathname === "/.well-known/openid-configuration") {
          return json(response, 200, {
            issuer,
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            end_session_endpoint: `${issuer}/keluar`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["ES256"],
            authorization_response_iss_parameter_supported: true,
            ...made.lie.metadata
          })
        }
        if (url.pathname === "/jwks") {
          return json(response, 200, { keys: [{ ...own.publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "uji" }] })
        }
        if (url.pathname === "/token") return void exchange(request, response)
        const { searchParams } = url
        const code = `kode-${begun.size}`
        begun.set(code, { nonce: searchParams.get("nonce") ?? "", challenge: searchParams.get("code_challenge") ?? "" })
        const query = new URLSearchParams({ code, state: searchParams.get("state") ?? "", iss: issuer, ...made.lie.query })
        response.writeHead(303, { location: `${returnUrl}?${query}` })
        response.end()
      }
    }
  }
  return made
}
