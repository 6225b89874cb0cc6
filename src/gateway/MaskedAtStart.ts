/**
 * Masks documents of a made-up person before the gateway is ready, in the shapes in which agencies answer: where one does
 * not hide them it does not start, and no caller has to wait until the code that judges a new document has been loaded.
 */
import { Effect, Result, Schema } from "effect"
import type { maskJson } from "../privacy/Masker.ts"
import { compilePolicy } from "../privacy/MaskingPolicy.ts"

class MaskingFails extends Schema.TaggedError<MaskingFails>()("MaskingFails", {
  /** What the document was. */
  shape: Schema.String
}) {
  override get message(): string {
    return `masking leaves personal data of a made-up person as they are in ${this.shape}, so nothing may be answered`
  }
}

const nik = "3374010101900001"
const nama = "Warga Contoh"
const email = "warga@contoh.example"
const noHp = "081234567890"
const secrets = [nik, nama, email, noHp] as const

const row = (id: number) => ({
  id,
  nik,
  nama,
  email,
  kontak: { no_hp: noHp, hubungan: "saudara" },
  alamat: { jalan: "Jalan Pemuda No. 1", kelurahan: "Sekayu", kecamatan: "Semarang Tengah" },
  layanan: ["kesehatan", "pendidikan"],
  nilai: 12.5,
  aktif: true,
  diperbarui: "2026-01-15T08:30:00Z"
})

const shapes: Readonly<Record<string, unknown>> = {
  rows: { data: [row(1), row(2)], total: 2 },
  "columns and rows": { columns: ["nik", "nama", "email", "no_hp", "status"], rows: [[nik, nama, email, noHp, "aktif"]] },
  "labels and values": [
    { label: "NIK", value: nik },
    { label: "Nama Lengkap", value: nama },
    { label: "Email", value: email },
    { label: "No. HP", value: noHp }
  ],
  GeoJSON: {
    type: "FeatureCollection",
    features: [{
      type: "Feature",
      geometry: { type: "Point", coordinates: [110.41, -6.98] },
      properties: { nik, nama_pemilik: nama, email, no_telp: noHp, luas: 120 }
    }]
  },
  FHIR: {
    resourceType: "Patient",
    identifier: [{ system: "https://fhir.kemkes.go.id/id/nik", value: nik }],
    name: [{ text: nama }],
    telecom: [{ system: "email", value: email }, { system: "phone", value: noHp }],
    birthDate: "1990-01-01"
  },
  "a text": { judul: "Jalan rusak", isi: `Pelapor atas nama ${nama}, NIK ${nik}, HP ${noHp}, surel ${email}, minta jalan diperbaiki.` }
}

/** @param mask what documents are masked with */
export const maskedAtStart = (mask: typeof maskJson): Effect.Effect<void, MaskingFails> =>
  Effect.forEach(Object.entries(shapes), ([shape, document]) => {
    const masked = mask(Buffer.from(JSON.stringify(document)), compilePolicy({ fields: [], unknown: "detect" }))
    const hides = Result.isSuccess(masked) && !secrets.some((secret) => Buffer.from(masked.success.data).includes(secret))
    return hides ? Effect.void : Effect.fail(new MaskingFails({ shape }))
  }, { discard: true })
