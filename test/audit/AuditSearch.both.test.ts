/** An agency's own records found page by page, out of segments as the gateway loads them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import type { AuditPlace, AuditQuestion } from "../../src/audit/AuditSearch.ts"
import { AuditSearch } from "../../src/audit/AuditSearch.ts"
import { baseTime, caller, endpointOf, idOf, type LoadedRecord, loadRecords } from "../support/AuditRecords.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const room = <A, E>(test: Effect.Effect<A, E, AuditSearch | SqlClient.SqlClient | Scope.Scope>) =>
  Effect.scoped(test.pipe(Effect.provide(AuditSearch.layer.pipe(Layer.provideMerge(TempDatabase.layer))), Effect.provide(Logger.layer([]))))

const dinkes = endpointOf("dinkes", "portal-dinkes")
const other = { ...caller, application: "peta", tokenId: "tok_2" }
const all = { agency: "diskominfo", from: baseTime, to: baseTime + 1_000_000 }

/** The ids of every page, each page its own list. */
const pages = (question: AuditQuestion, size = 3, segments = 100) =>
  Effect.gen(function*() {
    const { page } = yield* AuditSearch
    const found: Array<ReadonlyArray<string>> = []
    let after: AuditPlace | undefined
    do {
      const { next, records } = yield* page(question, { after, size, segments })
      found.push(records.map(({ requestId }) => requestId))
      after = next
    } while (after !== undefined)
    return found
  })

describe("a search in the audit log", () => {
  it.live("finds an agency's own records and no other's, newest first, page by page without a gap or a double", () =>
    room(Effect.gen(function*() {
      const own: LoadedRecord = { address: "203.0.113.7" }
      const foreign: LoadedRecord = { endpoint: dinkes, route: dinkes.route }
      yield* loadRecords([[own, foreign, own, own], [foreign, foreign], [own, own, foreign, own, own, own]])
      const expected = [11, 10, 9, 7, 6, 3, 2, 0].map(idOf)
      assert.deepStrictEqual((yield* pages(all, 100)).flat(), expected)
      for (const size of [1, 2, 3, 5]) assert.deepStrictEqual((yield* pages(all, size)).flat(), expected, String(size))
      assert.deepStrictEqual((yield* pages({ ...all, agency: "dinkes" }, 100)).flat(), [8, 5, 4, 1].map(idOf))
      assert.deepStrictEqual((yield* pages({ ...all, agency: "dishub" })).flat(), [])
      // Whose address a request came from is no agency's business.
      const { records } = yield* (yield* AuditSearch).page(all, { size: 100, segments: 100 })
      assert.deepStrictEqual(records.filter((record) => "address" in record), [])
    })))

  it.live("keeps to its time span, application, status and request id, entries of an aggregate included", () =>
    room(Effect.gen(function*() {
      yield* loadRecords([[{}, { caller: other }, { status: 503 }, { caller: other, status: 503 }, {
        requestId: `${idOf(4)}#agenda`,
        alias: "agenda"
      }]])
      const ids = (question: Partial<AuditQuestion>) => Effect.map(pages({ ...all, ...question }, 100), (found) => found.flat())
      assert.deepStrictEqual(yield* ids({ application: "peta" }), [idOf(3), idOf(1)])
      assert.deepStrictEqual(yield* ids({ status: 503 }), [idOf(3), idOf(2)])
      assert.deepStrictEqual(yield* ids({ status: 503, application: "peta" }), [idOf(3)])
      assert.deepStrictEqual(yield* ids({ from: baseTime + 1, to: baseTime + 3 }), [idOf(2), idOf(1)])
      assert.deepStrictEqual(yield* ids({ requestId: idOf(2) }), [idOf(2)])
      assert.deepStrictEqual(yield* ids({ requestId: idOf(4) }), [`${idOf(4)}#agenda`])
      assert.deepStrictEqual(yield* ids({ requestId: idOf(4).slice(0, 20) }), [])
    })))

  it.live("looks at no more segments a page than it may, and goes on where it stopped", () =>
    room(Effect.gen(function*() {
      yield* loadRecords(Array.from({ length: 20 }, (_, index) => [index % 10 === 0 ? {} : { endpoint: dinkes, route: dinkes.route }]))
      const found = yield* pages(all, 50, 4)
      assert.deepStrictEqual(found.flat(), [idOf(10), idOf(0)])
      assert.strictEqual(found.length, 6)
    })))
})
