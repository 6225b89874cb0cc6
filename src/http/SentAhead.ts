/**
 * Requests that are sent ahead of the answers before them, on one connection. Node reads and hands over all that has come, so
 * that answers many times as large as what was asked would be held for whoever never reads them.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { resetConnection } from "./ResetConnection.ts"

/** Answers that may wait for the one before them: browsers send nothing ahead, load generators some 16 requests. */
const most = 64

const waiting = new WeakMap<Socket, number>()

/** Whether the request may be answered; the connection of one too many is reset. */
export const mayWait = (request: IncomingMessage, response: ServerResponse): boolean => {
  // Its answer may leave at once, as nearly all may.
  if (response.socket !== null) return true
  const { socket } = request
  const before = waiting.get(socket) ?? 0
  if (before >= most) {
    resetConnection(socket)
    return false
  }
  waiting.set(socket, before + 1)
  response.once("socket", () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    // It was given up while it waited. Node would hold the connection open for its end.
    if (response.destroyed) socket.destroy()
  })
  return true
}
