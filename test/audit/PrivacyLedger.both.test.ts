/** Which rows of the privacy ledger a question gets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
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
})
