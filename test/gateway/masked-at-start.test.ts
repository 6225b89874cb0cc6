import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Result } from "effect"
import { maskedAtStart } from "../../src/gateway/MaskedAtStart.ts"
import { MalformedJson } from "../../src/privacy/MalformedJson.ts"
import { maskJson } from "../../src/privacy/Masker.ts"

const nothing = new Uint8Array(0)

/** Masks all but a document that holds this. */
const leaving = (part: string): typeof maskJson => (body, policy) =>
  Buffer.from(body).includes(part) ?
    Result.succeed({ data: body, meta: nothing, masked: 0, classes: {}, count: undefined }) :
    maskJson(body, policy)

describe("what is masked at start", () => {
  it.effect("lets a gateway start that hides made-up people", () =>
    Effect.gen(function*() {
      expect(Exit.isSuccess(yield* Effect.exit(maskedAtStart(maskJson)))).toBe(true)
    }))

  for (
    const [shape, part] of Object.entries({
      rows: "kontak",
      "columns and rows": "\"columns\"",
      "labels and values": "\"label\"",
      GeoJSON: "FeatureCollection",
      FHIR: "Patient",
      "a text": "Jalan rusak"
    })
  ) {
    it.effect(`does not let one start that leaves them as they are in ${shape}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(maskedAtStart(leaving(part)))
        expect(error.message).toBe(
          `masking leaves personal data of a made-up person as they are in ${shape}, so nothing may be answered`
        )
      }))
  }

  it.effect("does not let one start that cannot read them", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(maskedAtStart(() => Result.fail(new MalformedJson({ offset: 0, reason: "malformed" }))))
      expect(error._tag).toBe("MaskingFails")
    }))
})
