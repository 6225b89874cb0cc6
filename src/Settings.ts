/**
 * Every setting of the gateway, read from the environment here and nowhere else.
 *
 * All faults are reported at once, each by the name of its variable and with what would be right. A fault never
 * repeats the value it found, so a mistyped secret cannot end up in a log.
 */
import { ByteSize, Config, ConfigProvider, Context, Duration, Effect, Exit, Layer, Option, Redacted, Schema } from "effect"
import {
  Cidrs,
  HostUrl,
  HttpUrl,
  isSafe,
  IssuerUrl,
  Port,
  Positive,
  PositiveDuration,
  PostgresUrl,
  RedisUrl,
  secret,
  SizeFromString,
  Text,
  TimeZone
} from "./SettingCodecs.ts"

/** One or more settings are wrong; `faults` has one for each. */
export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  faults: Schema.Array(Schema.Struct({ name: Schema.String, expected: Schema.String }))
}) {
  override get message(): string {
    return this.faults.map(({ expected, name }) => `${name} must be ${expected}`).join("; ")
  }
}

interface Setting<A> {
  readonly name: string
  readonly help: string
  /** Completes the sentence "NAME must be …". */
  readonly expected: string
  /** As `--help` prints it; empty where there is no default. */
  readonly fallback: string
  readonly config: Config.Config<A>
}

const required = <A>(
  name: string,
  fallback: string,
  expected: string,
  help: string,
  codec: Schema.ConstraintCodec<A, string>
): Setting<A> => ({
  name,
  help,
  expected,
  fallback,
  config: Config.schema(codec, name).pipe(Config.withDefault(Schema.decodeSync(codec)(fallback)))
})

const optional = <A>(name: string, expected: string, help: string, codec: Schema.ConstraintCodec<A, string>): Setting<A | undefined> => ({
  name,
  help,
  expected,
  fallback: "",
  config: Config.map(Config.option(Config.schema(codec, name)), Option.getOrUndefined)
})

const duration = "a duration such as `30 seconds` or `24 hours`"
const wholeHost = "an http:// or https:// address without credentials, path or query: "
  + "pages, their cookies and /.well-known addresses need a host of their own"
const url = "an http:// or https:// address without credentials or query"

