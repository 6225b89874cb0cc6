/** What agencies that serve people send: civil registry, clinics, schools, social aid, permits, staff, complaints. */
import { anyDate, chance, isoDate, person, pick, street, two, whole } from "./Draw.ts"
import { held, keyed, type LabelledDocument, list, nodeOf, open, rows, structured, text } from "./Labelled.ts"

const times = <A>(count: number, make: (i: number) => A): ReadonlyArray<A> => Array.from({ length: count }, (_, i) => make(i))

const religions = ["Islam", "Kristen", "Katolik", "Hindu", "Buddha", "Khonghucu"]
const marital = ["Belum Kawin", "Kawin", "Cerai Hidup", "Cerai Mati"]
const sex = (female: boolean) => pick(female ? ["P", "Perempuan", "PEREMPUAN"] : ["L", "Laki-laki", "LAKI-LAKI"])
const diagnoses = ["TB Paru", "Diabetes Melitus Tipe 2", "J06.9", "Hipertensi", "ISPA", "DBD"]

/** Column names of the national civil registry's own system. */
const civilRegistry = (): LabelledDocument => ({
  name: "disdukcapil/penduduk",
  root: rows(times(25, () => {
    const p = person()
    return {
      NIK: keyed("nik", p.nik),
      NO_KK: keyed("kk", p.kk),
      NAMA_LGKP: keyed("name", p.name),
      TMPT_LHR: keyed("address", p.birthPlace),
      TGL_LHR: keyed("birth-date", anyDate(p.born)),
      JENIS_KLMIN: keyed("sex", pick([p.female ? "2" : "1", sex(p.female)])),
      GOL_DRH: keyed("health", pick(["A", "B", "AB", "O"])),
      AGAMA: keyed("religion", pick(religions)),
      STAT_KWN: keyed("marital-status", pick(marital)),
      NAMA_LGKP_IBU: keyed("name", p.name),
      NAMA_LGKP_AYAH: keyed("name", p.name),
      NIK_IBU: keyed("nik", p.nik),
      ALAMAT: keyed("address", p.address),
      NO_PROP: Number(p.area.code.slice(0, 2)),
      NAMA_PROP: p.area.province,
      NAMA_KAB: p.area.regency,
      NAMA_KEC: p.area.district,
      NAMA_KEL: p.area.village,
      KODE_POS: String(whole(10000, 99999)),
      NO_AKTA_LHR: keyed("id", `${whole(1000, 9999)}-LT-${two(whole(1, 28))}${two(whole(1, 12))}${p.born.year}-${whole(1000, 9999)}`)
    }
  }))
})

const camelRegistry = (): LabelledDocument => ({
  name: "disdukcapil/keluarga",
  wrapped: true,
  root: rows(times(15, () => {
    const p = person()
    return {
      nomorKartuKeluarga: keyed("kk", p.kk),
      namaKepalaKeluarga: keyed("name", p.name),
      alamatLengkap: keyed("address", p.address),
      kelurahan: p.area.village,
      kecamatan: p.area.district,
      jumlahAnggota: keyed("unknown", whole(1, 8)),
      anggota: rows(times(2, () => {
        const q = person()
        return {
          nik: keyed("nik", BigInt(q.nik)),
          nama: keyed("name", q.name),
          jenisKelamin: keyed("sex", sex(q.female)),
          tempatLahir: keyed("address", q.birthPlace),
          tanggalLahir: keyed("birth-date", isoDate(q.born)),
          statusPerkawinan: keyed("marital-status", pick(marital)),
          kewarganegaraan: keyed("nationality", "WNI")
        }
      }))
    }
  }))
})

const clinic = (): LabelledDocument => ({
  name: "dinkes/kunjungan",
  root: rows(times(25, (i) => {
    const p = person()
    return {
      id_kunjungan: `KJ-2026-${String(i).padStart(6, "0")}`,
      no_rm: keyed("id", `00-${two(whole(0, 99))}-${two(whole(0, 99))}`),
      nama_pasien: keyed("name", p.name),
      nik_pasien: keyed("nik", p.nik),
      no_bpjs: keyed("bpjs", p.bpjs),
      tgl_lahir: keyed("birth-date", anyDate(p.born)),
      jk: keyed("sex", sex(p.female)),
      diagnosa: keyed("health", pick(diagnoses)),
      gol_darah: keyed("health", pick(["A", "B", "O"])),
      no_hp: keyed("phone", p.phone),
      nama_dokter: keyed("name", `dr. ${p.first} ${p.last}`),
      poli: pick(["Umum", "Gigi", "KIA"]),
      nama_faskes: `Puskesmas ${p.area.district}`,
      tanggal_kunjungan: `2026-${two(whole(1, 12))}-${two(whole(1, 28))}`,
      biaya: whole(10, 500) * 1000
    }
  }))
})

