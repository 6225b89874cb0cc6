/**
 * Two projects: every test on SQLite, and those whose file is called `*.both.test.ts` once more on PostgreSQL, where it is
 * installed, as it has to be in CI. `*.postgres.test.ts` runs there alone.
 */
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
import { isPostgresInstalled } from "./support/PostgresPrograms.ts"

const onBoth = ["test/**/*.both.test.ts"]
const onlyPostgres = ["test/**/*.postgres.test.ts"]

if (!isPostgresInstalled && process.env["CI"] !== undefined) throw new Error("PostgreSQL is not installed")
if (!isPostgresInstalled) {
  console.warn(`\nLEFT OUT on PostgreSQL, which is not installed:\n  ${[...onBoth, ...onlyPostgres].join("\n  ")}\n`)
}

/**
 * A machine that does more than this run is slow, not wrong: what takes a second alone takes half a minute beside a dozen
 * others. So no test has a shorter time of its own, unless that time is what it is about.
 */
const patience = { hookTimeout: 240_000, testTimeout: 240_000 }

/** In CI a test may fail once, which the gate then tells by its name: a defect that comes by chance is seen and stops nobody. */
const retry = process.env["CI"] === undefined ? 0 : 1

/**
 * The files of a worker share what they import: loading the gateway anew for each of them took a third of the run. No
 * file may leave anything behind in a module, such as a changed global.
 */
const isolate = false

/** The proofs' packages bring tests of their own. */
const foreign = "test/proofs/node_modules/**"
const exclude = [...onlyPostgres, foreign]
const sqlite = { test: { isolate, name: "sqlite", include: ["test/**/*.test.ts"], exclude, retry, ...patience } }
const postgres = {
  test: {
    isolate,
    retry,
    name: "postgres",
    include: [...onBoth, ...onlyPostgres],
    env: { TEST_ON_POSTGRES: "yes" },
    globalSetup: "test/support/PostgresRun.ts",
    ...patience
  }
}

/** What `npm run coverage` reports. What tests start as a process of its own, such as the command line, is not seen by it. */
const coverage = { provider: "v8" as const, include: ["src/**/*.ts"], reporter: ["text-summary", "html"], reportsDirectory: "coverage" }

export default defineConfig({
  root: resolve(import.meta.dirname, ".."),
  test: { projects: isPostgresInstalled ? [sqlite, postgres] : [sqlite], coverage }
})
