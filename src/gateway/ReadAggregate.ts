/** The aggregate door's reading: all entries whole, or each as it completes. */
import { Effect } from "effect"
import type { Aggregate } from "../domain/Aggregate.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import type { Form } from "../domain/Negotiation.ts"
import { combine } from "./Combine.ts"
import type { Lines, WholeAggregate } from "./DataAnswer.ts"
import { linesAsTheyComplete } from "./EntryLines.ts"
import type { Exchange } from "./Exchange.ts"
import { LinkageCheck } from "./LinkageCheck.ts"
import { ReadEntries } from "./ReadEntries.ts"

export const makeReadAggregate = Effect.gen(function*() {
  const entries = yield* ReadEntries
  const linkage = yield* LinkageCheck

  const whole = (
    exchange: Exchange,
    { requests, strategy }: Aggregate,
    representation: Form
  ): Effect.Effect<WholeAggregate, GatewayError> =>
    Effect.flatMap(
      entries.readAll(exchange, requests),
      (outcome) =>
        Effect.map(combine(outcome, { strategy, asLines: representation === "ndjson" }), (combined) => {
          exchange.holding?.keepOnly(combined.body)
          return { combined, representation }
        })
    )

  const lines = (exchange: Exchange, { requests }: Aggregate): Lines => ({
    lines: linesAsTheyComplete(
      requests,
      (request) => entries.read(exchange, request),
      (outcomes) => entries.together(exchange, outcomes)
    )
  })

  return (exchange: Exchange, aggregate: Aggregate, form: Form): Effect.Effect<Lines | WholeAggregate, GatewayError> =>
    // All or nothing cannot leave entry by entry, so `strict` waits for the last, and so does what may be withheld.
    form === "ndjson" && aggregate.strategy !== "strict" && !linkage.mustWait(aggregate.requests)
      ? Effect.succeed(lines(exchange, aggregate))
      : whole(exchange, aggregate, form)
})
