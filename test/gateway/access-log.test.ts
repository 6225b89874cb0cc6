/** What the log tells of requests, as ACCESS_LOG says. */
import { Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const Line = Schema.Struct({
  message: Schema.String,
  level: Schema.Literal("INFO"),
  timestamp: Schema.String,
  instance: Schema.Literal("uji"),
  request_id: Schema.String,
  trace_id: Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/)),
  span_id: Schema.String.check(Schema.isPattern(/^[0-9a-f]{16}$/)),
  trace_flags: Schema.Literals(["00", "01"]),
  annotations: Schema.Record(Schema.String, Schema.Unknown)
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Line))

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const agency = yield* makeAgencyServer({
      behaviour: json({ data: [{ nama: "Budi Santoso" }] }),
      routes: { "/data/putus": faults.reset }
    })
    const registry = registryText([{
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      endpoints: [{ path: "isi", query: ["q"] }, { path: "putus" }]
    }])
    const gateways = {
      all: yield* startGateway(registry, { ACCESS_LOG: "1" }),
      hardlyAny: yield* startGateway(registry, { ACCESS_LOG: "0.000000001" }),
      none: yield* startGateway(registry)
    }
    return { agency, gateways }
  }),
  logs
)

const lines = () => logs.filter((line) => line.includes(`"message":"request"`)).map((line) => decode(line))

describe("the access log", () => {
  it("has a line for each request, with its route, status and ids, and nothing of the caller's", async () => {
    const { agency, gateways: { all } } = at()
    const token = await all.token({ scopes: "*" })
    const good = await all.get("opd/data/isi?q=rahasia", token)
    const bad = await all.get("opd/data/isi", "tiada-token-ini")
    const [goodId, badId] = [good, bad].map(({ headers }) => headers.get("x-request-id"))
    await eventually("both are told", () => lines().length === 2)
    const told = new Map(lines().map((line) => [line.request_id, line]))
    const { "gapura.duration_ms": duration, "http.response.body.size": bytes, ...rest } = told.get(goodId ?? "")?.annotations ?? {}
    assert.deepStrictEqual(rest, {
      "http.request.method": "GET",
      "http.route": "opd/data/isi",
      "http.response.status_code": 200,
      "gapura.error.code": "",
      "gapura.cache": "MISS",
      "gapura.agency": "opd"
    })
    assert.deepStrictEqual([typeof bytes, typeof duration], ["number", "number"])
    const traceparent = good.headers.get("traceparent")
    const { span_id: spanId, trace_flags: flags, trace_id: traceId } = told.get(goodId ?? "") ?? {}
    assert.strictEqual(`00-${traceId}-${spanId}-${flags}`, traceparent)
    assert.deepInclude(told.get(badId ?? "")?.annotations, { "http.response.status_code": 401, "http.route": "opd/data/isi" })
    for (const secret of ["rahasia", "tiada-token", "Budi", token, agency.url, "127.0.0.1"]) {
      assert.notInclude(JSON.stringify(lines()), secret)
    }
  })

  it("tells every answer of 500 and above where it tells of any, and nothing where it is off", async () => {
    const { gateways: { hardlyAny, none } } = at()
    const before = lines().length
    for (const gateway of [none, hardlyAny]) {
      const token = await gateway.token({ scopes: "*" })
      assert.deepStrictEqual(
        [(await gateway.get("opd/data/isi", token)).status, (await gateway.get("opd/data/putus", token)).status],
        [200, 502]
      )
    }
    await eventually("the failure is told", () => lines().length > before)
    assert.deepStrictEqual(
      lines().slice(before).map(({ annotations }) => [annotations["http.route"], annotations["http.response.status_code"]]),
      [["opd/data/putus", 502]]
    )
  })
})
