/** OpenTelemetry's standard variables, each by what a collector hears of a gateway that has it. */
import { Effect, Schema, type Scope } from "effect"
import { assert, describe, it } from "vitest"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { breaches } from "../support/OtlpConventions.ts"
import { makeOtlpReceiver, type OtlpReceiver } from "../support/OtlpReceiver.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"

const scoped = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

type Variables = (url: string) => Readonly<Record<string, string>>

const registryOf = (server: string) => registryText([{ slug: "opd", server, breaker: neverOpen, endpoints: [{ path: "isi" }] }])

/** What is heard of one request: until it holds, or else until the gateway has stopped. */
const heard = (variables: Variables, until?: (collector: OtlpReceiver) => boolean) =>
  scoped(Effect.gen(function*() {
    const collector = yield* makeOtlpReceiver
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    yield* Effect.scoped(Effect.gen(function*() {
      const gateway = yield* startGateway(registryOf(agency.url), {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER: "always_on",
        ACCESS_LOG: "1",
        ...variables(collector.url)
      })
      yield* Effect.promise(async () => {
        const token = await gateway.token({ scopes: "*" })
        const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        assert.strictEqual((await gateway.get("opd/data/isi", token, { traceparent })).status, 200)
        if (until !== undefined) await eventually("the collector hears of it", () => until(collector))
      })
    }))
    return { agency, ...collector }
  }))

/** The same of a process of its own, whose SDK reads what is its own to read; stopped after one request. */
const heardOfProcess = (variables: Variables) =>
  scoped(Effect.gen(function*() {
    const collector = yield* makeOtlpReceiver
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    const served = yield* makeServedGateway(registryOf(agency.url), {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: "always_on",
      ...variables(collector.url)
    })
    yield* Effect.promise(async () => {
      assert.strictEqual(await served.statusOf("opd/data/isi", "tiada"), 401)
      served.gateway.child.kill("SIGTERM")
      assert.strictEqual((await served.gateway.finished).code, 0)
    })
    return collector
  }))

const kindsOf = ({ paths }: OtlpReceiver) => [...new Set(paths)].toSorted()
const ofMetric = (collector: OtlpReceiver, name: string) => collector.metrics().filter((metric) => metric.name === name)
const total = (collector: OtlpReceiver, name: string) =>
  ofMetric(collector, name).map(({ points }) => points.reduce((sum, { value }) => sum + value, 0))

