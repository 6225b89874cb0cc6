/**
 * Asks again for answers that are watched, as their applications may, and tells the developer by a notice that one is another
 * one or can be had no more. What a notice says is that it is so; the answer itself is fetched by who may.
 *
 * The entity tag decides: nothing else of an answer is looked at, and nothing of it is kept.
 *
 * Gotcha: an application that is closed has nobody who waits for news: its watches end without a word.
 */
import { Clock, Context, type Duration, Effect, Layer, Schedule } from "effect"
import { Applications } from "../access/Applications.ts"
import { TrialTokens } from "../access/TrialTokens.ts"
import { gatewayPrefix } from "../domain/Address.ts"
import { makeOutage } from "../domain/Outage.ts"
import type { News, Notice } from "../notices/Notice.ts"
import { Notices } from "../notices/Notices.ts"
import { type AnswerWatch, AnswerWatches, claimedAtOnce } from "./AnswerWatches.ts"
import { ApplicationCall, type CallAnswer, headerIn } from "./ApplicationCall.ts"

/** How often it is looked for what is due. Tests have another. */
export const WatcherRhythm = Context.Reference<Duration.Input>("gapura/watch/WatcherRhythm", { defaultValue: () => "10 seconds" })

/** Of calls side by side: what is watched waits for others, and not they for it. */
const sideBySide = 4

export type Seen =
  | { readonly is: "answered"; readonly etag: string }
  /** Nobody knows this time. */
  | { readonly is: "unknown"; readonly code: string | null }
  /** It will not be better the next time. */
  | { readonly is: "refused"; readonly code: string }

/** The token is the gateway's own and the caller is in the same process: neither a 401 nor a 408 tells of the data. */
const passing: ReadonlySet<number> = new Set([401, 408, 429])

/** What an answer says of what is watched. */
export const seenIn = (answer: Pick<CallAnswer, "code" | "headers" | "status">): Seen => {
  const { code, status } = answer
  if (status < 300) {
    const etag = headerIn(answer, "etag")
    // A stale copy tells of the agency, and not of its data.
    return etag === undefined || headerIn(answer, "x-cache") === "STALE-CIRCUIT" ? { is: "unknown", code: null } : { is: "answered", etag }
  }
  return status >= 500 || passing.has(status) || code === null ? { is: "unknown", code } : { is: "refused", code }
}

const newsOf = (owner: string, key: string, notice: Notice): ReadonlyArray<News> => [{ recipient: `developer:${owner}`, key, notice }]

export const AnswerWatcher = Layer.effectDiscard(Effect.gen(function*() {
  const watches = yield* AnswerWatches
  const applications = yield* Applications
  const tokens = yield* TrialTokens
  const { call } = yield* ApplicationCall
  const { tell } = yield* Notices
  const every = yield* WatcherRhythm

  const look = Effect.fn("AnswerWatcher.look")(function*(watch: AnswerWatch) {
    const { seal, target, watch_id } = watch
    const application = yield* applications.find(watch.application)
    if (application === undefined || application.disabledAt !== null || application.owner === null) {
      return yield* watches.end(watch, "unauthorized", Effect.void)
    }
    const { name, owner, scopes } = application
    const token = yield* Effect.catchTag(tokens.of(name, scopes ?? [], "watch"), "UnknownApplication", () => Effect.succeed(undefined))
    if (token === undefined) return yield* watches.end(watch, "unauthorized", Effect.void)
    const answer = yield* call({ token, target, accept: "application/json" })
    const seen = seenIn(answer)
    const facts = { application: name, watch: watch_id, address: `${gatewayPrefix}/${target}`, requestId: answer.requestId }
    const now = yield* Clock.currentTimeMillis
    switch (seen.is) {
      case "unknown":
        return yield* watches.asked(watch, seen.code)
      case "answered": {
        const found = watches.sealOf(seen.etag)
        if (found === seal) return yield* watches.asked(watch, null)
        const news = newsOf(owner, `answer ${watch_id} ${now}`, { kind: "answer-changed", ...facts })
        return yield* watches.changed(watch, found, tell(news))
      }
      case "refused": {
        const news = newsOf(owner, `watch ${watch_id}`, { kind: "watch-ended", ...facts, code: seen.code })
        return yield* watches.end(watch, seen.code, tell(news))
      }
    }
  })

  const { outlasted } = makeOutage({
    failing: "answers that are watched cannot be asked for and are tried again",
    working: "answers that are watched are asked for again"
  })
  const turn = Effect.gen(function*() {
    const due = yield* watches.claim
    yield* Effect.forEach(due, (watch) => outlasted(look(watch)), { concurrency: sideBySide, discard: true })
    return due.length === claimedAtOnce
  })
  const clearing = makeOutage({ failing: "old watches cannot be removed", working: "old watches are removed again" })
  yield* Effect.forkScoped(Effect.repeat(outlasted(Effect.repeat(turn, { while: (more) => more })), Schedule.spaced(every)))
  yield* Effect.forkScoped(Effect.repeat(clearing.outlasted(watches.prune), Schedule.spaced("1 hour")))
}))
