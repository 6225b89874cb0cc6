/**
 * Keys as files of the data directory's `keys`, mode 0600: `pseudonym.key`, `pseudonym.2.key` after the first rotation
 * and so on, and `audit.key`, which the audit log makes itself.
 */
import { Effect } from "effect"
import { createHash, createHmac, randomBytes } from "node:crypto"
import { existsSync, linkSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"
import { ensureDirectory, StorageUnusable } from "./DataDirectory.ts"

export const keyBytes = 32

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

const read = (path: string): Buffer => {
  if ((statSync(path).mode & 0o077) !== 0) throw new Error("others can read this key; set its mode to 0600")
  return readRegularFile(path)
}

/** Makes it where it is not there. */
export const load = (path: string): Uint8Array => {
  if (!existsSync(path)) make(path)
  const key = read(path)
  if (key.length !== keyBytes) throw new Error(`this is not a key of ${keyBytes} bytes`)
  return key
}

export const fileOf = (version: number): string => version === 1 ? "pseudonym.key" : `pseudonym.${version}.key`
export const auditFile = "audit.key"
const pseudonymFile = /^pseudonym(?:\.(\d{1,4}))?\.key$/

/** Whether it is one of those that lie in the database where there is a key-encryption key. */
export const isShared = (file: string): boolean => file === auditFile || pseudonymFile.test(file)

/** The newest version there is; 1 before there is any. */
export const newestIn = (directory: string): number =>
  readdirSync(directory).reduce((newest, file) => Math.max(newest, Number(pseudonymFile.exec(file)?.[1] ?? 1)), 1)

export const trying = <A>(path: string, run: () => A): Effect.Effect<A, StorageUnusable> =>
  Effect.try({ try: run, catch: (failure) => new StorageUnusable({ path, reason: reasonOf(failure) }) })

const directoryOf = (dataDir: string): string => join(dataDir, "keys")

/** The directory of keys, which is there when this returns. */
export const ready = (dataDir: string): Effect.Effect<string, StorageUnusable> =>
  Effect.as(Effect.andThen(ensureDirectory(dataDir), ensureDirectory(directoryOf(dataDir))), directoryOf(dataDir))

/** One key, by its name and its version of that name. */
export interface NamedKey {
  readonly name: "pseudonym" | "audit"
  readonly version: number
  /** Of the audit log's key the PEM. */
  readonly bytes: Uint8Array
}

/** Those that are there, with their paths; none where there is no directory. */
export const localKeys = (dataDir: string): Effect.Effect<ReadonlyArray<NamedKey & { readonly path: string }>, StorageUnusable> => {
  const directory = directoryOf(dataDir)
  const files = trying(directory, () => existsSync(directory) ? readdirSync(directory).filter(isShared).sort() : [])
  return Effect.flatMap(
    files,
    Effect.forEach((file) => {
      const path = join(directory, file)
      return trying(path, () =>
        file === auditFile
          ? { name: "audit" as const, version: 1, bytes: read(path), path }
          : { name: "pseudonym" as const, version: Number(pseudonymFile.exec(file)?.[1] ?? 1), bytes: load(path), path })
    })
  )
}

/** A key for what is named, made of the first key of pseudonyms. */
export const internalOf = (first: Uint8Array, purpose: string): Uint8Array => createHmac("sha256", first).update(`\n${purpose}`).digest()

/** What the database has of the first gateway's first key, and says nothing about it. */
export const agreementOf = (first: Uint8Array): string => createHash("sha256").update(internalOf(first, "key agreement")).digest("hex")
