/**
 * Three gateways behind HAProxy on a PostgreSQL with a standby and a Redis with a replica, all of the machine's packages,
 * under a load that never stops, while one part after the other is restarted, killed, hung, moved or set up wrongly.
 * Every round has to lose no request, break no limit, miss no revocation and lose no record.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { afterAll } from "vitest"
import { type Finished, start } from "../support/CommandLine.ts"
import { eventually, pause, suite } from "../support/Suite.ts"
import { type Fleet, makeFleet } from "./fleet/Fleet.ts"
import type { FleetGateway } from "./fleet/FleetGateway.ts"
import { makeRounds, tableOf } from "./fleet/FleetRounds.ts"
import { makePostgresPair } from "./fleet/PostgresPair.ts"
import { requirePrograms } from "./fleet/Program.ts"
import { makeRedisPair } from "./fleet/RedisPair.ts"

const at = suite(Effect.gen(function*() {
  requirePrograms(["postgres", "initdb", "pg_ctl", "pg_basebackup", "redis-server", "redis-sentinel", "haproxy"])
  const postgres = yield* makePostgresPair
  const redis = yield* makeRedisPair
  const fleet = yield* makeFleet({
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    tokens: 60,
    perSecond: 18,
    victims: 24,
    // A clock that is 60 days ahead would remove all there is.
    settings: { AUDIT_RETENTION: "30 days" }
  })
  return { fleet, postgres, redis, rounds: makeRounds(fleet) }
}))

/** A round must leave every column at 0, and nothing else to say. */
const round = (name: string, happens: (gateways: readonly [FleetGateway, FleetGateway, FleetGateway], fleet: Fleet) => Promise<void>) =>
  it(name, async () => {
    const { fleet, rounds } = at()
    const [one, two, three] = fleet.gateways
    if (one === undefined || two === undefined || three === undefined) throw new Error("there are three gateways")
    const { limits, lost, revocations, said } = await rounds.round(name, () => happens([one, two, three], fleet))
    assert.deepStrictEqual({ lost, limits, revocations, said }, { lost: 0, limits: 0, revocations: 0, said: [] })
  }, 600_000)

const theMaster = async () => {
  const master = await at().redis.master()
  if (master === undefined) throw new Error("no Redis, or more than one, is the master")
  return master
}

/** Ends it as whoever restarts it does. */
const stop = async ({ name, program }: FleetGateway, { fault }: Fleet) => {
  const code = await program.stop()
  if (code !== 0) fault(`${name} ended with ${code} after SIGTERM`)
}

