/** `gapura migrate --check` and `serve --no-migrate`: who migrates, and when, is the operator's choice. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { objects, run, runHere } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { emptyDatabaseUrl, onPostgres } from "../support/Postgres.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

describe("migrations by hand", () => {
  it.live("--check says what would run and fails while anything would; serve --no-migrate refuses to start until then", () =>
    Effect.gen(function*() {
      const directory = yield* tempDirectory
      yield* Effect.promise(async () => {
        const [port, managementPort] = [await freePort(), await freePort()]
        const dataDir = join(directory, "data")
        if (onPostgres) emptyDatabaseUrl(dataDir)
        const variables = { DATA_DIR: dataDir, PORT: String(port), MANAGEMENT_PORT: String(managementPort) }
        const [before] = objects(await runHere(["migrate", "--check", "--json"], variables))
        assert.deepInclude(JSON.stringify(before?.["pending"]), `{"id":1,"name":"access","compatibleSince":null}`)
        assert.strictEqual((await runHere(["migrate", "--check"], variables)).code, 1)
        const refused = await run(["serve", "--no-migrate"], { ...variables, REGISTRY_FILE: join(directory, "none.yaml") })
        assert.strictEqual(refused.code, 1)
        assert.match(refused.stderr, /it lacks steps of this version \(1 access, .*run gapura migrate/)
        assert.strictEqual((await runHere(["migrate", "--check"], variables)).code, 1)
        assert.strictEqual((await runHere(["migrate"], variables)).code, 0)
        const after = await runHere(["migrate", "--check"], variables)
        assert.strictEqual(after.code, 0)
        assert.match(after.stdout, /is up to date \(step \d+\)/)
        const started = await run(["serve", "--no-migrate"], { ...variables, REGISTRY_FILE: join(directory, "none.yaml") })
        assert.match(started.stderr, /none\.yaml/)
      })
    }))
})
