/** Who uses an agency's endpoints, counted from records as the gateway loads them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AgencyUsage } from "../../src/audit/AgencyUsage.ts"
import { readJournal } from "../../src/audit/JournalFiles.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { dayBeginOf } from "../../src/domain/CityDays.ts"
import { baseTime, caller, endpointOf, journalIn, makeJournal, recordable, settled } from "../support/AuditRecords.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const other = { ...caller, application: "peta", tokenId: "tok_2" }
const dinkes = endpointOf("dinkes", "portal-dinkes")

describe("an agency's use", () => {
  it.live("is counted by day, application and endpoint, refused and failed calls apart, and nobody else's is in it", () =>
    Effect.scoped(
      Effect.gen(function*() {
        const directory = journalIn(yield* TempDatabase.tempDirectory)
        const journal = makeJournal(directory)
        const add = (index: number, status: number, changes: Parameters<typeof recordable>[1] = {}) =>
          journal.append(recordable(index, changes), status, null, 1, 1)
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
        yield* loadSegment(
          segment?.id ?? "",
          (yield* readJournal(directory, segment?.id ?? ""))?.entries ?? assert.fail("nothing was sealed")
        )
        const usage = yield* AgencyUsage
        const lines = (agency: string, days: ReadonlyArray<string>, zone = "UTC") =>
          Effect.map(usage.of(agency, days.map((day) => dayBeginOf(day, zone))), (uses) =>
            uses.map(({ application, calls, daysBack, failed, refused }) =>
              `${days[daysBack]} ${application} ${calls} ${refused} ${failed}`
            ))
        // The first records are of 22:13 in Greenwich.
        const [later, first] = ["2023-11-15", "2023-11-14"] as const
        const all = [`${later} peta 1 0 0`, `${first} aplikasi 3 0 1`, `${first} peta 2 1 0`]
        assert.deepStrictEqual(yield* lines("diskominfo", [later, first]), all)
        assert.deepStrictEqual(yield* lines("diskominfo", [later, first, "2023-11-13"]), all)
        assert.deepStrictEqual(yield* lines("diskominfo", [later]), all.slice(0, 1))
        // In a zone where midnight has passed by then they are the next day's.
        const inJakarta = ["2023-11-16 peta 1 0 0", "2023-11-15 aplikasi 3 0 1", "2023-11-15 peta 2 1 0"]
        assert.deepStrictEqual(yield* lines("diskominfo", ["2023-11-16", later, first], "Asia/Jakarta"), inJakarta)
        assert.deepStrictEqual(yield* lines("diskominfo", ["2023-11-16"], "Asia/Jakarta"), inJakarta.slice(0, 1))
        assert.deepStrictEqual(yield* lines("dinkes", [later, first]), [`${first} aplikasi 1 0 0`])
        assert.deepStrictEqual(yield* lines("dishub", [later, first]), [])
      }).pipe(Effect.provide(AgencyUsage.layer.pipe(Layer.provideMerge(TempDatabase.layer))))
    ))

  it.live("is that day's which the city had, also a week after its clocks were put back", () =>
    Effect.scoped(
      Effect.gen(function*() {
        const directory = journalIn(yield* TempDatabase.tempDirectory)
        const journal = makeJournal(directory)
        // 23:30 in New York, of the last day of summer time and of the first whole day without it.
        for (const time of ["2023-11-05T03:30:00Z", "2023-11-06T04:30:00Z"]) {
          journal.append(recordable(0, { time: Date.parse(time) }), 200, null, 1, 1)
        }
        yield* Effect.promise(() => settled(journal))
        journal.close()
        const [segment] = journal.sealed
        yield* loadSegment(
          segment?.id ?? "",
          (yield* readJournal(directory, segment?.id ?? ""))?.entries ?? assert.fail("nothing was sealed")
        )
        const days = ["2023-11-06", "2023-11-05", "2023-11-04"]
        const uses = yield* (yield* AgencyUsage).of("diskominfo", days.map((day) => dayBeginOf(day, "America/New_York")))
        assert.deepStrictEqual(uses.map(({ daysBack }) => days[daysBack]), ["2023-11-05", "2023-11-04"])
      }).pipe(Effect.provide(AgencyUsage.layer.pipe(Layer.provideMerge(TempDatabase.layer))))
    ))
})
