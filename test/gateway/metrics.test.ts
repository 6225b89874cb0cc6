/** The management listener, the metrics after real traffic, and the health that the catalogue tells from them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { renameSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { productVersion } from "../../src/domain/Version.ts"
import type { MetricName } from "../../src/telemetry/MetricName.ts"
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import { type Behaviour, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const nik = "3674011502900001"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ nik }] }) })
  const closable = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText(
      [
        {
          slug: "opd",
          server: agency.url,
          retries: 2,
          breaker: neverOpen,
          endpoints: [
            { path: "isi" },
            { path: "segar", cache: { fresh: "1 hour" } },
            { path: "sehat" },
            { path: "orang/:nik", private: true },
            { path: "putus" },
            { path: "rahasia", private: true }
          ]
        },
        {
          slug: "sekering",
          server: closable.url,
          breaker: { open: "500 millis", openMax: "500 millis" },
          endpoints: [{ path: "isi", cache: { stale: "1 millis" } }, { path: "lain" }]
        }
      ],
      [{ slug: "ringkas", title: "Ringkas", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }]
    ),
    { RATE_LIMIT: "200" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour, "/data/putus"))
  yield* agency.setBehaviour(faults.reset, "/data/putus")
  const setClosable = (behaviour: Behaviour) => Effect.runPromise(closable.setBehaviour(behaviour))
  const get = async (path: string) => {
    const response = await gateway.get(path, token)
    await response.arrayBuffer()
    return response
  }
  return { gateway, get, set, setClosable, token }
}))

const metrics = async (): Promise<string> => (await fetch(`${at().gateway.managementUrl}/metrics`)).text()

/** The sum of a metric's samples whose labels include these. */
const sample = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number =>
  text.split("\n").reduce((sum, line) => {
    const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
    if (match?.[1] !== name) return sum
    return Object.entries(labels).every(([key, value]) => match[2]?.includes(`${key}="${value}"`)) ? sum + Number(match[3]) : sum
  }, 0)

const perRoute = "http_server_request_duration_seconds_count"

const count = async (name: string, labels?: Readonly<Record<string, string>>) => sample(await metrics(), name, labels)

let asked = 0
/** Health and stats of an endpoint as the catalogue shows them now: an address that nobody asked for is made for who asks. */
const endpointOf = async (agency: string, path: string) => {
  interface Endpoint {
    readonly path: string
    readonly health: string
    readonly stats: Readonly<Record<string, { readonly count: number; readonly errors: number; readonly p95: number | null }>>
  }
  const catalogue: {
    readonly agencies: ReadonlyArray<{ readonly datasets: ReadonlyArray<{ readonly endpoints: ReadonlyArray<Endpoint> }> }>
  } = JSON.parse(
    await (await fetch(`${at().gateway.url}/v4/gateway?opd=${agency}&q=${"+".repeat(++asked)}`)).text()
  )
  const found = catalogue.agencies[0]?.datasets[0]?.endpoints.find((endpoint) => endpoint.path.endsWith(path))
  assert.isDefined(found)
  return found!
}

const summary = async (): Promise<
  { readonly health: Readonly<Record<string, number>>; readonly p95: number | null; readonly privateEndpoints: number }
> => JSON.parse(await (await fetch(`${at().gateway.url}/v4/front/ringkasan`)).text())

describe("the management listener", () => {
  it("answers liveness, readiness and metrics, and nothing else", async () => {
    const { gateway } = at()
    const get = (path: string, method = "GET") => fetch(`${gateway.managementUrl}${path}`, { method })
    assert.deepStrictEqual(JSON.parse(await (await get("/health/live")).text()), { status: "live" })
    assert.deepStrictEqual(JSON.parse(await (await get("/health/ready")).text()), { status: "ready" })
    const exposition = await get("/metrics")
    assert.strictEqual(exposition.status, 200)
    assert.match(exposition.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/)
    assert.strictEqual((await get("/")).status, 404)
    assert.strictEqual((await get("/v4/gateway")).status, 404)
    assert.strictEqual((await get("/metrics", "POST")).status, 405)
  })

  it("is not the public one: metrics and health are not served there", async () => {
    const { gateway } = at()
    for (const path of ["/metrics", "/health/live", "/health/ready"]) assert.strictEqual((await fetch(`${gateway.url}${path}`)).status, 404)
  })
})

