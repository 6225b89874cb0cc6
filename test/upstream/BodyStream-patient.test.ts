/** A stream of an agency that has minutes for each attempt. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { BodyStream } from "../../src/upstream/BodyStream.ts"

describe("a stream whose agency may take minutes", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
  afterEach(() => void vi.useRealTimers())

  for (const paceMillis of [60_000, 120_000, 180_000]) {
    it(`goes on as long as it comes and is read, where the timeout is ${paceMillis / 1000} s`, async () => {
      let aborted = 0
      const sender = { pause: () => {}, resume: () => {}, abort: () => void aborted++, done: () => {} }
      const stream = new BodyStream({ sender, coding: "identity", maxBytes: 1e9, paceMillis, begun: new Uint8Array(1) })
      for (let second = 0; second < 600; second++) {
        vi.advanceTimersByTime(1_000)
        stream.push(new Uint8Array(8_192))
        for (let read = 0; read < 2 - Math.sign(second); read++) {
          const exit = await Effect.runPromiseExit(stream.next)
          assert.isTrue(Exit.isSuccess(exit), `after ${second} s`)
        }
      }
      assert.strictEqual(aborted, 0)
      stream.end()
    })
  }
})
