/**
 * A gateway that is started while its PostgreSQL is away, from the copy of access in its data directory: what it gives,
 * what it refuses, what it takes up when the database is back, and when it does not start at all.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { importRegistry, withdrawImport } from "../../src/registry/ImportedRegistry.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { issue } from "../support/Issue.ts"
import { makePostgresServer } from "../support/PostgresServer.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { bytesUnder, tempDirectory } from "../support/TempDatabase.ts"

const graceMillis = 3_600_000
const patience = 60_000
const scopes = ["opd-isi-get", "opd-dijaga-get"]
const logs: Array<string> = []

const at = suite(
  Effect.gen(function*() {
    const server = yield* makePostgresServer()
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    const registry = (path: string) =>
      registryText([{
        slug: "opd",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [{ path: "isi" }, { path: "dijaga" }, { path: "pribadi", private: true }, { path }]
      }])
    const keysFile = join(yield* tempDirectory, "kunci")
    writeFileSync(keysFile, randomBytes(32).toString("hex"))
    const scope = yield* Effect.scope
    const directory = () => Effect.runPromise(Scope.provide(tempDirectory, scope))
    const variables = (dataDir: string, port: number) => ({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://kota:sandi@127.0.0.1:${port}/postgres`,
      DATABASE_STATEMENT_TIMEOUT: "2 seconds",
      DATABASE_GRACE: "1 hour",
      KEYS_FILE: keysFile
    })
    const context = yield* Effect.context()
    /** It ends with `stop`, or with the suite. */
    const start = async (
      dataDir: string,
      { clock, port = server.port }: { readonly clock?: Clock.Clock; readonly port?: number } = {}
    ): Promise<{ readonly gateway: Gateway; readonly stop: () => Promise<void> }> => {
      const own = Scope.forkUnsafe(scope)
      const starting = Scope.provide(startGateway(registry("berkas"), variables(dataDir, port)), own)
      const gateway = await Effect.runPromise(
        Effect.provide(clock === undefined ? starting : Effect.provideService(starting, Clock.Clock, clock), context)
      )
      return { gateway, stop: () => Effect.runPromise(Scope.close(own, Exit.void)) }
    }
    return { directory, registry, server, start }
  }),
  logs
)

const made = (gateway: Gateway, name: string) => gateway.run(issue(name, `orang-${name}`, scopes))
const revoke = (gateway: Gateway, tokenId: string) => gateway.run(Effect.flatMap(TokenStore, (tokens) => tokens.revoke(tokenId)))
const statusOf = async (gateway: Gateway, bearer: string, path = "isi"): Promise<number> => {
  const response = await gateway.get(`opd/data/${path}`, bearer)
  await response.arrayBuffer()
  return response.status
}
const readiness = async (gateway: Gateway): Promise<number> => (await fetch(`${gateway.managementUrl}/health/ready`)).status
const copyOf = (dataDir: string): string => join(dataDir, "access.copy")
const timeOf = (dataDir: string): string => join(dataDir, "access.time")
const copied = (dataDir: string) =>
  eventually("there is a copy", () => existsSync(copyOf(dataDir)) && existsSync(timeOf(dataDir)), patience)
const strange = `gpr_${"A".repeat(43)}`

/** What the start fails with. */
const refusal = async (starting: Promise<unknown>): Promise<string> => {
  try {
    await starting
  } catch (cause) {
    return String(cause)
  }
  return assert.fail("it has started")
}

