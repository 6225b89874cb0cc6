/**
 * The Ed25519 key that signs checkpoints: a PEM file (PKCS #8) of mode 0600, made at first use, or one that gateways
 * share. Who verifies needs its public half alone. The file may lie where the database's administrators do not reach.
 */
import { Effect, Redacted, Schema } from "effect"
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, randomBytes, sign, verify } from "node:crypto"
import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { readRegularFile } from "../files/RegularFile.ts"

export class AuditKeyUnusable
  extends Schema.TaggedError<AuditKeyUnusable>()("AuditKeyUnusable", { path: Schema.String, reason: Schema.String })
{
  override get message(): string {
    return `the audit key ${this.path} cannot be used: ${this.reason}`
  }
}

export interface PublicAuditKey {
  /** First half of the SHA-256 of the public key. */
  readonly id: string
  readonly pem: string
  readonly verifies: (text: string, signature: string) => boolean
}

export interface AuditKey extends PublicAuditKey {
  readonly sign: (text: string) => string
}

const publicOf = (key: KeyObject): PublicAuditKey => {
  if (key.asymmetricKeyType !== "ed25519") throw new Error("this is no Ed25519 key")
  return {
    id: hash("sha256", key.export({ type: "spki", format: "der" })).slice(0, 32),
    pem: String(key.export({ type: "spki", format: "pem" })),
    verifies: (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"))
  }
}

const make = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString("hex")}`
  try {
    writeFileSync(draft, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }), {
      mode: 0o600,
      flag: "wx",
      flush: true
    })
    // A link either puts the whole key in place or finds that another process was first.
    linkSync(draft, path)
  } catch (cause) {
    if (errorCodeOf(cause) !== "EEXIST") throw cause
  } finally {
    rmSync(draft, { force: true })
  }
}

const attempt = <A>(path: string, run: () => A): Effect.Effect<A, AuditKeyUnusable> =>
  Effect.try({
    try: run,
    catch: (cause) => new AuditKeyUnusable({ path, reason: cause instanceof Error ? cause.message : "unknown reason" })
  })

const privateOf = (pem: string | Buffer): AuditKey => {
  const key = createPrivateKey(pem)
  return { ...publicOf(createPublicKey(key)), sign: (text) => sign(null, Buffer.from(text), key).toString("base64url") }
}

/** @param pem the private key */
export const sharedAuditKey = (pem: Redacted.Redacted<string>): Effect.Effect<AuditKey, AuditKeyUnusable> =>
  attempt("that gateways share", () => privateOf(Redacted.value(pem)))

export const loadAuditKey = (path: string): Effect.Effect<AuditKey, AuditKeyUnusable> =>
  attempt(path, () => {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) make(path)
    if ((statSync(path).mode & 0o077) !== 0) throw new Error("others can read it; set its mode to 0600")
    return privateOf(readRegularFile(path))
  })

/** A public key, or the public half of a private one. */
export const loadPublicKey = (path: string): Effect.Effect<PublicAuditKey, AuditKeyUnusable> =>
  attempt(path, () => publicOf(createPublicKey(readRegularFile(path))))
