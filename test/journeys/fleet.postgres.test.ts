/** The fleet's proof in its short form: three gateways behind HAProxy under load; one is restarted, one is killed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFleet } from "../proofs/fleet/Fleet.ts"
import { makeRounds, type Row } from "../proofs/fleet/FleetRounds.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const expectNothing = ({ limits, lost, revocations, said }: Row) =>
  assert.deepStrictEqual({ lost, limits, revocations, said }, { lost: 0, limits: 0, revocations: 0, said: [] })

describe("three gateways behind HAProxy, under load", () => {
  it.live("lose no request, limit, revocation or record while one is restarted and one is killed", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const directory = yield* tempDirectory
      const fleet = yield* makeFleet({
        databaseUrl: databaseUrl(directory),
        redisUrl: redis.url,
        tokens: 6,
        perSecond: 6,
        victims: 2
      })
      const rounds = makeRounds(fleet)
      const [one, two, three] = fleet.gateways
      if (one === undefined || two === undefined || three === undefined) throw new Error("there are three gateways")

      yield* Effect.promise(async () => {
        expectNothing(
          await rounds.round("restart of one", async () => {
            assert.strictEqual(await three.program.stop(), 0)
            await rounds.revoke(two, [one, two])
            await three.program.start()
          })
        )
        expectNothing(
          await rounds.round("kill -9 of one", async () => {
            await two.program.kill()
            await fleet.door.until({ g2: false })
            await rounds.revoke(one, [one, three])
            await two.program.start()
          })
        )
        assert.deepStrictEqual(await rounds.readLog(), [])
        assert.isAbove(fleet.load.sent(0), 20)
        assert.isAbove(fleet.load.sent(1), 20)
      })
    }))
})
