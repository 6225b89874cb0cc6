import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { problemReply } from "../../src/http/ProblemReply.ts"
import { makePageAddress, makePublicPages } from "../../src/http/PublicPages.ts"
import { publicAddresses } from "../../src/site/PublicAddresses.ts"

const pageAddress = makePageAddress(publicAddresses)

const request = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { url, headers, method })

describe("the address of a public page", () => {
  it.each(
    [
      ["/v4/gateway", "/v4/gateway"],
      ["//v4//gateway/", "/v4/gateway"],
      ["/v4/%67ateway?q=a", "/v4/gateway?q=a"],
      ["/v4/gateway?x=1&lang=en&q=b&q=c", "/v4/gateway?q=b&lang=en"],
      ["/v4/gateway/opd/data?path=&q=a", "/v4/gateway/opd/data?path="],
      ["/problems/not-registered?lang=en&q=a", "/problems/not-registered?lang=en"],
      ["http://kota.example/portal?lang=en&next=/x", "/portal?lang=en"],
      ["/portal/masuk", undefined],
      ["/api/v4/gateway/opd/data/isi", undefined],
      ["/v4/export/dcat", undefined]
    ] as const
  )("of %s is %s", (url, address) => {
    assert.strictEqual(pageAddress(request(url)), address)
  })

  it("is none for who may be signed in where that is shown, nor for another method", () => {
    for (const url of ["/portal", "/PORTAL", "/%70ortal", "//portal/?lang=en"]) {
      assert.isUndefined(pageAddress(request(url, { cookie: "a=b" })))
    }
    for (const url of ["/v4/gateway", "/portal/status"]) assert.strictEqual(pageAddress(request(url, { cookie: "a=b" })), url)
    assert.isUndefined(pageAddress(request("/v4/gateway", {}, "POST")))
    assert.strictEqual(pageAddress(request("/v4/gateway", {}, "HEAD")), "/v4/gateway")
  })
})

describe("a public page", () => {
  it.live("is made once for all who wait, whoever of them leaves, and again when what it is made from has changed", () =>
    Effect.scoped(Effect.gen(function*() {
      let inForce = {}
      let made = 0
      const gate = yield* Deferred.make<void>()
      const answer = yield* makePublicPages({
        addressOf: () => "127.0.0.1",
        inForce: () => inForce,
        room: Effect.succeed(true),
        left: () => {},
        menuFor: () => Effect.undefined,
        refused: (error) => problemReply(error, "id", "http://kota.example", undefined)
      })
      const page = Effect.suspend(() => {
        made++
        return Effect.as(Deferred.await(gate), HttpServerResponse.text(`halaman ${made}`))
      })
      const asked = Effect.map(Effect.suspend(() => answer(request("/docs"), "/docs", page)), ({ body, headers }) => {
        assert.strictEqual(headers["vary"], "Accept-Encoding")
        return body instanceof Uint8Array ? Buffer.from(body).toString() : ""
      })
      const first = yield* Effect.forkChild(asked)
      const others = yield* Effect.forkChild(Effect.all(Array.from({ length: 30 }, () => asked), { concurrency: "unbounded" }))
      yield* Effect.sleep(20)
      first.interruptUnsafe()
      yield* Effect.sleep(20)
      yield* Deferred.succeed(gate, undefined)
      const heard = yield* Fiber.join(others)
      assert.deepStrictEqual([...new Set(heard)], ["halaman 1"])
      assert.strictEqual(yield* asked, "halaman 1")
      inForce = {}
      assert.strictEqual(yield* asked, "halaman 2")
      assert.strictEqual(made, 2)
    })))
})
