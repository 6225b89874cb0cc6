/**
 * `gapura migrate`: brings the database to this version, which `serve` also does by itself. With `--check` it says what
 * would run, and fails where anything would.
 */
import { Effect } from "effect"
import { Settings } from "../settings/Settings.ts"
import { Database } from "../storage/Database.ts"
import { latest, Steps } from "../storage/Migrations.ts"
import { hasDatabase } from "./CommandLayers.ts"
import { CommandFailed, print } from "./Output.ts"

export const migrateDatabase = (json: boolean) =>
  Effect.gen(function*() {
    const { database } = yield* Settings
    const ran = yield* Database.prepare(database)
    const place = Database.place(database)
    yield* print(
      json,
      { database: place, applied: ran.map(({ id, name }) => ({ id, name })), latest },
      ran.length === 0
        ? `${place} is up to date (step ${latest})`
        : [`${place} has had ${ran.length} ${ran.length === 1 ? "step" : "steps"}:`, ...ran.map(({ id, name }) => `  ${id} ${name}`)].join(
          "\n"
        )
    )
  }).pipe(Effect.provide(Settings.layer))

export const checkMigrations = (json: boolean) =>
  Effect.gen(function*() {
    const settings = yield* Settings
    // Where there is no database none is made.
    const pending = hasDatabase(settings) ? yield* Database.pending(settings.database) : yield* Steps
    const place = Database.place(settings.database)
    const steps = pending.map(({ compatibleSince, id, name }) => ({ id, name, compatibleSince: compatibleSince ?? null }))
    if (steps.length === 0) {
      return yield* print(json, { database: place, pending: steps, latest }, `${place} is up to date (step ${latest})`)
    }
    const line = ({ compatibleSince, id, name }: (typeof steps)[number]) =>
      `  ${id} ${name}${compatibleSince === null ? "" : `, beside which programs from step ${compatibleSince} on can run`}`
    yield* print(json, { database: place, pending: steps, latest }, [`${place} lacks`, ...steps.map(line)].join("\n"))
    return yield* new CommandFailed({
      message: `${steps.length} ${steps.length === 1 ? "step is" : "steps are"} pending: run gapura migrate`
    })
  }).pipe(Effect.provide(Settings.layer))
