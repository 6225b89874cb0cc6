/** A live feed as HTTP: events as they come, in no content coding, so that none waits for the next. */
import { mediaTypes } from "../domain/Negotiation.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import type { Events } from "../gateway/LiveFeeds.ts"
import type { Reply } from "../gateway/Reply.ts"
import { quotaHeaders } from "./AnswerReply.ts"
import { sharedHeaders } from "./SharedHeaders.ts"

export const eventsReply = (exchange: Exchange, { events }: Events): Reply => ({
  status: 200,
  code: null,
  headers: {
    ...sharedHeaders(exchange.requestId),
    "content-type": mediaTypes.events,
    "cache-control": "no-store",
    // Of proxies that would wait for more.
    "x-accel-buffering": "no",
    traceparent: exchange.trace.traceparent,
    ...quotaHeaders(exchange.quota)
  },
  body: events,
  ...events === undefined ? {} : { isLasting: true }
})
