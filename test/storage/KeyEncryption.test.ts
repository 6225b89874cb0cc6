import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { deriveKey } from "../../src/storage/KeyEncryption.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const inFile = Effect.map(tempDirectory, (directory) => (content: string | Uint8Array) => {
  const file = join(directory, "kek")
  writeFileSync(file, content)
  return deriveKey({ file })
})

describe("the key-encryption key of a file", () => {
  it.effect("is the same however its bytes are written: as they are, in hex, in base64, on several lines", () =>
    Effect.gen(function*() {
      const of = yield* inFile
      const bytes = randomBytes(48)
      const hex = bytes.toString("hex")
      const written = [
        hex,
        `${hex.toUpperCase()}\r\n`,
        bytes.toString("base64"),
        bytes.toString("base64url"),
        `${hex.slice(0, 64)}\n${hex.slice(64)}\n`
      ]
      const { fingerprint } = yield* of(bytes)
      assert.match(fingerprint, /^[0-9a-f]{16}$/)
      for (const content of written) assert.strictEqual((yield* of(content)).fingerprint, fingerprint)
      assert.notStrictEqual((yield* of(randomBytes(48))).fingerprint, fingerprint)
    }))

  it.effect("is refused where it is too short, is a sentence or is not there, and what it holds is not told", () =>
    Effect.gen(function*() {
      const of = yield* inFile
      const short = randomBytes(31)
      const sentence = "kata sandi yang panjang sekali dan bukan acak, sungguh"
      for (
        const [content, reason] of [
          [short, /too short/],
          [short.toString("hex"), /too short/],
          [short.toString("base64"), /too short/],
          ["", /too short/],
          [sentence, /neither hex nor base64/]
        ] as const
      ) {
        const { message } = yield* Effect.flip(of(content))
        assert.match(message, reason)
        assert.match(message, /^KEYS_FILE \/.*at least 32 random bytes/)
        for (const told of [short.toString("hex"), short.toString("base64"), sentence]) assert.notInclude(message, told)
      }
      assert.match((yield* Effect.flip(deriveKey({ file: "/nonexistent/kek" }))).message, /^KEYS_FILE \/nonexistent\/kek ENOENT/)
    }))
})

describe("the key-encryption key of a passphrase", () => {
  it.live("is the same with the salt and the costs that were kept, and another with a new salt", () =>
    Effect.gen(function*() {
      const source = { passphrase: Redacted.make("kata sandi kota yang panjang") }
      const first = yield* deriveKey(source)
      assert.strictEqual((yield* deriveKey(source, first.derivation)).fingerprint, first.fingerprint)
      assert.notStrictEqual((yield* deriveKey(source)).fingerprint, first.fingerprint)
      assert.notInclude(JSON.stringify(first.derivation), "kata")
      const other = yield* deriveKey({ passphrase: Redacted.make("kata sandi kota yang lain") }, first.derivation)
      assert.notStrictEqual(other.fingerprint, first.fingerprint)
    }))
})
