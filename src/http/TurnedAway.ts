/**
 * The answer to who is turned away. It is given most when there is least time for it, so its text is written once and
 * only the request's id goes in; its headers are one literal. It is what `failureReply` would have made.
 */
import { type Detail, detailLanguage } from "../domain/Detail.ts"
import { problems } from "../domain/Problem.ts"
import { contentType, problemDetails } from "../domain/ProblemDetails.ts"
import { proxyStatusOf } from "../domain/ProxyStatus.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import { turnedAway } from "../gateway/LoadShedding.ts"
import type { Reply } from "../gateway/Reply.ts"
import { exposedHeaders, toldVary } from "./SharedHeaders.ts"

const placeholder = "\u0000"
const retryAfter = String(turnedAway.retryAfterSeconds)
const proxyStatus = proxyStatusOf(turnedAway) ?? ""

/** The body around the two places where the request's id stands; by language and the address of the problems' pages. */
const written = { en: new Map<string, ReadonlyArray<string>>(), id: new Map<string, ReadonlyArray<string>>() }

const partsOf = (publicUrl: string, language: keyof Detail): ReadonlyArray<string> => {
  let parts = written[language].get(publicUrl)
  if (parts === undefined) {
    const { code, detail } = turnedAway
    const text = JSON.stringify(problemDetails({ code, detail: detail[language], requestId: placeholder, publicUrl }))
    written[language].set(publicUrl, parts = text.split(JSON.stringify(placeholder).slice(1, -1)))
  }
  return parts
}

export const turnedAwayReply = ({ acceptLanguage, requestId, trace }: Exchange, publicUrl: string): Reply => {
  const language = detailLanguage(acceptLanguage)
  const body = Buffer.from(partsOf(publicUrl, language).join(requestId))
  return {
    status: problems[turnedAway.code].status,
    code: turnedAway.code,
    body,
    headers: {
      "content-type": contentType,
      "content-language": language,
      "content-length": String(body.length),
      "x-request-id": requestId,
      traceparent: trace.traceparent,
      "retry-after": retryAfter,
      "proxy-status": proxyStatus,
      "cache-control": "no-store",
      vary: toldVary,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": exposedHeaders,
      "x-content-type-options": "nosniff"
    }
  }
}
