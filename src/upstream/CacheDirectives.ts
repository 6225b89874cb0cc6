/**
 * What an agency says of keeping its answer: `Cache-Control` and `Age` (RFC 9111), `Vary` (RFC 9110, section 12.5.5).
 *
 * The gateway is a shared cache whose times the registry sets: an agency can forbid a copy and shorten the time in which
 * it is fresh, and never lengthen it. Of what we send to an agency only the application's name differs between requests
 * for the same data, and what names the request itself, so a `Vary` on anything else says nothing.
 */

type Header = string | ReadonlyArray<string> | undefined

export interface CacheDirectives {
  /** Who a copy is for: everybody, the application that asked, or there is none. */
  readonly copies: "shared" | "application" | "none"
  /** For how long it is fresh, in milliseconds from when it was asked for; infinite where the agency does not say. */
  readonly freshMillis: number
}

const directive = /([!#$%&'*+.^_`|~0-9a-z-]+)(?:\s*=\s*(?:"([^"]*)"|([^,\s"]*)))?/g

/** Different in each request. */
const ofTheRequest: ReadonlySet<string> = new Set(["*", "x-request-id", "traceparent"])

/** Milliseconds; a lifetime that is no number is over (RFC 9111, section 4.2.1). */
const lifetimeOf = (seconds: string): number => /^\d+$/.test(seconds) ? Number(seconds) * 1000 : 0

const read = (control: string, vary: string): CacheDirectives => {
  let isForbidden = false
  let isChecked = false
  let freshMillis = Infinity
  for (const [, name, quoted, plain] of control.toLowerCase().matchAll(directive)) {
    const value = quoted ?? plain ?? ""
    if (name === "no-store" || name === "private") isForbidden = true
    else if (name === "no-cache") isChecked = true
    // Of the lifetimes that an agency names the shortest counts: they can only shorten the registry's.
    else if (name === "s-maxage" || name === "max-age") freshMillis = Math.min(freshMillis, lifetimeOf(value))
  }
  const names = vary.toLowerCase().split(",").map((name) => name.trim())
  return {
    copies: isForbidden || names.some((name) => ofTheRequest.has(name))
      ? "none"
      : names.includes("x-gateway-application")
      ? "application"
      : "shared",
    freshMillis: isChecked ? 0 : freshMillis
  }
}

/** Agencies say the same of nearly all their answers: of the same words nobody reads twice. */
const known = new Map<string, CacheDirectives>()
const maxKnown = 256
const longestKnown = 512

const textOf = (header: Header): string => typeof header === "string" ? header : header?.join() ?? ""

/** Undefined where the agency says nothing. Names in lower case. */
export const cacheDirectives = (headers: Readonly<Record<string, Header>>): CacheDirectives | undefined => {
  if (headers["cache-control"] === undefined && headers["vary"] === undefined) return undefined
  const control = textOf(headers["cache-control"])
  const vary = textOf(headers["vary"])
  // A header holds no line break.
  const key = vary === "" ? control : `${control}\n${vary}`
  let directives = known.get(key)
  if (directives === undefined) {
    directives = read(control, vary)
    if (known.size >= maxKnown) known.clear()
    if (key.length <= longestKnown) known.set(key, directives)
  }
  const { copies, freshMillis } = directives
  const age = headers["age"] === undefined ? "" : textOf(headers["age"])
  return freshMillis === Infinity || !/^\d+$/.test(age)
    ? directives
    : { copies, freshMillis: Math.max(0, freshMillis - Number(age) * 1000) }
}
