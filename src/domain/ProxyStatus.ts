/** `Proxy-Status` (RFC 9209): why the gateway could not pass on an answer, without names or addresses. */
import type { GatewayError } from "./GatewayError.ts"

/** Of a 503 that is the gateway's own: nobody was asked. */
export const ownRefusal = "gapura; error=proxy_internal_response"

/** Undefined where the error is no 502, 503 or 504. */
export const proxyStatusOf = (error: GatewayError): string | undefined => {
  switch (error._tag) {
    case "Overloaded":
      return error.proxyError === undefined ? ownRefusal : `gapura; error=${error.proxyError}`
    case "CircuitOpen":
      return "gapura; error=destination_unavailable; details=\"circuit open\""
    case "AgencyUnavailable":
    case "AgencyTimeout":
      return `gapura; error=${error.proxyError}${error.agencyStatus === null ? "" : `; received-status=${error.agencyStatus}`}`
    default:
      return undefined
  }
}