/** The settings in the order in which `--help` prints them. */
export const table = {
  host: required("HOST", "127.0.0.1", "an address to listen on", "address of the public listener", Text),
  port: required("PORT", "8080", "a port, 0 to 65535", "port of the public listener", Port),
  managementHost: required(
    "MANAGEMENT_HOST",
    "127.0.0.1",
    "an address to listen on",
    "address of the management listener (/health, /metrics)",
    Text
  ),
  managementPort: required("MANAGEMENT_PORT", "9464", "a port, 0 to 65535", "port of the management listener", Port),
  baseUrl: optional(
    "BASE_URL",
    wholeHost,
    "public address of the gateway, as callers see it: a host of its own, no path on one; default http://HOST:PORT",
    HostUrl
  ),
  registryFile: optional(
    "REGISTRY_FILE",
    "the path of a registry file",
    "the registry of agencies, datasets and endpoints (YAML); `serve` needs it",
    Text
  ),
  dataDir: required("DATA_DIR", "./data", "the path of a directory", "where keys, stored copies and the embedded database live", Text),
  databaseUrl: optional("DATABASE_URL", "a postgres:// address", "PostgreSQL; absent: SQLite in DATA_DIR", secret(PostgresUrl)),
  databasePoolSize: required(
    "DATABASE_POOL_SIZE",
    "10",
    "a whole number above 0",
    "PostgreSQL: connections of this gateway; one more listens for changes",
    Positive
  ),
  databaseStatementTimeout: required(
    "DATABASE_STATEMENT_TIMEOUT",
    "5 seconds",
    duration,
    "PostgreSQL: how long one statement may take",
    PositiveDuration
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
  redisUrl: optional("REDIS_URL", "a redis:// address", "reserved for shared state; absent: memory", secret(RedisUrl)),
  oidcIssuer: optional(
    "OIDC_ISSUER",
    "an https:// address (http:// on loopback only) without credentials or query",
    "city sign-on of the developer portal, found by discovery",
    IssuerUrl
  ),
  oidcClientId: optional("OIDC_CLIENT_ID", "the portal's client id", "the portal's client id at the city sign-on", Text),
  oidcClientSecret: optional(
    "OIDC_CLIENT_SECRET",
    "the portal's client secret",
    "the portal's client secret at the city sign-on",
    secret(Text)
  ),
  oidcScope: required(
    "OIDC_SCOPE",
    "openid profile",
    "words that begin with openid",
    "what the portal asks the city sign-on for",
    Schema.String.check(Schema.isPattern(/^openid(?: \S+)*$/))
  ),
  oidcKindClaim: required(
    "OIDC_KIND_CLAIM",
    "account_type",
    "the name of a claim",
    "claim that says what kind of account it is; a text or a list of texts",
    Text
  ),
  oidcDeveloperKind: required("OIDC_DEVELOPER_KIND", "developer", "a value of that claim", "its value for developers", Text),
  oidcCivilServantKind: required(
    "OIDC_CIVIL_SERVANT_KIND",
    "civil-servant",
    "a value of that claim",
    "its value for civil servants; any other account is refused",
    Text
  ),
  oidcAgenciesClaim: required(
    "OIDC_AGENCIES_CLAIM",
    "agencies",
    "the name of a claim",
    "claim with the slugs of the agencies that a civil servant works for; a list of texts",
    Text
  ),
  oidcOperatorClaim: required(
    "OIDC_OPERATOR_CLAIM",
    "operator",
    "the name of a claim",
    "claim that is true for the civil servants who operate the gateway",
    Text
  ),
  sessionSecret: optional(
    "SESSION_SECRET",
    "a secret of at least 32 characters",
    "seals what a browser keeps while somebody signs in; the same on every gateway",
    secret(Schema.String.check(Schema.isMinLength(32)))
  ),
  rateLimit: required("RATE_LIMIT", "120", "a whole number above 0", "requests per token in any 60 seconds", Positive),
  tokenLifetime: required("TOKEN_LIFETIME", "24 hours", duration, "how long an access token lives", PositiveDuration),
  deskAddresses: required(
    "DESK_ADDRESSES",
    "",
    "ranges of addresses such as `10.20.0.0/16`, or `dinkes=10.21.0.0/16` for the agency `dinkes`",
    "ranges that an agency's desk may point the gateway at, beside public addresses; for every agency, or for one: `dinkes=10.21.0.0/16`",
    Cidrs
  ),
  auditJournalMaxBytes: required(
    "AUDIT_JOURNAL_MAX_BYTES",
    "4 GiB",
    "a size of at least `1 MiB`, such as `4 GiB`",
    "disk bound of audit records on their way to the database: 4 GiB hold an outage of an hour at 14,000 requests a second",
    SizeFromString.check(Schema.makeFilter((size) => size >= 1_048_576n))
  ),
  auditSync: required(
    "AUDIT_SYNC",
    "process",
    "one of process, power",
    "what audit records survive: the end of the process, or a power cut too, which costs a disk write each turn",
    Schema.Literals(["process", "power"])
  ),
  auditKeyFile: optional(
    "AUDIT_KEY_FILE",
    "the path of a file",
    "Ed25519 key that signs the audit log (PEM, made when absent); default keys/audit.key in DATA_DIR",
    Text
  ),
  auditRetention: required(
    "AUDIT_RETENTION",
    "731 days",
    duration,
    "audit records older than this, two years unless said otherwise, are removed",
    PositiveDuration
  ),
  actionRetention: required(
    "ACTION_RETENTION",
    "1826 days",
    duration,
    "changes made in the portal and sign-ins are removed from the action log when older than this; five years unless said otherwise",
    PositiveDuration
  ),
  cacheMaxBytes: required(
    "CACHE_MAX_BYTES",
    "256 MiB",
    "a size such as `256 MiB`",
    "memory bound of stored copies; about as much on disk",
    SizeFromString
  ),
  otlpEndpoint: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    url,
    "where OpenTelemetry data goes (OTLP over HTTP); absent: none is sent",
    HttpUrl
  ),
  tracesSampler: required(
    "OTEL_TRACES_SAMPLER",
    "parentbased_traceidratio",
    "one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio",
    "which requests are traced",
    Schema.Literals([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio"
    ])
  ),
  tracesSamplerArg: required(
    "OTEL_TRACES_SAMPLER_ARG",
    "0.1",
    "a number from 0 to 1",
    "share of requests traced by a ratio sampler",
    Schema.FiniteFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
  )
}

type Table = typeof table
export type SettingsValues = { readonly [K in keyof Table]: Table[K] extends Setting<infer A> ? A : never }

/** An empty variable counts as absent, as in a compose file that passes an unset variable on. */
const environment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => value === undefined || value === "" ? [] : [[name, value]]))

/** The city's sign-on, as the portal needs it. */
export interface SignOnSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly sessionSecret: Redacted.Redacted<string>
}

