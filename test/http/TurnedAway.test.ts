import { assert, describe, it } from "@effect/vitest"
import { Exchange } from "../../src/gateway/Exchange.ts"
import { turnedAway } from "../../src/gateway/LoadShedding.ts"
import { failureReply } from "../../src/http/ProblemReply.ts"
import { turnedAwayReply } from "../../src/http/TurnedAway.ts"

const trace = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" }
const textOf = (body: unknown): string => body instanceof Uint8Array ? Buffer.from(body).toString() : ""

describe("the answer to who is turned away", () => {
  it.each([undefined, "id", "en"])("is what any other failure would be, in the language of %s", (acceptLanguage) => {
    const exchange = Object.assign(Object.create(Exchange.prototype), {
      requestId: "11111111-1111-4111-8111-111111111111",
      trace,
      acceptLanguage
    })
    const quick = turnedAwayReply(exchange, "http://kota.example")
    const usual = failureReply(exchange, turnedAway, "http://kota.example")
    const seconds = quick.headers["retry-after"] ?? assert.fail("no Retry-After")
    assert.include(["1", "2", "3"], seconds)
    assert.deepStrictEqual({ ...quick.headers, "retry-after": "1" }, usual.headers)
    assert.strictEqual(textOf(quick.body), textOf(usual.body))
    assert.strictEqual(quick.headers["content-language"], acceptLanguage ?? "en")
    assert.strictEqual(quick.bytes, quick.body.length)
    const message = ["HTTP/1.1 503 Service Unavailable", ...Object.entries(quick.headers).map(([name, value]) => `${name}: ${value}`)]
    const [head = "", body] = quick.text.split("\r\n\r\n")
    assert.deepStrictEqual(new Set(head.split("\r\n")), new Set([...message, "Connection: keep-alive", "Keep-Alive: timeout=65"]))
    assert.strictEqual(body, textOf(usual.body))
  })

  it("sends those who are turned away together back at different seconds, a third at each", () => {
    const exchange = Object.assign(Object.create(Exchange.prototype), { requestId: "1".repeat(36), trace, acceptLanguage: undefined })
    const seconds = Array.from({ length: 30 }, () => turnedAwayReply(exchange, "http://kota.example").headers["retry-after"])
    for (const one of ["1", "2", "3"]) assert.strictEqual(seconds.filter((other) => other === one).length, 10)
  })
})
