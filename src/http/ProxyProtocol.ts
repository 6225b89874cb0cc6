/**
 * The PROXY protocol, versions 1 and 2: a proxy that passes bytes on says before the first of them whose they are.
 *
 * It is read of trusted peers alone, before HTTP or TLS sees anything. Of those it has to be there, whole and in time:
 * otherwise the connection is closed without a word, because whatever follows might be anybody's.
 */
import type { Server, Socket } from "node:net"
import { isIPv4, isIPv6 } from "node:net"
import { hopAddress } from "./TrustedProxies.ts"

/** `source` is absent where the proxy speaks for itself, or does not know. */
export type ProxyHeader =
  | { readonly _tag: "Header"; readonly length: number; readonly source: string | undefined }
  | { readonly _tag: "Unfinished" }
  | { readonly _tag: "Malformed" }

const unfinished: ProxyHeader = { _tag: "Unfinished" }
const malformed: ProxyHeader = { _tag: "Malformed" }

const firstLine = Buffer.from("PROXY ")
/** With the line's end. */
const longestLine = 107
const line = /^PROXY (?:UNKNOWN(?: [ -~]*)?|TCP([46]) ([\dA-Fa-f:.]+) ([\dA-Fa-f:.]+) (\d{1,5}) (\d{1,5}))$/

const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1")
const fixedBytes = 16
/** Addresses have 216 bytes at most; the rest is for what a proxy adds of its own. */
const maxBlockBytes = 4_096

const startsWith = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length)
  return bytes.compare(start, 0, length, 0, length) === 0
}

const header = (length: number, source: string | undefined): ProxyHeader => ({ _tag: "Header", length, source })

const readLine = (bytes: Buffer): ProxyHeader => {
  const end = bytes.indexOf("\r\n")
  if (end < 0 || end > longestLine - 2) return bytes.length < longestLine && end < 0 ? unfinished : malformed
  const found = line.exec(bytes.toString("latin1", 0, end))
  if (found === null) return malformed
  const [, family, source = "", target = "", ...ports] = found
  if (family === undefined) return header(end + 2, undefined)
  const isAddress = family === "4" ? isIPv4 : isIPv6
  return isAddress(source) && isAddress(target) && ports.every((port) => Number(port) <= 65_535)
    ? header(end + 2, hopAddress(source))
    : malformed
}

const readBlock = (bytes: Buffer): ProxyHeader => {
  if (bytes.length < fixedBytes) return unfinished
  const command = bytes[12] ?? 0
  const family = bytes[13] ?? 0
  const size = bytes.readUInt16BE(14)
  if (command >> 4 !== 2 || (command & 15) > 1 || size > maxBlockBytes) return malformed
  const length = fixedBytes + size
  if (bytes.length < length) return unfinished
  const isLocal = (command & 15) === 0
  if (isLocal || family === 0) return header(length, undefined)
  if (family === 0x11) return size < 12 ? malformed : header(length, bytes.subarray(fixedBytes, fixedBytes + 4).join("."))
  if (family === 0x21) {
    if (size < 36) return malformed
    const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(fixedBytes + 2 * index).toString(16))
    return header(length, hopAddress(groups.join(":")))
  }
  // A socket of the proxy's own machine has no address; all else is no stream of bytes.
  return family === 0x31 && size >= 216 ? header(length, undefined) : malformed
}

/** Reads what a connection begins with. */
export const readProxyHeader = (bytes: Buffer): ProxyHeader => {
  if (bytes.length === 0) return unfinished
  if (startsWith(bytes, firstLine)) return readLine(bytes)
  return startsWith(bytes, signature) ? readBlock(bytes) : malformed
}

export interface ProxyProtocolOptions {
  /** Whether a peer has to begin with the header. */
  readonly expects: (address: string) => boolean
  /** Whose connection it is. */
  readonly told: (socket: Socket, source: string | undefined) => void
  /** The connection was closed instead. */
  readonly refused: () => void
  readonly withinMillis: number
}

/** Puts it before whatever the server does with its connections. */
export const expectProxyHeaders = (server: Server, options: ProxyProtocolOptions): void => {
  const listeners = server.listeners("connection")
  const enter = (socket: Socket): void => {
    for (const listener of listeners) Reflect.apply(listener, server, [socket])
  }
  const read = (socket: Socket): void => {
    let held = Buffer.alloc(0)
    const refuse = (): void => {
      stop()
      socket.destroy()
      options.refused()
    }
    const deadline = setTimeout(refuse, options.withinMillis)
    const stop = (): void => {
      clearTimeout(deadline)
      socket.off("readable", look).off("end", refuse).off("close", stop)
    }
    const look = (): void => {
      for (let chunk: unknown = socket.read(); chunk instanceof Buffer; chunk = socket.read()) held = Buffer.concat([held, chunk])
      const found = readProxyHeader(held)
      if (found._tag === "Unfinished") return
      if (found._tag === "Malformed") return refuse()
      stop()
      options.told(socket, found.source)
      if (held.length > found.length) socket.unshift(held.subarray(found.length))
      enter(socket)
    }
    // It may be reset while nobody else listens yet.
    socket.on("error", () => {}).on("readable", look).on("end", refuse).on("close", stop)
  }
  server.removeAllListeners("connection").on("connection", (socket: Socket) => {
    if (options.expects(socket.remoteAddress ?? "")) read(socket)
    else enter(socket)
  })
}
