/**
 * Who may enter the pipeline: token (401), then rate and requests in progress (429).
 *
 * A refused call spends nothing: neither of its token's quota nor of its application's.
 */
import { Clock, Effect, Exit } from "effect"
import { TokenStore } from "../access/TokenStore.ts"
import { accessDetails } from "../domain/AccessDetails.ts"
import type { Caller } from "../domain/Caller.ts"
import { clientAddress } from "../domain/ClientAddress.ts"
import { type GatewayError, Overloaded, QuotaExceeded, Unauthorized } from "../domain/GatewayError.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { Registry } from "../registry/Registry.ts"
import { Limiter } from "../resilience/Limiter.ts"
import type { CallQuota } from "../resilience/TokenBucket.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import type { Exchange } from "./Exchange.ts"
import { StrangerLimit } from "./StrangerLimit.ts"
import { maxInProgressOf, TokenConcurrency } from "./TokenConcurrency.ts"

export interface Presented {
  readonly authorization: string | undefined
  readonly remoteAddress: string
}

/** `Bearer`, one space or more, one token (RFC 6750, section 2.1). Two headers arrive joined by a comma, which no token holds. */
const credentials = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The token, or undefined where the header is of another form. The usual form is tried first, without a pattern. */
export const tokenOf = (authorization: string): string | undefined =>
  authorization.startsWith("Bearer gpr_") && !authorization.includes(",") ? authorization.slice(7) : credentials.exec(authorization)?.[1]

const uncheckable = () => Effect.fail(new Overloaded({ detail: accessDetails.tokenUncheckable, retryAfterSeconds: 5 }))

/** Why a call was refused: by the budget of the two for which one has to wait longer. */
const quotaExceeded = ({ application, limit, remaining, resetSeconds }: CallQuota, name: string): QuotaExceeded => {
  const wait = Math.max(1, remaining > 0 ? 0 : resetSeconds, application?.remaining === 0 ? application.resetSeconds : 0)
  return new QuotaExceeded({
    detail: application?.remaining === 0
      ? accessDetails.applicationSpent(name, application.limit, wait)
      : accessDetails.tokenSpent(limit, resetSeconds),
    retryAfterSeconds: wait
  })
}

const tooManyAtOnce = (most: number) => new QuotaExceeded({ detail: accessDetails.tooManyAtOnce(most), retryAfterSeconds: 1 })

/** A call of a good token that was counted before anything else of its request was looked at. */
export interface Counted {
  readonly caller: Caller
  readonly quota: CallQuota
  /** Monotonic milliseconds at which that began. */
  readonly started: number
}

export interface Admission {
  /**
   * Counts a call that other gateways have to be asked for, so that nothing of its request waits but what was read of it, and all
   * else follows in one go. Proceeds later then; at once, and without a count, where nobody is asked.
   */
  readonly count: (presented: Presented, proceed: (counted?: Counted) => void) => void
  /** The token's caller; asks the database only for a token that memory does not know. */
  readonly identify: (presented: Presented, exchange: Exchange, counted?: Counted) => Effect.Effect<Caller, GatewayError>
  /** Counts the call with its token's quota and its application's. */
  readonly spend: (caller: Caller, exchange: Exchange, counted?: Counted) => Effect.Effect<Caller, GatewayError>
  /** Runs what a caller asks for in a place among the token's requests in progress. */
  readonly inProgress: <A>(caller: Caller, exchange: Exchange, run: () => Effect.Effect<A, GatewayError>) => Effect.Effect<A, GatewayError>
  /** The request is turned away before anybody asks for its token: one of a flood is recorded with the others. */
  readonly turnedAway: (presented: Presented, exchange: Exchange) => void
  /** The request has ended: another one of its token may have its place. */
  readonly left: (exchange: Exchange) => void
}

