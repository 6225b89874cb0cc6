/** What a trace tells of each way that a request can go, as a collector receives it. */
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { assert, describe, it } from "vitest"
import { LoadShedding } from "../../src/gateway/LoadShedding.ts"
import { faults, json, makeAgencyServer, sequence, status } from "../support/AgencyServer.ts"
import { freePort, startGateway } from "../support/Gateway.ts"
import { breaches } from "../support/OtlpConventions.ts"
import { makeOtlpReceiver, type ReceivedSpan } from "../support/OtlpReceiver.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const callerSpan = "b7ad6b7169203331"

const at = suite(Effect.gen(function*() {
  process.env["OTEL_BSP_SCHEDULE_DELAY"] = "50"
  const held: { release: () => void } = { release: () => {} }
  const agency = yield* makeAgencyServer({
    behaviour: json({ data: [] }),
    routes: {
      "/data/galat": status(500),
      "/data/tiada": status(404),
      "/data/putus": faults.reset,
      "/data/diam": faults.hang,
      "/data/goyah": sequence(status(503), status(503), json({ data: [] })),
      "/data/tahan": (exchange) => {
        held.release = () => json({ data: [] })(exchange)
      }
    }
  })
  const fragile = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
  const collector = yield* makeOtlpReceiver
  const gone = yield* Effect.promise(freePort)
  const registry = registryText([
    {
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      endpoints: [
        { path: "isi", query: ["q"] },
        { path: "segar", cache: { fresh: "1 hour" } },
        { path: "galat" },
        { path: "tiada" },
        { path: "putus" },
        { path: "tahan" },
        { path: "orang/:id" },
        { path: "rahasia", private: true }
      ]
    },
    {
      slug: "lambat",
      server: agency.url,
      breaker: neverOpen,
      timeout: "300 millis",
      deadline: "20 seconds",
      retries: 2,
      endpoints: [{ path: "diam" }]
    },
    // An agency of its own: each may cost three retries a second.
    { slug: "guncang", server: agency.url, breaker: neverOpen, retries: 2, endpoints: [{ path: "goyah" }] },
    { slug: "mati", server: `http://127.0.0.1:${gone}`, breaker: neverOpen, endpoints: [{ path: "isi" }] },
    {
      slug: "rapuh",
      server: fragile.url,
      breaker: { threshold: 0.5, size: 2, minimum: 2, open: "1 hour", openMax: "1 hour" },
      endpoints: [{ path: "isi" }, { path: "lain" }]
    }
  ], [{ slug: "ringkasan", title: "Ringkasan", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }])
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "always_on", ACCESS_LOG: "1" }
  const gateway = yield* startGateway(registry, settings)
  const strict = yield* startGateway(registry, { ...settings, RATE_LIMIT: "1" })
  const tokens = yield* Effect.promise(async () => ({
    all: await gateway.token({ scopes: "*" }),
    none: await gateway.token({ scopes: [], application: "tanpa-cakupan" }),
    strict: await strict.token({ scopes: "*" })
  }))
  return { agency, collector, fragile, gateway, held, strict, tokens }
}))

const newTrace = () => randomBytes(16).toString("hex")
const headersOf = (traceId: string) => ({ traceparent: `00-${traceId}-${callerSpan}-01` })

/** The spans of one trace, once there are so many: the request's own first. */
const spansOf = async (traceId: string, count: number): Promise<ReadonlyArray<ReceivedSpan>> => {
  const { collector } = at()
  const found = () => collector.spans().filter((span) => span.traceId === traceId)
  await eventually(`${count} spans of ${traceId} are there`, () => found().length >= count)
  const spans = found()
  assert.strictEqual(spans.length, count, spans.map(({ kind, name }) => `${kind} ${name}`).join(", "))
  return spans.toSorted((one, other) => Number(other.kind === "server") - Number(one.kind === "server"))
}

interface Asked {
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly gateway?: "strict"
}

/** Sends a request and gives its status, and the spans of its trace. */
const traced = async ({ gateway: which, headers = {}, method = "GET", path, token }: Asked, count: number) => {
  const { gateway, strict, tokens } = at()
  const traceId = newTrace()
  const response = await fetch(`${(which === "strict" ? strict : gateway).url}/api/v4/gateway/${path}`, {
    method,
    headers: { authorization: `Bearer ${token ?? tokens.all}`, ...headersOf(traceId), ...headers }
  })
  await response.arrayBuffer()
  const [server, ...others] = await spansOf(traceId, count)
  if (server === undefined) throw new Error("no span")
  assert.strictEqual(server.parentSpanId, callerSpan)
  assert.strictEqual(server.attributes["http.response.status_code"], response.status)
  assert.strictEqual(server.attributes["gapura.request.id"], response.headers.get("x-request-id"))
  return { status: response.status, server, others }
}

const told = ({ attributes }: ReceivedSpan) => ({
  route: attributes["http.route"],
  path: attributes["url.path"],
  agency: attributes["gapura.agency"],
  dataset: attributes["gapura.dataset"],
  cache: attributes["gapura.cache"],
  circuit: attributes["gapura.circuit.state"],
  code: attributes["gapura.error.code"],
  error: attributes["error.type"]
})

