/** What proxies say of a connection before its first byte, as the PROXY protocol has it. */
import { isIPv6 } from "node:net"

/** Version 1. */
export const proxyLine = (source: string): Buffer =>
  Buffer.from(`PROXY ${isIPv6(source) ? `TCP6 ${source} ::1` : `TCP4 ${source} 127.0.0.1`} 4711 443\r\n`)

const bytesOf = (address: string): Buffer => {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number))
  const [head = "", tail = ""] = address.split("::")
  const groups = (part: string) => part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))
  const known = [groups(head), groups(tail)]
  const all = [...known[0] ?? [], ...Array.from({ length: 8 - known.flat().length }, () => 0), ...known[1] ?? []]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

/** Version 2. @param options.more bytes that a proxy adds of its own */
export const proxyBlock = (
  source: string,
  { command = 0x21, family = isIPv6(source) ? 0x21 : 0x11, more = 0 }: {
    readonly command?: number
    readonly family?: number
    readonly more?: number
  } = {}
): Buffer => {
  const address = bytesOf(source)
  const block = Buffer.concat([address, Buffer.alloc(address.length), Buffer.from([0x12, 0x67, 0x01, 0xbb]), Buffer.alloc(more)])
  const size = Buffer.from([block.length >> 8, block.length & 255])
  return Buffer.concat([Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1"), Buffer.from([command, family]), size, block])
}
