/**
 * Every query of every board, asked of a real Prometheus that scraped two gateways on one PostgreSQL and one Redis, one of them
 * with workers and one with TLS, while they were used in every way and had every trouble that a panel is about.
 */
import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Panel, Variable } from "../docs/boards/Board.ts"
import { boards } from "../docs/boards/Boards.ts"
import { type Answering, faults, json, makeAgencyServer, sequence } from "../support/AgencyServer.ts"
import { only, runHere, serving } from "../support/CommandLine.ts"
import { openEvents } from "../support/EventStream.ts"
import { freePort } from "../support/Gateway.ts"
import { makeOtlpReceiver } from "../support/OtlpReceiver.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { makePrometheusServer } from "../support/PrometheusServer.ts"
import { promtool } from "../support/Promtool.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { eventually, pause, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"
import { childrenOf } from "../support/WorkerPids.ts"

/** Longer than metrics may be missing while a worker starts; Grafana takes four scrapes of a city's Prometheus, which is a minute. */
const rateInterval = "20s"
const tokens = 6
const patients = [{ nama_pasien: "Budi Santoso", tanggal_lahir: "1990-02-15", kelurahan: "Dago", nik: "3674011502900001" }]
const recipients = [{ nama_penerima: "Budi Santoso", tgl_lahir: "15-02-1990", kelurahan: "Dago", bantuan: "BPNT" }]

/** Good and bad by turns, so that the circuit opens and closes again. */
const now = { good: true }
const byTurns: Answering = (exchange) => (now.good ? json({ data: ["isi"] }) : faults.reset)(exchange)
const columns = [
  "luas",
  "lebar",
  "tinggi",
  "panjang",
  "dalam",
  "berat",
  "suhu",
  "debit",
  "curah",
  "jarak",
  "laju",
  "daya",
  "arus",
  "tekanan"
]
/** Another field in each answer, as long as there are any. */
const growing = (): Answering => sequence(...columns.map((column) => json({ data: [{ id: 1, [column]: 1 }] })))

/** Never the same twice. */
const counting = (): Answering => {
  let asked = 0
  return (exchange) => json({ data: [{ id: 1, nilai: ++asked }] })(exchange)
}

/** @param own the gateway's certificate for an agency that nobody answers for */
const makeCity = Effect.fnUntraced(function*(own: { readonly cert: string; readonly key: string }) {
  const calm = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }), routes: { "/data/langsung": counting() } })
  const busy = yield* makeAgencyServer({
    behaviour: byTurns,
    routes: {
      "/data/segar": json({ data: ["segar"] }),
      "/data/pasien": json({ data: patients }),
      "/data/bansos": json({ data: recipients }),
      "/data/besar": json({ data: "x".repeat(100_000) }),
      "/data/baru": growing(),
      "/data/hilang": sequence(json({ data: [] }), faults.hang)
    }
  })
  const fresh = { cache: { fresh: "1 hour", stale: "2 hours" } }
  const stale = { cache: { fresh: "0 seconds", stale: "1 hour" } }
  const entry = (alias: string) => ({ alias, opd: "ramai", dataset: "data", path: alias })
  return registryText([
    { slug: "tenang", server: calm.url, endpoints: [{ path: "isi", ...fresh }, { path: "langsung", live: "1 second" }] },
    { slug: "berkunci", server: "https://127.0.0.1:9", tls: own, endpoints: [{ path: "isi" }] },
    {
      slug: "ramai",
      server: busy.url,
      retries: 1,
      timeout: "300 millis",
      deadline: "1 second",
      // Open for longer than from one scrape to the next.
      breaker: { size: 10, minimum: 5, open: "2 seconds", openMax: "2 seconds" },
      endpoints: [
        { path: "segar", ...fresh },
        { path: "basi", ...stale },
        { path: "putus", cache: { stale: "1 millis" } },
        { path: "hilang" },
        { path: "pasien" },
        { path: "bansos" },
        { path: "baru" },
        { path: "besar", query: ["n"], ...fresh },
        { path: "rahasia", private: true }
      ]
    }
  ], [{ slug: "ringkas", title: "Ringkas", requests: [entry("pasien"), entry("bansos")] }])
})

const makeFleet = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const registryFile = join(directory, "registry.yaml")
  const redis = yield* makeRedisServer
  const collector = yield* makeOtlpReceiver
  const { cert, key } = selfSigned()
  const [certFile, keyFile] = [join(directory, "tls.crt"), join(directory, "tls.key")]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  writeFileSync(registryFile, yield* makeCity({ cert: certFile, key: keyFile }))
  const dataDir = join(directory, "satu")
  const shared = {
    REGISTRY_FILE: registryFile,
    DATABASE_URL: databaseUrl(dataDir),
    REDIS_URL: redis.url,
    KEYS_PASSPHRASE: "kunci bersama semua gerbang kota",
    RATE_LIMIT: "300"
  }
  const variablesOf = (name: string) =>
    Effect.gen(function*() {
      const DATA_DIR = join(directory, name)
      databaseUrl(DATA_DIR)
      const [port, management] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
      return { ...shared, DATA_DIR, PORT: String(port), MANAGEMENT_PORT: String(management) }
    })
  const one = {
    ...yield* variablesOf("satu"),
    WORKERS: "2",
    CACHE_MAX_BYTES: "1 MiB",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "always_on"
  }
  const two = { ...yield* variablesOf("dua"), TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }
  const first = yield* serving(one)
  yield* serving(two)
  const prometheus = yield* makePrometheusServer([one, two].map(({ MANAGEMENT_PORT }) => `127.0.0.1:${MANAGEMENT_PORT}`))
  return { first, one, prometheus, redis, url: `http://127.0.0.1:${one.PORT}` }
})

