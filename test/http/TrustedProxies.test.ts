import { assert, describe, it } from "@effect/vitest"
import { forwardedHops, hopAddress, TrustedProxies } from "../../src/http/TrustedProxies.ts"
import fc from "../support/Property.ts"

const proxies = new TrustedProxies(["10.0.0.0/8", "192.0.2.7", "fd00::/8"])
const listed = (text: string) => proxies.callerOf("10.0.0.1", { "x-forwarded-for": text })
const forwarded = (text: string) => proxies.callerOf("10.0.0.1", { forwarded: text })

describe("trusted proxies", () => {
  it("are ranges of IPv4 and IPv6 and single addresses, also IPv4 inside IPv6", () => {
    for (const address of ["10.255.0.1", "::ffff:10.0.0.9", "192.0.2.7", "fd12::1", "fd12::1%eth0"]) assert.isTrue(proxies.trusts(address))
    for (const address of ["11.0.0.1", "192.0.2.8", "fe80::1", "", "unknown", "::10.0.0.1"]) assert.isFalse(proxies.trusts(address))
  })

  it("fault-140 tell of the rightmost hop that is not trusted, whatever stands left of it", () => {
    assert.strictEqual(listed("203.0.113.5"), "203.0.113.5")
    assert.strictEqual(listed("1.1.1.1, 203.0.113.5"), "203.0.113.5")
    assert.strictEqual(listed("1.1.1.1, 203.0.113.5, 10.9.9.9, 192.0.2.7"), "203.0.113.5")
    assert.strictEqual(listed("10.2.0.1, 10.3.0.1"), "10.2.0.1")
    assert.strictEqual(forwarded("for=1.1.1.1, for=203.0.113.5;proto=https, For=\"[fd00::3]:8080\";by=_x"), "203.0.113.5")
    assert.strictEqual(forwarded("by=10.0.0.2;for=\"203.0.113.5:_port\""), "203.0.113.5")
  })

  it("may write hops with ports, brackets and zones", () => {
    const forms: ReadonlyArray<readonly [string, string]> = [
      ["203.0.113.5:4711", "203.0.113.5"],
      ["[2001:db8::1]:443", "2001:db8::1"],
      ["[2001:db8::1]", "2001:db8::1"],
      ["2001:DB8:0::1", "2001:db8::1"],
      ["fe80::1%eth0", "fe80::1"],
      ["[fe80::1%25eth0]:80", "fe80::1"],
      ["::ffff:203.0.113.5", "203.0.113.5"]
    ]
    for (const [hop, address] of forms) assert.strictEqual(hopAddress(` ${hop} `), address)
  })

  it("are the caller themselves where the next hop has no address", () => {
    for (const hop of ["unknown", "_hidden", "", "300.1.1.1", "1.2.3", "0x7f.1", "[::1", "evil\"", "1.2.3.4.5", "a".repeat(5_000)]) {
      assert.strictEqual(listed(`203.0.113.5, ${hop}`), "10.0.0.1", hop)
      assert.strictEqual(listed(`203.0.113.5, ${hop}, 10.0.0.2`), "10.0.0.2", hop)
    }
    assert.strictEqual(forwarded("for=203.0.113.5, for=_hidden"), "10.0.0.1")
    assert.strictEqual(forwarded("for=203.0.113.5, proto=https"), "10.0.0.1")
  })

  it("fault-140 are not made to say something else by quotes that a caller left open or by parameters that stand twice", () => {
    const left = ["for=6.6.6.6, x=\"", "for=6.6.6.6;x=\"", "for=\"6.6.6.6", "for=6.6.6.6;for=6.6.6.6\\"]
    const right = ["for=203.0.113.5", "for=\"[2001:db8::1]:4711\"", "for=203.0.113.5;by=\"_x\"", "for=\"203.0.113.5:80\";host=\"a,b\""]
    for (const begin of left) for (const end of right) assert.notStrictEqual(forwarded(`${begin}, ${end}`), "6.6.6.6")
    assert.isUndefined(forwardedHops("for=1.1.1.1;for=6.6.6.6"))
    assert.deepStrictEqual(forwardedHops("for=\"a,b\\\"c\", ,by=x"), ["a,b\"c", "unknown"])
  })

  it("are believed by neither header where both are there and differ", () => {
    const both = (text: string, list: string) => proxies.callerOf("10.0.0.1", { forwarded: text, "x-forwarded-for": list })
    assert.strictEqual(both("for=203.0.113.5", "203.0.113.5"), "203.0.113.5")
    assert.strictEqual(both("for=6.6.6.6", "203.0.113.5"), "10.0.0.1")
  })

  it("are read to the end of any text, in no time", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      for (const caller of [listed(text), forwarded(text)]) assert.isString(caller)
    }))
    // Twenty times what a header may hold: whoever reads a rest again for each of its parts would take minutes.
    const began = performance.now()
    for (
      const text of [
        "for=\"\\".repeat(60_000),
        "10.0.0.1,".repeat(36_000),
        "for=10.0.0.1,".repeat(24_000),
        " ".repeat(320_000),
        ";".repeat(320_000)
      ]
    ) {
      listed(text)
      forwarded(text)
    }
    assert.isBelow(performance.now() - began, 10_000)
  })
})
