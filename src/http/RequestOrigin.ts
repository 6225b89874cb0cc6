/**
 * Where a request comes from: the address that its caller is counted by, and the id that it goes by.
 *
 * Without trusted proxies that is the socket's address and an id of our own. Of a trusted one the caller's address is
 * what the proxy says, and the request keeps the id that the proxy gave it, if that is a UUID (hyphens or not): an error
 * names it as `urn:uuid`.
 */
import { Context, Layer } from "effect"
import { randomUUIDv7 } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { TrustedProxies } from "./TrustedProxies.ts"

/** It tells when the request came, so its record is found again without reading the whole log. */
export const makeRequestId = (): string => randomUUIDv7()

const uuid = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

interface Peer {
  readonly address: string
  /** Its headers are believed. */
  readonly isProxy: boolean
}

/** A connection as long as it lives, whether one sees the socket itself or TLS over it. */
const connectionOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

export class RequestOrigin extends Context.Service<RequestOrigin, {
  readonly addressOf: (source: IncomingMessage) => string
  readonly requestIdOf: (source: IncomingMessage) => string
  /** Whether the socket at this address is a proxy's. */
  readonly trusts: (address: string) => boolean
  /** The PROXY protocol said whose connection this is; undefined where it does not know. */
  readonly told: (socket: Socket, source: string | undefined) => void
}>()("gapura/http/RequestOrigin") {
  static readonly layer = ({ trustedProxies }: { readonly trustedProxies: ReadonlyArray<string> }) =>
    Layer.sync(RequestOrigin, () => trustedProxies.length === 0 ? direct : behind(new TrustedProxies(trustedProxies)))
}

const direct = RequestOrigin.of({
  addressOf: ({ socket }) => socket.remoteAddress ?? "",
  requestIdOf: makeRequestId,
  trusts: () => false,
  told: () => {}
})

const behind = (proxies: TrustedProxies): typeof RequestOrigin.Service => {
  const peers = new WeakMap<Socket, Peer>()
  const told = new Map<string, Peer>()
  const peerOf = (socket: Socket): Peer => {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const address = socket.remoteAddress ?? ""
    const peer = told.get(connectionOf(socket)) ?? { address, isProxy: proxies.trusts(address) }
    peers.set(socket, peer)
    return peer
  }
  return {
    addressOf: ({ headers, socket }) => {
      const { address, isProxy } = peerOf(socket)
      return isProxy ? proxies.callerOf(address, headers) : address
    },
    requestIdOf: ({ headers, socket }) => {
      const given = peerOf(socket).isProxy ? headers["x-request-id"] : undefined
      const parts = typeof given === "string" ? uuid.exec(given) : null
      return parts === null ? makeRequestId() : parts.slice(1).join("-").toLowerCase()
    },
    trusts: (address) => proxies.trusts(address),
    told: (socket, source) => {
      const connection = connectionOf(socket)
      const peer = source === undefined
        // Nobody knows who wrote what comes over it.
        ? { address: socket.remoteAddress ?? "", isProxy: false }
        : { address: source, isProxy: proxies.trusts(source) }
      told.set(connection, peer)
      socket.once("close", () => {
        if (told.get(connection) === peer) told.delete(connection)
      })
    }
  }
}
