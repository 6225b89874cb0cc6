/**
 * What the public listener answers to requests that no handler may see: Node's parser could not read them, they took
 * too long, or what was read is not fit to be served. All are problems, and close their connection.
 */
import { randomUUID } from "node:crypto"
import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from "node:http"
import type { Server as TlsServer } from "node:https"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { doorDetails } from "../domain/DoorDetails.ts"
import {
  BadRequest,
  type GatewayError,
  HeadersTooLarge,
  MethodNotAllowed,
  PayloadTooLarge,
  RequestTimeout
} from "../domain/GatewayError.ts"
import type { Reply } from "../gateway/Reply.ts"
import { problemReply } from "./ProblemReply.ts"

export const maxHeaderBytes = 16 * 1024
const maxHeaders = 100

/** RFC 9110, section 7.2, without commas: two `Host` headers arrive as one with a comma. */
const host = /^[\w.~!$&'()*+;=:%[\]-]*$/

/** Node reads whatever ends in chunks; another coding before them would be one that nobody undoes, and HTTP/1.0 has none. */
const hasUnknownCoding = ({ headers, httpVersion }: IncomingMessage): boolean => {
  const coding = headers["transfer-encoding"]
  return coding !== undefined && (httpVersion !== "1.1" || coding.toLowerCase() !== "chunked")
}

/** Why a request that Node could read is not fit to be served. */
export const unfit = (request: IncomingMessage): GatewayError | undefined => {
  const { headers, httpVersion, rawHeaders } = request
  if (rawHeaders.length > 2 * maxHeaders) return new HeadersTooLarge({ detail: doorDetails.tooManyHeaders(maxHeaders) })
  if (headers.host === undefined ? httpVersion === "1.1" : !host.test(headers.host)) {
    return new BadRequest({ detail: doorDetails.host })
  }
  if (hasUnknownCoding(request)) return new BadRequest({ detail: doorDetails.transferCoding })
  return undefined
}

/** RFC 9112, section 3, of whatever method. */
const requestLine = /^[\w!#$%&'*+.^`|~-]+ [!-~]+ HTTP\/1\.[01]\r$/

/** What Node's parser tells of what it stopped at. */
interface Unread extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
  readonly bytesParsed?: unknown
}

/** Whether the parser stopped within a good request line, which leaves its method to be unknown. */
const isUnknownMethod = ({ bytesParsed, rawPacket }: Unread): boolean => {
  if (!(rawPacket instanceof Uint8Array) || typeof bytesParsed !== "number") return false
  const end = rawPacket.indexOf(10, bytesParsed)
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf(10, bytesParsed - 1) + 1
  return end >= 0 && requestLine.test(Buffer.from(rawPacket.subarray(start, end)).toString("latin1"))
}

/** Node's own codes for what it could not read. */
const errorOf = (error: Unread, methods: string): GatewayError => {
  switch (error.code) {
    case "HPE_INVALID_METHOD":
    // A method of another protocol that the parser knows as well.
    case "HPE_INVALID_CONSTANT":
      return isUnknownMethod(error)
        ? new MethodNotAllowed({ detail: doorDetails.unknownMethod, allow: methods })
        : new BadRequest({ detail: doorDetails.notHttp })
    case "HPE_HEADER_OVERFLOW":
      return new HeadersTooLarge({ detail: doorDetails.headersTooLong(maxHeaderBytes) })
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new PayloadTooLarge({ detail: doorDetails.chunkExtensions })
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new RequestTimeout({ detail: doorDetails.incomplete })
    default:
      return new BadRequest({ detail: doorDetails.notHttp })
  }
}

const textOf = ({ body, headers, status }: Reply): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
    "",
    body instanceof Uint8Array ? Buffer.from(body).toString("utf8") : ""
  ].join("\r\n")

/** Whether an earlier answer has begun to leave: another one would be read as a part of it. */
const isAnswering = (socket: Duplex): boolean => {
  const current: unknown = Reflect.get(socket, "_httpMessage")
  return current instanceof ServerResponse && current.headersSent
}

/** What comes of a request, which tells whether it could be read to its end. */
type Begun = ServerResponse<IncomingMessage>

/** @param publicUrl where the problems are explained @param methods all that the listener knows */
export const answerUnreadable = (server: Server | TlsServer, publicUrl: string, methods: string): void => {
  const latest = new WeakMap<Duplex, Begun>()
  const refused = new WeakSet<Duplex>()
  const begin = (request: IncomingMessage, response: Begun): void => {
    latest.set(request.socket, response)
    // Node tells of a body that breaks off later than it asks who listens: whoever stopped reading meanwhile has left nobody
    // who hears it, which ends the process.
    if (request.method !== "GET") request.on("error", () => {})
  }
  server.on("request", begin).on("checkContinue", begin).on("checkExpectation", begin)

  const close = (socket: Duplex, error: GatewayError, acceptLanguage?: string): void => {
    if (!socket.writable || isAnswering(socket)) return void socket.destroy()
    socket.write(textOf(problemReply(error, randomUUID(), publicUrl, acceptLanguage)))
    // Whatever else was sent is not read, and a caller who never closes is not waited for.
    if (socket instanceof Socket) socket.destroySoon()
    else socket.destroy()
  }

  /** Its answer stands behind those to the requests before it; what follows it on the connection is not looked at. */
  const closeInTurn = (socket: Duplex, error: GatewayError, acceptLanguage?: string): void => {
    const before = latest.get(socket)
    if (refused.has(socket)) return
    refused.add(socket)
    socket.on("error", () => {})
    const now = (): void => close(socket, error, acceptLanguage)
    // Nobody waits for answers who has left, and one that is given up leaves nothing to be read behind it.
    if (before === undefined || before.writableFinished || before.destroyed || socket.readableEnded) now()
    else if (before.req.complete) before.once("close", () => socket.writable && now())
    // What could not be read is its own body.
    else if (before.socket === null) before.once("socket", now)
    else now()
  }

  server.on("clientError", (error: Unread, socket) => {
    // Without a handshake nothing can be said.
    if (error.code !== "ECONNRESET" && !/^ERR_(?:SSL|TLS)_/.test(error.code ?? "")) return closeInTurn(socket, errorOf(error, methods))
    socket.on("error", () => {})
    socket.destroy()
  })
  server.on(
    "connect",
    ({ headers }, socket) =>
      closeInTurn(socket, new MethodNotAllowed({ detail: doorDetails.noTunnel, allow: methods }), headers["accept-language"])
  )
}
