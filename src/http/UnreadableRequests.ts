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

/** Node's own codes for what it could not read. */
const errorOf = (code: unknown): GatewayError => {
  switch (code) {
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

/** @param publicUrl where the problems are explained */
export const answerUnreadable = (server: Server | TlsServer, publicUrl: string): void => {
  const close = (socket: Duplex, error: GatewayError, acceptLanguage?: string): void => {
    if (!socket.writable || isAnswering(socket)) return void socket.destroy()
    socket.write(textOf(problemReply(error, randomUUID(), publicUrl, acceptLanguage)))
    // Whatever else was sent is not read, and a caller who never closes is not waited for.
    if (socket instanceof Socket) socket.destroySoon()
    else socket.destroy()
  }
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    socket.on("error", () => {})
    // Without a handshake nothing can be said.
    if (error.code === "ECONNRESET" || /^ERR_(?:SSL|TLS)_/.test(error.code ?? "")) socket.destroy()
    else close(socket, errorOf(error.code))
  })
  server.on("connect", ({ headers }, socket) => {
    socket.on("error", () => {})
    close(socket, new MethodNotAllowed({ detail: doorDetails.noTunnel, allow: "GET, HEAD, POST, OPTIONS" }), headers["accept-language"])
  })
}
