/** What callers see while PostgreSQL is away, and how the gateway comes back without being started again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { makeCable } from "../support/Cable.ts"
import { startGateway } from "../support/Gateway.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const strange = `gpr_${"A".repeat(43)}`

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
    const dataDir = yield* TempDatabase.tempDirectory
    const url = new URL(databaseUrl(dataDir))
    const cable = yield* makeCable({ host: url.hostname, port: Number(url.port) })
    url.host = `127.0.0.1:${cable.port}`
    // Where the server trusts this machine, any will do.
    if (url.password === "") url.password = "kata-sandi"
    const gateway = yield* startGateway(
      registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]),
      {
        DATA_DIR: dataDir,
        DATABASE_URL: url.href,
        DATABASE_GRACE: "2 seconds",
        DATABASE_POOL_SIZE: "6",
        DATABASE_STATEMENT_TIMEOUT: "300 millis"
      }
    )
    const client = yield* Effect.promise(() =>
      gateway.run(Effect.flatMap(Applications, ({ createClient }) => createClient({ name: "server", scopes: ["opd-isi-get"] })))
    )
    const grant = () =>
      fetch(`${gateway.url}/oauth/token`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`${client.clientId}:${Redacted.value(client.clientSecret)}`).toString("base64")}` },
        body: new URLSearchParams({ grant_type: "client_credentials" })
      })
    const read = async (bearer: string) => (await gateway.get("opd/data/isi", bearer)).status
    const ready = async () => (await fetch(`${gateway.managementUrl}/health/ready`)).status
    const metric = async (name: string) => {
      const text = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
      return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1])
    }
    const seen = async () => [await metric("gapura_ready"), await metric("gapura_database_up"), await metric("gapura_database_listening")]
    return { cable, dataDir, gateway, grant, metric, password: url.password, read, ready, seen }
  }),
  logs
)

/** One that is tried again is another one. */
let outages = 0

describe.each(["cut", "freeze"] as const)("fault-93 PostgreSQL is away (%s)", (how) => {
  it("known tokens go on for the stated time, issuing is 503, then nothing is ready, and all of it comes back by itself", async () => {
    const { cable, dataDir, gateway, grant, metric, read, ready, seen } = at()
    const known = await gateway.token({ scopes: "*" })
    const revoked = await gateway.token({ scopes: "*" })
    const before = (await gateway.records(0)).length
    assert.strictEqual(await read(known), 200)

    assert.strictEqual(await metric("db_client_connection_max"), 6)
    assert.strictEqual(await metric("gapura_database_grace_left_seconds"), 2)
    await eventually("the metrics say that it is there", async () => String(await seen()) === "1,1,1")

    cable[how]()
    outages++
    assert.strictEqual(await read(known), 200)
    assert.strictEqual(await ready(), 200)
    const refused = await grant()
    assert.strictEqual(refused.status, 503)
    assert.isDefined(refused.headers.get("retry-after") ?? undefined)
    assert.strictEqual((await refused.json() as { readonly error: string }).error, "temporarily_unavailable")
    const unknown = await gateway.get("opd/data/isi", strange)
    assert.strictEqual(unknown.status, 503)
    assert.strictEqual((await unknown.json() as { readonly code: string }).code, "overloaded")

    // Another gateway, whose way to the database is whole, revokes one meanwhile.
    await Effect.runPromise(Effect.scoped(
      Effect.gen(function*() {
        const tokens = yield* TokenStore
        const { tokenId } = (yield* tokens.list).at(-1) ?? assert.fail("there is a token")
        assert.isTrue(yield* tokens.revoke(tokenId))
      }).pipe(Effect.provide(TokenStore.layer), Effect.provide(TempDatabase.at({ dataDir })))
    ))

    await eventually("the time is over", async () => await ready() === 503)
    assert.strictEqual(await read(known), 503)
    assert.strictEqual(await metric("gapura_database_grace_left_seconds"), 0)
    // Records of these answers wait.
    assert.isAbove(await metric("gapura_audit_journal_size_bytes"), 0)
    await eventually("the journal grows old", async () => await metric("gapura_audit_journal_age_seconds") > 1)
    // Of a server that hangs, nobody knows at once whether it would still tell what changes.
    const away = how === "cut" ? ["0,0,0"] : ["0,0,0", "0,0,1"]
    await eventually("the metrics say that it is away", async () => away.includes(String(await seen())))

    cable.mend()
    await eventually("it is ready again", async () => await ready() === 200)
    await eventually("a known token is known again", async () => await read(known) === 200)
    assert.strictEqual(await read(revoked), 401)
    assert.strictEqual((await grant()).status, 200)
    await eventually("the metrics say that it is back", async () => String(await seen()) === "1,1,1")
    await eventually("nothing waits any more", async () => await metric("gapura_audit_journal_age_seconds") === 0)
    assert.strictEqual(await metric("gapura_database_grace_left_seconds"), 2)
    await eventually("nobody waits for a connection", async () => await metric("db_client_connection_pending_requests") === 0)
    // What was answered meanwhile is recorded too.
    const statuses = (await gateway.records(before + 6)).slice(before).map(({ status }) => status)
    assert.includeMembers(statuses, [200, 503, 401])
  })
})

describe("the log of an outage", () => {
  it("says it once, without the password", () => {
    const text = logs.join("\n")
    assert.notInclude(text, at().password)
    assert.strictEqual(text.split("access data cannot be read").length - 1, outages)
  })
})
