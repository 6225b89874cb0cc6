import { assert, describe, it } from "@effect/vitest"
import { cityDayOf, dayBeginOf } from "../../src/portal/CityTime.ts"

describe("a day of the city", () => {
  it("begins and ends at the city's midnight, whatever zone the city is in", () => {
    const zones = { "Asia/Jakarta": "2026-11-20T17:00:00Z", "Asia/Jayapura": "2026-11-20T15:00:00Z", UTC: "2026-11-21T00:00:00Z", "America/St_Johns": "2026-11-21T03:30:00Z" }
    for (const [zone, begin] of Object.entries(zones)) {
      const millis = dayBeginOf("2026-11-21", zone)
      assert.strictEqual(new Date(millis).toISOString(), new Date(begin).toISOString(), zone)
      assert.strictEqual(cityDayOf(millis, zone), "2026-11-21", zone)
      assert.strictEqual(cityDayOf(millis - 1, zone), "2026-11-20", zone)
    }
  })

  it("is none where it is not written as one", () => {
    for (const day of ["", "kemarin", "2026-1-1", "2026-02-30x", "21-11-2026", "2026-13-01"]) assert.isNaN(dayBeginOf(day, "Asia/Jakarta"), day)
  })
})