describe("metrics", () => {
  it("count and time requests by method, route template and status, and count them by agency, status and cache result", async () => {
    const { get } = at()
    const labels = { http_request_method: "GET", http_route: "opd/data/segar", http_response_status_code: "200", agency: "opd" }
    for (let n = 0; n < 3; n++) await get("opd/data/segar")
    const text = await metrics()
    assert.strictEqual(sample(text, "gapura_requests_total", { agency: "opd", http_response_status_code: "200", cache: "hit" }), 2)
    assert.strictEqual(sample(text, "gapura_requests_total", { agency: "opd", http_response_status_code: "200", cache: "miss" }), 1)
    assert.strictEqual(sample(text, "gapura_agency_request_duration_seconds_count", { agency: "opd" }), 3)
    assert.strictEqual(sample(text, "http_server_request_duration_seconds_count", labels), 3)
    assert.isAbove(sample(text, "http_server_request_duration_seconds_sum", labels), 0)
    assert.isAtLeast(sample(text, "gapura_cache_entries"), 1)
    assert.isAbove(sample(text, "gapura_cache_size_bytes"), 0)
    assert.isAtLeast(sample(text, "gapura_limiter_tokens"), 1)
  })

  it("count calls to agencies by outcome, attempts with retries, and masked values", async () => {
    const { get } = at()
    const before = await metrics()
    await get("opd/data/isi")
    await get("opd/data/putus")
    const after = await metrics()
    const grown = (name: string, labels: Readonly<Record<string, string>>) => sample(after, name, labels) - sample(before, name, labels)
    assert.strictEqual(grown("gapura_agency_call_duration_seconds_count", { agency: "opd", outcome: "success" }), 1)
    assert.strictEqual(grown("gapura_agency_call_duration_seconds_count", { agency: "opd", outcome: "failure" }), 1)
    assert.strictEqual(grown("gapura_agency_attempts_total", { agency: "opd" }), 1 + 3)
    assert.strictEqual(grown("gapura_masked_values_total", { agency: "opd" }), 1)
    const attempts = "http_client_request_duration_seconds_count"
    assert.strictEqual(grown(attempts, { agency: "opd", http_response_status_code: "200" }), 1)
    assert.strictEqual(grown(attempts, { agency: "opd", error_type: "connection_terminated" }), 3)
    assert.strictEqual(grown(attempts, { agency: "opd" }), 4)
    assert.isAtLeast(sample(after, "http_client_open_connections", { agency: "opd", http_connection_state: "idle" }), 1)
    assert.strictEqual(sample(after, "gapura_agency_connections_limit", { agency: "opd" }), 64)
    assert.strictEqual(sample(after, "gapura_agency_waiting", { agency: "opd" }), 0)
  })

  it("count an aggregate once and each of its entries under its own route", async () => {
    const { gateway, token } = at()
    const before = await metrics()
    await (await gateway.aggregate({
      strategy: "keyed",
      requests: ["a", "b"].map((alias) => ({ alias, opd: "opd", dataset: "data", path: "sehat" }))
    }, token)).arrayBuffer()
    await (await gateway.get("preset/ringkas", token)).arrayBuffer()
    const after = await metrics()
    const grown = (route: string) => sample(after, perRoute, { http_route: route }) - sample(before, perRoute, { http_route: route })
    assert.deepStrictEqual([grown("aggregate"), grown("opd/data/sehat"), grown("preset/ringkas"), grown("opd/data/isi")], [1, 2, 1, 1])
  })

  it("count and time every door beside data, under what it is called and not as it was asked for", async () => {
    const { gateway } = at()
    const before = await metrics()
    const asked: ReadonlyArray<readonly [method: string, path: string]> = [
      ...[["GET", "/v4/gateway?q=rahasia"], ["GET", "/v4/gateway/opd"], ["GET", "/v4/export/openapi"], ["GET", "/docs"]] as const,
      ...[["POST", "/oauth/token"], ["GET", "/portal"], ["GET", "/portal/masuk"], ["GET", "/portal/status"]] as const,
      ...[["GET", "/tidak/ada/di/sini"], ["PUT", "/portal/kopi"]] as const
    ]
    for (const [method, path] of asked) {
      await (await fetch(`${gateway.url}${path}`, { method, redirect: "manual" })).arrayBuffer()
    }
    const grown = (text: string) => (http_route: string, http_request_method = "GET") =>
      sample(text, perRoute, { http_route, http_request_method }) - sample(before, perRoute, { http_route, http_request_method })
    await eventually("all are counted", async () => grown(await metrics())("/portal/*", "_OTHER") === 1)
    const of = grown(await metrics())
    assert.deepStrictEqual(
      ["/v4/gateway", "/v4/gateway/*", "/v4/export/*", "/docs", "/portal", "/portal/masuk", "/portal/status", "/*"].map((route) =>
        of(route)
      ),
      [1, 1, 1, 1, 1, 1, 1, 1]
    )
    assert.strictEqual(of("/oauth/token", "POST"), 1)
  })

  it("tell what this gateway is and has, and that it takes traffic", async () => {
    const text = await metrics()
    assert.include(text, `gapura_build_info{version="${productVersion}",node="${process.versions.node}"} 1\n`)
    assert.deepStrictEqual(["gapura_ready", "gapura_audit_signing"].map((name) => sample(text, name)), [1, 1])
    assert.strictEqual(sample(text, "gapura_database_grace_left_seconds"), 900)
    assert.strictEqual(sample(text, "gapura_database_up"), 1)
    assert.strictEqual(sample(text, "http_server_active_requests"), 0)
    for (
      const name of ["gapura_http_connections", "gapura_access_tokens", "gapura_cache_limit_bytes", "gapura_audit_journal_limit_bytes"]
    ) assert.isAbove(sample(text, name), 0, name)
    for (const name of ["process_memory_usage_bytes", "process_unix_file_descriptor_count", "v8js_memory_heap_used_bytes"]) {
      assert.isAbove(sample(text, name), 10, name)
    }
    assert.isAbove(sample(text, "gapura_file_descriptor_limit"), sample(text, "process_unix_file_descriptor_count"))
    const [free, used] = ["free", "used"].map((state) => sample(text, "system_filesystem_usage_bytes", { system_filesystem_state: state }))
    const { bavail, bsize } = statfsSync(tmpdir())
    assert.closeTo(free ?? 0, bavail * bsize, bavail * bsize / 10)
    assert.closeTo(sample(text, "system_filesystem_limit_bytes") / ((free ?? 0) + (used ?? 0)), 1, 0.01)
    assert.isBelow(sample(text, "gapura_heap_share_ratio"), 1)
    for (const cpu_mode of ["user", "system"]) assert.isAbove(sample(text, "process_cpu_time_seconds_total", { cpu_mode }), 0)
  })

  it("are told by a gateway whose DATA_DIR is gone, as one that has no room", async () => {
    const { gateway } = at()
    const before = await metrics()
    const away = `${gateway.dataDir}.away`
    renameSync(gateway.dataDir, away)
    try {
      const answer = await fetch(`${gateway.managementUrl}/metrics`)
      const text = await answer.text()
      assert.strictEqual(answer.status, 200, text)
      assert.strictEqual(sample(text, "system_filesystem_usage_bytes", { system_filesystem_state: "free" }), 0)
      assert.closeTo(sample(text, "system_filesystem_limit_bytes") / sample(before, "system_filesystem_limit_bytes"), 1, 0.01)
    } finally {
      renameSync(away, gateway.dataDir)
    }
    assert.isAbove(sample(await metrics(), "system_filesystem_usage_bytes", { system_filesystem_state: "free" }), 0)
  })

  it("count refusals of the limiter", async () => {
    const { gateway } = at()
    const before = await count("gapura_limiter_refused_total")
    const token = await gateway.token({ scopes: "*", application: "rakus" })
    const codes = await Promise.all(Array.from({ length: 205 }, async () => {
      const response = await gateway.get("opd/data/segar", token)
      await response.arrayBuffer()
      return response.status
    }))
    assert.strictEqual(codes.filter((code) => code === 429).length, 5)
    assert.strictEqual(await count("gapura_limiter_refused_total") - before, 5)
  })

  it("show a circuit's state and every change of it", async () => {
    const { get, setClosable } = at()
    const state = (name: string) => count("gapura_circuit_state", { agency: "sekering", state: name })
    await setClosable(faults.reset)
    for (let n = 0; n < 5; n++) assert.strictEqual((await get("sekering/data/isi")).status, 502)
    assert.strictEqual((await get("sekering/data/isi")).status, 503)
    await eventually("the circuit is shown open", async () => await state("open") === 1 && await state("closed") === 0)
    await setClosable(json({ data: [] }))
    await eventually("the agency is probed", async () => (await get("sekering/data/isi")).status === 200)
    await eventually("the circuit is shown closed", async () => await state("closed") === 1 && await state("open") === 0)
    const entered = async (to: string) => count("gapura_circuit_transitions_total", { agency: "sekering", to })
    assert.deepStrictEqual([await entered("open"), await entered("half-open"), await entered("closed")], [1, 1, 1])
  })

  it("fault-90 hold nothing that a caller wrote: no address, token, query or person", async () => {
    const { gateway, get, token } = at()
    const official = await gateway.token({ scopes: "*", application: "dinas", official: true })
    const answer = await gateway.get(`opd/data/orang/${nik}?q=rahasia`, official)
    assert.strictEqual(answer.status, 200)
    await answer.arrayBuffer()
    await get("opd/data/tak-ada-di-sini")
    await (await gateway.get("opd/data/isi", "gpr_token-karangan")).arrayBuffer()
    const text = await metrics()
    for (const secret of [nik, token, official, "rahasia=", "tak-ada-di-sini", "karangan", "127.0.0.1"]) {
      assert.isFalse(text.includes(secret), secret)
    }
    assert.isAbove(sample(text, perRoute, { http_route: "opd/data/orang/:nik" }), 0)
    assert.isAbove(sample(text, perRoute, { http_route: "unmatched", http_response_status_code: "404" }), 0)
    assert.isAbove(sample(text, perRoute, { http_route: "unmatched", http_response_status_code: "401" }), 0)
  })

  it("are all of the table's, under their names and types, but those of what is not there", async () => {
    const text = await metrics()
    const typeOf = ({ prometheus }: MetricName) =>
      prometheus.endsWith("_total") ? "counter" : prometheus.endsWith("_duration_seconds") ? "histogram" : "gauge"
    const missing = Object.values(metricNames).filter((name) => !text.includes(`# TYPE ${name.prometheus} ${typeOf(name)}\n`))
    assert.deepStrictEqual(missing.map(({ id }) => id), [
      // The parent of workers has them.
      "gapura.workers",
      "gapura.workers.wanted",
      "gapura.workers.ended",
      // Without TLS, PostgreSQL and Redis.
      "gapura.tls.failing",
      "gapura.tls.expiry.timestamp",
      "gapura.agency.tls.expiry.timestamp",
      "gapura.clock.offset",
      "gapura.redis.up",
      "db.client.operation.duration",
      "db.client.connection.count",
      "db.client.connection.max",
      "db.client.connection.pending_requests",
      "gapura.database.listening",
      // Nothing of it has happened.
      "gapura.fields.new",
      "gapura.linkage.rows"
    ])
  })

  it("say of those that go with the next release what takes their place", async () => {
    const [help] = /^# HELP gapura_agency_attempts_total .*$/m.exec(await metrics()) ?? []
    assert.include(help, "goes with the next release, http_client_request_duration_seconds_count takes its place")
  })

  it("are well-formed: every sample belongs to a declared metric and is a number", async () => {
    const text = await metrics()
    const declared = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
    for (const line of text.split("\n").filter((candidate) => candidate !== "" && !candidate.startsWith("#"))) {
      const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{[^}]*\})? (\S+)$/.exec(line)
      assert.isNotNull(match, line)
      assert.isFalse(Number.isNaN(Number(match?.[2]?.replace("+Inf", "Infinity"))), line)
      const name = match?.[1] ?? ""
      assert.isTrue(declared.has(name) || declared.has(name.replace(/_(bucket|sum|count|min|max)$/, "")), line)
    }
  })
})

