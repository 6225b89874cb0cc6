/** Streams of events: what a client that takes nothing costs, and how a shutdown ends them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Schedule, Stream } from "effect"
import { connect, type Socket } from "node:net"
import { portalStream, StreamStallTime } from "../../src/portal/PortalStream.ts"
import { Readiness } from "../../src/watch/Readiness.ts"
import { openEvents } from "../support/EventStream.ts"
import { makePortalSite } from "../support/PortalSite.ts"
import { eventually } from "../support/Suite.ts"

const megabyte = 1_048_576

/** A site with one stream of large events, as many as are taken. */
const largeEvents = Effect.gen(function*() {
  const made = { count: 0 }
  const readiness = { drain: Effect.void as Effect.Effect<unknown> }
  const site = yield* makePortalSite((router) =>
    Effect.gen(function*() {
      readiness.drain = (yield* Readiness).drain
      yield* portalStream(router, "/portal/alir", "signed-in", () =>
        Stream.fromSchedule(Schedule.spaced("10 millis")).pipe(Stream.map(() => {
          made.count++
          return new TextEncoder().encode(`data: ${"x".repeat(megabyte)}\n\n`)
        })))
    }).pipe(Effect.provide(Readiness.layer), Effect.provideService(StreamStallTime, 1_500))
  )
  return { made, readiness, site }
})

/** What is read once it has not changed for half a second. */
const settledAt = (read: () => number) =>
  Effect.gen(function*() {
    for (let before = 0;;) {
      yield* Effect.sleep("500 millis")
      const now = read()
      if (now > 0 && now === before) return now
      before = now
    }
  })

describe("a stream of events", () => {
  it.live("makes nothing more for a client that takes nothing, and cuts it off after a while", () =>
    Effect.gen(function*() {
      const { made, site } = yield* largeEvents
      const { cookie } = yield* site.begin({})
      const closed = yield* Latch.make()
      const socket = yield* Effect.acquireRelease(
        Effect.sync((): Socket => connect(Number(new URL(site.url).port), "127.0.0.1")),
        (open) => Effect.sync(() => open.destroy())
      )
      socket.on("close", () => closed.openUnsafe()).on("error", () => {})
      socket.write(`GET /portal/alir HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
      socket.pause()
      const early = yield* settledAt(() => made.count)
      assert.isAtMost(early, 20)
      // Whoever takes nothing hears of the end only when reading on.
      yield* Effect.sleep("4 seconds")
      socket.resume()
      yield* closed.await.pipe(Effect.timeout("10 seconds"))
      assert.isAtMost(made.count, early + 1)
    }))

  it.live("ends at once when the gateway shuts down", () =>
    Effect.gen(function*() {
      const { readiness, site } = yield* largeEvents
      const { cookie } = yield* site.begin({})
      const live = yield* Effect.promise(() => openEvents(`${site.url}/portal/alir`, { cookie }))
      yield* Effect.promise(() => live.until("an event", () => true))
      yield* readiness.drain
      yield* Effect.promise(() => eventually("it is over", live.isOver, 1_000))
    }))
})
