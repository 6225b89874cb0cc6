import { assert, it } from "@effect/vitest"
import { isoTime } from "../../src/domain/IsoTime.ts"
import fc from "../support/Property.ts"

it("isoTime writes every moment as Date does", () => {
  const moment = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
  fc.assert(fc.property(fc.array(fc.oneof(moment, fc.integer({ min: 0, max: 5_000 })), { minLength: 1 }), (moments) => {
    for (const millis of moments) assert.strictEqual(isoTime(millis), new Date(millis).toISOString())
  }))
})
