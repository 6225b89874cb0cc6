/** The settings that there are: the variable of each, what it may hold, its default, and what it does. */
import { Schema } from "effect"
import { auditSettingsTable } from "./AuditSettingsTable.ts"
import { noticeSettingsTable } from "./NoticeSettingsTable.ts"
import { redisSettingsTable } from "./RedisSettingsTable.ts"
import { duration, optional, required, secret, type Setting } from "./Setting.ts"
import {
  Cidrs,
  Contact,
  Directory,
  HostUrl,
  ListenAddress,
  NaturalDuration,
  Port,
  Positive,
  PositiveDuration,
  PostgresUrl,
  Proxies,
  SizeFromString,
  Text,
  TimerDuration,
  TimeZone,
  Workers,
  YesOrNo
} from "./SettingCodecs.ts"
import { signOnSettingsTable } from "./SignOnSettingsTable.ts"
import { telemetrySettingsTable } from "./TelemetrySettingsTable.ts"

const wholeHost = "an http:// or https:// address without spaces, credentials, path or query: "
  + "pages, their cookies and /.well-known addresses need a host of their own"

const listened = "an address to listen on, such as `0.0.0.0` or `::`, or a host's name"

/** The settings in the order in which `--help` prints them. */
export const settingsTable = {
  host: required("HOST", "127.0.0.1", listened, "address of the public listener", ListenAddress),
  port: required("PORT", "8080", "a port, 0 to 65535", "port of the public listener", Port),
  workers: required(
    "WORKERS",
    "1",
    "a whole number from 1 to 999, or `auto`",
    "processes that `serve` runs on the public port, one for each processor with `auto`",
    Workers
  ),
  managementHost: required(
    "MANAGEMENT_HOST",
    "127.0.0.1",
    listened,
    "address of the management listener (/health, /metrics)",
    ListenAddress
  ),
  managementPort: required("MANAGEMENT_PORT", "9464", "a port, 0 to 65535", "port of the management listener", Port),
  baseUrl: optional(
    "BASE_URL",
    wholeHost,
    "public address of the gateway, as callers see it: a host of its own, no path on one; default http(s)://HOST:PORT",
    HostUrl
  ),
  trustedProxies: required(
    "TRUSTED_PROXIES",
    "",
    "ranges of addresses such as `10.0.0.0/8` or `fd00::/8`, or single addresses",
    "proxies whose `Forwarded`, `X-Forwarded-For` and `X-Request-Id` are believed; absent: nobody's",
    Proxies
  ),
  proxyProtocol: required(
    "PROXY_PROTOCOL",
    "no",
    "yes or no; `yes` needs TRUSTED_PROXIES",
    "connections of TRUSTED_PROXIES begin with the PROXY protocol, version 1 or 2; those that do not are closed",
    YesOrNo
  ),
  tlsCertFile: optional(
    "TLS_CERT_FILE",
    "the path of a file, together with TLS_KEY_FILE",
    "certificate of the public listener and its chain (PEM), taken up anew when it changes; absent: plain HTTP",
    Text
  ),
  tlsKeyFile: optional("TLS_KEY_FILE", "the path of a file, together with TLS_CERT_FILE", "its private key (PEM, no passphrase)", Text),
  drainTime: required(
    "DRAIN_TIME",
    "1 second",
    "a duration such as `10 seconds`, or `0 seconds`, at most 100 years",
    "how long the listener stays open after readiness turned 503, so that load balancers turn away first",
    NaturalDuration
  ),
  shutdownTimeout: required(
    "SHUTDOWN_TIMEOUT",
    "20 seconds",
    duration,
    "how long requests may go on after that before they are cut off",
    PositiveDuration
  ),
  registryFile: optional(
    "REGISTRY_FILE",
    "the path of a registry file",
    "the registry of agencies, datasets and endpoints (YAML); `serve` needs it",
    Text
  ),
  dataDir: required("DATA_DIR", "./data", "the path of a directory", "where keys, stored copies and the embedded database live", Text),
  databaseUrl: secret("DATABASE_URL", "a postgres:// address", "PostgreSQL; absent: SQLite in DATA_DIR", PostgresUrl),
  databasePoolSize: required(
    "DATABASE_POOL_SIZE",
    "10",
    "a whole number above 0",
    "PostgreSQL: connections of this gateway, or of each worker; one more listens for changes",
    Positive
  ),
  databaseStatementTimeout: required(
    "DATABASE_STATEMENT_TIMEOUT",
    "5 seconds",
    "a duration such as `5 seconds`, at most 24 days",
    "PostgreSQL: how long one statement may take",
    TimerDuration
  ),
  databaseGrace: required(
    "DATABASE_GRACE",
    "15 minutes",
    duration,
    "how long known tokens are believed while the database is away; not ready after that",
    PositiveDuration
  ),
  timeZone: required(
    "TIME_ZONE",
    "Asia/Jakarta",
    "a time zone such as `Asia/Jakarta`, `Asia/Makassar` or `Asia/Jayapura`",
    "the city's time zone: days and times on pages",
    TimeZone
  ),
  contact: optional(
    "CONTACT",
    "a mail address or an http(s) address",
    "whom callers may ask; it stands on /help, to which pages and errors lead",
    Contact
  ),
  helpDir: optional(
    "HELP_DIR",
    "the path of a directory that is there",
    "the city's own texts for /help: privacy.md, terms.md, accessibility.md, and NAME.en.md in English; absent: texts of gapura's",
    Directory
  ),
  areasFile: optional(
    "AREAS_FILE",
    "the path of a GeoJSON file of polygons, each with `nama` or `name`",
    "outlines of the city's areas, behind the points of maps; absent: points alone",
    Text
  ),
  keysFile: optional(
    "KEYS_FILE",
    "the path of a file of at least 32 random bytes, as they are or in hex or base64",
    "key-encryption key of the keys that gateways share in the database; absent: keys are files in DATA_DIR",
    Text
  ),
  keysPassphrase: secret(
    "KEYS_PASSPHRASE",
    "a text of at least 16 characters, and not beside KEYS_FILE",
    "the same from a passphrase",
    Schema.String.check(Schema.isMinLength(16))
  ),
  ...redisSettingsTable,
  ...signOnSettingsTable,
  rateLimit: required("RATE_LIMIT", "120", "a whole number above 0", "requests per token in any 60 seconds", Positive),
  tokenLifetime: required("TOKEN_LIFETIME", "24 hours", duration, "how long an access token lives", PositiveDuration),
  deskAddresses: required(
    "DESK_ADDRESSES",
    "",
    "ranges of addresses such as `10.20.0.0/16`, or `dinkes=10.21.0.0/16` for the agency `dinkes`",
    "ranges that an agency's desk may point the gateway at, beside public addresses; for every agency, or for one: `dinkes=10.21.0.0/16`",
    Cidrs
  ),
  ...auditSettingsTable,
  cacheMaxBytes: required(
    "CACHE_MAX_BYTES",
    "256 MiB",
    "a size such as `256 MiB`",
    "memory bound of stored copies; about as much on disk",
    SizeFromString
  ),
  ...noticeSettingsTable,
  ...telemetrySettingsTable
}

/** What is read, each as its codec decodes it. */
export type SettingsValues = { readonly [K in keyof typeof settingsTable]: (typeof settingsTable)[K] extends Setting<infer A> ? A : never }
