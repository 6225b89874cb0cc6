import { assert, describe, it } from "@effect/vitest"
import { knownKeys } from "../../src/privacy/KnownKeys.ts"

describe("what a parameter's name asks about", () => {
  it("is a person, by the names that masking knows", () => {
    const asked = {
      nik: "nik",
      NoKTP: "nik",
      no_kk: "kk",
      nama: "name",
      "nama-lengkap": "name",
      penanggung_jawab: "name",
      no_hp: "phone",
      surel: "email",
      npwp: "npwp",
      tglLahir: "birth-date",
      alamat: "address",
      nisn: "id",
      penyakit: "health",
      gaji: "finance"
    }
    for (const [name, personalData] of Object.entries(asked)) assert.strictEqual(knownKeys.parameterClass(name), personalData, name)
  })

  it("is nobody where it is a place, a thing, a page, or what statistics are broken down by", () => {
    for (
      const name of [
        "nama_kecamatan",
        "nama_sekolah",
        "tanggal",
        "kode",
        "kecamatan",
        "jenis",
        "page",
        "q",
        "alamat_sekolah",
        "jenis_kelamin",
        "agama",
        "status_kawin",
        "kewarganegaraan",
        "",
        "__proto__"
      ]
    ) {
      assert.isUndefined(knownKeys.parameterClass(name), name)
    }
    assert.strictEqual(knownKeys.fieldClass("jenis_kelamin"), "sex")
  })

  it("is a person, however the name is composed with what the question does", () => {
    const asked = {
      nama_like: "name",
      nama__icontains: "name",
      "nama[contains]": "name",
      "filter.nama": "name",
      filterNama: "name",
      q_nama: "name",
      cari_nama: "name",
      pencarian_nama: "name",
      like_nama: "name",
      by_nama: "name",
      kata_nama: "name",
      carinama: "name",
      namalike: "name",
      "filter[nik]": "nik",
      NIKStartsWith: "nik",
      where_nik_eq: "nik",
      "nama\u200b_like": "name",
      "ｎａｍａ_like": "name",
      "sort-by-nama": "name",
      "no_hp.gte": "phone",
      no_peserta: "bpjs",
      password: "secret",
      kata_sandi: "secret"
    }
    for (const [name, personalData] of Object.entries(asked)) assert.strictEqual(knownKeys.parameterClass(name), personalData, name)
  })

  it("is nobody where only the question is named, or what it asks about is a place", () => {
    for (
      const name of [
        "filter_kecamatan",
        "q",
        "search",
        "sort_by",
        "order",
        "cari",
        "kata_kunci",
        "nama_sekolah_like",
        "filter[nama_kecamatan]",
        "filterNamaTaman",
        "tanggal_gte",
        "min_tahun",
        "jenis_kelamin_in",
        "searching",
        "orderan"
      ]
    ) {
      assert.isUndefined(knownKeys.parameterClass(name), name)
    }
  })

  it("is the same subject as a field's, with whatever the question does", () => {
    for (const name of ["kode", "kode_like", "filter[kode]", "Kode", "cariKode"]) assert.strictEqual(knownKeys.subject(name), "kode", name)
    assert.notStrictEqual(knownKeys.subject("nama_1"), knownKeys.subject("nama_2"))
    for (const name of ["q", "", "sort_by"]) assert.strictEqual(knownKeys.subject(name), "", name)
  })
})
