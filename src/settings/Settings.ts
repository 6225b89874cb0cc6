/**
 * The settings of `SettingsTable.ts`, read from the environment here and nowhere else.
 *
 * All faults are reported at once, each by the name of its variable and with what would be right. A fault never
 * repeats the value it found, so a mistyped secret cannot end up in a log.
 */
import { ByteSize, Config, ConfigProvider, Context, Duration, Effect, Exit, Layer, Option, Redacted, Schema } from "effect"
import type { MailServer } from "../domain/MailServer.ts"
import { instanceOf } from "./Instance.ts"
import { misspeltSettings } from "./MisspeltSettings.ts"
import { smtpOf } from "./NoticeSettingsTable.ts"
import { fileVariable, readSecret, type SettingFault, withSecretFiles } from "./SecretFiles.ts"
import { isSafe } from "./SettingCodecs.ts"
import { settingsTable, type SettingsValues } from "./SettingsTable.ts"
import { sdkVariables } from "./TelemetrySettingsTable.ts"

/** One or more settings are wrong; `faults` has one for each. */
export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  faults: Schema.Array(Schema.Struct({ name: Schema.String, expected: Schema.String }))
}) {
  override get message(): string {
    return this.faults.map(({ expected, name }) => `${name} must be ${expected}`).join("; ")
  }
}

/** The variables that the program was started with. Tests have others beside each other in one process. */
export const Environment: Context.Reference<Readonly<Record<string, string | undefined>>> = Context.Reference(
  "gapura/settings/Settings/Environment",
  { defaultValue: () => process.env }
)

/** An empty variable counts as absent, as in a compose file that passes an unset variable on. */
export const present = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => value === undefined || value === "" ? [] : [[name, value]]))

/** The city's sign-on, as the portal needs it. */
export interface SignOnSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted<string>
  readonly sessionSecret: Redacted.Redacted<string>
}

