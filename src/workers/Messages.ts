/** What a worker and its parent say to each other. */
import { Schema } from "effect"

const NewsText = Schema.Struct({
  kind: Schema.Literal("news"),
  about: Schema.Literals(["hold", "resume", "forget"]),
  subject: Schema.String
})

/** The key-encryption key as gateways that run have heard of it, in base64; the channel is a pipe that nobody else reads. */
const KeyText = Schema.Struct({ kind: Schema.Literal("key"), text: Schema.String })
export type KeyText = typeof KeyText.Type

export const FromWorker = Schema.Union([
  /** A command for the memory that all workers share. */
  Schema.Struct({ kind: Schema.Literal("command"), id: Schema.Int, command: Schema.Array(Schema.String) }),
  Schema.Struct({ kind: Schema.Literal("answer"), id: Schema.Int, text: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("ready") }),
  KeyText,
  NewsText
])
export type FromWorker = typeof FromWorker.Type

export const FromParent = Schema.Union([
  /** Absent where the command could not be done. */
  Schema.Struct({
    kind: Schema.Literal("reply"),
    id: Schema.Int,
    reply: Schema.optionalKey(Schema.Array(Schema.Union([Schema.Finite, Schema.String])))
  }),
  /** What a worker hears first. */
  Schema.Struct({ kind: Schema.Literal("begin"), key: Schema.optionalKey(KeyText) }),
  Schema.Struct({ kind: Schema.Literal("question"), id: Schema.Int, about: Schema.Literals(["readiness", "metrics"]) }),
  NewsText
])
export type FromParent = typeof FromParent.Type
