/** What an agency said when it refused a caller's parameters (400 or 422). The text is masked before it is shown. */
import { Option, Schema } from "effect"

const fallback = "The agency refused the request's parameters."
const maxLength = 500

/** The keys under which agencies put their message, the likelier first. */
const Refusal = Schema.Struct({
  detail: Schema.optionalKey(Schema.String),
  message: Schema.optionalKey(Schema.String),
  pesan: Schema.optionalKey(Schema.String),
  error: Schema.optionalKey(Schema.String)
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Refusal))

export const refusalMessage = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body.subarray(0, 16 * 1024))
  const found = Option.map(decode(text), ({ detail, error, message, pesan }) => detail ?? message ?? pesan ?? error)
  const message = Option.getOrUndefined(found)
  return message === undefined || message === "" ? fallback : `${fallback} It said: ${message.slice(0, maxLength)}`
}
