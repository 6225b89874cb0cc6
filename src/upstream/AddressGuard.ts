/**
 * Where an address that was entered at a desk may lead: to public addresses, and to the ranges that the operator
 * allows, for every agency or for one. Asked of the very addresses that a connection is about to be made to, so a name
 * that resolves to another address later (DNS rebinding) gets no further than one that does so at once.
 *
 * What is public is `ipaddr.js`'s to say, which follows IANA's special-purpose registries. Addresses at which clouds
 * give out their machines' keys, and link-local ones, are refused whatever is allowed. An IPv4 address inside an IPv6
 * one (NAT64, 6to4, Teredo) has to be allowed too: whoever translates it connects to that one.
 */
import ipaddr from "ipaddr.js"
import { lookup, type LookupAddress, type LookupOptions } from "node:dns"
import type { LookupFunction } from "node:net"

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [network: Address, prefix: number]

/**
 * Metadata services outside 169.254.0.0/16: Azure's wire server, Alibaba, Oracle's former one; AWS, Google Cloud and
 * Scaleway over IPv6.
 */
const metadata: ReadonlyArray<Range> = [
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fd00:42::42"
].map((address) => {
  const parsed = ipaddr.parse(address)
  return [parsed, parsed.kind() === "ipv4" ? 32 : 128]
})
/** All that is global unicast in IPv6 is in here. */
const globalUnicast: Range = ipaddr.parseCIDR("2000::/3")

const isV4 = (address: Address): address is ipaddr.IPv4 => address.kind() === "ipv4"
const isIn = (address: Address, [network, prefix]: Range): boolean => address.kind() === network.kind() && address.match(network, prefix)

/** The address as a connection takes it: `::ffff:10.0.0.1` is 10.0.0.1 in other clothes; a zone is none of the address. */
const parse = (text: string): Address | undefined => {
  const bare = text.split("%")[0] ?? ""
  // Only as a resolver writes it: `127.1` and the like are names here, which a resolver then reads.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  // `::10.0.0.1` is read as a mapped address otherwise, which it is not.
  return ipaddr.process(bare.replace(/^::(?=\d+\.)/, "0::"))
}

const fromParts = (high: number, low: number): ipaddr.IPv4 => new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])

/** The IPv4 address that a translator would connect to instead; for Teredo both its server and its client. */
const embedded = (address: Address): ReadonlyArray<ipaddr.IPv4> => {
  if (isV4(address)) return []
  const [first = 0, second = 0, third = 0, fourth = 0, , , seventh = 0, last = 0] = address.parts
  switch (address.range()) {
    case "6to4":
      return [fromParts(second, third)]
    case "teredo":
      return [fromParts(third, fourth), fromParts(seventh ^ 0xffff, last ^ 0xffff)]
    case "rfc6052":
    case "rfc6145":
      return [fromParts(seventh, last)]
    default:
      // `::10.0.0.1`, as IPv6 once wrote IPv4.
      return first === 0 && isIn(address, compatible) ? [fromParts(seventh, last)] : []
  }
}
const compatible: Range = ipaddr.parseCIDR("::/96")

const isNever = (address: Address): boolean => address.range() === "linkLocal" || metadata.some((range) => isIn(address, range))
const isPublic = (address: Address): boolean => address.range() === "unicast" && (isV4(address) || isIn(address, globalUnicast))

class Refused extends Error {
  readonly code = "EADDRESSREFUSED"
}

type Resolved = (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void

const resolveName = (hostname: string, options: LookupOptions, done: Resolved): void => lookup(hostname, { ...options, all: true }, done)

/** A trial's connections are its own, kept under no agency's slug; what it may call is what its agency may. */
export const trialSlug = (agency: string): string => `\n${agency}`

export class AddressGuard {
  readonly #allowed: ReadonlyArray<string>
  readonly #ranges: ReadonlyArray<Range>
  readonly #resolve: typeof resolveName

  /**
   * @param allowed ranges such as `10.20.0.0/16`, or `dinkes=10.21.0.0/16` for one agency
   * @param resolve how a name's addresses are found
   * @param agency whose ranges count beside those for every agency
   */
  constructor(allowed: ReadonlyArray<string>, resolve = resolveName, agency?: string) {
    this.#allowed = allowed
    this.#resolve = resolve
    this.#ranges = allowed.flatMap((entry): ReadonlyArray<Range> => {
      const [range = "", owner] = entry.split("=").toReversed()
      return owner === undefined || owner === agency ? [ipaddr.parseCIDR(range)] : []
    })
  }

  /** @param agency slug, or that of its trial */
  of(agency: string): AddressGuard {
    return new AddressGuard(this.#allowed, this.#resolve, agency.trimStart())
  }

  /** @param address of IP */
  allows(address: string): boolean {
    const parsed = parse(address)
    if (parsed === undefined) return false
    const inside = embedded(parsed)
    if ([parsed, ...inside].some(isNever)) return false
    return this.#isAllowed(parsed) ? inside.every((one) => isPublic(one) || this.#isAllowed(one)) : isPublic(parsed)
  }

  #isAllowed(address: Address): boolean {
    return this.#ranges.some((range) => isIn(address, range))
  }

  /** Resolves names for a connection, and fails where any of a name's addresses is refused. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#resolve(hostname, options, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => !this.allows(address))) {
        return callback(new Refused("the address is not one that a desk may enter"), "")
      }
      if (options.all === true) return callback(null, [...addresses])
      callback(null, first.address, first.family)
    })
  }

  /** Undefined where a connection may be tried; a name is looked up once there is one. */
  refusal(hostname: string): Error | undefined {
    const bare = hostname.replace(/^\[|\]$/g, "")
    return parse(bare) === undefined || this.allows(bare) ? undefined : new Refused("the address is not one that a desk may enter")
  }
}