describe("three gateways behind HAProxy, under load", () => {
  afterAll(() => {
    process.stdout.write(`\n${tableOf(at().rounds.rows)}\n\n`)
  })

  round("nothing happens", async ([one]) => {
    await at().rounds.revoke(one)
    await pause(20_000)
  })

  round("rolling restart", async ([one, two, three], fleet) => {
    for (const gateway of [one, two, three]) {
      await stop(gateway, fleet)
      await at().rounds.revoke(gateway, fleet.gateways.filter((other) => other !== gateway))
      await gateway.program.start()
      await fleet.door.until({ [gateway.name]: true })
    }
  })

  round("kill -9 of a gateway", async ([one, two, three], { door }) => {
    await two.program.kill()
    await door.until({ g2: false })
    await at().rounds.revoke(one, [one, three])
    await two.program.start()
    await door.until({ g2: true })
  })

  round("kill -9 of Redis", async ([, two], { redisIsAway }) => {
    const { redis, rounds } = at()
    redisIsAway()
    const master = await theMaster()
    await master.kill()
    await master.start()
    await rounds.revoke(two)
    await redis.settled()
  })

  round("kill -9 of an agency", async ([, , three], { agencies, load }) => {
    const agency = agencies[1]
    if (agency === undefined) throw new Error("there are two agencies")
    await agency.kill()
    await at().rounds.revoke(three)
    await pause(5_000)
    await agency.start()
    await eventually("the agency is asked again", () => load.answers.slice(-100).every(({ stale }) => !stale), 180_000)
  })

  round("failover of PostgreSQL", async ([one, two, three], fleet) => {
    const { postgres, rounds } = at()
    postgres.cutReplication()
    await rounds.revoke(one)
    const unknown = await fleet.issue("korban-hilang", "aplikasi-hilang")
    for (const gateway of fleet.gateways) await fleet.askOne(gateway, unknown)
    await postgres.primary.kill()
    await pause(3_000)
    await postgres.promote()
    await eventually("commands reach the database again", async () => (await two.command("token", "list")).code === 0, 60_000)
    await fleet.whole()
    await eventually("a token that the database does not know ends at every gateway", async () => {
      await pause(1_000)
      const statuses = await Promise.all(fleet.gateways.map(async (gateway) => (await fleet.askOne(gateway, unknown)).status))
      return statuses.every((status) => status === 401)
    }, 30_000).catch((error: unknown) => fleet.fault(String(error)))
    await rounds.revoke(three)
    // One that starts anew knows what the database knows, and nothing else.
    await stop(three, fleet)
    await three.program.start()
  })

  round("failover of Redis", async ([one], { redisIsAway }) => {
    const { redis, rounds } = at()
    redisIsAway()
    const before = await theMaster()
    await before.kill()
    await rounds.revoke(one)
    await eventually("Sentinel has made the other the master", async () => {
      const after = await redis.master()
      return after !== undefined && after !== before
    }, 60_000)
    await before.start()
    await redis.settled()
  })

  round("hung Redis", async ([, two], { redisIsAway }) => {
    const { redis, rounds } = at()
    redisIsAway()
    const master = await theMaster()
    master.hang()
    // Less than Sentinel waits for.
    await pause(3_000)
    master.resume()
    await rounds.revoke(two)
    await redis.settled()
  })

  round("hung PostgreSQL", async ([, , three]) => {
    const { postgres, rounds } = at()
    const serving = postgres.standby
    serving.hang()
    await pause(10_000)
    serving.resume()
    await rounds.revoke(three)
  })

  round("hung gateway", async ([one, two, three], fleet) => {
    const { rounds } = at()
    three.program.hang()
    const victim = await rounds.revoke(one, [one, two])
    const waiting = fleet.askOne(three, victim)
    await pause(8_000)
    three.program.resume()
    const { reason, status } = await waiting
    if (status !== 401) fleet.fault(`${three.name} answered ${status} ${reason} to a token that was revoked while it hung`)
  })

  round("a clock 60 days ahead", async ([one, two, three], fleet) => {
    await stop(three, fleet)
    three.program.launch({ NODE_OPTIONS: `--require ${join(import.meta.dirname, "fleet", "ahead.cjs")}` })
    await eventually(
      "it listens",
      () => fetch(`http://127.0.0.1:${three.managementPort}/health/live`).then(() => true, () => false),
      60_000
    )
    let looks = 0
    let ready = 0
    for (; looks < 40; looks++) {
      if (await three.isReady()) ready++
      await pause(250)
    }
    if (ready > 0) fleet.fault(`${three.name} was ready in ${ready} of ${looks} looks although its clock is 60 days ahead`)
    await at().rounds.revoke(two, [one, two])
    await three.program.kill()
    await three.program.start()
  })

  round("a wrong key", async ([one, two, three], fleet) => {
    await stop(three, fleet)
    const wrong = start(["serve"], { ...three.variables, KEYS_FILE: fleet.otherKeysFile })
    let ended: Finished | undefined
    void wrong.finished.then((finished) => {
      ended = finished
    })
    await eventually("it refuses or is ready", () => ended !== undefined || wrong.stderr().includes("gapura is ready"), 60_000)
    if (ended === undefined) {
      wrong.child.kill("SIGKILL")
      await wrong.finished
      fleet.fault(`a gateway with another key-encryption key started, and said: ${wrong.stderr().slice(0, 600)}`)
    } else if (ended.code === 0 || !/key/i.test(ended.stderr)) {
      fleet.fault(`a gateway with another key-encryption key ended with ${ended.code} and said ${ended.stderr}`)
    }
    await at().rounds.revoke(one, [one, two])
    await three.program.start()
  })

  round("another registry", async ([one, two, three], fleet) => {
    await stop(three, fleet)
    await three.program.start({ REGISTRY_FILE: fleet.otherRegistryFile })
    await eventually("every gateway tells that registries differ (gapura_registries)", async () => {
      const counts = await Promise.all(fleet.gateways.map(({ metric }) => metric("gapura_registries")))
      return counts.every((count) => count === 2)
    }, 60_000).catch((error: unknown) => fleet.fault(String(error)))
    await at().rounds.revoke(two)
    await stop(three, fleet)
    await three.program.start()
    await eventually("and that they do not any more", async () => await one.metric("gapura_registries") === 1, 60_000)
      .catch((error: unknown) => fleet.fault(String(error)))
  })

  it("has every answer's record exactly once", async () => {
    const { rounds } = at()
    const absent = await rounds.readLog()
    const some = absent.slice(0, 10).map(({ by, id, round, status }) => `${rounds.rows[round]?.name}: ${by} ${status} ${id}`)
    assert.deepStrictEqual({ absent: absent.length, some }, { absent: 0, some: [] })
  }, 300_000)
})