const textOf = Schema.decodeUnknownSync(Schema.String)

/** Nobody writes records to the database until `seen` ends. */
const holdingAudit = (url: string, seen: () => Promise<void>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const session = yield* PgConnection.make({ url: Redacted.make(url) })
    for (const statement of ["BEGIN", "LOCK TABLE audit_head"]) yield* session.query(statement, [], false)
    yield* Effect.promise(seen)
    yield* session.query("ROLLBACK", [], false)
  })))

/** What gateways have to survive, each once the panels could see the one before. */
const trouble = async ({ first, one, prometheus, redis }: Effect.Success<typeof makeFleet>): Promise<void> => {
  const seen = (what: string, expr: string) => eventually(what, async () => (await prometheus.now(expr)).length > 0)
  await seen("both are scraped, and use Redis", "count(gapura_redis_up == 1) == 2")
  await redis.kill()
  await seen("Redis is missed", "count(gapura_redis_up == 0) == 2")
  await redis.start()
  await seen("Redis is back", "count(gapura_redis_up == 1) == 2")
  await holdingAudit(one.DATABASE_URL, async () => {
    await seen("a session is used", `db_client_connection_count{db_client_connection_state="used"} > 0`)
    await seen("records wait in the journal", "gapura_audit_journal_age_seconds > 0")
  })
  const [worker] = childrenOf(first.child.pid ?? 0)
  if (worker === undefined) throw new Error("there is no worker")
  process.kill(worker, "SIGKILL")
  await seen("a worker ended", `increase(gapura_workers_ended_total[${rateInterval}]) > 0`)
  await seen("another one serves", "gapura_workers == 2 and gapura_ready == 1")
  const changed = (to: string) => `increase(gapura_circuit_transitions_total{agency="ramai",to="${to}"}[${rateInterval}]) > 0`
  await seen("a circuit has opened and closed", `${changed("open")} and ignoring (to) ${changed("closed")}`)
  await seen("a circuit is open", `gapura_circuit_state{agency="ramai",state="open"} == 1`)
}

/** Uses the gateway in every way there is, until `over`; what breaks with a worker or an agency is meant to. */
const use = async ({ one, url }: Effect.Success<typeof makeFleet>, over: () => boolean): Promise<void> => {
  const command = async (...words: ReadonlyArray<string>) => only(await runHere([...words, "--json"], one))
  const issued: Array<string> = []
  for (let n = 0; n < tokens; n++) {
    issued.push(textOf((await command("token", "issue", "--application", `uji-${n}`, "--scope", "*"))["token"]))
  }
  const narrow = textOf((await command("token", "issue", "--application", "sempit", "--scope", "tenang-isi-get"))["token"])
  const greedy = textOf((await command("token", "issue", "--application", "rakus", "--scope", "*"))["token"])
  const client = await command("client", "create", "--name", "sipd", "--scope", "tenang-isi-get")

  let asked = 0
  const ask = async (path: string, token?: string, init: RequestInit = {}): Promise<void> => {
    const bearer = token ?? issued[++asked % tokens] ?? ""
    await fetch(`${url}${path}`, { redirect: "manual", ...init, headers: { authorization: `Bearer ${bearer}`, ...init.headers } })
      .then((response) => response.arrayBuffer(), () => {})
  }
  const data = (path: string, token?: string, init?: RequestInit) => ask(`/api/v4/gateway/${path}`, token, init)
  const oauth = (path: string, fields: Readonly<Record<string, string>>) =>
    ask(`/oauth/${path}`, undefined, { method: "POST", headers: { authorization: "" }, body: new URLSearchParams(fields) })
  const who = (secret: unknown) => ({ client_id: textOf(client["clientId"]), client_secret: textOf(secret) })
  const requests = ["pasien", "bansos"].map((path) => ({ alias: path, opd: "ramai", dataset: "data", path }))
  const round = (n: number) =>
    Promise.all([
      ...["segar", "segar", "basi", "putus", "pasien", "bansos", "baru", "hilang", "tidak-ada"].map((path) => data(`ramai/data/${path}`)),
      ...["rahasia", "segar"].map((path) => data(`ramai/data/${path}`, narrow)),
      ...[0, 1, 2, 3].map((part) => data(`ramai/data/besar?n=${n}-${part}`)),
      data("tenang/data/isi"),
      data("berkunci/data/isi"),
      data("tenang/data/isi", "gpr_karangan"),
      ...["GET", "HEAD", "HEAD"].map((method) => data("ramai/data/putus", undefined, { method })),
      data("preset/ringkas"),
      data("aggregate", undefined, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ strategy: "keyed", requests })
      }),
      oauth("token", { grant_type: "client_credentials", ...who(client["clientSecret"]) }),
      oauth("token", { grant_type: "client_credentials", ...who("salah") }),
      oauth("introspect", { token: greedy, ...who(client["clientSecret"]) }),
      ...["/v4/gateway", `/v4/gateway?q=${n}`, "/v4/export/openapi", "/v4/front/ringkasan", "/docs", "/portal", "/portal/masuk"].map((
        path
      ) => ask(path)),
      ...["/portal/status", "/openapi.json", "/.well-known/oauth-authorization-server", "/tidak/ada"].map((path) => ask(path))
    ])

  /** Follows what changes, and comes again where that was cut off. */
  const follow = async (): Promise<void> => {
    while (!over()) {
      const headers = { authorization: `Bearer ${issued[0] ?? ""}` }
      const followed = await openEvents(`${url}/api/v4/gateway/tenang/data/langsung`, headers).catch(() => undefined)
      while (!over() && followed?.isOver() === false) await pause(100)
      followed?.close()
      await pause(100)
    }
  }
  const following = follow()
  await Promise.all(Array.from({ length: 330 }, () => data("tenang/data/isi", greedy)))
  for (let n = 0; !over(); n++) {
    now.good = n % 4 < 2
    await Promise.all([round(n), data("tenang/data/isi", greedy), pause(150)])
  }
  await following
}

