/**
 * `gapura keys rotate` and `gapura keys list`: a new key for pseudonyms, which are others from then on and say so; another
 * key-encryption key; and which keys there are, never one of them.
 */
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync, statSync } from "node:fs"
import { reasonOf } from "../domain/Reason.ts"
import { Settings } from "../settings/Settings.ts"
import type { KeySource } from "../storage/KeyEncryption.ts"
import { keepToFiles, rewrap, rotateSharedPseudonyms } from "../storage/KeyRing.ts"
import { localKeys } from "../storage/LocalKeys.ts"
import { rotatePseudonymKey } from "../storage/SecretKeys.ts"
import { keyFingerprint, readRing } from "../storage/WrappedKeys.ts"
import { DatabaseLayer, hasDatabase } from "./CommandLayers.ts"
import { CommandFailed, isoTime, print, printList } from "./Output.ts"

export interface RotateOptions {
  readonly what: "pseudonyms" | "kek"
  readonly to: string | undefined
  readonly toPassphrase: string | undefined
  readonly leaked: boolean
  readonly json: boolean
}

const shortest = 16

const nextSource = ({ to, toPassphrase }: RotateOptions): Effect.Effect<KeySource, CommandFailed> => {
  if (to !== undefined && toPassphrase === undefined) return Effect.succeed({ file: to })
  if (to !== undefined || toPassphrase === undefined) {
    return Effect.fail(new CommandFailed({ message: "say what to wrap the keys with: --to FILE or --to-passphrase FILE" }))
  }
  return Effect.try({
    try: () => {
      const passphrase = readFileSync(toPassphrase, "utf8").replace(/\r?\n$/, "")
      if (passphrase.length < shortest) throw new Error(`it must have at least ${shortest} characters`)
      return { passphrase: Redacted.make(passphrase) }
    },
    catch: (cause) => new CommandFailed({ message: `the passphrase in ${toPassphrase} cannot be used: ${reasonOf(cause)}` })
  })
}

const rotateKek = Effect.fn("Keys.rotateKek")(function*(options: RotateOptions) {
  const { keys: { source } } = yield* Settings
  if (source === undefined) {
    return yield* new CommandFailed({ message: "set KEYS_FILE or KEYS_PASSPHRASE to the key-encryption key that the gateways have now" })
  }
  const { from, to } = yield* rewrap(source, yield* nextSource(options), !options.leaked)
  yield* print(
    options.json,
    { key: "kek", from, to },
    `the keys are wrapped with the key-encryption key ${to} now, no more with ${from}; `
      + (options.leaked
        ? "give it to every gateway at once: one that runs goes on, and does not hear of new keys until then"
        : "running gateways have it; give it to every gateway before it starts again")
  )
})

const rotatePseudonyms = Effect.gen(function*() {
  const settings = yield* Settings
  const { dataDir, keys: { source, withAudit } } = settings
  if (source !== undefined) {
    const version = yield* Effect.provide(rotateSharedPseudonyms({ dataDir, source, withAudit }), DatabaseLayer)
    return { version, place: "the database" }
  }
  if (hasDatabase(settings)) yield* Effect.provide(keepToFiles, DatabaseLayer)
  return { version: yield* rotatePseudonymKey(dataDir), place: `${dataDir}/keys until you delete them` }
})

export const rotateKeys = (options: RotateOptions) =>
  Effect.gen(function*() {
    if (options.what === "kek") return yield* Effect.provide(rotateKek(options), DatabaseLayer)
    const { place, version } = yield* rotatePseudonyms
    yield* print(
      options.json,
      { key: "pseudonym", version },
      `pseudonyms are made with key ${version} from now on and begin with psd${version}_; the older keys stay in ${place}`
    )
  }).pipe(Effect.provide(Settings.layer))

interface Listed {
  readonly name: string
  readonly version: number
  readonly fingerprint: string
  readonly since: string | null
  /** The fingerprint of the key-encryption key; null: a file. */
  readonly wrappedBy: string | null
}

const filesOf = Effect.gen(function*() {
  const { dataDir } = yield* Settings
  return (yield* localKeys(dataDir)).map((key): Listed => ({
    name: key.name,
    version: key.version,
    fingerprint: keyFingerprint(key),
    since: isoTime(Math.floor(statSync(key.path).mtimeMs)),
    wrappedBy: null
  }))
})

const wrappedOf = Effect.gen(function*() {
  const ring = yield* readRing(yield* SqlClient.SqlClient)
  if (ring === undefined) return []
  const { derivation, fingerprint, rows, since } = ring
  const kek: Listed = { name: `kek (${derivation.from})`, version: 1, fingerprint, since: isoTime(since), wrappedBy: null }
  return [
    kek,
    ...rows.map((row): Listed => ({
      name: row.name,
      version: row.version,
      fingerprint: row.fingerprint,
      since: isoTime(row.since),
      wrappedBy: fingerprint
    }))
  ]
})

export const listKeys = (json: boolean) =>
  Effect.gen(function*() {
    const settings = yield* Settings
    const wrapped = hasDatabase(settings) ? yield* Effect.provide(wrappedOf, DatabaseLayer) : []
    yield* printList({
      json,
      items: [...wrapped, ...yield* filesOf],
      toJson: (key) => ({ ...key }),
      head: ["KEY", "VERSION", "FINGERPRINT", "SINCE", "WHERE"],
      toRow: ({ fingerprint, name, since, version, wrappedBy }) => [
        name,
        String(version),
        fingerprint,
        since ?? "",
        wrappedBy !== null ? "database, wrapped" : name.startsWith("kek") ? "each gateway" : `${settings.dataDir}/keys`
      ],
      none: "there are no keys yet: the first start makes them"
    })
  }).pipe(Effect.provide(Settings.layer))
