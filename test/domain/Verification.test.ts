import { assert, describe, it } from "@effect/vitest"
import { opensPrivate } from "../../src/domain/PrivateAccess.ts"
import { defaultLastDay, endOf, inForceFor, privateAccessOf, type Verification } from "../../src/domain/Verification.ts"

const day = 86_400_000
const zone = "Asia/Jakarta"
/** 09:00 in Jakarta. */
const now = Date.parse("2026-11-22T02:00:00Z")
const given = (agency: string | null, until: number | null): Verification => ({
  agency,
  givenAt: 0,
  givenBy: "dewi",
  until,
  forReview: false
})

describe("Verification", () => {
  it("opens its own agency's private endpoints until its last millisecond, and no other's", () => {
    const access = privateAccessOf([given("dinkes", 1_000), given("dlh", null)])
    const cases: ReadonlyArray<readonly [string, number, boolean]> = [
      ["dinkes", 999, true],
      ["dinkes", 1_000, false],
      ["dlh", 1e15, true],
      ["dukcapil", 0, false],
      ["", 0, false]
    ]
    for (const [agency, at, expected] of cases) assert.strictEqual(opensPrivate(access, agency, at), expected, `${agency} ${at}`)
    const whole = privateAccessOf([given(null, 1_000)])
    assert.deepStrictEqual([opensPrivate(whole, "dukcapil", 999), opensPrivate(whole, "dukcapil", 1_000)], [true, false])
  })

  it("is found for an agency while it is in force, that of the whole account first", () => {
    const own = given("dinkes", 2_000)
    const whole = given(null, 1_000)
    assert.strictEqual(inForceFor([whole, own], "dinkes", 999), whole)
    assert.strictEqual(inForceFor([whole, own], "dinkes", 1_000), own)
    assert.isUndefined(inForceFor([whole, own], "dinkes", 2_000))
    assert.isUndefined(inForceFor([own], "dlh", 0))
  })

  it("ends with the city's day that was written down, or at the moment, within 366 days", () => {
    assert.strictEqual(defaultLastDay(now, zone), "2027-05-21")
    assert.strictEqual(endOf("2026-11-22", now, zone), Date.parse("2026-11-22T17:00:00Z"))
    assert.strictEqual(endOf("2027-11-23", now, zone), Date.parse("2027-11-23T17:00:00Z"))
    assert.strictEqual(endOf("2026-11-22T09:00:01+07:00", now, zone), now + 1_000)
    assert.strictEqual(endOf(new Date(now + 366 * day).toISOString(), now, zone), now + 366 * day)
    const wrong = [
      "",
      "besok",
      "2026-11-21",
      "2027-11-24",
      "2026-11-22T09:00:00+07:00",
      "2026-11-22T10:00",
      new Date(now + 366 * day + 1).toISOString(),
      "2026-02-30T00:00:00Zx",
      "22-11-2026",
      "2027-02-30",
      "2027-02-29",
      "2027-04-31",
      "2027-02-30T00:00:00Z",
      "2027-06-31T10:00+07:00"
    ]
    for (const text of wrong) assert.isUndefined(endOf(text, now, zone), text)
  })

  it("lasts to the end of its last day where clocks change on that day", () => {
    const newYork = "America/New_York"
    const october = Date.parse("2026-10-20T12:00:00Z")
    assert.strictEqual(endOf("2026-11-01", october, newYork), Date.parse("2026-11-02T05:00:00Z"))
    assert.strictEqual(endOf("2027-03-14", october, newYork), Date.parse("2027-03-15T04:00:00Z"))
    // The furthest day that may be given, whole.
    assert.strictEqual(endOf("2026-11-01", Date.parse("2025-10-31T12:00:00Z"), newYork), Date.parse("2026-11-02T05:00:00Z"))
  })
})
