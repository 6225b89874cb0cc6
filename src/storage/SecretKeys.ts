/**
 * Keys of the gateways' own: files of the data directory, made at first use, or shared in the database (`KeyRing.ts`).
 *
 * The first key `pseudonym` keys the HMAC that stands for a person, version 2 is the one after the first rotation, and so
 * on: the newest is used, by a running gateway within a second. Each pseudonym names the version of its key. Old keys
 * stay until somebody deletes them; with one, its pseudonyms can be made again and told from new ones.
 *
 * Limits: whoever holds a key can find out by guessing whom a pseudonym stands for, so it never leaves the process.
 * Equal values have equal pseudonyms, so how often somebody occurs is seen. Losing the key gives everybody new ones.
 */
import { Context, Effect, Layer, Redacted, Schedule, Semaphore, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import { join } from "node:path"
import { KeptAccess } from "../domain/KeptAccess.ts"
import { makeOutage } from "../domain/Outage.ts"
import { PseudonymKey } from "../domain/PseudonymKey.ts"
import type { StorageUnusable } from "./DataDirectory.ts"
import type { KeySourceUnusable } from "./KeyEncryption.ts"
import { followWrapping, gone, newestOf, openKept, openKeys, pemOf, type RingOptions } from "./KeyRing.ts"
import { fileOf, internalOf, load, type NamedKey, newestIn, ready, trying } from "./LocalKeys.ts"
import { endHandover, keepRing, type KeysRefused, readRing, unwrap } from "./WrappedKeys.ts"

/** Makes the next pseudonym key as a file. @returns its version */
export const rotatePseudonymKey = (dataDir: string): Effect.Effect<number, StorageUnusable> =>
  Effect.flatMap(ready(dataDir), (directory) =>
    trying(directory, () => {
      load(join(directory, fileOf(1)))
      const version = newestIn(directory) + 1
      load(join(directory, fileOf(version)))
      return version
    }))

interface Pseudonym {
  readonly version: number
  readonly bytes: Uint8Array
}

/** A notification that is lost must not break the promise of a second. */
const pollInterval = "500 millis"

/** A key that cannot be read is no reason to stop: the one before it goes on. */
const makeFollowing = () =>
  makeOutage({ failing: "the newest keys cannot be read; those known go on", working: "the newest keys can be read again", level: "Error" })

const tellRotation = ({ version }: Pseudonym) => Effect.logInfo("pseudonyms have a new key", { version })

export class SecretKeys extends Context.Service<SecretKeys, {
  /** The newest key of the class `pseudonym`, 32 bytes. */
  readonly pseudonym: () => Redacted.Redacted<Uint8Array>
  /** Its version, from 1. */
  readonly version: () => number
  /** The same, different for each application, so that two applications cannot join their data. */
  readonly pseudonymFor: (application: string) => PseudonymKey
  /** A key of our own for what is named; rotating pseudonyms does not change it. */
  readonly internal: (purpose: string) => Uint8Array
  /** The audit log's private key (PEM) where it is shared; undefined where it is a file. */
  readonly audit: Redacted.Redacted<string> | undefined
}>()("gapura/storage/SecretKeys") {
  static readonly #of = (first: Uint8Array, newest: () => Pseudonym, audit?: NamedKey): typeof SecretKeys.Service =>
    SecretKeys.of({
      pseudonym: () => Redacted.make(newest().bytes, { label: "pseudonym" }),
      version: () => newest().version,
      pseudonymFor: (application) => {
        const { bytes, version } = newest()
        return new PseudonymKey(createHmac("sha256", bytes).update(application).digest(), version)
      },
      internal: (purpose) => internalOf(first, purpose),
      audit: audit === undefined ? undefined : pemOf(audit)
    })

  /** Files of the data directory. */
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
        let newest: Pseudonym = { version, bytes: version === 1 ? first : yield* read(version) }
        const follow = Effect.gen(function*() {
          version = yield* trying(directory, () => newestIn(directory))
          if (newest.version === version) return
          newest = { version, bytes: yield* read(version) }
          yield* tellRotation(newest)
        })
        yield* Effect.forkScoped(Effect.repeat(makeFollowing().outlasted(follow), Schedule.spaced(pollInterval)))
        return SecretKeys.#of(first, () => newest)
      })
    )

  /** Shared in the database, followed as they and what wraps them are rotated. */
  static readonly layerShared = (options: RingOptions) =>
    Layer.effect(
      SecretKeys,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const kept = yield* KeptAccess
        const opened = yield* kept.before === undefined ? openKeys(options) : openKept(options, kept.before)
        let { kek } = opened
        const first = opened.keys.find(({ name, version }) => name === "pseudonym" && version === 1)
        const last = newestOf(opened.keys, "pseudonym")
        if (first === undefined || last === undefined) {
          return yield* gone
        }
        let newest: Pseudonym = last
        let refused: { readonly fingerprint: string; readonly error: KeySourceUnusable | KeysRefused } | undefined
        /** A reading that began earlier must not be applied later. */
        const turn = yield* Semaphore.make(1)
        const follow = turn.withPermit(
          makeFollowing().outlasted(Effect.gen(function*() {
            const ring = yield* readRing(sql)
            if (ring === undefined) return yield* gone
            yield* keepRing(kept, ring)
            // A passphrase stays what it is while this process runs, and takes half a second to be found wrong.
            if (ring.fingerprint === refused?.fingerprint) return yield* refused.error
            kek = yield* followWrapping(options.source, kek, ring).pipe(Effect.tapError((error) =>
              Effect.sync(() => {
                if ("passphrase" in options.source) refused = { fingerprint: ring.fingerprint, error }
              })
            ))
            if (ring.handover !== null) yield* endHandover(sql)
            const row = ring.rows.findLast(({ name }) => name === "pseudonym")
            if (row === undefined || row.version === newest.version) return
            newest = yield* unwrap(kek, row)
            yield* tellRotation(newest)
          }))
        )
        if (kept.before === undefined) yield* follow
        yield* Effect.forkScoped(Stream.runDrain(sql.reactive(["key_wrapping", "wrapped_keys"], follow)))
        yield* Effect.forkScoped(Effect.repeat(follow, Schedule.spaced(pollInterval)))
        return SecretKeys.#of(first.bytes, () => newest, newestOf(opened.keys, "audit"))
      })
    )
}
