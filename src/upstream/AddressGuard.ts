/**
 * Where an address that was entered at a desk may lead: to public addresses, and to the ranges that the operator
 * allows. Asked of the very addresses that a connection is about to be made to, so a name that resolves to another
 * address later (DNS rebinding) gets no further than one that does so at once.
 *
 * Link-local addresses, where clouds answer with their machines' keys, are refused whatever is allowed.
 */
import { lookup, type LookupAddress, type LookupOptions } from "node:dns"
import { BlockList, isIP, isIPv4, type LookupFunction, SocketAddress } from "node:net"

/** IANA's special-purpose registries, and what is not unicast. */
const special: ReadonlyArray<string> = [
  "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
  "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
  "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fec0::/10", "ff00::/8"
]
const linkLocal: ReadonlyArray<string> = ["169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128"]

const familyOf = (address: string): "ipv4" | "ipv6" => isIPv4(address) ? "ipv4" : "ipv6"

const listOf = (ranges: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = "", prefix = ""] = range.split("/")
    list.addSubnet(network, Number(prefix), familyOf(network))
  }
  return list
}

const specials = listOf(special)
const linkLocals = listOf(linkLocal)

/** `::ffff:10.0.0.1` is 10.0.0.1 in other clothes; a zone is none of the address. */
const plain = (address: string): string => {
  const parsed = SocketAddress.parse(`[${address.split("%")[0]}]:1`)
  return parsed === undefined ? address : /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(parsed.address)?.[1] ?? parsed.address
}

class Refused extends Error {
  readonly code = "EADDRESSREFUSED"
}

type Resolved = (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void

const resolveName = (hostname: string, options: LookupOptions, done: Resolved): void => lookup(hostname, { ...options, all: true }, done)

export class AddressGuard {
  readonly #allowed: BlockList
  readonly #resolve: typeof resolveName

  /** @param allowed ranges such as `10.20.0.0/16` @param resolve how a name's addresses are found */
  constructor(allowed: ReadonlyArray<string>, resolve = resolveName) {
    this.#allowed = listOf(allowed)
    this.#resolve = resolve
  }

  /** @param address of IP */
  allows(address: string): boolean {
    const bare = isIPv4(address) ? address : plain(address)
    const family = familyOf(bare)
    if (isIP(bare) === 0 || linkLocals.check(bare, family)) return false
    return this.#allowed.check(bare, family) || !specials.check(bare, family)
  }

  /** Resolves names for a connection, and fails where any of a name's addresses is refused. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#resolve(hostname, options, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => !this.allows(address))) return callback(new Refused("the address is not one that a desk may enter"), "")
      if (options.all === true) return callback(null, [...addresses])
      callback(null, first.address, first.family)
    })
  }

  /** Undefined where a connection may be tried; a name is looked up once there is one. */
  refusal(hostname: string): Error | undefined {
    const bare = hostname.replace(/^\[|\]$/g, "")
    return isIP(bare) === 0 || this.allows(bare) ? undefined : new Refused("the address is not one that a desk may enter")
  }
}
