/** A whole text as an answer, compressed where the caller takes that. */
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { negotiateCoding } from "../domain/Negotiation.ts"
import type { Reply } from "../gateway/Reply.ts"
import { compressed } from "./Compression.ts"

const encoder = new TextEncoder()
/** Below this a coding costs more than it saves. */
const minBytes = 1_024

export const textReply = (source: IncomingMessage, text: string, headers: Readonly<Record<string, string>>): Effect.Effect<Reply> => {
  const body = encoder.encode(text)
  const coding = negotiateCoding(source.headers["accept-encoding"])
  if (coding === "identity" || body.length < minBytes) return Effect.succeed({ status: 200, code: null, headers: { ...headers }, body })
  return Effect.map(compressed(body, coding), (bytes) => ({ status: 200, code: null, headers: { ...headers, "content-encoding": coding }, body: bytes }))
}
