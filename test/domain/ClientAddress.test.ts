import { assert, describe, it } from "@effect/vitest"
import { isIPv4, isIPv6, SocketAddress } from "node:net"
import { clientAddress } from "../../src/domain/ClientAddress.ts"
import fc from "../support/Property.ts"

const written = (groups: ReadonlyArray<number>): string => groups.map((group) => group.toString(16)).join(":")
const group = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constant(0))
/** As Node writes it: the longest row of zeros left out. */
const asSocket = (address: string): string => new SocketAddress({ address, family: "ipv6" }).address

describe("clientAddress", () => {
  it("is IPv4 as it is, and what is no address", () => {
    for (const address of ["10.0.0.1", "127.0.0.1", "portal", ""]) assert.strictEqual(clientAddress(address), address)
    assert.strictEqual(clientAddress(undefined), "")
  })

  it("is the IPv4 address that IPv6 carries", () => {
    for (const address of ["::ffff:10.0.0.1", "::FFFF:a00:1", "0:0:0:0:0:ffff:0a00:0001", "::ffff:10.0.0.1%eth0"]) {
      assert.strictEqual(clientAddress(address), "10.0.0.1")
    }
    assert.strictEqual(clientAddress("::ffff:255.254.253.252"), "255.254.253.252")
  })

  it("is the network of 64 bits of any other IPv6 address, without its zone, however it is written", () => {
    for (const address of ["2001:db8::1", "2001:0DB8::abcd:1", "2001:db8:0:0:ffff::1", "2001:db8:0:0:1:2:3:4", "2001:db8::10.0.0.1"]) {
      assert.strictEqual(clientAddress(address), "2001:db8:0:0::/64")
    }
    assert.strictEqual(clientAddress("2001:db8:0:1::1"), "2001:db8:0:1::/64")
    assert.strictEqual(clientAddress("::1"), "0:0:0:0::/64")
    for (const address of ["fe80::1", "fe80::2%eth0", "fe80::3%2"]) assert.strictEqual(clientAddress(address), "fe80:0:0:0::/64")
    // Near to what carries IPv4, and not it.
    for (const address of ["::1:ffff:a00:1", "::fffe:10.0.0.1", "::10.0.0.1"]) assert.match(clientAddress(address), /\/64$/)
  })

  it("is the same for two addresses exactly where their first 64 bits are", () => {
    const half = fc.tuple(group, group, group, group)
    fc.assert(fc.property(half, half, half, half, (first, second, low, other) => {
      const mine = written([...first, ...low])
      assert.isTrue(isIPv6(mine))
      const key = clientAddress(mine)
      assert.strictEqual(clientAddress(asSocket(mine)), key)
      if (isIPv4(key)) return
      assert.strictEqual(key, `${written(first)}::/64`)
      const neighbour = clientAddress(written([...first, ...other]))
      if (!isIPv4(neighbour)) assert.strictEqual(neighbour, key)
      assert.strictEqual(clientAddress(written([...second, ...low])) === key, written(first) === written(second))
    }))
  })
})