describe("health in the catalogue", () => {
  it("follows the traffic: unknown, up, degraded, down; the summary counts it", async () => {
    const { get, set } = at()
    assert.strictEqual((await endpointOf("sekering", "lain")).health, "unknown")
    await get("opd/data/sehat")
    const up = await endpointOf("opd", "sehat")
    assert.strictEqual(up.health, "up")
    assert.isAtLeast(up.stats["5m"]?.count ?? 0, 1)
    assert.isNotNull(up.stats["5m"]?.p95)
    await get("opd/data/putus")
    const down = await endpointOf("opd", "putus")
    assert.strictEqual(down.health, "down")
    assert.strictEqual(down.stats["5m"]?.errors, down.stats["5m"]?.count)
    await set(json({ data: [] }))
    for (let n = 0; n < 12; n++) await get("opd/data/putus")
    assert.strictEqual((await endpointOf("opd", "putus")).health, "degraded")
    const { health, p95, privateEndpoints } = await summary()
    assert.deepInclude(health, { degraded: 1 })
    assert.isAtLeast(health["up"] ?? 0, 1)
    assert.isNotNull(p95)
    assert.strictEqual(privateEndpoints, 2)
  })

  it("is down for every endpoint of an agency whose circuit is open, and recovers with it", async () => {
    const { get, setClosable } = at()
    for (let n = 0; n < 20; n++) await get("sekering/data/lain")
    assert.strictEqual((await endpointOf("sekering", "lain")).health, "up")
    await setClosable(faults.reset)
    await eventually("the circuit is open", async () => (await get("sekering/data/isi")).status === 503)
    assert.strictEqual((await endpointOf("sekering", "lain")).health, "down")
    await setClosable(json({ data: [] }))
    await eventually("the circuit is closed", async () => (await get("sekering/data/isi")).status === 200)
    assert.strictEqual((await endpointOf("sekering", "lain")).health, "up")
  })
})
