import { describe, expect, it } from "vitest"
import type { PersonalDataClass } from "../../src/domain/PersonalData.ts"
import { knownKeys } from "../../src/privacy/KnownKeys.ts"
import { field, masked, policy } from "./support.ts"

const synonyms: ReadonlyArray<readonly [PersonalDataClass, ReadonlyArray<string>]> = [
  ["nik", [
    "nik",
    "NIK",
    "no_ktp",
    "noKTP",
    "No. KTP",
    "nomor-induk-kependudukan",
    "nikPemohon",
    "nik_2",
    "e-KTP",
    "ktp",
    "nationalId",
    "NATIONAL_ID_NUMBER",
    "ｎｉｋ",
    "níK",
    "nonik",
    "no_ektp",
    "idCardNo"
  ]],
  ["kk", ["no_kk", "noKK", "NomorKK", "kartu_keluarga", "nomor kartu keluarga", "family_card_number", "family_id_card"]],
  ["npwp", ["npwp", "NPWP15", "noNpwp", "tax_id", "taxpayerId"]],
  ["bpjs", ["bpjs", "no_bpjs", "bpjsKesehatan", "no_jkn"]],
  ["passport", ["paspor", "no_paspor", "passportNumber", "nomor paspor"]],
  ["plate", ["nopol", "no_pol", "platNomor", "plate-number", "license_plate", "nomor_polisi"]],
  ["bank-account", ["no_rekening", "norek", "nomorRekening", "bank_account", "accountNumber", "rekening", "va_number"]],
  ["card", ["kartu_kredit", "creditCard", "card_number"]],
  ["name", [
    "nama_lengkap",
    "namaLengkap",
    "NamaLengkap",
    "nama-lengkap",
    "Nama Lengkap",
    "NAMA_LENGKAP",
    "namalengkap",
    "nama_pemilik",
    "nama_ibu",
    "nama_ibu_kandung",
    "nama_pegawai",
    "nama_pasien",
    "namaPelapor",
    "nama_kepala_dinas",
    "full_name",
    "fullName",
    "FullName",
    "fullname",
    "first_name",
    "lastName",
    "surname",
    "owner_name",
    "patientName",
    "mother_maiden_name",
    "nm_lengkap",
    "full_names",
    "forename",
    "responsible_person"
  ]],
  ["email", ["email", "e_mail", "eMail", "E-Mail", "EMAIL", "alamat_email", "surel", "emailAddress"]],
  ["phone", [
    "telepon",
    "no_telp",
    "noHp",
    "NoHP",
    "no_hp",
    "nohp",
    "hp",
    "handphone",
    "nomor_hp_pemilik",
    "phone",
    "phoneNumber",
    "mobile",
    "whatsapp",
    "no_wa",
    "telp",
    "Télépon"
  ]],
  ["address", ["alamat", "alamat_rumah", "alamatLengkap", "home_address", "address", "domisili", "tempat_lahir", "alamat_domisili"]],
  ["coordinates-home", [
    "koordinat_rumah",
    "home_latitude",
    "lat_rumah",
    "LongRumah",
    "lintang_rumah",
    "rumah_koordinat",
    "coordinates_home"
  ]],
  ["health", [
    "diagnosa",
    "riwayat_penyakit",
    "golonganDarah",
    "blood_type",
    "disabilitas",
    "alergi_obat",
    "gejala_pasien",
    "status_hamil",
    "kd_diag",
    "covid_status",
    "berat_badan"
  ]],
  ["biometric", ["sidik_jari", "fingerprint", "fotoWajah", "foto_ktp", "facial_image", "biometric_template", "thumbprint"]],
  ["genetic", ["dna", "data_genetik"]],
  ["criminal", ["catatan_kriminal", "criminalRecord", "skck", "criminal_records", "pidana", "masa_tahanan"]],
  ["child", ["data_anak", "data_balita", "status_anak"]],
  ["id", ["nisn", "nip", "no_rekam_medis", "no_sim", "imei"]],
  ["finance", ["gaji", "gajiPokok", "penghasilan", "salary", "income", "saldo", "utang", "wages", "pendapatan_ortu", "upah_bulanan"]],
  ["religion", ["agama", "religion", "Agama", "nama_agama"]],
  ["marital-status", ["status_perkawinan", "statusKawin", "maritalStatus", "status_nikah", "stts_kawin", "isMarried"]],
  ["sex", ["jenis_kelamin", "jenisKelamin", "jk", "gender", "sex", "L/P", "l_p"]],
  ["nationality", ["kewarganegaraan", "nationality", "citizenship", "warga_negara"]],
  ["birth-date", [
    "tanggal_lahir",
    "tglLahir",
    "tgl_lahir",
    "TTL",
    "birth_date",
    "birthDate",
    "dateOfBirth",
    "dob",
    "tanggallahir",
    "bornDate"
  ]]
]

