/**
 * How a stream of server-sent events is declared: to whom it is given, and when it ends.
 *
 * It ends with the session, with a shutdown of the gateway, and with a client that takes nothing for a while: one that is
 * slow keeps what its socket holds and one event, never more. A browser that loses it connects again by itself. Looking
 * at a stream counts as using the session.
 */
import { Clock, Context, Effect, Result, Schedule, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { ownRefusal } from "../domain/ProxyStatus.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { lasts } from "../telemetry/LastingAnswers.ts"
import { Readiness } from "../watch/Readiness.ts"
import { NotAllowed } from "./PortalError.ts"
import { cookieOf, sessionOf, targetOf, visitOf } from "./PortalRequest.ts"
import { admitted, type PortalPath } from "./PortalRouter.ts"
import { Sessions } from "./Sessions.ts"
import type { Need, SignedVisit, VisitFor } from "./Visit.ts"

/** How long a client may take nothing. */
export const StreamStallTime = Context.Reference("gapura/portal/StreamStallTime", { defaultValue: () => 30_000 })

const mostStreams = 64
const mostOfOne = 6
/** A session that was ended is over within a second. */
const lookMillis = 500

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff", "x-accel-buffering": "no" }
const without = (status: number) =>
  HttpServerResponse.empty({ status, headers: status === 503 ? { ...headers, "retry-after": "10", "proxy-status": ownRefusal } : headers })

/** @param events of one client, made as it takes them: at least one every few seconds */
export const portalStream = <N extends Exclude<Need, "anyone">>(
  router: HttpRouter.HttpRouter,
  path: PortalPath,
  need: N,
  events: (visit: VisitFor<N>, lastEventId: string | undefined) => Stream.Stream<Uint8Array>
) =>
  Effect.gen(function*() {
    const site = yield* PortalAddresses
    const sessions = yield* Sessions
    const readiness = yield* Readiness
    const clock = yield* Clock.Clock
    const stallMillis = yield* StreamStallTime
    const nowMillis = () => monotonicMillis(clock)
    const open = new Map<string, number>()
    const count = (session: string, change: number): void => {
      const left = (open.get(session) ?? 0) + change
      if (left > 0) open.set(session, left)
      else open.delete(session)
    }
    const total = () => open.values().reduce((sum, one) => sum + one, 0)

    /** Completes when the session has ended; a database that is away ends none. */
    const ended = (cookie: string) =>
      sessions.find(cookie).pipe(
        Effect.map((session) => session === undefined),
        Effect.orElseSucceed(() => false),
        Effect.repeat({ schedule: Schedule.spaced(lookMillis), until: (isOver) => isOver }),
        Effect.delay(lookMillis)
      )

    const streamTo = (
      visit: VisitFor<N> & SignedVisit,
      cookie: string,
      lastEventId: string | undefined,
      stalled: () => void
    ): Stream.Stream<Uint8Array> =>
      Stream.unwrap(Effect.gen(function*() {
        let taken = nowMillis()
        yield* Effect.acquireRelease(Effect.sync(() => count(visit.session.id, 1)), () => Effect.sync(() => count(visit.session.id, -1)))
        // A client that takes nothing holds up the writer, not the stream.
        yield* Effect.sync(() => {
          if (nowMillis() - taken > stallMillis) stalled()
        }).pipe(Effect.repeat(Schedule.spaced(lookMillis)), Effect.forkScoped)
        return Stream.tap(events(visit, lastEventId), () =>
          Effect.sync(() => {
            taken = nowMillis()
          })).pipe(
            Stream.interruptWhen(Effect.raceFirst(readiness.closing, ended(cookie)))
          )
      }))

    site.declare("GET", path)
    yield* router.add(
      "GET",
      path,
      Effect.withFiber((fiber) =>
        Effect.gen(function*() {
          const request = yield* HttpServerRequest.HttpServerRequest
          const session = yield* Effect.orElseSucceed(Effect.provideService(sessionOf(request), Sessions, sessions), () => undefined)
          const entered = admitted(need, { ...(yield* visitOf(request, targetOf(request), site.timeZone)), session }, path)
          if (Result.isFailure(entered)) return without(entered.failure instanceof NotAllowed ? 403 : 401)
          const cookie = cookieOf(request)
          const visit = entered.success
          if (session === undefined || cookie === undefined) return without(401)
          if (request.method === "HEAD") return without(200)
          if (total() >= mostStreams || (open.get(session.id) ?? 0) >= mostOfOne) return without(503)
          lasts(request.source)
          return HttpServerResponse.stream(
            streamTo({ ...visit, session }, cookie, request.headers["last-event-id"], () => fiber.interruptUnsafe()),
            {
              contentType: "text/event-stream; charset=utf-8",
              headers
            }
          )
        })
      )
    )
  })
