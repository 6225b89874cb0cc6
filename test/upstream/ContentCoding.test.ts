import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Zlib from "node:zlib"
import { type ContentCoding, inflate, parseContentCoding } from "../../src/upstream/ContentCoding.ts"

const encoders: Readonly<Record<ContentCoding, (body: Uint8Array) => Uint8Array>> = {
  gzip: Zlib.gzipSync,
  deflate: Zlib.deflateSync,
  br: (body) => Zlib.brotliCompressSync(body, { params: { [Zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }),
  zstd: Zlib.zstdCompressSync
}

const undo = (coding: ContentCoding, body: Uint8Array, maxBytes: number) =>
  Effect.callback<string | number>((resume) =>
    inflate(
      coding,
      body,
      maxBytes,
      () => true,
      (result) => resume(Effect.succeed(result._tag === "Body" ? result.body.byteLength : result._tag))
    )
  )

describe("ContentCoding", () => {
  for (const coding of ["gzip", "deflate", "br", "zstd"] as const) {
    for (const size of [1, 1000, 256 * 1024, 256 * 1024 + 1, 3_000_000]) {
      it.live(`${coding} of ${size} bytes comes back whole at a cap of ${size}, and not at one less`, () =>
        Effect.gen(function*() {
          const encoded = encoders[coding](Buffer.alloc(size, "gapura"))
          assert.strictEqual(yield* undo(coding, encoded, size), size)
          if (size > 1) assert.strictEqual(yield* undo(coding, encoded, size - 1), "TooLarge")
        }))
    }

    it.live(`${coding} that was cut short or is something else is broken`, () =>
      Effect.gen(function*() {
        const encoded = encoders[coding](Buffer.from("{\"data\":[1,2,3]}"))
        assert.strictEqual(yield* undo(coding, encoded.subarray(0, encoded.byteLength - 3), 1000), "Broken")
        assert.strictEqual(yield* undo(coding, Buffer.from("{\"data\":[1,2,3]}"), 1000), "Broken")
      }))

    it.live(`fault-47 a ${coding} body too large for the event loop is bounded as well`, () =>
      Effect.gen(function*() {
        const noise = Buffer.concat([Buffer.alloc(200_000).map(() => Math.random() * 256), Buffer.alloc(4_000_000)])
        assert.strictEqual(yield* undo(coding, encoders[coding](noise), 1_000_000), "TooLarge")
      }))
  }

  it("names one coding or none, never a stack of them", () => {
    assert.strictEqual(parseContentCoding(undefined), "identity")
    assert.strictEqual(parseContentCoding(" GZip "), "gzip")
    assert.strictEqual(parseContentCoding("x-gzip"), "gzip")
    for (const header of ["gzip, gzip", "gzip,identity", "compress", "constructor", "__proto__"]) {
      assert.isUndefined(parseContentCoding(header))
    }
    assert.isUndefined(parseContentCoding(["gzip", "gzip"]))
  })
})
