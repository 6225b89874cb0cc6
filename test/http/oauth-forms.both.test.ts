/** Whatever is sent to the OAuth endpoints, the answer is theirs: never a 5xx, never a page, never a defect in the log. */
import { assert, describe, it } from "@effect/vitest"
import { expectNotStored, makeClient } from "../support/OAuth.ts"
import fc from "../support/Property.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const logs: Array<string> = []
const city = suite(startCity(), logs)

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")
const bytes = fc.uint8Array({ maxLength: 200 })
const name = fc.constantFrom("grant_type", "client_id", "client_secret", "scope", "token", "token_type_hint", "", "__proto__", "%00")
const value = fc.oneof(
  fc.constantFrom(
    "client_credentials",
    "*",
    "",
    "%00",
    "%",
    "%zz",
    "%ff%fe",
    "%F0%9F%92%A9",
    "%ED%A0%80",
    "+",
    "gpr_" + "A".repeat(43),
    "'; DROP TABLE tokens; --",
    "a".repeat(3_000)
  ),
  bytes.map(latin1),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => new URLSearchParams({ text }).toString().slice(5))
)
const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 }).map((fields) => fields.map(([key, text]) => `${key}=${text}`).join("&"))
const body = fc.oneof({ weight: 4, arbitrary: pairs }, { weight: 1, arbitrary: bytes.map(latin1) })
const basicOf = (text: string) => `Basic ${Buffer.from(text, "latin1").toString("base64")}`
const authorization = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: bytes.map((part) => basicOf(latin1(part))) },
  { weight: 2, arbitrary: fc.tuple(value, value).map(([id, secret]) => basicOf(`${id}:${secret}`)) },
  { weight: 1, arbitrary: fc.constantFrom("Basic", "Basic =", "Basic  Og==", "Bearer x", "Digest a=b", "basic Og==") }
)
const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant("application/x-www-form-urlencoded") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "application/x-www-form-urlencoded; charset=utf-16",
      "APPLICATION/X-WWW-FORM-URLENCODED;",
      "text/plain",
      ";",
      "multipart/form-data"
    )
  }
)

// Addresses of loopback in turn, so that throttling does not hide what lies behind it.
let address = 0
const nextAddress = (): string => {
  address++
  return `127.1.${address >> 8 & 255}.${address & 255}`
}

describe("any form", () => {
  it("is answered with RFC 6749 JSON or with what was asked for, never by a 5xx", async () => {
    const { gateway } = city()
    // What the start says is none of its business.
    logs.splice(0)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("token", "revoke", "introspect"),
        body,
        authorization,
        contentType,
        async (endpoint, text, credentials, type) => {
          const response = await rawRequest(gateway.url, {
            method: "POST",
            target: `/oauth/${endpoint}`,
            headers: [
              ["Content-Type", type],
              ...(text === "" ? [["Content-Length", "0"] as const] : []),
              ...(credentials === undefined ? [] : [["Authorization", credentials] as const])
            ],
            body: text,
            localAddress: nextAddress()
          })
          const answer = await response.text()
          assert.include([400, 401, 413], response.status, answer)
          expectNotStored(response)
          const { error, error_description } = JSON.parse(answer)
          assert.isString(error)
          assert.match(error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
        }
      ),
      { numRuns: 500 }
    )
    assert.deepStrictEqual(logs.filter((line) => /"level":"?(?:WARN|ERROR|FATAL)/i.test(line)), [])
  })

  it("with a client's own credentials and any token or scope is answered by the question's own rules", async () => {
    const { gateway } = city()
    const client = await makeClient(gateway, { scopes: ["dinkes-klinik-get"] })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("token", "revoke", "introspect"),
        fc.string({ unit: "binary", maxLength: 80 }),
        async (endpoint, text) => {
          const response = await fetch(`${gateway.url}/oauth/${endpoint}`, {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({
              grant_type: "client_credentials",
              client_id: client.id,
              client_secret: client.secret,
              scope: `x${text}`,
              token: text
            }).toString()
          })
          await response.text()
          assert.strictEqual(response.status, endpoint === "token" || text === "" ? 400 : 200)
          expectNotStored(response)
        }
      ),
      { numRuns: 200 }
    )
  })
})
