import { describe, expect, it } from "vitest"
import { meaningOfKey } from "../../../src/privacy/keys/KeyMeaning.ts"
import { wordsOf } from "../../../src/privacy/keys/KeyWords.ts"

const classOf = (key: string): string | undefined => meaningOfKey(key).class

describe("the words of a key", () => {
  it.each([
    ["NAMA_LGKP", "nama lengkap"],
    ["noHPPemilik2", "nomor hp pemilik"],
    ["tgllahir", "@lahir"],
    ["nmibu", "nama ibu"],
    ["NOKTP_KRT", "ktp krt"],
    ["nohportu", "hp ortu"],
    ["kepala-keluarga", "krt"],
    ["mother's maiden name", "ibu maiden nama"]
  ])("of %s are %s", (key, words) => {
    expect(wordsOf(key).join(" ")).toBe(words)
  })

  it("are found without their vowels", () => {
    expect(wordsOf("almt_kcmtn").join(" ")).toBe("alamat kecamatan")
    expect(wordsOf("pndptn")).toEqual(["pendapatan"])
    expect(classOf("sttus_kwin")).toBe("marital-status")
  })

  it("are those of the question, not of its group in a form", () => {
    expect(classOf("grup_b/penghasilan")).toBe("finance")
    expect(classOf("NIK/KTP")).toBe("nik")
  })
})

describe("a key", () => {
  it.each([
    ["nik_pasien", "nik"],
    ["STAKAWIN", "marital-status"],
    ["hp_pelapor", "phone"],
    ["homeAddress", "address"],
    ["tempatTanggalLahir", "birth-date"],
    ["foto_ktp", "biometric"],
    ["nama_penyakit", "health"],
    ["password_hash", "secret"],
    ["no_rkm_medis", "id"],
    ["memberId", "id"],
    ["namaKepalaKeluarga", "name"]
  ])("%s says %s", (key, name) => {
    expect(classOf(key)).toBe(name)
  })

  it.each([
    "status_nik",
    "passport_expiry",
    "kode_rekening",
    "jenis_pelapor",
    "email_verified",
    "alamat_kantor",
    "nama_taman",
    "jumlah_pasien"
  ])(
    "%s stays open in a person's row",
    (key) => {
      expect(meaningOfKey(key)).toMatchObject({ class: undefined, open: true })
    }
  )

  it("of a role names a person", () => {
    for (const key of ["kepala_dinas", "petugas_entri", "created_by", "p_jawab", "accountHolder"]) {
      expect(meaningOfKey(key).role, key).toBe(true)
    }
    expect(meaningOfKey("kd_dokter").role).toBe(false)
  })

  it("of a count is none of a person", () => {
    expect(meaningOfKey("jumlah_kk")).toMatchObject({ class: undefined, counts: true })
  })
})
