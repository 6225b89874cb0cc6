/** Days of the city, also of cities that put their clocks forward and back. */
import { assert, describe, it } from "@effect/vitest"
import { cityDayOf, dayAfter, dayBeginOf, dayEndOf, daySlotOf } from "../../src/domain/CityDays.ts"

describe("a day of the city", () => {
  it("begins and ends at the city's midnight, whatever zone the city is in", () => {
    const zones = {
      "Asia/Jakarta": "2026-11-20T17:00:00Z",
      "Asia/Jayapura": "2026-11-20T15:00:00Z",
      UTC: "2026-11-21T00:00:00Z",
      "America/St_Johns": "2026-11-21T03:30:00Z"
    }
    for (const [zone, begin] of Object.entries(zones)) {
      const millis = dayBeginOf("2026-11-21", zone)
      assert.strictEqual(new Date(millis).toISOString(), new Date(begin).toISOString(), zone)
      assert.strictEqual(cityDayOf(millis, zone), "2026-11-21", zone)
      assert.strictEqual(cityDayOf(millis - 1, zone), "2026-11-20", zone)
    }
  })

  it("is none where it is not written as one", () => {
    for (
      const day of [
        "",
        "kemarin",
        "2026-1-1",
        "2026-02-30x",
        "21-11-2026",
        "2026-13-01",
        "2026-02-30",
        "2026-02-29",
        "2026-04-31",
        "2026-00-10"
      ]
    ) assert.isNaN(dayBeginOf(day, "Asia/Jakarta"), day)
  })

  it("begins at midnight, or with the first minute after it, where clocks change on that day", () => {
    const begins = [
      ["Australia/Sydney", "2026-10-04", "2026-10-03T14:00:00Z"],
      ["Australia/Sydney", "2026-04-05", "2026-04-04T13:00:00Z"],
      ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z"],
      ["America/New_York", "2026-11-01", "2026-11-01T04:00:00Z"],
      // No midnight: 1:00 comes after 23:59.
      ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z"],
      // Two of them.
      ["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"]
    ] as const
    for (const [zone, day, begin] of begins) {
      const millis = dayBeginOf(day, zone)
      assert.strictEqual(new Date(millis).toISOString(), new Date(begin).toISOString(), `${zone} ${day}`)
      assert.strictEqual(cityDayOf(millis, zone), day, zone)
      assert.isBelow(Date.parse(cityDayOf(millis - 1, zone)), Date.parse(day), zone)
    }
  })

  it("ends where the next one begins, be it 23, 24 or 25 hours long", () => {
    const hours = [
      ["Asia/Jakarta", "2026-11-21", 24],
      ["America/New_York", "2026-03-08", 23],
      ["America/New_York", "2026-11-01", 25],
      ["Australia/Lord_Howe", "2026-10-04", 23.5],
      ["UTC", "9999-12-31", 24]
    ] as const
    for (const [zone, day, length] of hours) {
      assert.strictEqual((dayEndOf(day, zone) - dayBeginOf(day, zone)) / 3_600_000, length, `${zone} ${day}`)
    }
    assert.isNaN(dayEndOf("2026-02-30", "Asia/Jakarta"))
  })

  it("is followed and preceded by others, over the ends of months and years", () => {
    assert.strictEqual(dayAfter("2026-12-31", 1), "2027-01-01")
    assert.strictEqual(dayAfter("2028-03-01", -1), "2028-02-29")
    assert.strictEqual(dayAfter("2026-11-21", 0), "2026-11-21")
  })

  it("has a number that is 24 hours after that of the day before, also where clocks change", () => {
    const numbers = ["2026-10-31", "2026-11-01", "2026-11-02"].map((day) =>
      daySlotOf(dayBeginOf(day, "America/New_York"), "America/New_York")
    )
    assert.deepStrictEqual(numbers, ["2026-10-31", "2026-11-01", "2026-11-02"].map((day) => Date.parse(day)))
    assert.strictEqual(daySlotOf(dayEndOf("2026-11-01", "America/New_York") - 1, "America/New_York"), Date.parse("2026-11-01"))
  })
})
