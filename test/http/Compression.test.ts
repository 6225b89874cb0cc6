/** Streams in a content coding: what leaves when, and what is left when one ends early. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Queue, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { brotliDecompressSync, constants, gunzipSync } from "node:zlib"
import { agencyDetails } from "../../src/domain/AgencyDetails.ts"
import { Overloaded } from "../../src/domain/GatewayError.ts"
import { compressing } from "../../src/http/Compression.ts"

const codings = ["gzip", "br"] as const

/** Also of one that was broken off. */
const decoded = (coding: typeof codings[number], pieces: ReadonlyArray<Uint8Array>): string =>
  String(
    coding === "gzip"
      ? gunzipSync(Buffer.concat(pieces), { finishFlush: constants.Z_SYNC_FLUSH })
      : brotliDecompressSync(Buffer.concat(pieces), { finishFlush: constants.BROTLI_OPERATION_FLUSH })
  )
const putus = new Overloaded({ detail: agencyDetails.incomplete, retryAfterSeconds: 1 })
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** Nothing that a coding makes smaller by much. */
const noise = (length: number): Uint8Array => bytes(randomBytes(length).toString("base64").slice(0, length))

describe.each(codings)("a stream in %s", (coding) => {
  it.live.each(["first piece", "each piece"] as const)("is the whole of it (flushed: %s)", (flushed) =>
    Effect.gen(function*() {
      const pieces = [noise(10), noise(200_000), new Uint8Array(), noise(70_000), noise(1)]
      const made = yield* Stream.runCollect(compressing(Stream.fromIterable(pieces).pipe(Stream.rechunk(1)), coding, flushed))
      assert.strictEqual(decoded(coding, made), String(Buffer.concat(pieces)))
      assert.isTrue(made.every(({ length }) => length > 0))
    }))

  it.live("of nothing is a coding of nothing", () =>
    Effect.gen(function*() {
      assert.strictEqual(decoded(coding, yield* Stream.runCollect(compressing(Stream.empty, coding))), "")
    }))

  it.live("lets each piece leave before the next is there, or the first alone", () =>
    Effect.gen(function*() {
      const lines = yield* Queue.unbounded<Uint8Array>()
      const left: Array<Uint8Array> = []
      const read = yield* Queue.unbounded<number>()
      yield* Effect.forkScoped(Stream.runForEach(compressing(Stream.fromQueue(lines), coding, "each piece"), (piece) => {
        left.push(piece)
        return Queue.offer(read, piece.length)
      }))
      for (const text of ["satu\n", "dua\n", "tiga\n"]) {
        yield* Queue.offer(lines, bytes(text))
        while (!decoded(coding, left).endsWith(text)) yield* Queue.take(read)
      }
      assert.strictEqual(decoded(coding, left), "satu\ndua\ntiga\n")

      const more = yield* Queue.unbounded<Uint8Array>()
      yield* Queue.offer(more, bytes("satu\n"))
      const first = yield* Stream.runHead(compressing(Stream.fromQueue(more), coding))
      assert.isTrue(first._tag === "Some")
    }).pipe(Effect.scoped))

  it.live("that breaks off has what came before, and its error", () =>
    Effect.gen(function*() {
      const left: Array<Uint8Array> = []
      const broken = Stream.make(bytes("satu\n"), bytes("dua\n")).pipe(Stream.rechunk(1), Stream.concat(Stream.fail(putus)))
      const exit = yield* Effect.exit(
        Stream.runForEach(compressing(broken, coding, "each piece"), (piece) => Effect.sync(() => left.push(piece)))
      )
      assert.deepStrictEqual(exit, Exit.fail(putus))
      assert.strictEqual(decoded(coding, left), "satu\ndua\n")
    }))

  it.live("is read at its reader's pace, and let go of when he leaves", () =>
    Effect.gen(function*() {
      let taken = 0
      const gone = yield* Deferred.make<void>()
      const body = Stream.range(1, 1_000).pipe(
        Stream.rechunk(1),
        Stream.map(() => noise(65_536)),
        Stream.tap(() => Effect.sync(() => taken++)),
        Stream.ensuring(Deferred.succeed(gone, undefined))
      )
      const untilSettled = Effect.gen(function*() {
        for (let before = -1; before !== taken; yield* Effect.sleep(100)) before = taken
      })
      yield* compressing(body, coding).pipe(Stream.tap(() => untilSettled), Stream.take(1), Stream.runDrain)
      yield* Deferred.await(gone)
      // Brotli gathers more than a megabyte before it gives anything.
      assert.isBelow(taken, 50)
    }))
})
