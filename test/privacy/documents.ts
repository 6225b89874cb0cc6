/** Random documents, and ways to cut them into pieces. */
import { Result } from "effect"
import { type MaskedBody, maskJson } from "../../src/privacy/Masker.ts"
import type { MaskingPolicy } from "../../src/privacy/MaskingPolicy.ts"
import { MaskStream } from "../../src/privacy/MaskStream.ts"
import fc from "../support/Property.ts"

const digits = (length: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length })
export const nik = fc.tuple(fc.constantFrom("11", "32", "91"), fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), digits(2))
  .map(([province, day, month, year]) => `${province}0101${String(day).padStart(2, "0")}${String(month).padStart(2, "0")}${year}0001`)
const separator = fc.constantFrom("", "", " ", ".", "-", "*", "***", ", ", "/", "\u200b", "x", "@", "=", "+", "0", "：")
const personal = fc.oneof(
  nik,
  digits(8).map((rest) => `08${rest}1`),
  digits(9).map((rest) => `+628${rest}`),
  fc.constant("budi@x.id"),
  fc.constant("4111111111111111"),
  fc.constant("B 1234 XYZ"),
  fc.constant("A1234567"),
  fc.constant("budi (at) x.id"),
  fc.constant("B 12 XYZ"),
  fc.constant("01.234.567.8-901.000"),
  fc.constant("?nik=12345&nama_lengkap=Budi"),
  fc.constant("NPWP "),
  digits(2),
  digits(4),
  digits(6)
)
export const hostile = fc.array(fc.oneof(personal, separator), { maxLength: 12 }).map((parts) => parts.join(""))
export const text = fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 30 }), fc.string({ unit: "grapheme", maxLength: 30 }))
const name = fc.oneof(
  fc.constantFrom(
    "nik",
    "nama",
    "name",
    "nama_lengkap",
    "telepon",
    "alamat",
    "agama",
    "jumlah",
    "tanggal_lahir",
    "email",
    "pegawai",
    "data",
    "total",
    "id",
    "kk",
    "gaji",
    "pemilik",
    "disabilitas",
    "payload",
    "Budi Santoso",
    "Bima Sakti",
    "Xaver Yoman",
    "value",
    "label",
    "nilai",
    "columns",
    "rows",
    "identitas",
    "depan",
    "rekam_medis",
    "***"
  ),
  text
)
const tree = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom("NIK", "Nama", "Agama", "gaji", "Budi Santoso"),
    nik.map(Number),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("object"),
    tie("object").map((inner) => JSON.stringify(inner))
  ),
  object: fc.dictionary(name, tie("value"), { maxKeys: 5 })
}))
export const json = tree.value
/** Objects with a `data` key at any place among the others. */
export const wrapped = fc.tuple(tree.object, tree.value, tree.object).map(([before, data, after]) => ({ ...before, data, ...after }))

/** Sizes of the pieces, used again and again. */
export const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 8 })

/** What a document becomes piece by piece; the reason where it is refused. */
export const streamed = (body: Uint8Array, pieces: ReadonlyArray<number>, policy: MaskingPolicy, key?: Uint8Array): MaskedBody | string => {
  const stream = new MaskStream({ policy, pseudonymKey: key })
  const data: Array<Uint8Array> = []
  for (let at = 0, index = 0; at < body.length; index++) {
    const size = pieces[index % pieces.length] ?? 1
    const pushed = stream.push(Uint8Array.from(body.subarray(at, at + size)))
    if (Result.isFailure(pushed)) return pushed.failure.reason
    data.push(pushed.success)
    at += size
  }
  const end = stream.end()
  return Result.isFailure(end) ? end.failure.reason : { ...end.success, data: Buffer.concat([...data, end.success.data]) }
}

/** The same of the whole document at once. */
export const whole = (body: Uint8Array, policy: MaskingPolicy, key?: Uint8Array): MaskedBody | string => {
  const result = maskJson(body, policy, key)
  return Result.isFailure(result) ? result.failure.reason : result.success
}

/** So that two of them can be compared. */
export const readable = (masked: MaskedBody | string) =>
  typeof masked === "string" ? masked : { ...masked, data: Buffer.from(masked.data).toString(), meta: Buffer.from(masked.meta).toString() }
