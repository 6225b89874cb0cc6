import { assert } from "@effect/vitest"
import { Result } from "effect"
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { type MaskedBody, maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import { maskInText } from "../../src/privacy/PersonalDataInText.ts"

/** Verdicts live as long as a policy: each document of a test has one of its own, unless the test is about several. */
export const policy = (fields: Endpoint["fields"] = [], unknown: "detect" | "mask" = "detect") => compilePolicy({ fields, unknown })

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

/** Masks a JSON text, or a value, and fails the test where it is malformed. */
export const maskedBody = (json: unknown, by = policy(), key?: Uint8Array): MaskedBody =>
  Result.getOrThrow(maskJson(Buffer.from(typeof json === "string" ? json : JSON.stringify(json)), by, key))

/** The masked data as JSON text. */
export const maskedText = (json: unknown, by = policy(), key?: Uint8Array): string => textOf(maskedBody(json, by, key).data)

/** The masked data, parsed. */
export const masked = (json: unknown, by = policy(), key?: Uint8Array): unknown => JSON.parse(maskedText(json, by, key))

/** What becomes of one field of a row. */
export const field = (key: string, value: unknown): unknown => {
  const row = masked([{ [key]: value }])
  return Array.isArray(row) ? Object.values(row[0])[0] : undefined
}

/** What becomes of a string that no key classifies. */
export const inText = (text: string): unknown => field("keterangan", text)

/** What is shown of a text, by itself and in a document alike. */
export const shownInText = (text: string): string => {
  const alone = maskInText(text)?.text ?? text
  assert.deepStrictEqual(masked({ berita: text, versi: 2 }), { berita: alone, versi: 2 })
  return alone
}
