/**
 * What the span of a request, or of an entry that was read for one, says when it ends: names, templates, statuses and
 * codes of what its exchange has learnt.
 */
import { gatewayPrefix } from "../domain/Address.ts"
import type { CircuitState } from "../domain/CircuitState.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import type { RunningSpan } from "../telemetry/OpenTelemetry.ts"
import { methodOf } from "../telemetry/Tracing.ts"
import type { Exchange } from "./Exchange.ts"

export interface SpanEnd {
  /** The answer's status; 499 where nobody waited for one. */
  readonly status: number
  readonly code: ProblemCode | null
  /** What the answer counts as: another status where it broke off after that had left. */
  readonly counted: number
  /** How long ago it ended, where it is recorded later. */
  readonly agoMillis: number | undefined
}

/** What is known of whichever endpoint it reached. */
const endpointOf = ({ cache, endpoint }: Exchange, circuit: (agency: string) => CircuitState) => ({
  ...cache === null ? {} : { "gapura.cache": cache },
  ...endpoint === undefined ? {} : {
    "gapura.agency": endpoint.agency.slug,
    "gapura.dataset": endpoint.dataset.slug,
    "gapura.circuit.state": circuit(endpoint.agency.slug)
  }
})

const after = (agoMillis: number | undefined) => agoMillis === undefined ? {} : { agoMillis }

/** @param door the template of the door, where the address led to nothing */
const endRequest = (
  span: RunningSpan,
  exchange: Exchange,
  door: string,
  { agoMillis, code, counted, status }: SpanEnd,
  circuit: (agency: string) => CircuitState
): void => {
  const { method, requestId, route } = exchange
  const isLeft = status === 499
  const failed = counted >= 500
  const known = methodOf(method)
  span.end({
    ...after(agoMillis),
    failed,
    name: `${known === "_OTHER" ? "HTTP" : known} ${route === "" ? door : route}`,
    attributes: {
      "http.route": route === "" ? door : route,
      // The template: what a caller has written in its place may be a person's number, or a token.
      "url.path": route === "" ? door : `${gatewayPrefix}/${route}`,
      "gapura.request.id": requestId,
      ...endpointOf(exchange, circuit),
      ...isLeft ? { "gapura.interrupted": true } : { "http.response.status_code": status },
      ...code === null ? {} : { "gapura.error.code": code },
      // A server has failed from 500 on; below it the caller has (OpenTelemetry's conventions for HTTP).
      ...failed ? { "error.type": String(counted) } : {}
    }
  })
}

const endEntry = (
  span: RunningSpan,
  exchange: Exchange,
  { agoMillis, code, counted, status }: SpanEnd,
  circuit: (agency: string) => CircuitState
): void => {
  const { requestId, route } = exchange
  const failed = counted >= 500
  span.end({
    ...after(agoMillis),
    failed,
    name: route === "" ? "entry" : `entry ${route}`,
    attributes: {
      ...route === "" ? {} : { "http.route": route },
      "gapura.request.id": requestId,
      ...endpointOf(exchange, circuit),
      ...status === 499 ? { "gapura.interrupted": true } : { "gapura.entry.status_code": status },
      ...code === null ? {} : { "gapura.error.code": code },
      ...failed ? { "error.type": String(counted) } : {}
    }
  })
}

/** Ends the exchange's span. Only a sampled one has any. */
export const endSpan = (
  span: RunningSpan,
  exchange: Exchange,
  end: SpanEnd,
  circuit: (agency: string) => CircuitState
): void => exchange.alias === null ? endRequest(span, exchange, exchange.door, end, circuit) : endEntry(span, exchange, end, circuit)
