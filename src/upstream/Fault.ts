/**
 * Why one attempt at an agency failed, before the retries have had their say.
 *
 * A plain value rather than an error: attempts fail on the hot path, and only the last failure of a call becomes a
 * `GatewayError`. Nothing of the cause survives here, so no address, port or stack can reach a caller.
 */
import { AgencyTimeout, AgencyUnavailable, NotFoundAtAgency, type ProxyErrorType } from "../domain/GatewayError.ts"

export interface Fault {
  readonly kind: "unavailable" | "timeout" | "absent"
  readonly proxyError: ProxyErrorType
  readonly detail: string
  /** The agency's status, null when its headers never came. */
  readonly agencyStatus: number | null
  /** A GET that failed this way may be tried again. */
  readonly retryable: boolean
  /** Whether a connection was asked for: an attempt that was turned away inside the gateway is none. */
  readonly attempted: boolean
  /** How long the agency wants to be left alone. */
  readonly retryAfterSeconds?: number
}

const fault = (
  proxyError: ProxyErrorType,
  detail: string,
  options: Partial<Fault> = {}
): Fault => ({ kind: "unavailable", proxyError, detail, agencyStatus: null, retryable: false, attempted: true, ...options })

const transient = { retryable: true } as const
const late = { kind: "timeout", retryable: true } as const

export const faults = {
  dns: fault("dns_error", "The agency's server could not be found.", transient),
  refused: fault("connection_refused", "The agency's server refused the connection.", transient),
  terminated: fault("connection_terminated", "The agency's server closed the connection before it answered.", transient),
  unreachable: fault("destination_unavailable", "The agency's server could not be reached.", transient),
  certificate: fault("tls_certificate_error", "The agency's server did not present a certificate that can be trusted."),
  tls: fault("tls_protocol_error", "No secure connection to the agency's server could be made."),
  connectTimeout: fault("connection_timeout", "No connection to the agency's server could be made in time.", late),
  answerTimeout: fault("http_response_timeout", "The agency's server did not answer completely in time.", late),
  queueTimeout: fault("destination_unavailable", "All connections to the agency's server were in use for too long.", {
    kind: "timeout",
    attempted: false
  }),
  queueFull: fault("destination_unavailable", "Too many calls are already waiting for the agency's server.", { attempted: false }),
  exhausted: fault("destination_unavailable", "The gateway has no connection left to call the agency's server with.", { attempted: false }),
  streamsFull: fault("destination_unavailable", "Too many large answers of the agency's server are already on their way.", { attempted: false }),
  protocol: fault("http_protocol_error", "The agency's server gave an answer that is not valid HTTP."),
  incomplete: fault("http_response_incomplete", "The agency's server broke off its answer.", transient),
  tooLarge: fault("http_response_body_size", "The agency's answer is larger than this endpoint allows."),
  coding: fault("http_response_content_coding", "The agency's answer is compressed in a way that cannot be undone."),
  mediaType: fault("http_protocol_error", "The agency's server answered with something other than JSON."),
  empty: fault("http_protocol_error", "The agency's server answered without any data."),
  partial: fault("http_response_incomplete", "The agency's server answered with a part of its data, which nobody asked for."),
  redirect: fault("http_protocol_error", "The agency's server answered with a redirect, which is never followed."),
  credentials: fault("destination_unavailable", "The agency's server did not accept the gateway's own credentials."),
  throttled: fault("destination_unavailable", "The agency's server is limiting the gateway's calls."),
  status: fault("destination_unavailable", "The agency's server answered with an error."),
  statusTransient: fault("destination_unavailable", "The agency's server answered with an error.", transient),
  absent: fault("destination_unavailable", "The agency's server has no such data.", { kind: "absent" }),
  forbidden: fault("destination_ip_prohibited", "The agency's server is at an address that the gateway does not call."),
  misconfigured: fault("proxy_internal_response", "The gateway is not configured to call this agency.", { attempted: false })
} as const satisfies Record<string, Fault>

export const withStatus = (self: Fault, agencyStatus: number | null): Fault =>
  agencyStatus === null ? self : { ...self, agencyStatus }

