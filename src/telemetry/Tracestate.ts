/**
 * The `tracestate` header of W3C Trace Context: what other systems keep of their own in a trace. The gateway has no
 * entry of its own and passes theirs on in their order.
 */

/** List members that the recommendation allows. */
const mostMembers = 32
/** Characters that are passed on; the recommendation asks for as many at least. */
const longest = 512
/** Members longer than this are the first to go where there are too many characters. */
const longMember = 128

const key = String.raw`(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})`
const value = String.raw`[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]`
const member = new RegExp(`^(${key})=${value}$`)
const spaces = /^[ \t]+|[ \t]+$/g

const sizeOf = (members: ReadonlyArray<string>): number => members.reduce((sum, one) => sum + one.length + 1, -1)

/**
 * What is passed on of the caller's header (section 3.3.1): undefined where there is nothing, or where one member is
 * malformed, a key comes twice or there are too many, since then the whole of it means nothing. Of one that is too long
 * whole members are left out, long ones before the last ones.
 *
 * @param header all headers of that name, joined by commas
 */
export const passedOnTracestate = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const members = header.split(",").map((one) => one.replace(spaces, "")).filter((one) => one !== "")
  if (members.length === 0 || members.length > mostMembers) return undefined
  const keys = new Set<string>()
  for (const one of members) {
    const found = member.exec(one)?.[1]
    if (found === undefined || keys.has(found)) return undefined
    keys.add(found)
  }
  let kept = members
  if (sizeOf(kept) > longest) kept = kept.filter((one) => one.length <= longMember)
  while (sizeOf(kept) > longest) kept = kept.slice(0, -1)
  return kept.length === 0 ? undefined : kept.join(",")
}
