/** PostgreSQL is taken back to the moment before a mistake, from a base backup and the archive of its log, as the operator's book says. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Schema, Scope } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { root, run } from "../support/CommandLine.ts"
import { startGateway } from "../support/Gateway.ts"
import { makePostgresServer, recoverServer, serversDirectory, takeBaseBackup } from "../support/PostgresServer.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

/** The lines of the book between ``` that begin with this word. */
const lines = (word: string): string => {
  const found = readFileSync(join(root, "docs/operations.md"), "utf8").match(new RegExp(`\`\`\`\\n(${word}[^\`]*)\`\`\``))?.[1]
  if (found === undefined) throw new Error(`docs/operations.md has no lines that begin with ${word}`)
  return found
}

const one = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ value: Schema.String })]))

describe("fault-96 restore to a moment", () => {
  it.live("what was deleted by mistake is there again, what came after the base backup too, and no record is lost", () =>
    Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
      const registry = registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }])
      const archive = yield* serversDirectory
      const server = yield* makePostgresServer(undefined, lines("archive_mode").replaceAll("/var/lib/wal", archive))
      const urlOf = ({ port }: { readonly port: number }) => `postgres://kota:sandi@127.0.0.1:${port}/postgres`
      const dataDir = yield* tempDirectory

      const life = yield* Scope.make()
      const first = yield* Scope.provide(startGateway(registry, { DATABASE_URL: urlOf(server), DATA_DIR: dataDir }), life)
      const early = yield* Effect.promise(() => first.token({ scopes: "*" }))
      const base = yield* takeBaseBackup(server)
      const late = yield* Effect.promise(() => first.token({ scopes: "*" }))
      const moment = yield* Effect.promise(async () => {
        for (const token of [early, late]) assert.strictEqual((await first.get("opd/data/isi", token)).status, 200)
        await first.records(2)
        const [{ value }] = one(await server.run("SELECT clock_timestamp()::text AS value"))
        await server.run("DELETE FROM tokens")
        assert.deepStrictEqual(await server.run("SELECT token_id FROM tokens"), [])
        const [{ value: segment }] = one(await server.run("SELECT pg_walfile_name(pg_switch_wal()) AS value"))
        await eventually("the log is in the archive", () => existsSync(join(archive, segment)))
        return value
      })
      yield* Scope.close(life, Exit.void)
      server.stop()

      const recovery = lines("restore_command").replaceAll("/var/lib/wal", archive).replace(
        /recovery_target_time = '[^']+'/,
        `recovery_target_time = '${moment}'`
      )
      assert.include(recovery, moment)
      const recovered = yield* recoverServer(base, recovery)
      yield* Effect.promise(() =>
        eventually(
          "the server takes writes",
          async () => one(await recovered.run("SELECT pg_is_in_recovery()::text AS value"))[0].value === "false",
          60_000
        )
      )
      const second = yield* startGateway(registry, { DATABASE_URL: urlOf(recovered), DATA_DIR: dataDir })
      yield* Effect.promise(async () => {
        for (const token of [early, late]) {
          assert.strictEqual((await second.get("opd/data/isi", token)).status, 200)
        }
        assert.strictEqual((await second.get("opd/data/isi", "gpr_salah")).status, 401)
        // Those of after the moment, which the database lacks, and those of now.
        assert.strictEqual((await second.records(5)).length, 5)
        const verified = await run(["audit", "verify"], { DATABASE_URL: urlOf(recovered), DATA_DIR: dataDir })
        assert.deepStrictEqual([verified.code, verified.stderr], [0, ""])
      })
    }))
})
