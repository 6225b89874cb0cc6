/** Aggregates as HTTP: whole, or streamed line by line. They are made for one caller, so nothing may store them. */
import { Effect, type Stream } from "effect"
import { detailLanguage } from "../domain/Detail.ts"
import { type Coding, mediaTypes } from "../domain/Negotiation.ts"
import type { Combined } from "../gateway/Combine.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import type { Reply } from "../gateway/Reply.ts"
import { quotaHeaders } from "./AnswerReply.ts"
import { compressed, compressing } from "./Compression.ts"
import { sharedHeaders, toldVary } from "./SharedHeaders.ts"

const headersOf = (exchange: Exchange, contentType: string): Record<string, string> => ({
  ...sharedHeaders(exchange.requestId),
  "content-type": contentType,
  "cache-control": "private, no-store",
  vary: toldVary,
  traceparent: exchange.trace.traceparent,
  ...quotaHeaders(exchange.quota)
})

export const aggregateReply = (
  exchange: Exchange,
  { body, outcome }: Combined,
  options: { readonly contentType: string; readonly coding: Coding; readonly elapsed: () => number }
): Effect.Effect<Reply> => {
  const headers = headersOf(exchange, options.contentType)
  headers["server-timing"] = `total;dur=${options.elapsed().toFixed(2)}`
  if (outcome.cache !== "MISS") headers["x-cache"] = outcome.cache
  if (exchange.entryFaults !== undefined) headers["content-language"] = detailLanguage(exchange.acceptLanguage)
  if (options.coding === "identity" || body.length < 1_024) return Effect.succeed({ status: 200, code: null, headers, body })
  const coding = options.coding
  return Effect.map(compressed(body, coding), (bytes) => {
    headers["content-encoding"] = coding
    return { status: 200, code: null, headers, body: bytes }
  })
}

/** Each line leaves as it comes, in a content coding too. */
export const linesReply = (exchange: Exchange, body: Stream.Stream<Uint8Array>, coding: Coding): Reply => {
  const headers = headersOf(exchange, mediaTypes.ndjson)
  if (coding === "identity") return { status: 200, code: null, headers, body }
  return { status: 200, code: null, headers: { ...headers, "content-encoding": coding }, body: compressing(body, coding, "each piece") }
}