describe("OpenTelemetry's variables", () => {
  it("send traces, log lines and the last metrics when the gateway stops, by default", async () => {
    const collector = await heard(() => ({}))
    assert.deepStrictEqual(kindsOf(collector), ["/v1/logs", "/v1/metrics", "/v1/traces"])
    assert.deepStrictEqual(total(collector, "gapura.requests").slice(-1), [1])
    assert.deepStrictEqual(collector.spans().map(({ kind }) => kind).toSorted(), ["client", "server"])
    assert.include(collector.logs().map(({ body }) => body), "request")
    assert.deepStrictEqual(breaches(collector), [])
  })

  it("OTEL_EXPORTER_OTLP_PROTOCOL: the same as protocol buffers, of all or of one kind", async () => {
    const collector = await heard(() => ({ OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf", OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: "http/json" }))
    const types = Object.fromEntries(collector.paths.map((path, index) => [path, collector.headers[index]?.["content-type"]]))
    assert.deepStrictEqual(types, {
      "/v1/traces": "application/x-protobuf",
      "/v1/metrics": "application/x-protobuf",
      "/v1/logs": "application/json"
    })
    assert.strictEqual(collector.spans().length, 2)
    assert.deepStrictEqual(total(collector, "gapura.requests").slice(-1), [1])
    assert.deepStrictEqual(breaches(collector), [])
  })

  it("OTEL_METRIC_EXPORT_INTERVAL: metrics are sent while it runs", async () => {
    await heard(() => ({ OTEL_METRIC_EXPORT_INTERVAL: "100" }), ({ paths }) => paths.filter((path) => path === "/v1/metrics").length > 2)
  })

  it("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: what was counted since the last sending, or since the start", async () => {
    const often = { OTEL_METRIC_EXPORT_INTERVAL: "100" }
    const enough = (collector: OtlpReceiver) => ofMetric(collector, "gapura.requests").length > 3
    const whole = await heard(() => often, enough)
    assert.deepStrictEqual(new Set(total(whole, "gapura.requests")), new Set([1]))
    for (const preference of ["delta", "lowmemory"]) {
      const parts = await heard(() => ({ ...often, OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: preference }), enough)
      assert.strictEqual(total(parts, "gapura.requests").reduce((sum, value) => sum + value, 0), 1)
      assert.strictEqual(ofMetric(parts, "gapura.requests")[0]?.temporality, "delta")
    }
  })

  it("OTEL_TRACES_EXPORTER, OTEL_METRICS_EXPORTER and OTEL_LOGS_EXPORTER: none sends nothing of the kind", async () => {
    assert.deepStrictEqual(kindsOf(await heard(() => ({ OTEL_TRACES_EXPORTER: "none" }))), ["/v1/logs", "/v1/metrics"])
    assert.deepStrictEqual(kindsOf(await heard(() => ({ OTEL_METRICS_EXPORTER: "none" }))), ["/v1/logs", "/v1/traces"])
    assert.deepStrictEqual(kindsOf(await heard(() => ({ OTEL_LOGS_EXPORTER: "none" }))), ["/v1/metrics", "/v1/traces"])
  })

  it("OTEL_SDK_DISABLED sends nothing at all", async () => {
    assert.deepStrictEqual((await heard(() => ({ OTEL_SDK_DISABLED: "true" }))).paths, [])
  })

  it("OTEL_EXPORTER_OTLP_…_ENDPOINT are whole addresses", async () => {
    const collector = await heard((url) => ({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/jejak`,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}/angka`,
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${url}/catatan`
    }))
    assert.deepStrictEqual(kindsOf(collector), ["/angka", "/catatan", "/jejak"])
  })

  it("OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG: none or a share of requests are traced", async () => {
    const counted = async (variables: Readonly<Record<string, string>>) => (await heard(() => variables)).spans().length
    assert.strictEqual(await counted({ OTEL_TRACES_SAMPLER: "always_off" }), 0)
    assert.strictEqual(await counted({ OTEL_TRACES_SAMPLER: "parentbased_always_off" }), 2)
    assert.strictEqual(await counted({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }), 0)
    assert.strictEqual(await counted({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "1" }), 2)
  })

  it("OTEL_PROPAGATORS: none keeps the caller's trace and the agency's apart", async () => {
    const apart = await heard(() => ({ OTEL_PROPAGATORS: "none" }))
    assert.notInclude(apart.agency.calls.at(-1)?.headerNames ?? [], "traceparent")
    assert.isUndefined(apart.spans().find(({ kind }) => kind === "server")?.parentSpanId)
    const together = await heard(() => ({ OTEL_PROPAGATORS: "tracecontext" }))
    assert.include(together.agency.calls.at(-1)?.headers["traceparent"], "4bf92f3577b34da6a3ce929d0e0e4736")
  })

  it("OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES are said in all that is sent, the name's own first", async () => {
    const attributes = "deployment.environment.name=produksi%2C%20jakarta,service.name=lain,service.instance.id=gw-1"
    for (const [name, variables] of [["gapura-kota", { OTEL_SERVICE_NAME: "gapura-kota" }], ["lain", {}]] as const) {
      const collector = await heard(() => ({ OTEL_RESOURCE_ATTRIBUTES: attributes, ...variables }))
      const expected = {
        "service.name": name,
        "service.instance.id": "gw-1",
        "deployment.environment.name": "produksi, jakarta",
        "telemetry.sdk.language": "nodejs"
      }
      for (const all of [collector.spans(), collector.metrics(), collector.logs()]) {
        assert.isNotEmpty(all)
        for (const { resource } of all) assert.deepInclude(resource, expected)
      }
    }
  })

  it("OTEL_NODE_RESOURCE_DETECTORS: the machine is named by those that were asked for alone", async () => {
    const namesOf = async (detectors: string) =>
      Object.keys((await heard(() => ({ OTEL_NODE_RESOURCE_DETECTORS: detectors }))).spans()[0]?.resource ?? {})
    assert.notInclude((await namesOf("env")).join(), "host.")
    const found = await namesOf("host, os")
    assert.includeMembers(found, ["host.name", "os.type"])
    assert.notInclude(found.join(), "process.")
  })

  it("OTEL_LOGRECORD_ATTRIBUTE_…: attributes of log lines have bounds", async () => {
    const limited = await heard(() => ({
      OTEL_LOGRECORD_ATTRIBUTE_COUNT_LIMIT: "2",
      OTEL_LOGRECORD_ATTRIBUTE_VALUE_LENGTH_LIMIT: "3"
    }))
    const line = limited.logs().find(({ body }) => body === "request")
    assert.deepStrictEqual(line?.attributes, { "http.request.method": "GET", "http.route": "opd" })
  })

  it("OTEL_BLRP_…: log lines are sent while it runs, in batches of the size", async () => {
    const one = await heard(
      () => ({ OTEL_BLRP_SCHEDULE_DELAY: "20", OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: "1" }),
      ({ logs }) => logs().some(({ body }) => body === "request")
    )
    const sendings = one.paths.filter((path) => path === "/v1/logs").length
    assert.strictEqual(sendings, one.logs().length)
  })
})

describe("OpenTelemetry's variables that its SDK reads", () => {
  it("of headers, compression, spans' batches and limits have their effect in a process", async () => {
    const collector = await heardOfProcess(() => ({
      OTEL_EXPORTER_OTLP_HEADERS: "x-kota=semua",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-kota=jejak",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: "4",
      OTEL_BSP_SCHEDULE_DELAY: "60000"
    }))
    const headers = new Map(collector.paths.map((path, index) => [path, collector.headers[index]]))
    assert.deepStrictEqual([headers.get("/v1/traces")?.["x-kota"], headers.get("/v1/logs")?.["x-kota"]], ["jejak", "semua"])
    for (const path of ["/v1/traces", "/v1/metrics", "/v1/logs"]) assert.strictEqual(headers.get(path)?.["content-encoding"], "gzip", path)
    assert.deepStrictEqual(collector.spans().map(({ attributes }) => attributes["http.route"]), ["opd/"])
  })

  it("OTEL_LOG_LEVEL tells in the log what the SDK itself has to say, and without it nothing is told", async () => {
    const linesOf = (level: string) =>
      scoped(Effect.gen(function*() {
        const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
        const { gateway, statusOf } = yield* makeServedGateway(registryOf(agency.url), {
          OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
          OTEL_EXPORTER_OTLP_TIMEOUT: "100",
          OTEL_BSP_SCHEDULE_DELAY: "20",
          OTEL_TRACES_SAMPLER: "always_on",
          OTEL_LOG_LEVEL: level
        })
        yield* Effect.promise(async () => {
          assert.strictEqual(await statusOf("opd/data/isi", "tiada"), 401)
          await eventually("the collector is missed", () => gateway.stderr().includes("collector does not take"))
          gateway.child.kill("SIGTERM")
          await gateway.finished
        })
        const Line = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))
        return gateway.stderr().split("\n").filter((line) => line !== "").map((line) => Schema.decodeUnknownSync(Line)(line).message)
      }))
    assert.include(await linesOf("all"), "OpenTelemetry")
    assert.notInclude(await linesOf("none"), "OpenTelemetry")
  })
})
