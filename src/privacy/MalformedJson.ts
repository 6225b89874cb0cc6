/** The agency's body is no JSON text (RFC 8259), or one that is nested too deeply. Says where, never what stood there. */
import { Schema } from "effect"

export class MalformedJson extends Schema.TaggedError<MalformedJson>()("MalformedJson", {
  /** Byte offset. */
  offset: Schema.Int,
  reason: Schema.String
}) {}
