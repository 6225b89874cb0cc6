/** What every span of a request says when it ends, whichever door answered it. */
import type { Attributes } from "@opentelemetry/api"
import type { RunningSpan } from "./OpenTelemetry.ts"
import { methodOf } from "./Tracing.ts"

export interface ServerEnd {
  readonly method: string
  readonly route: string
  /** The template: what a caller has written in its place may be a person's number, or a token. */
  readonly path: string
  readonly requestId: string
  /** The answer's status; 499 where nobody waited for one. */
  readonly status: number
  /** What the answer counts as: another status where it broke off after that had left. */
  readonly counted: number
  /** How long ago it ended, where that is told later. */
  readonly agoMillis?: number | undefined
  /** What else is known of it. */
  readonly attributes?: Attributes
}

export const endServerSpan = (span: RunningSpan, end: ServerEnd): void => {
  const { agoMillis, attributes, counted, method, path, requestId, route, status } = end
  const failed = counted >= 500
  const known = methodOf(method)
  span.end({
    ...agoMillis === undefined ? {} : { agoMillis },
    failed,
    name: `${known === "_OTHER" ? "HTTP" : known} ${route}`,
    attributes: {
      "http.route": route,
      "url.path": path,
      "gapura.request.id": requestId,
      ...attributes,
      ...status === 499 ? { "gapura.interrupted": true } : { "http.response.status_code": status },
      // A server has failed from 500 on; below it the caller has (OpenTelemetry's conventions for HTTP).
      ...failed ? { "error.type": String(counted) } : {}
    }
  })
}
