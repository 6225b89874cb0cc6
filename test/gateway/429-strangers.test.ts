/** What the audit log keeps of a flood of requests without a valid token. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { clockOf } from "../../src/domain/ClockOf.ts"
import { type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { sendRaw } from "../support/RawHttp.ts"
import { atOnce } from "../support/Strangers.ts"
import { answeredLater, eventually, registryText, suite } from "../support/Suite.ts"
import { bytesUnder } from "../support/TempDatabase.ts"

const load = { heap: 0 }
const good = json({ data: [1] })

/**
 * The minute in which strangers are counted does not end, however slow the machine is, and it is no midnight, when their
 * hashes change. The seconds in which they share a record pass as they do.
 */
const minuteThatLasts = Effect.map(Clock.Clock, (base) => {
  const began = performance.now()
  return clockOf(base, () => Date.UTC(2027, 0, 15, 12) + Math.floor(performance.now() - began), () => 0n)
})

const city = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const agency = yield* makeAgencyServer({ behaviour: good, routes: { "/data/lama": (exchange) => held.push(exchange) } })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "30 seconds",
      deadline: "60 seconds",
      endpoints: [{ path: "isi" }, { path: "lama", query: ["n"] }]
    }]),
    {},
    { heap: () => load.heap }
  ).pipe(Effect.provideServiceEffect(Clock.Clock, minuteThatLasts))
  return { gateway, held }
}))
const megabyte = 1_000_000

const metrics = async (): Promise<string> => (await fetch(`${city().gateway.managementUrl}/metrics`)).text()

/** Bytes of the audit log, once all of it is in the database: records that are on the way there are larger. */
const auditBytes = async (): Promise<number> => {
  await eventually("the records are in the database", async () => (await metrics()).includes("gapura_audit_backlog 0"))
  const [row] = await city().gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        Effect.orDie(sql<{ bytes: number | string | null }>`SELECT SUM(LENGTH(entries) + LENGTH(marks)) AS bytes FROM audit_segments`)
    )
  )
  return Number(row?.bytes ?? 0)
}

