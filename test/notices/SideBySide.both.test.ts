/** What happens at the same moment: deliveries side by side, and forms that are sent twice. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { sendDue } from "../../src/notices/Delivery.ts"
import { Destinations } from "../../src/notices/Destinations.ts"
import { Mail } from "../../src/notices/Mail.ts"
import type { News } from "../../src/notices/Notice.ts"
import { Notices } from "../../src/notices/Notices.ts"
import { leaseMillis, Outbox } from "../../src/notices/Outbox.ts"
import { WebhookRules } from "../../src/notices/WebhookRules.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { pause } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const rooms = () => Layer.mergeAll(Notices.layer, Destinations.layer, Outbox.layer).pipe(Layer.provideMerge(TempDatabase.layer))
const news = (recipient: News["recipient"], key: string): News => ({
  recipient,
  key,
  notice: { kind: "quota-reached", application: key }
})
const words = () => ({ subject: "kabar", text: "kabar" })

describe("a delivery", () => {
  it.effect("goes out although another beside it cannot be read", () =>
    Effect.gen(function*() {
      const { clock, pass } = yield* makeAheadClock
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const destinations = yield* Destinations
        const letters: Array<string> = []
        const send = (to: string) =>
          Effect.promise(async () => {
            await pause(20)
            letters.push(to)
          })
        for (const name of ["ani", "budi"]) {
          yield* destinations.setMail(`developer:${name}`, `${name}@contoh.example`, "id")
        }
        yield* sql`UPDATE notice_destinations SET confirmed_at = 1`
        yield* sql`DELETE FROM notice_deliveries`
        yield* (yield* Notices).tell([news("developer:ani", "a"), news("developer:budi", "b")])
        // As a newer program may write it.
        yield* sql`UPDATE notice_destinations SET language = 'jv' WHERE recipient = 'developer:ani'`
        for (let turn = 0; turn < 3; turn++) {
          yield* Effect.exit(
            sendDue({ toldOf: () => ({ title: "", text: "", url: undefined }), letterOf: words, confirmation: words }).pipe(
              Effect.provideService(Mail, { send }),
              Effect.provideService(WebhookRules, { guard: undefined as never, secretOf: () => new Uint8Array() })
            )
          )
          yield* Effect.promise(() => pause(50))
          pass(leaseMillis)
        }
        const left = yield* sql`SELECT attempts FROM notice_deliveries ORDER BY delivery_id`
        assert.deepStrictEqual([...new Set(letters)], ["budi@contoh.example"])
        assert.lengthOf(letters, 1)
        assert.lengthOf(left, 1)
      }).pipe(Effect.provideService(Clock.Clock, clock))
    }).pipe(Effect.provide(rooms())))
})

describe("a notice", () => {
  it.effect("is told although one before it goes to a destination that cannot be read", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { list, tell } = yield* Notices
      yield* (yield* Destinations).setMail("developer:ani", "ani@contoh.example", "id")
      // As a newer program may write it.
      yield* sql`UPDATE notice_destinations SET confirmed_at = 1, language = 'jv'`
      const all = [news("developer:budi", "a"), news("developer:ani", "b"), news("developer:ani", "c"), news("developer:budi", "d")]
      const told = yield* Effect.exit(tell(all))
      assert.isTrue(Exit.isFailure(told), "somebody hears that one was not told")
      assert.lengthOf(yield* list(["developer:budi"]), 2)
      assert.lengthOf(yield* list(["developer:ani"]), 0)
      yield* sql`UPDATE notice_destinations SET language = 'id'`
      assert.strictEqual(yield* tell(all), 2)
    }).pipe(Effect.provide(rooms())))
})

describe("a destination", () => {
  it.effect("is there once, however often its form is sent at the same moment", () =>
    Effect.gen(function*() {
      const { of, setWebhook } = yield* Destinations
      for (let round = 0; round < 5; round++) {
        const made = yield* Effect.forEach(
          [1, 2, 3],
          () => Effect.exit(setWebhook("developer:budi", "https://kabar.example/", "id")),
          { concurrency: 3 }
        )
        assert.deepStrictEqual(made.map(Exit.isSuccess), [true, true, true])
        assert.lengthOf(yield* of(["developer:budi"]), 1)
      }
    }).pipe(Effect.provide(rooms())))
})

describe("notices that are all read", () => {
  it.effect("are those that were there to be seen", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { list, read, tell, unread } = yield* Notices
      if (sql.driver !== "postgresql") return
      const own = ["developer:budi"] as const
      const slow = yield* Effect.forkChild(sql.withTransaction(
        Effect.andThen(tell([news("developer:budi", "early")]), Effect.promise(() => pause(300)))
      ))
      yield* Effect.promise(() => pause(100))
      yield* tell([news("developer:budi", "late")])
      const shown = yield* list(own)
      yield* Fiber.join(slow)
      yield* read(own, shown[0]?.sequence ?? 0, "through")
      assert.strictEqual(yield* unread(own), 2 - shown.length)
    }).pipe(Effect.provide(rooms())))
})
