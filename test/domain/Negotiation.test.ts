import { describe, expect, it } from "vitest"
import { negotiate, negotiateCoding } from "../../src/domain/Negotiation.ts"

const all = ["json", "ndjson", "csv"] as const

describe("content negotiation", () => {
  it.each([
    [undefined, "json"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["application/x-ndjson", "ndjson"],
    ["text/csv", "csv"],
    ["text/csv;q=0.5, application/json;q=0.4", "csv"],
    ["text/html, application/*;q=0.8", "json"],
    ["application/json;q=0, text/csv", "csv"],
    ["text/*", "csv"],
    ["application/xml, */*;q=0.1", "json"],
    ["application/xml", undefined],
    ["application/json;q=0", undefined]
  ])("answers `Accept: %s` with %s", (accept, representation) => {
    expect(negotiate(accept, all)).toBe(representation)
  })

  it.each([
    [undefined, "identity"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["br;q=0.1, gzip;q=0.9", "gzip"],
    ["br;q=0, gzip;q=0", "identity"],
    ["*", "br"],
    ["deflate", "identity"]
  ])("answers `Accept-Encoding: %s` in %s", (accept, coding) => {
    expect(negotiateCoding(accept)).toBe(coding)
  })
})
