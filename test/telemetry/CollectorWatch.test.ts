/** A collector of OpenTelemetry data that is out of order: what the log and callers notice of it. */
import { Effect, Logger, type Scope } from "effect"
import { assert, describe, it } from "vitest"
import { logRecordOf } from "../../src/telemetry/LogRecord.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { makeOtlpReceiver, type OtlpReceiver } from "../support/OtlpReceiver.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"

interface Served {
  readonly collector: OtlpReceiver
  /** Asks so often, one after the other. */
  readonly ask: (times: number) => Promise<void>
  readonly gateway: Gateway
}

/** The lines about the collector, and how long the gateway took to stop, in milliseconds. */
const serve = (run: (served: Served, lines: () => ReadonlyArray<string>) => Promise<void>) => {
  process.env["OTEL_BSP_SCHEDULE_DELAY"] = "20"
  process.env["OTEL_BSP_MAX_QUEUE_SIZE"] = "10"
  process.env["OTEL_BSP_MAX_EXPORT_BATCH_SIZE"] = "5"
  const messages: Array<string> = []
  const recordOf = logRecordOf("uji")
  const logger = Logger.make((options) => void messages.push(recordOf(options).message))
  const lines = () => messages.filter((message) => message.includes("collector"))
  let stopping = 0
  const scoped: Effect.Effect<void, unknown, Scope.Scope> = Effect.gen(function*() {
    const collector = yield* makeOtlpReceiver
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    yield* Effect.scoped(Effect.gen(function*() {
      const gateway = yield* startGateway(
        registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi", cache: { fresh: "1 hour" } }] }]),
        {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_TRACES_SAMPLER: "always_on",
          OTEL_METRIC_EXPORT_INTERVAL: "50",
          OTEL_BLRP_SCHEDULE_DELAY: "20",
          RATE_LIMIT: "100000",
          ACCESS_LOG: "1"
        }
      )
      const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
      const ask = async (times: number) => {
        for (let time = 0; time < times; time++) {
          const response = await gateway.get("opd/data/isi", token)
          await response.arrayBuffer()
          assert.strictEqual(response.status, 200)
        }
      }
      yield* Effect.promise(() => run({ collector, ask, gateway }, lines))
      stopping = performance.now()
    }))
    stopping = performance.now() - stopping
  })
  return Effect.runPromise(Effect.scoped(scoped).pipe(Effect.provide(Logger.layer([logger])))).then(() => ({ lines: lines(), stopping }))
}

describe("a collector that takes nothing", () => {
  it("fault-143 is told once, however much it refuses, and once when it takes all again", async () => {
    const { lines } = await serve(async ({ ask, collector }, told) => {
      collector.become("refusing")
      await ask(30)
      await eventually("it is told", () => told().length > 0)
      await ask(30)
      collector.become("well")
      await ask(5)
      await eventually("it is told", () => told().length > 1)
      await ask(30)
    })
    assert.deepStrictEqual(lines, [
      "OpenTelemetry's collector does not take what it is sent",
      "OpenTelemetry's collector takes all again"
    ])
  })

  it("fault-143 that never answers keeps no caller waiting, no gateway from stopping and no more spans than have room", async () => {
    let received: OtlpReceiver | undefined
    const { stopping } = await serve(async ({ ask, collector }) => {
      received = collector
      collector.become("silent")
      const began = performance.now()
      await ask(500)
      // One sending may take 10 seconds; a hit takes less than a millisecond.
      assert.isBelow(performance.now() - began, 9_000)
      collector.become("well")
    })
    assert.isBelow(stopping, 12_000)
    assert.isAtMost(received?.spans().length ?? 0, 15)
  })
})