const opd = (path: string, more: Readonly<Record<string, unknown>>) => ({
  route: `opd/data/${path}`,
  path: `/api/v4/gateway/opd/data/${path}`,
  agency: "opd",
  dataset: "data",
  cache: undefined,
  circuit: "closed",
  code: undefined,
  error: undefined,
  ...more
})

describe("a server span names its endpoint", () => {
  it("of a miss and of a hit, which has no client span", async () => {
    const miss = await traced({ path: "opd/data/segar" }, 2)
    assert.deepStrictEqual([miss.status, told(miss.server)], [200, opd("segar", { cache: "MISS" })])
    assert.strictEqual(miss.server.name, "GET opd/data/segar")
    const hit = await traced({ path: "opd/data/segar" }, 1)
    assert.deepStrictEqual([hit.status, told(hit.server)], [200, opd("segar", { cache: "HIT" })])
  })

  it("of refusals before and after it was looked for", async () => {
    const { tokens } = at()
    const refused = async (asked: Asked, expected: number, code: string) => {
      const { server, status: answered } = await traced(asked, 1)
      assert.deepStrictEqual([answered, told(server)], [expected, opd(asked.path.replace("opd/data/", ""), { code })], code)
      assert.isFalse(server.failed)
    }
    await refused({ path: "opd/data/isi", token: "tiada" }, 401, "unauthorized")
    await refused({ path: "opd/data/isi", token: tokens.none }, 403, "scope-missing")
    await refused({ path: "opd/data/rahasia" }, 403, "private-endpoint")
    await refused({ path: "opd/data/isi", method: "DELETE" }, 405, "method-not-allowed")
    await refused({ path: "opd/data/isi", headers: { accept: "image/png" } }, 406, "not-acceptable")
    await traced({ path: "opd/data/isi", gateway: "strict", token: tokens.strict }, 2)
    await refused({ path: "opd/data/isi", gateway: "strict", token: tokens.strict }, 429, "quota-exceeded")
  })

  it("or its door, where there is no endpoint", async () => {
    const { server } = await traced({ path: "opd/data/tak-ada" }, 1)
    assert.deepInclude(told(server), {
      route: "/api/v4/gateway/:opd/:dataset/*",
      path: "/api/v4/gateway/:opd/:dataset/*",
      agency: undefined,
      code: "not-registered"
    })
  })

  it("with its parameters by name, as its call has them", async () => {
    const { others, server } = await traced({ path: "opd/data/orang/3674011502900001" }, 2)
    assert.strictEqual(told(server).path, "/api/v4/gateway/opd/data/orang/:id")
    assert.strictEqual(others[0]?.attributes["url.template"], "/data/orang/:id")
    assert.strictEqual(others[0]?.name, "GET /data/orang/:id")
  })

  it("of an open circuit with the circuit's state, and of the stale copy that stands in", async () => {
    const { fragile } = at()
    await traced({ path: "rapuh/data/isi" }, 2)
    await Effect.runPromise(fragile.setBehaviour(faults.reset))
    await traced({ path: "rapuh/data/lain" }, 2)
    const stale = await traced({ path: "rapuh/data/isi" }, 1)
    assert.deepInclude(told(stale.server), { cache: "STALE-CIRCUIT", circuit: "open", code: undefined, error: undefined })
    const without = await traced({ path: "rapuh/data/lain" }, 1)
    assert.deepInclude(told(without.server), { route: "rapuh/data/lain", circuit: "open", code: "circuit-open", error: "503" })
    assert.isTrue(without.server.failed)
  })
})

describe("a client span", () => {
  const clientOf = async (path: string) => {
    const { others: [client], server } = await traced({ path }, 2)
    assert.strictEqual(client?.kind, "client")
    assert.strictEqual(client?.parentSpanId, server.spanId)
    return { server, attributes: client?.attributes ?? {} }
  }

  it("says what an attempt came to: a status, or what kept it from any", async () => {
    const good = await clientOf("opd/data/isi")
    assert.deepStrictEqual(good.attributes, {
      "http.request.method": "GET",
      "url.template": "/data/isi",
      "gapura.agency": "opd",
      "http.response.status_code": 200
    })
    const came = async (path: string, answered: number, code: string) => {
      const { attributes, server } = await clientOf(path)
      assert.deepStrictEqual([server.attributes["http.response.status_code"], told(server).code], [answered, code])
      return [attributes["http.response.status_code"], attributes["error.type"]]
    }
    assert.deepStrictEqual(await came("opd/data/galat", 502, "agency-unavailable"), [500, "500"])
    assert.deepStrictEqual(await came("opd/data/tiada", 404, "not-found-at-agency"), [404, "404"])
    assert.deepStrictEqual(await came("opd/data/putus", 502, "agency-unavailable"), [undefined, "connection_terminated"])
    assert.deepStrictEqual(await came("mati/data/isi", 502, "agency-unavailable"), [undefined, "connection_refused"])
  })

  it("is there for each attempt, with how many came before it", async () => {
    const sent = (spans: ReadonlyArray<ReceivedSpan>) =>
      spans.map((
        { attributes }
      ) => [attributes["http.request.resend_count"], attributes["http.response.status_code"], attributes["error.type"]])
    const shaky = await traced({ path: "guncang/data/goyah" }, 4)
    assert.deepStrictEqual([shaky.status, sent(shaky.others)], [200, [[undefined, 503, "503"], [1, 503, "503"], [2, 200, undefined]]])
    const late = await traced({ path: "lambat/data/diam" }, 4)
    assert.deepStrictEqual([late.status, sent(late.others)], [
      504,
      [0, 1, 2].map((resends) => [
        resends === 0 ? undefined : resends,
        undefined,
        "http_response_timeout"
      ])
    ])
  })

  it("gives the agency its own id", async () => {
    const { agency } = at()
    const { others: [client] } = await traced({ path: "opd/data/isi" }, 2)
    assert.include(agency.calls.at(-1)?.headers["traceparent"], `-${client?.spanId}-01`)
  })
})

