/**
 * Two projects: every test on SQLite, and those of the services over a database once more on PostgreSQL where one is
 * reachable. One that TEST_DATABASE_URL names has to be.
 */
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
import { obstacle, usual } from "./support/Postgres.ts"

const overBoth = [
  "test/access/**/*.test.ts",
  "test/audit/**/*.test.ts",
  "test/storage/**/*.test.ts",
  "test/resilience/ForcedCircuits.test.ts",
  "test/telemetry/{StatusHistory,Incidents}.test.ts",
  "test/http/status.test.ts",
  "test/http/oauth-*.test.ts",
  "test/registry/RegistryDesk.test.ts",
  "test/portal/desk-{access,settings,audit}.test.ts",
  "test/portal/{PortalRouter,Sessions,sign-in,operations,developer-applications,developer-requests,developer-use}.test.ts",
  "test/gateway/{401-token,401-disabled,403-withdrawn,audit,command-line,kill,application-usage,privacy-ledger,registry-commands,restore-drill,secrets-at-rest}.test.ts"
]

const onlyPostgres = ["test/**/*.postgres.test.ts"]

const named = process.env["TEST_DATABASE_URL"]
const server = named ?? usual
const reason = await obstacle(server)
if (reason !== undefined && named !== undefined) throw new Error(`TEST_DATABASE_URL: ${reason}`)
if (reason !== undefined) console.warn(`\nLEFT OUT on PostgreSQL, which is not reachable (${reason}):\n  ${[...overBoth, ...onlyPostgres].join("\n  ")}\nTEST_DATABASE_URL names one.\n`)

const run = `${Math.floor(Date.now() / 1000)}_${process.pid}`
process.env["TEST_RUN"] = run
process.env["TEST_SERVER"] = server

/** A machine that does more than this run is slow, not wrong. */
const patience = { hookTimeout: 30_000, testTimeout: 20_000 }

const sqlite = { test: { name: "sqlite", include: ["test/**/*.test.ts"], exclude: onlyPostgres, ...patience } }
const postgres = {
  test: { name: "postgres", include: [...overBoth, ...onlyPostgres], env: { TEST_ON_POSTGRES: server, TEST_RUN: run }, globalSetup: "test/support/PostgresRun.ts", ...patience }
}

export default defineConfig({ root: resolve(import.meta.dirname, ".."), test: { projects: reason === undefined ? [sqlite, postgres] : [sqlite] } })
