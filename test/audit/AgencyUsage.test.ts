/** Who uses an agency's endpoints, counted from records as the gateway loads them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AgencyUsage } from "../../src/audit/AgencyUsage.ts"
import { readJournal } from "../../src/audit/JournalFiles.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { baseTime, caller, endpointOf, journalIn, makeJournal, recordable, settled } from "../support/AuditRecords.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const other = { ...caller, application: "peta", tokenId: "tok_2" }
const dinkes = endpointOf("dinkes", "portal-dinkes")

describe("an agency's use", () => {
  it.live("is counted by day, application and endpoint, refused and failed calls apart, and nobody else's is in it", () =>
    Effect.scoped(Effect.gen(function*() {
      const directory = journalIn(yield* TempDatabase.tempDirectory)
      const journal = makeJournal(directory)
      const add = (index: number, status: number, changes: Parameters<typeof recordable>[1] = {}) => journal.append(recordable(index, changes), status, null, 1, 1)
      add(0, 200)
      add(1, 200)
      add(2, 503)
      add(3, 200, { caller: other })
      add(4, 403, { caller: other, alias: "agenda" })
      add(5, 200, { caller: other, time: baseTime + 86_400_000 })
      add(6, 200, { endpoint: dinkes, route: dinkes.route })
      add(7, 401, { caller: undefined })
      yield* Effect.promise(() => settled(journal))
      journal.close()
      const [segment] = journal.sealed
      yield* loadSegment(segment?.id ?? "", (yield* readJournal(directory, segment?.id ?? ""))?.entries ?? assert.fail("nothing was sealed"))
      const usage = yield* AgencyUsage
      const lines = (agency: string, since: number, ahead = 0) =>
        Effect.map(usage.of(agency, since, ahead), (uses) => uses.map(({ application, calls, day, failed, refused }) => `${day - Math.floor(baseTime / 86_400_000)} ${application} ${calls} ${refused} ${failed}`))
      assert.deepStrictEqual(yield* lines("diskominfo", baseTime), ["1 peta 1 0 0", "0 aplikasi 3 0 1", "0 peta 2 1 0"])
      assert.deepStrictEqual(yield* lines("diskominfo", baseTime + 86_400_000), ["1 peta 1 0 0"])
      // In a zone where that hour is midnight already it is the next day's.
      const untilMidnight = 86_400_000 - Math.floor(baseTime % 86_400_000 / 3_600_000) * 3_600_000
      assert.deepStrictEqual(yield* lines("diskominfo", baseTime, untilMidnight), ["2 peta 1 0 0", "1 aplikasi 3 0 1", "1 peta 2 1 0"])
      assert.deepStrictEqual(yield* lines("diskominfo", baseTime + 86_400_000, untilMidnight), ["2 peta 1 0 0"])
      assert.deepStrictEqual(yield* lines("dinkes", baseTime), ["0 aplikasi 1 0 0"])
      assert.deepStrictEqual(yield* lines("dishub", baseTime), [])
    }).pipe(Effect.provide(AgencyUsage.layer.pipe(Layer.provideMerge(TempDatabase.layer))))))
})
