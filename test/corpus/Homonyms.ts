/** The same key means a person here and a thing there; only the rest of the row, or the value, tells. */
import { isoDate, person, pick, place, street, whole } from "./Draw.ts"
import { held, keyed, type LabelledDocument, nodeOf, rows } from "./Labelled.ts"

const times = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)

const people = (): LabelledDocument => ({
  name: "homonim/orang",
  root: nodeOf({
    a: rows(times(12, () => {
      const p = person()
      return { nama: keyed("name", p.name), tanggal_lahir: keyed("birth-date", isoDate(p.born)) }
    })),
    b: rows(times(12, () => {
      const p = person()
      return { id: whole(1, 99), nama: keyed("name", p.name), nik: keyed("nik", p.nik), desa: p.area.village }
    })),
    c: rows(times(12, () => {
      const p = person()
      return { name: keyed("name", p.name), gender: keyed("sex", "male"), age: keyed("unknown", whole(1, 90)) }
    })),
    d: rows(times(12, () => {
      const p = person()
      return { nama: keyed("name", p.name), usia: keyed("unknown", whole(1, 90)), alamat: keyed("address", p.address) }
    })),
    e: rows(times(12, () => {
      const p = person()
      return { nama: keyed("name", p.name), jabatan: "Lurah", instansi: "Kelurahan Dago" }
    })),
    f: rows(times(12, () => {
      const p = person()
      return { nama: keyed("name", p.name), no_hp: keyed("phone", p.phone), email: keyed("email", p.email) }
    })),
    pegawai: rows(times(12, () => {
      const p = person()
      return { nama: keyed("name", p.name), golongan: "III/a" }
    })),
    penerima: rows(times(12, () => {
      const p = person()
      return { nama: keyed("name", p.name), nominal: keyed("finance", 300_000) }
    })),
    siswa: rows(times(8, () => {
      const p = person()
      return { nama: keyed("name", p.name), kelas: "5B" }
    })),
    ketua_rt: keyed("name", "Slamet Riyadi"),
    kepala_sekolah: keyed("name", "Drs. Tatang Suherman"),
    lurah: keyed("name", "Dedi Mulyana"),
    camat: keyed("name", "Rina Marlina, S.STP"),
    walikota: keyed("name", "Farhan Yudhistira"),
    kepala_dinas: keyed("name", "Ir. Hendra Wijaya"),
    sekretaris: keyed("name", "Yuni Astuti"),
    pelapor: keyed("name", "Joko Susilo"),
    pemohon: keyed("name", "Ani Yudhoyono"),
    penanggung_jawab: keyed("name", "Bambang"),
    petugas: keyed("name", "Asep Sunandar"),
    dokter: keyed("name", "dr. Lestari"),
    narahubung: keyed("name", "Wati"),
    contact_person: keyed("name", "Rudi"),
    wali_kelas: keyed("name", "Ibu Sumiati"),
    bendahara: keyed("name", "Tuti Alawiyah"),
    korban: keyed("name", "Udin Saepudin"),
    penerima_bantuan: keyed("name", "Icih"),
    dibuat_oleh: keyed("name", "Rina Marlina"),
    created_by: keyed("name", "Agus Setiawan"),
    driver: keyed("name", "Ujang Supriatna"),
    owner: keyed("name", "Lina Herlina"),
    l: rows(times(12, () => {
      const p = person()
      return {
        kode_anggota: `A-${whole(10, 99)}`,
        nama: keyed("name", "Rudi Hartono"),
        nama_lengkap: keyed("name", pick(["Andi Park", "Guru Soekarno", "Tim Cook", "Man", p.name])),
        nik: { value: keyed("nik", p.nik.slice(0, 12)) }
      }
    })),
    m: rows(times(12, () => {
      const p = person()
      return { pegawai: held(rows([{ nama: keyed("name", p.first), golongan: "III/a" }])) }
    })),
    n: rows(times(12, () => {
      const p = person()
      return { nama: "SMP Negeri 1", nama_kepala_sekolah: keyed("name", p.name) }
    })),
    kepala_keluarga: keyed("name", "Karsa"),
    ahli_waris: keyed("name", "Neneng"),
    pasien: keyed("name", "Cecep"),
    ibu: keyed("name", "Entin Kartini"),
    ayah: keyed("name", "Ohim"),
    suami: keyed("name", "Encep"),
    istri: keyed("name", "Imas")
  })
})

