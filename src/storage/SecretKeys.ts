/**
 * Keys of the gateway's own, one file each in the data directory's `keys`, mode 0600, made at first use.
 *
 * `pseudonym.key` keys the HMAC that stands for a person, `pseudonym.2.key` the one after the first rotation, and so
 * on: the newest is used, by a running gateway within a second. Each pseudonym names the version of its key. Old keys
 * stay until somebody deletes them; with one, its pseudonyms can be made again and told from new ones.
 *
 * Limits: whoever holds a key can find out by guessing whom a pseudonym stands for, so it never leaves the process.
 * Equal values have equal pseudonyms, so how often somebody occurs is seen. Losing the key gives everybody new ones.
 */
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { createHmac, randomBytes } from "node:crypto"
import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { makeOutage } from "../domain/Outage.ts"
import { PseudonymKey } from "../domain/PseudonymKey.ts"
import { reasonOf } from "../domain/Reason.ts"
import { ensureDirectory, StorageUnusable } from "./DataDirectory.ts"

const keyBytes = 32

const make = (path: string): void => {
  const draft = `${path}.${randomBytes(6).toString("hex")}`
  try {
    writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flag: "wx", flush: true })
    // A link either puts the whole key in place or finds that another process was first.
    linkSync(draft, path)
  } catch (cause) {
    if (errorCodeOf(cause) !== "EEXIST") throw cause
  } finally {
    rmSync(draft, { force: true })
  }
}

const load = (path: string): Uint8Array => {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) make(path)
  if ((statSync(path).mode & 0o077) !== 0) throw new Error("others can read this key; set its mode to 0600")
  const key = readFileSync(path)
  if (key.length !== keyBytes) throw new Error(`this is not a key of ${keyBytes} bytes`)
  return key
}

const fileOf = (version: number): string => version === 1 ? "pseudonym.key" : `pseudonym.${version}.key`

/** The newest version there is; 1 before there is any. */
const newestIn = (directory: string): number =>
  readdirSync(directory).reduce((newest, file) => Math.max(newest, Number(/^pseudonym\.(\d{1,4})\.key$/.exec(file)?.[1] ?? 1)), 1)

const trying = <A>(path: string, run: () => A): Effect.Effect<A, StorageUnusable> =>
  Effect.try({ try: run, catch: (failure) => new StorageUnusable({ path, reason: reasonOf(failure) }) })

const ready = (dataDir: string): Effect.Effect<string, StorageUnusable> => {
  const directory = join(dataDir, "keys")
  return Effect.as(Effect.andThen(ensureDirectory(dataDir), ensureDirectory(directory)), directory)
}

/** Makes the next pseudonym key. @returns its version */
export const rotatePseudonymKey = (dataDir: string): Effect.Effect<number, StorageUnusable> =>
  Effect.flatMap(ready(dataDir), (directory) =>
    trying(directory, () => {
      load(join(directory, fileOf(1)))
      const version = newestIn(directory) + 1
      load(join(directory, fileOf(version)))
      return version
    }))

export class SecretKeys extends Context.Service<SecretKeys, {
  /** The newest key of the class `pseudonym`, 32 bytes. */
  readonly pseudonym: () => Redacted.Redacted<Uint8Array>
  /** Its version, from 1. */
  readonly version: () => number
  /** The same, different for each application, so that two applications cannot join their data. */
  readonly pseudonymFor: (application: string) => PseudonymKey
  /** A key of our own for what is named; rotating pseudonyms does not change it. */
  readonly internal: (purpose: string) => Uint8Array
}>()("gapura/storage/SecretKeys") {
  static readonly layer = (options: { readonly dataDir: string }): Layer.Layer<SecretKeys, StorageUnusable> =>
    Layer.effect(
      SecretKeys,
      Effect.gen(function*() {
        const directory = yield* ready(options.dataDir)
        const read = (version: number) => {
          const path = join(directory, fileOf(version))
          return trying(path, () => load(path))
        }
        const first = yield* read(1)
        let version = yield* trying(directory, () => newestIn(directory))
        let key = version === 1 ? first : yield* read(version)
        // A key that cannot be read is no reason to stop: the one before it goes on.
        const follow = Effect.gen(function*() {
          const newest = yield* trying(directory, () => newestIn(directory))
          if (newest === version) return
          key = yield* read(newest)
          version = newest
          yield* Effect.logInfo("pseudonyms have a new key", { version })
        })
        const { outlasted } = makeOutage({
          failing: "the newest key of pseudonyms cannot be read; the one before it goes on",
          working: "the newest key of pseudonyms can be read again",
          level: "Error"
        })
        yield* Effect.forkScoped(Effect.repeat(outlasted(follow), Schedule.spaced("500 millis")))
        return SecretKeys.of({
          pseudonym: () => Redacted.make(key, { label: "pseudonym" }),
          version: () => version,
          pseudonymFor: (application) => new PseudonymKey(createHmac("sha256", key).update(application).digest(), version),
          internal: (purpose) => createHmac("sha256", first).update(`\n${purpose}`).digest()
        })
      })
    )
}
