import { assert, describe, it } from "@effect/vitest"
import { mayKeep } from "../../src/privacy/KeptKeys.ts"

describe("a key is written down", () => {
  it("where it says what its values are, in whatever spelling", () => {
    const keys = [
      "nik",
      "namaLengkap",
      "Nama Lengkap",
      "Nama",
      "NIK",
      "No. KTP",
      "Tgl. Lahir",
      "tahun_2025",
      "noHPPemilik",
      "xyz",
      "#table",
      "id"
    ]
    for (const key of keys) assert.isTrue(mayKeep(key), key)
  })

  it("and never where it may be somebody, a home, a number of somebody, or what was masked", () => {
    const keys = [
      "Marice",
      "Budi Santoso",
      "siti aminah",
      "Nama Suparti",
      "Jl. Melati 5",
      "3674011502900001",
      "081234567890",
      "12345",
      "budi@contoh.id",
      "D 1234 ABC",
      "B*** S***",
      "*",
      "x".repeat(129)
    ]
    for (const key of keys) assert.isFalse(mayKeep(key), key)
  })
})