const things = (): LabelledDocument => ({
  name: "homonim/benda",
  root: nodeOf({
    a: rows(
      times(
        15,
        () => ({ nama: pick(["Taman Lansia", "Gedung Sate", "Pasar Baru", "Terminal Cicaheum"]), jenis: "fasilitas", luas: whole(1, 999) })
      )
    ),
    b: rows(times(15, () => {
      const { district } = place()
      return { nama: district, jumlah_penduduk: whole(1, 99_999), jumlah_kk: whole(1, 9999) }
    })),
    c: rows(
      times(15, () => ({ name: pick(["City Hall", "Braga Street", "Blood bank"]), type: "poi", opening_hours: "Mo-Su 06:00-18:00" }))
    ),
    d: rows(
      times(
        15,
        () => ({
          pemilik: pick(["Pemerintah Kota Bandung", "PT Kereta Api Indonesia", "Dinas Perhubungan"]),
          pengelola: "UPT Terminal",
          penyelenggara: "Dinas Pariwisata",
          penanggung_jawab: pick(["Dinas PU", "Bidang Bina Marga", "Sekretariat Daerah"])
        })
      )
    ),
    e: rows(times(15, () => ({ agama: "Islam", jumlah: whole(1, 999), tahun: 2026 }))),
    f: rows(times(15, () => ({ jenis_kelamin: "Perempuan", kelompok_umur: "0-4", jumlah_jiwa: whole(1, 999) }))),
    g: rows(times(15, () => ({ penyakit: "DBD", kecamatan: "Coblong", kasus: whole(1, 99), meninggal: whole(0, 3) }))),
    h: rows(
      times(
        15,
        () => ({
          pekerjaan: pick(["Pembangunan jembatan", "Pengaspalan jalan"]),
          nama: "Jembatan Pasupati",
          pagu: whole(1, 99) * 1_000_000
        })
      )
    ),
    i: rows(
      times(
        15,
        () => ({
          judul: "Laskar Pelangi",
          isbn: "9789793062792",
          nama_rak: "Fiksi",
          mobile: true,
          email_verified: false,
          kk: whole(10, 9999),
          hp: whole(50, 300),
          sim: "Sistem Informasi Manajemen"
        })
      )
    ),
    j: rows(
      times(
        15,
        () => ({
          nama_ibu_kota: "Bandung",
          nama_ibukota: "Bandung",
          anak_sungai: "Cikapundung",
          anak_perusahaan: "PT Daya",
          jumlah_anak: 2,
          kantor_urusan_agama: "KUA Coblong",
          sekolah_agama: "MI Al-Hidayah",
          nama_unit_kerja: "Bagian Hukum",
          nama_jabatan: "Camat",
          nama_penyakit: "Campak",
          nama_agama: "Islam"
        })
      )
    ),
    k: rows(
      times(
        15,
        () => ({ nama: pick(["SMP Negeri 1", "Puskesmas Jagir", "Kecamatan Coblong"]), akreditasi: "A", jumlah_pegawai: whole(1, 90) })
      )
    ),
    l: rows(times(15, () => ({ agama: "Islam", satuan: "jiwa", nilai: whole(1, 9999) }))),
    m: rows(times(15, () => ({ golongan_darah: pick(["A", "B", "O"]), rhesus: "+", stok: whole(1, 99) }))),
    n: rows(times(15, () => ({ jenis_kelamin: "Perempuan", kelompok_umur: "0-4", "2024": whole(1, 999), "2025": whole(1, 999) }))),
    o: rows(times(15, () => ({ kecamatan: "Coblong", islam: whole(1, 999), hindu: whole(1, 9), penghayat_kepercayaan: whole(1, 9) }))),
    p: rows(
      times(
        15,
        () => ({ name: pick(["Sudirman Square", "Kartini Library", "Dewi Sartika Garden"]), lokasi: "pusat kota", area_sqm: whole(1, 999) })
      )
    ),
    q: rows(times(15, () => ({ name: "penduduk.csv", format: "CSV", mimetype: "text/csv", position: whole(0, 9) }))),
    kantor: {
      nama: "Kantor Kelurahan Dago",
      alamat_kantor: street(),
      telepon_kantor: "(022) 2501234",
      fax_kantor: "022-2501235",
      kepegawaian: "lengkap"
    },
    kasus: rows(
      times(
        15,
        () => ({
          korban: whole(0, 9),
          pasien: whole(0, 99),
          siswa: whole(0, 900),
          peserta: whole(1, 400),
          penduduk: whole(1, 90_000),
          warga: whole(1, 900),
          lahir: whole(1, 50),
          lahir_mati: whole(0, 2),
          kelahiran: whole(1, 90),
          disabilitas: whole(1, 90),
          jumlah: 1
        })
      )
    )
  })
})

export const homonyms = (): ReadonlyArray<LabelledDocument> => [people(), things()]
