/**
 * A whole gateway in the test's own process, behind real ports: the very layers that `gapura serve` runs, with a
 * registry file, a data directory and ports of its own.
 */
import { Clock, type Context, Effect, Layer, Metric, Redacted, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import type { AccessSql } from "../../src/access/AccessSql.ts"
import { Applications } from "../../src/access/Applications.ts"
import type { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { type LoadSenses, LoadShedding, Senses } from "../../src/gateway/LoadShedding.ts"
import { Pipeline } from "../../src/gateway/Pipeline.ts"
import type { StrangerLimit } from "../../src/gateway/StrangerLimit.ts"
import { Sessions } from "../../src/portal/Sessions.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { Server } from "../../src/Server.ts"
import { Settings } from "../../src/settings/Settings.ts"
import { MeasureEvery } from "../../src/storage/DatabaseClock.ts"
import { databaseUrl, fewConnections, onPostgres } from "./Postgres.ts"
import { eventually } from "./Suite.ts"

export interface TokenOptions {
  /** `*`: every scope of the registry. */
  readonly scopes: ReadonlyArray<string> | "*"
  readonly application?: string
  readonly private?: boolean
  readonly official?: boolean
  readonly lifetimeMillis?: number
}

export type GatewayServices =
  | AccessRequests
  | AccessSql
  | ActionLog
  | Applications
  | Developers
  | AuditLog
  | ClientCredentials
  | LoadShedding
  | Pipeline
  | Registry
  | RegistryDesk
  | Sessions
  | StrangerLimit
  | TokenStore
  | SqlClient.SqlClient

export interface Gateway {
  readonly url: string
  readonly managementUrl: string
  readonly dataDir: string
  readonly registryFile: string
  readonly services: Context.Context<GatewayServices>
  /** Runs an effect over the gateway's own services, by its clock. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, GatewayServices>) => Promise<A>
  /** Issues a token and returns it. */
  readonly token: (options: TokenOptions) => Promise<string>
  /** A data route under `/api/v4/gateway/`, or any path that begins with a slash. */
  readonly get: (path: string, token?: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly aggregate: (body: unknown, token: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  /** The audit records so far; waits until there are `count` of them. */
  readonly records: (count: number) => Promise<ReadonlyArray<AuditRecord>>
}

/**
 * Below those that the system gives to connections: one of these stays free until it is listened on. Each of the test
 * processes that run at once has a share of its own, as between the choice of a port and a server there another process
 * may choose too.
 */
const shares = 8
const ports = { from: 10_000 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % shares) * 2_750, count: 2_750 }
const given = new Set<number>()

/** A port for a server that has to be told its port. By chance, as two runs of the tests may stand beside each other. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = ports.from + randomInt(ports.count)
    if (given.has(port)) return resolve(freePort())
    // What was given long ago is listened on by now, or no more.
    if (given.size === 1000) given.clear()
    given.add(port)
    const server = createServer().once("error", () => resolve(freePort())).listen(
      port,
      "127.0.0.1",
      () => server.close(() => resolve(port))
    )
  })

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** However busy the machine of the tests is, they are not about that. */
const neverLoaded: LoadSenses = { beginMillis: () => Number.POSITIVE_INFINITY, heap: () => 0, collect: () => {} }

/** @param senses how loaded the gateway is to think it is */
export const startGateway = (
  registry: string,
  variables: Readonly<Record<string, string>> = {},
  senses: Partial<LoadSenses> = {}
): Effect.Effect<Gateway, unknown, Scope.Scope> =>
  Effect.gen(function*() {
    const dataDir = variables["DATA_DIR"] ?? (yield* directory)
    const registryFile = join(yield* directory, "registry.yaml")
    writeFileSync(registryFile, registry)
    const port = variables["PORT"] === undefined ? yield* Effect.promise(freePort) : Number(variables["PORT"])
    const managementPort = yield* Effect.promise(freePort)
    const url = `http://127.0.0.1:${port}`
    const database = onPostgres ? { DATABASE_URL: databaseUrl(dataDir), ...fewConnections } : {}
    const settings = Settings.layerFrom({
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      DATA_DIR: dataDir,
      // No load balancer has to turn away.
      DRAIN_TIME: "0 seconds",
      ...database,
      ...variables
    })
    const services = yield* Layer.build(
      Layer.mergeAll(Applications.layer, AuditLog.layer({ directory: join(dataDir, "journal") })).pipe(
        Layer.provideMerge(Server(registryFile).pipe(Layer.provideMerge(settings)))
      )
    ).pipe(
      Effect.provideService(Senses, { ...neverLoaded, ...senses }),
      // Where a test lets time pass the database's does not, which is not to be found out in the midst of it.
      Effect.provideService(MeasureEvery, "1 day"),
      // As in a process of its own: the metrics of one gateway of a file are not another's.
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
    const run: Gateway["run"] = (effect) => Effect.runPromise(Effect.provide(effect, services))

    const token = (options: TokenOptions) =>
      run(Effect.gen(function*() {
        const application = options.application ?? "aplikasi-uji"
        yield* (yield* Applications).ensure({
          name: application,
          ...(options.private === true ? { privateVerified: true } : {}),
          ...(options.official === true ? { official: true } : {})
        })
        const issued = yield* (yield* TokenStore).issue({
          application,
          scopes: options.scopes === "*" ? [...(yield* Registry).current().scopes] : options.scopes,
          lifetimeMillis: options.lifetimeMillis ?? 86_400_000,
          nowMillis: yield* Clock.currentTimeMillis
        })
        return Redacted.value(issued.token)
      }))

    const get: Gateway["get"] = (path, bearer, headers = {}) =>
      fetch(path.startsWith("/") ? `${url}${path}` : `${url}/api/v4/gateway/${path}`, {
        redirect: "manual",
        headers: { ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...headers }
      })

    const aggregate: Gateway["aggregate"] = (body, bearer, headers = {}) =>
      fetch(`${url}/api/v4/gateway/aggregate`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body)
      })

    const records = async (count: number): Promise<ReadonlyArray<AuditRecord>> => {
      let found: ReadonlyArray<AuditRecord> = []
      await eventually(`there are ${count} audit records`, async () => {
        found = await run(Effect.flatMap(AuditLog, (log) => Stream.runCollect(log.records({}))))
        return found.length >= count
      })
      return found
    }

    return {
      url,
      managementUrl: `http://127.0.0.1:${managementPort}`,
      dataDir,
      registryFile,
      services,
      run,
      token,
      get,
      aggregate,
      records
    }
  })
