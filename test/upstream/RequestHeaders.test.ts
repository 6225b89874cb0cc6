import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { acceptEncoding, isSendable, requestHeaders } from "../../src/upstream/RequestHeaders.ts"
import fc from "../support/Property.ts"

const agency = { acceptEncoding: "gzip", credential: { header: "X-Api-Key", value: Redacted.make("k") } }

describe("RequestHeaders", () => {
  it("fault-36 every value is visible ASCII, whatever the application is called", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        (id, application, traceparent) => {
          const headers = requestHeaders(agency, id, application, traceparent)
          assert.strictEqual(headers.length, 12)
          assert.match(headers.join(""), /^[\x20-\x7e]*$/)
        }
      )
    )
  })

  it("a request id and an application in plain ASCII go out unchanged", () => {
    const headers = requestHeaders(agency, "01J#agenda", "Portal Kota (uji)", undefined)
    assert.deepStrictEqual(headers.slice(6, 10), ["x-request-id", "01J#agenda", "x-gateway-application", "Portal Kota (uji)"])
  })

  it("no two applications go out alike: a percent sign is encoded like what cannot be sent", () => {
    const sent = (application: string) => requestHeaders(agency, "id", application, undefined)[9] ?? ""
    assert.deepStrictEqual(["kafé", "kaf%C3%A9", "kaf%25C3%25A9", "100%"].map(sent), [
      "kaf%C3%A9",
      "kaf%25C3%25A9",
      "kaf%2525C3%2525A9",
      "100%25"
    ])
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (application) => decodeURIComponent(sent(application)) === application))
  })

  it("a credential with a line break, or under a name that is none, cannot be sent", () => {
    assert.isTrue(isSendable("X-Api-Key", "Bearer abc"))
    assert.isFalse(isSendable("X-Api-Key", "a\r\nb"))
    assert.isFalse(isSendable("X-Api-Key", ""))
    assert.isFalse(isSendable("X Api", "a"))
    assert.isFalse(isSendable("", "a"))
  })

  it("compression is asked for across a network only", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "[::1]"]) assert.strictEqual(acceptEncoding(host), "identity")
    for (const host of ["10.0.0.1", "data.example", "127.0.0.1.example"]) assert.strictEqual(acceptEncoding(host), "gzip")
  })
})
