import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { connect, type Socket } from "node:net"
import { HeldBodies, HeldBytes } from "../../src/domain/HeldBytes.ts"
import { StallTime } from "../../src/http/StreamWriter.ts"
import { type Behaviour, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { endless, listOf, readAll, sending } from "../support/LargeBodies.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const stallMillis = 1_500

const at = suite(Effect.gen(function*() {
  const unsent = new HeldBodies(1_000_000_000)
  const agency = yield* makeAgencyServer()
  const endpoints = [{ path: "isi", query: ["n"], maxBytes: "11 MiB" }]
  const unbounded = [{ path: "isi", query: ["n"], maxBytes: "1 GiB" }]
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "sabar",
        server: agency.url,
        timeout: "20 seconds",
        breaker: neverOpen,
        endpoints: [...unbounded, { path: "utuh", query: ["n"] }]
      },
      { slug: "sempit", server: agency.url, timeout: "20 seconds", connections: 2, breaker: neverOpen, endpoints: unbounded },
      { slug: "padat", server: agency.url, timeout: "20 seconds", connections: 2, breaker: { size: 1, minimum: 1 }, endpoints: unbounded },
      { slug: "rapuh", server: agency.url, timeout: "5 seconds", breaker: { size: 5, minimum: 3, open: "1 seconds" }, endpoints }
    ]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(StallTime, Duration.millis(stallMillis)), Effect.provideService(HeldBytes, unsent))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, set, token, unsent }
}))

let fresh = 0

const list = listOf(600_000)

/** A caller who asks and reads by hand. */
const caller = (url: string, token: string, path: string, body?: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      const head = `/api/v4/gateway/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
      if (body === undefined) socket.write(`GET ${head}\r\n`)
      else socket.write(`POST ${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      socket.once("readable", () => resolve(socket))
    })
    socket.on("error", reject)
  })

/** Takes a little now and then, so that it is not taken for gone, however slow the machine is. */
const taking = (socket: Socket): Socket => {
  const drops = setInterval(() => socket.read(), stallMillis / 15)
  return socket.once("close", () => clearInterval(drops))
}

const settledAt = async (read: () => number): Promise<number> => {
  for (let before = -1;;) {
    const now = read()
    if (now === before) return now
    before = now
    await pause(150)
  }
}

