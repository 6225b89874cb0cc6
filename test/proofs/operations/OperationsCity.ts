/**
 * What is broken in the proof: two gateways on one PostgreSQL and one Redis, one of them on a small disk, one with
 * workers, one with a clock that can be put forward, two agencies and callers who never stop.
 */
import { Clock, Effect, Scope } from "effect"
import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:https"
import { join } from "node:path"
import { makeAgencyServer } from "../../support/AgencyServer.ts"
import { makeAheadClock } from "../../support/AheadClock.ts"
import { only, run, type Variables } from "../../support/CommandLine.ts"
import { freePort, startGateway } from "../../support/Gateway.ts"
import { makePostgresServer } from "../../support/PostgresServer.ts"
import { makeRedisServer } from "../../support/RedisServer.ts"
import { selfSigned } from "../../support/SelfSigned.ts"
import { registryText } from "../../support/Suite.ts"
import { tempDirectory } from "../../support/TempDatabase.ts"
import { type FleetGateway, makeFleetGateway } from "../fleet/FleetGateway.ts"

/** A disk of its own, of 64 MiB. */
const makeSmallDisk = (path: string): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(path, { recursive: true })
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "gapura-proof", path])
    }),
    () => Effect.sync(() => void execFileSync("umount", ["-l", path]))
  )

/** A day as a certificate has it. */
export const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(2, 10).replaceAll("-", "")

/** An agency that speaks TLS and is shown a certificate. */
const makeTlsAgency = Effect.gen(function*() {
  const own = selfSigned()
  const port = yield* Effect.promise(freePort)
  yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer({ ...own, requestCert: true, rejectUnauthorized: false }, (_, response) => {
        response.setHeader("content-type", "application/json").end("[]")
      })
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  )
  return { url: `https://localhost:${port}`, ca: own.cert }
})

export const makeCity = Effect.gen(function*() {
  const directory = yield* tempDirectory
  const postgres = yield* makePostgresServer()
  const redis = yield* makeRedisServer
  const tiga = yield* makeTlsAgency
  const place = (name: string): string => join(directory, name)
  const tls = { ca: place("tiga.ca"), cert: place("tiga.crt"), key: place("tiga.key") }
  writeFileSync(tls.ca, tiga.ca)
  const [satu, dua] = [yield* makeAgencyServer(), yield* makeAgencyServer()]
  /** `dua` has copies, `satu` has none. */
  const registry = (extra: boolean): string =>
    registryText([
      { slug: "satu", server: satu.url, endpoints: [{ path: "isi", cache: { stale: "0 seconds" } }, ...extra ? [{ path: "lain" }] : []] },
      { slug: "tiga", server: tiga.url, tls, endpoints: [{ path: "isi" }] },
      { slug: "dua", server: dua.url, endpoints: [{ path: "isi" }, { path: "penduduk", query: ["n"] }] }
    ])
  const registryFile = (name: string): string => {
    const path = join(directory, `${name}.yaml`)
    writeFileSync(path, registry(false))
    return path
  }
  const keysFile = join(directory, "kek")
  writeFileSync(keysFile, randomBytes(32).toString("hex"), { mode: 0o600 })
  const shared: Variables = {
    KEYS_FILE: keysFile,
    DATABASE_URL: `postgres://kota:sandi@127.0.0.1:${postgres.port}/postgres`,
    REDIS_URL: redis.url,
    DATABASE_GRACE: "20 seconds",
    AUDIT_JOURNAL_MAX_BYTES: "1 MiB",
    DRAIN_TIME: "0 seconds"
  }
  const gateway = (name: string, variables: Variables) =>
    makeFleetGateway(name, directory, { REGISTRY_FILE: registryFile(name), ...variables })
  const g1 = yield* gateway("g1", shared)
  const g2 = yield* gateway("g2", shared)
  yield* makeSmallDisk(join(directory, "g1"))
  const wrongClock = yield* gateway("clock", shared)
  const workers = yield* gateway("workers", { WORKERS: "2" })
  /** One that lets callers ask for more than a processor can do. */
  const crowded = yield* gateway("crowded", { RATE_LIMIT: "1000000" })
  for (const { program } of [g1, g2]) yield* Effect.promise(() => program.start())

  const ahead = yield* makeAheadClock
  const [certFile, keyFile] = [join(directory, "tls.crt"), join(directory, "tls.key")]
  const putPair = (certTo: string, keyTo: string) => (notAfter?: string): void => {
    const { cert, key } = selfSigned(notAfter)
    writeFileSync(certTo, cert)
    writeFileSync(keyTo, key)
  }
  const putCertificate = putPair(certFile, keyFile)
  const putAgencyCertificate = putPair(tls.cert, tls.key)
  putCertificate()
  putAgencyCertificate()
  const scope = yield* Effect.scope
  const single = (variables: Variables) => startGateway(registry(false), variables).pipe(Scope.provide(scope))
  /** Of one with TLS, and of one whose clock can be put forward. */
  const startSingles = Effect.all([
    single({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }),
    single({ AUDIT_RETENTION: "3 hours" }).pipe(Effect.provideService(Clock.Clock, ahead.clock))
  ])

  const issue = (of: FleetGateway, application: string) =>
    Effect.promise(async () =>
      String(only(await run(["token", "issue", "--application", application, "--scope", "*", "--json"], of.variables))["token"])
    )
  const callers = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (number) => issue(g1, `warga-${number}`))
  const greedy = yield* issue(g1, "rakus")

  /** Whatever becomes of it. */
  const ask = (of: FleetGateway, path: string, token: string): Promise<number> =>
    fetch(`${of.url}/api/v4/gateway/${path}`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(20_000) })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status
      }, () => 0)
  let turn = 0
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      setInterval(() => {
        turn++
        void ask(turn % 2 === 0 ? g1 : g2, turn % 4 < 2 ? "satu/data/isi" : "dua/data/isi", callers[turn % callers.length] ?? "")
      }, 120)
    ),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
  return {
    postgres,
    redis,
    satu,
    dua,
    g1,
    g2,
    wrongClock,
    workers,
    crowded,
    startSingles,
    ahead,
    putCertificate,
    putAgencyCertificate,
    certFile,
    registry,
    issue,
    ask,
    greedy,
    callers,
    /** As Prometheus calls it. */
    instance: ({ managementPort }: FleetGateway): string => `127.0.0.1:${managementPort}`
  }
})

export type OperationsCity = Effect.Success<typeof makeCity>
