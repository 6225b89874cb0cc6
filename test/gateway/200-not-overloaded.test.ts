/** What a healthy gateway bears without turning anybody away: each is far from what it takes to overload one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { only } from "../support/CommandLine.ts"
import { listOf } from "../support/LargeBodies.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { answeredLater, eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const good = json({ data: [1] })
/** Milliseconds: an undisturbed gateway waits for less in some seconds. */
const mostDeprived = 100
const Issued = Schema.Struct({ scopes: Schema.Array(Schema.String) })

/** @param count of tokens, one for each of as many applications */
const startServed = Effect.fnUntraced(function*(count: number, settings: Readonly<Record<string, string>> = {}) {
  const held: Array<Exchange> = []
  const agency = yield* makeAgencyServer({
    behaviour: good,
    routes: { "/data/lama": (exchange) => held.push(exchange), "/data/besar": json(Buffer.from(listOf(9_000_000))) }
  })
  const served = yield* makeServedGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "60 seconds",
      deadline: "120 seconds",
      connections: 1_024,
      breaker: neverOpen,
      endpoints: [{ path: "lama", query: ["n"] }, { path: "besar", query: ["n"] }, { path: "tetap", cache: { fresh: "1 hour" } }]
    }]),
    settings
  )
  const { scopes } = Schema.decodeUnknownSync(Issued)(
    only(yield* Effect.promise(() => served.command("token", "issue", "--application", "uji", "--scope", "*", "--json")))
  )
  const tokens = yield* Effect.forEach(Array.from({ length: count }, (_, n) => `uji${n}`), (application) =>
    Effect.gen(function*() {
      yield* (yield* Applications).ensure({ name: application })
      const { token } = yield* (yield* TokenStore).issue({ application, scopes, lifetimeMillis: 86_400_000, nowMillis: Date.now() })
      return Redacted.value(token)
    })).pipe(
      Effect.provide(
        Layer.provideMerge(Layer.mergeAll(Applications.layer, TokenStore.layer), TempDatabase.at({ dataDir: served.variables.DATA_DIR }))
      )
    )
  yield* Effect.promise(() =>
    eventually("the last token is felt", async () => await served.statusOf("opd/data/tetap", tokens.at(-1)) === 200)
  )

  const metrics = async () => (await fetch(`http://127.0.0.1:${served.variables.MANAGEMENT_PORT}/metrics`)).text()
  /** Of every reason. */
  const shed = async () => [...(await metrics()).matchAll(/^gapura_shed_total\{[^}]*\} (\d+)/gm)].map(([, many]) => Number(many))
  /** On one connection, one after the other, until it is time; how often each status was the answer. */
  const readAgain = (token: string, isOver: () => boolean, statuses: Map<string, number>) =>
    new Promise<void>((resolve, reject) => {
      const request = `GET /api/v4/gateway/opd/data/tetap HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
      let text = ""
      const socket = connect(Number(served.variables.PORT), "127.0.0.1", () => socket.write(request))
      socket.on("error", reject).on("close", () => resolve()).on("data", (bytes: Buffer) => {
        text += bytes.toString("latin1")
        const head = text.indexOf("\r\n\r\n")
        if (head < 0 || text.length < head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1])) return
        const status = text.slice(9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        text = ""
        if (isOver()) socket.destroy()
        else socket.write(request)
      })
    })
  /** How long its event loop has waited for a processor that others had, in milliseconds; nothing where the system does not tell. */
  const deprivedMillis = (): number => {
    if (process.platform !== "linux") return 0
    return Number(readFileSync(`/proc/${served.gateway.child.pid}/schedstat`, "latin1").split(" ")[1]) / 1_000_000
  }
  /**
   * Nobody is turned away meanwhile, and every status is 200. Where the machine gave the processor to others, lateness is
   * no fault of the gateway: then it is done again, and after five such times there is nothing to be said.
   */
  const bears = async (run: () => Promise<Iterable<string>>): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) {
      const [before, deprived] = [await shed(), deprivedMillis()]
      const statuses = [...new Set(await run())]
      const after = await shed()
      if (statuses.includes("503") && deprivedMillis() - deprived > mostDeprived) {
        await pause(2_000)
        continue
      }
      return assert.deepStrictEqual([statuses, after], [["200"], before])
    }
  }
  return { ...served, bears, held, readAgain, shed, tokens }
})

const at = suite(
  Effect.gen(function*() {
    return { usual: yield* startServed(2), free: yield* startServed(40, { RATE_LIMIT: "10000000" }) }
  })
)

describe("a gateway that has enough to do, and is well", () => {
  it("holds 1,000 callers who come at once and wait for one slow endpoint, and answers them all", async () => {
    const { free } = at()
    const waiting = answeredLater(
      Array.from({ length: 1_000 }, (_, n) => free.statusOf(`opd/data/lama?n=${n}`, free.tokens[n % free.tokens.length]))
    )
    await eventually("the agency holds them all", () => free.held.length === waiting.length)
    for (const exchange of free.held.splice(0)) good(exchange)
    assert.deepStrictEqual(new Set(await Promise.all(waiting)), new Set([200]))
    assert.deepStrictEqual(await free.shed(), [0, 0, 0])
  })

  it("answers 120 of 500 that come at once with one token, and tells the others that it is their quota", async () => {
    const { usual } = at()
    const statuses = await Promise.all(Array.from({ length: 500 }, () => usual.statusOf("opd/data/tetap", usual.tokens[0])))
    const counted = Object.groupBy(statuses, String)
    assert.deepStrictEqual([counted["200"]?.length, counted["429"]?.length], [120, 380])
    assert.deepStrictEqual(await usual.shed(), [0, 0, 0])
  })

  it("serves 300 who read a stored answer again and again for three seconds", async () => {
    const { free } = at()
    await free.bears(async () => {
      const until = performance.now() + 3_000
      const statuses = new Map<string, number>()
      await Promise.all(
        Array.from(
          { length: 300 },
          (_, n) => free.readAgain(free.tokens[n % free.tokens.length] ?? "", () => performance.now() > until, statuses)
        )
      )
      return statuses.keys()
    })
  })

  it("masks bodies of 9 MB while 20 others read", async () => {
    const { free } = at()
    let fresh = 0
    await free.bears(async () => {
      let isOver = false
      const statuses = new Map<string, number>()
      const reading = Array.from({ length: 20 }, (_, n) => free.readAgain(free.tokens[n] ?? "", () => isOver, statuses))
      const large = []
      for (let n = 0; n < 3; n++) large.push(String(await free.statusOf(`opd/data/besar?n=${fresh++}`, free.tokens.at(-1))))
      isOver = true
      await Promise.all(reading)
      return [...large, ...statuses.keys()]
    })
  })
})
