/** Records found by what is rare, out of a log of which the most need not be read. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, type Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import type { AuditFilter } from "../../src/audit/AuditFilter.ts"
import { extendIndex } from "../../src/audit/AuditIndex.ts"
import { loadAuditKey } from "../../src/audit/AuditKey.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import type { Recordable } from "../../src/audit/EntryWriter.ts"
import { prune } from "../../src/audit/Retention.ts"
import { verifyChain } from "../../src/audit/VerifyChain.ts"
import { append, baseTime, caller, idOf, journalIn, loadRecords, makeJournal, settled } from "../support/AuditRecords.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

/** Runs are of two segments. */
const short = { records: 1_000, segments: 2 }
const extendAll = Effect.gen(function*() {
  let runs = 0
  while (yield* extendIndex(short)) runs++
  return runs
})

const room = <A, E>(test: (dataDir: string) => Effect.Effect<A, E, AuditLog | SqlClient.SqlClient | Scope.Scope>) =>
  Effect.scoped(Effect.flatMap(TempDatabase.tempDirectory, (dataDir) =>
    test(dataDir).pipe(
      Effect.provide(AuditLog.layer({ directory: join(dataDir, "journal") }).pipe(Layer.provideMerge(TempDatabase.at({ dataDir })))),
      Effect.provide(Logger.layer([]))
    )))

const found = (filter: AuditFilter) =>
  Effect.flatMap(
    AuditLog,
    (log) => Effect.map(Stream.runCollect(log.records(filter)), (records) => records.map(({ requestId }) => requestId))
  )
const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))
/** Every segment of these places can be read no more. */
const damage = (where: string) => statement(`UPDATE audit_segments SET entries = marks WHERE ${where}`)

const rare = { ...caller, application: "peta \"kota\" é", tokenId: "tok_rare" }
/** Ten segments of ten; the rare caller is in the third and the last, an aggregate in the fifth. */
const segments: ReadonlyArray<ReadonlyArray<Partial<Recordable>>> = Array.from(
  { length: 10 },
  (_, segment) =>
    Array.from({ length: 10 }, (_, index): Partial<Recordable> => {
      if ((segment === 2 || segment === 9) && index === 4) return { caller: rare }
      if (segment === 1 && index === 1) return { address: "203.0.113.9" }
      if (segment === 4 && index === 7) return { requestId: `${idOf(46)}#agenda`, alias: "agenda" }
      if (segment === 6 && index === 1) return { requestId: "dari-proksi-1" }
      return {}
    })
)

describe("the index of the audit log", () => {
  it.live("finds by request, token, application and address what a reading of everything finds, indexed or not, in the journal too", () =>
    room((dataDir) =>
      Effect.gen(function*() {
        yield* loadRecords(segments)
        const journal = makeJournal(journalIn(dataDir))
        append(journal, 100, { caller: rare })
        assert.isTrue(yield* Effect.promise(() => settled(journal)))
        const asked: ReadonlyArray<readonly [AuditFilter, ReadonlyArray<string>]> = [
          [{ token: "tok_rare" }, [idOf(24), idOf(94), idOf(100)]],
          [{ caller: rare.application }, [idOf(24), idOf(94), idOf(100)]],
          [{ caller: rare.application, token: "tok_1" }, []],
          [{ caller: rare.application, request: idOf(94) }, [idOf(94)]],
          [{ token: "tok_rare", from: baseTime + 50, to: baseTime + 100 }, [idOf(94)]],
          [{ request: idOf(46) }, [idOf(46), `${idOf(46)}#agenda`]],
          [{ request: `${idOf(46)}#agenda` }, [`${idOf(46)}#agenda`]],
          [{ request: "dari-proksi-1" }, ["dari-proksi-1"]],
          [{ request: "dari-proksi" }, []],
          [{ token: "tok" }, []],
          [{ address: "tok_rare" }, []],
          [{ address: "203.0.113.9" }, [idOf(11)]]
        ]
        const everything = Effect.gen(function*() {
          for (const [filter, ids] of asked) assert.deepStrictEqual(yield* found(filter), ids, JSON.stringify(filter))
        })
        yield* everything
        assert.isTrue(yield* extendIndex(short))
        yield* everything
        assert.strictEqual(yield* extendAll, 4)
        yield* everything
      })
    ))

  it.live("reads no segment of a run that has nothing of it, and meets what cannot be read where it may be", () =>
    room(() =>
      Effect.gen(function*() {
        yield* loadRecords(segments)
        yield* extendAll
        yield* damage("sequence NOT IN (3, 4, 9, 10)")
        assert.deepStrictEqual(yield* found({ token: "tok_rare" }), [idOf(24), idOf(94)])
        yield* damage("sequence = 9")
        const failed = yield* Effect.flip(found({ token: "tok_rare" }))
        assert.include(failed.message, "segment 9 cannot be unpacked")
      })
    ))

  it.live("has a run that cannot be read searched in any case", () =>
    room(() =>
      Effect.gen(function*() {
        yield* loadRecords(segments)
        yield* damage("sequence = 6")
        assert.strictEqual(yield* extendAll, 5)
        assert.include((yield* Effect.flip(found({ token: "nobody" }))).message, "segment 6 cannot be unpacked")
      })
    ))

  it.live("goes with the records that retention removes, and goes on behind them", () =>
    room((dataDir) =>
      Effect.gen(function*() {
        yield* loadRecords(segments)
        yield* extendAll
        const key = yield* loadAuditKey(join(dataDir, "audit.pem"))
        assert.strictEqual(yield* prune(key, baseTime + 50), 50)
        const runs = yield* statement("SELECT first_sequence FROM audit_index ORDER BY first_sequence")
        assert.deepStrictEqual(runs, [{ first_sequence: 5 }, { first_sequence: 7 }, { first_sequence: 9 }])
        assert.deepStrictEqual(yield* found({ token: "tok_rare" }), [idOf(94)])
        yield* loadRecords([[{ requestId: idOf(500) }], [{ requestId: idOf(501) }]])
        assert.strictEqual(yield* extendAll, 1)
        assert.deepStrictEqual(yield* found({ request: idOf(501) }), [idOf(501)])
        assert.isUndefined((yield* verifyChain([key])).fault)
      })
    ))
})