describe("KeyMeaning", () => {
  for (const [personalData, keys] of synonyms) {
    it.each(keys)(`fault-80 %s is ${personalData}`, (key) => {
      expect(knownKeys.fieldClass(key)).toBe(personalData)
    })
  }

  it.each([
    "nama",
    "name",
    "nama_kecamatan",
    "nama_dinas",
    "nama_taman",
    "nama_kegiatan",
    "nama_fasilitas",
    "nama_provinsi",
    "namaSekolah",
    "nama_sekolah_siswa",
    "nama_ibu_kota",
    "nama_rekening",
    "file_name",
    "hostname",
    "schoolName",
    "display_name",
    "alamat_kantor",
    "alamatDinas",
    "office_address",
    "alamat_website",
    "ip_address",
    "telepon_kantor",
    "office_phone",
    "jumlah_kk",
    "total_penduduk",
    "jumlah_agama_islam",
    "persentase_jenis_kelamin",
    "kode_rekening",
    "pendapatan_daerah",
    "kantor_urusan_agama",
    "email_verified_at",
    "unik",
    "teknik",
    "keagamaan",
    "kkn",
    "elektronik",
    "kategori",
    "lokasi",
    "tanggal_mulai",
    "tahun",
    "id",
    "judul",
    "deskripsi",
    "latitude",
    "toString",
    "constructor",
    "__proto__",
    "",
    "123",
    "---"
  ])("fault-83 %j says nothing about a person", (key) => {
    expect(knownKeys.fieldClass(key)).toBeUndefined()
  })

  it.each([
    ["telepon", "tidak ada"],
    ["telepon", "112"],
    ["telepon", "1500-123"],
    ["nik", "belum ada"],
    ["email", "belum ada"],
    ["email", "ada at kantor"],
    ["kk", 31000],
    ["telepon", true],
    ["email", false],
    ["nama_lengkap", 12],
    ["nik", "-"],
    ["nik", ""],
    ["alamat", "-"],
    ["tahun_lahir", "1990"],
    ["tahun_lahir", 1990],
    ["l_p", 22],
    ["updated_by", "admin"],
    ["updated_at", "2026-01-01"],
    ["jenis_kelamin", 120]
  ])("fault-83 leaves %s: %j, which is no such value", (key, value) => {
    expect(field(key, value)).toBe(value)
  })

  it.each([
    ["pemilik", "Budi Santoso", "B*** S***"],
    ["penanggung_jawab", "Siti", "S***"],
    ["contact_person", "Budi", "B***"],
    ["pewaris", "Budi", "B***"],
    ["mempelai_pria", "Budi", "B***"],
    ["ditandatangani_oleh", "Budi Santoso", "B*** S***"],
    ["updated_by", "Budi Santoso", "B*** S***"],
    ["wajib_pajak", "Budi Santoso", "B*** S***"],
    ["disabilitas", true, "***"],
    ["jenis_kelamin", 1, "***"],
    ["bpjs", "0001234567890", "***********90"],
    ["npwp", "01.234.567.8-901.000", "*************00"],
    ["no_rekening", "123-456-7890", "********90"],
    ["nopol", "B 1234 XYZ", "******34"],
    ["paspor", "A1234567", "******67"],
    ["telepon", "(022) 420-7771", "0224****71"],
    ["telepon", "+62 812 3456 7890", "+6281*******90"],
    ["nik", "3273.0145.0190.0001", "3273************"],
    ["email", "budi@x.id", "b***@x.id"],
    ["tanggal_lahir", "12 Mei 1990", "1990"],
    ["ttl", "Bandung, 12-05-1990", "1990"],
    ["email", "siti at x dot id", "s*** a*** x*** d*** i***"],
    ["email", "siti(at)x.id", "s***"],
    ["ttd", "abc.png", "***"],
    ["email", "budi@x.id/081234567890", "b***@x.id***"],
    ["email", "budi@x.id?nik=3273014501900001", "b***@x.id***"],
    ["email", "budi@081234567890", "b***@***"],
    ["email", "budi@0812.3456.7890.id", "b***@***"],
    ["email", "budi@x.id#Siti", "b***@x.id***"],
    ["email", "<budi@x.id>", "b***@x.id>"],
    ["email", "budi%40x.id%2F0812345", "b***%40x.id***"],
    ["email", "budi@münchen.example|Siti", "b***@münchen.example***"],
    ["tanggal_lahir", "12/05/90", "***"],
    ["no_kk", "3273010101900001", "3273************"]
  ])("shows %s: %j as %j", (key, value, shown) => {
    expect(field(key, value)).toBe(shown)
  })

  it("masks in an address that is an object all but villages and what is larger, unless a home stands there", () => {
    expect(field("alamat", { jalan: "Jl. Mawar", no: 5, kota: ["Bandung"] })).toEqual({ jalan: "***", no: "***", kota: ["Bandung"] })
    expect(field("alamat", { dusun: "Krajan", kelurahan: "Dago" })).toEqual({ dusun: "***", kelurahan: "Dago" })
    for (const home of ["Jl. Kenanga 7 RT 02 RW 03", "Jl. Cempaka No. 8", "Jalan Cempaka 8, Bandung", "Gg. Mawar 3"]) {
      expect(field("alamat", { jalan: "Jl. Mawar", kota: home })).toEqual({ jalan: "***", kota: "***" })
    }
  })

  it("masks a street or a hamlet that stands where a person's town should, and leaves towns beside it", () => {
    const person = { nik: "3273014501900001", nama: "Budi Santoso" }
    for (const key of ["kota", "desa", "kelurahan", "kecamatan", "kabupaten"]) {
      for (const home of ["Jl. Cempaka No. 8", "Dusun Teratai RT 03 RW 04", "Gg. Mawar 3"]) {
        const rows = [{ ...person, [key]: home }, { ...person, [key]: "Bandung" }]
        const shown = { nik: "3273************", nama: "B*** S***" }
        expect(masked(rows)).toEqual([{ ...shown, [key]: "***" }, { ...shown, [key]: "Bandung" }])
      }
    }
    expect(masked([{ nama_sekolah: "SDN 1", npsn: "20219165", kota: "Jl. Cempaka No. 8" }])).toEqual([
      { nama_sekolah: "SDN 1", npsn: "20219165", kota: "Jl. Cempaka No. 8" }
    ])
  })

  it("masks all of it where the registry says that it is an address", () => {
    const body = { data: [{ nama_lengkap: "Budi", alamat: { jalan: "Jl. Mawar", kota: "Bandung" } }] }
    const shown = [{ nama_lengkap: "B***", alamat: { jalan: "***", kota: "***" } }]
    expect(masked(body, policy([["data[].alamat", "address"]]))).toEqual(shown)
  })
})
