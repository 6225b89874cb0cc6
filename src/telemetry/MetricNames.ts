/**
 * Every metric of the gateway: its OpenTelemetry name, unit and meaning, and its name in Prometheus.
 *
 * One table feeds both exporters; the alert rules are checked against it. OpenTelemetry's semantic conventions name
 * what they know, the rest is `gapura.*`. Prometheus names follow the conventional translation: dots become
 * underscores, the unit is spelt out, a counter ends in `_total`.
 */
export interface MetricName {
  readonly id: string
  readonly prometheus: string
  readonly unit: string
  readonly description: string
  /** Of a gauge: what becomes of the values of several workers, where they are not added. */
  readonly workers?: "max" | "min"
}

export const metricNames = {
  workers: {
    id: "gapura.workers",
    prometheus: "gapura_workers",
    unit: "{worker}",
    description: "Workers that run, of those that WORKERS asks for; absent where it asks for one"
  },
  workersWanted: {
    id: "gapura.workers.wanted",
    prometheus: "gapura_workers_wanted",
    unit: "{worker}",
    description: "Workers that WORKERS asks for; absent where it asks for one"
  },
  workersEnded: {
    id: "gapura.workers.ended",
    prometheus: "gapura_workers_ended_total",
    unit: "{worker}",
    description: "Workers that ended while the gateway went on; absent where WORKERS asks for one"
  },
  requestDuration: {
    id: "http.server.request.duration",
    prometheus: "http_server_request_duration_seconds",
    unit: "s",
    description: "Time from a request to its answer, by method, route, status and agency"
  },
  requests: {
    id: "gapura.requests",
    prometheus: "gapura_requests_total",
    unit: "{request}",
    description: "Answered requests, by agency, status and cache result"
  },
  agencyRequestDuration: {
    id: "gapura.agency.request.duration",
    prometheus: "gapura_agency_request_duration_seconds",
    unit: "s",
    description: "Time from a request to its answer, by agency, in finer steps, without what was turned away for want of room"
  },
  agencyCallDuration: {
    id: "gapura.agency.call.duration",
    prometheus: "gapura_agency_call_duration_seconds",
    unit: "s",
    description: "Time of a whole call to an agency, retries included, by outcome"
  },
  agencyAttempts: {
    id: "gapura.agency.attempts",
    prometheus: "gapura_agency_attempts_total",
    unit: "{attempt}",
    description: "Requests sent to an agency, retries included"
  },
  overloaded: {
    id: "gapura.overloaded",
    prometheus: "gapura_overloaded",
    unit: "1",
    description: "1 while requests are turned away because the event loop is behind or the heap close to its cap",
    workers: "max"
  },
  shed: {
    id: "gapura.shed",
    prometheus: "gapura_shed_total",
    unit: "{request}",
    description: "Requests and pages turned away, by reason: the event loop was late, the heap full, or too many were there at once"
  },
  tlsFailing: {
    id: "gapura.tls.failing",
    prometheus: "gapura_tls_failing",
    unit: "1",
    description: "1 while TLS_CERT_FILE and TLS_KEY_FILE cannot be used, so that the certificate before them stays; absent without TLS",
    workers: "max"
  },
  tlsExpiry: {
    id: "gapura.tls.expiry.timestamp",
    prometheus: "gapura_tls_expiry_timestamp_seconds",
    unit: "s",
    description: "When the certificate that is in use expires, in seconds since 1970; absent without TLS",
    workers: "min"
  },
  limiterRefused: {
    id: "gapura.limiter.refused",
    prometheus: "gapura_limiter_refused_total",
    unit: "{request}",
    description: "Requests refused because their token had spent its quota"
  },
  limiterTokens: {
    id: "gapura.limiter.tokens",
    prometheus: "gapura_limiter_tokens",
    unit: "{token}",
    description: "Access tokens the limiter keeps count of"
  },
  clockOffset: {
    id: "gapura.clock.offset",
    prometheus: "gapura_clock_offset_seconds",
    unit: "s",
    description: "How far this gateway's clock is ahead of PostgreSQL's; absent without PostgreSQL",
    workers: "max"
  },
  redisUp: {
    id: "gapura.redis.up",
    prometheus: "gapura_redis_up",
    unit: "1",
    description: "1 while gateways share their limits through Redis, 0 while each gives its own share; absent without REDIS_URL",
    workers: "min"
  },
  circuitTransitions: {
    id: "gapura.circuit.transitions",
    prometheus: "gapura_circuit_transitions_total",
    unit: "{transition}",
    description: "Changes of an agency's circuit, by the state it entered"
  },
  circuitState: {
    id: "gapura.circuit.state",
    prometheus: "gapura_circuit_state",
    unit: "1",
    description: "1 for the state an agency's circuit is in, 0 for the others; absent until it first changes",
    workers: "max"
  },
  cacheEntries: {
    id: "gapura.cache.entries",
    prometheus: "gapura_cache_entries",
    unit: "{entry}",
    description: "Stored copies"
  },
  cacheSize: {
    id: "gapura.cache.size",
    prometheus: "gapura_cache_size_bytes",
    unit: "By",
    description: "Bytes of stored copies in memory"
  },
  registryInfo: {
    id: "gapura.registry.info",
    prometheus: "gapura_registry_info",
    unit: "1",
    description: "1, with the hash of the registry that this gateway serves",
    workers: "max"
  },
  registries: {
    id: "gapura.registries",
    prometheus: "gapura_registries",
    unit: "{registry}",
    description: "Different registries that live gateways on this database serve; 1 where they agree",
    workers: "max"
  },
  auditBacklog: {
    id: "gapura.audit.backlog",
    prometheus: "gapura_audit_backlog",
    unit: "{record}",
    description: "Audit records that wait to be loaded into the database"
  },
  auditFailing: {
    id: "gapura.audit.failing",
    prometheus: "gapura_audit_failing",
    unit: "1",
    description: "1 while audit records cannot be kept, so that private data is refused",
    workers: "max"
  },
  auditLost: {
    id: "gapura.audit.lost",
    prometheus: "gapura_audit_lost_total",
    unit: "{record}",
    description: "Audit records of public answers that found room neither on disk nor in memory"
  },
  maskedValues: {
    id: "gapura.masked.values",
    prometheus: "gapura_masked_values_total",
    unit: "{value}",
    description: "Values of personal data masked, by agency"
  },
  newFields: {
    id: "gapura.fields.new",
    prometheus: "gapura_fields_new_total",
    unit: "{field}",
    description: "Fields that an agency had never sent before on an endpoint, by dataset"
  },
  linkableRows: {
    id: "gapura.linkage.rows",
    prometheus: "gapura_linkage_rows_total",
    unit: "{row}",
    description: "Masked rows of aggregates that could be joined across entries, by what was done about it"
  }
} as const satisfies Record<string, MetricName>
