/**
 * The key-encryption key: what wraps the keys that lie in the database, and lies there itself in no form. Each gateway
 * has it from a file of random bytes or from a passphrase.
 *
 * A file counts by its bytes, however they are written: hex, base64 or as they are. A passphrase goes through scrypt,
 * whose salt and costs lie beside what is wrapped. The fingerprint tells two keys apart and says nothing about one.
 */
import { Effect, Redacted, Schema } from "effect"
import { createHmac, hkdfSync, randomBytes, scrypt } from "node:crypto"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"

/** Where a gateway has its key-encryption key from. */
export type KeySource = { readonly file: string } | { readonly passphrase: Redacted.Redacted<string> }

/** As the setting is called that the source comes from. */
export const settingOf = (source: KeySource): string => "file" in source ? "KEYS_FILE" : "KEYS_PASSPHRASE"

const powerOfTwo = Schema.makeFilter((cost: number) => Number.isInteger(Math.log2(cost)))

/** How the key is made of its source; kept beside what it wraps. */
export const Derivation = Schema.Union([
  Schema.Struct({ from: Schema.Literal("file") }),
  Schema.Struct({
    from: Schema.Literal("passphrase"),
    salt: Schema.String,
    cost: Schema.Int.check(Schema.isBetween({ minimum: 1 << 14, maximum: 1 << 20 }), powerOfTwo),
    blockSize: Schema.Int.check(Schema.isBetween({ minimum: 8, maximum: 16 })),
    parallelization: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))
  })
])
export type Derivation = typeof Derivation.Type

export interface KeyEncryptionKey {
  /** 32 bytes. */
  readonly bytes: Uint8Array
  readonly fingerprint: string
  readonly derivation: Derivation
}

/** `setting` cannot give a key; `reason` never repeats what it holds. */
export class KeySourceUnusable extends Schema.TaggedError<KeySourceUnusable>()("KeySourceUnusable", {
  setting: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.setting} ${this.reason}`
  }
}

const keyBytes = 32
const forms = "at least 32 random bytes, as they are or in hex or base64, such as `openssl rand -hex 32` writes"

/** The fingerprint of a key: of no use to whoever wants the key, since a key is random or was made by scrypt. */
export const fingerprintOf = (key: Uint8Array): string => createHmac("sha256", key).update("gapura fingerprint").digest("hex").slice(0, 16)

/** The bytes that a file means; what only text can be is read as text. @throws with a reason */
const materialOf = (content: Buffer): Buffer => {
  const text = content.toString("latin1")
  const lines = text.trim().replace(/[\r\n]+/g, "")
  const bytes = !/^[\t\n\r -~]*$/.test(text)
    ? content
    : /^(?:[0-9a-f]{2})*$/i.test(lines)
    ? Buffer.from(lines, "hex")
    : /^[A-Za-z0-9+/_-]+={0,2}$/.test(lines)
    ? Buffer.from(lines, "base64")
    : undefined
  if (bytes === undefined) throw new Error(`is text that is neither hex nor base64: it must hold ${forms}`)
  if (bytes.length < keyBytes) throw new Error(`is too short: it must hold ${forms}`)
  return bytes
}

const ofFile = (file: string): Effect.Effect<KeyEncryptionKey, KeySourceUnusable> =>
  Effect.try({
    try: (): KeyEncryptionKey => {
      const bytes = new Uint8Array(hkdfSync("sha256", materialOf(readRegularFile(file)), "", "gapura key-encryption key", keyBytes))
      return { bytes, fingerprint: fingerprintOf(bytes), derivation: { from: "file" } }
    },
    catch: (cause) => new KeySourceUnusable({ setting: `KEYS_FILE ${file}`, reason: reasonOf(cause) })
  })

const fresh = (): Derivation & { readonly from: "passphrase" } => ({
  from: "passphrase",
  salt: randomBytes(16).toString("base64"),
  cost: 1 << 17,
  blockSize: 8,
  parallelization: 1
})

const ofPassphrase = (passphrase: Redacted.Redacted<string>, derivation: Derivation & { readonly from: "passphrase" }) =>
  Effect.callback<KeyEncryptionKey, KeySourceUnusable>((resume) => {
    const { blockSize, cost, parallelization, salt } = derivation
    // Twice what it needs, which is 128 bytes for each of both costs.
    const options = { N: cost, r: blockSize, p: parallelization, maxmem: 256 * cost * blockSize }
    scrypt(Redacted.value(passphrase).normalize("NFKC"), Buffer.from(salt, "base64"), keyBytes, options, (cause, made) =>
      resume(
        cause === null
          ? Effect.succeed({ bytes: new Uint8Array(made), fingerprint: fingerprintOf(made), derivation })
          : Effect.fail(new KeySourceUnusable({ setting: "KEYS_PASSPHRASE", reason: reasonOf(cause) }))
      ))
  })

/** @param known how the key that is asked for was made; without, or where it was of another kind, a new one is made */
export const deriveKey = (source: KeySource, known?: Derivation): Effect.Effect<KeyEncryptionKey, KeySourceUnusable> =>
  "file" in source ? ofFile(source.file) : ofPassphrase(source.passphrase, known?.from === "passphrase" ? known : fresh())
