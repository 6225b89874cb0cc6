/** Errors as HTTP: RFC 9457 bodies with the headers that belong to each status. */
import { detailLanguage } from "../domain/Detail.ts"
import { type GatewayError, retryAfterOf } from "../domain/GatewayError.ts"
import { problems } from "../domain/Problem.ts"
import { contentType, problemDetails } from "../domain/ProblemDetails.ts"
import { proxyStatusOf } from "../domain/ProxyStatus.ts"
import { successorHeader } from "../domain/UriTemplate.ts"
import type { Exchange } from "../gateway/Exchange.ts"
import type { Reply } from "../gateway/Reply.ts"
import { maskText } from "../privacy/Masker.ts"
import { lifecycleHeaders, quotaHeaders } from "./AnswerReply.ts"
import { sharedHeaders, toldVary } from "./SharedHeaders.ts"

const encoder = new TextEncoder()

/** RFC 6750, section 3, and RFC 9728, section 5.1. */
const challenge = (error: GatewayError & { readonly _tag: "Unauthorized" }, publicUrl: string): string =>
  `Bearer realm="gapura"${
    error.reason === "absent"
      ? ""
      : `, error="invalid_token", error_description="The access token is malformed, unknown, expired or revoked"`
  }, resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`

/** Headers that one kind of error alone has. */
const errorHeaders = (error: GatewayError, publicUrl: string): Record<string, string> => {
  switch (error._tag) {
    case "Unauthorized":
      return { "www-authenticate": challenge(error, publicUrl) }
    case "ScopeMissing":
      return { "www-authenticate": `Bearer realm="gapura", error="insufficient_scope", scope="${error.scope}"` }
    case "MethodNotAllowed":
      return { allow: error.allow }
    case "Gone":
      return error.successor === null ? {} : successorHeader(error.successor, publicUrl)
    default: {
      const wait = retryAfterOf(error)
      const status = proxyStatusOf(error)
      return { ...wait === undefined ? {} : { "retry-after": String(wait) }, ...status === undefined ? {} : { "proxy-status": status } }
    }
  }
}

/**
 * An error that happened outside an exchange, on a public route or before routing. What it repeats of the caller's words is masked.
 *
 * @param acceptLanguage the caller's; undefined where none could be read
 */
export const problemReply = (
  error: GatewayError,
  requestId: string,
  publicUrl: string,
  acceptLanguage: string | undefined,
  extra?: Readonly<Record<string, unknown>>
): Reply => {
  const { code, detail } = error
  const language = detailLanguage(acceptLanguage)
  const problem = problemDetails({ code, detail: maskText(detail[language]).text, requestId, publicUrl })
  const body = encoder.encode(JSON.stringify({ ...problem, ...extra }))
  return {
    status: problems[code].status,
    code,
    problem: { code, detail, requestId },
    body,
    headers: {
      ...sharedHeaders(requestId),
      vary: toldVary,
      "content-type": contentType,
      "content-language": language,
      "content-length": String(body.length),
      "cache-control": "no-store",
      ...errorHeaders(error, publicUrl)
    }
  }
}

/** An error of the pipeline, with the caller's quota and the trace. */
export const failureReply = (exchange: Exchange, error: GatewayError, publicUrl: string): Reply => {
  const { acceptLanguage, entryFaults, requestId } = exchange
  const reply = problemReply(error, requestId, publicUrl, acceptLanguage, entryFaults === undefined ? undefined : { entries: entryFaults })
  return {
    ...reply,
    headers: {
      ...reply.headers,
      traceparent: exchange.trace.traceparent,
      ...quotaHeaders(exchange.quota),
      ...(exchange.endpoint === undefined ? {} : lifecycleHeaders(exchange.endpoint, publicUrl))
    }
  }
}
