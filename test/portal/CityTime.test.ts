import { assert, describe, it } from "@effect/vitest"
import { cityDayOf, clockOf, dayBeginOf, lateTimeOf, rangeOf, timeOf, zoneOf } from "../../src/portal/CityTime.ts"

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

describe("a time", () => {
  const millis = Date.parse("2026-07-21T03:05:00Z")

  it("has the name that people give the zone, whatever the language", () => {
    const names = { "Asia/Jakarta": "WIB", "Asia/Pontianak": "WIB", "Asia/Makassar": "WITA", "Asia/Jayapura": "WIT", "Europe/Berlin": "CEST", "America/New_York": "EDT", UTC: "UTC", "Asia/Dili": "GMT+9" }
    for (const [zone, name] of Object.entries(names)) assert.strictEqual(zoneOf(millis, zone), name)
    assert.strictEqual(zoneOf(Date.parse("2026-01-21T03:05:00Z"), "Europe/Berlin"), "CET")
  })

  it("is written as the language writes it", () => {
    const id = { language: "id", timeZone: "Asia/Jayapura" } as const
    const en = { language: "en", timeZone: "Asia/Jayapura" } as const
    assert.strictEqual(timeOf(millis, id), "21 Juli 2026 pukul 12.05\u00a0WIT")
    assert.strictEqual(timeOf(millis, en), "21 July 2026 at 12:05\u00a0WIT")
    assert.strictEqual(lateTimeOf(millis, id), "21 Jul, 12.05\u00a0WIT")
    assert.strictEqual(rangeOf(millis, millis + 600_000, en), "21 Jul 2026, 12:05–12:15\u00a0WIT")
    assert.strictEqual(clockOf(millis, id, "second"), "12.05.00")
    assert.strictEqual(clockOf(Date.parse("2026-07-20T15:00:00Z"), en), "00:00")
  })
})
