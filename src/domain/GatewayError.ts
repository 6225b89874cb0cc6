/**
 * Everything a data route can answer instead of data, each error with its problem code and HTTP status.
 *
 * `detail` is shown to callers: it never holds an agency's address, a stack, a token or personal data.
 */
import { Schema } from "effect"
import { Detail } from "./Detail.ts"
import { type ProblemCode, problems } from "./Problem.ts"

const status = (code: ProblemCode) => ({ httpApiStatus: problems[code].status })

/** What the gateway knows of the agency when it gives up: for the audit record and `Proxy-Status` (RFC 9209). */
const agencyFields = {
  detail: Detail,
  /** Calls made to the agency before giving up. */
  attempts: Schema.Int,
  /** The agency's last status, null when it never answered. */
  agencyStatus: Schema.NullOr(Schema.Int)
}

/** The same of what was turned away here, on the way to an agency: absent where it never got there. */
const maybeCalled = {
  attempts: Schema.optionalKey(Schema.Int),
  agencyStatus: Schema.optionalKey(Schema.NullOr(Schema.Int))
}

/** Error types of RFC 9209, section 2.3, that agencies cause. */
export const ProxyErrorType = Schema.Literals([
  "dns_error",
  "connection_refused",
  "connection_terminated",
  "connection_timeout",
  "connection_limit_reached",
  "destination_unavailable",
  "destination_ip_prohibited",
  "http_protocol_error",
  "http_response_incomplete",
  "http_response_timeout",
  "http_response_body_size",
  "http_response_content_coding",
  "http_request_error",
  "proxy_internal_response",
  "tls_certificate_error",
  "tls_protocol_error"
])
export type ProxyErrorType = typeof ProxyErrorType.Type

export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", {
  detail: Detail
}, status("bad-request")) {
  readonly code = "bad-request" as const
}

/** A question compares, sorts or groups by what is masked. */
export class MaskedField extends Schema.TaggedError<MaskedField>()("MaskedField", {
  detail: Detail
}, status("masked-field")) {
  readonly code = "masked-field" as const
}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  detail: Detail,
  /** RFC 6750 section 3.1: no error code when the request carried no token at all. */
  reason: Schema.Literals(["absent", "invalid"])
}, status("unauthorized")) {
  readonly code = "unauthorized" as const
}

export class ScopeMissing extends Schema.TaggedError<ScopeMissing>()("ScopeMissing", {
  detail: Detail,
  scope: Schema.String
}, status("scope-missing")) {
  readonly code = "scope-missing" as const
}

export class PrivateEndpoint extends Schema.TaggedError<PrivateEndpoint>()("PrivateEndpoint", {
  detail: Detail
}, status("private-endpoint")) {
  readonly code = "private-endpoint" as const
}

export class LinkageRefused extends Schema.TaggedError<LinkageRefused>()("LinkageRefused", {
  detail: Detail
}, status("linkage-refused")) {
  readonly code = "linkage-refused" as const
}

export class NotRegistered extends Schema.TaggedError<NotRegistered>()("NotRegistered", {
  detail: Detail
}, status("not-registered")) {
  readonly code = "not-registered" as const
}

export class NotFoundAtAgency
  extends Schema.TaggedError<NotFoundAtAgency>()("NotFoundAtAgency", agencyFields, status("not-found-at-agency"))
{
  readonly code = "not-found-at-agency" as const
}

/** The agency refused the caller's parameters (400 or 422); `detail` has its own message, masked. */
export class RefusedByAgency extends Schema.TaggedError<RefusedByAgency>()("RefusedByAgency", agencyFields, status("bad-request")) {
  readonly code = "bad-request" as const
}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  detail: Detail,
  allow: Schema.String
}, status("method-not-allowed")) {
  readonly code = "method-not-allowed" as const
}

export class NotAcceptable extends Schema.TaggedError<NotAcceptable>()("NotAcceptable", {
  detail: Detail
}, status("not-acceptable")) {
  readonly code = "not-acceptable" as const
}

export class Gone extends Schema.TaggedError<Gone>()("Gone", {
  detail: Detail,
  successor: Schema.NullOr(Schema.String)
}, status("gone")) {
  readonly code = "gone" as const
}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {
  detail: Detail
}, status("payload-too-large")) {
  readonly code = "payload-too-large" as const
}

/** The caller expects of us what nobody knows (RFC 9110, section 10.1.1). */
export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()("ExpectationFailed", {
  detail: Detail
}, status("expectation-failed")) {
  readonly code = "expectation-failed" as const
}

/** The caller took too long to send its request. */
export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("RequestTimeout", {
  detail: Detail
}, status("request-timeout")) {
  readonly code = "request-timeout" as const
}

export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()("HeadersTooLarge", {
  detail: Detail
}, status("headers-too-large")) {
  readonly code = "headers-too-large" as const
}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  detail: Detail
}, status("unsupported-media-type")) {
  readonly code = "unsupported-media-type" as const
}

export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  detail: Detail,
  retryAfterSeconds: Schema.Int
}, status("quota-exceeded")) {
  readonly code = "quota-exceeded" as const
}

export class AgencyUnavailable extends Schema.TaggedError<AgencyUnavailable>()("AgencyUnavailable", {
  ...agencyFields,
  proxyError: ProxyErrorType,
  /** The agency limits its callers, and said for how long. */
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}, status("agency-unavailable")) {
  readonly code = "agency-unavailable" as const
}

export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", {
  detail: Detail,
  retryAfterSeconds: Schema.Int,
  ...maybeCalled
}, status("circuit-open")) {
  readonly code = "circuit-open" as const
}

export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  detail: Detail,
  retryAfterSeconds: Schema.Int,
  /** On the way to an agency: what there was no room for. */
  proxyError: Schema.optionalKey(ProxyErrorType),
  ...maybeCalled
}, status("overloaded")) {
  readonly code = "overloaded" as const
}

export class AgencyTimeout extends Schema.TaggedError<AgencyTimeout>()("AgencyTimeout", {
  ...agencyFields,
  proxyError: ProxyErrorType
}, status("agency-timeout")) {
  readonly code = "agency-timeout" as const
}

/** A fault of the gateway's own; its cause goes to the log, never to the caller. */
export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", {
  detail: Detail
}, status("internal-error")) {
  readonly code = "internal-error" as const
}

/** Whole seconds after which it is worth to ask again, where that is known. */
export const retryAfterOf = (error: GatewayError): number | undefined => "retryAfterSeconds" in error ? error.retryAfterSeconds : undefined

export type GatewayError =
  | BadRequest
  | Unauthorized
  | ScopeMissing
  | PrivateEndpoint
  | LinkageRefused
  | NotRegistered
  | NotFoundAtAgency
  | RefusedByAgency
  | MethodNotAllowed
  | MaskedField
  | NotAcceptable
  | Gone
  | PayloadTooLarge
  | ExpectationFailed
  | RequestTimeout
  | HeadersTooLarge
  | UnsupportedMediaType
  | QuotaExceeded
  | AgencyUnavailable
  | CircuitOpen
  | Overloaded
  | AgencyTimeout
  | InternalError
