import { assert, describe, it } from "@effect/vitest"
import { makeTraceIds } from "../../src/telemetry/TraceIds.ts"
import { formatTraceparent, parseTraceparent } from "../../src/telemetry/Traceparent.ts"
import fc from "../support/Property.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"
const hex = (length: number) =>
  fc.array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length }).map((digits) => digits.join("")).filter((id) =>
    /[^0]/.test(id)
  )

describe("Traceparent", () => {
  it("reads back what it writes", () => {
    fc.assert(fc.property(hex(32), hex(16), fc.boolean(), (trace, span, sampled) => {
      assert.deepStrictEqual(parseTraceparent(formatTraceparent(trace, span, sampled)), { traceId: trace, spanId: span, sampled })
    }))
  })

  it("looks at no flag but sampled", () => {
    assert.strictEqual(parseTraceparent(`00-${traceId}-${spanId}-03`)?.sampled, true)
    assert.strictEqual(parseTraceparent(`00-${traceId}-${spanId}-fe`)?.sampled, false)
  })

  it("reads the first four fields of a version that it does not know", () => {
    assert.deepStrictEqual(parseTraceparent(`cc-${traceId}-${spanId}-01-what-the-future-holds`), { traceId, spanId, sampled: true })
    assert.deepStrictEqual(parseTraceparent(`cc-${traceId}-${spanId}-01`), { traceId, spanId, sampled: true })
  })

  it.each([
    ["absent", undefined],
    ["empty", ""],
    ["of the forbidden version", `ff-${traceId}-${spanId}-01`],
    ["longer than version 00 allows", `00-${traceId}-${spanId}-01-more`],
    ["of a later version without a separator", `cc-${traceId}-${spanId}-01.more`],
    ["in capitals", `00-${traceId.toUpperCase()}-${spanId}-01`],
    ["with a trace id of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
    ["with a span id of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
    ["short", `00-${traceId}-${spanId}-0`],
    ["not hexadecimal", `00-${traceId.replace("4", "g")}-${spanId}-01`],
    ["sent twice", `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
    ["endless", `cc-${traceId}-${spanId}-01-${"x".repeat(10_000)}`],
    ["with a line break", `00-${traceId}-${spanId}-01\n`]
  ])("ignores a header that is %s", (_, header) => {
    assert.isUndefined(parseTraceparent(header))
  })

  it("makes ids that never repeat and are valid", () => {
    const ids = makeTraceIds()
    const seen = new Set<string>()
    for (let i = 0; i < 5_000; i++) {
      const trace = ids.traceId()
      const span = ids.spanId()
      assert.isDefined(parseTraceparent(formatTraceparent(trace, span, false)))
      seen.add(trace).add(span)
    }
    assert.strictEqual(seen.size, 10_000)
  })
})
