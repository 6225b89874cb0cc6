/** What is on its way, between gateways on one database and over time: on both databases. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Destinations } from "../../src/notices/Destinations.ts"
import type { News } from "../../src/notices/Notice.ts"
import { Notices } from "../../src/notices/Notices.ts"
import { attemptsAtMost, claimedAtOnce, leaseMillis, Outbox } from "../../src/notices/Outbox.ts"
import { type AheadClock, makeAheadClock } from "../support/AheadClock.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const rooms = Layer.mergeAll(Notices.layer, Destinations.layer, Outbox.layer).pipe(Layer.provideMerge(TempDatabase.layer))
const news = (key: string): News => ({
  recipient: "developer:budi",
  key,
  notice: { kind: "quota-reached", application: key }
})

const minute = 60_000
const day = 1_440 * minute

/** Lets time pass for the test alone: what else lives by the clock would take as many turns as there are in a day. */
const ahead = <A, E, R>(body: (pass: AheadClock["pass"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(makeAheadClock, ({ clock, pass }) => Effect.provideService(body(pass), Clock.Clock, clock))

it.layer(rooms)("the outbox", (test) => {
  test.effect("gives a delivery to one gateway alone, again when its lease is over, and a notice to each destination once", () =>
    ahead((pass) =>
      Effect.gen(function*() {
        const notices = yield* Notices
        const outbox = yield* Outbox
        yield* (yield* Destinations).setWebhook("developer:budi", "https://kabar.example/", "id")
        const many = Array.from({ length: 2 * claimedAtOnce }, (_, index) => news(`a${index}`))
        const told = yield* Effect.forEach([1, 2, 3, 4], () => notices.tell(many), { concurrency: 4 })
        assert.strictEqual(told.reduce((sum, one) => sum + one), many.length)
        const claimed = (yield* Effect.forEach([1, 2, 3, 4], () => outbox.claim(["webhook"]), { concurrency: 4 })).flat()
        assert.strictEqual(new Set(claimed.map(({ delivery_id }) => delivery_id)).size, claimed.length)
        // Of who looks at the same moment somebody may find others' alone, and looks again.
        const rest = (yield* Effect.forEach([1, 2, 3, 4], () => outbox.claim(["webhook"]))).flat()
        assert.strictEqual(new Set([...claimed, ...rest].map(({ notice }) => notice)).size, many.length)
        assert.lengthOf([...claimed, ...rest], many.length)
        pass(leaseMillis)
        const [again] = yield* outbox.claim(["webhook"])
        assert.strictEqual(again?.attempts, 2)
        assert.lengthOf(yield* outbox.claim(["mail"]), 0)
      })
    ))

  test.effect("waits longer after each attempt, and ends within a day", () =>
    ahead((pass) =>
      Effect.gen(function*() {
        const outbox = yield* Outbox
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM notice_deliveries`
        yield* (yield* Notices).tell([news("b")])
        const waits: Array<number> = []
        for (let attempt = 1; attempt <= attemptsAtMost; attempt++) {
          const [claimed] = yield* outbox.claim(["webhook"])
          if (claimed === undefined) return assert.fail(`no attempt ${attempt}`)
          assert.strictEqual(yield* outbox.failed(claimed), attempt < attemptsAtMost)
          if (attempt === attemptsAtMost) break
          let minutes = 0
          while ((yield* sql`SELECT 1 FROM notice_deliveries WHERE next_at <= ${yield* Clock.currentTimeMillis}`).length === 0) {
            pass(minute)
            minutes++
          }
          waits.push(minutes)
        }
        assert.deepStrictEqual(waits, [1, 5, 15, 30, 60, 120, 240, 360, 600])
        assert.isAtMost(waits.reduce((sum, one) => sum + one), 24 * 60)
      })
    ))

  test.effect("forgets what is old, and an address that nobody confirmed", () =>
    ahead((pass) =>
      Effect.gen(function*() {
        const notices = yield* Notices
        const destinations = yield* Destinations
        const own = ["developer:budi"] as const
        yield* destinations.setMail("developer:budi", "budi@contoh.example", "id")
        pass(3 * day)
        yield* Effect.all([notices.prune, destinations.prune])
        assert.isFalse((yield* destinations.of(own)).some(({ channel }) => channel === "mail"))
        assert.isNotEmpty(yield* notices.list(own))
        pass(91 * day)
        yield* notices.prune
        assert.lengthOf(yield* notices.list(own), 0)
      })
    ))
})
