/** `gapura audit verify` of a database in which somebody changed single cells to anything that it takes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, start } from "../support/CommandLine.ts"
import { onPostgres } from "../support/Postgres.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const served = Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
  return yield* makeServedGateway(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]))
})

const inDatabase = <A, E>(dataDir: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.provide(TempDatabase.at({ dataDir }))))
const statements = (dataDir: string, ...texts: ReadonlyArray<string>): Promise<unknown> =>
  inDatabase(dataDir, Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(texts, (text) => sql.unsafe(text))))

const stop = async (
  { gateway }: {
    readonly gateway: {
      readonly child: { readonly kill: (signal: "SIGTERM") => boolean }
      readonly finished: Promise<{ readonly code: number | null }>
    }
  }
) => {
  gateway.child.kill("SIGTERM")
  assert.strictEqual((await gateway.finished).code, 0)
}

/** A log of several segments and three actions, of a gateway that was stopped. */
const at = suite(
  Effect.gen(function*() {
    const gateway = yield* served
    const { DATA_DIR } = gateway.variables
    yield* Effect.promise(async () => {
      const segments = () =>
        inDatabase(DATA_DIR, Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT sequence FROM audit_segments`)).then(({ length }) =>
          length
        )
      for (let round = 1; round <= 3; round++) {
        await gateway.statusOf("opd/data/isi", "tidak-dikenal")
        await eventually(`there are ${round} segments`, async () => await segments() === round)
      }
      await inDatabase(
        DATA_DIR,
        Effect.forEach(
          [1, 2, 3],
          (number) =>
            Effect.flatMap(
              ActionLog,
              (log) => log.record({ account: "sari", action: "uji", agency: null, subject: String(number), detail: {} })
            )
        ).pipe(Effect.provide(ActionLog.layer))
      )
      await stop(gateway)
    })
    return gateway
  })
)

/** What a database takes where the column says otherwise. */
const damages: ReadonlyArray<readonly [what: string, update: string, at: (found: string) => boolean]> = onPostgres
  ? [
    ["a number beyond all", "audit_segments SET last_time = 9223372036854775807 WHERE sequence = 2", (found) => found.includes("record 2")],
    ["no value", "audit_segments SET link = NULL WHERE sequence = 2", (found) => found.includes("record 2")],
    ["a cut blob", "audit_segments SET entries = substr(entries, 1, 10) WHERE sequence = 2", (found) => found.includes("record 2")],
    ["text in the end", "audit_head SET link = ''", (found) => found.includes("the end of the chain")],
    ["a broken detail", "actions SET detail = '{' WHERE sequence = 2", (found) => found.includes("action 2")]
  ]
  : [
    ["text in a number", "audit_segments SET first_time = 'kemarin' WHERE sequence = 2", (found) => found.includes("record 2")],
    ["a place that is none", "audit_segments SET sequence = 'dua' WHERE sequence = 2", (found) => found.includes("record 2")],
    ["a number for bytes", "audit_segments SET entries = 9223372036854775807 WHERE sequence = 2", (found) => found.includes("record 2")],
    ["bytes in the end's number", "audit_head SET sequence = x'00ff'", (found) => found.includes("the end of the chain")],
    ["a number beyond all in a checkpoint", "audit_checkpoints SET signed_at = 9223372036854775807", (found) => found.includes("record 3")],
    [
      "a number beyond all in an action",
      "actions SET done_at = 9223372036854775807 WHERE sequence = 2",
      (found) => found.includes("action 2")
    ],
    ["text for the end of the actions", "actions_head SET sequence = 'akhir'", (found) => found.includes("the log of actions")]
  ]
const nullable = onPostgres ? ["ALTER TABLE audit_segments ALTER COLUMN link DROP NOT NULL"] : []
const tables = ["audit_segments", "audit_head", "audit_checkpoints", "actions", "actions_head"]

describe("audit verify of damaged cells", () => {
  for (const [what, update, isNamed] of damages) {
    it(`fault-91 names the record and goes on to the others: ${what}`, async () => {
      const { command, variables: { DATA_DIR } } = at()
      await statements(DATA_DIR, ...nullable, ...tables.map((table) => `CREATE TABLE kept_${table} AS SELECT * FROM ${table}`))
      // Two that are found in any case, before and behind.
      await statements(
        DATA_DIR,
        `UPDATE ${update}`,
        "UPDATE audit_segments SET marks = substr(marks, 1, 4) WHERE sequence = 3",
        "UPDATE actions SET subject = 'lain' WHERE sequence = 3"
      )
      const finished = await command("audit", "verify", "--json")
      const people = await command("audit", "verify")
      await statements(
        DATA_DIR,
        ...tables.flatMap((
          table
        ) => [`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM kept_${table}`, `DROP TABLE kept_${table}`])
      )
      assert.deepStrictEqual([finished.code, people.code], [1, 1])
      assert.match(finished.stderr, /^gapura: the (?:audit log|log of actions) was tampered with [^\n]*\n$/)
      assert.notMatch(finished.stderr + people.stderr + people.stdout, /\n +at |SchemaError|Expected|node:/)
      assert.isTrue(people.stdout.split("\n").some(isNamed), people.stdout)
      assert.include(people.stdout, "at record 3")
      assert.include(people.stdout, "at action 3")
      const [verdict] = objects(finished)
      assert.strictEqual(verdict?.["ok"], false)
      assert.include(JSON.stringify(verdict?.["faults"]), "\"position\":3")
      assert.include(JSON.stringify(verdict?.["actionsBroken"]), "3")
      assert.strictEqual((await command("audit", "verify")).code, 0)
    })
  }

  for (const table of tables) {
    it(`fault-91 names the table that was dropped, in one line: ${table}`, async () => {
      const { command, variables: { DATA_DIR } } = at()
      await statements(DATA_DIR, `ALTER TABLE ${table} RENAME TO kept_${table}`)
      const people = await command("audit", "verify")
      const finished = await command("audit", "verify", "--json")
      await statements(DATA_DIR, `ALTER TABLE kept_${table} RENAME TO ${table}`)
      assert.deepStrictEqual([people.code, people.stderr], [
        1,
        `gapura: the database has no table ${table}: it was dropped or renamed, and nothing can be proven without it\n`
      ])
      assert.deepInclude(objects(finished)[0], { ok: false, missingTables: [table] })
      assert.strictEqual((await command("audit", "verify")).code, 0)
    })
  }

  it("fault-91 says that every signed checkpoint was deleted where the latest is kept beside the database", async () => {
    const { command, variables: { DATA_DIR } } = at()
    await statements(DATA_DIR, "CREATE TABLE kept_checkpoints AS SELECT * FROM audit_checkpoints", "DELETE FROM audit_checkpoints")
    const people = await command("audit", "verify")
    await statements(DATA_DIR, "INSERT INTO audit_checkpoints SELECT * FROM kept_checkpoints", "DROP TABLE kept_checkpoints")
    assert.strictEqual(people.code, 1, people.stdout)
    assert.match(
      people.stderr,
      /^gapura: the audit log was tampered with \(checkpoint\) at record 3: its signed checkpoint was deleted from the database[^\n]*\n$/
    )
    assert.strictEqual((await command("audit", "verify")).code, 0)
  })

  it("fault-91 names the segment of a record, and says what is whole where a cell beside it was changed", async () => {
    const { command, variables: { DATA_DIR } } = at()
    const [row] = await inDatabase(
      DATA_DIR,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT segment, first_time FROM audit_segments WHERE sequence = 2`)
    )
    await statements(DATA_DIR, "UPDATE audit_segments SET first_time = 1 WHERE sequence = 2")
    const [verdict] = objects(await command("audit", "verify", "--json"))
    await statements(DATA_DIR, `UPDATE audit_segments SET first_time = ${String(row?.["first_time"])} WHERE sequence = 2`)
    assert.deepInclude(verdict?.["fault"], { kind: "edited", position: 2, segment: row?.["segment"] })
    assert.deepInclude(verdict, { proven: 3 })
  })
})