const at = suite(Effect.gen(function*() {
  const fleet = yield* makeFleet
  const began = Date.now() / 1000
  yield* Effect.promise(async () => {
    let isOver = false
    const troubled = trouble(fleet).finally(() => {
      isOver = true
    })
    await Promise.all([troubled, use(fleet, () => isOver)])
  })
  return { ...fleet, began }
}))

/** The board is of this one, where it is of one. */
const chosen: Readonly<Record<string, string>> = { agency: "ramai", route: "ramai/data/putus" }

const filled = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll("$__rate_interval", rateInterval).replace(/\$([a-z]+)/g, (_, name: string) => values.get(name) ?? `no variable ${name}`)

/** What Grafana puts in place of the variables: what Prometheus knows, all of it where many may be chosen. */
const valuesOf = async (variables: ReadonlyArray<Variable>): Promise<ReadonlyMap<string, string>> => {
  const values = new Map<string, string>()
  for (const { many, name, of, series } of variables) {
    const found = await at().prometheus.labelValues(filled(series, values), of)
    assert.isNotEmpty(found, name)
    const wanted = chosen[name]
    if (wanted !== undefined) assert.include(found, wanted)
    values.set(name, many === true ? `(${found.join("|")})` : wanted ?? found[0] ?? "")
  }
  return values
}

/** Zero is the good news of these; of all others it would mean that nothing was told. */
const zeroIsWell = new Set([
  "gapura-city/Audit",
  "gapura-city/Turned away",
  "gapura-audit/Records",
  "gapura-audit/Lost records",
  "gapura-agency/Waiting",
  "gapura-fleet/Unusable certificates",
  "gapura-fleet/Overloaded",
  "gapura-fleet/Turned away",
  "gapura-fleet/Waiting for a session",
  // A series begins with the first error of its kind, which Prometheus does not count as a rise.
  "gapura-fleet/Errors"
])

const check = async (panel: Panel, place: string, values: ReadonlyMap<string, string>): Promise<ReadonlyArray<string>> => {
  const { began, prometheus } = at()
  const wrong: Array<string> = []
  for (const { expr, exemplars } of panel.queries) {
    const asked = filled(expr, values)
    const found = await prometheus.over(asked, began)
    const numbers = found.flatMap((series) => series.values).filter(Number.isFinite)
    if (panel.kind === "table" && (await prometheus.now(asked)).length === 0) wrong.push(`${place}: no data now: ${asked}`)
    if (numbers.length === 0) wrong.push(`${place}: no data: ${asked}`)
    else if (!zeroIsWell.has(place) && !numbers.some((value) => value !== 0)) wrong.push(`${place}: nothing but 0: ${asked}`)
    if (exemplars === true && (await prometheus.traces(asked, began)).every((id) => !/^[0-9a-f]{32}$/.test(id))) {
      wrong.push(`${place}: no traces: ${asked}`)
    }
  }
  return wrong
}

describe.runIf(promtool !== undefined)("the boards, of a fleet under load and trouble", () => {
  it("show something in every panel", async () => {
    const { prometheus } = at()
    await eventually("both gateways were scraped after all that", async () => (await prometheus.now("up == 1")).length === 2)
    const wrong: Array<string> = []
    for (const { rows, uid, variables } of boards) {
      const values = await valuesOf(variables)
      for (const { panels } of rows) for (const panel of panels) wrong.push(...await check(panel, `${uid}/${panel.title}`, values))
    }
    assert.deepStrictEqual(wrong, [])
  })
})
