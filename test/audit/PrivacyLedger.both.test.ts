/** Which rows of the privacy ledger a question gets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { pruneLedger, pruneTenthOfLedger } from "../../src/audit/LedgerRetention.ts"
import { type LedgerQuestion, readLedger } from "../../src/audit/PrivacyLedger.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const days = ["2026-01-01", "2026-01-02", "2026-01-03"]

describe("the privacy ledger", () => {
  it.effect("is read from a day to a day, both included, by application and agency", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      for (const day of days) {
        for (const [application, agency] of [["peta", "dinkes"], ["peta", "dukcapil"], ["lain", "dinkes"]] as const) {
          yield* sql`INSERT INTO privacy_ledger ${
            sql.insert({ day, application, agency, class: "nik", form: "masked", answers: 1, occurrences: 2 })
          }`
        }
      }
      const asked = (question: LedgerQuestion) =>
        Effect.map(readLedger(question), (rows) => rows.map(({ agency, application, day }) => `${day} ${application} ${agency}`))
      const peta = { application: "peta", agency: "dinkes" }
      assert.deepStrictEqual(yield* asked({ ...peta, from: "2026-01-02" }), ["2026-01-02 peta dinkes", "2026-01-03 peta dinkes"])
      assert.deepStrictEqual(yield* asked({ ...peta, to: "2026-01-02" }), ["2026-01-01 peta dinkes", "2026-01-02 peta dinkes"])
      assert.deepStrictEqual(yield* asked({ ...peta, from: "2026-01-02", to: "2026-01-02" }), ["2026-01-02 peta dinkes"])
      assert.deepStrictEqual(yield* asked({ ...peta, from: "2026-01-03", to: "2026-01-02" }), [])
      assert.strictEqual((yield* asked({ agency: "dinkes" })).length, 6)
      assert.strictEqual((yield* asked({})).length, 9)
    }).pipe(Effect.provide(TempDatabase.layer)))

  it.effect("loses its old days, a tenth of its time at most unless it is insisted upon, so that a wrong clock deletes nothing", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const dayOf = (day: number) => Date.UTC(2026, 0, 1 + day)
      for (let day = 0; day < 100; day++) {
        for (const application of ["peta", "lain"]) {
          const row = { application, agency: "dinkes", class: "nik", form: "masked", answers: 1, occurrences: 2 }
          yield* sql`INSERT INTO privacy_ledger ${sql.insert({ day: new Date(dayOf(day)).toISOString().slice(0, 10), ...row })}`
        }
      }
      const first = Effect.map(readLedger({}), (rows) => [rows[0]?.day, rows.length])
      assert.strictEqual(yield* pruneTenthOfLedger(dayOf(0)), 0)
      // The day itself is not over.
      assert.strictEqual(yield* pruneTenthOfLedger(dayOf(5) + 3_600_000), 5)
      assert.deepStrictEqual(yield* first, ["2026-01-06", 190])
      for (const before of [dayOf(20), dayOf(3_000)]) {
        assert.match((yield* Effect.flip(pruneTenthOfLedger(before))).message, /2026-01-06.*more than a tenth.*audit prune --force/)
      }
      assert.deepStrictEqual(yield* first, ["2026-01-06", 190])
      assert.strictEqual(yield* pruneLedger(dayOf(20)), 15)
      assert.deepStrictEqual(yield* first, ["2026-01-21", 160])
      // However short it is, a day may go.
      assert.strictEqual(yield* pruneLedger(dayOf(95)), 75)
      assert.strictEqual(yield* pruneTenthOfLedger(dayOf(96)), 1)
      assert.strictEqual(yield* pruneLedger(dayOf(3_000)), 4)
      assert.strictEqual(yield* pruneTenthOfLedger(dayOf(3_000)), 0)
    }).pipe(Effect.provide(TempDatabase.layer)))
})
