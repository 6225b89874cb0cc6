/** The commands beside a running gateway on the same data directory. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { settingsHelp } from "../../src/settings/Settings.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectFailure, objects, only, run, runHere, start } from "../support/CommandLine.ts"
import { emptyDatabaseUrl, onPostgres } from "../support/Postgres.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { bytesUnder } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const served = yield* makeServedGateway(
    registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }, { path: "rahasia", private: true }] }])
  )
  const grant = (clientId: unknown, clientSecret: unknown, body = "grant_type=client_credentials") =>
    fetch(`${served.url}/oauth/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${String(clientId)}:${String(clientSecret)}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded"
      },
      body
    })
  // Processes of their own, but for what is the same once more on the other database.
  return { ...served, command: onPostgres ? served.command : served.program, grant }
}))

describe("a reader of the output who has enough of it", () => {
  it("ends the command, without a word", async () => {
    const running = start(["export", "openapi-3.1"], at().variables)
    running.child.stdout?.destroy()
    assert.deepStrictEqual(await running.finished, { code: 0, stdout: "", stderr: "" })
  })
})

describe("token", () => {
  it("fault-16 issue, use, list, revoke: the gateway beside it feels each within a second", async () => {
    const { command, statusOf } = at()
    const issued = only(await command("token", "issue", "--application", "uji", "--scope", "opd-isi-get", "--json"))
    assert.deepStrictEqual(Object.keys(issued), ["token", "tokenId", "scopes", "expiresAt"])
    assert.match(String(issued["token"]), /^gpr_[A-Za-z0-9_-]{43}$/)
    assert.deepStrictEqual(issued["scopes"], ["opd-isi-get"])
    const lifetime = Date.parse(String(issued["expiresAt"])) - Date.now()
    assert.isTrue(lifetime > 86_300_000 && lifetime <= 86_400_000, `${lifetime} ms`)
    assert.strictEqual(await statusOf("opd/data/isi", issued["token"]), 200)
    assert.strictEqual(await statusOf("opd/data/rahasia", issued["token"]), 403)

    const { tokenId } = issued
    const listed = async () => objects(await command("token", "list", "--json")).find((token) => token["tokenId"] === tokenId)
    assert.deepStrictEqual(await listed(), {
      tokenId,
      application: "uji",
      scopes: ["opd-isi-get"],
      expiresAt: issued["expiresAt"],
      revokedAt: null
    })

    assert.deepStrictEqual(only(await command("token", "revoke", String(tokenId), "--json")), { tokenId, revoked: true })
    await eventually("the gateway feels the revocation", async () => await statusOf("opd/data/isi", issued["token"]) === 401, 1_000)
    const revokedAt = String((await listed())?.["revokedAt"])
    assert.strictEqual(new Date(revokedAt).toISOString(), revokedAt)
    expectFailure(await command("token", "revoke", String(tokenId)), String(tokenId))
  })

  it("issue for people prints the token once; the store has its hash only", async () => {
    const { command, directory, gateway } = at()
    const { code, stderr, stdout } = await command("token", "issue", "--application", "uji", "--scope", "*")
    assert.deepStrictEqual([code, stderr], [0, ""])
    const token = stdout.split("\n")[0] ?? ""
    assert.match(token, /^gpr_[A-Za-z0-9_-]{43}$/)
    assert.isFalse(bytesUnder(directory).includes(token))
    assert.notInclude((await command("token", "list")).stdout, token)
    assert.notInclude(gateway.stderr(), token)
  })

  it("issue --private opens private endpoints", async () => {
    const { command, statusOf } = at()
    const issued = only(
      await command("token", "issue", "--application", "terverifikasi", "--scope", "opd-rahasia-get", "--private", "--json")
    )
    assert.strictEqual(await statusOf("opd/data/rahasia", issued["token"]), 200)
  })

  it("issue refuses a scope that no endpoint has, naming the nearest", async () => {
    const { command } = at()
    expectFailure(
      await command("token", "issue", "--application", "uji", "--scope", "opd-isi-gett", "--json"),
      "opd-isi-gett",
      "nearest",
      "opd-isi-get"
    )
    expectFailure(await command("token", "issue", "--application", "uji"), "--scope")
  })
})

describe("client", () => {
  it("create, obtain a token, read; revoke, and both the client and its token are dead within a second", async () => {
    const { command, grant, statusOf } = at()
    const client = only(
      await command(
        "client",
        "create",
        "--name",
        "dinas-uji",
        "--official",
        "--scope",
        "opd-isi-get",
        "--scope",
        "opd-rahasia-get",
        "--json"
      )
    )
    assert.deepStrictEqual(Object.keys(client), ["clientId", "clientSecret", "scopes"])
    assert.deepStrictEqual(client["scopes"], ["opd-isi-get", "opd-rahasia-get"])

    const response = await grant(client["clientId"], client["clientSecret"])
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    const { access_token: accessToken, ...rest }: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
    assert.deepInclude(rest, { token_type: "Bearer", scope: "opd-isi-get opd-rahasia-get", expires_in: 86_400 })
    assert.strictEqual(await statusOf("opd/data/isi", accessToken), 200)
    assert.strictEqual(await statusOf("opd/data/rahasia", accessToken), 200)

    const { clientId } = client
    const listed = objects(await command("client", "list", "--json")).find((one) => one["clientId"] === clientId)
    assert.deepInclude(listed, { application: "dinas-uji", revokedAt: null })
    assert.notProperty(listed, "clientSecret")

    assert.deepStrictEqual(only(await command("client", "revoke", String(clientId), "--json")), { clientId, revoked: true })
    await eventually("the token dies with its client", async () => await statusOf("opd/data/isi", accessToken) === 401, 1_000)
    const refused = await grant(clientId, client["clientSecret"])
    assert.strictEqual(refused.status, 401)
    assert.deepInclude(JSON.parse(await refused.text()), { error: "invalid_client" })
    expectFailure(await command("client", "revoke", String(clientId)), String(clientId))
  })

  it("create refuses an unknown scope; the secret is nowhere on disk", async () => {
    const { command, directory } = at()
    expectFailure(await command("client", "create", "--name", "x", "--scope", "opd-isi-post"), "opd-isi-get")
    const client = only(await command("client", "create", "--name", "rahasia", "--scope", "*", "--json"))
    assert.isFalse(bytesUnder(directory).includes(String(client["clientSecret"])))
  })
})

describe("audit", () => {
  it("export --json prints the records of section 15, one a line, of a running gateway too", async () => {
    const { command, get } = at()
    const { token, tokenId } = only(await command("token", "issue", "--application", "tercatat", "--scope", "*", "--json"))
    const response = await get("opd/data/isi", token)
    await response.arrayBuffer()
    await eventually(
      "the record is written",
      async () => (await command("audit", "export", "--json")).stdout.includes(String(response.headers.get("x-request-id")))
    )
    const finished = await command("audit", "export", "--json")
    assert.strictEqual(finished.stderr, "")
    const record = objects(finished).find(({ requestId }) => requestId === response.headers.get("x-request-id"))
    assert.deepStrictEqual(Object.keys(record ?? {}), [
      "time",
      "requestId",
      "traceId",
      "ownerApplication",
      "agency",
      "dataset",
      "route",
      "consumerApplication",
      "tokenId",
      "method",
      "status",
      "code",
      "durationMs",
      "bytes",
      "cache",
      "attempts",
      "agencyStatus",
      "masked",
      "alias"
    ])
    assert.deepInclude(record, {
      tokenId,
      consumerApplication: "tercatat",
      ownerApplication: "aplikasi-opd",
      route: "opd/data/isi",
      status: 200
    })
    assert.notInclude(finished.stdout, String(token))
  })

  it("export filters by agency, owner and status", async () => {
    const { command, statusOf } = at()
    assert.strictEqual(
      await statusOf(
        "opd/data/tak-ada",
        only(await command("token", "issue", "--application", "saring", "--scope", "*", "--json"))["token"]
      ),
      404
    )
    let found: ReadonlyArray<Readonly<Record<string, unknown>>> = []
    await eventually(
      "the 404 is written",
      async () => (found = objects(await command("audit", "export", "--json", "--status", "404"))).length > 0
    )
    assert.isTrue(found.every(({ status }) => status === 404))
    const owned = objects(await command("audit", "export", "--json", "--agency", "opd", "--application", "aplikasi-opd"))
    assert.isAbove(owned.length, 0)
    assert.isTrue(owned.every(({ agency, ownerApplication }) => agency === "opd" && ownerApplication === "aplikasi-opd"))
  })
})

describe("migrate, backup, restore", () => {
  it("say what they did, in words and as JSON, and refuse in one line", async () => {
    const { directory } = at()
    const variables = { DATA_DIR: join(directory, "cadangan") }
    if (onPostgres) emptyDatabaseUrl(variables.DATA_DIR)
    const file = join(directory, "satu.backup")
    const early = await run(["backup", "--to", file], variables)
    assert.strictEqual(early.code, 1)
    assert.match(early.stderr, /^gapura: [^\n]*nothing to back up[^\n]*\n$/)
    const first = await run(["migrate"], variables)
    assert.strictEqual(first.code, 0, first.stderr)
    assert.match(first.stdout, /has had \d+ steps:\n {2}1 access\n {2}2 audit\n/)
    const [second] = objects(await run(["migrate", "--json"], variables))
    assert.deepInclude(second, { applied: [] })
    assert.isAbove(Number(second?.["latest"]), 1)
    const [made] = objects(await run(["backup", "--to", file, "--json"], variables))
    assert.deepInclude(made, { file, rows: 0, keys: 0 })
    assert.hasAllKeys(made, ["file", "tables", "rows", "keys", "bytes", "millis"])
    const restored = await run(["restore", file], { DATA_DIR: join(directory, "pengganti") })
    assert.match(restored.stdout, /is as it was at 20\S+: \d+ tables, 0 rows, 0 keys, in \d+\.\d s\n$/)
    const refused = await run(["restore", file], at().variables)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^gapura: [^\n]*is in use[^\n]*--replace[^\n]*\n$/)
  })
})

describe("registry check", () => {
  it("says what there is in a right file", async () => {
    const { command, registryFile } = at()
    assert.deepInclude(only(await command("registry", "check", "--json")), {
      file: registryFile,
      agencies: 1,
      endpoints: 2,
      private: 1,
      presets: 0
    })
    assert.include((await command("registry", "check", registryFile)).stdout, "1 agencies, 2 endpoints (1 private)")
  })

  it("warns of agencies' credentials that the registry names and the environment lacks: exit 0", async () => {
    const { directory } = at()
    const file = join(directory, "rahasia.yaml")
    const agencies = [["satu", "ADA_KEY"], ["dua", "TIADA_KEY"]] as const
    writeFileSync(
      file,
      registryText(agencies.map(([slug, env]) => ({
        slug,
        server: "http://127.0.0.1:1",
        credential: { header: "X-Api-Key", env },
        endpoints: [{ path: "isi" }]
      })))
    )
    const variables = { ADA_KEY: "rahasia" }
    const finished = await runHere(["registry", "check", file], variables)
    assert.strictEqual(finished.code, 0, finished.stderr)
    const warning = "not set in the environment, but named by the registry as an agency's credential: TIADA_KEY (dua)"
    assert.strictEqual(finished.stderr, `warning: ${warning}\n`)
    assert.deepInclude(only(await runHere(["registry", "check", file, "--json"], variables)), { warnings: [warning] })
  })

  it("names every fault of a wrong one with its line and what would be right: exit 1", async () => {
    const { command, directory } = at()
    const file = join(directory, "salah.yaml")
    writeFileSync(
      file,
      "version: 1\nagencies:\n  - slug: opd\n    name: Dinas\n    server: http://127.0.0.1:1\n    timout: 5 seconds\n    datasets:\n"
        + "      - slug: data\n        title: Data\n        endpoints:\n          - { path: a, title: A, cache: { fresh: sebentar } }\n"
    )
    const finished = await command("registry", "check", file)
    assert.strictEqual(finished.code, 1)
    assert.match(finished.stdout, new RegExp(`^${file}:6:\\d+ agencies\\[0\\]\\.timout: .*did you mean \`timeout\``, "m"))
    assert.match(
      finished.stdout,
      new RegExp(`^${file}:11:\\d+ agencies\\[0\\]\\.datasets\\[0\\]\\.endpoints\\[0\\]\\.cache\\.fresh: `, "m")
    )
    assert.strictEqual(finished.stderr, `gapura: ${file} has 2 faults\n`)
    const faults = objects(await command("registry", "check", file, "--json"))
    assert.deepStrictEqual(faults.map(({ line }) => line), [6, 11])
    assert.deepStrictEqual(Object.keys(faults[0] ?? {}).toSorted(), ["column", "file", "line", "path", "reason"])
  })
})

describe("help", () => {
  it("prints the commands and every setting, exit 0", async () => {
    const { code, stderr, stdout } = await at().command("--help")
    assert.deepStrictEqual([code, stderr], [0, ""])
    for (const part of ["serve", "demo", "registry", "client", "token", "audit"]) assert.include(stdout, part)
    assert.include(stdout, settingsHelp())
    for (const name of ["REGISTRY_FILE", "RATE_LIMIT", "OTEL_EXPORTER_OTLP_ENDPOINT", "CACHE_MAX_BYTES"]) assert.include(stdout, name)
  })

  it("of one command is enough; it has the settings as well", async () => {
    const { code, stdout } = await at().command("token", "issue", "--help")
    assert.strictEqual(code, 0)
    for (const part of ["--application", "--scope", "--private", "DATA_DIR"]) assert.include(stdout, part)
  })

  it("is not what a mistyped command gets: one line that says what was meant, nothing on standard output", async () => {
    expectFailure(await at().command("tokn", "issue", "--json"), "tokn", "token")
    expectFailure(await at().command("token", "issue", "--scope", "*"), "--application")
  })

  it("is not what a value with a hyphen before it gets, whatever letters it has", async () => {
    expectFailure(await at().command("token", "rotate", "tok_1", "--overlap", "-1 hours", "--json"), "-1 hours")
    expectFailure(await at().command("token", "rotate", "tok_1", "--overlap=-1 hours", "--json"), "overlap", "a duration such as")
  })
})
