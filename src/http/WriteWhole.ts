/**
 * Writes an answer whose body is whole to Node's response, at its caller's pace.
 *
 * What fits the system's buffers is handed over at once. A larger one goes piece by piece: its caller has so long for
 * each of them, like the caller of a stream, and is taken for gone otherwise. Until the last one has left, the body
 * counts among the bytes that are held for callers. A small one that the system did not take whole is a piece too.
 */
import type { ServerResponse } from "node:http"
import { Socket } from "node:net"
import { type HeldBodies, leavesAtOnce } from "../domain/HeldBytes.ts"
import type { Reply } from "../gateway/Reply.ts"
import { resetConnection } from "./ResetConnection.ts"

export interface Pace {
  /** How long a caller may take over 64 KiB. */
  readonly stallMillis: number
  readonly unsent: HeldBodies
}

/**
 * Ends a connection whose caller takes nothing. A reset also lets go of what the system holds for him, which an orderly
 * close would go on offering, and he hears of it at once.
 */
export const giveUp = (target: ServerResponse): void => {
  if (target.socket instanceof Socket) resetConnection(target.socket)
  target.destroy()
}

/**
 * Gives up the caller who takes nothing for so long. The time begins once earlier answers of the connection have left, which
 * have their own.
 *
 * @returns to be told that something was taken
 */
const giveUpAfter = (target: ServerResponse, stallMillis: number): () => void => {
  let stalled: NodeJS.Timeout | undefined
  const begin = (): void => void (stalled = setTimeout(giveUp, stallMillis, target))
  if (target.socket === null) target.once("socket", begin)
  else begin()
  target.once("close", () => clearTimeout(stalled))
  return () => void stalled?.refresh()
}

const writeInPieces = (target: ServerResponse, body: Uint8Array, { stallMillis, unsent }: Pace): void => {
  unsent.hold(body)
  const taken = giveUpAfter(target, stallMillis)
  target.once("close", () => unsent.release(body))
  let from = 0
  const on = (): void => {
    taken()
    while (!target.destroyed) {
      const piece = body.subarray(from, from + leavesAtOnce)
      from += piece.length
      if (from >= body.length) {
        target.off("drain", on)
        target.end(piece)
        return
      }
      if (!target.write(piece)) return
    }
  }
  target.on("drain", on)
  on()
}

export const writeWhole = (target: ServerResponse, { headers, status }: Reply, body: Uint8Array | undefined, pace: Pace): void => {
  // Nobody is there to read it.
  if (target.destroyed) return
  if (body !== undefined) headers["content-length"] = String(body.length)
  target.writeHead(status, headers)
  // The answer to a HEAD has a length and no body.
  if (body !== undefined && body.length > leavesAtOnce && target.req.method !== "HEAD") return writeInPieces(target, body, pace)
  target.end(body)
  if (target.socket?.writableLength !== 0) giveUpAfter(target, pace.stallMillis)
}