describe("a caller who is slow or gone", () => {
  it("stops the agency within a bound, and lets it go on", async () => {
    const { gateway, set, token } = at()
    const agency = endless()
    await set(agency.answering)
    const n = fresh++
    const socket = await caller(gateway.url, token, `sabar/data/isi?n=${n}`)
    const before = await settledAt(agency.sent)
    // What four sockets and the gateway hold between them.
    assert.isBelow(before, 40_000_000)
    agency.end()
    socket.on("data", () => {})
    await eventually(
      "the answer is complete",
      async () =>
        (await gateway.records(0)).some(({ code, masked, route, status }) =>
          route.startsWith("sabar") && status === 200 && code === null && masked > 1_000
        ),
      10_000
    )
    assert.isAtLeast(agency.sent(), before)
    socket.destroy()
  })

  it("who takes nothing for the stall time is cut off, and so is the agency: 499", async () => {
    const { gateway, set, token } = at()
    const agency = endless()
    await set(agency.answering)
    const left = async () => (await gateway.records(0)).filter(({ status }) => status === 499).length
    const count = await left()
    const socket = await caller(gateway.url, token, `sabar/data/isi?n=${fresh++}`)
    await eventually("it is recorded", async () => await left() === count + 1)
    const sent = await settledAt(agency.sent)
    socket.on("data", () => {})
    await pause(200)
    assert.strictEqual(agency.sent(), sent)
    socket.destroy()
  })

  it("who takes nothing of a whole answer is cut off as well", async () => {
    const { gateway, set, token } = at()
    await set(sending(listOf(9_000_000)).answering)
    const socket = await caller(gateway.url, token, `sabar/data/utuh?n=${fresh++}`)
    let bytes = 0
    // It has read once and will read again when the connection should be gone: what the system took in the first stall
    // time counts as progress, so that takes two.
    await pause(stallMillis * 3)
    await new Promise((resolve) => {
      socket.on("data", (part: Buffer) => {
        bytes += part.length
      }).once("close", resolve)
    })
    assert.isBelow(bytes, 8_000_000)
  })

  it("fault-116 who takes a whole answer drop by drop is cut off, however long the drops go on", async () => {
    const { gateway, set, token, unsent } = at()
    await set(sending(listOf(9_000_000)).answering)
    const socket = await caller(gateway.url, token, `sabar/data/utuh?n=${fresh++}`)
    const cut = new Promise<string>((resolve) => socket.once("error", ({ message }) => resolve(message)))
    let drops = 0
    // At 1 KiB every 100 ms a quarter of an hour would pass over it.
    const dripping = setInterval(() => {
      if (socket.read(1_024) !== null) drops++
    }, 100)
    assert.isAbove(unsent.bytes, 8_000_000)
    await eventually("nothing is held for it any more", () => unsent.bytes === 0)
    // It hears of it at once, instead of reading for an hour what the system still holds for it.
    assert.include(await cut, "ECONNRESET")
    clearInterval(dripping)
    assert.isAbove(drops, 0)
    socket.destroy()
  })

  it("leaves the other half of the connections to the rest: a large answer is then waited for", async () => {
    const { gateway, set, token } = at()
    await set(endless().answering)
    const socket = taking(await caller(gateway.url, token, `sempit/data/isi?n=${fresh++}`))
    await set(sending(list).answering)
    const whole = await gateway.get(`sempit/data/isi?n=${fresh++}`, token)
    assert.isNotNull(whole.headers.get("etag"))
    assert.isTrue((await readAll(whole)).isWhole)
    socket.destroy()
    await eventually("streams are free again", async () => {
      const streamed = await gateway.get(`sempit/data/isi?n=${fresh++}`, token)
      await readAll(streamed)
      return streamed.headers.get("etag") === null
    })
  })

  it("fault-125 an answer too large to wait for, where others stream already, is 503 overloaded and not the agency's failure", async () => {
    const { gateway, set, token } = at()
    await set(endless().answering)
    const socket = taking(await caller(gateway.url, token, `padat/data/isi?n=${fresh++}`))
    // Its circuit would open at the first failure.
    for (let n = 0; n < 3; n++) {
      const response = await gateway.get(`padat/data/isi?n=${fresh++}`, token)
      assert.strictEqual(response.headers.get("proxy-status"), "gapura; error=connection_limit_reached")
      assert.isAtLeast(Number(response.headers.get("retry-after")), 1)
      await expectProblem(response, "overloaded", gateway.url)
    }
    socket.destroy()
    await eventually(
      "the one that streamed is recorded",
      async () => (await gateway.records(0)).some(({ route, status }) => status === 499 && route === "padat/data/isi")
    )
  })

  it("who leaves ends the agency's call: 499, and no word against the agency", async () => {
    const { gateway, set, token } = at()
    const agency = endless()
    await set(agency.answering)
    const left = async () => (await gateway.records(0)).filter(({ status }) => status === 499).length
    const count = await left()
    for (let n = 0; n < 4; n++) {
      const socket = await caller(gateway.url, token, `rapuh/data/isi?n=${fresh++}`)
      socket.destroy()
    }
    await eventually("they are recorded", async () => await left() === count + 4)
    const sent = await settledAt(agency.sent)
    assert.isAbove(sent, 0)
    await set(sending(list).answering)
    assert.strictEqual((await gateway.get(`rapuh/data/isi?n=${fresh++}`, token)).status, 200)
  })
})

describe("many callers who read large answers slowly", () => {
  // More than the system takes for a reader who reads nothing.
  const entryBytes = 9_500_000
  const unsent = new HeldBodies(50_000_000)
  const narrow = suite(Effect.gen(function*() {
    const agency = yield* makeAgencyServer({ behaviour: sending(listOf(entryBytes)).answering })
    const opd = {
      slug: "opd",
      server: agency.url,
      timeout: "20 seconds",
      breaker: neverOpen,
      endpoints: [{ path: "isi", cache: { fresh: "1 hour" } }]
    }
    const gateway = yield* startGateway(registryText([opd])).pipe(
      Effect.provideService(StallTime, Duration.seconds(6)),
      Effect.provideService(HeldBytes, unsent)
    )
    return { gateway, token: yield* Effect.promise(() => gateway.token({ scopes: "*" })) }
  }))

  it("fault-116 hold so many bytes together and no more: the next one hears 503, and is answered when they are gone", async () => {
    const { gateway, token } = narrow()
    const requests = ["a", "b"].map((alias) => ({ alias, opd: "opd", dataset: "data", path: "isi" }))
    const asked = { strategy: "list", requests }
    const slow = [
      await caller(gateway.url, token, "aggregate", JSON.stringify(asked)),
      await caller(gateway.url, token, "aggregate", JSON.stringify(asked))
    ]
    assert.isAbove(unsent.bytes, 37_000_000)
    const refused = await gateway.aggregate(asked, token, { "accept-encoding": "identity" })
    assert.strictEqual(refused.headers.get("retry-after"), "5")
    await expectProblem(refused, "overloaded", gateway.url)
    await eventually(
      "the refusal is what its record says",
      async () => (await gateway.records(0)).some(({ code, status }) => status === 503 && code === "overloaded")
    )
    await eventually("the slow ones are cut off", () => unsent.bytes === 0)
    assert.isTrue((await readAll(await gateway.aggregate(asked, token, { "accept-encoding": "identity" }))).isWhole)
    slow.forEach((socket) => socket.destroy())
  })
})
