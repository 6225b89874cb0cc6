/**
 * The release before this one serves on, and starts, beside the schema that this one has migrated, while both are called.
 * It is taken from git, so this needs a clone with its history; and PostgreSQL.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, root, runHere, serving, type Variables } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { isRecord } from "../support/isRecord.ts"
import { makePostgresServer } from "../support/PostgresServer.ts"
import { eventually, neverOpen, pause, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const before = "cd6fa4b"

/** Its program, with the libraries of this one. */
const makeCheckout = Effect.gen(function*() {
  const directory = join(yield* tempDirectory, "before")
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      execFileSync("git", ["worktree", "add", "--detach", directory, before], { cwd: root, stdio: "ignore" })
      symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))
    }),
    () =>
      Effect.sync(() => {
        rmSync(directory, { recursive: true, force: true })
        execFileSync("git", ["worktree", "prune"], { cwd: root })
      })
  )
  return directory
})

/** A gateway of that program, ready when this returns; it can be ended before its scope is. */
const serveBefore = (directory: string, variables: Variables) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, ["-r", "./src/boot.cjs", "src/main.ts", "serve"], {
        cwd: directory,
        env: { PATH: process.env["PATH"], ...variables },
        stdio: ["ignore", "ignore", "pipe"]
      })
      let said = ""
      child.stderr.on("data", (chunk) => {
        said += String(chunk)
      })
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
      await eventually("the gateway of before is ready", () => {
        if (child.exitCode !== null) throw new Error(`it ended: ${said}`)
        return said.includes("gapura is ready")
      }, 60_000)
      return {
        end: async () => {
          child.kill("SIGTERM")
          await ended
        }
      }
    }),
    ({ end }) => Effect.promise(end)
  )

it.live("the release before serves, issues and starts beside the schema of this one, under load", () =>
  Effect.gen(function*() {
    const directory = yield* tempDirectory
    const checkout = yield* makeCheckout
    const server = yield* makePostgresServer()
    const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
    const registryFile = join(directory, "registry.yaml")
    writeFileSync(registryFile, registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]))
    const variablesOf = (name: string) =>
      Effect.promise(async () => {
        mkdirSync(join(directory, name))
        return {
          REGISTRY_FILE: registryFile,
          DATA_DIR: join(directory, name),
          DATABASE_URL: `postgres://kota:sandi@127.0.0.1:${server.port}/postgres`,
          PORT: String(await freePort()),
          MANAGEMENT_PORT: String(await freePort()),
          RATE_LIMIT: "1000000",
          DRAIN_TIME: "0 seconds"
        }
      })
    const [old, young] = [yield* variablesOf("old"), yield* variablesOf("young")]
    const first = yield* serveBefore(checkout, old)
    const steps = () => server.run("SELECT MAX(migration_id) AS step FROM migrations")
    yield* Effect.promise(async () => assert.deepStrictEqual(await steps(), [{ step: 80 }]))

    // A client made by the release before, as there are in a city that upgrades.
    const made = execFileSync(
      process.execPath,
      ["-r", "./src/boot.cjs", "src/main.ts", "client", "create", "--name", "peta", "--scope", "*", "--json"],
      { cwd: checkout, env: { PATH: process.env["PATH"], ...old }, encoding: "utf8" }
    )
    const [client] = objects({ code: 0, stdout: made, stderr: "" })
    const credentials = Buffer.from(`${String(client?.["clientId"])}:${String(client?.["clientSecret"])}`).toString("base64")
    const issue = async ({ PORT }: Variables): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${PORT}/oauth/token`, {
        method: "POST",
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ grant_type: "client_credentials" })
      })
      const body: unknown = await response.json()
      if (!isRecord(body) || typeof body["access_token"] !== "string") {
        throw new Error(`no token: ${response.status} ${JSON.stringify(body)}`)
      }
      return body["access_token"]
    }
    const read = async ({ PORT }: Variables, token: string): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${PORT}/api/v4/gateway/opd/data/isi`, {
        headers: { authorization: `Bearer ${token}` }
      })
      await response.arrayBuffer()
      return response.status
    }

    yield* Effect.promise(async () => {
      const token = await issue(old)
      const statuses = new Map<number, number>()
      let isLoaded = true
      const load = async (variables: Variables) => {
        while (isLoaded) {
          const status = await read(variables, token)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          await pause(5)
        }
      }
      const loads = Array.from({ length: 8 }, () => load(old))
      assert.strictEqual((await runHere(["migrate"], young)).code, 0)
      const answered = () => statuses.get(200) ?? 0
      const atMigration = answered()
      await eventually("the release before goes on", () => answered() > atMigration + 100, 60_000)
      assert.strictEqual(await read(old, await issue(old)), 200)
      isLoaded = false
      await Promise.all(loads)
      assert.deepStrictEqual([...statuses.keys()], [200])
      // And it starts there.
      await first.end()
    })
    yield* serveBefore(checkout, old)
    yield* serving(young)
    yield* Effect.promise(async () => {
      for (const [from, to] of [[old, young], [young, old]] as const) {
        const token = await issue(from)
        await eventually("each knows the other's token", async () => await read(to, token) === 200, 60_000)
        const revoked = await fetch(`http://127.0.0.1:${to.PORT}/oauth/revoke`, {
          method: "POST",
          headers: { authorization: `Basic ${credentials}` },
          body: new URLSearchParams({ token })
        })
        assert.strictEqual(revoked.status, 200)
        await eventually("each feels the other's revocation", async () => await read(from, token) === 401, 60_000)
      }
    })
  }))
