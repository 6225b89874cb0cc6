/**
 * Masks a document of made-up people before the gateway is ready: where that does not hide them it does not start, and no
 * caller has to wait until all of the code that judges a new document has been loaded.
 */
import { Effect, Result, Schema } from "effect"
import type { maskJson } from "../privacy/Masker.ts"
import { compilePolicy } from "../privacy/MaskingPolicy.ts"

class MaskingFails extends Schema.TaggedError<MaskingFails>()("MaskingFails", {}) {
  override get message(): string {
    return "masking leaves personal data of a made-up document as they are, so nothing may be answered"
  }
}

const secrets = ["3374010101900001", "Warga Contoh", "warga@contoh.example", "081234567890"] as const

const row = (id: number) => ({
  id,
  nik: secrets[0],
  nama: secrets[1],
  email: secrets[2],
  kontak: { no_hp: secrets[3], hubungan: "saudara" },
  alamat: { jalan: "Jalan Pemuda No. 1", kelurahan: "Sekayu", kecamatan: "Semarang Tengah" },
  layanan: ["kesehatan", "pendidikan"],
  nilai: 12.5,
  aktif: true,
  diperbarui: "2026-01-15T08:30:00Z"
})

/** @param mask what documents are masked with */
export const maskedAtStart = (mask: typeof maskJson): Effect.Effect<void, MaskingFails> =>
  Effect.suspend(() => {
    const body = Buffer.from(JSON.stringify({ data: [row(1), row(2)], total: 2 }))
    const masked = mask(body, compilePolicy({ fields: [], unknown: "detect" }))
    const hides = Result.isSuccess(masked) && !secrets.some((secret) => Buffer.from(masked.success.data).includes(secret))
    return hides ? Effect.void : Effect.fail(new MaskingFails())
  })
