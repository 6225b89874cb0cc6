/**
 * Who is behind the proxies that are trusted: what `Forwarded` (RFC 7239) and `X-Forwarded-For` say, read from the right
 * up to the first hop that is not trusted. What stands left of it, anybody may have written.
 *
 * A hop that names no address (`unknown`, `_hidden`, garbage) ends the way: whoever told of it is the caller then. Where
 * both headers are there and come to different callers, a proxy has set one and let the caller's own other one through:
 * neither is believed.
 */
import ipaddr from "ipaddr.js"
import type { IncomingHttpHeaders } from "node:http"

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefix: number]

/** Further ones are nobody's proxies. */
const maxHops = 64

/** A bracketed IPv6 address, or an IPv4 address with a port. */
const bracketed = /^\[([^\]]*)\](?::[\w.-]*)?$/
const withPort = /^([\d.]+):[\w.-]*$/

const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const bare = text.split("%", 1)[0] ?? ""
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  // `::10.0.0.1` is read as a mapped address otherwise, which it is not.
  return ipaddr.process(bare.replace(/^::(?=\d+\.)/, "0::"))
}

/** A hop's address without brackets, port and zone; undefined where it has none. */
export const hopAddress = (hop: string): string | undefined => {
  const text = hop.trim()
  if (text.length > 100) return undefined
  return parse(bracketed.exec(text)?.[1] ?? withPort.exec(text)?.[1] ?? text)?.toString()
}

/** One parameter of an element, and what ends it. */
const parameter = /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?([;,]|$)/y

/** The `for` of each hop, from the left; undefined where the header is not well-formed, so that nothing of it is believed. */
export const forwardedHops = (header: string): ReadonlyArray<string> | undefined => {
  const hops: Array<string> = []
  let hop: string | undefined
  let isEmpty = true
  for (parameter.lastIndex = 0;;) {
    const found = parameter.exec(header)
    if (found === null) return undefined
    const [, name, token, quoted, end] = found
    if (name !== undefined) isEmpty = false
    if (name?.toLowerCase() === "for") {
      if (hop !== undefined) return undefined
      hop = token ?? quoted?.replace(/\\(.)/g, "$1") ?? ""
    }
    if (end === ";") continue
    if (!isEmpty) hops.push(hop ?? "unknown")
    if (end === "") return hops
    hop = undefined
    isEmpty = true
  }
}

export class TrustedProxies {
  readonly #ranges: ReadonlyArray<Range>

  /** @param ranges such as `10.0.0.0/8`, or single addresses */
  constructor(ranges: ReadonlyArray<string>) {
    this.#ranges = ranges.map((range): Range => {
      if (range.includes("/")) return ipaddr.parseCIDR(range)
      const address = ipaddr.process(range)
      return [address, address.kind() === "ipv4" ? 32 : 128]
    })
  }

  trusts(address: string): boolean {
    const parsed = parse(address)
    return parsed !== undefined &&
      this.#ranges.some(([network, prefix]) => network.kind() === parsed.kind() && parsed.match(network, prefix))
  }

  /** @param peer who sent the headers, a trusted proxy */
  callerOf(peer: string, headers: IncomingHttpHeaders): string {
    const { forwarded, "x-forwarded-for": list } = headers
    const listed = typeof list === "string" ? this.#walk(peer, list.split(",")) : undefined
    if (forwarded === undefined) return listed ?? peer
    const told = this.#walk(peer, forwardedHops(forwarded) ?? [])
    return listed === undefined || listed === told ? told : peer
  }

  #walk(peer: string, hops: ReadonlyArray<string>): string {
    let caller = peer
    for (let index = hops.length - 1; index >= Math.max(0, hops.length - maxHops); index--) {
      const address = hopAddress(hops[index] ?? "")
      if (address === undefined) return caller
      caller = address
      if (!this.trusts(caller)) return caller
    }
    return caller
  }
}
