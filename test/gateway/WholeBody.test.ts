import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { maskAtOnce, maskInTurns, type WholeBodyOptions } from "../../src/gateway/WholeBody.ts"
import type { CachedResponse } from "../../src/resilience/CachedResponse.ts"
import { maskingOptions } from "./maskingOptions.ts"

const nik = "3273014501900001"
const optionsOf = (body: string, more: Partial<WholeBodyOptions> = {}): WholeBodyOptions => ({
  ...maskingOptions(),
  body: Buffer.from(body),
  ...more
})
const shown = ({ body, disclosed, etag, expiresAt, masked }: CachedResponse) => ({
  body: Buffer.from(body).toString(),
  disclosed,
  etag,
  expiresAt,
  masked
})
const inTurns = (options: WholeBodyOptions) => Effect.map(maskInTurns(options), shown)

describe("WholeBody", () => {
  for (const representation of ["json", "ndjson", "csv"] as const) {
    it.live(`a copy made in turns is the one made at once: ${representation}`, () =>
      Effect.gen(function*() {
        for (
          const body of [`[{"nik":"${nik}","a":1},{"b":"é"}]`, `{"total":2,"data":[{"nama_lengkap":"Budi"}],"oleh":{"nik":"${nik}"}}`, "[]"]
        ) {
          const options = optionsOf(body, { representation })
          const atOnce = maskAtOnce(options)
          assert.isDefined(atOnce)
          if (atOnce !== undefined) assert.deepEqual(yield* inTurns(options), shown(Result.getOrThrow(atOnce)))
        }
      }))
  }

  for (const representation of ["json", "ndjson", "csv"] as const) {
    it.live(`so is one of many pieces, whose rows have ever more keys: ${representation}`, () =>
      Effect.gen(function*() {
        const rows = Array.from({ length: 700 }, (_, n) =>
          `{"no":${n},"nik":"${nik}","isi":"${"kata ".repeat(n % 9)}","kunci ${n % 150}":"é${n}"}`)
        const options = optionsOf(`[${rows.join(",")}]`, { representation })
        assert.isBelow(options.body.length, 64 * 1024)
        const atOnce = maskAtOnce(options)
        assert.isDefined(atOnce)
        if (atOnce !== undefined) {
          assert.deepEqual(yield* inTurns(options), shown(Result.getOrThrow(atOnce)))
        }
      }))
  }

  it("a large body, and one that costs much, are not read at once", () => {
    assert.isDefined(maskAtOnce(optionsOf(`["${"x".repeat(60_000)}"]`)))
    assert.isUndefined(maskAtOnce(optionsOf(`["${"x".repeat(70_000)}"]`)))
    assert.isUndefined(maskAtOnce(optionsOf(`["${"<x>b</x>".repeat(5_000)}"]`)))
  })

  it.live("finds a data key that comes after much else", () =>
    Effect.gen(function*() {
      const { body, masked } = yield* inTurns(optionsOf(`{"lain":"${"x".repeat(400_000)}","total":1,"data":["${nik}"]}`))
      assert.include(body, "\"data\":[\"3273************\"]")
      assert.include(body, "\"total\":1")
      assert.strictEqual(masked, 1)
    }))

  it.live("keeps a body of any size, and takes many turns over it", () =>
    Effect.gen(function*() {
      let turns = 0
      const count = () => {
        turns++
        next = setImmediate(count)
      }
      let next = setImmediate(count)
      const { body } = yield* inTurns(optionsOf(`[${`"${"kata ".repeat(4_000)}${nik}",`.repeat(1_200)}0]`))
      clearImmediate(next)
      assert.isAbove(body.length, 24_000_000)
      assert.isAbove(turns, 3)
    }))

  it.live("an answer that costs more CPU time than it may is the agency's fault", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(maskInTurns(optionsOf(`["${"<x>b</x>".repeat(200_000)}"]`, { mostCpuMillis: 20 })))
      assert.strictEqual(error._tag, "AgencyUnavailable")
      assert.include(error.detail.en, "too long")
    }))

  it.live("malformed JSON is the agency's fault", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(maskInTurns(optionsOf("{\"data\":[1,2")))
      assert.strictEqual(error._tag, "AgencyUnavailable")
    }))
})
