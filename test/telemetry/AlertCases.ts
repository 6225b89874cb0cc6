/**
 * What each alert rule is tried on: the metrics of a gateway minute by minute, when the alert has to be silent, when to
 * fire, and when to be over. `promtool` reads it (`Alerts.test.ts`).
 */

/** A gauge: each value for so many minutes. */
export const gauge = (...steps: ReadonlyArray<readonly [value: number | "_", minutes: number]>): string =>
  steps.map(([value, minutes]) => `${value}x${minutes - 1}`).join(" ")

/** A counter: it grows by so much a minute, for so many minutes. */
export const counter = (...steps: ReadonlyArray<readonly [perMinute: number, minutes: number]>): string => {
  let total = 0
  return steps.map(([perMinute, minutes]) => {
    const from = total
    total += perMinute * minutes
    return `${from}+${perMinute}x${minutes - 1}`
  }).join(" ")
}

/** Minute by minute, by series. */
export type Course = Readonly<Record<string, string>>

export interface AlertCase {
  readonly alert: string
  readonly series: Course
  /** Minutes between two evaluations; absent: one. */
  readonly every?: number
  /** Minutes at which nothing has fired yet, although something may have begun. */
  readonly silent: ReadonlyArray<number>
  /** Minute at which it has fired. */
  readonly fires: number
  /** Of what has fired then, beside `severity`. */
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
  /** Minute at which it is over. */
  readonly over: number
}

const one = { job: "gapura", instance: "gapura:9464" }
const job = { job: "gapura" }
const two = { ...one, instance: "gapura-2:9464" }

/** A series as PromQL has it. */
export const named = (name: string, labels: Readonly<Record<string, string>> = {}): string =>
  `${name}{${Object.entries({ ...one, ...labels }).map(([key, value]) => `${key}="${value}"`).join(",")}}`

const answers = (status: number, route = "dinkes/faskes/klinik", agency = "dinkes"): string =>
  named("http_server_request_duration_seconds_count", { http_route: route, http_response_status_code: String(status), agency })
const counted = (status: number, cache: string, agency = "dinkes"): string =>
  named("gapura_requests_total", { agency, http_response_status_code: String(status), cache })
const durations = (le: string): string => named("gapura_agency_request_duration_seconds_bucket", { agency: "dinkes", le })
const disk = (state: "free" | "used"): string => named("system_filesystem_usage_bytes", { system_filesystem_state: state })

/** Good for 10 minutes, bad for 20, good for 30. */
const spell = (good: number, bad: number): string => gauge([good, 10], [bad, 20], [good, 30])

/** One gauge is enough to tell. */
const gaugeCase = (
  alert: string,
  metric: string,
  [good, bad]: readonly [number, number],
  summary: string,
  /** Minutes that it has to last. */
  lasts: number
): AlertCase => ({
  alert,
  series: { [named(metric)]: spell(good, bad) },
  silent: lasts === 0 ? [9] : [9, 9 + lasts],
  fires: 11 + lasts,
  labels: one,
  summary,
  over: 32
})

