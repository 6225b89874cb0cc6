/**
 * The city's sign-on as it describes itself, found by discovery when it is first needed and again each hour.
 *
 * One asks at a time, and for two seconds after a failure nobody does: a sign-on that hangs costs one request, not one
 * for every visitor. While it cannot be asked, what it said before stays true. Plain HTTP is for loopback; the settings
 * let no other through.
 */
import { Clock, Duration, Effect, Redacted, Semaphore } from "effect"
import type * as OpenIdClient from "openid-client"

type Library = typeof OpenIdClient

export interface IssuerOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
}

export interface Issuer {
  readonly openId: Library
  readonly configuration: OpenIdClient.Configuration
}

const knownMillis = Duration.toMillis(Duration.hours(1))
const quietMillis = Duration.toMillis(Duration.seconds(2))
const answerSeconds = 10

/** HTTP Basic, unless the sign-on wants the secret in the form. */
const authentication = ({ ClientSecretBasic, ClientSecretPost }: Library, clientSecret: string): OpenIdClient.ClientAuth => {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (server, client, body, headers) =>
    (server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") ?? true ? basic : post)(server, client, body, headers)
}

/** Fails with what discovery failed with; undefined where it failed a moment ago. */
export const makeIssuer = ({ clientId, clientSecret, issuer }: IssuerOptions): Effect.Effect<Issuer, unknown> => {
  const turn = Semaphore.makeUnsafe(1)
  let known: { readonly found: Issuer; readonly until: number } | undefined
  let quietUntil = 0

  /** Loaded when it is asked for: most starts of a gateway need no sign-in. */
  const library = Effect.promise((): Promise<Library> => import("openid-client"))

  const discover = Effect.gen(function*() {
    const openId = yield* library
    const server = new URL(issuer)
    const configuration = yield* Effect.tryPromise({
      try: () =>
        openId.discovery(server, clientId, {}, authentication(openId, Redacted.value(clientSecret)), {
          execute: [openId.enableNonRepudiationChecks, ...(server.protocol === "http:" ? [openId.allowInsecureRequests] : [])],
          timeout: answerSeconds
        }),
      catch: (error) => error
    })
    return { openId, configuration }
  })

  return turn.withPermits(1)(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (known !== undefined && (now < known.until || now < quietUntil)) return known.found
    if (now < quietUntil) return yield* Effect.fail(undefined)
    const found = yield* Effect.catch(discover, (error) =>
      Effect.flatMap(Clock.currentTimeMillis, (failedAt) => {
        quietUntil = failedAt + quietMillis
        return known === undefined ? Effect.fail(error) : Effect.succeed(known.found)
      }))
    if (now >= quietUntil) known = { found, until: now + knownMillis }
    return found
  }))
}
