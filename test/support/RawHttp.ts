/** Requests byte for byte, for what `fetch` would put right before it is sent: paths, repeated headers, odd methods. */
import { connect } from "node:net"
import { connect as connectTls } from "node:tls"

/**
 * The answers to what is sent, until the server closes the connection; any certificate will do.
 *
 * @param idleMillis how long it may say nothing
 */
export const sendRaw = (url: string, bytes: string, localAddress = "127.0.0.1", idleMillis = 4_000): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port, protocol } = new URL(url)
    const chunks: Array<Buffer> = []
    const to = { host: hostname, port: Number(port), localAddress }
    const begin = () => void socket.write(bytes, "latin1")
    const socket = protocol === "https:" ? connectTls({ ...to, rejectUnauthorized: false }, begin) : connect(to, begin)
    socket
      .setTimeout(idleMillis, () => socket.destroy(new Error("the server left the connection open")))
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("error", reject)
      .on("close", () => resolve(Buffer.concat(chunks).toString("latin1")))
  })

export const toResponse = (text: string): Response => {
  const end = text.indexOf("\r\n\r\n")
  const [line = "", ...fields] = text.slice(0, end).split("\r\n")
  const headers = new Headers(fields.map((field): [string, string] => {
    const colon = field.indexOf(":")
    return [field.slice(0, colon), field.slice(colon + 1).trim()]
  }))
  const status = Number(line.split(" ")[1])
  const body = Buffer.from(text.slice(end + 4), "latin1")
  return new Response(status === 204 || status === 304 ? null : body, { status, headers })
}

export interface RawRequest {
  readonly method?: string
  /** The request target as it stands on the request line. */
  readonly target: string
  /** In order, repeats included. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string
  /** Where on loopback the request comes from. */
  readonly localAddress?: string
}

/** One request on a connection of its own. */
export const rawRequest = async (url: string, request: RawRequest): Promise<Response> => {
  const { body = "", headers = [], method = "GET", target } = request
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    "Connection: close",
    ...(body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body, "latin1")}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`)
  ]
  return toResponse(await sendRaw(url, `${lines.join("\r\n")}\r\n\r\n${body}`, request.localAddress))
}