describe("an aggregate", () => {
  it("has a span for each entry, with the entry's calls inside it", async () => {
    const { gateway, tokens } = at()
    const traceId = newTrace()
    await (await gateway.aggregate(
      {
        strategy: "keyed",
        requests: [
          { alias: "a", opd: "opd", dataset: "data", path: "isi", query: { q: "a" } },
          { alias: "b", opd: "opd", dataset: "data", path: "galat" },
          { alias: "c", opd: "opd", dataset: "data", path: "tak-ada" }
        ]
      },
      tokens.all,
      headersOf(traceId)
    )).arrayBuffer()
    const spans = await spansOf(traceId, 6)
    const server = spans.find(({ kind }) => kind === "server")
    const entries = spans.filter(({ kind }) => kind === "internal")
    assert.deepInclude(server?.attributes, { "http.route": "aggregate", "url.path": "/api/v4/gateway/aggregate" })
    assert.deepStrictEqual(
      entries.map(({ attributes, name, parentSpanId }) => [name, parentSpanId, attributes["gapura.entry.status_code"]]).toSorted(),
      [["entry opd/data/galat", server?.spanId, 502], ["entry opd/data/isi", server?.spanId, 200], ["entry", server?.spanId, 404]]
    )
    for (const client of spans.filter(({ kind }) => kind === "client")) {
      const entry = entries.find(({ spanId }) => spanId === client.parentSpanId)
      assert.strictEqual(entry?.name, `entry opd${String(client.attributes["url.template"])}`)
    }
  })

  it("and a preset too", async () => {
    const { others, server } = await traced({ path: "preset/ringkasan" }, 3)
    assert.strictEqual(server.attributes["http.route"], "preset/ringkasan")
    assert.deepStrictEqual(others.map(({ kind }) => kind).toSorted(), ["client", "internal"])
  })
})

describe("who joins a call that is under way", () => {
  it("has no call of its own and a link to the span that leads it", async () => {
    const { agency, gateway, held, tokens } = at()
    const [leader, waiter] = [newTrace(), newTrace()]
    const calls = agency.calls.length
    const first = gateway.get("opd/data/tahan", tokens.all, headersOf(leader))
    await eventually("the agency is called", () => agency.calls.length > calls)
    const second = gateway.get("opd/data/tahan", tokens.all, headersOf(waiter))
    const inProgress = () => gateway.run(Effect.map(LoadShedding, (shedding) => shedding.inProgress()))
    await eventually("the second one waits", async () => await inProgress() === 2)
    held.release()
    await Promise.all([first, second])
    const [server] = await spansOf(leader, 2)
    const [joined] = await spansOf(waiter, 1)
    assert.deepStrictEqual(joined?.links.map(({ spanId, traceId }) => [traceId, spanId]), [[leader, server?.spanId]])
    assert.deepStrictEqual(server?.links, [])
  })
})

describe("a caller who leaves", () => {
  it("ends the spans of the request and of its call, and neither has failed", async () => {
    const { agency, gateway, tokens } = at()
    const [traceId, calls, caller] = [newTrace(), agency.calls.length, new AbortController()]
    const asked = fetch(`${gateway.url}/api/v4/gateway/opd/data/tahan`, {
      headers: { authorization: `Bearer ${tokens.all}`, ...headersOf(traceId) },
      signal: caller.signal
    }).catch(() => undefined)
    await eventually("the agency is called", () => agency.calls.length > calls)
    caller.abort()
    assert.isUndefined(await asked)
    for (const { attributes, failed } of await spansOf(traceId, 2)) {
      assert.deepStrictEqual([failed, attributes["gapura.interrupted"]], [false, true])
      assert.isUndefined(attributes["http.response.status_code"])
    }
  })
})

describe("all that is sent", () => {
  it("keeps to OpenTelemetry's conventions", async () => {
    const { collector } = at()
    await eventually("log lines are there", () => collector.logs().length > 5)
    assert.isAbove(collector.spans().length, 40)
    assert.deepStrictEqual(breaches(collector), [])
  })
})
