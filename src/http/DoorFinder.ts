/**
 * Finds the door of a data address, whatever its spelling: case, doubled slashes and a trailing one are folded, as the
 * router folds them for all other addresses. It knows doors alone; what the address means is the pipeline's to find.
 *
 * An address in its plain spelling, as nearly all are, costs a comparison or two.
 */
import { gatewayPrefix, splitTarget } from "../domain/Address.ts"
import { doorDetails } from "../domain/DoorDetails.ts"
import { type GatewayError, MethodNotAllowed } from "../domain/GatewayError.ts"
import type { Door } from "../gateway/ParsedRequest.ts"

const prefix = `${gatewayPrefix}/`
const aggregate = `${prefix}aggregate`
/** Of what follows the prefix: it may be another door's, or its first part is not written plainly. */
const perhapsAnother = /\/|preset|aggregate|[^/?%]*%/iy
const presetDoor = /^\/api\/v4\/gateway\/preset\/[^/]+\/?$/
const aggregateDoor = /^\/api\/v4\/gateway\/aggregate\/?$/

export interface FoundDoor {
  readonly door: Door
  /** Stands in the way of every door. */
  readonly obstacle?: GatewayError
  /** Stands in the way of whoever has no good token, and of all others once that has been counted. */
  readonly refusal?: GatewayError
}

const read: FoundDoor = { door: "read" }
const preset: FoundDoor = { door: "preset" }
const entries: FoundDoor = { door: "aggregate" }

const notAllowed = (allow: string): FoundDoor => ({
  door: "read",
  refusal: new MethodNotAllowed({ detail: doorDetails.answers(allow), allow })
})

/** The path as a router sees it, and whether it could be decoded. */
const folded = (url: string): { readonly path: string; readonly isDecoded: boolean } => {
  const path = splitTarget(url).path.replace(/\/{2,}/g, "/")
  if (!path.includes("%")) return { path: path.toLowerCase(), isDecoded: true }
  try {
    return { path: decodeURI(path).toLowerCase(), isDecoded: true }
  } catch {
    return { path: path.toLowerCase(), isDecoded: false }
  }
}

const isData = (path: string): boolean => path === gatewayPrefix || path.startsWith(prefix)

/** Whether the address is one of the data routes': what is refused there is recorded. */
export const isDataAddress = (url: string | undefined): boolean => isData(folded(url ?? "").path)

/** The door behind the address; undefined where it is no data address, and for a pre-flight request. */
export const findDoor = (method: string | undefined, url: string | undefined): FoundDoor | undefined => {
  if (url === undefined || method === "OPTIONS") return undefined
  const isRead = method === "GET" || method === "HEAD"
  if (url.startsWith(prefix)) {
    perhapsAnother.lastIndex = prefix.length
    if (isRead && !perhapsAnother.test(url)) return read
    if (method === "POST" && url === aggregate) return entries
  }
  const { isDecoded, path } = folded(url)
  if (!isData(path)) return undefined
  if (aggregateDoor.test(path)) return method === "POST" ? entries : notAllowed("POST, OPTIONS")
  if (!isRead) return notAllowed("GET, HEAD, OPTIONS")
  return isDecoded && presetDoor.test(path) ? preset : read
}
