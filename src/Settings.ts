/**
 * Every setting of the gateway, read from the environment here and nowhere else.
 *
 * All faults are reported at once, each by the name of its variable and with what would be right. A fault never
 * repeats the value it found, so a mistyped secret cannot end up in a log.
 */
import { ByteSize, Config, ConfigProvider, Context, Duration, Effect, Exit, Layer, Option, Redacted, Schema } from "effect"

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

const required = <A>(name: string, fallback: string, expected: string, help: string, codec: Schema.ConstraintCodec<A, string>): Setting<A> => ({
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

const Text = Schema.String.check(Schema.isNonEmpty())
const Port = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65_535 }))
const Positive = Schema.FiniteFromString.check(Schema.isInt(), Schema.isGreaterThan(0))
const PositiveDuration = Schema.DurationFromString.check(
  Schema.makeFilter((duration) => Duration.isFinite(duration) && Duration.toMillis(duration) > 0)
)
const HttpUrl = Schema.String.check(Schema.makeFilter((text) =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol) && new URL(text).username === "" && new URL(text).search === ""
))
const PostgresUrl = Schema.String.check(Schema.isPattern(/^postgres(ql)?:\/\/\S+$/))
const RedisUrl = Schema.String.check(Schema.isPattern(/^rediss?:\/\/\S+$/))
const secret = <S extends Schema.ConstraintCodec<string, string>>(codec: S) => Schema.RedactedFromValue(codec)
const SizeFromString = Schema.ByteSizeFromString.check(Schema.makeFilter((size) => size > 0n))

const duration = "a duration such as `30 seconds` or `24 hours`"
const url = "an http:// or https:// address without credentials or query"

/** The settings in the order in which `--help` prints them. */
export const table = {
  host: required("HOST", "127.0.0.1", "an address to listen on", "address of the public listener", Text),
  port: required("PORT", "8080", "a port, 0 to 65535", "port of the public listener", Port),
  managementHost: required("MANAGEMENT_HOST", "127.0.0.1", "an address to listen on", "address of the management listener (/health, /metrics)", Text),
  managementPort: required("MANAGEMENT_PORT", "9464", "a port, 0 to 65535", "port of the management listener", Port),
  baseUrl: optional("BASE_URL", url, "public address of the gateway, as callers see it; default http://HOST:PORT", HttpUrl),
  registryFile: optional("REGISTRY_FILE", "the path of a registry file", "the registry of agencies, datasets and endpoints (YAML); `serve` needs it", Text),
  dataDir: required("DATA_DIR", "./data", "the path of a directory", "where the embedded database and stored copies live", Text),
  databaseUrl: optional("DATABASE_URL", "a postgres:// address", "reserved for PostgreSQL; absent: SQLite in DATA_DIR", secret(PostgresUrl)),
  redisUrl: optional("REDIS_URL", "a redis:// address", "reserved for shared state; absent: memory", secret(RedisUrl)),
  oidcIssuer: optional("OIDC_ISSUER", url, "city sign-on of the developer portal", HttpUrl),
  oidcClientId: optional("OIDC_CLIENT_ID", "the portal's client id", "the portal's client id at the city sign-on", Text),
  oidcClientSecret: optional("OIDC_CLIENT_SECRET", "the portal's client secret", "the portal's client secret at the city sign-on", secret(Text)),
  sessionSecret: optional("SESSION_SECRET", "a secret of at least 32 characters", "signs portal sessions", secret(Schema.String.check(Schema.isMinLength(32)))),
  rateLimit: required("RATE_LIMIT", "120", "a whole number above 0", "requests per token in any 60 seconds", Positive),
  tokenLifetime: required("TOKEN_LIFETIME", "24 hours", duration, "how long an access token lives", PositiveDuration),
  cacheMaxBytes: required("CACHE_MAX_BYTES", "256 MiB", "a size such as `256 MiB`", "memory bound of stored copies; about as much on disk", SizeFromString),
  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", url, "where OpenTelemetry data goes (OTLP over HTTP); absent: none is sent", HttpUrl),
  tracesSampler: required(
    "OTEL_TRACES_SAMPLER",
    "parentbased_traceidratio",
    "one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio",
    "which requests are traced",
    Schema.Literals(["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"])
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

export class Settings extends Context.Service<Settings, SettingsValues & {
  /** The public address without a trailing slash. */
  readonly publicUrl: string
  /** An agency's credential, from the variable that the registry names. */
  readonly credential: (env: string) => Redacted.Redacted<string> | undefined
}>()("gapura/Settings") {
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
  return {
    ...settings,
    publicUrl: (settings.baseUrl ?? `http://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`).replace(/\/+$/, ""),
    credential: (env: string) => {
      const value = variables[env]
      return value === undefined ? undefined : Redacted.make(value)
    }
  }
})

/** The settings as `--help` prints them. */
export const settingsHelp = (): string =>
  Object.values(table).map(({ fallback, help, name }) => `  ${name.padEnd(28)} ${help}${fallback === "" ? "" : ` (default ${fallback})`}`).join("\n")

/** Bytes as a number: the bounds used here are far below 2^53. */
export const toBytes = (size: ByteSize.ByteSize): number => Number(size)
