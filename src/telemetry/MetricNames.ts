/**
 * Every metric of the gateway: its OpenTelemetry name, unit and meaning, and its name in Prometheus.
 *
 * One table feeds both exporters; the alert rules are checked against it. OpenTelemetry's semantic conventions name
 * what they know, the rest is `gapura.*`. Prometheus names follow the conventional translation: dots become
 * underscores, the unit is spelt out, a counter ends in `_total`.
 */
import { auditMetricNames } from "./AuditMetricNames.ts"
import { liveMetricNames } from "./LiveMetricNames.ts"
import type { MetricName } from "./MetricName.ts"
import { processMetricNames } from "./ProcessMetricNames.ts"

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
    description: "Time from a request to its answer, by method, route, status and agency, with the scheme of BASE_URL"
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
  activeRequests: {
    id: "http.server.active_requests",
    prometheus: "http_server_active_requests",
    unit: "{request}",
    description: "Requests in progress, of data and pages that have to be made"
  },
  connections: {
    id: "gapura.http.connections",
    prometheus: "gapura_http_connections",
    unit: "{connection}",
    description: "Connections of callers that are open"
  },
  ready: {
    id: "gapura.ready",
    prometheus: "gapura_ready",
    unit: "1",
    description: "1 while the gateway takes traffic, as /health/ready says",
    workers: "min"
  },
  clientDuration: {
    id: "http.client.request.duration",
    prometheus: "http_client_request_duration_seconds",
    unit: "s",
    description: "Time of each attempt at an agency, from its connection on, by status and kind of fault"
  },
  agencyConnections: {
    id: "http.client.open_connections",
    prometheus: "http_client_open_connections",
    unit: "{connection}",
    description: "Connections to an agency, by state; from its first call on"
  },
  agencyConnectionsLimit: {
    id: "gapura.agency.connections.limit",
    prometheus: "gapura_agency_connections_limit",
    unit: "{connection}",
    description: "Connections that there may be to an agency, as the registry says"
  },
  agencyWaiting: {
    id: "gapura.agency.waiting",
    prometheus: "gapura_agency_waiting",
    unit: "{call}",
    description: "Calls that wait for a connection to an agency"
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
    description: "Requests sent to an agency, retries included",
    going: "http_client_request_duration_seconds_count"
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
  agencyTlsExpiry: {
    id: "gapura.agency.tls.expiry.timestamp",
    prometheus: "gapura_agency_tls_expiry_timestamp_seconds",
    unit: "s",
    description:
      "When the gateway's certificate for an agency expires, in seconds since 1970; absent without one, 0 where it was taken away",
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
    description: "Access tokens the limiter keeps count of, and their applications"
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
  redisDuration: {
    id: "db.client.operation.duration",
    prometheus: "db_client_operation_duration_seconds",
    unit: "s",
    description: "Time from a command to Redis to its answer, by what it is for, command and error; absent without REDIS_URL"
  },
  databaseConnections: {
    id: "db.client.connection.count",
    prometheus: "db_client_connection_count",
    unit: "{connection}",
    description: "Sessions of the pool to PostgreSQL that are lent; absent without PostgreSQL"
  },
  databaseConnectionsMax: {
    id: "db.client.connection.max",
    prometheus: "db_client_connection_max",
    unit: "{connection}",
    description: "Sessions that the pool to PostgreSQL may have; absent without PostgreSQL"
  },
  databaseWaiting: {
    id: "db.client.connection.pending_requests",
    prometheus: "db_client_connection_pending_requests",
    unit: "{request}",
    description: "Who waits for a session of the pool to PostgreSQL; absent without PostgreSQL"
  },
  databaseListening: {
    id: "gapura.database.listening",
    prometheus: "gapura_database_listening",
    unit: "1",
    description: "1 while PostgreSQL tells this gateway at once what others change (LISTEN); absent without PostgreSQL",
    workers: "min"
  },
  databaseUp: {
    id: "gapura.database.up",
    prometheus: "gapura_database_up",
    unit: "1",
    description: "1 while access data can be read from the database, 0 while the gateway lives from what it knows",
    workers: "min"
  },
  graceLeft: {
    id: "gapura.database.grace.left",
    prometheus: "gapura_database_grace_left_seconds",
    unit: "s",
    description: "For how much longer tokens are believed if the database stays as it is: DATABASE_GRACE while it can be read",
    workers: "min"
  },
  accessTokens: {
    id: "gapura.access.tokens",
    prometheus: "gapura_access_tokens",
    unit: "{token}",
    description: "Valid access tokens that this gateway has in memory",
    workers: "max"
  },
  gateways: {
    id: "gapura.gateways",
    prometheus: "gapura_gateways",
    unit: "{gateway}",
    description: "Live gateways on this database, workers counted as such",
    workers: "max"
  },
  circuitTransitions: {
    id: "gapura.circuit.transitions",
    prometheus: "gapura_circuit_transitions_total",
    unit: "{transition}",
    description: "Changes of an agency's circuit, by the state it entered; absent until the first"
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
  cacheLimit: {
    id: "gapura.cache.limit",
    prometheus: "gapura_cache_limit_bytes",
    unit: "By",
    description: "Bytes that stored copies may have in memory"
  },
  cacheEvictions: {
    id: "gapura.cache.evictions",
    prometheus: "gapura_cache_evictions_total",
    unit: "{entry}",
    description: "Stored copies that gave way to others for want of room"
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
  ...auditMetricNames,
  ...liveMetricNames,
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
    description: "Fields that an agency had never sent before on an endpoint, by dataset; absent until there is one"
  },
  linkableRows: {
    id: "gapura.linkage.rows",
    prometheus: "gapura_linkage_rows_total",
    unit: "{row}",
    description: "Masked rows of aggregates that could be joined across entries, by what was done about it; absent until there is one"
  },
  ...processMetricNames
} as const satisfies Record<string, MetricName>
