/** `gapura audit load`: what a gateway that is gone left in its journal. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readSegment } from "../../src/audit/EntryReader.ts"
import { makeKeptSegments } from "../../src/audit/KeptSegments.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { append, idOf, journalIn, makeJournal, settled } from "../support/AuditRecords.ts"
import { expectFailure, objects, only } from "../support/CommandLine.ts"
import { onPostgres } from "../support/Postgres.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

/** One that was killed with records in its journal, and one that serves. */
const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
  const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }])
  return {
    serving: yield* makeServedGateway(registry),
    killed: yield* makeServedGateway(registry),
    elsewhere: yield* TempDatabase.tempDirectory
  }
}))

/** A journal of a process that is gone. */
const leave = async (dataDir: string, from: number, to: number): Promise<string> => {
  const directory = journalIn(dataDir)
  const journal = makeJournal(directory)
  for (let index = from; index < to; index++) append(journal, index)
  assert.isTrue(await settled(journal))
  return directory
}
const idsOf = (found: ReadonlyArray<Readonly<Record<string, unknown>>>) => found.map(({ requestId }) => requestId)

describe("audit load", () => {
  it("loads what a killed gateway answered, each record once, beside a gateway that serves; the chain is whole", async () => {
    const { elsewhere, killed, serving } = at()
    assert.strictEqual(await killed.statusOf("opd/data/isi", "tidak-dikenal"), 401)
    // Its database takes nothing any more, so what it answers now waits in its journal.
    const sql = (text: string) =>
      Effect.runPromise(
        Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(text)).pipe(
          Effect.provide(TempDatabase.at({ dataDir: killed.variables.DATA_DIR }))
        )
      )
    const metrics = async () => (await fetch(`http://127.0.0.1:${killed.variables.MANAGEMENT_PORT}/metrics`)).text()
    // And its file is gone: only then nothing waits any more.
    await eventually(
      "it is loaded",
      async () =>
        (await sql("SELECT segment FROM audit_segments")).length === 1 && /^gapura_audit_backlog(?:\{[^}]*\})? 0$/m.test(await metrics())
    )
    await sql("ALTER TABLE audit_head RENAME TO away")
    for (let index = 0; index < 3; index++) await killed.statusOf("opd/data/isi", "tidak-dikenal")
    killed.gateway.child.kill("SIGKILL")
    await killed.gateway.finished
    const copy = join(elsewhere, "killed")
    cpSync(killed.variables.DATA_DIR, copy, { recursive: true, preserveTimestamps: true })
    assert.strictEqual(await serving.statusOf("opd/data/isi", "tidak-dikenal"), 401)

    // On PostgreSQL what it had loaded was kept, too, and this is another database.
    const expected = onPostgres ? 4 : 3
    assert.deepInclude(only(await serving.program("audit", "load", "--dir", copy, "--json")), { loaded: expected, damaged: [] })
    const all = objects(await serving.command("audit", "export", "--json"))
    assert.strictEqual(all.length, expected + 1)
    const again = await serving.program("audit", "load", "--dir", join(copy, "journal"))
    assert.deepStrictEqual([again.code, again.stdout], [0, "0 records are loaded; 3 others were in the database\n"], again.stderr)
    assert.deepStrictEqual(idsOf(objects(await serving.command("audit", "export", "--json"))), idsOf(all))
    assert.strictEqual((await serving.command("audit", "verify")).code, 0)
    assert.isNotEmpty(readdirSync(join(copy, "journal")).filter((name) => name.endsWith(".audit")))
  })

  it("loads what was kept of loaded segments where the database lacks it", async () => {
    const { elsewhere, serving } = at()
    const source = await leave(join(elsewhere, "source"), 100, 105)
    const [name = ""] = readdirSync(source)
    const directory = join(elsewhere, "promoted", "journal")
    mkdirSync(directory, { recursive: true })
    await Effect.runPromise(Effect.gen(function*() {
      const kept = yield* makeKeptSegments({ directory: join(directory, "loaded"), keepMillis: 1e9, maxBytes: 1e9, waiting: () => 0 })
      yield* kept.addSegment(name.replace(".audit", ""), readSegment(readFileSync(join(source, name))).entries, "lain")
    }))
    assert.deepInclude(only(await serving.command("audit", "load", "--dir", directory, "--json")), { loaded: 5, known: 0 })
    assert.include(JSON.stringify(objects(await serving.command("audit", "export", "--json"))), idOf(104))
    assert.deepInclude(only(await serving.command("audit", "load", "--dir", directory, "--json")), { loaded: 0 })
  })

  it("loads a segment whole of which the journal has the beginning, as a restore put it there, and the rest was kept", async () => {
    const { elsewhere, serving } = at()
    const directory = journalIn(join(elsewhere, "restored"))
    const journal = makeJournal(directory)
    append(journal, 400)
    assert.isTrue(await settled(journal))
    const [name = ""] = readdirSync(directory)
    const beginning = readFileSync(join(directory, name))
    for (let index = 401; index < 404; index++) append(journal, index)
    assert.isTrue(await settled(journal))
    journal.close()
    await Effect.runPromise(Effect.gen(function*() {
      const kept = yield* makeKeptSegments({ directory: join(directory, "loaded"), keepMillis: 1e9, maxBytes: 1e9, waiting: () => 0 })
      yield* kept.addSegment(name.replace(".audit", ""), readSegment(readFileSync(join(directory, name))).entries, "lain")
    }))
    writeFileSync(join(directory, name), beginning)
    utimesSync(join(directory, name), 0, 0)
    assert.deepInclude(only(await serving.command("audit", "load", "--dir", directory, "--json")), { loaded: 4, known: 1, damaged: [] })
    const ids = idsOf(objects(await serving.command("audit", "export", "--json")))
    for (let index = 400; index < 404; index++) assert.lengthOf(ids.filter((id) => id === idOf(index)), 1)
    assert.strictEqual((await serving.command("audit", "verify")).code, 0)
  })

  it("refuses the journal of a gateway that runs, here or on another machine, and a directory that is not there", async () => {
    const { elsewhere, serving } = at()
    expectFailure(await serving.program("audit", "load", "--dir", serving.variables.DATA_DIR), "is in use by process")
    expectFailure(await serving.program("audit", "load", "--dir", join(serving.variables.DATA_DIR, "journal")), "is in use by process")
    // The process of this test is alive.
    const own = await leave(join(elsewhere, "own"), 200, 202)
    expectFailure(await serving.program("audit", "load", "--dir", own), "is in use")
    const away = join(elsewhere, "away")
    mkdirSync(away)
    const segment = join(away, "00000000000-00000000.audit")
    writeFileSync(segment, "")
    expectFailure(await serving.command("audit", "load", "--dir", away), "is in use", "00000000000-00000000")
    utimesSync(segment, 1, 1)
    assert.deepInclude(only(await serving.command("audit", "load", "--dir", away, "--json")), { loaded: 0, known: 0 })
    expectFailure(await serving.command("audit", "load", "--dir", join(elsewhere, "tiada")), "there is no directory")
  })

  it("names what is damaged, exits with 1, and loads the rest", async () => {
    const { elsewhere, serving } = at()
    const directory = await leave(join(elsewhere, "damaged"), 300, 304)
    const [name = ""] = readdirSync(directory)
    const path = join(directory, name)
    const bytes = readFileSync(path)
    writeFileSync(path, Buffer.concat([bytes, Buffer.from([4, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8])]))
    const finished = await serving.command("audit", "load", "--dir", directory, "--json")
    assert.strictEqual(finished.code, 1)
    assert.include(finished.stderr, name.replace(".audit", ""))
    assert.deepInclude(objects(finished)[0], { loaded: 4, known: 0, damaged: [name.replace(".audit", "")] })
  })
})