const bpjs = (): LabelledDocument => ({
  name: "bpjs/peserta",
  root: nodeOf({
    metaData: { code: "200", message: "OK" },
    response: {
      peserta: rows(times(12, () => {
        const p = person()
        return {
          noKartu: keyed("bpjs", p.bpjs),
          nama: keyed("name", p.name),
          nik: keyed("nik", p.nik),
          tglLahir: keyed("birth-date", isoDate(p.born)),
          sex: keyed("sex", p.female ? "P" : "L"),
          noTelepon: keyed("phone", p.phone),
          pisa: keyed("unknown", "1"),
          kdProvider: "0901R001",
          nmProvider: `KLINIK ${p.area.district.toUpperCase()}`,
          tglCetakKartu: "2020-01-01",
          jnsPeserta: { kode: "14", keterangan: "PBI (APBN)" }
        }
      }))
    }
  })
})

const school = (): LabelledDocument => ({
  name: "disdik/peserta-didik",
  root: rows(times(20, () => {
    const p = person()
    return {
      nisn: keyed("id", String(whole(10_000_000, 99_999_999)).padStart(10, "0")),
      nama_siswa: keyed("name", p.name),
      nik: keyed("nik", p.nik),
      tempat_lahir: keyed("address", p.birthPlace),
      tanggal_lahir: keyed("birth-date", isoDate(p.born)),
      nama_ayah: keyed("name", p.name),
      pekerjaan_ayah: keyed("unknown", "Buruh"),
      penghasilan_ayah: keyed("finance", pick(["Rp 1.000.000 - Rp 1.999.999", "Kurang dari Rp 500.000"])),
      nama_ibu_kandung: keyed("name", p.name),
      nama_wali: keyed("name", p.name),
      alamat_siswa: keyed("address", p.address),
      npsn: String(whole(20_000_000, 69_999_999)),
      nama_sekolah: `SDN ${whole(1, 200)} ${p.area.district}`,
      kelas: pick(["1A", "5B", "6"]),
      tahun_ajaran: "2025/2026",
      agama: keyed("religion", pick(religions))
    }
  }))
})

const socialAid = (): LabelledDocument => ({
  name: "dinsos/penerima-bantuan",
  root: nodeOf({
    page: 1,
    items: rows(times(20, (i) => {
      const p = person()
      return {
        no: i + 1,
        id_dtks: keyed("id", `ID-${whole(100000, 999999)}`),
        nama_penerima: keyed("name", p.name),
        nik_kpm: keyed("nik", p.nik),
        no_kk: keyed("kk", Number(p.kk)),
        alamat: keyed("address", p.address),
        rt: keyed("address", two(whole(1, 15))),
        kelurahan: p.area.village,
        jenis_bantuan: pick(["BPNT", "PKH", "BST"]),
        nominal: keyed("finance", whole(2, 6) * 100_000),
        bank: pick(["BRI", "BNI", "Mandiri"]),
        no_rekening: keyed("bank-account", p.account),
        atas_nama: keyed("name", p.name),
        disabilitas: keyed("health", chance(0.5)),
        koordinat_rumah: keyed("coordinates-home", `-6.${whole(100000, 999999)}, 107.${whole(100000, 999999)}`),
        tanggal_salur: `2026-${two(whole(1, 12))}-15`
      }
    }))
  })
})

const businesses = (): LabelledDocument => ({
  name: "dinkop/umkm",
  root: rows(times(20, () => {
    const p = person()
    return {
      nib: `${whole(1, 9)}${whole(100000, 999999)}${whole(100000, 999999)}`,
      nama_usaha: pick(["Warung Bu Tini", "Keripik Renyah", "Kopi Senja", "Batik Lestari"]),
      nama_pemilik: keyed("name", p.name),
      nik_pemilik: keyed("nik", p.nik),
      npwp: keyed("npwp", p.npwp),
      no_wa: keyed("phone", p.phone),
      email_pemilik: keyed("email", p.email),
      kbli: pick(["56101", "47111", "14111"]),
      alamat_usaha: street(),
      kecamatan: p.area.district,
      jumlah_karyawan: whole(1, 20),
      omzet_per_tahun: whole(10, 500) * 1_000_000,
      izin_pirt: `P-IRT ${whole(1000000, 9999999)}${whole(100000, 999999)}-${whole(25, 30)}`
    }
  }))
})

const staff = (): LabelledDocument => ({
  name: "bkpsdm/pegawai",
  root: rows(times(20, () => {
    const p = person()
    return {
      nip: keyed(
        "id",
        `${p.born.year}${two(p.born.month)}${two(p.born.day)}201503${p.female ? 2 : 1}${String(whole(1, 30)).padStart(3, "0")}`
      ),
      nama: keyed("name", p.name),
      jabatan: pick(["Analis Kebijakan", "Kepala Seksi Data", "Pranata Komputer Ahli Muda"]),
      golongan: pick(["III/a", "III/d", "IV/b"]),
      unit_kerja: pick(["Dinas Kesehatan", "Bagian Hukum"]),
      tempat_lahir: keyed("address", p.birthPlace),
      tgl_lahir: keyed("birth-date", anyDate(p.born)),
      gaji_pokok: keyed("finance", whole(25, 60) * 100_000),
      email: keyed("email", p.email),
      handphone: keyed("phone", p.phone),
      tmt_pangkat: "2024-04-01",
      status_nikah: keyed("marital-status", pick(marital))
    }
  }))
})

