/**
 * A city's single sign-on: an OpenID Connect issuer for one portal, with accounts that are chosen by one click.
 *
 * It asks every time who it is, so that a newcomer can change roles; everything is in memory and gone when it stops.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { Provider } from "oidc-provider"
import type { SignOnAccount } from "./SignOnAccounts.ts"
import { accountsPage, lostPage, signOnHeaders } from "./SignOnPage.ts"

export interface SignOnOptions {
  /** Its own origin, which is its issuer. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where it sends people back to. */
  readonly returnUrl: string
  readonly accounts: ReadonlyArray<SignOnAccount>
}

const interactionPath = /^\/masuk\/([A-Za-z0-9_-]+)$/
const maxFormBytes = 1_024
const scope = "openid profile"

/** Without the cookie of a session nobody is known, whoever was chosen before. */
const forgetSession = ({ headers }: IncomingMessage): void => {
  headers.cookie = (headers.cookie ?? "").split("; ").filter((cookie) => !cookie.startsWith("_session")).join("; ")
}

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ""
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > maxFormBytes) break
  }
  return new URLSearchParams(text)
}

export const makeSignOn = ({ accounts, clientId, clientSecret, issuer, returnUrl }: SignOnOptions): RequestListener => {
  const headers = signOnHeaders(new URL(returnUrl).origin)
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const provider = new Provider(issuer, {
    clients: [{
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [returnUrl],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      id_token_signed_response_alg: "ES256"
    }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: "demo" }] },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], profile: ["name", "account_type", "agencies", "operator"] },
    scopes: scope.split(" "),
    responseTypes: ["code"],
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, { uid }) => `/masuk/${uid}` },
    findAccount: (_, sub) => {
      const found = accounts.find(({ account }) => account === sub)
      return found === undefined ? undefined : {
        accountId: sub,
        claims: () => ({ sub, name: found.name, account_type: found.accountType, agencies: [...found.agencies], operator: found.operator })
      }
    },
    // The portal is the city's own: nobody is asked whether it may know who they are.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
    renderError: (ctx) => {
      ctx.set(headers)
      ctx.body = lostPage
    },
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3_600, IdToken: 300, Interaction: 600, Session: 3_600 }
  })
  const answer = provider.callback()

  const choose = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const details = await provider.interactionDetails(request, response)
    if (request.method !== "POST") {
      response.writeHead(200, headers)
      return void response.end(accountsPage(`/masuk/${details.uid}`, accounts))
    }
    const accountId = (await formOf(request)).get("account") ?? ""
    if (!accounts.some(({ account }) => account === accountId)) throw new Error("no such account")
    await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
  }

  return (request, response) => {
    forgetSession(request)
    if (!interactionPath.test((request.url ?? "").split("?")[0] ?? "")) return void answer(request, response)
    choose(request, response).catch(() => {
      response.writeHead(400, headers)
      response.end(lostPage)
    })
  }
}
