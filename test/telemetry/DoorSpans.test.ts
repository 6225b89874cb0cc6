/** The spans of what is answered beside data, door by door, as a collector receives them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import { assetAddress } from "../../src/pages/Assets.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { openEvents } from "../support/EventStream.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { basic, inBody, makeClient } from "../support/OAuth.ts"
import { breaches } from "../support/OtlpConventions.ts"
import { makeOtlpReceiver } from "../support/OtlpReceiver.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startSignOn, Visitor } from "../support/SignOn.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const callerSpan = "b7ad6b7169203331"
/** What callers write where nobody may repeat it. */
const secrets = { word: "katacari7731", password: "sandi-salah-7731", path: "alamat-rahasia-7731", state: "keadaan7731", cookie: "kue7731" }

const at = suite(Effect.gen(function*() {
  process.env["OTEL_BSP_SCHEDULE_DELAY"] = "50"
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
  const collector = yield* makeOtlpReceiver
  const [signOn, otherSignOn] = [yield* startSignOn(), yield* startSignOn()]
  const registry = registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }])
  const sending = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: "300", OTEL_METRIC_EXPORT_TIMEOUT: "300" }
  const all = { ...sending, OTEL_TRACES_SAMPLER: "always_on", ACCESS_LOG: "1" }
  const gateway = yield* startGateway(registry, { ...all, ...signOn.variables })
  const broken = yield* startGateway(registry, { ...all, ...otherSignOn.variables })
  const asCallersSay = yield* startGateway(registry, { ...sending, OTEL_TRACES_SAMPLER: "parentbased_always_off" })
  const silent = yield* startGateway(registry)
  yield* Effect.promise(() => otherSignOn.away())
  return yield* Effect.promise(async () => ({
    asCallersSay,
    broken,
    collector,
    gateway,
    silent,
    client: await makeClient(gateway, { scopes: ["opd-data-get"] }),
    operator: await portalSession(gateway, { account: "bima7731", name: "Bima Prakoso", kind: "civil-servant", operator: true }),
    token: await gateway.token({ scopes: "*" })
  }))
}))

const newTrace = () => randomBytes(16).toString("hex")
const callerOf = (traceId: string, flags = "01") => ({ traceparent: `00-${traceId}-${callerSpan}-${flags}` })
const serversOf = (traceId: string) => at().collector.spans().filter((span) => span.kind === "server" && span.traceId === traceId)

/** The one span of a trace. */
const serverOf = async (traceId: string) => {
  await eventually(`the span of ${traceId} is there`, () => serversOf(traceId).length > 0)
  const [span, ...others] = serversOf(traceId)
  assert.strictEqual(others.length, 0)
  if (span === undefined) throw new Error("no span")
  return span
}

interface Asked {
  readonly gateway?: Gateway
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams
}

/** Sends a request and gives what its span says; what every span of an answer has to say is checked here. */
const traced = async (path: string, { gateway = at().gateway, headers = {}, ...rest }: Asked = {}) => {
  const traceId = newTrace()
  const response = await fetch(`${gateway.url}${path}`, { redirect: "manual", ...rest, headers: { ...callerOf(traceId), ...headers } })
  await response.arrayBuffer()
  const { attributes, failed, links, name, parentSpanId, spanId } = await serverOf(traceId)
  assert.deepStrictEqual([parentSpanId, links], [callerSpan, []])
  assert.strictEqual(response.headers.get("traceparent"), `00-${traceId}-${spanId}-01`)
  const { "error.type": error, "gapura.request.id": requestId, "http.response.status_code": status, "http.route": route, ...others } =
    attributes
  assert.strictEqual(requestId, response.headers.get("x-request-id"))
  assert.match(String(requestId), /^[0-9a-f-]{36}$/)
  assert.strictEqual(status, response.status)
  assert.strictEqual(failed, response.status >= 500)
  assert.strictEqual(error, failed ? String(response.status) : undefined)
  assert.deepStrictEqual(others, {
    "http.request.method": rest.method ?? "GET",
    "url.path": route,
    "url.scheme": "http",
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(gateway.url).port)
  })
  assert.strictEqual(name, `${rest.method ?? "GET"} ${String(route)}`)
  return { response, told: `${response.status} ${name}` }
}

