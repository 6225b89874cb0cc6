/**
 * What a token of kind `latihan` gets: answers that are made up from what is known of an endpoint's fields, masked by the rules of real
 * ones, and the failures that a client wants to be tried with. No agency is called, and no copy is looked for.
 *
 * Of a private endpoint, whose keys may be data, only those fields are shown that its agency has classified or described.
 */
import { Clock, Effect, Result } from "effect"
import { accessDetails } from "../domain/AccessDetails.ts"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { DictionaryField, FieldDictionary } from "../domain/FieldDictionary.ts"
import { fieldPath, stepsOf } from "../domain/FieldPath.ts"
import { AgencyTimeout, BadRequest, CircuitOpen, type GatewayError, QuotaExceeded } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import { made, readRehearsal, type RehearsedAnswer, rehearsedAnswers } from "../rehearsal/RehearsedAnswer.ts"
import { syntheticData } from "../rehearsal/SyntheticData.ts"
import { type Answer, answerOf } from "./Answer.ts"
import type { Exchange } from "./Exchange.ts"
import { KnownFields } from "./KnownFields.ts"
import { maskedResponse } from "./MaskedResponse.ts"

const encoder = new TextEncoder()

/** Beyond an endpoint's fresh time, of a copy that stands in. */
const staleMillis = 60_000
const retryAfterSeconds = 30

const unknownRehearsal = (given: string): BadRequest =>
  new BadRequest({
    detail: doorDetails.rehearsal(
      given,
      rehearsedAnswers.filter((answer) => answer !== "made").map((answer) => answer === "slow" ? "slow=3s" : answer)
    )
  })

/** A path of the registry that names one field, as fields of the dictionary, with all that enclose it. */
const declaredFields = ([path, fieldClass]: Endpoint["fields"][number]): FieldDictionary => {
  const steps = stepsOf(path)
  if (steps[0] !== "data" || steps.some((step) => step.includes("*"))) return []
  const unseen = { format: null, seen: 0, nulls: 0, firstSeen: 0, example: null } as const
  return steps.map((_, index): DictionaryField => {
    const next = steps[index + 1]
    const here = next === undefined
      ? { fieldClass, types: ["string"] } as const
      : { fieldClass: null, types: [next === "[]" ? "array" : "object"] } as const
    return Object.assign({ path: fieldPath(steps.slice(0, index + 1)) }, unseen, here)
  })
}

/** Those that are shown, each after what encloses it. */
const shownFields = (endpoint: Endpoint, known: FieldDictionary): FieldDictionary => {
  const declared = endpoint.fields.flatMap(declaredFields)
  const named = new Set(declared.map(({ path }) => path))
  const told = known.filter(({ description, path }) => description !== undefined || named.has(path)).flatMap(({ path }) => {
    const steps = stepsOf(path)
    return steps.map((_, index) => fieldPath(steps.slice(0, index + 1)))
  })
  const isShown = new Set(told)
  const seen = endpoint.private ? known.filter(({ path }) => isShown.has(path)) : known
  const paths = new Set(seen.map(({ path }) => path))
  const missing = declared.filter(({ path }) => !paths.has(path) && paths.add(path))
  return [...seen, ...missing].sort((one, other) => stepsOf(one.path).length - stepsOf(other.path).length)
}

/** The endpoint with every field classified as it is shown in its real answers; or with none open, where all shall be masked. */
const rehearsedEndpoint = (endpoint: Endpoint, fields: FieldDictionary, isMasked: boolean): Endpoint => {
  const enclosing = new Set(fields.map(({ path }) => fieldPath(stepsOf(path).slice(0, -1))))
  const leaves = fields.filter(({ path }) => !enclosing.has(path))
  return {
    ...endpoint,
    unknown: "mask",
    fields: [
      ["meta.sintetis", "public"],
      ...leaves.flatMap(({ fieldClass, path }): Endpoint["fields"] => {
        const shown = fieldClass ?? "public"
        return shown === "unknown" || isMasked && shown === "public" ? [] : [[path, shown]]
      })
    ]
  }
}

export interface Rehearse {
  /** @param address with its canonical query: the same has the same answer */
  readonly answer: (
    exchange: Exchange,
    endpoint: Endpoint,
    address: string,
    representation: Representation
  ) => Effect.Effect<Answer, GatewayError>
  /** What becomes of the whole request, once it is known that it would be answered. */
  readonly whole: <A>(
    exchange: Exchange,
    prefer: string | undefined,
    read: () => Effect.Effect<A, GatewayError>
  ) => Effect.Effect<A, GatewayError>
}

export const makeRehearse = Effect.gen(function*() {
  const known = yield* KnownFields
  const clock = yield* Clock.Clock
  const pseudonymKey = encoder.encode("of values that were made up")

  const makeAnswer = (
    endpoint: Endpoint,
    address: string,
    representation: Representation,
    answer: RehearsedAnswer,
    nowMillis: number
  ): Effect.Effect<Answer, GatewayError> => {
    const fields = shownFields(endpoint, known(endpoint))
    const data = syntheticData(fields, address)
    const isStale = answer === "stale"
    const { freshMillis } = endpoint.cache
    const response = maskedResponse({
      endpoint: rehearsedEndpoint(endpoint, fields, answer === "masked"),
      body: encoder.encode(JSON.stringify({ data, meta: { sintetis: true } })),
      attempts: 0,
      agencyStatus: 200,
      representation,
      pseudonymKey,
      nowMillis: isStale ? nowMillis - freshMillis - staleMillis : nowMillis,
      keeping: { isKept: false, onlyFor: "", freshMillis: Infinity }
    })
    return Result.isFailure(response)
      ? Effect.fail(response.failure)
      : Effect.succeed(answerOf(response.success, isStale ? "STALE-CIRCUIT" : "MISS", isStale ? freshMillis : 0, nowMillis))
  }

  const rehearse: Rehearse = {
    answer: (exchange, endpoint, address, representation) =>
      Effect.suspend(() => {
        const answer = exchange.rehearsal?.answer ?? "made"
        if (answer === "503") return Effect.fail(new CircuitOpen({ detail: agencyDetails.rehearsed, retryAfterSeconds }))
        if (answer === "504") {
          const detail = agencyDetails.rehearsed
          return Effect.fail(new AgencyTimeout({ detail, attempts: 0, agencyStatus: null, proxyError: "http_response_timeout" }))
        }
        const making = makeAnswer(endpoint, address, representation, answer, clock.currentTimeMillisUnsafe())
        return Effect.tap(making, ({ cache, response }) => Effect.sync(() => exchange.answered(cache, response.masked, "")))
      }),
    whole: (exchange, prefer, read) => {
      const rehearsal = readRehearsal(prefer)
      exchange.rehearses(Result.getOrElse(rehearsal, () => made))
      const reading = read()
      if (Result.isFailure(rehearsal)) return Effect.andThen(reading, Effect.fail(unknownRehearsal(rehearsal.failure)))
      const { answer, millis } = rehearsal.success
      if (answer === "slow") return Effect.tap(reading, () => Effect.sleep(millis))
      if (answer !== "429") return reading
      return Effect.flatMap(reading, () => {
        const { quota } = exchange
        const resetSeconds = Math.max(1, quota?.resetSeconds ?? 1)
        if (quota !== undefined) exchange.gaveBack({ ...quota, allowed: false, remaining: 0, resetSeconds })
        const detail = accessDetails.tokenSpent(quota?.limit ?? 0, resetSeconds)
        return Effect.fail(new QuotaExceeded({ detail, retryAfterSeconds: resetSeconds }))
      })
    }
  }
  return rehearse
})
