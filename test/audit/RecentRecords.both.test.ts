/** Which calls of the last minute a gateway that starts again finds, and where. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import type { SqlClient } from "effect/sql"
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readSegment } from "../../src/audit/EntryReader.ts"
import type { Journal } from "../../src/audit/Journal.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { RecentRecords } from "../../src/audit/RecentRecords.ts"
import { baseTime, caller, journalIn, makeJournal, recordable, settled } from "../support/AuditRecords.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const now = baseTime + 100_000
const other = { ...caller, tokenId: "tok_2", bucket: "tok_1" }
const elsewhere = { ...caller, application: "lain", tokenId: "tok_3", bucket: "tok_3" }

const inRoom = (test: (dataDir: string) => Effect.Effect<void, unknown, RecentRecords | SqlClient.SqlClient>) =>
  Effect.scoped(
    Effect.flatMap(TempDatabase.tempDirectory, (dataDir) =>
      test(dataDir).pipe(
        Effect.provide(RecentRecords.layer({ directory: join(dataDir, "journal") })),
        Effect.provide(TempDatabase.at({ dataDir }))
      ))
  ).pipe(Effect.provide(Logger.layer([])))

const call = (journal: Journal, at: number, changes: Parameters<typeof recordable>[1] = {}, code: string | null = null) =>
  journal.append(recordable(at, { time: now + at, ...changes }), code === null ? 200 : 429, code, 0, 1)

const found = Effect.flatMap(RecentRecords, ({ calls }) => calls(now, 60_000)).pipe(Effect.map(({ applications, tokens }) => ({
  tokens: Object.fromEntries([...tokens].map(([key, times]) => [key, times.map((time) => time - now).sort((a, b) => a - b)])),
  applications: Object.fromEntries([...applications].map(([key, times]) => [key, times.length]))
})))

/** What a journal that nobody closed has, with a name of its own. */
const left = (dataDir: string, write: (journal: Journal) => void) =>
  Effect.promise(async () => {
    const directory = journalIn(dataDir)
    const before = new Set(readdirSync(directory))
    const journal = makeJournal(directory)
    write(journal)
    assert.isTrue(await settled(journal))
    return readdirSync(directory).find((name) => !before.has(name)) ?? assert.fail("no segment")
  })

const load = (dataDir: string, name: string) =>
  loadSegment(name.replace(".audit", ""), readSegment(readFileSync(join(dataDir, "journal", name))).entries)

describe("the calls of the last minute", () => {
  it.effect("are those with a token, from the minute on, each once; no refused ones, entries, strangers or older ones", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        yield* left(dataDir, (journal) => {
          call(journal, -60_001)
          call(journal, -60_000)
          call(journal, -1)
          call(journal, 5_000)
          call(journal, -2, { alias: "a" })
          call(journal, -3, {}, "quota-exceeded")
          call(journal, -4, {}, "scope-missing")
          call(journal, -5, { caller: undefined, endpoint: undefined })
          call(journal, -6, { caller: other })
          call(journal, -7, { caller: elsewhere, endpoint: undefined, route: "" })
          journal.count("alamat", recordable(8, { time: now - 8, caller: undefined, endpoint: undefined }), 429, "quota-exceeded", 0, 1)
        })
        assert.deepStrictEqual(yield* found, {
          tokens: { tok_1: [-60_000, -4, -1, 5_000], tok_2: [-6], tok_3: [-7] },
          applications: { aplikasi: 5, lain: 1 }
        })
      })
    ))

  it.effect("are found in the journal, in the database and, where they are in both, once", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        const both = yield* left(dataDir, (journal) => call(journal, -10))
        yield* load(dataDir, both)
        const loaded = yield* left(dataDir, (journal) => call(journal, -20))
        yield* load(dataDir, loaded)
        writeFileSync(join(dataDir, "journal", loaded), "")
        utimesSync(join(dataDir, "journal", loaded), 0, 0)
        yield* left(dataDir, (journal) => call(journal, -30))
        const old = yield* left(dataDir, (journal) => call(journal, -50_000))
        // Nobody has written to it for longer than the minute.
        utimesSync(join(dataDir, "journal", old), Date.now() / 1000 - 70, Date.now() / 1000 - 70)
        assert.deepStrictEqual((yield* found).tokens, { tok_1: [-30, -20, -10] })
      })
    ))

  it.effect("are the others where a segment is damaged, and none where there is no journal", () =>
    inRoom((dataDir) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* found, { tokens: {}, applications: {} })
        const name = yield* left(dataDir, (journal) => call(journal, -10))
        yield* left(dataDir, (journal) => call(journal, -20))
        writeFileSync(join(dataDir, "journal", name), Buffer.alloc(300, 7))
        assert.deepStrictEqual((yield* found).tokens, { tok_1: [-20] })
      })
    ))
})
