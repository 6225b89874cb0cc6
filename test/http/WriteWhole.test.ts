/** Over a connection of the test's own, which takes a piece of 64 KiB as slowly as the test likes. */
import { assert, it } from "@effect/vitest"
import { createServer } from "node:http"
import { Duplex } from "node:stream"
import { HeldBodies } from "../../src/domain/HeldBytes.ts"
import { writeWhole } from "../../src/http/WriteWhole.ts"

const large = new Uint8Array(10 * 64 * 1024).fill(32)
const small = new Uint8Array(1_024).fill(32)
const stallMillis = 400

/** Answers so many GETs that are sent at once, over a connection that takes so many milliseconds for a piece. */
const takenAt = async (pieceMillis: number, body = large, count = 1): Promise<{ readonly taken: number; readonly left: number }> => {
  const unsent = new HeldBodies(1_000_000_000)
  const server = createServer((_, target) =>
    writeWhole(target, { status: 200, code: null, headers: {}, body: undefined }, body, { stallMillis, unsent })
  )
  let taken = 0
  const ended = new Promise<void>((resolve) => {
    const connection = new Duplex({
      read: () => {},
      write: (piece: Buffer, _, done) => {
        setTimeout(() => {
          taken += piece.length
          done()
        }, pieceMillis)
        if (taken + piece.length >= body.length * count) resolve()
      },
      destroy: (_, done) => {
        resolve()
        done(null)
      }
    })
    server.emit("connection", connection)
    connection.push("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count))
  })
  await ended
  await new Promise((resolve) => setTimeout(resolve, pieceMillis + 20))
  return { taken, left: unsent.bytes }
}

it("goes on as long as each piece is taken within the stall time, however long all of them take", async () => {
  const { left, taken } = await takenAt(60)
  assert.isAtLeast(taken, large.length)
  assert.strictEqual(left, 0)
})

it("fault-116 ends with the first piece that is not, and holds nothing from then on", async () => {
  const { left, taken } = await takenAt(stallMillis * 3)
  assert.isBelow(taken, large.length / 2)
  assert.strictEqual(left, 0)
})

it("gives an answer to what was sent ahead its time once the one before it has left", async () => {
  const { left, taken } = await takenAt(60, large, 2)
  assert.isAtLeast(taken, large.length * 2)
  assert.strictEqual(left, 0)
})

it("fault-116 ends with a small answer that is not taken, too", async () => {
  const { taken } = await takenAt(stallMillis * 10, small, 2)
  assert.isBelow(taken, small.length)
})
