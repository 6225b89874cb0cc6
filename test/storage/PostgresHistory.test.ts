/** Which session leads to which database, and which of them may be used. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { PostgresHistory, type Session } from "../../src/storage/PostgresHistory.ts"

/** A session that answers so; it counts how often it is asked. */
const sessionOf = (answer: Effect.Effect<{ readonly standby: boolean; readonly name: string }, SqlError.SqlError>) => {
  let asked = 0
  const session: Session = {
    query: () =>
      Effect.suspend(() => {
        asked++
        return Effect.map(answer, (row) => ({ command: "SELECT", rowCount: 1, oid: null, rows: [row], fields: [] }))
      })
  }
  return { session, asked: () => asked }
}
const of = (name: string) => sessionOf(Effect.succeed({ standby: false, name })).session
const failing = (code: string) => {
  const cause = Object.assign(new Error("no"), { code })
  return sessionOf(Effect.fail(new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause, message: "no" }) }))).session
}

describe("PostgresHistory", () => {
  it.effect("asks a session once, and sessions of one database are of one epoch", () =>
    Effect.gen(function*() {
      const history = new PostgresHistory()
      const { asked, session } = sessionOf(Effect.succeed({ standby: false, name: "kota 1" }))
      yield* history.admit(session)
      yield* history.admit(session)
      yield* history.admit(of("kota 1"))
      assert.strictEqual(asked(), 1)
      assert.strictEqual(history.epoch(), 0)
    }))

  it.effect("another database makes another epoch, tells who listens, and closes what leads to the one before", () =>
    Effect.gen(function*() {
      const history = new PostgresHistory()
      const before = of("kota 1")
      yield* history.admit(before)
      const listening = yield* Effect.forkChild(history.outlived(before), { startImmediately: true })
      yield* history.admit(of("kota 2"))
      assert.strictEqual(history.epoch(), 1)
      yield* Fiber.join(listening)
      yield* history.outlived(before)
      let closed = false
      const error = yield* Effect.flip(history.admit(before, Effect.sync(() => void (closed = true))))
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.isTrue(closed)
      // Back to the first: nobody knows what happened meanwhile.
      yield* history.admit(of("kota 1"))
      assert.strictEqual(history.epoch(), 2)
    }))

  it.effect("a standby is refused, and makes no epoch", () =>
    Effect.gen(function*() {
      const history = new PostgresHistory()
      yield* history.admit(of("kota 1"))
      const error = yield* Effect.flip(history.admit(sessionOf(Effect.succeed({ standby: true, name: "" })).session))
      assert.match(error.message, /standby/)
      yield* history.admit(of("kota 1"))
      assert.strictEqual(history.epoch(), 0)
    }))

  it.effect("a server that does not tell is one database; one that fails otherwise is not admitted", () =>
    Effect.gen(function*() {
      const history = new PostgresHistory()
      for (const code of ["42501", "42883", "0A000"]) yield* history.admit(failing(code))
      assert.strictEqual(history.epoch(), 0)
      yield* Effect.flip(history.admit(failing("57P01")))
    }))

  it.effect("what somebody misses in the database makes another epoch, and keeps its sessions", () =>
    Effect.gen(function*() {
      const history = new PostgresHistory()
      const session = of("kota 1")
      yield* history.admit(session)
      history.lacks()
      assert.strictEqual(history.epoch(), 1)
      yield* history.admit(session)
    }))
})
