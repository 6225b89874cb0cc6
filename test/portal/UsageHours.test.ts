/** Hours of use without gaps. */
import { assert, describe, it } from "vitest"
import { hourMillis } from "../../src/audit/UsageRows.ts"
import { everyHour } from "../../src/portal/developer/UsageHours.ts"

describe("every hour", () => {
  it("is there once from the first to that of now, with what was counted", () => {
    const since = 100 * hourMillis
    const used = { hour: since + 2 * hourMillis, calls: 7, limited: 2 }
    assert.deepStrictEqual(everyHour([used], since, since + 3 * hourMillis + 1), [
      { hour: since, calls: 0, limited: 0 },
      { hour: since + hourMillis, calls: 0, limited: 0 },
      used,
      { hour: since + 3 * hourMillis, calls: 0, limited: 0 }
    ])
  })
})