export const makeAdmission = Effect.gen(function*() {
  const tokens = yield* TokenStore
  const limiter = yield* Limiter
  const strangers = yield* StrangerLimit
  const meter = yield* RequestMeter
  const registry = yield* Registry
  const clock = yield* Clock.Clock
  const concurrency = new TokenConcurrency(maxInProgressOf(limiter.limit))

  const unauthorized = (presented: Presented, exchange: Exchange, token?: string): GatewayError => {
    const address = clientAddress(presented.remoteAddress)
    const wait = strangers.refuse(address, exchange.started)
    if (wait > 0) {
      exchange.joinsFlood(address)
      // Whose token has expired has to know that, however many strangers share the address: no waiting helps.
      if (token === undefined || !tokens.hasExpired(token)) {
        meter.limited()
        return new QuotaExceeded({ detail: accessDetails.strangers, retryAfterSeconds: wait })
      }
    }
    const isAbsent = presented.authorization === undefined
    return new Unauthorized({
      reason: isAbsent ? "absent" : "invalid",
      detail: isAbsent ? accessDetails.tokenAbsent : accessDetails.tokenInvalid
    })
  }

  /** For a call that has spent already, and has to give that back where no place comes. */
  const waitForPlace = <A>(
    exchange: Exchange,
    { application, bucket }: Caller,
    run: () => Effect.Effect<A, GatewayError>
  ): Effect.Effect<A, GatewayError> => {
    const undo = limiter.undoUnsafe(bucket, exchange.started, application, exchange.quota?.sharedAt)
    return Effect.flatMap(concurrency.wait(bucket, () => exchange.entered(bucket)), (entered) => {
      if (entered) return run()
      undo()
      meter.limited()
      return Effect.flatMap(limiter.peek(bucket), (quota) => {
        exchange.gaveBack(quota)
        return Effect.fail(tooManyAtOnce(concurrency.most))
      })
    })
  }

  const known = (
    presented: Presented,
    exchange: Exchange,
    token: string,
    caller: Caller | undefined
  ): Effect.Effect<Caller, GatewayError> =>
    caller === undefined ? Effect.fail(unauthorized(presented, exchange, token)) : Effect.succeed(caller)

  const settled = (caller: Caller, exchange: Exchange, quota: CallQuota): Effect.Effect<Caller, GatewayError> => {
    exchange.identified(caller, quota)
    if (quota.allowed) return Effect.succeed(caller)
    meter.limited()
    return Effect.fail(quotaExceeded(quota, caller.application))
  }

  const admission: Admission = {
    count: ({ authorization }, proceed) => {
      const { shared } = limiter
      const token = shared === undefined || authorization === undefined ? undefined : tokenOf(authorization)
      const caller = token === undefined ? undefined : tokens.known(token, clock.currentTimeMillisUnsafe())
      if (shared === undefined || caller === undefined) return proceed()
      const started = monotonicMillis(clock)
      const told = (quota: CallQuota): void => proceed({ caller, quota, started })
      const quota = shared(caller.bucket, started, caller.application, registry.current().limits.application, told)
      if (quota !== undefined) told(quota)
    },
    identify: (presented, exchange, counted) => {
      if (counted !== undefined) return Effect.succeed(counted.caller)
      if (presented.authorization === undefined) return Effect.fail(unauthorized(presented, exchange))
      const token = tokenOf(presented.authorization)
      if (token === undefined) return Effect.fail(unauthorized(presented, exchange))
      const caller = tokens.known(token, exchange.time)
      return caller === undefined
        ? Effect.flatMap(Effect.catch(tokens.find(token, exchange.time), uncheckable), (found) => known(presented, exchange, token, found))
        : Effect.succeed(caller)
    },
    spend: (caller, exchange, counted) => {
      if (counted !== undefined) return settled(caller, exchange, counted.quota)
      const { application, bucket } = caller
      const most = registry.current().limits.application
      const { shared } = limiter
      if (shared === undefined) return settled(caller, exchange, limiter.spendUnsafe(bucket, exchange.started, application, most))
      // Who leaves while the other gateways are asked is recorded as who it is.
      exchange.identified(caller, undefined)
      const spent = Effect.callback<CallQuota>((resume) => {
        const told = (quota: CallQuota): void => resume(Effect.succeed(quota))
        const quota = shared(bucket, exchange.started, application, most, told)
        if (quota !== undefined) told(quota)
      })
      return Effect.flatMap(spent, (quota) => settled(caller, exchange, quota))
    },
    inProgress: (caller, exchange, run) => {
      const { bucket } = caller
      if (concurrency.isFull(bucket)) return waitForPlace(exchange, caller, run)
      const running = run()
      // What is answered at once, from a fresh copy or by a refusal, never was in progress.
      if (Exit.isExit(running)) return running
      concurrency.enter(bucket)
      exchange.entered(bucket)
      return running
    },
    turnedAway: ({ remoteAddress }, exchange) => {
      const address = clientAddress(remoteAddress)
      if (strangers.isBeyond(address, exchange.started)) exchange.joinsFlood(address)
    },
    left: (exchange) => {
      const bucket = exchange.left()
      if (bucket !== undefined) concurrency.leave(bucket)
    }
  }
  return admission
})
