/**
 * Signing in with the city's sign-on: OpenID Connect, authorization code with PKCE, against whichever issuer the
 * settings name.
 *
 * An attempt comes back once, within ten minutes, to the browser that it began in: whatever else comes back never reaches
 * the sign-on. The library checks `nonce`, `iss`, `aud`, the times and the signature of what comes back.
 *
 * Gotcha: the sign-on goes on with a question whose asker is gone, so a question keeps its place until it is answered.
 */
import { Clock, Context, Effect, Fiber, Layer, Option, type Redacted, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { Person } from "../domain/Person.ts"
import { type AccessUnavailable, unavailable } from "./AccessUnavailable.ts"
import { Developers } from "./Developers.ts"
import { isFirstTime, rememberedMillis } from "./FirstTime.ts"
import { type IssuerOptions, makeIssuer } from "./Issuer.ts"
import { type ClaimNames, personOf } from "./PersonClaims.ts"
import { seal, type SignInAttempt, unseal } from "./SignInAttempt.ts"
import { isSignOnAway, reasonOf } from "./SignOnFault.ts"

/** The sign-on does not answer, or not as one. */
export class SignOnAway extends Schema.TaggedError<SignOnAway>()("SignOnAway", {}, { httpApiStatus: 503 }) {}

/** As many sign-ins as may be finished at once are being finished; this one may come back. */
export class SignOnBusy extends Schema.TaggedError<SignOnBusy>()("SignOnBusy", {}, { httpApiStatus: 503 }) {}

/** Nobody has signed in by this. */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {
  /**
   * `stale`: no attempt of this browser, or one that is over. `cancelled`: the person turned back at the sign-on.
   * `answer`: what came back is not what was asked for. `account`: neither a developer nor a civil servant.
   * `disabled`: the account may not use the portal any more.
   */
  reason: Schema.Literals(["stale", "cancelled", "answer", "account", "disabled"])
}, { httpApiStatus: 403 }) {}

export interface CitySignOnOptions extends ClaimNames, IssuerOptions {
  readonly sessionSecret: Redacted.Redacted<string>
  readonly scope: string
  /** Where the sign-on sends people back to. */
  readonly returnUrl: string
  /** Where it sends them after signing out there. */
  readonly leaveUrl: string
}

export interface Departure {
  /** The sign-on's page. */
  readonly url: string
  /** For the browser to keep until it comes back. */
  readonly attempt: string
}

export interface Arrival {
  readonly person: Person
  readonly next: string
}

/** Sign-ins that one gateway finishes at once. */
const mostAtOnce = 64

export class CitySignOn extends Context.Service<CitySignOn, {
  /** False where the settings name no sign-on: then nobody can sign in. */
  readonly isSet: boolean
  /** @param next where to go afterwards; @param anew asks for an account even of somebody whom the sign-on knows */
  readonly depart: (next: string, anew?: boolean) => Effect.Effect<Departure, SignOnAway>
  /** @param query what the sign-on sent back; @param attempt what the browser kept */
  readonly arrive: (
    query: string,
    attempt: string | undefined
  ) => Effect.Effect<Arrival, SignInRefused | SignOnAway | SignOnBusy | AccessUnavailable>
  /** Where one signs out of the sign-on itself; undefined where it has no such page, or does not answer. */
  readonly leave: Effect.Effect<string | undefined>
}>()("gapura/access/CitySignOn") {
  /** @param options absent where there is no sign-on */
  static readonly layer = (options: CitySignOnOptions | undefined): Layer.Layer<CitySignOn, never, SqlClient.SqlClient | Developers> =>
    options === undefined
      ? Layer.succeed(CitySignOn, {
        isSet: false,
        depart: () => Effect.fail(new SignOnAway()),
        arrive: () => Effect.fail(new SignOnAway()),
        leave: Effect.succeed(undefined)
      })
      : Layer.effect(CitySignOn, make(options))
}

