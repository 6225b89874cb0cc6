import { assert, describe, it } from "@effect/vitest"
import { clockOf, lateTimeOf, rangeOf, timeOf, untilOf, zoneOf } from "../../src/pages/CityTime.ts"

describe("a time", () => {
  const millis = Date.parse("2026-07-21T03:05:00Z")

  it("has the name that people give the zone, whatever the language", () => {
    const names = {
      "Asia/Jakarta": "WIB",
      "Asia/Pontianak": "WIB",
      "Asia/Makassar": "WITA",
      "Asia/Jayapura": "WIT",
      "Europe/Berlin": "CEST",
      "America/New_York": "EDT",
      UTC: "UTC",
      "Asia/Dili": "GMT+9"
    }
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

  it("until which something holds is the day that it ends with", () => {
    const id = { language: "id", timeZone: "Asia/Jakarta" } as const
    assert.strictEqual(untilOf(Date.parse("2027-03-02T00:00:00+07:00"), id), "1 Maret 2027")
    assert.strictEqual(untilOf(Date.parse("2027-03-02T00:05:00+07:00"), id), "2 Maret 2027 pukul 00.05\u00a0WIB")
  })
})
