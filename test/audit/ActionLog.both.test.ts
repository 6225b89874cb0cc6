import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { actionLink } from "../../src/audit/ActionLink.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { ActionRetention, pruneActions } from "../../src/audit/ActionRetention.ts"
import { type AuditKey, loadAuditKey } from "../../src/audit/AuditKey.ts"
import { atTime } from "../support/AtTime.ts"
import { onPostgres } from "../support/Postgres.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const room = ActionLog.layer.pipe(Layer.provideMerge(TempDatabase.layer))
const approved = {
  account: "sari",
  action: "request-approved",
  agency: "dlh",
  subject: "req_1",
  detail: { application: "Pantau Udara", reason: "perlu" }
}

const five = Effect.gen(function*() {
  const log = yield* ActionLog
  for (
    const [account, agency, action] of [
      ["sari", "dlh", "request-approved"],
      ["budi", "dinkes", "request-refused"],
      ["sari", "dinkes", "request-approved"],
      ["operator", null, "token-revoked"],
      ["sari", "dlh", "limit-changed"]
    ] as const
  ) {
    yield* TestClock.adjust("1 second")
    yield* log.record({ ...approved, account, agency, action })
  }
  return log
})

describe("the log of actions", () => {
  it.effect("lists them newest first, by agency, action and person, page by page", () =>
    Effect.gen(function*() {
      const log = yield* five
      const sequences = (filter: Parameters<typeof log.list>[0]) =>
        Effect.map(log.list(filter), (found) => found.map(({ sequence }) => sequence))
      assert.deepStrictEqual(yield* sequences({}), [5, 4, 3, 2, 1])
      assert.deepStrictEqual(yield* sequences({ agency: "dlh" }), [5, 1])
      assert.deepStrictEqual(yield* sequences({ account: "sari", action: "request-approved" }), [3, 1])
      assert.deepStrictEqual(yield* sequences({ limit: 2, before: 4 }), [3, 2])
      assert.deepStrictEqual((yield* log.list({ limit: 1 }))[0], { ...approved, action: "limit-changed", sequence: 5, time: 5_000 })
    }).pipe(Effect.provide(room)))

  it.effect("is whole, however many record at once", () =>
    Effect.gen(function*() {
      const log = yield* ActionLog
      yield* Effect.all(Array.from({ length: 20 }, () => log.record(approved)), { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* log.verify([]), { actions: 20, brokenAt: undefined })
    }).pipe(Effect.provide(room)))

  it.effect("goes with the change that it tells of", () =>
    Effect.gen(function*() {
      const log = yield* ActionLog
      const sql = yield* SqlClient.SqlClient
      yield* Effect.exit(sql.withTransaction(Effect.andThen(log.record(approved), Effect.fail("the change failed"))))
      assert.deepStrictEqual(yield* log.list({}), [])
      assert.deepStrictEqual(yield* log.verify([]), { actions: 0, brokenAt: undefined })
    }).pipe(Effect.provide(room)))

  it.effect.each(
    [
      ["an edited action", ["UPDATE actions SET account = 'mallory' WHERE sequence = 3"], 3],
      ["an action that cannot be read any more", ["UPDATE actions SET detail = 'rusak' WHERE sequence = 3"], 3],
      ["a deleted action", ["DELETE FROM actions WHERE sequence = 2"], 2],
      ["a deleted end", ["DELETE FROM actions WHERE sequence = 5"], 5],
      ["an edited end, with a link of its own", [], 5],
      ["another order", [
        "UPDATE actions SET sequence = 104 WHERE sequence = 4",
        "UPDATE actions SET sequence = 4 WHERE sequence = 5",
        "UPDATE actions SET sequence = 5 WHERE sequence = 104"
      ], 4]
    ] as const
  )("shows %s", ([, changes, brokenAt]) =>
    Effect.gen(function*() {
      const log = yield* five
      const sql = yield* SqlClient.SqlClient
      for (const change of changes) yield* sql.unsafe(change)
      if (changes.length === 0) {
        const [before] = yield* sql<{ readonly link: string }>`SELECT link FROM actions WHERE sequence = 4`
        const [last = assert.fail()] = yield* log.list({ limit: 1 })
        yield* sql`UPDATE actions SET ${
          sql.update({ account: "mallory", link: actionLink(before?.link ?? "", { ...last, account: "mallory" }) })
        } WHERE sequence = 5`
      }
      assert.strictEqual((yield* log.verify([])).brokenAt, brokenAt)
    }).pipe(Effect.provide(room)))
})

describe("a log of actions in which any cell was changed to anything", () => {
  const worths: ReadonlyArray<string> = onPostgres ? ["NULL"] : ["NULL", "'teks'", "x'00ff'", "9223372036854775807", "1.5"]
  const numbers = onPostgres ? ["9223372036854775807", "-9223372036854775808"] : []
  const texts = ["''", "'{'", "'{\"a\":1}'"]
  const columns = {
    sequence: numbers,
    done_at: numbers,
    account: texts,
    action: texts,
    agency: texts,
    subject: texts,
    detail: texts,
    link: texts
  }

  it.effect("names that action and the others that were edited", () =>
    Effect.gen(function*() {
      const log = yield* five
      const sql = yield* SqlClient.SqlClient
      const statements = (...texts: ReadonlyArray<string>) => Effect.forEach(texts, (text) => sql.unsafe(text))
      // Whoever owns the database can make a table that takes anything.
      yield* statements("CREATE TABLE loose AS SELECT * FROM actions", "DROP TABLE actions", "ALTER TABLE loose RENAME TO actions")
      yield* statements("UPDATE actions SET subject = 'lain' WHERE sequence = 5")
      for (const [column, others] of Object.entries(columns)) {
        for (const worth of [...worths, ...others]) {
          yield* statements("CREATE TABLE kept AS SELECT * FROM actions", `UPDATE actions SET ${column} = ${worth} WHERE sequence = 3`)
          const verdict = yield* log.verify([])
          yield* statements("DELETE FROM actions", "INSERT INTO actions SELECT * FROM kept", "DROP TABLE kept")
          assert.deepStrictEqual(verdict, { actions: 2, brokenAt: 3, others: [5] }, `${column} = ${worth}`)
        }
      }
    }).pipe(Effect.provide(room)))

  it.effect("says that its end or its cut cannot be read", () =>
    Effect.scoped(Effect.gen(function*() {
      const log = yield* five
      const sql = yield* SqlClient.SqlClient
      const key = yield* Effect.flatMap(TempDatabase.tempDirectory, (directory) => loadAuditKey(join(directory, "audit.pem")))
      const bad = onPostgres ? "9223372036854775807" : "'akhir'"
      yield* sql.unsafe(`UPDATE actions_head SET sequence = ${bad}`)
      assert.deepStrictEqual(yield* log.verify([key]), { actions: 5, brokenAt: 6 })
      yield* sql`DELETE FROM actions_head`
      assert.deepStrictEqual(yield* log.verify([key]), { actions: 5, brokenAt: 6 })
      yield* sql.unsafe("INSERT INTO actions_head SELECT 1, sequence, link FROM actions WHERE sequence = 5")
      assert.deepStrictEqual(yield* log.verify([key]), { actions: 5, brokenAt: undefined })
      yield* pruneActions(key, 3_000)
      yield* sql.unsafe("UPDATE actions SET subject = 'lain' WHERE sequence = 4")
      yield* sql.unsafe(`UPDATE actions_cut SET sequence = ${bad}`)
      assert.deepStrictEqual(yield* log.verify([key]), { actions: 0, brokenAt: 4, unsignedCut: 0 })
    })).pipe(Effect.provide(room)))
})

describe("actions older than their retention", () => {
  const keyAt = (name: string) => Effect.flatMap(TempDatabase.tempDirectory, (directory) => loadAuditKey(join(directory, name)))
  const sequences = (log: typeof ActionLog.Service) => Effect.map(log.list({}), (found) => found.map(({ sequence }) => sequence))
  /** Five actions, one a second, of which the first two were removed. */
  const inCut = <A, E>(test: (log: typeof ActionLog.Service, key: AuditKey) => Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) =>
    Effect.scoped(Effect.gen(function*() {
      const key = yield* keyAt("audit.pem")
      const log = yield* five
      assert.strictEqual(yield* pruneActions(key, 3_000), 2)
      return yield* test(log, key)
    })).pipe(Effect.provide(room))

  it.effect("go though one of a clock that was ahead stands before them", () =>
    Effect.scoped(Effect.gen(function*() {
      const key = yield* keyAt("audit.pem")
      const log = yield* ActionLog
      for (const day of ["2099-01-01", "2020-01-01", "2026-01-01"]) yield* atTime(Date.parse(day))(log.record(approved))
      assert.strictEqual(yield* pruneActions(key, Date.parse("2019-01-01")), 0)
      assert.strictEqual(yield* pruneActions(key, Date.parse("2021-01-01")), 2)
      assert.deepStrictEqual(yield* log.verify([key]), { actions: 1, brokenAt: undefined })
    })).pipe(atTime(Date.parse("2026-01-01")), Effect.provide(room)))

  it.effect("go, what stays is proven, and the chain goes on", () =>
    inCut((log, key) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* sequences(log), [5, 4, 3])
        assert.deepStrictEqual(yield* log.verify([key]), { actions: 3, brokenAt: undefined })
        assert.strictEqual(yield* pruneActions(key, 3_000), 0)
        assert.strictEqual(yield* pruneActions(key, 60_000), 3)
        assert.deepStrictEqual(yield* log.verify([key]), { actions: 0, brokenAt: undefined })
        assert.strictEqual((yield* log.record(approved)).sequence, 6)
        assert.deepStrictEqual(yield* log.verify([key]), { actions: 1, brokenAt: undefined })
      })
    ))

  it.effect.each(
    [
      ["a deleted action after the cut", ["DELETE FROM actions WHERE sequence = 3"], { actions: 0, brokenAt: 3 }],
      ["a deleted cut", ["DELETE FROM actions_cut"], { actions: 0, brokenAt: 1 }],
      ["a cut that was moved over more", [
        "UPDATE actions_cut SET sequence = 3, link = (SELECT link FROM actions WHERE sequence = 3)",
        "DELETE FROM actions WHERE sequence = 3"
      ], { actions: 0, brokenAt: undefined, unsignedCut: 3 }],
      ["an action put before the cut", [
        "INSERT INTO actions SELECT 1, done_at, account, action, agency, subject, detail, link FROM actions WHERE sequence = 3"
      ], { actions: 0, brokenAt: 3 }]
    ] as const
  )("do not hide %s", ([, changes, verdict]) =>
    inCut((log, key) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        for (const change of changes) yield* sql.unsafe(change)
        assert.deepStrictEqual(yield* log.verify([key]), verdict)
      })
    ))

  it.effect("count as removed by the holder of the key alone", () =>
    inCut((log) =>
      Effect.gen(function*() {
        const other = yield* keyAt("other.pem")
        assert.deepStrictEqual(yield* log.verify([other]), { actions: 0, brokenAt: undefined, unsignedCut: 2 })
      })
    ))

  it.effect("go by themselves, at the start and hour by hour", () =>
    Effect.scoped(Effect.gen(function*() {
      const key = yield* keyAt("audit.pem")
      const log = yield* five
      const sql = yield* SqlClient.SqlClient
      yield* Layer.build(Layer.provide(ActionRetention({ key, retentionMillis: 2_500 }), Layer.succeed(SqlClient.SqlClient, sql)))
      yield* TestClock.adjust(0)
      yield* Effect.promise(() => eventually("the first two are gone", async () => (await Effect.runPromise(sequences(log))).length === 3))
      yield* TestClock.adjust("1 hour")
      yield* Effect.promise(() => eventually("the others are gone", async () => (await Effect.runPromise(sequences(log))).length === 0))
      assert.deepStrictEqual(yield* log.verify([key]), { actions: 0, brokenAt: undefined })
    })).pipe(Effect.provide(room)))
})