/** Why nobody could sign in although somebody meant it; empty where nobody did. */
const signOnFaults = (settings: SettingsValues, publicUrl: string): ReadonlyArray<string> => {
  const needed = [settingsTable.oidcIssuer, settingsTable.oidcClientId, settingsTable.oidcClientSecret, settingsTable.sessionSecret]
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

const keySourceOf = ({ keysFile, keysPassphrase }: SettingsValues): (typeof Settings.Service)["keys"]["source"] =>
  keysFile !== undefined ? { file: keysFile } : keysPassphrase === undefined ? undefined : { passphrase: keysPassphrase }

export class Settings extends Context.Service<
  Settings,
  SettingsValues & {
    /** The public address without a trailing slash. */
    readonly publicUrl: string
    /** This process, by the name that its log and all that it sends have. */
    readonly instance: string
    /** Of what this process alone keeps: stored copies, and what it has learnt of fields. */
    readonly ownDir: string
    /** The files of the public listener's own certificate. */
    readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
    readonly audit: {
      /** Of the journal. */
      readonly directory: string
      readonly maxBytes: number
      /** Of loaded segments; absent where they need not be kept: a file is what it was. */
      readonly keepMillis: number | undefined
      readonly powerSafe: boolean
      /** Whether records have the addresses of callers. */
      readonly withAddresses: boolean
      readonly keyFile: string
      readonly checkpointFile: string
      readonly retentionMillis: number
      /** Of the privacy ledger. */
      readonly ledgerMillis: number
    }
    /** Of the gateway's own keys. */
    readonly keys: {
      /** What wraps those that lie in the database; undefined: they are files. */
      readonly source: { readonly file: string } | { readonly passphrase: Redacted.Redacted<string> } | undefined
      /** Whether the audit log's key is among them: no file of it was named. */
      readonly withAudit: boolean
    }
    /** Absent where notices are not mailed. */
    readonly smtp: MailServer | undefined
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
    /** An agency's credential, from the variable that the registry names, or the file that NAME_FILE names. */
    readonly credential: (env: string) => Redacted.Redacted<string> | undefined
  }
>()("gapura/settings/Settings") {
  static readonly layer = Layer.effect(Settings, Effect.flatMap(Environment, (variables) => readSettings(present(variables))))

  static readonly layerFrom = (variables: Record<string, string>) => Layer.effect(Settings, Effect.suspend(() => readSettings(variables)))
}

/** What kubelet tells a pod of services beside it: of one called gapura, `GAPURA_PORT=tcp://10.96.0.7:80`. No setting is like that. */
const isServiceLink = (value: string): boolean => value.startsWith("tcp://")

const all = Object.values(settingsTable)
const secrets = all.flatMap(({ isSecret, name }) => isSecret ? [name] : [])

/** Reads the settings from variables; fails with every fault at once. */
export const readSettings = Effect.fn("Settings.readSettings")(function*(given: Record<string, string>) {
  const inFiles = withSecretFiles(given, secrets)
  const { variables } = inFiles
  const provider = ConfigProvider.fromEnv({ env: variables })
  const values: Record<string, unknown> = {}
  const names = Object.entries(given).flatMap(([name, value]) => isServiceLink(value) ? [] : [name])
  const faults: Array<SettingFault> = [...inFiles.faults, ...misspeltSettings(names, all, sdkVariables)]
  for (const [key, setting] of Object.entries(settingsTable)) {
    const exit = yield* Effect.exit(Effect.asSome((setting.config as Config.Config<unknown>).parse(provider)))
    if (Exit.isSuccess(exit)) values[key] = Option.getOrUndefined(exit.value)
    else faults.push({ name: setting.name, expected: setting.expected })
  }
  const proxies = values["trustedProxies"]
  if (values["proxyProtocol"] === true && Array.isArray(proxies) && proxies.length === 0) {
    faults.push({ name: "PROXY_PROTOCOL", expected: "no where TRUSTED_PROXIES is not set: it is read of those alone" })
  }
  if (values["port"] === 0 && typeof values["workers"] === "number" && values["workers"] > 1) {
    faults.push({ name: "PORT", expected: "a port, 1 to 65535, where WORKERS is more than 1: all listen on the same" })
  }
  if ((values["tlsCertFile"] === undefined) !== (values["tlsKeyFile"] === undefined)) {
    const { expected, name } = values["tlsCertFile"] === undefined ? settingsTable.tlsCertFile : settingsTable.tlsKeyFile
    faults.push({ name, expected })
  }
  if (values["keysFile"] !== undefined && values["keysPassphrase"] !== undefined) {
    faults.push({ name: "KEYS_PASSPHRASE", expected: "absent where KEYS_FILE is set" })
  }
  if (values["smtpUrl"] !== undefined && values["smtpFrom"] === undefined && !faults.some(({ name }) => name === "SMTP_FROM")) {
    faults.push({ name: settingsTable.smtpFrom.name, expected: settingsTable.smtpFrom.expected })
  }
  if (faults.length > 0) return yield* new SettingsInvalid({ faults })
  // Every key of the table was decoded by its own codec above.
  const settings = values as unknown as SettingsValues
  const tls = settings.tlsCertFile === undefined || settings.tlsKeyFile === undefined
    ? undefined
    : { certFile: settings.tlsCertFile, keyFile: settings.tlsKeyFile }
  const scheme = tls === undefined ? "http" : "https"
  const publicUrl = settings.baseUrl ??
    `${scheme}://${settings.host.includes(":") ? `[${settings.host}]` : settings.host}:${settings.port}`
  return {
    ...settings,
    publicUrl,
    instance: instanceOf(variables["OTEL_RESOURCE_ATTRIBUTES"]),
    ownDir: settings.dataDir,
    tls,
    audit: {
      directory: `${settings.dataDir}/journal`,
      maxBytes: toBytes(settings.auditJournalMaxBytes),
      keepMillis: settings.databaseUrl === undefined || Duration.isZero(settings.auditJournalKeep)
        ? undefined
        : Duration.toMillis(settings.auditJournalKeep),
      powerSafe: settings.auditSync === "power",
      withAddresses: settings.auditAddresses,
      keyFile: settings.auditKeyFile ?? `${settings.dataDir}/keys/audit.key`,
      checkpointFile: `${settings.dataDir}/audit-checkpoint.json`,
      retentionMillis: Duration.toMillis(settings.auditRetention),
      ledgerMillis: Duration.toMillis(settings.ledgerRetention)
    },
    keys: { source: keySourceOf(settings), withAudit: settings.auditKeyFile === undefined },
    smtp: smtpOf(settings.smtpUrl, settings.smtpFrom),
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
      const file = variables[fileVariable(env)]
      const value = variables[env] ?? (file === undefined ? undefined : readSecret(file))
      return value === undefined ? undefined : Redacted.make(value)
    }
  }
})

/** The part of one of several workers: what bounds memory and disk of the gateway is divided among them. */
export const shareOf = (settings: typeof Settings.Service, workers: number, ownDir: string): typeof Settings.Service => ({
  ...settings,
  ownDir,
  cacheMaxBytes: ByteSize.bytes(Math.ceil(toBytes(settings.cacheMaxBytes) / workers)),
  audit: { ...settings.audit, maxBytes: Math.ceil(settings.audit.maxBytes / workers) }
})

/** The settings as `--help` prints them. */
export const settingsHelp = (): string =>
  all.map(({ fallback, help, isSecret, name }) =>
    `  ${name.padEnd(28)} ${help}${fallback === "" ? "" : ` (default ${fallback})`}${
      isSecret ? ` (or its file in ${fileVariable(name)})` : ""
    }`
  )
    .join("\n")

/** Bytes as a number: the bounds used here are far below 2^53. */
export const toBytes = (size: ByteSize.ByteSize): number => Number(size)
