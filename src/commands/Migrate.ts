/** `gapura migrate`: brings the database to this version, which `serve` also does by itself. */
import { Effect } from "effect"
import { Settings } from "../Settings.ts"
import { Database } from "../storage/Database.ts"
import { latest } from "../storage/Migrations.ts"
import { print } from "./Output.ts"

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
