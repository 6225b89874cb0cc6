/**
 * What the span of a request, or of an entry that was read for one, says when it ends: names, templates, statuses and
 * codes of what its exchange has learnt.
 */
import { gatewayPrefix } from "../domain/Address.ts"
import type { CircuitState } from "../domain/CircuitState.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import type { RunningSpan } from "../telemetry/OpenTelemetry.ts"
import { endServerSpan } from "../telemetry/ServerSpan.ts"
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

/** @param door the template of the door, where the address led to nothing */
const endRequest = (
  span: RunningSpan,
  exchange: Exchange,
  door: string,
  { agoMillis, code, counted, status }: SpanEnd,
  circuit: (agency: string) => CircuitState
): void => {
  const { method, requestId, route } = exchange
  endServerSpan(span, {
    method,
    route: route === "" ? door : route,
    path: route === "" ? door : `${gatewayPrefix}/${route}`,
    requestId,
    status,
    counted,
    agoMillis,
    attributes: { ...endpointOf(exchange, circuit), ...code === null ? {} : { "gapura.error.code": code } }
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
    ...agoMillis === undefined ? {} : { agoMillis },
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