const byCode: ReadonlyMap<string, Fault> = new Map([
  ["ENOTFOUND", faults.dns],
  ["EAI_AGAIN", faults.dns],
  ["EAI_FAIL", faults.dns],
  ["EAI_NODATA", faults.dns],
  ["ECONNREFUSED", faults.refused],
  ["ECONNRESET", faults.terminated],
  ["ECONNABORTED", faults.terminated],
  ["EPIPE", faults.terminated],
  ["UND_ERR_SOCKET", faults.terminated],
  ["UND_ERR_CLOSED", faults.terminated],
  ["UND_ERR_DESTROYED", faults.terminated],
  ["ETIMEDOUT", faults.connectTimeout],
  ["UND_ERR_CONNECT_TIMEOUT", faults.connectTimeout],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", faults.incomplete],
  ["UND_ERR_HEADERS_OVERFLOW", faults.protocol],
  // What this machine lacks says nothing about the agency.
  ["EMFILE", faults.exhausted],
  ["ENFILE", faults.exhausted],
  ["EADDRNOTAVAIL", faults.exhausted],
  ["ENOBUFS", faults.exhausted],
  ["EPROTO", faults.tls],
  ["EADDRESSREFUSED", faults.forbidden]
])

const codeOf = (error: Error): string => "code" in error && typeof error.code === "string" ? error.code : ""

const isTlsCode = (code: string): boolean => code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS")

/** OpenSSL's verification codes have no common prefix; all of them are about the certificate. */
const isCertificateCode = (code: string): boolean =>
  code === "ERR_TLS_CERT_ALTNAME_INVALID" || code.includes("CERT") || code.startsWith("UNABLE_TO_") || code.includes("SIGNATURE")

/** What a connection's error means, given how far the answer had come. */
export const fromError = (error: Error, headersSeen: boolean): Fault => {
  const code = codeOf(error)
  // llhttp's errors carry no usable code in undici 8; an end in the middle of a chunk is told by its text alone.
  if (error.name === "HTTPParserError") return headersSeen && error.message.includes("EOF") ? faults.incomplete : faults.protocol
  const known = byCode.get(code)
  if (known === faults.terminated && headersSeen) return faults.incomplete
  // undici also calls it a wrong length when it stopped inside headers that named one.
  if (known === faults.incomplete && !headersSeen) return faults.protocol
  if (known !== undefined) return known
  if (isCertificateCode(code)) return faults.certificate
  if (isTlsCode(code)) return faults.tls
  return faults.unreachable
}

/** An agency that asks for more time than this is answered for with this. */
const longestWaitSeconds = 3_600

/** `Retry-After` in seconds (RFC 9110, section 10.2.3); its date form is rare and told to nobody. */
const throttled = (retryAfter: string | undefined): Fault =>
  retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter)
    ? { ...faults.throttled, retryAfterSeconds: Math.min(Math.max(1, Number(retryAfter)), longestWaitSeconds) }
    : faults.throttled

/** What a status that carries no data means; undefined for 2xx, 400 and 422, which do. */
export const fromStatus = (status: number, retryAfter: string | undefined): Fault | undefined => {
  if (status < 300) return status === 204 || status === 205 ? faults.empty : status === 206 ? faults.partial : undefined
  switch (status) {
    case 400:
    case 422:
      return undefined
    case 401:
    case 403:
      return faults.credentials
    case 404:
    case 410:
      return faults.absent
    case 429:
      return throttled(retryAfter)
    case 502:
    case 503:
    case 504:
      return faults.statusTransient
    default:
      return status < 400 ? faults.redirect : faults.status
  }
}

/** The error that a call fails with when this was its last attempt. */
export const toError = (self: Fault, attempts: number): AgencyUnavailable | AgencyTimeout | NotFoundAtAgency => {
  const { agencyStatus, detail, proxyError, retryAfterSeconds } = self
  switch (self.kind) {
    case "absent":
      return new NotFoundAtAgency({ detail, attempts, agencyStatus })
    case "timeout":
      return new AgencyTimeout({ detail, attempts, agencyStatus, proxyError })
    case "unavailable":
      return new AgencyUnavailable({ detail, attempts, agencyStatus, proxyError, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
  }
}
