/**
 * Addresses of data routes: from the raw request target to `opd/dataset[/segment…]`, decoded exactly once.
 *
 * The router in front folds case, `//`, `;suffix` and `%2F`, so what is authorised is read from the raw target here.
 * `//` and a trailing slash are folded too: every spelling that is accepted leads to one address and one cache key.
 */
import { Result } from "effect"
import { addressDetails } from "./AddressDetails.ts"
import type { Detail } from "./Detail.ts"
import { BadRequest } from "./GatewayError.ts"

export interface Target {
  /** Segments joined by `/`, decoded; empty when nothing follows the prefix. */
  readonly address: string
  /** Raw query without `?`, empty when there is none. */
  readonly query: string
}

/** Unreserved characters of RFC 3986 and slashes: nothing to decode and nothing to refuse but dot segments. */
const plain = /^[A-Za-z0-9_~-]+(?:\/[A-Za-z0-9_~-]+)*$/
// Controls, and the bidirectional and invisible formatting characters that make one address look like another.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/

const refuse = (detail: Detail) => Result.fail(new BadRequest({ detail }))

const decodeSegment = (raw: string): Result.Result<string, BadRequest> => {
  if (raw.includes(";")) return refuse(addressDetails.semicolon)
  let segment: string
  try {
    segment = decodeURIComponent(raw)
  } catch {
    return refuse(addressDetails.encoding)
  }
  if (segment === "." || segment === "..") return refuse(addressDetails.dots)
  if (forbidden.test(segment)) return refuse(addressDetails.character)
  return Result.succeed(segment)
}

const parsePath = (path: string): Result.Result<string, BadRequest> => {
  if (plain.test(path)) return Result.succeed(path)
  const segments: Array<string> = []
  for (const raw of path.split("/")) {
    if (raw === "") continue
    const segment = decodeSegment(raw)
    if (Result.isFailure(segment)) return Result.fail(segment.failure)
    segments.push(segment.success)
  }
  return Result.succeed(segments.join("/"))
}

/** Path and query of an origin-form or absolute-form target (RFC 9112, section 3.2); an authority is dropped unread. */
export const splitTarget = (raw: string): { readonly path: string; readonly query: string } => {
  let start = 0
  if (raw.charCodeAt(0) !== 47) {
    const scheme = raw.indexOf("://")
    if (scheme > 0) {
      const slash = raw.indexOf("/", scheme + 3)
      start = slash === -1 ? raw.length : slash
    }
  }
  const mark = raw.indexOf("?", start)
  return mark === -1 ? { path: raw.slice(start), query: "" } : { path: raw.slice(start, mark), query: raw.slice(mark + 1) }
}

/** Number of leading characters of `path` that spell the `prefix`, slashes folded and case ignored, or -1. */
const prefixLength = (path: string, prefix: ReadonlyArray<string>): number => {
  let at = 0
  for (const segment of prefix) {
    if (path.charCodeAt(at) !== 47) return -1
    while (path.charCodeAt(at) === 47) at++
    if (path.slice(at, at + segment.length).toLowerCase() !== segment) return -1
    at += segment.length
  }
  return at === path.length || path.charCodeAt(at) === 47 ? at : -1
}

/** What addresses of data begin with. */
export const gatewayPrefix = "/api/v4/gateway"

/** Reads what follows a route prefix such as `/api/v4/gateway` in the raw target. */
export const parseTarget = (raw: string, prefix: string): Result.Result<Target, BadRequest> => {
  if (raw.includes("#")) return refuse(addressDetails.fragment)
  const { path, query } = splitTarget(raw)
  let rest: string
  if (path.startsWith(prefix) && (path.length === prefix.length || path.charCodeAt(prefix.length) === 47)) {
    rest = path.slice(prefix.length + 1)
  } else {
    const length = prefixLength(path, prefix.slice(1).split("/"))
    // The router matched, so the prefix is there in a spelling that only decoding would show.
    if (length === -1) return refuse(addressDetails.prefix)
    rest = path.slice(length + 1)
  }
  return Result.map(parsePath(rest), (address) => ({ address, query }))
}

/** One segment of an address in its plain spelling, as every slug is. */
const oneSegment = /^[A-Za-z0-9_-]+$/

/**
 * The address of an aggregate's entry: the same rules for text that never was percent-encoded. Agency and dataset are
 * one segment each, or they would take the place of what stands beside them.
 */
export const parseEntry = (
  entry: { readonly opd: string; readonly dataset: string; readonly path: string }
): Result.Result<string, BadRequest> => {
  if (!oneSegment.test(entry.opd)) return refuse(addressDetails.entryAgency)
  if (!oneSegment.test(entry.dataset)) return refuse(addressDetails.entryDataset)
  const text = `${entry.opd}/${entry.dataset}${entry.path === "" ? "" : `/${entry.path}`}`
  if (plain.test(text)) return Result.succeed(text)
  if (/[%;?#]/.test(text)) return refuse(addressDetails.entryCharacters)
  return parsePath(text)
}