/** So many requests with as many unknown tokens, as many ahead on each connection as are let in; how often each status was the answer. */
const flood = async (count: number, localAddress: string): Promise<Readonly<Record<string, number>>> => {
  const request = (last: boolean) =>
    `HEAD /api/v4/gateway/opd/data/isi HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer gpr_${randomBytes(32).toString("base64url")}\r\n${
      last ? "Connection: close\r\n" : ""
    }\r\n`
  const statuses: Record<string, number> = {}
  for (let left = count; left > 0; left -= atOnce) {
    const bytes = Array.from({ length: Math.min(left, atOnce) }, (_, index) => request(index === Math.min(left, atOnce) - 1)).join("")
    const text = await sendRaw(city().gateway.url, bytes, localAddress, 30_000)
    for (const [, status = ""] of text.matchAll(/^HTTP\/1\.1 (\d+) /gm)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const records = () => city().gateway.run(Effect.flatMap(AuditLog, (log) => Stream.runCollect(log.records())))
const countedBy = (found: Awaited<ReturnType<typeof records>>): number => found.reduce((sum, { times = 1 }) => sum + times, 0)

describe("a flood of unknown tokens", () => {
  it(
    "fault-120 from two addresses adds 10 kB to the audit log beyond the limit, which counts every one before its answer leaves",
    async () => {
      const { gateway } = city()
      const before = await auditBytes()
      const began = performance.now()
      const addresses = ["127.0.0.5", "127.0.0.6"]
      let told = 0
      let atLimit = 0
      for (let round = 0; round < 4; round++) {
        const answers = await Promise.all(addresses.map((address) => flood(2_000, address)))
        told += 4_000
        if (round === 0) assert.deepStrictEqual(answers, addresses.map(() => ({ 401: 1_200, 429: 800 })))
        else assert.deepStrictEqual(answers, addresses.map(() => ({ 429: 2_000 })))
        assert.strictEqual(countedBy(await records()), told)
        // Up to here every one had a record of its own.
        if (round === 0) atLimit = await auditBytes()
      }
      const seconds = Math.ceil((performance.now() - began) / 1000) + 1
      const flooded = await auditBytes()
      assert.isBelow(flooded - before, megabyte)
      assert.isBelow(flooded - atLimit, 10_000)

      const found = await records()
      const counted = found.filter(({ times }) => times !== undefined)
      assert.strictEqual(found.length - counted.length, 2_400)
      assert.isAtMost(counted.length, 2 * seconds)
      for (const { address, code, route, status, tokenId } of counted) {
        assert.deepStrictEqual([status, code, route, tokenId], [429, "quota-exceeded", "", null])
        assert.match(address ?? "", /^[A-Za-z0-9_-]{22}$/)
      }
      assert.strictEqual(new Set(counted.map(({ address }) => address)).size, 2)
      const places = counted.map(({ address, time }) => `${address} ${time.slice(0, 19)}`)
      assert.strictEqual(new Set(places).size, places.length)

      // In the database they are the same ones.
      assert.strictEqual(countedBy(await records()), told)
      for (const address of addresses) {
        assert.notInclude(bytesUnder(gateway.dataDir), address)
      }
    }
  )

  it("fault-120 is counted too where there is so much of it at once that it is turned away before its tokens are looked at", async () => {
    const addresses = ["127.0.0.8", "127.0.0.9"]
    for (const address of addresses) assert.strictEqual((await flood(1_300, address))["429"], 100)
    // As many in progress as there may be while the heap is full: each of the flood is turned away.
    const { gateway, held } = city()
    const token = await gateway.token({ scopes: "*" })
    const taken = answeredLater(Array.from({ length: 16 }, (_, n) => gateway.get(`opd/data/lama?n=${n}`, token)))
    await eventually("the agency holds them", () => held.length === taken.length)
    const before = await records()
    const bytes = await auditBytes()
    load.heap = 0.99
    await eventually("it is overloaded", async () => (await metrics()).includes("\ngapura_overloaded 1"))
    const answers = await Promise.all(addresses.map((address) => flood(1_000, address)))
    load.heap = 0
    assert.deepStrictEqual(answers, addresses.map(() => ({ 503: 1_000 })))
    const after = (await records()).slice(before.length)
    assert.strictEqual(countedBy(await records()) - countedBy(before), 2_000)
    assert.isBelow(await auditBytes() - bytes, 10_000)
    assert.strictEqual(
      countedBy(after.filter(({ code, status, times }) => status === 503 && code === "overloaded" && times !== undefined)),
      2_000
    )
    for (const exchange of held.splice(0)) good(exchange)
    assert.deepStrictEqual(new Set((await Promise.all(taken)).map(({ status }) => status)), new Set([200]))
    await eventually("it is well again", async () => (await metrics()).includes("\ngapura_overloaded 0"))
  })

  it("is followed by whoever tails the log as one record for each second, with all that it has counted", async () => {
    const { gateway } = city()
    const followed: Array<{ readonly address: string | undefined; readonly times: number }> = []
    const stop = new AbortController()
    const following = gateway.run(
      Effect.flatMap(
        AuditLog,
        (log) =>
          Stream.runForEach(log.follow(), ({ address, times = 1 }) => Effect.sync(() => void followed.push({ address, times }))).pipe(
            Effect.raceFirst(Effect.callback<void>((resume) => {
              stop.signal.addEventListener("abort", () => resume(Effect.void))
            }))
          )
      )
    )
    const heard = () => followed.reduce((sum, { times }) => sum + times, 0)
    // One that is heard of tells that the follower is there.
    await eventually("the tail is there", async () => {
      await (await gateway.get("opd/data/isi")).arrayBuffer()
      return followed.length > 0
    })
    const floods = await Promise.all([flood(3_000, "127.0.0.7"), flood(3_000, "127.0.0.7")])
    assert.deepStrictEqual(floods.reduce((sum, statuses) => sum + (statuses["401"] ?? 0), 0), 1_200)
    await eventually("all are counted", () => heard() >= 6_001)
    const flooded = followed.filter(({ address }) => address !== undefined)
    assert.strictEqual(flooded.reduce((sum, { times }) => sum + times, 0), 4_800)
    stop.abort()
    await following
  })
})