// Side by side: most of it is waited for.
describe("a log that is younger than a minute", { concurrent: true }, () => {
  const chain = ["audit_segments", "audit_checkpoints", "audit_head"]
  const wipe = chain.map((table) => `DELETE FROM ${table}`)
  const cutLast = [
    "DELETE FROM audit_segments WHERE sequence = 2",
    "DELETE FROM audit_checkpoints",
    "UPDATE audit_head SET sequence = 1, records = 1, link = (SELECT link FROM audit_segments WHERE sequence = 1)"
  ]
  const loaded = (dataDir: string, count: number) =>
    eventually(
      `${count} segments are loaded`,
      async () =>
        (await inDatabase(dataDir, Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT sequence FROM audit_segments`))).length === count
    )

  for (
    const [what, attack, whenRunning] of [
      ["wiped while the gateway runs", wipe, true],
      ["cut at its end while the gateway runs", cutLast, true],
      ["wiped after a clean stop", wipe, false],
      ["cut at its end after a clean stop", cutLast, false]
    ] as const
  ) {
    it.live(
      `fault-91 shows at the next start and to audit verify: ${what}`,
      () =>
        Effect.scoped(Effect.flatMap(served, (made) =>
          Effect.promise(async () => {
            const { command, gateway, statusOf, variables } = made
            const { DATA_DIR } = variables
            for (let count = 1; count <= 2; count++) {
              await statusOf("opd/data/isi", "tidak-dikenal")
              await loaded(DATA_DIR, count)
            }
            if (whenRunning) await statements(DATA_DIR, ...attack)
            await stop(made)
            if (!whenRunning) await statements(DATA_DIR, ...attack)
            assert.strictEqual(gateway.stderr().includes("no longer has the 2 records"), whenRunning)
            const verified = await command("audit", "verify")
            assert.deepStrictEqual([verified.code, verified.stderr.includes("missing at the end")], [1, true], verified.stderr)
            const again = start(["serve"], variables)
            await eventually("it is said", () => again.stderr().includes("no longer has the 2 records"))
            again.child.kill("SIGTERM")
            await again.finished
            assert.match(again.stderr(), /"message":"the audit log no longer has the 2 records[^\n]*"level":"FATAL"/)
            assert.isTrue(existsSync(join(DATA_DIR, "audit-checkpoint.json")))
            assert.strictEqual((await command("audit", "verify")).code, 1)
          })))
    )
  }
})
