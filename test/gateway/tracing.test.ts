/** W3C Trace Context through the gateway, and the spans that reach a collector. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { makeOtlpReceiver } from "../support/OtlpReceiver.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const nik = "3674011502900001"
const traceId = "0af7651916cd43dd8448eb211c80319c"
const callerSpan = "b7ad6b7169203331"
const sampled = `00-${traceId}-${callerSpan}-01`

const at = suite(Effect.gen(function*() {
  process.env["OTEL_BSP_SCHEDULE_DELAY"] = "50"
  const agency = yield* makeAgencyServer({ routes: { "/data/putus": faults.reset }, behaviour: json({ data: [] }) })
  const collector = yield* makeOtlpReceiver
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    breaker: neverOpen,
    endpoints: [{ path: "isi", query: ["q"] }, { path: "putus" }, { path: "contoh" }, { path: "orang/:nik", private: true }, {
      path: "segar",
      cache: { fresh: "1 hour" }
    }]
  }])
  const off = yield* startGateway(registry)
  const on = yield* startGateway(registry, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "always_on" })
  const tokens = yield* Effect.promise(async () => ({
    off: await off.token({ scopes: "*" }),
    on: await on.token({ scopes: "*", official: true })
  }))
  return {
    agency,
    collector,
    spans: collector.spans,
    tokens,
    off: (path: string, headers?: Readonly<Record<string, string>>) => off.get(path, tokens.off, headers),
    on: (path: string, headers?: Readonly<Record<string, string>>) => on.get(path, tokens.on, headers),
    onGateway: on
  }
}))

const partsOf = (header: string | null | undefined) => {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? "")
  assert.isNotNull(match, `traceparent: ${header}`)
  return { traceId: match?.[1] ?? "", spanId: match?.[2] ?? "", flags: match?.[3] ?? "" }
}

describe("traceparent", () => {
  it("of a caller goes on to the agency as it came, where the gateway records nothing", async () => {
    const { agency, off } = at()
    const response = await off("opd/data/isi", { traceparent: sampled })
    assert.strictEqual(agency.calls.at(-1)?.headers["traceparent"], sampled)
    const own = partsOf(response.headers.get("traceparent"))
    assert.strictEqual(own.traceId, traceId)
    assert.notStrictEqual(own.spanId, callerSpan)
  })

  it("is made where the caller has none or a malformed one, and the agency gets the same trace", async () => {
    const { agency, off } = at()
    for (
      const header of [
        undefined,
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-xyz",
        `ff-${traceId}-${callerSpan}-01`,
        `${sampled}\t`.repeat(2)
      ]
    ) {
      const response = await off("opd/data/isi", header === undefined ? {} : { traceparent: header.replaceAll("\t", " ") })
      const own = partsOf(response.headers.get("traceparent"))
      assert.notStrictEqual(own.traceId, traceId)
      assert.strictEqual(partsOf(agency.calls.at(-1)?.headers["traceparent"]).traceId, own.traceId)
    }
  })

  it("is an exemplar of its latency, in OpenMetrics", async () => {
    const { on, onGateway } = at()
    for (const digit of ["a", "b", "c"]) await on("opd/data/contoh", { traceparent: `00-${digit.repeat(32)}-${callerSpan}-01` })
    const accept = "application/openmetrics-text; version=1.0.0"
    const text = await (await fetch(`${onGateway.managementUrl}/metrics`, { headers: { accept } })).text()
    const found = /^http_server_request_duration_seconds_bucket\{.*"opd\/data\/contoh".* # \{trace_id="(.*?)",span_id="(.*?)"\}/m.exec(text)
    assert.strictEqual(found?.[1], "c".repeat(32))
    assert.strictEqual(found?.[2]?.length, 16)
  })

  it("is on errors and aggregates too, and the audit record has its trace id", async () => {
    const { off } = at()
    assert.strictEqual(partsOf((await off("opd/data/putus", { traceparent: sampled })).headers.get("traceparent")).traceId, traceId)
    assert.strictEqual(partsOf((await off("opd/data/tak-ada", { traceparent: sampled })).headers.get("traceparent")).traceId, traceId)
    const { onGateway, tokens } = at()
    const whole = await onGateway.aggregate(
      { strategy: "keyed", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] },
      tokens.on,
      { traceparent: sampled }
    )
    assert.strictEqual(partsOf(whole.headers.get("traceparent")).traceId, traceId)
    const id = whole.headers.get("x-request-id")
    await eventually(
      "both records are written",
      async () =>
        (await onGateway.records(0)).filter((record) => record.requestId.startsWith(String(id)) && record.traceId === traceId).length === 2
    )
  })

  it("the caller's headers that are no trace do not reach the agency", async () => {
    const { agency, off } = at()
    await off("opd/data/isi", { traceparent: sampled, cookie: "a=b", "x-forwarded-for": "1.2.3.4", baggage: "rahasia=1" })
    const names = agency.calls.at(-1)?.headerNames ?? []
    for (const name of ["authorization", "cookie", "x-forwarded-for", "baggage"]) assert.notInclude(names, name)
    assert.strictEqual(agency.calls.at(-1)?.headers["x-gateway-application"], "aplikasi-uji")
    assert.match(agency.calls.at(-1)?.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
  })
})

describe("tracestate", () => {
  const state = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"

  it("of a caller goes on to the agency, whether the gateway records, samples or neither", async () => {
    const { agency, off, on } = at()
    for (const get of [off, on]) {
      await get("opd/data/isi", { traceparent: sampled, tracestate: state })
      assert.strictEqual(agency.calls.at(-1)?.headers["tracestate"], state)
    }
  })

  it("is dropped where it is malformed, and where its traceparent is", async () => {
    const { agency, on } = at()
    const dropped: ReadonlyArray<Readonly<Record<string, string>>> = [
      { traceparent: sampled, tracestate: "rojo=1,rojo=2" },
      { traceparent: sampled, tracestate: "ROJO" },
      { traceparent: "00-xyz", tracestate: state },
      { tracestate: state }
    ]
    for (const headers of dropped) {
      await on("opd/data/isi", headers)
      assert.notInclude(agency.calls.at(-1)?.headerNames ?? [], "tracestate")
    }
    assert.strictEqual(partsOf(agency.calls.at(-1)?.headers["traceparent"]).flags, "01")
  })
})

describe("spans", () => {
  it("fault-90 no token, query, agency's address or personal data is in any span", async () => {
    const { agency, collector, on, spans, tokens } = at()
    await on(`opd/data/orang/${nik}?nik=${nik}`, { traceparent: `00-${"8".repeat(32)}-${callerSpan}-01`, tracestate: `kota=${nik}` })
    await on(`opd/data/isi?q=budi%40contoh.id`, { traceparent: `00-${"9".repeat(32)}-${callerSpan}-01` })
    await on(`opd/data/${tokens.on}/${nik}`, { traceparent: `00-${"d".repeat(32)}-${callerSpan}-01` })
    await eventually("the spans are exported", () => spans().filter(({ traceId: id }) => /^(?:8+|9+|d+)$/.test(id)).length === 5)
    const exported = collector.text()
    for (const secret of [tokens.on, nik, "budi", "contoh.id", "aplikasi-uji", new URL(agency.url).host, new URL(agency.url).port]) {
      assert.isFalse(exported.includes(secret), secret)
    }
    assert.include(exported, "opd/data/orang/:nik")
  })
})
