/**
 * The answer to who is turned away. It is given most when there is least time for it, so all of it is written once, as
 * the bytes of HTTP/1.1, and only the ids go in. It is what `failureReply` would have made, but for its `Retry-After`: those who
 * are turned away together are sent back at different seconds, or they would all come again at once.
 */
import { type ServerResponse, STATUS_CODES } from "node:http"
import { type Detail, detailLanguage } from "../domain/Detail.ts"
import { problems } from "../domain/Problem.ts"
import { contentType, problemDetails } from "../domain/ProblemDetails.ts"
import { proxyStatusOf } from "../domain/ProxyStatus.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import { turnedAway } from "../gateway/LoadShedding.ts"
import type { WrittenReply } from "../gateway/Reply.ts"
import { exposedHeaders, toldVary } from "./SharedHeaders.ts"

/** For how long a connection waits for its next request. */
export const keepAliveMillis = 65_000

const status = problems[turnedAway.code].status
/** In the places of the ids, of the same lengths. */
const places = { requestId: "\u0001".repeat(36), traceparent: "\u0002".repeat(55) }

/** By turns. */
const retryAfterSeconds = [1, 2, 3] as const
let told = 0

/** Of one language, address of the problems' pages and time to wait. */
interface Written {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The message around its ids. */
  readonly pieces: ReadonlyArray<string>
}

const written = { en: new Map<string, Written>(), id: new Map<string, Written>() }

const write = (publicUrl: string, language: keyof Detail, seconds: number): Written => {
  const { code, detail } = turnedAway
  const problem = JSON.stringify(problemDetails({ code, detail: detail[language], requestId: places.requestId, publicUrl }))
  const body = problem.replaceAll(JSON.stringify(places.requestId).slice(1, -1), places.requestId)
  const headers = {
    "content-type": contentType,
    "content-language": language,
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": places.requestId,
    traceparent: places.traceparent,
    "retry-after": String(seconds),
    "proxy-status": proxyStatusOf(turnedAway) ?? "",
    "cache-control": "no-store",
    vary: toldVary,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    "x-content-type-options": "nosniff"
  }
  const message = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Connection: keep-alive",
    `Keep-Alive: timeout=${keepAliveMillis / 1_000}`,
    "",
    body
  ].join("\r\n")
  return { headers, body, pieces: message.split(/(\u0001+|\u0002+)/) }
}

class TurnedAwayReply implements WrittenReply {
  readonly status = status
  readonly code = turnedAway.code
  readonly #exchange: Exchange
  readonly #written: Written

  constructor(exchange: Exchange, publicUrl: string) {
    const language = detailLanguage(exchange.acceptLanguage)
    const seconds = retryAfterSeconds[told++ % retryAfterSeconds.length]!
    const key = `${seconds} ${publicUrl}`
    let found = written[language].get(key)
    if (found === undefined) written[language].set(key, found = write(publicUrl, language, seconds))
    this.#exchange = exchange
    this.#written = found
  }

  get bytes(): number {
    return this.#written.body.length
  }

  get headers(): Record<string, string> {
    const { requestId, trace: { traceparent } } = this.#exchange
    return { ...this.#written.headers, "x-request-id": requestId, traceparent }
  }

  get body(): Uint8Array {
    return Buffer.from(this.#written.body.replaceAll(places.requestId, this.#exchange.requestId))
  }

  get text(): string {
    const { requestId, trace: { traceparent } } = this.#exchange
    let text = ""
    for (const piece of this.#written.pieces) {
      text += piece === places.requestId ? requestId : piece === places.traceparent ? traceparent : piece
    }
    return text
  }
}

export const turnedAwayReply = (exchange: Exchange, publicUrl: string): WrittenReply => new TurnedAwayReply(exchange, publicUrl)

/**
 * Writes a whole message to the response's connection, at half of what it costs through Node's response, which is told
 * that it has ended: so the connection's next request is read.
 *
 * @returns false where only Node's response can write it
 */
export const writeText = (target: ServerResponse, text: string): boolean => {
  const { req, shouldKeepAlive, socket } = target
  // Another answer goes first where there is no socket yet; where some bytes are still under way, its caller is slow.
  if (socket === null || socket.writableLength > 0 || !shouldKeepAlive || req.method === "HEAD" || req.httpVersionMinor !== 1) return false
  socket.write(text, "latin1")
  target.emit("finish")
  return true
}
