import { describe, expect, it } from "vitest"
import { negotiate, negotiateCoding, prefersHtml, prefersLinkedData } from "../../src/domain/Negotiation.ts"

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
    ["application/json;q=0", undefined],
    // The most specific range counts, wherever it stands.
    ["*/*, application/*;q=0.1, application/json;q=0", "csv"],
    ["text/*;q=0.9, text/csv;q=0.1, application/json;q=0.2", "json"],
    ["*/*;q=0, text/csv", "csv"],
    ["application/json;q=0.2, application/json;charset=utf-8, text/csv;q=0.5", "json"],
    ["text/csv;header=absent, text/csv;q=0.1, application/json;q=0.5", "json"],
    ["application/json;odata=verbose, text/csv;q=0.1", "json"],
    // Weights, in every spelling.
    ["TEXT/CSV;Q=0.5, application/json;q=0.499", "csv"],
    ["text/csv ; q=1.000 , application/json ; q=0.999", "csv"],
    ["application/json;charset=utf-8;q=0.1, text/csv;q=0.2", "csv"],
    ["application/json;q=, text/csv;q=0.1", "csv"],
    ["application/json;q=much, text/csv;q=0.1", "csv"],
    ["application/json;q=-1, text/csv;q=0.1", "csv"],
    // A comma or semicolon within quotes parts nothing.
    ["text/csv;x=\"a,b\";q=0, application/json;q=0.1", "json"],
    ["text/csv;x=\"a;q=0.9\";q=0.1, application/json;q=0.5", "json"],
    ["text/csv;x=\"\\\",\";q=0.1, application/json;q=0.5", "json"],
    ["text/csv;x=\"open, application/json", "csv"],
    // Empty parts say nothing, and none of them alone.
    ["", "json"],
    [" , ,text/csv,", "csv"],
    [",", "json"],
    [";q=1", "json"],
    ["json", undefined],
    ["*", undefined]
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
    ["deflate", "identity"],
    ["", "identity"],
    ["identity", "identity"],
    ["gzip;q=0.5, identity;q=0.8", "identity"],
    ["identity;q=0.5, *;q=0.1", "identity"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity;q=0, gzip;q=0.001", "gzip"],
    ["identity;q=0, *", "br"],
    ["gzip, *;q=0", "gzip"],
    ["gzip;q=0, *", "br"],
    ["br;q=0, *;q=0.5", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP;Q=1", "gzip"],
    ["gzip;q=one", "identity"],
    // Nothing is left to answer in: the header is let be (RFC 9110, section 12.5.3), as nobody is served by a refusal.
    ["identity;q=0", "identity"],
    ["*;q=0", "identity"]
  ])("answers `Accept-Encoding: %s` in %s", (accept, coding) => {
    expect(negotiateCoding(accept)).toBe(coding)
  })
})

describe("a page", () => {
  it("is what who names HTML wants, in whatever letters, and nobody else", () => {
    for (const accept of ["text/html", "TEXT/HTML", "Text/html,application/json;q=0.5"]) expect(prefersHtml(accept), accept).toBe(true)
    for (const accept of [undefined, "*/*", "application/json", "TEXT/HTML;q=0.4,application/json"]) {
      expect(prefersHtml(accept), accept).toBe(false)
    }
    expect(prefersLinkedData("APPLICATION/LD+JSON")).toBe(true)
  })
})
