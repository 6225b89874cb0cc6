import { assert, describe, it } from "@effect/vitest"
import { MethodNotAllowed } from "../../src/domain/GatewayError.ts"
import { findDoor, isDataAddress } from "../../src/http/DoorFinder.ts"

const doorOf = (method: string, url: string): string => {
  const found = findDoor(method, url)
  if (found === undefined) return "none"
  return found.refusal instanceof MethodNotAllowed ? found.refusal.allow : found.door
}

describe("the finder of doors", () => {
  it("finds the door of each data address, whatever its spelling", () => {
    for (
      const [url, door] of [
        ["/api/v4/gateway/dinkes/faskes/klinik", "read"],
        ["/api/v4/gateway/dinkes/faskes?halaman=2", "read"],
        ["//api/V4//gateway/dinkes/faskes/", "read"],
        ["/api/v4/%67ateway/dinkes/faskes", "read"],
        ["/api/v4/gateway", "read"],
        ["/api/v4/gateway/preset/ringkasan-kota", "preset"],
        ["/API/v4/gateway//preset/ringkasan-kota/", "preset"],
        ["/api/v4/gateway//preset/ringkasan-kota", "preset"],
        ["/api/v4/gateway/PRESET/ringkasan-kota", "preset"],
        ["/api/v4/gateway/%70reset/ringkasan-kota", "preset"],
        ["/api/v4/gateway/pre%73et/ringkasan-kota", "preset"],
        ["http://gerbang.example/api/v4/gateway/preset/ringkasan-kota?x=1", "preset"],
        ["/api/v4/gateway/preset", "read"],
        ["/api/v4/gateway/preset/ringkasan-kota/lagi", "read"],
        ["/api/v4/gateway/presets/semua", "read"],
        ["/api/v4/gateway/preset/%zz", "read"],
        ["/api/v4/gateway/aggregates", "read"]
      ] as const
    ) {
      for (const method of ["GET", "HEAD"]) assert.strictEqual(doorOf(method, url), door, `${method} ${url}`)
    }
    for (const url of ["/api/v4/gateway/aggregate", "/api/v4/gateway/aggregate?x=1", "/api/v4//gateway/Aggregate/"]) {
      assert.strictEqual(doorOf("POST", url), "aggregate", url)
    }
  })

  it("says which methods an address answers where it is another's", () => {
    for (const url of ["/aggregate", "/Aggregate", "//aggregate", "/%61ggregate", "/aggreg%61te"]) {
      assert.strictEqual(doorOf("GET", `/api/v4/gateway${url}`), "POST, OPTIONS", url)
    }
    assert.strictEqual(doorOf("DELETE", "/api/v4/gateway/aggregate/"), "POST, OPTIONS")
    assert.strictEqual(doorOf("POST", "/api/v4/gateway/dinkes/faskes"), "GET, HEAD, OPTIONS")
    assert.strictEqual(doorOf("PUT", "/api/v4/gateway/preset/ringkasan-kota"), "GET, HEAD, OPTIONS")
  })

  it("has no door for any other address, nor for a pre-flight request", () => {
    for (const url of ["/", "/v4/gateway", "/api/v3/gateway/dinkes/faskes", "/api/v4/gatewayx/a/b", "/api/v4/gateway%2Fdinkes/faskes"]) {
      assert.strictEqual(doorOf("GET", url), "none", url)
      assert.isFalse(isDataAddress(url), url)
    }
    assert.strictEqual(doorOf("OPTIONS", "/api/v4/gateway/dinkes/faskes"), "none")
    assert.isTrue(isDataAddress("/api/v4/gateway/dinkes/faskes"))
    assert.isFalse(isDataAddress(undefined))
  })
})