const make = Effect.fnUntraced(function*(options: CitySignOnOptions) {
  const sql = yield* SqlClient.SqlClient
  const developers = yield* Developers
  const { returnUrl, scope, sessionSecret } = options
  const own = yield* Effect.scope
  const places = Semaphore.makeUnsafe(mostAtOnce)
  const away = (doing: string) => (error: unknown) =>
    Effect.andThen(Effect.logWarning(`the city sign-on could not ${doing}`, reasonOf(error)), new SignOnAway())

  const issuer = makeIssuer(options)
  const discovered = Effect.catch(
    Effect.flatMap(Effect.forkIn(issuer, own), Fiber.join),
    (error) => error === undefined ? Effect.fail(new SignOnAway()) : away("be discovered")(error)
  )

  const depart = Effect.fn("CitySignOn.depart")(function*(next: string, anew = false) {
    const { configuration, openId } = yield* discovered
    const [state, nonce, verifier] = [openId.randomState(), openId.randomNonce(), openId.randomPKCECodeVerifier()]
    const code_challenge = yield* Effect.promise(() => openId.calculatePKCECodeChallenge(verifier))
    const url = openId.buildAuthorizationUrl(configuration, {
      redirect_uri: returnUrl,
      scope,
      state,
      nonce,
      code_challenge,
      code_challenge_method: "S256",
      ...(anew ? { prompt: "login" } : {})
    })
    return { url: url.href, attempt: seal(sessionSecret, { state, nonce, verifier, next, startedAt: yield* Clock.currentTimeMillis }) }
  })

  const finish = Effect.fn("CitySignOn.finish")(function*(query: string, attempt: SignInAttempt, now: number) {
    if (!(yield* unavailable(isFirstTime(sql, attempt.state, now)))) return yield* new SignInRefused({ reason: "stale" })
    const { configuration, openId } = yield* discovered
    const exchange = Effect.tryPromise({
      try: async () => {
        const tokens = await openId.authorizationCodeGrant(configuration, new URL(`${returnUrl}?${query}`), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error("no ID token")
        const more = configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { ...more, ...claims }
      },
      catch: (error) => error
    })
    const claims = yield* Effect.catch(exchange, (error): Effect.Effect<never, SignInRefused | SignOnAway> => {
      if (isSignOnAway(error)) return away("finish a sign-in")(error)
      const cancelled = error instanceof openId.AuthorizationResponseError && error.error === "access_denied"
      return Effect.andThen(
        cancelled ? Effect.void : Effect.logWarning("a sign-in was refused", reasonOf(error)),
        new SignInRefused({ reason: cancelled ? "cancelled" : "answer" })
      )
    })
    const person = personOf(claims, options)
    if (person === undefined) return yield* new SignInRefused({ reason: "account" })
    const developer = yield* developers.ensure(person)
    if (developer.disabledAt !== null) return yield* new SignInRefused({ reason: "disabled" })
    return { person, next: attempt.next }
  })

  const arrive = Effect.fn("CitySignOn.arrive")(function*(query: string, kept: string | undefined) {
    const now = yield* Clock.currentTimeMillis
    const attempt = kept === undefined ? undefined : unseal(sessionSecret, kept)
    if (attempt === undefined || now - attempt.startedAt >= rememberedMillis) return yield* new SignInRefused({ reason: "stale" })
    const states = new URLSearchParams(query).getAll("state")
    if (states.length !== 1 || states[0] !== attempt.state) return yield* new SignInRefused({ reason: "answer" })
    const finishing = yield* Effect.forkIn(places.withPermitsIfAvailable(1)(finish(query, attempt, now)), own)
    const finished = yield* Fiber.join(finishing)
    return Option.isSome(finished) ? finished.value : yield* new SignOnBusy()
  })

  const leave = Effect.map(discovered, ({ configuration, openId }) =>
    configuration.serverMetadata().end_session_endpoint === undefined
      ? undefined
      : openId.buildEndSessionUrl(configuration, { post_logout_redirect_uri: options.leaveUrl }).href).pipe(
      Effect.orElseSucceed(() => undefined)
    )

  return { isSet: true, depart, arrive, leave }
})
