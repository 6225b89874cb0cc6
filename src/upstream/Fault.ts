/**
 * Why one attempt at an agency failed, before the retries have had their say.
 *
 * A plain value rather than an error: attempts fail on the hot path, and only the last failure of a call becomes a
 * `GatewayError`. Nothing of the cause survives here, so no address, port or stack can reach a caller.
 */
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { Detail } from "../domain/Detail.ts"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { AgencyTimeout, AgencyUnavailable, NotFoundAtAgency, Overloaded, type ProxyErrorType } from "../domain/GatewayError.ts"

export interface Fault {
  /** `overloaded`: the gateway had no room for it, which says nothing about the agency. */
  readonly kind: "unavailable" | "timeout" | "absent" | "overloaded"
  readonly proxyError: ProxyErrorType
  readonly detail: Detail
  /** The agency's status, null when its headers never came. */
  readonly agencyStatus: number | null
  /** A GET that failed this way may be tried again. */
  readonly retryable: boolean
  /** Whether a connection was asked for: an attempt that was turned away inside the gateway is none. */
  readonly attempted: boolean
  /** How long the agency wants to be left alone, or how long until there may be room. */
  readonly retryAfterSeconds?: number
}

const fault = (
  proxyError: ProxyErrorType,
  detail: Detail,
  options: Partial<Fault> = {}
): Fault => ({ kind: "unavailable", proxyError, detail, agencyStatus: null, retryable: false, attempted: true, ...options })

const transient = { retryable: true } as const
const late = { kind: "timeout", retryable: true } as const
const noRoom = { kind: "overloaded", attempted: false } as const

export const faults = {
  dns: fault("dns_error", agencyDetails.dns, transient),
  refused: fault("connection_refused", agencyDetails.refused, transient),
  terminated: fault("connection_terminated", agencyDetails.terminated, transient),
  unreachable: fault("destination_unavailable", agencyDetails.unreachable, transient),
  certificate: fault("tls_certificate_error", agencyDetails.certificate),
  tls: fault("tls_protocol_error", agencyDetails.tls),
  connectTimeout: fault("connection_timeout", agencyDetails.connectTimeout, late),
  answerTimeout: fault("http_response_timeout", agencyDetails.answerTimeout, late),
  queueTimeout: fault("connection_limit_reached", agencyDetails.queueTimeout, noRoom),
  queueFull: fault("connection_limit_reached", agencyDetails.queueFull, noRoom),
  closed: fault("destination_unavailable", agencyDetails.closed, { attempted: false }),
  exhausted: fault("connection_limit_reached", agencyDetails.exhausted, noRoom),
  streamsFull: fault("connection_limit_reached", agencyDetails.streamsFull, { kind: "overloaded" }),
  noMemory: fault("connection_limit_reached", agencyDetails.noMemory, { kind: "overloaded", retryAfterSeconds: 5 }),
  protocol: fault("http_protocol_error", agencyDetails.protocol),
  incomplete: fault("http_response_incomplete", agencyDetails.incomplete, transient),
  tooLarge: fault("http_response_body_size", agencyDetails.tooLarge),
  coding: fault("http_response_content_coding", agencyDetails.coding),
  mediaType: fault("http_protocol_error", agencyDetails.mediaType),
  empty: fault("http_protocol_error", agencyDetails.empty),
  partial: fault("http_response_incomplete", agencyDetails.partial),
  redirect: fault("http_protocol_error", agencyDetails.redirect),
  credentials: fault("destination_unavailable", agencyDetails.credentials),
  throttled: fault("destination_unavailable", agencyDetails.throttled),
  status: fault("destination_unavailable", agencyDetails.status),
  unfit: fault("destination_unavailable", agencyDetails.unfit),
  statusTransient: fault("destination_unavailable", agencyDetails.status, transient),
  absent: fault("destination_unavailable", agencyDetails.absent, { kind: "absent" }),
  forbidden: fault("destination_ip_prohibited", agencyDetails.forbidden),
  misconfigured: fault("proxy_internal_response", agencyDetails.misconfigured, { attempted: false })
} as const satisfies Record<string, Fault>

export const withStatus = (self: Fault, agencyStatus: number | null): Fault => agencyStatus === null ? self : { ...self, agencyStatus }

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
  ["EADDRESSREFUSED", faults.forbidden],
  ["EAGENCYTLS", faults.misconfigured]
])

const isTlsCode = (code: string): boolean => code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS")

/** OpenSSL's verification codes have no common prefix; all of them are about the certificate. */
const isCertificateCode = (code: string): boolean =>
  code === "ERR_TLS_CERT_ALTNAME_INVALID" || code.includes("CERT") || code.startsWith("UNABLE_TO_") || code.includes("SIGNATURE")

/** What a connection's error means, given how far the answer had come. */
export const fromError = (error: Error, headersSeen: boolean): Fault => {
  const code = errorCodeOf(error) ?? ""
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

/** An agency that asks for more time than this is asked again after this. */
const longestWaitSeconds = 60

/**
 * `Retry-After` in whole seconds (RFC 9110, section 10.2.3); undefined where it asks for no time, or for none that can
 * be understood. Its date is taken by the agency's own clock where that is known.
 */
const waitOf = (headers: Headers, nowMillis: number): number | undefined => {
  const retryAfter = headers["retry-after"]
  if (typeof retryAfter !== "string") return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : untilDate(retryAfter, headers["date"], nowMillis)
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) : undefined
}

/** NaN where it is no date in the form that HTTP prefers. */
const untilDate = (retryAfter: string, date: string | ReadonlyArray<string> | undefined, nowMillis: number): number => {
  if (!retryAfter.endsWith(" GMT")) return Number.NaN
  const agencyMillis = typeof date === "string" ? Date.parse(date) : Number.NaN
  return Math.ceil((Date.parse(retryAfter) - (Number.isNaN(agencyMillis) ? nowMillis : agencyMillis)) / 1000)
}

/** Not tried again before that time, and nobody else of its agency either. */
const afterWait = (self: Fault, wait: number | undefined): Fault =>
  wait === undefined ? self : { ...self, retryable: false, retryAfterSeconds: wait }

/** Names in lower case; one that comes twice has several values. */
export type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** What a status that carries no data means; undefined for 2xx, 400 and 422, which do. */
export const fromStatus = (status: number, headers: Headers, nowMillis: number): Fault | undefined => {
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
      return afterWait(faults.throttled, waitOf(headers, nowMillis))
    case 503:
      return afterWait(faults.statusTransient, waitOf(headers, nowMillis))
    case 502:
    case 504:
      return faults.statusTransient
    // It may take the same request a moment later.
    case 408:
    case 425:
      return faults.status
    default:
      return status < 400 ? faults.redirect : status < 500 ? faults.unfit : faults.status
  }
}

/** The error that a call fails with when this was its last attempt. */
export const toError = (self: Fault, attempts: number): AgencyUnavailable | AgencyTimeout | NotFoundAtAgency | Overloaded => {
  const { agencyStatus, detail, proxyError, retryAfterSeconds } = self
  switch (self.kind) {
    case "absent":
      return new NotFoundAtAgency({ detail, attempts, agencyStatus })
    case "timeout":
      return new AgencyTimeout({ detail, attempts, agencyStatus, proxyError })
    case "overloaded":
      return new Overloaded({ detail, retryAfterSeconds: retryAfterSeconds ?? 1, proxyError, attempts, agencyStatus })
    case "unavailable":
      return new AgencyUnavailable({
        detail,
        attempts,
        agencyStatus,
        proxyError,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
      })
  }
}
