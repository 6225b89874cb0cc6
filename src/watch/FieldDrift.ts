/**
 * Tells when an agency begins to send fields that it never sent on an endpoint: logged once, and counted. Such a field
 * may be a person's, and only the detectors look at it until somebody classifies it.
 *
 * An endpoint learns from its first answer that has rows. Names are remembered across restarts. What masking left of an answer
 * goes to the field dictionary.
 */
import { Clock, Effect, Layer } from "effect"
import { AfterMasking } from "../gateway/AfterMasking.ts"
import { policyOf } from "../gateway/MaskedResponse.ts"
import { maskText } from "../privacy/Masker.ts"
import { SeenFields } from "../storage/SeenFields.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { FieldDictionaries } from "./FieldDictionaries.ts"

/** As many names as a line of a log can bear. */
const maxNamed = 20

export const FieldDrift = Layer.effect(
  AfterMasking,
  Effect.gen(function*() {
    const fields = yield* SeenFields
    const dictionaries = yield* FieldDictionaries
    const meter = yield* RequestMeter
    const clock = yield* Clock.Clock

    return AfterMasking.of({
      note: (resolved, query, response) => {
        const { endpoint } = resolved
        dictionaries.note(resolved, query, response)
        const { watch } = policyOf(endpoint)
        const met = watch.take()
        if (met.length === 0) return undefined
        const { rows } = watch
        const known = fields.of(endpoint.route)
        const fresh = known === undefined ? met : met.filter((name) => !known.has(name))
        if (fresh.length === 0) return undefined
        // An empty list tells nothing of its rows: what comes with the first row is not new.
        const isFirst = known === undefined || known.has(emptySoFar) && !known.has(hasRows)
        fields.learn(endpoint.route, fresh, isFirst ? undefined : clock.currentTimeMillisUnsafe())
        if (rows === 0) fields.learn(endpoint.route, [emptySoFar])
        if (isFirst) {
          if (rows !== 0) fields.learn(endpoint.route, [hasRows])
          return undefined
        }
        meter.drift(endpoint.agency.slug, endpoint.dataset.slug, fresh.length)
        const named = fresh.slice(0, maxNamed).map((name) => maskText(name).text)
        return Effect.logWarning("an agency sends fields that it never sent before", {
          route: endpoint.route,
          fields: named.join(", "),
          count: fresh.length,
          unclassified: endpoint.unknown === "mask" ? "masked" : "left to the detectors"
        })
      }
    })
  })
)

/** Marks in the list of names; no key is written like that, since a field's name has no line feed. */
const emptySoFar = "\nempty"
const hasRows = "\nrows"
export const isMark = (name: string): boolean => name.startsWith("\n")
