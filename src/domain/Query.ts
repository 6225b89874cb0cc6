/**
 * Query parameters: only declared ones are read, in one canonical order and spelling.
 *
 * The canonical query is what the agency receives and what the cache key holds, so two callers who mean the same
 * thing share one copy, and an undeclared parameter can neither reach an agency nor split the cache.
 */
import { Result } from "effect"
import { addressDetails } from "./AddressDetails.ts"
import { BadRequest } from "./GatewayError.ts"

const decode = (text: string): string => decodeURIComponent(text.includes("+") ? text.replaceAll("+", " ") : text)

/** What a value becomes; a NUL ends a text early for whoever reads it in C. */
const spell = (value: string): string => {
  if (value.includes("\0")) throw new URIError("NUL")
  return encodeURIComponent(value)
}

/**
 * The canonical form of a raw query: declared names in sorted order, each value percent-encoded, a repeated name's
 * values in the order given. Empty when nothing declared was given.
 *
 * @param declared sorted names
 */
export const canonicalQuery = (raw: string, declared: ReadonlyArray<string>): Result.Result<string, BadRequest> => {
  if (raw === "" || declared.length === 0) return Result.succeed("")
  const found: Array<Parameter> = []
  for (const pair of raw.split("&")) {
    const mark = pair.indexOf("=")
    const rawName = mark === -1 ? pair : pair.slice(0, mark)
    let name = rawName
    if (rawName.includes("%") || rawName.includes("+")) {
      try {
        name = decode(rawName)
      } catch {
        continue // a name that is no text cannot be a declared one
      }
    }
    if (!declared.includes(name)) continue
    try {
      found.push({ name, value: spell(mark === -1 ? "" : decode(pair.slice(mark + 1))) })
    } catch {
      return Result.fail(new BadRequest({ detail: addressDetails.parameterEncoding(name) }))
    }
  }
  return Result.succeed(join(found, declared))
}

/** The same for an aggregate's entry, whose parameters are plain values. */
export const canonicalEntryQuery = (
  query: Readonly<Record<string, string | number | boolean>> | undefined,
  declared: ReadonlyArray<string>
): Result.Result<string, BadRequest> => {
  if (query === undefined) return Result.succeed("")
  const found: Array<Parameter> = []
  for (const name of declared) {
    if (!Object.hasOwn(query, name)) continue
    try {
      found.push({ name, value: spell(String(query[name])) })
    } catch {
      return Result.fail(new BadRequest({ detail: addressDetails.parameterText(name) }))
    }
  }
  return Result.succeed(join(found, declared))
}

interface Parameter {
  readonly name: string
  /** Percent-encoded. */
  readonly value: string
}

const join = (found: ReadonlyArray<Parameter>, declared: ReadonlyArray<string>): string => {
  let text = ""
  for (const wanted of declared) {
    for (const { name, value } of found) {
      if (name === wanted) text += `${text === "" ? "" : "&"}${encodeURIComponent(name)}=${value}`
    }
  }
  return text
}
