/** What nobody can read, sent ahead of the answers to the requests before it on one connection. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, delay } from "../support/AgencyServer.ts"
import { rawRequest, sendRaw } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const made = yield* startCity({ diskominfo: { "/internal/events": delay(300, answer({ body: "[]" })) } })
  return { ...made, token: yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes })) }
}))

const get = (query = "") =>
  `GET /api/v4/gateway/diskominfo/portal-publik/events${query} HTTP/1.1\r\nHost: kota\r\nAuthorization: Bearer ${at().token}\r\n\r\n`
const brokenPost = () =>
  `POST /api/v4/gateway/aggregate HTTP/1.1\r\nHost: kota\r\nAuthorization: Bearer ${at().token}\r\nContent-Type: application/json\r\n`
  + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"
const statuses = async (bytes: string, url = at().gateway.url) =>
  [...(await sendRaw(url, bytes)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

describe("what cannot be read behind requests that are not answered yet", () => {
  it("fault-162 is answered after them, in order, and closes the connection", async () => {
    assert.deepStrictEqual(await statuses(`${get("?page=1")}no HTTP\r\n\r\n`), [200, 400])
    assert.deepStrictEqual(await statuses(`${get("?page=2")}${get("?page=3")}no HTTP\r\n\r\n${get()}`), [200, 200, 400])
    assert.deepStrictEqual(await statuses(`${get("?page=4")}X-UNKNOWN / HTTP/1.1\r\nHost: kota\r\n\r\n`), [200, 405])
    assert.deepStrictEqual(await statuses(`${get("?page=5")}CONNECT kota:443 HTTP/1.1\r\nHost: kota\r\n\r\n`), [200, 405])
  })

  it("fault-162 is answered after those before it, where it is the body of a request", async () => {
    assert.deepStrictEqual(await statuses(brokenPost()), [400])
    assert.deepStrictEqual(await statuses(`${get("?page=6")}${brokenPost()}`), [200, 400])
  })

  it("says nothing behind an answer that closes its connection", async () => {
    assert.deepStrictEqual(await statuses(`${get("?page=7").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")}no HTTP\r\n\r\n`), [200])
  })
})

describe("a method that nobody knows", () => {
  it("is told, at each listener, which methods there are", async () => {
    const { gateway } = at()
    for (
      const [url, allow] of [[gateway.url, "GET, HEAD, POST, OPTIONS"], [gateway.managementUrl, "GET, HEAD"]] as const
    ) {
      for (const [method, target] of [["X-UNKNOWN", "/metrics"], ["CONNECT", "kota:443"]] as const) {
        const { headers, status } = await rawRequest(url, { method, target })
        assert.deepStrictEqual([status, headers.get("allow")], [405, allow], `${method} ${url}`)
      }
    }
  })
})
