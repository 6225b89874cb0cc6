/**
 * Finds what people should be told in what the gateways have done: requests and proposals in their tables, incidents, what
 * ends soon, quotas, endpoints that go. The deed's own row is what is read, so a deed and its notice are never apart, whoever
 * did it, a command too. Every gateway looks; a notice's key has it told once.
 */
import { Clock, Context, type Duration, Effect, Layer, Schedule } from "effect"
import { AccessNews } from "../access/AccessNews.ts"
import { UsageNews } from "../audit/UsageNews.ts"
import { blameOf } from "../domain/IncidentCause.ts"
import { makeOutage } from "../domain/Outage.ts"
import type { News, Notice, Recipient } from "../notices/Notice.ts"
import { Notices } from "../notices/Notices.ts"
import { Proposals } from "../registry/Proposals.ts"
import { Registry } from "../registry/Registry.ts"
import { calmMillis, Incidents } from "../telemetry/Incidents.ts"

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis
/** How long ago a deed may be, where no gateway has looked meanwhile. */
const backMillis = 7 * dayMillis
/** An endpoint that has been deprecated for longer is no news. */
const oldDeprecationMillis = 30 * dayMillis
const leads = [7, 1] as const

/** How often deeds are looked for, and what comes with time. Tests have another. */
export const NoticeRhythm = Context.Reference<{ readonly deeds: Duration.Input; readonly times: Duration.Input }>(
  "gapura/watch/NoticeRhythm",
  { defaultValue: () => ({ deeds: "10 seconds", times: "10 minutes" }) }
)

const to = (recipients: ReadonlyArray<Recipient>, key: string, notice: Notice): ReadonlyArray<News> =>
  recipients.map((recipient) => ({ recipient, key, notice }))

const sinceMillis = Effect.map(Clock.currentTimeMillis, (now) => now - backMillis)

const requests = Effect.gen(function*() {
  return (yield* (yield* AccessNews).requests(yield* sinceMillis)).flatMap(
    ({ agency, application, owner, requestId: request, state }): ReadonlyArray<News> => {
      if (state === "asked") return to([`desk:${agency}`], `asked ${request}`, { kind: "request-asked", agency, request, application })
      return owner === null
        ? []
        : to([`developer:${owner}`], `decided ${request}`, { kind: "request-decided", agency, request, application, state })
    }
  )
})

const wishes = Effect.gen(function*() {
  return (yield* (yield* AccessNews).wishes(yield* sinceMillis)).flatMap(({ agency, asked_by, state, wish_id: wish }) =>
    state === "asked"
      ? to([`desk:${agency}`], `wish ${wish}`, { kind: "dataset-asked", agency, wish })
      : to([`developer:${asked_by}`], `wish ${wish} ${state}`, { kind: "dataset-answered", agency, wish, state })
  )
})

const proposals = Effect.gen(function*() {
  const since = yield* sinceMillis
  return (yield* (yield* Proposals).list()).flatMap(
    ({ agency, decidedAt, proposedAt, sequence: proposal, state }): ReadonlyArray<News> => {
      if (state === "open" && proposedAt >= since) {
        return to([`desk:${agency}`, "operators"], `proposed ${proposal}`, { kind: "protection-proposed", agency, proposal })
      }
      return (state === "agreed" || state === "refused") && (decidedAt ?? 0) >= since
        ? to([`desk:${agency}`], `closed ${proposal}`, { kind: "proposal-decided", agency, proposal, state })
        : []
    }
  )
})

/**
 * One an hour of an agency that comes and goes, and its end once it has not come back; to developers whose applications call the
 * agency too. Of what operators stopped they know themselves.
 */
