import { assert, describe, it } from "@effect/vitest"
import { AddressHash } from "../../src/gateway/AddressHash.ts"

const day = 86_400_000

describe("the hash of an address", () => {
  it("is the same for one day, and another the next day, for another address and in another process", () => {
    const hash = new AddressHash()
    const first = hash.of("192.0.2.1", day)
    assert.match(first, /^[A-Za-z0-9_-]{22}$/)
    assert.strictEqual(hash.of("192.0.2.1", 2 * day - 1), first)
    const others = [
      hash.of("192.0.2.2", day),
      new AddressHash().of("192.0.2.1", day),
      hash.of("192.0.2.1", 2 * day),
      hash.of("192.0.2.1", day)
    ]
    assert.strictEqual(new Set([first, ...others]).size, 5)
  })

  it("is the same when so many addresses came between that it is not remembered", () => {
    const hash = new AddressHash()
    const first = hash.of("192.0.2.1", day)
    for (let address = 0; address < 20_001; address++) hash.of(String(address), day)
    assert.strictEqual(hash.of("192.0.2.1", day), first)
  })
})
