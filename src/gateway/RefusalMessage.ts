/** What an agency said when it refused a caller's parameters (400 or 422). The text is masked before it is shown. */
import { Option, Schema } from "effect"

const fallback = "The agency refused the request's parameters."
const maxLength = 500

/** The keys under which agencies put their message, the likelier first; `error` may be an object of the same kind. */
const keys = ["detail", "message", "pesan", "error"] as const
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
const isObject = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

const messageIn = (refusal: Readonly<Record<string, unknown>>): string | undefined => {
  for (const key of keys) {
    const value = Object.hasOwn(refusal, key) ? refusal[key] : undefined
    if (typeof value === "string" && value !== "") return value
  }
  const { error } = refusal
  return isObject(error) ? messageIn({ ...error, error: undefined }) : undefined
}

export const refusalMessage = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body.subarray(0, 16 * 1024))
  const refusal = Option.getOrUndefined(decode(text))
  const message = refusal === undefined ? undefined : messageIn(refusal)
  return message === undefined ? fallback : `${fallback} It said: ${message.slice(0, maxLength)}`
}
