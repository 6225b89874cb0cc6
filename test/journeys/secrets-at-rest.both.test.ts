/** fault-12 fault-90: after a whole journey, what anybody could read later holds hashes and nothing that opens a door. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { objects, run } from "../support/CommandLine.ts"
import { makeOtlpReceiver } from "../support/OtlpReceiver.ts"
import { databaseUrl, onPostgres } from "../support/Postgres.ts"
import { agencySecret, startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf, tempDirectory } from "../support/TempDatabase.ts"

/** Where the server trusts this machine, any will do. */
let password = "kata-sandi-basis-data"
const logs: Array<string> = []

const at = suite(
  Effect.gen(function*() {
    process.env["OTEL_BSP_SCHEDULE_DELAY"] = "50"
    const traces = yield* makeOtlpReceiver
    const dataDir = join(yield* tempDirectory, "data")
    const database = yield* Effect.promise(async (): Promise<Record<string, string>> => {
      if (!onPostgres) return {}
      const url = new URL(databaseUrl(dataDir))
      if (url.password === "") url.password = password
      password = url.password
      return { DATABASE_URL: url.href }
    })
    const city = yield* startCity({
      variables: { DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_TRACES_SAMPLER: "always_on", ...database }
    })
    return { ...city, dataDir, files: yield* tempDirectory, traces }
  }),
  logs
)

describe("fault-12 fault-90 after a journey through every door", () => {
  it("database, files, backup, logs, traces and metrics hold hashes of tokens and secrets, never one of them", async () => {
    const { dataDir, files, gateway, traces } = at()
    const bearer = await gateway.token({ scopes: "*", private: true, application: "peta" })
    const client = await gateway.run(
      Effect.flatMap(Applications, ({ createClient }) => createClient({ name: "server", scopes: [...new Set(["diskominfo-events-get"])] }))
    )
    const secret = Redacted.value(client.clientSecret)
    const ask = (fields: Readonly<Record<string, string>>, authorization?: string) =>
      fetch(`${gateway.url}/oauth/token`, {
        method: "POST",
        headers: authorization === undefined ? {} : { authorization },
        body: new URLSearchParams({ grant_type: "client_credentials", ...fields })
      })
    const basic = `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString("base64")}`
    const granted = await (await ask({}, basic)).json() as { readonly access_token: string }
    await ask({ client_id: client.clientId, client_secret: secret })
    await ask({ client_id: client.clientId, client_secret: `${secret}x` })
    await ask({ client_id: client.clientId, client_secret: secret }, basic)
    for (const token of [bearer, granted.access_token]) {
      await (await gateway.get("diskominfo/portal-publik/events", token)).text()
      await (await gateway.get(`diskominfo/portal-publik/events?access_token=${token}&token=${token}`)).text()
      await (await gateway.get(`diskominfo/${token}/events`, token)).text()
      await (await gateway.get("dinkes/faskes", token)).text()
      await (await gateway.aggregate({
        strategy: "keyed",
        requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }]
      }, token)).text()
      await (await gateway.aggregate(`{"strategy":"${token}"}`, token)).text()
    }
    await gateway.run(Effect.flatMap(TokenStore, (tokens) => Effect.flatMap(tokens.list, (list) => tokens.revoke(list[0]?.tokenId ?? ""))))
    // A database that fails is what the log tells most about.
    const rename = (from: string, to: string) =>
      gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE ${sql(from)} RENAME TO ${sql(to)}`))
    await rename("access_changes", "elsewhere")
    await ask({ client_id: client.clientId, client_secret: secret })
    await (await gateway.get("diskominfo/portal-publik/events", `gpr_${"A".repeat(43)}`)).text()
    await eventually("it is logged", () => logs.join("").includes("access data cannot be read"))
    await rename("elsewhere", "access_changes")
    const metrics = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
    await gateway.records(10)
    await eventually("spans arrive", () => traces.spans().length > 0)
    const file = join(files, "one.backup")
    const [made] = objects(await run(["backup", "--to", file, "--json"], { DATA_DIR: dataDir }))
    assert.isAbove(Number(made?.["rows"]), 5)

    const places = {
      "database and files": await everythingOf(dataDir),
      backup: readFileSync(file, "utf8"),
      logs: logs.join("\n"),
      traces: traces.text(),
      metrics
    }
    const secrets = [
      bearer,
      bearer.slice(4),
      granted.access_token,
      granted.access_token.slice(4),
      secret,
      secret.slice(4),
      basic.slice(6),
      agencySecret,
      password
    ]
    for (const [place, text] of Object.entries(places)) {
      for (const value of secrets) assert.isFalse(text.includes(value), `a secret is in: ${place}`)
      for (const value of secrets) {
        assert.isFalse(text.includes(Buffer.from(value).toString("base64")), `a secret is in base64 in: ${place}`)
      }
    }
    // What is looked for is there: the search would find it.
    for (const place of ["database and files", "backup"] as const) {
      for (const value of [bearer, granted.access_token, secret]) {
        assert.include(places[place], createHash("sha256").update(value).digest("hex"), place)
      }
    }
  })

  it("every directory is its owner's (0700), and every file (0600)", () => {
    const { dataDir } = at()
    assert.strictEqual(statSync(dataDir).mode & 0o777, 0o700)
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      assert.strictEqual((statSync(path).mode & 0o777).toString(8), entry.isDirectory() ? "700" : "600", path)
    }
  })
})
