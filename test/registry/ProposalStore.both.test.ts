import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ProposalStore } from "../../src/registry/ProposalStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const made = (reason: string) =>
  ({ agency: "dinkes", proposedBy: "dewi", reason, settings: [], undoes: null, lowers: [], base: "" }) as const

describe("ProposalStore", () => {
  it.effect("lists what waits for a decision however much was decided since, then the newest", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const list = yield* Effect.gen(function*() {
        const store = yield* ProposalStore
        const waiting = yield* store.insert(made("menunggu"))
        for (let at = 0; at < 201; at++) {
          yield* store.decide((yield* store.insert(made(`${at}`))).sequence, { state: "withdrawn", by: "dewi" })
        }
        const found = yield* store.list({ agency: "dinkes" })
        return { first: found[0]?.sequence === waiting.sequence, second: found[1]?.reason, length: found.length }
      }).pipe(Effect.provide(ProposalStore.layer), Effect.provide(TempDatabase.at({ dataDir })))
      assert.deepStrictEqual(list, { first: true, second: "200", length: 200 })
    }), 30_000)
})
