import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AddressGuard, trialSlug } from "../../src/upstream/AddressGuard.ts"
import { AgencyClient } from "../../src/upstream/AgencyClient.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { call, clientThatAllows, makeAgency, makeRequest } from "./calling.ts"

const fromDesk = (server: string) => makeRequest(makeAgency(server, { serverFromDesk: true }))

describe("an address that a desk entered", () => {
  it("fault-33 may be a public one, and of others only what the operator allows", () => {
    const guard = new AddressGuard(["10.20.0.0/16", "fd12::/16"])
    for (const address of ["8.8.8.8", "103.28.12.1", "2606:4700::1111", "10.20.3.4", "::ffff:10.20.3.4", "fd12::7"]) {
      assert.isTrue(guard.allows(address), address)
    }
    const refused = [
      "127.0.0.1",
      "127.9.9.9",
      "::1",
      "::",
      "0.0.0.0",
      "10.21.0.1",
      "172.16.0.1",
      "192.168.1.1",
      "100.100.100.200",
      "169.254.169.254",
      "fe80::1",
      "fe80::1%eth0",
      "fd00:ec2::254",
      "fc00::1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::7f00:1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::",
      "224.0.0.1",
      "255.255.255.255",
      "ff02::1",
      "nonsense",
      ""
    ]
    for (const address of refused) assert.isFalse(guard.allows(address), address)
  })

  it("fault-33 is never a link-local one, whatever is allowed", () => {
    const guard = new AddressGuard(["0.0.0.0/0", "::/0"])
    for (const address of ["169.254.169.254", "::ffff:169.254.169.254", "fe80::1", "fd00:ec2::254"]) {
      assert.isFalse(guard.allows(address), address)
    }
    assert.isTrue(guard.allows("127.0.0.1"))
  })

  it("fault-33 is never a cloud's metadata service, not even where its whole range is allowed", () => {
    const guard = new AddressGuard(["0.0.0.0/0", "::/0"])
    for (
      const address of [
        "168.63.129.16",
        "::ffff:168.63.129.16",
        "::ffff:a83f:8110",
        "100.100.100.200",
        "192.0.0.192",
        "fd20:ce::254",
        "fd00:42::42"
      ]
    ) assert.isFalse(guard.allows(address), address)
    assert.isFalse(new AddressGuard([]).allows("168.63.129.16"))
    assert.isTrue(new AddressGuard([]).allows("168.63.129.17"))
  })

  it("fault-33 is judged by the IPv4 address that it holds as well", () => {
    const none = new AddressGuard([])
    const wrapped = [
      "64:ff9b::a00:1",
      "64:ff9b::808:808",
      "64:ff9b:1::a00:1",
      "2002:a00:1::1",
      "2002:808:808::1",
      "2001:0:808:808::f7f7:f7f7",
      "::ffff:0:8.8.8.8",
      "::8.8.8.8"
    ]
    for (const address of wrapped) assert.isFalse(none.allows(address), address)
    const translated = new AddressGuard(["64:ff9b::/96", "2002::/16", "2001::/32", "::/96", "10.1.0.0/16"])
    for (const address of ["64:ff9b::808:808", "64:ff9b::10.1.2.3", "2002:808:808::1", "2001:0:808:808::f7f7:f7f7", "::8.8.8.8"]) {
      assert.isTrue(translated.allows(address), address)
    }
    const inner = [
      "64:ff9b::10.2.0.1",
      "64:ff9b::169.254.169.254",
      "64:ff9b::168.63.129.16",
      "2002:7f00:1::",
      "2002:a9fe:a9fe::",
      "2001:0:808:808::f5ff:fffe",
      "::127.0.0.1"
    ]
    for (const address of inner) assert.isFalse(translated.allows(address), address)
  })

  it("fault-33 is none of what IANA keeps for other uses", () => {
    const guard = new AddressGuard([])
    const special = [
      "192.0.2.1",
      "198.51.100.7",
      "203.0.113.9",
      "198.18.0.1",
      "198.19.255.255",
      "192.88.99.1",
      "240.0.0.1",
      "239.1.1.1",
      "0.1.2.3",
      "100.64.0.1",
      "100.127.255.254",
      "fec0::1",
      "100::1",
      "2001:db8::1",
      "2001:2::1",
      "2001:10::1",
      "2001:20::1",
      "3fff::1",
      "5f00::1",
      "4000::1",
      "ff0e::1",
      "fdff::1"
    ]
    for (const address of special) assert.isFalse(guard.allows(address), address)
  })

  it("may be one of its own agency's ranges, which are none of another's", () => {
    const guard = new AddressGuard(["10.1.0.0/16", "dinkes=10.2.0.0/16", "dinkes=fd12::/16"])
    const [dinkes, dishub] = [guard.of("dinkes"), guard.of("dishub")]
    for (const address of ["10.1.0.1", "10.2.0.1", "fd12::1"]) assert.isTrue(dinkes.allows(address), address)
    assert.isTrue(guard.of(trialSlug("dinkes")).allows("10.2.0.1"))
    assert.isTrue(dishub.allows("10.1.0.1"))
    for (const address of ["10.2.0.1", "fd12::1"]) assert.isFalse(dishub.allows(address), address)
    assert.isFalse(dinkes.allows("10.3.0.1"))
  })

  it.live("fault-33 is not connected to where it is refused, however it is written", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      const hosts = ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "017700000001", "127.1", "[::ffff:127.0.0.1]", "0"]
      for (const host of hosts) {
        const error = yield* Effect.flip(call(fromDesk(`http://${host}:${server.port}`)))
        assert.strictEqual(error._tag, "AgencyUnavailable", host)
        if (error._tag === "AgencyUnavailable") assert.strictEqual(error.proxyError, "destination_ip_prohibited", host)
        assert.notInclude(JSON.stringify(error), "127.0.0.1")
      }
      assert.deepStrictEqual(server.connections(), { open: 0, accepted: 0 })
    }).pipe(Effect.provide(clientThatAllows())))

  it.live("is called where the operator allows it", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      for (const host of ["127.0.0.1", "localhost"]) {
        assert.strictEqual((yield* call(fromDesk(`http://${host}:${server.port}`))).status, 200)
      }
    }).pipe(Effect.provide(clientThatAllows("127.0.0.0/8", "::1/128"))))

  it.live("fault-33 is refused at the connection once its name leads elsewhere than when it was saved", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: json({ data: [] }, { headers: { connection: "close" } }) })
      let addresses = [{ address: "127.0.0.1", family: 4 }]
      const guard = new AddressGuard(["127.0.0.1/32"], (_name, _options, done) => done(null, addresses))
      const layer = AgencyClient.layer({ credentials: () => undefined, guard })
      yield* Effect.gen(function*() {
        const ask = call(fromDesk(`http://dinas.example:${server.port}`))
        assert.strictEqual((yield* ask).status, 200)
        // One good address among them helps nothing: which one is taken is not ours to say.
        for (const rebound of [[{ address: "127.0.0.2", family: 4 }], [...addresses, { address: "169.254.169.254", family: 4 }], []]) {
          addresses = rebound
          const error = yield* Effect.flip(ask)
          assert.strictEqual(error._tag === "AgencyUnavailable" && error.proxyError, "destination_ip_prohibited")
        }
        assert.strictEqual(server.connections().accepted, 1)
      }).pipe(Effect.provide(layer))
    }))

  it.live("of the registry file is the operator's own, and called wherever it is", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      assert.strictEqual((yield* call(makeRequest(makeAgency(server.url)))).status, 200)
    }).pipe(Effect.provide(clientThatAllows())))
})
