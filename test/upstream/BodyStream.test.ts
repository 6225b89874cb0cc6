import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import { BodyStream, type BodyStreamOptions } from "../../src/upstream/BodyStream.ts"
import { pause } from "../support/Suite.ts"

const kibibyte = 1024
const nothing = new Uint8Array(0)

const makeSender = () => {
  const told: Array<string> = []
  return {
    told,
    pause: () => told.push("pause"),
    resume: () => told.push("resume"),
    abort: () => told.push("abort"),
    done: () => told.push("done")
  }
}

const make = (options: Partial<BodyStreamOptions> = {}) => {
  const sender = makeSender()
  const body = new BodyStream({ sender, coding: "identity", maxBytes: 1e9, paceMillis: 60_000, begun: nothing, ...options })
  return { body, sender }
}

const readAll = (body: BodyStream): Effect.Effect<Buffer, unknown> =>
  Effect.gen(function*() {
    const parts: Array<Uint8Array> = []
    for (let part = yield* body.next; part !== undefined; part = yield* body.next) parts.push(part)
    return Buffer.concat(parts)
  })

describe("BodyStream", () => {
  it.effect("hands on what has come before and after it was made, in order", () =>
    Effect.gen(function*() {
      const { body, sender } = make({ begun: Buffer.from("a") })
      body.push(Buffer.from("b"))
      setTimeout(() => {
        body.push(Buffer.from("c"))
        body.end()
      }, 5)
      assert.strictEqual((yield* readAll(body)).toString(), "abc")
      assert.deepStrictEqual(sender.told, ["done"])
    }))

  it.effect("holds the agency back while the reader is slow, and lets it go on when most has been read", () =>
    Effect.gen(function*() {
      const { body, sender } = make()
      for (let n = 0; n < 5; n++) body.push(Buffer.alloc(64 * kibibyte))
      assert.deepStrictEqual(sender.told, ["pause"])
      for (let n = 0; n < 3; n++) yield* body.next
      assert.deepStrictEqual(sender.told, ["pause"])
      yield* body.next
      yield* body.next
      assert.deepStrictEqual(sender.told, ["pause", "resume"])
      body.abandon()
      assert.deepStrictEqual(sender.told, ["pause", "resume", "done", "abort"])
    }))

  it.effect("a fault overtakes what has not been read", () =>
    Effect.gen(function*() {
      const { body, sender } = make({ maxBytes: 100, begun: Buffer.alloc(90) })
      body.push(Buffer.alloc(90))
      const fault = yield* Effect.flip(body.next)
      assert.include(fault.detail.en, "larger than this endpoint allows")
      assert.deepStrictEqual(sender.told, ["done", "abort"])
      body.push(Buffer.alloc(90))
      body.end()
      body.abandon()
      assert.deepStrictEqual(sender.told, ["done", "abort"])
    }))

  for (
    const [coding, compress] of [["gzip", gzipSync], ["deflate", deflateSync], ["br", brotliCompressSync], [
      "zstd",
      zstdCompressSync
    ]] as const
  ) {
    it.effect(`inflates ${coding} in pieces of any size`, () =>
      Effect.gen(function*() {
        const plain = Buffer.from(Array.from({ length: 50_000 }, (_, n) => `${n * 7_919 % 10_007},`).join(""))
        const packed = compress(plain)
        for (const size of [1_000, 65_536]) {
          const { body } = make({ coding })
          for (let at = 0; at < packed.length; at += size) body.push(packed.subarray(at, at + size))
          body.end()
          assert.isTrue(plain.equals(yield* readAll(body)))
        }
      }))

    it.effect(`a cut ${coding} is a fault`, () =>
      Effect.gen(function*() {
        const { body } = make({ coding })
        body.push(compress(Buffer.from("isi".repeat(1_000))).subarray(0, -5))
        body.end()
        yield* Effect.flip(readAll(body))
      }))
  }

  it.effect("a bomb is inflated no further than its bound, and no faster than it is read", () =>
    Effect.gen(function*() {
      const bomb = gzipSync(Buffer.alloc(64 * kibibyte * kibibyte, " "))
      const { body, sender } = make({ coding: "gzip", maxBytes: 2 * kibibyte * kibibyte })
      for (let at = 0; at < bomb.length; at += 8_192) body.push(bomb.subarray(at, at + 8_192))
      yield* body.next
      const fault = yield* Effect.flip(readAll(body))
      assert.include(fault instanceof Object && "detail" in fault ? JSON.stringify(fault.detail) : "", "larger than this endpoint allows")
      assert.include(sender.told, "abort")
    }))

  it.effect("bytes after the end of what was compressed are a fault", () =>
    Effect.gen(function*() {
      const { body, sender } = make({ coding: "deflate" })
      body.push(deflateSync(Buffer.from("isi")))
      assert.strictEqual(Buffer.from((yield* body.next) ?? nothing).toString(), "isi")
      body.push(Buffer.alloc(100))
      yield* Effect.flip(readAll(body))
      assert.include(sender.told, "abort")
    }))

  it.live("an agency that sends too little within its time is cut off", () =>
    Effect.gen(function*() {
      const { body, sender } = make({ paceMillis: 100 })
      const drip = setInterval(() => body.push(Buffer.alloc(10)), 10)
      const fault = yield* Effect.flip(readAll(body)).pipe(Effect.ensuring(Effect.sync(() => clearInterval(drip))))
      assert.include(fault instanceof Object && "detail" in fault ? JSON.stringify(fault.detail) : "", "in time")
      assert.include(sender.told, "abort")
    }))

  it.live("an agency that is held back is not", () =>
    Effect.gen(function*() {
      const { body, sender } = make({ paceMillis: 60 })
      body.push(Buffer.alloc(300 * kibibyte))
      yield* Effect.promise(() => pause(250))
      body.end()
      assert.strictEqual((yield* readAll(body)).length, 300 * kibibyte)
      assert.notInclude(sender.told, "abort")
    }))
})
