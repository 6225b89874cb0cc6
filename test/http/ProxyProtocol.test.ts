import { assert, describe, it } from "@effect/vitest"
import { createServer } from "node:net"
import { expectProxyHeaders, readProxyHeader } from "../../src/http/ProxyProtocol.ts"
import fc from "../support/Property.ts"
import { proxyBlock, proxyLine } from "../support/ProxyHeaders.ts"
import { sendRaw } from "../support/RawHttp.ts"

const read = (bytes: Buffer) => {
  const found = readProxyHeader(bytes)
  return found._tag === "Header" ? found.source ?? "nobody" : found._tag
}

describe("the PROXY protocol", () => {
  it("names the source in either version, of either family", () => {
    assert.strictEqual(read(proxyLine("203.0.113.5")), "203.0.113.5")
    assert.strictEqual(read(proxyLine("2001:DB8::5")), "2001:db8::5")
    assert.strictEqual(read(proxyBlock("203.0.113.5")), "203.0.113.5")
    assert.strictEqual(read(proxyBlock("2001:db8::5")), "2001:db8::5")
    assert.strictEqual(read(proxyBlock("203.0.113.5", { more: 200 })), "203.0.113.5")
  })

  it("names nobody where the proxy speaks for itself or does not know", () => {
    assert.strictEqual(read(Buffer.from("PROXY UNKNOWN\r\n")), "nobody")
    assert.strictEqual(read(Buffer.from("PROXY UNKNOWN 203.0.113.5 10.0.0.1 1 2\r\n")), "nobody")
    assert.strictEqual(read(proxyBlock("203.0.113.5", { command: 0x20 })), "nobody")
    assert.strictEqual(read(proxyBlock("203.0.113.5", { family: 0 })), "nobody")
  })

  it("is awaited byte by byte, and what follows it is not read", () => {
    for (const whole of [proxyLine("203.0.113.5"), proxyBlock("2001:db8::5", { more: 30 })]) {
      for (let length = 0; length < whole.length; length++) assert.strictEqual(read(whole.subarray(0, length)), "Unfinished")
      const found = readProxyHeader(Buffer.concat([whole, Buffer.from("GET / HTTP/1.1\r\n")]))
      assert.strictEqual(found._tag === "Header" ? found.length : 0, whole.length)
    }
  })

  it("fault-140 is refused where it is absent, malformed, of another version or beyond its bounds", () => {
    const lines = [
      "GET / HTTP/1.1\r\n",
      "PROXY\r\n",
      "proxy TCP4 1.1.1.1 2.2.2.2 1 2\r\n",
      "PROXY TCP4 1.1.1.1 2.2.2.2 1 65536\r\n",
      "PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n",
      "PROXY TCP4 ::1 ::2 1 2\r\n",
      "PROXY TCP6 1.1.1.1 2.2.2.2 1 2\r\n",
      "PROXY TCP4 01.1.1.1 2.2.2.2 1 2\r\n",
      "PROXY  TCP4 1.1.1.1 2.2.2.2 1 2\r\n",
      "PROXY TCP4 1.1.1.1 2.2.2.2 1 2\n\r\n",
      `PROXY UNKNOWN ${"x".repeat(100)}\r\n`,
      `PROXY UNKNOWN ${"x".repeat(100)}`
    ]
    for (const text of lines) assert.strictEqual(read(Buffer.from(text)), "Malformed", text)
    for (const options of [{ command: 0x11 }, { command: 0x22 }, { family: 0x12 }, { family: 0x21 }, { family: 0x31 }, { more: 5_000 }]) {
      assert.strictEqual(read(proxyBlock("203.0.113.5", options)), "Malformed", JSON.stringify(options))
    }
  })

  it("fault-140 has to be there in time", async () => {
    const server = createServer((socket) => socket.end("heard"))
    let refused = 0
    expectProxyHeaders(server, { expects: () => true, told: () => {}, refused: () => refused++, withinMillis: 50 })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
    assert.strictEqual(await sendRaw(url, "PROXY TCP4 1.1"), "")
    assert.strictEqual(await sendRaw(url, ""), "")
    assert.strictEqual(refused, 2)
    assert.strictEqual(await sendRaw(url, proxyLine("203.0.113.5").toString()), "heard")
    server.close()
  })

  it("is never more than refused, whatever the bytes are", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isSigned) => {
      const begin = isSigned ? proxyBlock("203.0.113.5").subarray(0, 12) : Buffer.from("PROXY ")
      assert.isString(readProxyHeader(Buffer.concat([begin, bytes]))._tag)
    }))
  })
})