export const alertCases: ReadonlyArray<AlertCase> = [
  {
    alert: "ErrorBudgetBurnsFast",
    // What callers do wrong, and pages, are in neither figure.
    series: {
      [answers(200)]: counter([540, 150]),
      [answers(502)]: counter([0, 60], [60, 40], [0, 50]),
      [answers(401, "unmatched", "none")]: counter([60_000, 150]),
      [answers(200, "/portal", "none")]: counter([60_000, 150])
    },
    silent: [59, 64],
    fires: 90,
    labels: job,
    summary: "4.853% of an hour's requests failed: so a month's errors are used up in two days.",
    over: 110
  },
  {
    alert: "ErrorBudgetBurns",
    every: 5,
    series: { [answers(200)]: counter([990, 900]), [answers(503)]: counter([0, 400], [10, 350], [0, 150]) },
    silent: [399, 420],
    fires: 740,
    labels: job,
    summary: "0.9321% of six hours' requests failed: so a month's errors are used up in five days.",
    over: 790
  },
  {
    alert: "ErrorBudgetShrinks",
    every: 60,
    series: { [answers(200)]: counter([998, 7_200]), [answers(504)]: counter([0, 1_440], [2, 4_320], [0, 1_440]) },
    silent: [1_439, 2_000],
    fires: 5_700,
    labels: job,
    summary: "0.1945% of three days' requests failed: more than one in a thousand.",
    over: 6_200
  },
  {
    alert: "NoAnswers",
    series: {
      [answers(200)]: counter([60, 10], [0, 20], [60, 30]),
      [answers(503, "unmatched", "none")]: counter([0, 10], [60, 20], [0, 30]),
      // Pages that are still there are no answer.
      [answers(200, "/portal/status", "none")]: counter([60, 60])
    },
    silent: [9, 12],
    fires: 16,
    labels: job,
    summary: "No request for data is answered: 1 a second fail, none succeeds.",
    over: 33
  },
  {
    alert: "NoGatewayReady",
    // Neither is there before the scrape that fails, nor is it ready.
    series: { [named("gapura_ready")]: gauge([1, 10], [0, 20], [1, 30]), [named("gapura_ready", two)]: gauge([1, 5], ["_", 30], [1, 25]) },
    silent: [9, 10],
    fires: 12,
    labels: {},
    summary: "No gateway takes traffic: none is ready, or none answers Prometheus.",
    over: 32
  },
  gaugeCase("GatewayDown", "up", [1, 0], "gapura:9464 does not answer on its management listener.", 1),
  gaugeCase("GatewayNotReady", "gapura_ready", [1, 0], "gapura:9464 runs and is not ready.", 5),
  {
    alert: "GatewayRestarts",
    series: { [named("process_uptime_seconds")]: "600+60x9 5+60x4 5+60x4 5+60x120" },
    silent: [9, 19],
    fires: 21,
    labels: one,
    summary: "gapura:9464 was started 3 times within an hour.",
    over: 75
  },
  gaugeCase(
    "GatewayOverloaded",
    "gapura_overloaded",
    [0, 1],
    "gapura:9464 turns requests away: its processor or its heap is not enough for what is asked.",
    2
  ),
  {
    alert: "SlowRequests",
    series: {
      [durations("0.512")]: counter([100, 10], [0, 30], [100, 30]),
      [durations("2.048")]: counter([100, 10], [50, 30], [100, 30]),
      [durations("8.192")]: counter([100, 70]),
      [durations("+Inf")]: counter([100, 70])
    },
    silent: [9, 18],
    fires: 35,
    labels: {},
    summary: "One request in twenty takes longer than 7.578s.",
    over: 46
  },
  {
    alert: "LimiterRefuses",
    series: {
      [named("gapura_limiter_refused_total")]: counter([0, 10], [50, 30], [0, 30]),
      [counted(200, "miss")]: counter([60, 70]),
      [counted(429, "none", "none")]: counter([40, 70])
    },
    silent: [9, 18],
    fires: 35,
    labels: one,
    summary: "50% of all requests are refused by the rate limit.",
    over: 46
  },
  {
    // Refused are more than were counted: a new series begins with what it counted already, and nobody sees that rise.
    alert: "LimiterRefuses",
    series: {
      [named("gapura_limiter_refused_total")]: counter([0, 10], [50, 30], [0, 30]),
      [counted(200, "miss")]: counter([4, 70])
    },
    silent: [9, 18],
    fires: 35,
    labels: one,
    summary: "100% of all requests are refused by the rate limit.",
    over: 46
  },
  {
    alert: "AgencyErrorShare",
    series: { [counted(503, "none")]: counter([0, 10], [60, 30], [0, 30]), [counted(200, "stale")]: counter([20, 70]) },
    silent: [9, 14],
    fires: 35,
    labels: { agency: "dinkes" },
    summary: "75% of the requests for dinkes fail.",
    over: 46
  },
  {
    alert: "StaleAnswers",
    series: { [counted(200, "miss")]: counter([60, 70]), [counted(200, "stale")]: counter([0, 10], [20, 30], [0, 30]) },
    silent: [9, 18],
    fires: 35,
    labels: { agency: "dinkes" },
    summary: "25% of the answers for dinkes are stale copies.",
    over: 46
  },
  {
    alert: "CircuitOpen",
    // Open, with a probe every third minute.
    series: { [named("gapura_circuit_state", { agency: "dinkes", state: "open" })]: `0x9 ${"1 1 0 ".repeat(8)}0x20` },
    silent: [9, 14],
    fires: 25,
    labels: { agency: "dinkes" },
    summary: "The circuit of dinkes has been open for five minutes.",
    over: 40
  },
  {
    alert: "AgencyCertificateExpires",
    series: {
      [named("gapura_agency_tls_expiry_timestamp_seconds", { agency: "dinkes" })]: spell(900_000, 600_000),
      // The registry names none any more.
      [named("gapura_agency_tls_expiry_timestamp_seconds", { agency: "dishub" })]: gauge([0, 60])
    },
    silent: [9],
    fires: 20,
    labels: { agency: "dinkes" },
    summary: "The certificate that dinkes is shown has 6d 22h 20m 0s left: nobody has renewed it.",
    over: 31
  },
  gaugeCase("DatabaseAway", "gapura_database_up", [1, 0], "gapura:9464 cannot read its database: it lives from what it knows.", 1),
  {
    alert: "GraceRunsOut",
    series: { [named("gapura_database_up")]: spell(1, 0), [named("gapura_database_grace_left_seconds")]: "900x9 840-60x14 0x4 900x29" },
    silent: [9, 13],
    fires: 16,
    labels: one,
    summary: "gapura:9464 believes tokens for 8m 0s more, unless its database comes back.",
    over: 31
  },
  gaugeCase("ClockOff", "gapura_clock_offset_seconds", [0.2, -9], "The clock of gapura:9464 is 9s off the database's.", 1),
  {
    alert: "RegistriesDiffer",
    series: { [named("gapura_registries")]: spell(1, 2), [named("gapura_registries", two)]: spell(1, 2) },
    silent: [9, 11],
    fires: 13,
    labels: job,
    summary: "Gateways on one database serve 2 different registries.",
    over: 31
  },
  gaugeCase("RedisAway", "gapura_redis_up", [1, 0], "gapura:9464 has no Redis: it gives callers only its own share of their limits.", 1),
  gaugeCase(
    "AuditFailing",
    "gapura_audit_failing",
    [0, 1],
    "gapura:9464 cannot keep audit records: private data is refused until it can.",
    0
  ),
  {
    alert: "AuditLost",
    series: { [named("gapura_audit_lost_total")]: counter([0, 10], [12, 5], [0, 105]) },
    silent: [9],
    fires: 40,
    labels: one,
    summary: "gapura:9464 lost about 60 audit records of public answers within an hour.",
    over: 80
  },
  {
    alert: "AuditJournalFills",
    series: {
      [named("gapura_audit_journal_size_bytes")]: spell(1_000, 3_000_000_000),
      [named("gapura_audit_journal_limit_bytes")]: gauge([4_000_000_000, 60])
    },
    silent: [9, 10],
    fires: 12,
    labels: one,
    summary: "The journal of gapura:9464 is 75% full of records that wait for the database.",
    over: 31
  },
  gaugeCase(
    "AuditBehind",
    "gapura_audit_journal_age_seconds",
    [2, 1_200],
    "Audit records of gapura:9464 have waited 20m 0s for the database.",
    1
  ),
  gaugeCase(
    "AuditNotSigned",
    "gapura_audit_signing",
    [1, 0],
    "gapura:9464 refuses to sign the audit log: its history was changed or is missing.",
    5
  ),
  gaugeCase(
    "CheckpointOld",
    "gapura_audit_checkpoint_age_seconds",
    [40, 1_200],
    "The end of the audit log was last signed 20m 0s ago by gapura:9464.",
    1
  ),
  {
    alert: "RetentionBehind",
    series: { [named("gapura_audit_retention_age_seconds")]: gauge([3_600, 10], [90_000, 120], [0, 10]) },
    silent: [9, 69],
    fires: 75,
    labels: one,
    summary: "gapura:9464 has removed no old audit records for 1d 1h 0m 0s.",
    over: 131
  },
  gaugeCase(
    "CertificateUnusable",
    "gapura_tls_failing",
    [0, 1],
    "gapura:9464 cannot use its TLS files and goes on with the certificate before them.",
    5
  ),
  {
    alert: "CertificateExpires",
    series: { [named("gapura_tls_expiry_timestamp_seconds")]: spell(900_000, 600_000) },
    silent: [9],
    fires: 20,
    labels: one,
    summary: "The certificate of gapura:9464 has 6d 22h 20m 0s left: nobody has renewed it.",
    over: 31
  },
  {
    alert: "DiskFills",
    series: { [disk("free")]: spell(500, 90), [named("system_filesystem_limit_bytes")]: gauge([1_000, 60]) },
    silent: [9, 14],
    fires: 20,
    labels: one,
    summary: "The disk of gapura:9464's DATA_DIR is nearly full, or will be within four hours.",
    over: 35
  },
  {
    alert: "DiskFills",
    // Half of it is left, and a hundredth goes in each five minutes.
    series: { [disk("free")]: "490x59 490-2x60 600x80", [named("system_filesystem_limit_bytes")]: gauge([1_000, 200]) },
    silent: [59, 70],
    fires: 115,
    labels: one,
    summary: "The disk of gapura:9464's DATA_DIR is nearly full, or will be within four hours.",
    over: 130
  },
  {
    alert: "WorkersMissing",
    series: { [named("gapura_workers")]: spell(4, 3), [named("gapura_workers_wanted")]: gauge([4, 60]) },
    silent: [9, 11],
    fires: 13,
    labels: one,
    summary: "gapura:9464 runs 3 workers, fewer than WORKERS asks for: it is not ready.",
    over: 31
  },
  {
    alert: "WorkersEnd",
    series: { [named("gapura_workers_ended_total")]: counter([0, 10], [1, 5], [0, 45]) },
    silent: [9, 11],
    fires: 16,
    labels: one,
    summary: "Workers of gapura:9464 keep ending and are started again.",
    over: 35
  }
]

