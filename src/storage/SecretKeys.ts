/**
 * Keys of the gateway's own, one file each in the data directory's `keys`, mode 0600, made at first use.
 *
 * `pseudonym` keys the HMAC that stands for a person. Whoever holds it can tell pseudonyms apart by guessing, so it
 * never leaves the process; losing it gives everybody new pseudonyms.
 */
import { createHmac, randomBytes } from "node:crypto"
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { ensureDirectory, reasonOf, StorageUnusable } from "./DataDirectory.ts"

const keyBytes = 32

const make = (path: string): void => {
  const draft = `${path}.${randomBytes(6).toString("hex")}`
  writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flag: "wx", flush: true })
  try {
    // A link either puts the whole key in place or finds that another process was first.
    linkSync(draft, path)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
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

export class SecretKeys extends Context.Service<SecretKeys, {
  /** The key of the class `pseudonym`, 32 bytes. */
  readonly pseudonym: Redacted.Redacted<Uint8Array>
  /** The same, different for each application, so that two applications cannot join their data. */
  readonly pseudonymFor: (application: string) => Uint8Array
}>()("gapura/storage/SecretKeys") {
  static readonly layer = (options: { readonly dataDir: string }): Layer.Layer<SecretKeys, StorageUnusable> =>
    Layer.effect(
      SecretKeys,
      Effect.gen(function*() {
        const directory = join(options.dataDir, "keys")
        yield* ensureDirectory(options.dataDir)
        yield* ensureDirectory(directory)
        const path = join(directory, "pseudonym.key")
        const key = yield* Effect.try({
          try: () => load(path),
          catch: (failure) => new StorageUnusable({ path, reason: reasonOf(failure) })
        })
        return {
          pseudonym: Redacted.make(key, { label: "pseudonym" }),
          pseudonymFor: (application) => createHmac("sha256", key).update(application).digest()
        }
      })
    )
}