const toldOf = async (path: string, asked?: Asked) => (await traced(path, asked)).told

/** What `/metrics` says of a route's answers. */
const countOf = async ({ managementUrl }: Gateway, route: string, status: number): Promise<number> => {
  const text = await (await fetch(`${managementUrl}/metrics`)).text()
  const ofRoute = text.split("\n").filter((line) =>
    line.startsWith("http_server_request_duration_seconds_count{") && line.includes(`http_route="${route}"`)
    && line.includes(`http_response_status_code="${status}"`)
  )
  return ofRoute.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0)
}

describe("a door's span has the route of its metrics, and goes on with its caller's trace", () => {
  it("of OAuth, whatever becomes of it", async () => {
    const { client } = at()
    const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
      toldOf(`/oauth/${path}`, { method: "POST", body: new URLSearchParams(fields), headers })
    const grant = { grant_type: "client_credentials" }
    assert.strictEqual(await post("token", { ...grant, ...inBody(client) }), "200 POST /oauth/token")
    assert.strictEqual(await post("token", grant, basic({ id: client.id, secret: secrets.password })), "401 POST /oauth/token")
    assert.strictEqual(await post("introspect", { ...inBody(client), token: secrets.word }), "200 POST /oauth/introspect")
    assert.strictEqual(await post("revoke", { ...inBody(client), token: secrets.word }), "200 POST /oauth/revoke")
    assert.strictEqual(await toldOf(`/oauth/token?client_secret=${secrets.password}`), "405 GET /oauth/token")
  })

  it("of the catalogue, exports, documents and what everybody may know", async () => {
    const searched = `/v4/gateway?q=${secrets.word}`
    assert.strictEqual(await toldOf(searched), "200 GET /v4/gateway")
    // As it was kept, too.
    assert.strictEqual(await toldOf(searched), "200 GET /v4/gateway")
    assert.strictEqual(await toldOf("/v4/gateway/opd"), "200 GET /v4/gateway/*")
    assert.strictEqual(await toldOf(`/v4/gateway/${secrets.path}`), "404 GET /v4/gateway/*")
    assert.strictEqual(await toldOf("/v4/export/openapi-3.1?opd=opd"), "200 GET /v4/export/*")
    assert.strictEqual(await toldOf("/v4/front/ringkasan"), "200 GET /v4/front/*")
    assert.strictEqual(await toldOf("/docs"), "200 GET /docs")
    assert.strictEqual(await toldOf("/openapi.json"), "200 GET /openapi.json")
    assert.strictEqual(await toldOf("/problems/unauthorized"), "200 GET /problems/*")
    assert.strictEqual(await toldOf("/.well-known/oauth-protected-resource"), "200 GET /.well-known/*")
    assert.strictEqual(await toldOf(`/${secrets.path}/${secrets.word}`), "404 GET /*")
    assert.strictEqual(await toldOf("/v4/gateway", { method: "DELETE" }), "405 DELETE /v4/gateway")
    assert.strictEqual(await toldOf("/v4/gateway", { method: "HEAD" }), "200 HEAD /v4/gateway")
    assert.strictEqual(await toldOf("/api/v4/gateway/opd/data/isi", { method: "OPTIONS" }), "204 OPTIONS /*")
  })

  it("of the portal, its desks and operations, the status page and the files that pages load", async () => {
    const { operator: { cookie } } = at()
    const headers = { cookie }
    assert.strictEqual(await toldOf("/portal", { headers }), "200 GET /portal")
    assert.strictEqual(await toldOf("/portal", { headers: { cookie: `__Host-gapura=${secrets.cookie}` } }), "200 GET /portal")
    assert.strictEqual(await toldOf("/portal/status"), "200 GET /portal/status")
    assert.strictEqual(await toldOf(`/portal/masuk?next=/portal/${secrets.path}`), "200 GET /portal/masuk")
    assert.strictEqual(await toldOf("/portal/operasi", { headers }), "200 GET /portal/operasi")
    assert.strictEqual(await toldOf(`/portal/operasi/token?id=${secrets.word}`, { headers }), "200 GET /portal/operasi/*")
    assert.strictEqual(await toldOf(`/portal/opd/${secrets.path}`), "303 GET /portal/opd/*")
    assert.strictEqual(await toldOf(assetAddress("copy")), "200 GET /portal/*")
    const body = new URLSearchParams({ csrf: secrets.word, reason: secrets.word })
    assert.strictEqual(await toldOf("/portal/operasi/token", { method: "POST", headers, body }), "403 POST /portal/operasi/*")
    assert.strictEqual(await toldOf("/portal/keluar", { method: "POST", headers, body }), "403 POST /portal/keluar")
  })

  it("of a whole way through the sign-on, none of whose codes and cookies is told", async () => {
    const { collector, gateway } = at()
    const visitor = new Visitor()
    const back = await visitor.chooseAt(gateway.url, "bima", `/portal?q=${secrets.word}`)
    const codes = [...new URL(back).searchParams.values()]
    const cookies = ["__Host-gapura", "__Host-gapura-masuk"].map((name) => () => visitor.cookie(gateway.url, name))
    const kept = cookies.flatMap((cookie) => cookie() ?? [])
    const traceId = newTrace()
    const arrived = await visitor.send(back, { headers: callerOf(traceId) })
    assert.strictEqual(arrived.status, 303)
    const { attributes, name } = await serverOf(traceId)
    assert.deepStrictEqual([name, attributes["http.response.status_code"]], ["GET /portal/masuk/*", 303])
    const exported = collector.text()
    for (const secret of [...codes, ...kept, ...cookies.flatMap((cookie) => cookie() ?? [])]) assert.notInclude(exported, secret)
    assert.isAtLeast(codes.length + kept.length, 3)
  })

  it("with what failed, and the lines that the log has about it", async () => {
    const { broken, collector } = at()
    const lineOf = async (response: Response) => {
      const [, traceId, spanId] = String(response.headers.get("traceparent")).split("-")
      const found = () => collector.logs().find((line) => line.traceId === traceId)
      await eventually("the line is there", () => found() !== undefined)
      assert.deepStrictEqual([found()?.spanId, found()?.flags], [spanId, 1])
      return found()
    }
    const away = await traced(`/portal/masuk/mulai?next=/portal/${secrets.path}`, { gateway: broken })
    assert.strictEqual(away.told, "503 GET /portal/masuk/*")
    assert.strictEqual((await lineOf(away.response))?.severityText, "WARN")
    const client = await makeClient(broken, { scopes: ["opd-data-get"] })
    await broken.run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`UPDATE clients SET scopes = 'rusak'`)))
    const body = new URLSearchParams({ grant_type: "client_credentials", ...inBody(client) })
    const failed = await traced("/oauth/token", { gateway: broken, method: "POST", body })
    assert.strictEqual(failed.told, "500 POST /oauth/token")
    const line = await lineOf(failed.response)
    assert.deepStrictEqual([line?.severityText, line?.attributes["gapura.request.id"]], [
      "ERROR",
      failed.response.headers.get("x-request-id")
    ])
  })
})