/** All is well, but for what is over before anybody has to be told. */
export const uneventful: Course = {
  [named("up")]: gauge([1, 60]),
  [named("gapura_ready")]: gauge([1, 20], [0, 2], [1, 38]),
  [named("gapura_ready", two)]: gauge([1, 60]),
  [answers(200)]: counter([600, 60]),
  // Eight in ten thousand.
  [answers(502)]: counter([0.48, 60]),
  [counted(200, "miss")]: counter([600, 60]),
  [counted(502, "none")]: counter([6, 60]),
  [counted(503, "none", "none")]: counter([6_000, 60]),
  [named("gapura_circuit_state", { agency: "dinkes", state: "open" })]: gauge([0, 20], [1, 2], [0, 38]),
  [named("gapura_limiter_refused_total")]: counter([10, 60]),
  [durations("0.512")]: counter([600, 60]),
  [durations("+Inf")]: counter([606, 60]),
  [named("process_uptime_seconds")]: "600+60x9 5+60x4 5+60x44",
  [named("gapura_overloaded")]: gauge([0, 20], [1, 1], [0, 39]),
  [named("gapura_database_up")]: gauge([1, 20], [0, 1], [1, 39]),
  // A city whose grace is shorter than the alert looks ahead.
  [named("gapura_database_grace_left_seconds")]: gauge([300, 60]),
  [named("gapura_redis_up")]: gauge([1, 20], [0, 1], [1, 39]),
  [named("gapura_clock_offset_seconds")]: gauge([0.2, 20], [7, 1], [-0.2, 39]),
  [named("gapura_registries")]: gauge([1, 20], [2, 1], [1, 39]),
  [named("gapura_workers")]: gauge([2, 20], [1, 1], [2, 39]),
  [named("gapura_workers_wanted")]: gauge([2, 60]),
  [named("gapura_workers_ended_total")]: gauge([0, 20], [1, 40]),
  [named("gapura_audit_failing")]: gauge([0, 60]),
  [named("gapura_audit_lost_total")]: gauge([3, 60]),
  [named("gapura_audit_journal_size_bytes")]: gauge([1_000, 60]),
  [named("gapura_audit_journal_limit_bytes")]: gauge([4_000_000_000, 60]),
  [named("gapura_audit_journal_age_seconds")]: gauge([4, 60]),
  [named("gapura_audit_signing")]: gauge([1, 20], [0, 2], [1, 38]),
  [named("gapura_audit_checkpoint_age_seconds")]: gauge([50, 60]),
  [named("gapura_audit_retention_age_seconds")]: gauge([3_000, 60]),
  [named("gapura_tls_failing")]: gauge([0, 20], [1, 2], [0, 38]),
  [named("gapura_tls_expiry_timestamp_seconds")]: gauge([900_000, 60]),
  [disk("free")]: gauge([400, 60]),
  [named("system_filesystem_limit_bytes")]: gauge([1_000, 60])
}
