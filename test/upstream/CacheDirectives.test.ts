import { assert, describe, it } from "@effect/vitest"
import { cacheDirectives } from "../../src/upstream/CacheDirectives.ts"

const of = (headers: Readonly<Record<string, string | ReadonlyArray<string>>>) => cacheDirectives(headers)

describe("cacheDirectives", () => {
  it("says nothing where the agency does not", () => {
    assert.isUndefined(of({}))
    assert.isUndefined(of({ age: "5", "content-type": "application/json" }))
  })

  it("keeps no copy of what is forbidden, or different for each request", () => {
    for (
      const headers of [
        { "cache-control": "no-store" },
        { "cache-control": "max-age=60, No-Store" },
        { "cache-control": "private" },
        { "cache-control": "private=\"x-a, x-b\", max-age=60" },
        { "cache-control": ["max-age=60", "no-store"] },
        { vary: "*" },
        { vary: "Accept, X-Request-Id" },
        { vary: ["Accept", "traceparent"] },
        { vary: "x-gateway-application, *" }
      ]
    ) {
      assert.strictEqual(of(headers)?.copies, "none", JSON.stringify(headers))
    }
  })

  it("keeps one copy for each application of what differs by it", () => {
    for (const vary of ["X-Gateway-Application", "accept ,x-gateway-application", ["Accept", "X-GATEWAY-APPLICATION"]]) {
      assert.deepStrictEqual(of({ vary }), { copies: "application", freshMillis: Infinity })
    }
  })

  it("takes no notice of what differs by nothing that we send", () => {
    assert.deepStrictEqual(of({ vary: "Accept, Accept-Encoding, Authorization, Cookie, Origin" }), {
      copies: "shared",
      freshMillis: Infinity
    })
    assert.deepStrictEqual(of({ "cache-control": "public, must-revalidate, x-no-store, no-storehouse" }), {
      copies: "shared",
      freshMillis: Infinity
    })
  })

  it("knows for how long a copy is fresh: the shortest that is named, less its age, and not at all where it has to be asked about", () => {
    for (
      const [control, age, millis] of [
        ["max-age=60", undefined, 60_000],
        ["max-age=\"60\"", undefined, 60_000],
        ["max-age=60, s-maxage=5", undefined, 5_000],
        ["s-maxage=120,max-age=60", undefined, 60_000],
        ["max-age=60", "45", 15_000],
        ["max-age=60", "90", 0],
        ["max-age=60", "soon", 60_000],
        ["max-age=0", undefined, 0],
        ["max-age=-1", undefined, 0],
        ["max-age", undefined, 0],
        ["max-age=many", undefined, 0],
        ["no-cache, max-age=60", undefined, 0],
        ["no-cache=\"set-cookie\", max-age=60", undefined, 0],
        ["max-age=10, max-age=60", undefined, 10_000]
      ] as const
    ) {
      assert.strictEqual(of({ "cache-control": control, ...age === undefined ? {} : { age } })?.freshMillis, millis, `${control} ${age}`)
    }
  })

  it("reads each answer's own age, though agencies say the same of nearly all of them", () => {
    const millis = ["0", "20", undefined, "59", "61", "9".repeat(400)].map((age) =>
      of({ "cache-control": "max-age=60, no-storehouse", ...age === undefined ? {} : { age } })?.freshMillis
    )
    assert.deepStrictEqual(millis, [60_000, 40_000, 60_000, 1_000, 0, 0])
    assert.strictEqual(of({ "cache-control": "public", age: "9".repeat(400) })?.freshMillis, Infinity)
    assert.deepStrictEqual(of({ "cache-control": "private" })?.copies, "none")
    assert.deepStrictEqual(of({ vary: "private" })?.copies, "shared")
  })
})