describe("fault-132 a gateway is started while the database is away", () => {
  it("goes on from its copy of access as while the database is lost, and takes everything up when it is back", async () => {
    const { directory, registry, server, start } = at()
    const dataDir = await directory()
    const first = await start(dataDir)
    const [kept, before, verified, down, ended] = await Promise.all(
      ["tetap", "dahulu", "sah", "mati", "padam"].map((name) => made(first.gateway, name))
    )
    if (!kept || !before || !verified || !down || !ended) return assert.fail("they are issued")
    await first.gateway.run(
      Effect.flatMap(Developers, ({ verify }) => verify({ account: "orang-sah", agency: "opd", by: "opd", until: null }))
    )
    await copied(dataDir)
    await first.gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => importRegistry(sql, registry("sisipan"))))
    await first.gateway.run(
      Effect.flatMap(
        RegistryDesk,
        (desk) =>
          desk.change({ agency: "opd", by: "sari", seen: 0, settings: [{ dataset: "data", path: "dijaga", at: ["private"], value: true }] })
      )
    )
    await eventually("the import is in force", async () => await statusOf(first.gateway, kept.token, "sisipan") === 403)
    await eventually("who is verified is let in", async () => await statusOf(first.gateway, verified.token, "dijaga") === 200)
    assert.strictEqual(await statusOf(first.gateway, kept.token, "dijaga"), 403)
    assert.strictEqual(await statusOf(first.gateway, before.token), 200)
    await revoke(first.gateway, before.tokenId)
    await first.gateway.run(Effect.flatMap(Applications, (applications) => applications.setDisabled("padam", true)))
    await eventually("it is refused", async () => await statusOf(first.gateway, ended.token) === 401)
    await first.stop()
    const other = await start(await directory())
    await eventually("the other one knows it", async () => await statusOf(other.gateway, down.token) === 200)
    await revoke(other.gateway, down.tokenId)
    await other.stop()
    const count = async () =>
      Number((await server.run("SELECT COALESCE(SUM(record_count), 0)::TEXT AS count FROM audit_segments"))[0]?.["count"])
    const counted = await count()

    server.stop()
    const { gateway, stop } = await start(dataDir)
    const as = (bearer: string, path?: string) => statusOf(gateway, bearer, path)
    assert.strictEqual(await as(kept.token), 200)
    assert.strictEqual(await as(strange), 503)
    assert.strictEqual(await as(before.token), 503, "it is not known to be dead, and does not live")
    assert.strictEqual(await as(ended.token), 503)
    assert.strictEqual(await as(kept.token, "dijaga"), 403, "what a desk made private")
    assert.strictEqual(await as(verified.token, "dijaga"), 200)
    assert.strictEqual(await as(kept.token, "sisipan"), 403, "the registry that was imported")
    assert.strictEqual(await as(kept.token, "berkas"), 404)
    assert.strictEqual(await as(down.token), 200, "what nobody here has heard of cannot be known")
    const issuing = await gateway.run(Effect.result(Effect.sandbox(issue("tetap", "orang-tetap", scopes))))
    assert.strictEqual(issuing._tag, "Failure")
    const grant = await fetch(`${gateway.url}/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from("klien:rahasia").toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" })
    })
    assert.strictEqual(grant.status, 503)
    assert.strictEqual(await readiness(gateway), 200)

    server.start()
    await eventually("what was revoked meanwhile is refused", async () => await as(down.token) === 401, patience)
    await eventually("who is unknown is so for certain", async () => await as(strange) === 401, patience)
    assert.strictEqual(await as(before.token), 401)
    const fresh = await made(gateway, "tetap")
    assert.strictEqual(await as(fresh.token), 200)
    assert.strictEqual(await as(kept.token), 200)
    await eventually("the records of meanwhile are in the log", async () => await count() >= counted + 8, patience)
    await gateway.run(Effect.flatMap(SqlClient.SqlClient, withdrawImport))
    await eventually("the file is in force", async () => await as(kept.token, "berkas") === 403, patience)
    await revoke(gateway, kept.tokenId)
    await stop()

    server.stop()
    const again = await start(dataDir)
    assert.strictEqual(await statusOf(again.gateway, fresh.token), 200, "the copy goes on")
    assert.strictEqual(await statusOf(again.gateway, kept.token), 503)
    assert.strictEqual(await statusOf(again.gateway, down.token), 503)
    await again.stop()
    server.start()
    assert.strictEqual(statSync(copyOf(dataDir)).mode & 0o777, 0o600)
    const bytes = readFileSync(copyOf(dataDir), "latin1")
    // Words so long that no sealed bytes hold one by chance.
    for (const secret of ["orang-sah", "opd-isi-get", "tetap", kept.tokenId]) assert.notInclude(bytes, secret)
    assert.notInclude(bytesUnder(dataDir), kept.token)
  }, 300_000)

  it("does not start from a copy that is too old, damaged, of another database, or not there, and says which", async () => {
    const { directory, server, start } = at()
    const dataDir = await directory()
    const first = await start(dataDir)
    const { token } = await made(first.gateway, "usia")
    await copied(dataDir)
    await revoke(first.gateway, (await made(first.gateway, "usia")).tokenId)
    await first.stop()
    server.stop()

    const time = await Effect.runPromise(makeAheadClock)
    time.pass(graceMillis + 60_000)
    assert.match(
      await refusal(start(dataDir, { clock: time.clock })),
      /DATABASE_URL .*access\.copy: it is older than DATABASE_GRACE \(1h\)/
    )

    const within = await Effect.runPromise(makeAheadClock)
    within.pass(graceMillis / 2)
    const ageing = await start(dataDir, { clock: within.clock })
    assert.strictEqual(await statusOf(ageing.gateway, token), 200)
    within.pass(graceMillis / 2 + 60_000)
    await eventually("no token is believed any more", async () => await statusOf(ageing.gateway, token) === 503, patience)
    assert.strictEqual(await readiness(ageing.gateway), 503)
    await ageing.stop()

    const whole = readFileSync(copyOf(dataDir))
    for (const place of [0, 60, Math.floor(whole.length / 2), whole.length - 1]) {
      const flipped = Buffer.from(whole)
      flipped[place] = (flipped[place] ?? 0) ^ 1
      writeFileSync(copyOf(dataDir), flipped)
      assert.match(await refusal(start(dataDir)), /access\.copy: it is damaged/, `byte ${place}`)
    }
    writeFileSync(copyOf(dataDir), whole)
    const told = readFileSync(timeOf(dataDir))
    writeFileSync(timeOf(dataDir), told.subarray(0, -4))
    assert.match(await refusal(start(dataDir)), /it is damaged/)
    writeFileSync(timeOf(dataDir), told)

    // As who is killed leaves it.
    appendFileSync(copyOf(dataDir), "v1.AAAA")
    const second = await start(dataDir)
    assert.strictEqual(await statusOf(second.gateway, token), 200)
    await second.stop()
    assert.strictEqual(statSync(copyOf(dataDir)).size, whole.length)

    assert.match(
      await refusal(start(dataDir, { port: 1 })),
      new RegExp(`access\\.copy: it is of another database, postgres://127.0.0.1:${server.port}/postgres`)
    )
    rmSync(copyOf(dataDir))
    assert.match(await refusal(start(dataDir)), /access\.copy: there is none/)
    assert.match(await refusal(start(await directory())), /access\.copy: there is none/)
    server.start()
  }, 300_000)
})
