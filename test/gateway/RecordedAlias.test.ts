import { describe, expect, it } from "vitest"
import { recordedAlias } from "../../src/gateway/RecordedAlias.ts"

describe("RecordedAlias", () => {
  it.each([
    ["nik_9171010101900001", "9171010101900001"],
    ["9171-0101-0190-0001", "0190"],
    ["9171_0101_0190_0001", "0190"],
    ["hp_081234567890", "3456"],
    ["0812-3456-7890", "3456"],
    ["warga-3273014501900001-x", "4501900001"],
    ["npwp_012345678901000", "345678"],
    ["Budi_Santoso", "udi"],
    ["budi-santoso", "udi"],
    ["siti-rahayu-1990", "ahayu"],
    ["n3171010101900001x", "0101900001"],
    ["one3171010101900001two", "0101900001"],
    ["nik_3171010101900001x", "0101900001"],
    ["k13171010101900001a", "0101900001"],
    ["0x0812345678901", "3456"],
    ["hp081234567890siti", "3456"],
    ["a628123456789b", "3456"],
    ["lahir_01-02-1990", "1990"],
    ["tgl_lahir_1990-02-01", "02-01"],
    ["lahir01021990", "0102"],
    ["dob_1_2_90", "1_2"],
    ["siti-lahir-tgl-1990_02_01", "1990"],
    ["an_siti_rahayu", "iti"],
    ["nama_Siti_Rahayu", "ahayu"],
    ["a_n_siti_rahayu", "ahayu"],
    ["data_atas_nama_budi", "udi"],
    ["nama-siti", "iti"],
    ["nama_siti_rahayu_2", "ahayu"]
  ])("%s does not show %s", (alias, secret) => {
    expect(recordedAlias(alias)).not.toContain(secret)
  })

  it.each([
    "agenda",
    "a",
    "A-1",
    "taman_2024",
    "data2026-01-31",
    "__proto__",
    "-",
    "daftar-taman-kota",
    "bogor",
    "a1b2c3",
    "x".repeat(64),
    "kecelakaan_2020_2024",
    "lahir_2024",
    "lahir_2020_2024",
    "lahir-2024-12",
    "lahir_mati_2020",
    "nama_taman",
    "an_taman_kota",
    "nama_kecamatan_2",
    "t1700000000000",
    "nama",
    "an"
  ])("%s stays as it is", (alias) => {
    expect(recordedAlias(alias)).toBe(alias)
  })
})
