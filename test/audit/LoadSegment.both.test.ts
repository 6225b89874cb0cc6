/** Copies of one segment: a backup takes one of what is still being written. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { readSegment } from "../../src/audit/EntryReader.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { readLedger } from "../../src/audit/PrivacyLedger.ts"
import { replay } from "../../src/audit/Replay.ts"
import { append, idsTo, journalIn, makeJournal, settled } from "../support/AuditRecords.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const disclosed = JSON.stringify([["diskominfo", "name", "masked", 1]])

/** A segment when it had these numbers of records. */
const copies = Effect.fnUntraced(function*(from: number, counts: ReadonlyArray<number>) {
  const directory = journalIn(yield* TempDatabase.tempDirectory)
  const journal = makeJournal(directory)
  const taken: Array<Buffer> = []
  let index = from
  for (const count of counts) {
    while (index < from + count) append(journal, index++, { disclosed })
    yield* Effect.promise(() => settled(journal))
    const [name = ""] = readdirSync(directory)
    taken.push(readSegment(readFileSync(join(directory, name))).entries)
  }
  journal.close()
  return taken
})

const recordIds = (directory: string) =>
  AuditLog.pipe(
    Effect.flatMap((log) => Stream.runCollect(log.records())),
    Effect.map((records) => [...records].map(({ requestId }) => requestId)),
    Effect.provide(AuditLog.layer({ directory }))
  )

const inDatabase = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) =>
  Effect.scoped(Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => Effect.provide(test, TempDatabase.at({ dataDir }))))

describe("a segment", () => {
  it.live("whose beginning alone is in the database is loaded from there on, each record once", () =>
    inDatabase(Effect.gen(function*() {
      const [some = assert.fail(), more = assert.fail(), all = assert.fail()] = yield* copies(0, [5, 40, 100])
      const kept = (entries: Buffer) => ({
        packs: Effect.succeed(["p"]),
        read: () => Effect.succeed({ segments: [{ segment: "one", database: "lost", entries }], signed: [] })
      })
      assert.strictEqual(yield* loadSegment("one", some), 5)
      assert.strictEqual(yield* replay(kept(more), () => true), 35)
      assert.strictEqual(yield* loadSegment("one", all), 60)
      for (const again of [some, more, all]) {
        assert.strictEqual(yield* loadSegment("one", again), 0)
        assert.strictEqual(yield* replay(kept(again), () => true), 0)
      }
      assert.deepStrictEqual(yield* recordIds(yield* TempDatabase.tempDirectory), idsTo(100))
      const ledger = yield* readLedger({ application: "aplikasi" })
      assert.deepStrictEqual(ledger.map(({ answers, occurrences }) => [answers, occurrences]), [[100, 100]])
    })))

  it.live("that the database has by other records is no segment of theirs: that is said, and nothing is loaded", () =>
    inDatabase(Effect.gen(function*() {
      const [some = assert.fail()] = yield* copies(0, [5])
      const [other = assert.fail()] = yield* copies(500, [9])
      yield* loadSegment("one", some)
      assert.match((yield* Effect.flip(loadSegment("one", other))).message, /other records by the name of this segment/)
      assert.deepStrictEqual(yield* recordIds(yield* TempDatabase.tempDirectory), idsTo(5))
    })))
})
