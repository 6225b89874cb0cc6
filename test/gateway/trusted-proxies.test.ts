/** Whose a request is that comes through a proxy: through sockets of this machine's addresses, nginx and HAProxy. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { join } from "node:path"
import { RequestRecords } from "../../src/audit/RequestRecords.ts"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { makeHaproxy, makeNginx } from "../support/Proxies.ts"
import { proxyBlock, proxyLine } from "../support/ProxyHeaders.ts"
import { rawRequest, sendRaw } from "../support/RawHttp.ts"
import { spendStrangers, strangers } from "../support/Strangers.ts"
import { eventually, pause, registryText, suite } from "../support/Suite.ts"

const proxy = "127.0.0.2"
const path = "/api/v4/gateway/opd/data/isi"

const behind = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const agency = yield* makeAgencyServer({ behaviour: answer({ body: "[]" }) })
    const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }])
    const gateway = yield* startGateway(registry, { TRUSTED_PROXIES: `${proxy} 10.0.0.0/8`, ...settings })
    return { agency, gateway, host: new URL(gateway.url).host }
  })

describe("behind trusted proxies", () => {
  const at = suite(behind({}))
  const from = (headers: ReadonlyArray<string>, localAddress = proxy) => strangers(at().gateway.url, 1, { localAddress, headers })

  it("fault-139 strangers are counted by the address that the proxy tells of, not by the proxy's", async () => {
    await spendStrangers(at().gateway.url, { localAddress: proxy, headers: ["X-Forwarded-For: 6.6.6.6, 203.0.113.5"] })
    assert.deepStrictEqual(await from(["X-Forwarded-For: 203.0.113.5, 10.1.2.3"]), [429])
    assert.deepStrictEqual(await from(["Forwarded: for=6.6.6.6, for=\"203.0.113.5:80\";proto=https"]), [429])
    for (const other of ["X-Forwarded-For: 203.0.113.6", "X-Forwarded-For: 203.0.113.5, 6.6.6.6", "Forwarded: for=203.0.113.6", "X-A: b"]) {
      assert.deepStrictEqual(await from([other]), [401], other)
    }
  })

  it("fault-140 what anybody else says of addresses and ids is not looked at", async () => {
    const forged = ["X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9"]
    await spendStrangers(at().gateway.url, { localAddress: "127.0.0.3", headers: forged })
    assert.deepStrictEqual(await from(["X-Forwarded-For: 203.0.113.10"], "127.0.0.3"), [429])
    assert.deepStrictEqual(await from(["X-Forwarded-For: 203.0.113.9"]), [401])
    const id = "5f0c1f3e-4a55-4d43-9a5e-0d3b8f1b2c3d"
    const response = await rawRequest(at().gateway.url, { target: path, headers: [["X-Request-Id", id]] })
    assert.notStrictEqual(response.headers.get("x-request-id"), id)
  })

  it("IPv6 counts as its network of 64 bits there, too", async () => {
    await spendStrangers(at().gateway.url, { localAddress: proxy, headers: ["X-Forwarded-For: [2001:db8:0:1::5]:4711"] })
    assert.deepStrictEqual(await from(["X-Forwarded-For: 2001:db8:0:1:ffff::9%eth0"]), [429])
    assert.deepStrictEqual(await from(["X-Forwarded-For: 2001:db8:0:2::5"]), [401])
  })

  it("fault-15 who guesses secrets has spent the failures of an address behind the proxy, and nobody else's", async () => {
    const guess = (count: number, address: string) => {
      const body = `grant_type=client_credentials&client_id=cli_${count}&client_secret=gps_x`
      return rawRequest(at().gateway.url, {
        method: "POST",
        target: "/oauth/token",
        headers: [["Content-Type", "application/x-www-form-urlencoded"], ["X-Forwarded-For", address]],
        body,
        localAddress: proxy
      })
    }
    for (let count = 0; count < 50; count++) assert.strictEqual((await guess(count, "198.51.100.1")).status, 401)
    assert.strictEqual((await guess(50, "198.51.100.1")).status, 429)
    assert.strictEqual((await guess(50, "198.51.100.2")).status, 401)
  })

  it("a request keeps the id that the proxy gave it, in its answer, its record and the call to its agency", async () => {
    const { agency, gateway } = at()
    const token = await gateway.token({ scopes: "*" })
    const ask = (id: string) =>
      rawRequest(gateway.url, { target: path, headers: [["X-Request-Id", id], ["Authorization", `Bearer ${token}`]], localAddress: proxy })
    const id = "5f0c1f3e-4a55-4d43-9a5e-0d3b8f1b2c3d"
    // As nginx and HAProxy write it.
    for (const form of [id, id.toUpperCase(), id.replaceAll("-", "")]) {
      assert.strictEqual((await ask(form)).headers.get("x-request-id"), id)
    }
    assert.strictEqual(agency.calls.at(-1)?.headers["x-request-id"], id)
    const [record] = await gateway.run(
      Effect.flatMap(RequestRecords, (records) => records.of(id)).pipe(
        Effect.provide(RequestRecords.layer({ directory: join(gateway.dataDir, "journal") }))
      )
    )
    assert.strictEqual(record?.requestId, id)
    for (const other of ["", "x", "1".repeat(33), `${id} `.repeat(2), "../../etc", "é"]) {
      assert.match((await ask(other)).headers.get("x-request-id") ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    }
  })

  it("no record has the address of a caller", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: "*" })
    await strangers(gateway.url, 1, { localAddress: proxy, headers: ["X-Forwarded-For: 203.0.113.77"], authorization: token })
    const found = await gateway.records(1)
    assert.deepStrictEqual(found.filter(({ address, times }) => address !== undefined && times === undefined), [])
    assert.notInclude(JSON.stringify(found), "203.0.113.")
  })

  it("fault-140 no header of addresses breaks a request", async () => {
    const hops = [
      "unknown",
      "_hidden",
      "\"",
      "[::1",
      "1.2.3.4:x",
      "fe80::1%eth0",
      "[fe80::1%25a]:1",
      ",,,",
      "for=",
      "for=\"\\",
      "=;=",
      "\x80\xff",
      "%00"
    ]
    const values = [...hops, hops.join(", "), Array.from({ length: 500 }, (_, n) => `10.0.${n % 250}.1`).join(","), "9".repeat(6_000)]
    for (const value of values) {
      assert.deepStrictEqual(
        await from([`X-Forwarded-For: ${value}`, `Forwarded: ${value}`, "X-Forwarded-For: 198.51.100.9"]),
        [401],
        value.slice(0, 80)
      )
    }
  })

  it("nginx, where TLS ends, tells whose a request is", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { gateway, host } = at()
      const nginx = yield* makeNginx(host, `proxy_bind ${proxy};`)
      yield* Effect.promise(async () => {
        await spendStrangers(gateway.url, { localAddress: proxy, headers: ["X-Forwarded-For: 127.0.0.5"] })
        const forged = ["X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6"]
        assert.deepStrictEqual(await strangers(nginx, 1, { localAddress: "127.0.0.5", headers: forged }), [429])
        assert.deepStrictEqual(await strangers(nginx, 1, { localAddress: "127.0.0.6", headers: forged }), [401])
      })
    }))))
})

describe("behind trusted proxies, in a city that records addresses", () => {
  const at = suite(behind({ AUDIT_ADDRESSES: "yes" }))

  it("a record has the address that the proxy tells of, of callers, of strangers, and of those that are counted together", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: "*" })
    const ask = (address: string, authorization?: string) =>
      strangers(gateway.url, 1, {
        localAddress: proxy,
        headers: [`X-Forwarded-For: ${address}`],
        ...(authorization === undefined ? {} : { authorization })
      })
    assert.deepStrictEqual(await ask("203.0.113.7", token), [200])
    assert.deepStrictEqual(await ask("2001:db8:0:1::5", token), [200])
    assert.deepStrictEqual(await ask("203.0.113.8"), [401])
    await spendStrangers(gateway.url, { localAddress: proxy, headers: ["X-Forwarded-For: 203.0.113.9"] })
    const found = await gateway.records(1_204)
    const of = (address: string) => found.filter((record) => record.address === address)
    for (const address of ["203.0.113.7", "2001:db8:0:1::5"]) {
      assert.deepStrictEqual(of(address).map(({ consumerApplication, status }) => [consumerApplication, status]), [["aplikasi-uji", 200]])
    }
    assert.deepStrictEqual(of("203.0.113.8").map(({ status }) => status), [401])
    assert.strictEqual(of("203.0.113.9").reduce((sum, { times = 1 }) => sum + times, 0), 1_201)
    assert.strictEqual(found.filter(({ address }) => address === undefined).length, 0)
  })
})

describe("behind proxies that speak the PROXY protocol", () => {
  const at = suite(behind({ PROXY_PROTOCOL: "yes" }))
  const from = (before: Buffer, headers: ReadonlyArray<string> = []) =>
    strangers(at().gateway.url, 2, { localAddress: proxy, before, headers })

  it("fault-139 both versions tell whose a connection is, for all of its requests", async () => {
    await spendStrangers(at().gateway.url, { localAddress: proxy, before: proxyLine("203.0.113.5") })
    assert.deepStrictEqual(await from(proxyBlock("203.0.113.5", { more: 40 })), [429, 429])
    assert.deepStrictEqual(await from(proxyBlock("203.0.113.6")), [401, 401])
    // Who is no proxy writes what he likes; who is one is believed.
    assert.deepStrictEqual(await from(proxyLine("203.0.113.6"), ["X-Forwarded-For: 203.0.113.5"]), [401, 401])
    assert.deepStrictEqual(await from(proxyLine("10.0.0.7"), ["X-Forwarded-For: 203.0.113.5"]), [429, 429])
    // Nobody knows who wrote it.
    assert.deepStrictEqual(await from(Buffer.from("PROXY UNKNOWN\r\n"), ["X-Forwarded-For: 203.0.113.5"]), [401, 401])
  })

  it("it may come in pieces", async () => {
    const bytes = Buffer.concat([proxyBlock("203.0.113.77"), Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)])
    const socket = connect({ port: Number(new URL(at().gateway.url).port), host: "127.0.0.1", localAddress: proxy, noDelay: true })
    let heard = ""
    socket.on("data", (chunk) => heard += String(chunk))
    for (let index = 0; index < bytes.length; index += 9) {
      socket.write(bytes.subarray(index, index + 9))
      await pause(2)
    }
    await eventually("it is answered", () => heard.startsWith("HTTP/1.1 401"))
    socket.destroy()
  })

  it("fault-140 a trusted proxy that says nothing, or something else, hears nothing", async () => {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    for (const before of ["", "PROXY TCP4 1.1.1.1\r\n", "PROXY TCP9 1.1.1.1 1.1.1.1 1 1\r\n", "\r\n\r\n\0\r\nQUIT\n\x11\x11\0\x0c"]) {
      assert.strictEqual(await sendRaw(at().gateway.url, before + request, proxy).catch(() => ""), "")
    }
  })

  it("fault-140 of anybody else it is no HTTP, and without it they are served by their own address", async () => {
    const text = await sendRaw(at().gateway.url, `${proxyLine("203.0.113.5").toString()}GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.deepStrictEqual(await strangers(at().gateway.url, 1), [401])
  })

  it("HAProxy tells whose a connection is, in either version", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { gateway, host } = at()
      yield* Effect.promise(() => spendStrangers(gateway.url, { localAddress: proxy, before: proxyLine("127.0.0.5") }))
      for (const version of ["send-proxy", "send-proxy-v2"]) {
        const haproxy = yield* makeHaproxy("tcp", `${host} source ${proxy} ${version}`)
        yield* Effect.promise(async () => {
          assert.deepStrictEqual(await strangers(haproxy, 1, { localAddress: "127.0.0.5" }), [429])
          assert.deepStrictEqual(await strangers(haproxy, 1, { localAddress: "127.0.0.6" }), [401])
        })
      }
    }))))
})