describe("a door's request", () => {
  it("has an exemplar among its latencies", async () => {
    const { gateway } = at()
    const { response } = await traced("/docs")
    const accept = "application/openmetrics-text; version=1.0.0"
    const text = await (await fetch(`${gateway.managementUrl}/metrics`, { headers: { accept } })).text()
    const traceId = String(response.headers.get("traceparent")).split("-")[1]
    assert.match(text, new RegExp(`^http_server_request_duration_seconds_bucket\\{.*http_route="/docs".* # \\{trace_id="${traceId}"`, "m"))
  })

  it("of one who left before an answer is interrupted, in span and metrics", async () => {
    const { gateway } = at()
    const traceId = newTrace()
    const left = () => countOf(gateway, "/oauth/token", 499)
    const before = await left()
    const head = [
      "POST /oauth/token HTTP/1.1",
      "host: gerbang",
      `traceparent: ${callerOf(traceId).traceparent}`,
      "content-type: application/x-www-form-urlencoded",
      "content-length: 100",
      "expect: 100-continue"
    ]
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1")
    // Once it is asked to go on, the gateway waits for the body.
    socket.write(`${head.join("\r\n")}\r\n\r\n`)
    socket.once("data", () => socket.destroy())
    await eventually("it is counted", async () => await left() === before + 1)
    const { attributes, failed } = await serverOf(traceId)
    assert.deepStrictEqual([failed, attributes["gapura.interrupted"], attributes["http.response.status_code"]], [false, true, undefined])
  })

  it("that lasts as long as somebody looks has neither a span nor a duration", async () => {
    const { gateway, operator: { cookie } } = at()
    const count = () => countOf(gateway, "/portal/operasi/*", 200)
    const traceId = newTrace()
    const before = await count()
    const live = await openEvents(`${gateway.url}/portal/operasi/alir`, { cookie, ...callerOf(traceId) })
    await live.until("the first event", () => true)
    live.close()
    await eventually("it is over", () => live.isOver())
    await traced("/portal/operasi/token", { headers: { cookie } })
    assert.strictEqual(await count(), before + 1)
    assert.deepStrictEqual(serversOf(traceId), [])
  })

  it("is traced where the sampler says so, and has its trace in any case", async () => {
    const { asCallersSay } = at()
    const [sampled, unsampled] = [newTrace(), newTrace()]
    const answered = async (headers: Readonly<Record<string, string>>) => {
      const response = await fetch(`${asCallersSay.url}/v4/gateway`, { headers })
      await response.arrayBuffer()
      return String(response.headers.get("traceparent")).split("-")
    }
    const [, ofUnsampled, itsSpan, itsFlags] = await answered(callerOf(unsampled, "00"))
    assert.deepStrictEqual([ofUnsampled, itsFlags], [unsampled, "00"])
    assert.notStrictEqual(itsSpan, callerSpan)
    const [, fresh, , freshFlags] = await answered({})
    assert.deepStrictEqual([String(fresh).length, freshFlags], [32, "00"])
    await answered(callerOf(sampled))
    await serverOf(sampled)
    assert.deepStrictEqual([serversOf(unsampled), serversOf(String(fresh))], [[], []])
  })

  it("has no trace at a gateway that sends none", async () => {
    const response = await fetch(`${at().silent.url}/v4/gateway`, { headers: callerOf(newTrace()) })
    await response.arrayBuffer()
    assert.deepStrictEqual([response.status, response.headers.get("traceparent")], [200, null])
  })

  it("of the management listener has none", async () => {
    const { gateway } = at()
    const [management, data, door] = [newTrace(), newTrace(), newTrace()]
    for (const path of ["/health/live", "/health/ready", "/metrics", "/tiada"]) {
      const response = await fetch(`${gateway.managementUrl}${path}`, { headers: callerOf(management) })
      await response.arrayBuffer()
      assert.isNull(response.headers.get("traceparent"))
    }
    await (await gateway.get("opd/data/isi", at().token, callerOf(data))).arrayBuffer()
    await (await fetch(`${gateway.url}/docs`, { headers: callerOf(door) })).arrayBuffer()
    assert.strictEqual((await serverOf(data)).name, "GET opd/data/isi")
    await serverOf(door)
    assert.deepStrictEqual(serversOf(management), [])
  })
})

describe("all that is sent of doors", () => {
  it("keeps to OpenTelemetry's conventions", async () => {
    const { collector } = at()
    const durations = () =>
      collector.metrics().filter(({ name }) => name === "http.server.request.duration").flatMap(({ points }) => points)
    await eventually("the last door's metric is there", () => durations().some(({ attributes }) => attributes["http.route"] === "/docs"))
    assert.deepStrictEqual([...new Set(durations().map(({ attributes }) => attributes["url.scheme"]))], ["http"])
    assert.isAbove(collector.spans().length, 25)
    assert.deepStrictEqual(breaches(collector), [])
  })

  it("fault-90 has no query, password, token, cookie, search word or person", () => {
    const { client, collector, operator, token } = at()
    const exported = collector.text()
    const cookie = operator.cookie.slice(operator.cookie.indexOf("=") + 1)
    for (
      const secret of [...Object.values(secrets), client.id, client.secret, cookie, operator.csrf, token, "bima", "Bima", "grant_type"]
    ) {
      assert.notInclude(exported, secret)
    }
    assert.include(exported, "/portal/operasi/*")
  })
})
