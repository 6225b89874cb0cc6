/** The one shape that every line of the log has. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { jsonLine, readableLine } from "../../src/telemetry/LogLine.ts"
import { logRecordOf } from "../../src/telemetry/LogRecord.ts"

const Line = Schema.fromJsonString(Schema.Struct({
  timestamp: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)),
  level: Schema.Literals(["DEBUG", "INFO", "WARN", "ERROR", "FATAL"]),
  message: Schema.String,
  instance: Schema.Literal("gw-1/17"),
  request_id: Schema.optionalKey(Schema.String),
  trace_id: Schema.optionalKey(Schema.String),
  span_id: Schema.optionalKey(Schema.String),
  trace_flags: Schema.optionalKey(Schema.String),
  cause: Schema.optionalKey(Schema.String),
  annotations: Schema.Record(Schema.String, Schema.Unknown)
}))
const recordOf = logRecordOf("gw-1/17")

/** The one line that is logged, with nothing beside the fields of the shape. */
const logged = (log: Effect.Effect<void>, write = jsonLine): string => {
  const lines: Array<string> = []
  Effect.runSync(Effect.provide(log, Logger.layer([Logger.make((options) => void lines.push(write(recordOf(options))))])))
  assert.strictEqual(lines.length, 1)
  return lines[0] ?? ""
}
const decoded = (log: Effect.Effect<void>) => Schema.decodeUnknownSync(Line, { onExcessProperty: "error" })(logged(log))

describe("a line of the log", () => {
  it("has a text as its message, whatever it was made of, and what came with it by name", () => {
    const error = new Error("disk full", { cause: new Error("ENOSPC") })
    const told = [
      [Effect.logInfo("ready"), "INFO", "ready", {}],
      [Effect.logWarning("not kept", error), "WARN", "not kept", { reason: "disk full: ENOSPC" }],
      [Effect.logWarning(error), "WARN", "disk full: ENOSPC", {}],
      [Effect.logError("two", "one", error), "ERROR", "two", { reason: "one; disk full: ENOSPC" }],
      [Effect.logWarning("left alone", { agency: "dlh", status: 503 }), "WARN", "left alone", { agency: "dlh", status: 503 }],
      [Effect.logFatal(["a", 1]), "FATAL", "[\"a\",1]", {}],
      [Effect.annotateLogs(Effect.logInfo("x"), { worker: 2, error }), "INFO", "x", { worker: 2, error: "disk full: ENOSPC" }],
      [Effect.logInfo("two\nlines"), "INFO", "two\nlines", {}]
    ] as const
    for (const [log, level, message, annotations] of told) assert.deepInclude(decoded(log), { level, message, annotations })
  })

  it("has the ids of the request that it is about beside its message, and no others", () => {
    const ids = { request_id: "req-1", trace_id: "a".repeat(32), span_id: "b".repeat(16), trace_flags: "01" }
    const line = decoded(Effect.annotateLogs(Effect.logInfo("x", { agency: "dlh" }), ids))
    assert.deepInclude(line, { ...ids, annotations: { agency: "dlh" } })
    assert.notProperty(decoded(Effect.logInfo("x")), "trace_id")
  })

  it("has a defect with its stack as its cause", () => {
    const line = decoded(Effect.catchCause(Effect.die(new Error("broken")), (cause) => Effect.logError("It failed", cause)))
    assert.strictEqual(line.message, "It failed")
    assert.match(line.cause ?? "", /^Error: broken\n\s+at /)
    assert.deepStrictEqual(line.annotations, {})
  })

  it("is one line for people too, with the same names", () => {
    const line = logged(Effect.annotateLogs(Effect.logInfo("two words\nand more"), { agency: "dlh", file: "a b" }), readableLine)
    assert.match(line, /^message="two words\\nand more" level=INFO timestamp=\S+ instance=gw-1\/17 agency=dlh file="a b"$/)
  })
})
