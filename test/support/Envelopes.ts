/** Reads successful answers: the whole envelope is checked, what differs is returned. */
import { Schema } from "effect"
import { assert } from "vitest"
import { Envelope } from "../../src/domain/Envelope.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Envelope), { onExcessProperty: "error" })

export const expectEnvelope = async (response: Response) => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
  const { data, message, meta: { generatedAt, masked, version, ...meta } } = decode(text)
  assert.strictEqual(message, "Data berhasil diambil")
  assert.strictEqual(version, "4.0")
  assert.match(generatedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  /** `meta` without what every envelope has. */
  return { data, generatedAt, masked, meta, text }
}
