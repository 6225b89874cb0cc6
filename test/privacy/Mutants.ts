/** Documents of many shapes, changed at random, and what holds for masking whatever they are. */
import { Result } from "effect"
import { isUtf8 } from "node:buffer"
import { maskJson } from "../../src/privacy/Masker.ts"
import { MaskStream } from "../../src/privacy/MaskStream.ts"
import { policy } from "./support.ts"

const person = { nik: "3273014501900001", nama: "Budi Santoso", alamat: "Jl. Mawar 3", hp: "081234567890", email: "budi@gmail.com" }
const nested = JSON.stringify(JSON.stringify([person]))
const shapes: ReadonlyArray<unknown> = [
  [person, { ...person, nik: null, nama: "PT Maju Jaya" }],
  { status: "ok", data: [person], total: 1 },
  { columns: ["NIK", "Nama"], rows: [["3273014501900001", "Budi"], [null, 3]] },
  [["NIK", "Nama"], ["3273014501900001", "Budi Santoso"]],
  [["NIK", "3273014501900001"], ["Nama", "Budi"]],
  { items: [{ label: "NIK", value: "3273014501900001" }, { label: "Nama", value: "Budi" }] },
  { "Budi Santoso": { nik: 3273014501900001 }, "3273014501900001": [true, null, -1.5e-7] },
  { resourceType: "Patient", name: [{ family: "Santoso", given: ["Budi"] }], telecom: [{ system: "phone", value: "0812-3456-7890" }] },
  { isi: nested, b64: Buffer.from(nested).toString("base64"), csv: "nik,nama\n3273014501900001,Budi" },
  { ket: "Atas nama Budi Santoso, NIK 3273 0145 0190 0001, Jl. Mawar No. 3 RT 01/02", x: "\u0663\u{1d7f0} \u00e9\u200b&quot;nik&quot;:1" }
]
const bases = shapes.map((shape) => Buffer.from(JSON.stringify(shape)))
const pieces = [
  "\"",
  "\\",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "0",
  "-",
  "e",
  " ",
  "\\u0000",
  "\\ud800",
  "nik",
  "null",
  "\u00e9",
  "\ufeff",
  "3273014501900001"
]
  .map((piece) => Buffer.from(piece))

/** Xorshift: the same documents for the same seed. */
export const drawn = (seed: number): (below: number) => number => {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

export const mutant = (draw: (below: number) => number): Buffer => {
  let body = bases[draw(bases.length)]!
  for (let times = draw(4); times > 0; times--) {
    const at = draw(body.length + 1)
    const rest = body.subarray(Math.min(body.length, at + (draw(3) === 0 ? draw(12) : 0)))
    const kind = draw(4)
    const other = bases[draw(bases.length)]!
    const from = draw(other.length)
    const middle = kind === 0
      ? Buffer.from([draw(256)])
      : kind === 1
      ? other.subarray(from, from + draw(40))
      : pieces[draw(pieces.length)]!
    body = Buffer.concat([body.subarray(0, at), middle, rest])
  }
  return body
}

const isJson = (body: Uint8Array): boolean => {
  try {
    JSON.parse(Buffer.from(body).toString().replace(/^\ufeff/, ""))
    return isUtf8(body)
  } catch {
    return false
  }
}

/** @returns what is wrong; undefined where all holds */
export const faultIn = (body: Buffer, draw: (below: number) => number): string | undefined => {
  const whole = maskJson(body, policy())
  if (Result.isFailure(whole)) {
    return isJson(body) && !/success|status|error/.test(body.toString())
      ? `refused: ${whole.failure.reason}`
      : undefined
  }
  if (!isJson(body)) return "taken, but no JSON"
  const data = Buffer.from(whole.success.data).toString()
  if (!isJson(whole.success.data)) return "what is masked is no JSON"
  const stream = new MaskStream({ policy: policy(), pseudonymKey: undefined })
  let out = ""
  for (let at = 0; at < body.length;) {
    const end = at + 1 + draw(body.length)
    const piece = stream.push(body.subarray(at, end))
    if (Result.isFailure(piece)) return /second data|too late/.test(piece.failure.reason) ? undefined : `streamed: ${piece.failure.reason}`
    out += Buffer.from(piece.success).toString("latin1")
    at = end
  }
  const end = stream.end()
  if (Result.isFailure(end)) return /second data|too late/.test(end.failure.reason) ? undefined : `streamed: ${end.failure.reason}`
  out += Buffer.from(end.success.data).toString("latin1")
  return Buffer.from(out, "latin1").toString() === data ? undefined : "pieces make something else than the whole"
}
