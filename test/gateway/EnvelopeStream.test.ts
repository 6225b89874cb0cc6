import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { EnvelopeStream } from "../../src/gateway/EnvelopeStream.ts"
import { BufferRoom } from "../../src/gateway/ResponseBuffer.ts"
import { listOf } from "../support/LargeBodies.ts"
import { maskingOptions } from "./maskingOptions.ts"

const body = Buffer.from(listOf(700_000))
const chunk = 65_536

const streamed = (room: BufferRoom) => {
  let at = 0
  return new EnvelopeStream({
    ...maskingOptions(),
    body: {
      next: Effect.sync(() => {
        const bytes = body.subarray(at, at + chunk)
        at += bytes.length
        return bytes.length === 0 ? undefined : bytes
      }),
      abandon: () => {}
    },
    room
  })
}

const piecesOf = (stream: EnvelopeStream): Effect.Effect<ReadonlyArray<Uint8Array>, unknown> =>
  Effect.flatMap(
    stream.next,
    (piece) => piece === undefined ? Effect.succeed([]) : Effect.map(piecesOf(stream), (rest) => [piece, ...rest])
  )

describe("EnvelopeStream", () => {
  it.live("what is sent of an answer and what is kept of it is one memory, once the endpoint has answered before", () =>
    Effect.gen(function*() {
      const room = new BufferRoom()
      const first = streamed(room)
      const before = yield* piecesOf(first)
      assert.strictEqual(Buffer.concat(before).toString(), Buffer.from(first.response?.body ?? []).toString())
      const stream = streamed(room)
      const pieces = yield* piecesOf(stream)
      const kept = stream.response?.body
      assert.isDefined(kept)
      assert.isAbove(pieces.length, 1)
      assert.strictEqual(Buffer.concat(pieces).toString(), Buffer.from(kept ?? []).toString())
      assert.isTrue(pieces.slice(1).every((piece) => piece.buffer === kept?.buffer))
      assert.isAtMost((kept?.buffer.byteLength ?? 0) - (kept?.byteLength ?? 0), (kept?.byteLength ?? 0) / 16)
      assert.strictEqual(room.taken, 0)
    }))

  it.live("what finds no room to be kept is sent all the same, and its memory is let go piece by piece", () =>
    Effect.gen(function*() {
      const room = new BufferRoom()
      const whole = Buffer.concat(yield* piecesOf(streamed(room))).toString()
      room.taken = 64 * 1024 * 1024
      const stream = streamed(room)
      const pieces = yield* piecesOf(stream)
      assert.isUndefined(stream.response)
      assert.strictEqual(Buffer.concat(pieces).toString(), whole)
      assert.isTrue(pieces.slice(1).every((piece) => piece.buffer.byteLength < 400_000))
    }))
})