/** Why nobody could sign in although somebody meant it; empty where nobody did. */
const signOnFaults = (settings: SettingsValues, publicUrl: string): ReadonlyArray<string> => {
  const needed = [table.oidcIssuer, table.oidcClientId, table.oidcClientSecret, table.sessionSecret]
  const given = [settings.oidcIssuer, settings.oidcClientId, settings.oidcClientSecret, settings.sessionSecret]
  const missing = needed.filter((_, index) => given[index] === undefined)
  if (missing.length === needed.length) return []
  return [
    ...(missing.length === 0 ? [] : [`${missing.map(({ name }) => name).join(", ")} not set`]),
    ...(isSafe(publicUrl) ? [] : ["BASE_URL is not https: browsers keep the session's cookie over https, or on loopback, only"])
  ]
}

const signOnOf = ({ oidcClientId, oidcClientSecret, oidcIssuer, sessionSecret }: SettingsValues): SignOnSettings | undefined =>
  oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined || sessionSecret === undefined
    ? undefined
    : { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, sessionSecret }

export class Settings extends Context.Service<
  Settings,
  SettingsValues & {
    /** The public address without a trailing slash. */
    readonly publicUrl: string
    readonly audit: {
      /** Of the journal. */
      readonly directory: string
      readonly maxBytes: number
      readonly powerSafe: boolean
      readonly keyFile: string
      readonly checkpointFile: string
      readonly retentionMillis: number
    }
    /** Absent where the portal has nobody to sign in with. */
    readonly signOn: SignOnSettings | undefined
    /** What keeps people from signing in, where it was meant to be possible. */
    readonly signOnFaults: ReadonlyArray<string>
    /** Where the database is; without `postgres` it is SQLite in the data directory. */
    readonly database: {
      readonly dataDir: string
      readonly powerSafe: boolean
      readonly postgres?: { readonly url: Redacted.Redacted<string>; readonly poolSize: number; readonly statementTimeoutMillis: number }
    }
    /** Who agrees to what desks propose, where the demo city knows somebody. */
    readonly secondPerson?: string
    /** An agency's credential, from the variable that the registry names. */
    readonly credential: (env: string) => Redacted.Redacted<string> | undefined
  }
>()("gapura/Settings") {
  static readonly layer = Layer.effect(Settings, Effect.suspend(() => readSettings(environment())))

  static readonly layerFrom = (variables: Record<string, string>) => Layer.effect(Settings, Effect.suspend(() => readSettings(variables)))
}

/** Reads the settings from variables; fails with every fault at once. */
export const readSettings = Effect.fnUntraced(function*(variables: Record<string, string>) {
  const provider = ConfigProvider.fromEnv({ env: variables })
  const values: Record<string, unknown> = {}
  const faults: Array<{ readonly name: string; readonly expected: string }> = []
  for (const [key, setting] of Object.entries(table)) {
    const exit = yield* Effect.exit(Effect.asSome((setting.config as Config.Config<unknown>).parse(provider)))
    if (Exit.isSuccess(exit)) values[key] = Option.getOrUndefined(exit.value)
    else faults.push({ name: setting.name, expected: setting.expected })
  }
  if (faults.length > 0) return yield* new SettingsInvalid({ faults })
  // Every key of the table was decoded by its own codec above.
  const settings = values as unknown as SettingsValues
  const publicUrl = (settings.baseUrl ?? `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`)
    .replace(/\/+$/, "")
  return {
    ...settings,
    publicUrl,
    audit: {
      directory: `${settings.dataDir}/journal`,
      maxBytes: toBytes(settings.auditJournalMaxBytes),
      powerSafe: settings.auditSync === "power",
      keyFile: settings.auditKeyFile ?? `${settings.dataDir}/keys/audit.key`,
      checkpointFile: `${settings.dataDir}/audit-checkpoint.json`,
      retentionMillis: Duration.toMillis(settings.auditRetention)
    },
    signOn: signOnOf(settings),
    signOnFaults: signOnFaults(settings, publicUrl),
    database: {
      dataDir: settings.dataDir,
      // The loader removes a segment once it is committed: what survives a power cut must be in one of the two.
      powerSafe: settings.auditSync === "power",
      ...(settings.databaseUrl === undefined ? {} : {
        postgres: {
          url: settings.databaseUrl,
          poolSize: settings.databasePoolSize,
          statementTimeoutMillis: Duration.toMillis(settings.databaseStatementTimeout)
        }
      })
    },
    credential: (env: string) => {
      const value = variables[env]
      return value === undefined ? undefined : Redacted.make(value)
    }
  }
})

/** The settings as `--help` prints them. */
export const settingsHelp = (): string =>
  Object.values(table).map(({ fallback, help, name }) => `  ${name.padEnd(28)} ${help}${fallback === "" ? "" : ` (default ${fallback})`}`)
    .join("\n")

/** Bytes as a number: the bounds used here are far below 2^53. */
export const toBytes = (size: ByteSize.ByteSize): number => Number(size)