const complaints = (): LabelledDocument => ({
  name: "diskominfo/pengaduan",
  root: rows(times(30, (i) => {
    const p = person()
    const isi = pick([
      () => text("Jalan berlubang di depan SDN 3. Hubungi ", structured("phone", p.phone), " untuk survei."),
      () => text("KTP saya ", structured("nik", p.nik), " belum tercetak sejak 12/03/2026, mohon dibantu."),
      () => text("Mohon balas ke ", structured("email", p.email), " ya. Terima kasih!"),
      () => text("Kendaraan ", structured("plate", p.plate), " parkir di trotoar Jl. Braga."),
      () => text("Lampu mati sejak pukul 18.30, sudah 3 hari, anggaran Rp 1.500.000 katanya ada."),
      () =>
        text(
          "NIK: ",
          structured("nik", p.nik),
          ", KK: ",
          structured("kk", p.kk),
          ", HP ",
          structured("phone", `+62${p.phone.slice(1)}`),
          "."
        )
    ])()
    return {
      nomor_tiket: `ADU-2026-${String(10_000 + i)}`,
      pelapor: keyed("name", p.name),
      kontak_pelapor: keyed("phone", p.phone),
      judul: pick(["Jalan rusak", "Sampah menumpuk", "Lampu PJU padam"]),
      isi,
      lokasi: `Jl. Braga No. ${whole(1, 90)}`,
      latitude: -6.9 - whole(0, 9999) / 1e6,
      longitude: 107.6 + whole(0, 9999) / 1e6,
      status: pick(["selesai", "proses", "menunggu"]),
      dibuat_pada: "2026-03-12T08:15:30+07:00"
    }
  }))
})

const traffic = (): LabelledDocument => ({
  name: "dishub/pelanggaran",
  root: rows(times(20, (i) => {
    const p = person()
    return {
      id_etle: `ETLE${String(2026000000 + i)}`,
      no_polisi: keyed("plate", p.plate),
      nama_pelanggar: keyed("name", p.name),
      no_sim: keyed("id", `${whole(1000, 9999)}${whole(10_000_000, 99_999_999)}`),
      no_rangka: keyed("plate", `MH1JM${whole(1000, 9999)}LK${whole(100000, 999999)}`),
      kamera: pick(["Simpang Dago", "Jl. Sudirman KM 3"]),
      kecepatan: whole(60, 120),
      denda: keyed("finance", whole(1, 10) * 50_000),
      waktu: "2026-05-01 07:45:12"
    }
  }))
})

const english = (): LabelledDocument => ({
  name: "portal/applications",
  root: nodeOf({
    total: 12,
    results: rows(times(12, (i) => {
      const p = person()
      return {
        id: i + 1,
        applicant: {
          fullName: keyed("name", p.name),
          nationalId: keyed("nik", p.nik),
          dateOfBirth: keyed("birth-date", isoDate(p.born)),
          gender: keyed("sex", p.female ? "female" : "male"),
          emailAddress: keyed("email", p.email),
          mobilePhone: keyed("phone", p.phone),
          homeAddress: { street: keyed("address", p.address), city: open("Bandung") },
          passportNumber: keyed("passport", p.passport),
          maritalStatus: keyed("marital-status", "single"),
          religion: keyed("religion", "Islam"),
          nationality: keyed("nationality", "Indonesian")
        },
        emergency_contact: { name: keyed("name", p.name), phone_number: keyed("phone", p.phone) },
        bank_account_number: keyed("bank-account", p.account),
        creditCard: keyed("card", p.card),
        status: "submitted",
        submittedAt: "2026-02-03T10:11:12Z",
        serviceName: "Building permit",
        payload: held(
          nodeOf({ first_name: keyed("name", p.first), last_name: keyed("name", p.last), notes: "", tax_id: keyed("npwp", p.npwp) })
        )
      }
    }))
  })
})

const events = (): LabelledDocument => ({
  name: "disbudpar/agenda",
  root: rows(times(15, () => {
    const p = person()
    return {
      nama: pick(["Festival Braga", "Pekan Kuliner", "Lomba Lari 10K"]),
      lokasi: "Balai Kota",
      panitia: { nama: keyed("name", p.name), telepon: keyed("phone", p.phone), jabatan: "Ketua" },
      narahubung: keyed("name", p.name),
      kontak: list([keyed("phone", p.phone), keyed("email", p.email)].map((node) => ({ ...node, group: "structured" as const }))),
      kuota: whole(50, 500),
      penyelenggara: open("Dinas Kebudayaan dan Pariwisata"),
      tautan: text("https://acara.kota.go.id/daftar?nama_lengkap=", keyed("name", p.first), "&hal=2"),
      mulai: "2026-08-17T08:00:00+07:00"
    }
  }))
})

export const peopleDatasets = (): ReadonlyArray<LabelledDocument> =>
  [civilRegistry, camelRegistry, clinic, bpjs, school, socialAid, businesses, staff, complaints, traffic, english, events].map((make) =>
    make()
  )
