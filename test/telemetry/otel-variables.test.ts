/** OpenTelemetry's standard variables, each by what a collector hears of a gateway that has it. */
import { Effect, type Scope } from "effect"
import { assert, describe, it } from "vitest"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { makeOtlpCollector, type OtlpCollector } from "../support/OtlpCollector.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"

const scoped = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

/** What is heard of one request: until it holds, or else until the gateway has stopped. */
const heard = (variables: (url: string) => Readonly<Record<string, string>>, until?: (collector: OtlpCollector) => boolean) =>
  scoped(Effect.gen(function*() {
    const collector = yield* makeOtlpCollector
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    yield* Effect.scoped(Effect.gen(function*() {
      const gateway = yield* startGateway(
        registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]),
        { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "always_on", ...variables(collector.url) }
      )
      yield* Effect.promise(async () => {
        assert.strictEqual((await gateway.get("opd/data/isi", await gateway.token({ scopes: "*" }))).status, 200)
        if (until !== undefined) await eventually("the collector hears of it", () => until(collector))
      })
    }))
    return collector
  }))

describe("OpenTelemetry's variables", () => {
  it("send traces and the last metrics when the gateway stops, by default", async () => {
    const { others, paths } = await heard(() => ({}))
    assert.deepStrictEqual([...new Set(paths)].toSorted(), ["/v1/metrics", "/v1/traces"])
    assert.include(others.at(-1), "\"gapura.requests\"")
  })

  it("OTEL_METRIC_EXPORT_INTERVAL: metrics are sent while it runs", async () => {
    await heard(() => ({ OTEL_METRIC_EXPORT_INTERVAL: "100" }), ({ paths }) => paths.filter((path) => path === "/v1/metrics").length > 2)
  })

  it("OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER: none sends nothing of the kind", async () => {
    assert.deepStrictEqual([...new Set((await heard(() => ({ OTEL_TRACES_EXPORTER: "none" }))).paths)], ["/v1/metrics"])
    assert.deepStrictEqual([...new Set((await heard(() => ({ OTEL_METRICS_EXPORTER: "none" }))).paths)], ["/v1/traces"])
  })

  it("OTEL_SDK_DISABLED sends nothing at all", async () => {
    assert.deepStrictEqual((await heard(() => ({ OTEL_SDK_DISABLED: "true" }))).paths, [])
  })

  it("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT and …_METRICS_ENDPOINT are whole addresses", async () => {
    const { paths } = await heard((url) => ({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/jejak`,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}/angka`
    }))
    assert.deepStrictEqual([...new Set(paths)].toSorted(), ["/angka", "/jejak"])
  })
})
