/** Agencies that serve people: health, schools, social aid, small business, food. */
import { entries, figures, places, register, withEndpoint } from "../CatalogueParts.ts"
import type { CityAgency } from "../CityAgency.ts"
import {
  choice,
  company,
  day,
  decimal,
  multiple,
  nested,
  officeEmail,
  person,
  personalAmount,
  personalChoice,
  placeName,
  turn,
  website,
  whole
} from "../Column.ts"

const child = nested({ nama: person("name"), tanggal_lahir: person("birthDate"), jenis_kelamin: person("sex") }, "child")
const mother = nested({ nama: person("name"), nik: person("nik"), telepon: person("phone") }, "woman")

export const people: ReadonlyArray<CityAgency> = [
  {
    slug: "dinkes",
    name: "Dinas Kesehatan",
    application: "kesehatan",
    style: "list",
    datasets: [
      withEndpoint(
        places("puskesmas", "Puskesmas", "Puskesmas", "PKM", 24, { rawat_inap: choice("ya", "tidak"), surel: officeEmail }),
        {
          path: ":kode/jadwal",
          title: "Jadwal layanan puskesmas",
          answer: {
            kind: "rows",
            rows: 6,
            under: "",
            columns: {
              hari: turn("Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"),
              poli: choice("umum", "gigi", "KIA", "lansia"),
              dokter: nested({ nama: person("name") }),
              buka: choice("07.30", "08.00"),
              tutup: choice("12.00", "14.00")
            }
          },
          example: { kode: "PKM-001" }
        }
      ),
      places("rumah-sakit", "Rumah sakit", "RSU", "RS", 9, {
        kelas: choice("A", "B", "C"),
        tempat_tidur: whole(60, 420, 10),
        tempat_tidur_kosong: whole(0, 58),
        laman: website
      }),
      places("klinik", "Klinik", "Klinik", "KLN", 40, { layanan: choice("umum", "gigi", "bersalin", "fisioterapi") }),
      register("pasien-tb", "Pasien tuberkulosis", "TB", 25, {
        nik: person("nik"),
        nama: person("name"),
        no_bpjs: person("bpjs"),
        diagnosis: personalChoice("health", "TB paru", "TB kelenjar", "TB resistan obat"),
        mulai_berobat: day("2025-09-01", "2026-09-30")
      }),
      register("imunisasi-anak", "Imunisasi anak", "IMN", 40, {
        anak: child,
        ibu: mother,
        vaksin: personalChoice("health", "BCG", "Polio 4", "Campak-Rubela", "DPT-HB-Hib 3")
      }, 52_310),
      register("ibu-hamil", "Ibu hamil", "BML", 25, {
        ibu: mother,
        usia_kandungan_minggu: { as: "whole", from: 5, to: 40, step: 1, class: "health" },
        risiko: personalChoice("health", "rendah", "tinggi")
      }, 8_274),
      figures("penyakit-menular", "Penyakit menular", { kasus_dbd: whole(0, 60), kasus_diare: whole(10, 200), kasus_ispa: whole(50, 900) })
    ]
  },
  {
    slug: "disdik",
    name: "Dinas Pendidikan",
    application: "pendidikan",
    style: "list",
    datasets: [
      places("sekolah", "Sekolah", "SD Negeri", "SKL", 120, {
        akreditasi: choice("A", "A", "B"),
        jumlah_siswa: whole(120, 780),
        jumlah_guru: whole(9, 48)
      }),
      places("perpustakaan", "Perpustakaan", "Perpustakaan", "PTK", 14, {
        jumlah_buku: whole(1_500, 42_000, 100),
        jam_buka: choice("08.00–16.00", "08.00–20.00")
      }),
      register("peserta-didik", "Peserta didik", "PSD", 60, {
        siswa: child,
        wali: nested({ nama: person("name"), telepon: person("phone") }),
        jenjang: choice("SD", "SMP")
      }, 96_530),
      register("pendidik", "Pendidik", "PDD", 40, {
        nama: person("name"),
        nik: person("nik"),
        surel: person("email"),
        telepon: person("phone"),
        gaji: personalAmount(2_500_000, 6_500_000)
      }, 7_918),
      register("beasiswa", "Penerima beasiswa", "BSW", 30, {
        siswa: child,
        no_rekening: person("bankAccount"),
        nilai_bantuan: personalAmount(500_000, 3_000_000)
      }),
      figures("angka-partisipasi", "Angka partisipasi sekolah", {
        sd_persen: decimal(97, 100),
        smp_persen: decimal(91, 99),
        sma_persen: decimal(80, 95)
      }, { sd_persen: "mean", smp_persen: "mean", sma_persen: "mean" })
    ]
  },
  {
    slug: "dinsos",
    name: "Dinas Sosial",
    application: "kesejahteraan-sosial",
    style: "wrapped",
    datasets: [
      register("penerima-bansos", "Penerima bantuan sosial", "BNS", 60, {
        nik: person("nik"),
        no_kk: person("kk"),
        nama: person("name"),
        alamat: person("address"),
        penghasilan: personalAmount(0, 1_500_000),
        no_rekening: person("bankAccount"),
        catatan: person("note")
      }, 38_642),
      register("penyandang-disabilitas", "Penyandang disabilitas", "DSB", 25, {
        nik: person("nik"),
        nama: person("name"),
        disabilitas: personalChoice("health", "netra", "rungu", "daksa"),
        telepon: person("phone")
      }),
      places("panti", "Panti sosial", "Panti", "PNT", 12, { daya_tampung: whole(20, 120, 5), terisi: multiple("daya_tampung", 0.3, 1) }),
      figures("bantuan", "Penyaluran bantuan", {
        keluarga_penerima: whole(500, 4_000),
        nilai_rupiah: whole(200_000_000, 1_600_000_000, 1_000_000)
      }, { keluarga_penerima: "last" })
    ]
  },
  {
    slug: "diskop-ukm",
    name: "Dinas Koperasi, UKM, dan Perdagangan",
    application: "ekonomi-kota",
    style: "list",
    datasets: [
      places("pasar", "Pasar rakyat", "Pasar", "PSR", 18, {
        jumlah_kios: whole(40, 600),
        hari_pasaran: choice("setiap hari", "Legi", "Pon")
      }),
      entries("umkm", "Usaha mikro dan kecil", "UKM", 50, {
        usaha: company,
        bidang: choice("kuliner", "batik", "kerajinan", "jasa"),
        pemilik: nested({ nama: person("name"), telepon: person("phone") }),
        jumlah_pekerja: whole(1, 18)
      }),
      entries("koperasi", "Koperasi", "KOP", 20, {
        koperasi: placeName("Koperasi"),
        jenis: choice("simpan pinjam", "konsumen", "produsen"),
        ketua: nested({ nama: person("name") }),
        jumlah_anggota: whole(20, 900)
      }),
      figures("harga-pangan", "Harga pangan", {
        beras_rupiah_kg: whole(12_500, 15_500, 100),
        cabai_rupiah_kg: whole(28_000, 75_000, 500),
        telur_rupiah_kg: whole(25_000, 31_000, 250)
      }, { beras_rupiah_kg: "mean", cabai_rupiah_kg: "mean", telur_rupiah_kg: "mean" }),
      register("pinjaman-mikro", "Pinjaman mikro", "PJM", 25, {
        peminjam: nested({ nama: person("name"), nik: person("nik"), npwp: person("npwp") }),
        pinjaman: personalAmount(1_000_000, 25_000_000),
        no_rekening: person("bankAccount")
      })
    ]
  },
  {
    slug: "dkp",
    name: "Dinas Ketahanan Pangan dan Perikanan",
    application: "pangan-kota",
    style: "wrapped",
    datasets: [
      entries("komoditas", "Komoditas pangan", "KMD", 16, {
        komoditas: turn("beras", "jagung", "kedelai", "cabai", "bawang merah", "telur", "daging ayam", "bandeng"),
        stok_ton: whole(10, 900),
        ketahanan_hari: whole(20, 120)
      }),
      places("tempat-pelelangan-ikan", "Tempat pelelangan ikan", "TPI", "TPI", 6, { jumlah_kapal: whole(12, 140) }),
      places("rumah-potong", "Rumah potong hewan", "RPH", "RPH", 5, { kapasitas_ekor: whole(10, 90, 5) }),
      figures("tangkapan", "Hasil tangkapan ikan", { bandeng_ton: decimal(4, 30), kakap_ton: decimal(1, 12), udang_ton: decimal(2, 18) })
    ]
  }
]