const incidents = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const access = yield* AccessNews
  const usage = yield* UsageNews
  const news: Array<News> = []
  for (const { agency, cause, endedAt, startedAt } of yield* (yield* Incidents).recent) {
    if (Math.max(startedAt, endedAt ?? startedAt) < now - dayMillis) continue
    const owners = new Set((yield* access.ownersOf(yield* usage.callersOf(agency))).values())
    const recipients: ReadonlyArray<Recipient> = [
      `desk:${agency}`,
      ...blameOf(cause) === "agency" ? ["operators" as const] : [],
      ...[...owners].map((owner): Recipient => `developer:${owner}`)
    ]
    const key = `incident ${agency} ${blameOf(cause)} ${Math.floor(startedAt / hourMillis)}`
    news.push(...to(recipients, key, { kind: "incident", agency, startedAt, cause }))
    if (endedAt !== null && endedAt <= now - calmMillis) {
      news.push(...to(recipients, `${key} over`, { kind: "incident-over", agency, startedAt, endedAt }))
    }
  }
  return news
})

const endings = Effect.gen(function*() {
  const access = yield* AccessNews
  const news: Array<News> = []
  for (const days of leads) {
    for (const { account, agency, until } of yield* access.verificationsEnding(days)) {
      news.push(...to([`developer:${account}`], `verification ${agency ?? "*"} ${until} ${days}`, {
        kind: "verification-ending",
        agency,
        until,
        days
      }))
    }
    for (const { application, owner, tokenId: token, until } of yield* access.tokensEnding(days)) {
      news.push(...to([`developer:${owner}`], `token ${token} ${days}`, { kind: "token-ending", application, token, until, days }))
    }
  }
  return news
})

/** Once a day. */
const quotas = Effect.gen(function*() {
  const today = Math.floor((yield* Clock.currentTimeMillis) / dayMillis)
  const owners = yield* (yield* AccessNews).ownersOf(yield* (yield* UsageNews).atTheirQuota)
  return [...owners].flatMap(([application, owner]) =>
    to([`developer:${owner}`], `quota ${application} ${today}`, { kind: "quota-reached", application })
  )
})

/** Told to those whose applications call it. */
const deprecations = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const access = yield* AccessNews
  const usage = yield* UsageNews
  const news: Array<News> = []
  for (const { agency, dataset, deprecated, path, route, sunset } of (yield* Registry).current().endpoints) {
    if (deprecated === undefined || (sunset ?? deprecated + oldDeprecationMillis) < now) continue
    const left = sunset === undefined ? undefined : Math.ceil((sunset - now) / dayMillis)
    const days = left === undefined || left > 7 ? null : left > 1 ? 7 : 1
    const page = `/v4/gateway/${agency.slug}/${dataset.slug}?path=${encodeURIComponent(path)}`
    const findable = Math.max(sunset ?? 0, deprecated + oldDeprecationMillis)
    for (const owner of new Set((yield* access.ownersOf(yield* usage.callersOf(agency.slug, route))).values())) {
      const notice: Notice = { kind: "deprecation", route, page, deprecated, sunset: sunset ?? null, days }
      const key = `deprecated ${route} ${deprecated} ${sunset ?? ""} ${days ?? ""}`
      news.push({ recipient: `developer:${owner}`, key, notice, findable })
    }
  }
  return news
})

/** Each source goes on where another cannot be read. */
export const NoticeWatch = Layer.effectDiscard(Effect.gen(function*() {
  const { tell } = yield* Notices
  const rhythm = yield* NoticeRhythm
  const told = <R>(source: Effect.Effect<ReadonlyArray<News>, unknown, R>, every: Duration.Input) => {
    const { outlasted } = makeOutage({
      failing: "notices cannot be told and are tried again",
      working: "notices are told again"
    })
    return Effect.forkScoped(Effect.repeat(outlasted(Effect.flatMap(source, tell)), Schedule.spaced(every)))
  }
  yield* told(requests, rhythm.deeds)
  yield* told(wishes, rhythm.deeds)
  yield* told(proposals, rhythm.deeds)
  yield* told(incidents, rhythm.deeds)
  yield* told(endings, rhythm.times)
  yield* told(quotas, rhythm.times)
  yield* told(deprecations, rhythm.times)
}))
