import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSettings, settingsHelp, SettingsInvalid, toBytes } from "../../src/settings/Settings.ts"
import { sdkVariables } from "../../src/settings/TelemetrySettingsTable.ts"

const faultsOf = (variables: Record<string, string>) =>
  Effect.map(Effect.flip(readSettings(variables)), (error) => {
    assert.instanceOf(error, SettingsInvalid)
    return error
  })

describe("settings", () => {
  it("that may lie in a file are told with the name of the variable that names it", () => {
    assert.match(settingsHelp(), /^ {2}DATABASE_URL .* \(or its file in DATABASE_URL_FILE\)$/m)
  })

  it.effect("have the documented defaults", () =>
    Effect.gen(function*() {
      const settings = yield* readSettings({})
      assert.deepStrictEqual(
        [settings.host, settings.port, settings.managementHost, settings.managementPort, settings.dataDir, settings.rateLimit],
        ["127.0.0.1", 8080, "127.0.0.1", 9464, "./data", 120]
      )
      assert.strictEqual(Duration.toMillis(settings.tokenLifetime), 86_400_000)
      assert.strictEqual(toBytes(settings.cacheMaxBytes), 256 * 1024 * 1024)
      assert.strictEqual(settings.publicUrl, "http://127.0.0.1:8080")
      for (
        const absent of [
          settings.baseUrl,
          settings.registryFile,
          settings.databaseUrl,
          settings.redisUrl,
          settings.oidcIssuer,
          settings.oidcClientId,
          settings.oidcClientSecret,
          settings.sessionSecret,
          settings.otlpEndpoint
        ]
      ) {
        assert.isUndefined(absent)
      }
    }))

  it.effect("that ask for audit records to survive a power cut ask it of the embedded database too", () =>
    Effect.gen(function*() {
      for (const [sync, powerSafe] of [["power", true], ["process", false]] as const) {
        const { audit, database } = yield* readSettings({ AUDIT_SYNC: sync })
        assert.deepStrictEqual([audit.powerSafe, database.powerSafe], [powerSafe, powerSafe])
      }
    }))

  it.effect("that ask for a worker for each processor get as many as there are", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* readSettings({ WORKERS: "auto" })).workers, navigator.hardwareConcurrency)
    }))

  it.effect("are read from the environment", () =>
    Effect.gen(function*() {
      const settings = yield* readSettings({
        HOST: "::1",
        PORT: "9000",
        BASE_URL: "https://data.kota.example/",
        RATE_LIMIT: "60",
        TOKEN_LIFETIME: "30 seconds",
        CACHE_MAX_BYTES: "10 MiB",
        DINKES_KEY: "rahasia",
        OTEL_TRACES_SAMPLER: "always_on",
        OTEL_TRACES_SAMPLER_ARG: "0.5"
      })
      assert.strictEqual(settings.publicUrl, "https://data.kota.example")
      assert.strictEqual(settings.rateLimit, 60)
      assert.strictEqual(Duration.toMillis(settings.tokenLifetime), 30_000)
      assert.strictEqual(toBytes(settings.cacheMaxBytes), 10 * 1024 * 1024)
      assert.strictEqual(settings.tracesSampler, "always_on")
      const credential = settings.credential("DINKES_KEY")
      assert.strictEqual(credential === undefined ? undefined : Redacted.value(credential), "rahasia")
      assert.isUndefined(settings.credential("LAIN"))
      assert.strictEqual((yield* readSettings({ HOST: "::1" })).publicUrl, "http://[::1]:8080")
      assert.strictEqual((yield* readSettings({ HOST: "", BASE_URL: "" })).publicUrl, "http://127.0.0.1:8080")
      // As headers can have it, and as browsers write it.
      for (
        const [given, known] of [
          ["HTTPS://Data.Kota.example:443", "https://data.kota.example"],
          ["https://data.кота.рф", "https://data.xn--80atmq.xn--p1ai"]
        ] as const
      ) assert.strictEqual((yield* readSettings({ BASE_URL: given })).publicUrl, known)
    }))

  it.effect("tell what keeps people from signing in, where somebody meant it to be possible", () =>
    Effect.gen(function*() {
      const all = {
        OIDC_ISSUER: "https://masuk.kota.example",
        OIDC_CLIENT_ID: "portal",
        OIDC_CLIENT_SECRET: "rahasia",
        SESSION_SECRET: "s".repeat(32),
        BASE_URL: "https://data.kota.example"
      }
      assert.deepStrictEqual((yield* readSettings({})).signOnFaults, [])
      const { signOn, signOnFaults } = yield* readSettings(all)
      assert.deepStrictEqual([signOn?.issuer, signOnFaults], ["https://masuk.kota.example", []])
      const half = yield* readSettings({ OIDC_ISSUER: all.OIDC_ISSUER, OIDC_CLIENT_ID: all.OIDC_CLIENT_ID })
      assert.deepStrictEqual([half.signOn, half.signOnFaults], [undefined, ["OIDC_CLIENT_SECRET, SESSION_SECRET not set"]])
      assert.deepStrictEqual(
        (yield* readSettings({ ...all, BASE_URL: "http://10.1.2.3" })).signOnFaults.map((fault) => fault.split(":")[0]),
        ["BASE_URL is not https"]
      )
      const plain = yield* faultsOf({ ...all, OIDC_ISSUER: "http://masuk.kota.example" })
      assert.deepStrictEqual(plain.faults.map(({ name }) => name), ["OIDC_ISSUER"])
      assert.strictEqual((yield* readSettings({ ...all, OIDC_ISSUER: "http://127.0.0.1:9099" })).signOn?.issuer, "http://127.0.0.1:9099")
    }))

  it.effect("fault-101 that are wrong are all named at once, each with what would be right and without its value", () =>
    Effect.gen(function*() {
      const wrong = {
        HOST: "[::1]",
        MANAGEMENT_HOST: "rahasia 0",
        HELP_DIR: "/tiada/rahasia-11",
        PORT: "65536",
        MANAGEMENT_PORT: "rahasia-1",
        BASE_URL: "https://pengguna:rahasia-2@kota.example",
        DATABASE_URL: "mysql://pengguna:rahasia-3@db/gapura",
        DATABASE_POOL_SIZE: "0",
        DATABASE_STATEMENT_TIMEOUT: "rahasia-8",
        DATABASE_GRACE: "rahasia-9",
        REDIS_URL: "http://rahasia-4",
        OIDC_ISSUER: "ftp://rahasia-5",
        SESSION_SECRET: "rahasia-6",
        KEYS_PASSPHRASE: "rahasia-10",
        RATE_LIMIT: "0",
        TOKEN_LIFETIME: "rahasia-7",
        CACHE_MAX_BYTES: "-1",
        OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318",
        OTEL_TRACES_SAMPLER: "kadang",
        OTEL_TRACES_SAMPLER_ARG: "2"
      }
      const error = yield* faultsOf(wrong)
      assert.sameMembers(error.faults.map(({ name }) => name), Object.keys(wrong))
      assert.include(error.message, "PORT must be a port, 0 to 65535")
      for (const HOST of ["999.1.1.1", "a b", "tanda!", "-a", "http://kota.example", "127.0.0.1:80"]) {
        assert.include((yield* faultsOf({ HOST })).message, "HOST must be an address to listen on", HOST)
      }
      for (const HOST of ["0.0.0.0", "::", "localhost", "gapura-1.kota.example", "gapura_1", "10.0.0.1"]) {
        assert.strictEqual((yield* readSettings({ HOST })).host, HOST)
      }
      assert.strictEqual((yield* readSettings({ HELP_DIR: "." })).helpDir, ".")
      assert.include((yield* faultsOf({ HELP_DIR: "package.json" })).message, "HELP_DIR must be the path of a directory")
      assert.include(error.message, "SESSION_SECRET must be a secret of at least 32 characters")
      assert.include(error.message, "TOKEN_LIFETIME must be a duration such as `30 seconds` or `24 hours`")
      for (const text of [error.message, JSON.stringify(error), String(error)]) assert.notMatch(text, /rahasia|kadang|mysql/)
    }))

  it.effect("are no numbers in other notations, no times that make no date, and no timers that are too long for one", () =>
    Effect.gen(function*() {
      for (
        const [name, values] of [
          ["PORT", [" ", "0x50", "1e3", "0b11", "80.0", "-0", "+80"]],
          ["RATE_LIMIT", ["0x10", "1e2", "+5", "5.0", " 5"]],
          ["ACCESS_LOG", [" ", "0x1", "1e-1", "-0", "1.1"]],
          ["TOKEN_LIFETIME", ["999999999 days", "101 years", "Infinity"]],
          ["AUDIT_RETENTION", ["999999999999 days"]],
          ["DATABASE_STATEMENT_TIMEOUT", ["25 days"]],
          ["OTEL_METRIC_EXPORT_INTERVAL", ["2147483648", "9999999999"]],
          ["OTEL_BLRP_SCHEDULE_DELAY", ["9999999999"]]
        ] as const
      ) {
        for (const value of values) {
          assert.deepStrictEqual((yield* faultsOf({ [name]: value })).faults.map((one) => one.name), [name], value)
        }
      }
      const settings = yield* readSettings({
        PORT: "0",
        ACCESS_LOG: ".5",
        TOKEN_LIFETIME: "36500 days",
        DATABASE_STATEMENT_TIMEOUT: "24 days",
        OTEL_METRIC_EXPORT_INTERVAL: "2147483647"
      })
      assert.deepStrictEqual([settings.port, Duration.toDays(settings.tokenLifetime)], [0, 36_500])
    }))

  it.effect("name one source of the key-encryption key at most", () =>
    Effect.gen(function*() {
      const both = yield* faultsOf({ KEYS_FILE: "/etc/gapura/kek", KEYS_PASSPHRASE: "rahasia yang panjang" })
      assert.deepStrictEqual(both.faults, [{ name: "KEYS_PASSPHRASE", expected: "absent where KEYS_FILE is set" }])
      assert.deepStrictEqual((yield* readSettings({})).keys, { source: undefined, withAudit: true })
      const { keys } = yield* readSettings({ KEYS_FILE: "/etc/gapura/kek", AUDIT_KEY_FILE: "/etc/gapura/audit.key" })
      assert.deepStrictEqual(keys, { source: { file: "/etc/gapura/kek" }, withAudit: false })
    }))

  it.effect("that are secrets may lie in files, whose last line end is no part of them", () =>
    Effect.gen(function*() {
      const directory = mkdtempSync(join(tmpdir(), "gapura-secrets-"))
      const [database, credential, empty] = ["database", "credential", "empty"].map((name) => join(directory, name))
      writeFileSync(database ?? "", "postgres://gapura:rahasia-12@basis/gapura\n")
      writeFileSync(credential ?? "", "kunci dinkes\r\n")
      writeFileSync(empty ?? "", "\n")
      const settings = yield* readSettings({ DATABASE_URL_FILE: database ?? "", DINKES_KEY_FILE: credential ?? "" })
      assert.strictEqual(Redacted.value(settings.databaseUrl ?? Redacted.make("")), "postgres://gapura:rahasia-12@basis/gapura")
      assert.strictEqual(Redacted.value(settings.credential("DINKES_KEY") ?? Redacted.make("")), "kunci dinkes")
      assert.isUndefined(settings.credential("LAIN"))
      const both = yield* faultsOf({ DATABASE_URL_FILE: database ?? "", DATABASE_URL: "postgres://basis/gapura" })
      assert.deepStrictEqual(both.faults, [{ name: "DATABASE_URL_FILE", expected: "absent where DATABASE_URL is set" }])
      for (const file of [empty ?? "", join(directory, "tiada"), directory]) {
        const { faults } = yield* faultsOf({ REDIS_URL_FILE: file })
        assert.deepStrictEqual(faults, [{
          name: "REDIS_URL_FILE",
          expected: "the path of a file that can be read and holds the secret"
        }])
      }
      // What the file holds is judged as the variable's own value, and not repeated.
      const wrong = yield* faultsOf({ REDIS_URL_FILE: credential ?? "" })
      assert.deepStrictEqual(wrong.faults.map(({ name }) => name), ["REDIS_URL"])
      assert.notInclude(wrong.message, "kunci")
      rmSync(directory, { recursive: true })
    }))

  it.effect("fault-144 that are misspelt are wrong, each with the one that was meant", () =>
    Effect.gen(function*() {
      const meant: ReadonlyArray<readonly [misspelt: string, known: string]> = [
        ["DATABASE_URI", "DATABASE_URL"],
        ["DATABSE_URL", "DATABASE_URL"],
        ["REDISURL", "REDIS_URL"],
        ["RATELIMIT", "RATE_LIMIT"],
        ["AUDIT_RETENTON", "AUDIT_RETENTION"],
        ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
        ["rate_limit", "RATE_LIMIT"],
        ["Data_Dir", "DATA_DIR"],
        ["GAPURA_PORT", "PORT"],
        ["WORKER", "WORKERS"],
        ["HELP_DRI", "HELP_DIR"],
        ["PROT", "PORT"],
        ["SESSION_SECRET_FIL", "SESSION_SECRET_FILE"],
        ["OTEL_TRACES_SAMPLER_ARGS", "OTEL_TRACES_SAMPLER_ARG"]
      ].map(([misspelt = "", known = ""]) => [misspelt, known])
      for (const [misspelt, known] of meant) {
        const { faults } = yield* faultsOf({ [misspelt]: "rahasia" })
        assert.deepStrictEqual(faults, [{ name: misspelt, expected: `${known}: there is no setting ${misspelt}` }], misspelt)
      }
      const { faults } = yield* faultsOf({ RATE_LIMIT_FILE: "/run/limit" })
      assert.deepStrictEqual(faults, [{
        name: "RATE_LIMIT_FILE",
        expected: "absent: only secrets are read of files, and RATE_LIMIT is none"
      }])
    }))

  it.effect("leave the variables of others alone", () =>
    Effect.gen(function*() {
      const others = [
        "HOSTNAME",
        "HOME",
        "PATH",
        "POST",
        "SPORT",
        "REDIS_PORT",
        "REDIS_SERVICE_HOST",
        "OTEL_SERVICE_NAME",
        "DINKES_KEY",
        "OTEL_EXPORTER_JAEGER_ENDPOINT",
        ...sdkVariables,
        "PGHOST",
        "NODE_OPTIONS",
        "BASE",
        "DATABASE",
        "SESSION",
        "TZ",
        "LANG",
        "port",
        "Host"
      ]
      assert.strictEqual((yield* readSettings(Object.fromEntries(others.map((name) => [name, "x"])))).rateLimit, 120)
    }))

  it.effect("are not what kubelet tells of a service of the gateway's own name", () =>
    Effect.gen(function*() {
      const told = {
        GAPURA_SERVICE_HOST: "10.96.0.7",
        GAPURA_SERVICE_PORT: "80",
        GAPURA_SERVICE_PORT_HTTP: "80",
        GAPURA_PORT: "tcp://10.96.0.7:80",
        GAPURA_PORT_80_TCP: "tcp://10.96.0.7:80",
        GAPURA_PORT_80_TCP_PROTO: "tcp",
        GAPURA_PORT_80_TCP_PORT: "80",
        GAPURA_PORT_80_TCP_ADDR: "10.96.0.7"
      }
      assert.strictEqual((yield* readSettings(told)).port, 8080)
    }))

  it.effect("fault-101 that are nearly right are wrong", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [name: string, value: string]> = [
        ["PORT", "80a"],
        ["PORT", "-1"],
        ["PORT", "1.5"],
        ["RATE_LIMIT", "120.5"],
        ["RATE_LIMIT", "-120"],
        ["TOKEN_LIFETIME", "0 seconds"],
        ["TOKEN_LIFETIME", "-1 hours"],
        ["TOKEN_LIFETIME", "Infinity"],
        ["ACTION_RETENTION", "5 years"],
        ["ACTION_RETENTION", "0 days"],
        ["DESK_ADDRESSES", "10.0.0.0"],
        ["DESK_ADDRESSES", "10.0.0.0/33"],
        ["DESK_ADDRESSES", "Dinas Kesehatan=10.0.0.0/8"],
        ["DESK_ADDRESSES", "dinkes="],
        ["DESK_ADDRESSES", "10.1/16"],
        ["DESK_ADDRESSES", "010.0.0.0/8"],
        ["DESK_ADDRESSES", "10.0.0.0/8/8"],
        ["DESK_ADDRESSES", "fd00::/129"],
        ["DESK_ADDRESSES", "::ffff:10.0.0.0/104"],
        ["DESK_ADDRESSES", "fd00::/8 kota.example/8"],
        ["CACHE_MAX_BYTES", "0 MiB"],
        ["BASE_URL", "kota.example"],
        ["BASE_URL", "https://kota.example?x=1"],
        ["BASE_URL", "https://kota.example/api"],
        ["BASE_URL", "https://kota.example/#x"],
        ["BASE_URL", "https://kota.example/#"],
        ["BASE_URL", "https://kota.example/?"],
        ["BASE_URL", "https://kota.example\n"],
        ["BASE_URL", "https://kota.example "],
        ["BASE_URL", "https://kota\t.example"],
        ["BASE_URL", "https:kota.example"],
        ["BASE_URL", "https:///kota.example"],
        ["BASE_URL", "https:\\\\kota.example"],
        ["BASE_URL", "https://:rahasia@kota.example"],
        ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://:rahasia@kota.example"],
        ["OTEL_RESOURCE_ATTRIBUTES", "kota=50%"],
        ["OTEL_RESOURCE_ATTRIBUTES", "%zz=kota"],
        ["DATABASE_URL", "postgres://kota@50%/gapura"],
        ["DATABASE_URL", "postgres://kota:50%@db/gapura"],
        ["DATABASE_URL", "postgres://kota@db/gap%ura"],
        ["REDIS_URL", "redis://kota:50%@h"],
        ["REDIS_URL", "redis://h/satu"],
        ["REDIS_URL", "redis://h:65536"],
        ["REDIS_URL", "redis+sentinel://kota:50%@h/utama"],
        ["REDIS_URL", "redis+sentinel://h/ut%ama"],
        ["REDIS_URL", "redis+sentinel://h,lain:65536/utama"]
      ]
      for (const [name, value] of cases) {
        assert.deepStrictEqual((yield* faultsOf({ [name]: value })).faults.map((fault) => fault.name), [name], `${name}=${value}`)
      }
    }))

  it("are printed by --help, each with its default", () => {
    const help = settingsHelp()
    for (
      const name of [
        "HOST",
        "PORT",
        "MANAGEMENT_HOST",
        "MANAGEMENT_PORT",
        "BASE_URL",
        "REGISTRY_FILE",
        "DATA_DIR",
        "DATABASE_URL",
        "DATABASE_POOL_SIZE",
        "DATABASE_STATEMENT_TIMEOUT",
        "DATABASE_GRACE",
        "REDIS_URL",
        "OIDC_ISSUER",
        "OIDC_CLIENT_ID",
        "OIDC_CLIENT_SECRET",
        "SESSION_SECRET",
        "RATE_LIMIT",
        "TOKEN_LIFETIME",
        "ACTION_RETENTION",
        "CACHE_MAX_BYTES",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "OTEL_TRACES_SAMPLER",
        "OTEL_TRACES_SAMPLER_ARG"
      ]
    ) assert.match(help, new RegExp(`^  ${name} +\\S`, "m"))
    assert.match(help, /^ {2}CACHE_MAX_BYTES .*\(default 256 MiB\)$/m)
  })
})
