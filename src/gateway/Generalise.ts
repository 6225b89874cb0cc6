/**
 * Makes a response that hides what masking had left of a person: initials, years of birth, the ends of numbers. Public columns
 * stay. The body is masked once more, with a classification that names those fields; `masked` stays, since the values
 * were counted when they were masked first.
 */
import { Result } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldClass } from "../domain/PersonalData.ts"
import { maskJson } from "../privacy/Masker.ts"
import { compilePolicy } from "../privacy/MaskingPolicy.ts"
import { remnantKeysIn } from "../privacy/QuasiIdentifiers.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { concat } from "./EnvelopeBytes.ts"

const encoder = new TextEncoder()
const nothingReserved: ReadonlySet<string> = new Set()
const metaStart = ",\"meta\":{"

const quoted = (key: string): string => `["${key.replace(/[\\"]/g, String.raw`\$&`)}"]`

/**
 * @param copy in its JSON envelope
 * @param body the same, parsed
 */
export const generalise = (response: CachedResponse, body: unknown, endpoint: Endpoint): CachedResponse => {
  const hide = Array.from(remnantKeysIn(body), (key): readonly [string, FieldClass] => [`**${quoted(key)}`, "address"])
  const open = endpoint.fields.filter(([, fieldClass]) => fieldClass === "public")
  const masked = maskJson(response.body, compilePolicy({ fields: [...open, ...hide], unknown: "detect" }), undefined, nothingReserved)
  // It is our own envelope, so it is well-formed.
  const { data, meta } = Result.getOrThrow(masked)
  const members = Buffer.from(meta).toString()
  const at = members.indexOf(metaStart)
  return {
    ...response,
    body: concat([encoder.encode(`{${members.slice(0, at)},"data":`), data, encoder.encode(`${members.slice(at)}}`)]),
    etag: `${response.etag.slice(0, -1)}-generalised"`
  }
}
