/**
 * The key under which a caller's address is counted: requests without a valid token, failed sign-ins, pages that were
 * made for it. IPv4 is its own key, also inside IPv6 (`::ffff:10.0.0.1`). Of IPv6 it is the network of 64 bits, because
 * a single host may have all addresses in it.
 */

const groupsOf = (part: string): ReadonlyArray<number> =>
  part === "" ? [] : part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number)
    return [a << 8 | b, c << 8 | d]
  })

/** The address itself, as a record may have it: without its zone, IPv4 as such. */
export const plainAddress = (remoteAddress: string): string => remoteAddress.replace(/^::ffff:(?=\d+\.)|%.*$/gi, "")

/** @param remoteAddress as a socket tells it, its zone included; undefined where the socket is closed already */
export const clientAddress = (remoteAddress = ""): string => {
  if (!remoteAddress.includes(":")) return remoteAddress
  const zone = remoteAddress.indexOf("%")
  const [before = "", after = ""] = (zone < 0 ? remoteAddress : remoteAddress.slice(0, zone)).split("::")
  const head = groupsOf(before)
  const tail = groupsOf(after)
  const groups = [...head, ...Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => 0), ...tail]
  const [, , , , , sixth = 0, seventh = 0, eighth = 0] = groups
  return sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0)
    ? [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join(".")
    : `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`
}
