import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const room = ActionLog.layer.pipe(Layer.provideMerge(TempDatabase.layer))
const approved = { account: "sari", action: "request-approved", agency: "dlh", subject: "req_1", detail: { application: "Pantau Udara", reason: "perlu" } }

const five = Effect.gen(function*() {
  const log = yield* ActionLog
  for (const [account, agency, action] of [["sari", "dlh", "request-approved"], ["budi", "dinkes", "request-refused"], ["sari", "dinkes", "request-approved"], ["operator", null, "token-revoked"], ["sari", "dlh", "limit-changed"]] as const) {
    yield* TestClock.adjust("1 second")
    yield* log.record({ ...approved, account, agency, action })
  }
  return log
})

describe("the log of actions", () => {
  it.effect("lists them newest first, by agency, action and person, page by page", () =>
    Effect.gen(function*() {
      const log = yield* five
      const sequences = (filter: Parameters<typeof log.list>[0]) => Effect.map(log.list(filter), (found) => found.map(({ sequence }) => sequence))
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
      assert.deepStrictEqual(yield* log.verify, { actions: 20, brokenAt: undefined })
    }).pipe(Effect.provide(room)))

  it.effect("goes with the change that it tells of", () =>
    Effect.gen(function*() {
      const log = yield* ActionLog
      const sql = yield* SqlClient.SqlClient
      yield* Effect.exit(sql.withTransaction(Effect.andThen(log.record(approved), Effect.fail("the change failed"))))
      assert.deepStrictEqual(yield* log.list({}), [])
      assert.deepStrictEqual(yield* log.verify, { actions: 0, brokenAt: undefined })
    }).pipe(Effect.provide(room)))

  it.effect.each([
    ["an edited action", ["UPDATE actions SET account = 'mallory' WHERE sequence = 3"], 3],
    ["an action that cannot be read any more", ["UPDATE actions SET detail = 'rusak' WHERE sequence = 3"], 3],
    ["a deleted action", ["DELETE FROM actions WHERE sequence = 2"], 2],
    ["a deleted end", ["DELETE FROM actions WHERE sequence = 5"], 5],
    ["another order", ["UPDATE actions SET sequence = 104 WHERE sequence = 4", "UPDATE actions SET sequence = 4 WHERE sequence = 5", "UPDATE actions SET sequence = 5 WHERE sequence = 104"], 4]
  ] as const)("shows %s", ([, changes, brokenAt]) =>
    Effect.gen(function*() {
      const log = yield* five
      const sql = yield* SqlClient.SqlClient
      for (const change of changes) yield* sql.unsafe(change)
      assert.strictEqual((yield* log.verify).brokenAt, brokenAt)
    }).pipe(Effect.provide(room)))
})
