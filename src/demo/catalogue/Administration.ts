/** Agencies of the city's own administration: information, planning, civil registry, revenue, order. */
import { entries, figures, maskingUnknown, places, register, withEndpoint } from "../CatalogueParts.ts"
import type { CityAgency } from "../CityAgency.ts"
import {
  choice,
  code,
  company,
  day,
  decimal,
  district,
  moment,
  multiple,
  nested,
  officePhone,
  person,
  personalAmount,
  personalChoice,
  turn,
  village,
  website,
  whole,
  year
} from "../Column.ts"
import { areas } from "./Areas.ts"

const eventTitles = [
  "Pasar Malam Tirtamaya",
  "Festival Perahu Hias",
  "Lomba Mural Pelajar",
  "Bersih Sungai Bersama",
  "Konser Kota Tua",
  "Pameran Batik Pesisir",
  "Hari Bebas Kendaraan",
  "Bursa Kerja Kota",
  "Pekan Literasi",
  "Kirab Budaya",
  "Donor Darah Balai Kota",
  "Lari Lintas Kampung"
]

/** Whom the registers and the statistics count. */
const residents = { men: 421_907, women: 424_219, families: 271_036 }

const events = {
  id: code("AG"),
  judul: turn(...eventTitles),
  tanggal: day("2026-09-01", "2027-08-31"),
  tempat: choice("Balai Kota", "Alun-alun Utara", "Taman Tirta", "Gedung Kesenian", "Dermaga Lama"),
  biaya: choice("gratis", "Rp10.000", "Rp25.000"),
  panitia: nested({ nama: person("name"), telepon: person("phone"), surel: person("email") }),
  kontak: officePhone
}

export const administration: ReadonlyArray<CityAgency> = [
  {
    slug: "diskominfo",
    name: "Dinas Komunikasi dan Informatika",
    application: "portal-kota",
    style: "wrapped",
    datasets: [
      {
        slug: "portal-publik",
        title: "Portal publik",
        endpoints: [
          {
            path: "events",
            title: "Agenda kota",
            resource: "events",
            upstream: "/internal/events",
            answer: { kind: "rows", rows: 12, columns: events }
          },
          {
            path: "events/:id",
            title: "Rincian agenda kota",
            resource: "events",
            upstream: "/internal/events/:id",
            answer: { kind: "item", list: "events" },
            example: { id: "AG-001" }
          },
          {
            path: "berita",
            title: "Berita kota",
            answer: {
              kind: "rows",
              rows: 40,
              columns: {
                kode: code("BRT"),
                judul: choice(
                  "Jembatan Tirta selesai diperbaiki",
                  "Posyandu keliling dibuka",
                  "Jalur sepeda baru diresmikan",
                  "Layanan KTP malam hari",
                  "Penghargaan kota layak anak"
                ),
                terbit: day("2026-01-05", "2026-11-15"),
                penulis: person("name"),
                tautan: website
              }
            },
            query: ["limit", "page"],
            fresh: "30 seconds"
          },
          { path: "berita/:kode", title: "Rincian berita", answer: { kind: "item", list: "berita" }, example: { kode: "BRT-001" } },
          {
            path: "pengumuman",
            title: "Pengumuman resmi",
            answer: {
              kind: "rows",
              rows: 15,
              columns: {
                kode: code("PGM"),
                perihal: choice("Pemadaman air sementara", "Penutupan jalan", "Jadwal vaksinasi", "Seleksi magang"),
                berlaku: day("2026-10-01", "2026-12-31")
              }
            },
            fresh: "60 seconds"
          },
          {
            path: "agenda-lama",
            title: "Agenda kota, bentuk lama",
            answer: {
              kind: "rows",
              rows: 12,
              columns: { no: code("AGL"), acara: turn(...eventTitles), tanggal: day("2026-09-01", "2027-08-31") }
            },
            successor: "diskominfo/portal-publik/events"
          }
        ]
      },
      withEndpoint(
        entries("pengaduan", "Pengaduan warga", "ADU", 36, {
          kategori: choice("jalan rusak", "lampu jalan", "sampah", "banjir", "parkir liar"),
          pelapor: nested({ nama: person("name"), nik: person("nik"), telepon: person("phone") }, "same"),
          isi: person("note"),
          status: choice("diterima", "diproses", "selesai"),
          kelurahan: village,
          kecamatan: district
        }),
        {
          path: "per-kecamatan",
          title: "Pengaduan menurut kecamatan",
          answer: {
            kind: "perDistrict",
            columns: { jumlah: whole(0, 1), jumlah_selesai: whole(0, 1) },
            of: { list: "", where: { jumlah_selesai: ["status", "selesai"] } }
          }
        }
      ),
      places("wifi-publik", "Titik wifi publik", "Wifi", "WIFI", 60, {
        kecepatan_mbps: whole(20, 200, 10),
        aktif: choice("ya", "ya", "ya", "tidak")
      }),
      places("menara-telekomunikasi", "Menara telekomunikasi", "Menara", "MNR", 30, { operator: company, tinggi_m: whole(20, 72) }),
      entries("aplikasi-daerah", "Aplikasi daerah", "APP", 20, {
        aplikasi: choice("e-Surat", "Tirta Lapor", "Antre Sehat", "Parkir Tirta", "Pajak Mudah"),
        versi: choice("1.4", "2.0", "3.1"),
        status: choice("aktif", "dikembangkan")
      })
    ]
  },
  {
    slug: "bappeda",
    name: "Badan Perencanaan Pembangunan Daerah",
    application: "satu-data-kota",
    style: "wrapped",
    datasets: [
      ...areas,
      entries("rencana-pembangunan", "Rencana pembangunan", "RKP", 25, {
        program: choice("Kampung tangguh", "Kota layak anak", "Transportasi hijau", "Air bersih", "Kota cerdas"),
        pagu_rupiah: whole(200_000_000, 9_000_000_000, 50_000_000),
        tahun: year
      }),
      figures("indikator-makro", "Indikator makro", {
        pertumbuhan_persen: decimal(3.1, 6.4),
        kemiskinan_persen: decimal(3.8, 7.9),
        indeks_pembangunan_manusia: decimal(79, 84)
      }, { pertumbuhan_persen: "mean", kemiskinan_persen: "mean", indeks_pembangunan_manusia: "mean" })
    ]
  },
  {
    slug: "disdukcapil",
    name: "Dinas Kependudukan dan Pencatatan Sipil",
    application: "kependudukan",
    style: "wrapped",
    datasets: [
      register("penduduk", "Penduduk", "PDK", 80, {
        nik: person("nik"),
        no_kk: person("kk"),
        nama: person("name"),
        jenis_kelamin: person("sex"),
        tempat_lahir: person("birthPlace"),
        tanggal_lahir: person("birthDate"),
        agama: person("religion"),
        status_perkawinan: person("maritalStatus"),
        pekerjaan: person("occupation"),
        golongan_darah: person("bloodType"),
        alamat: person("address"),
        telepon: person("phone")
      }, residents.men + residents.women),
      register("akta-kelahiran", "Akta kelahiran", "AKL", 30, {
        anak: nested({ nama: person("name"), tanggal_lahir: person("birthDate"), jenis_kelamin: person("sex") }, "child"),
        ibu: nested({ nama: person("name"), nik: person("nik") }, "woman"),
        terbit: day("2025-01-01", "2026-10-31")
      }, 11_842),
      register("akta-kematian", "Akta kematian", "AKM", 20, {
        nama: person("name"),
        nik: person("nik"),
        tanggal_lahir: person("birthDate"),
        terbit: day("2025-01-01", "2026-10-31")
      }, 6_917),
      register("kartu-keluarga", "Kartu keluarga", "KKG", 40, {
        no_kk: person("kk"),
        kepala_keluarga: nested({ nama: person("name"), nik: person("nik") }),
        alamat: person("address"),
        jumlah_anggota: whole(1, 7)
      }, residents.families),
      // Identity numbers as JSON numbers beyond 2^53, as an old system of an agency would send them.
      register("perpindahan", "Perpindahan penduduk", "PND", 24, {
        nik: person("nikNumber"),
        nama: person("name"),
        asal: choice("Kota Jayapura", "Kabupaten Jayapura"),
        alamat_tujuan: person("address"),
        tanggal_pindah: day("2025-06-01", "2026-10-31")
      }, 14_205),
      figures("statistik-penduduk", "Statistik penduduk", {
        jumlah_laki_laki: whole(residents.men, residents.men),
        jumlah_perempuan: whole(residents.women, residents.women),
        jumlah_keluarga: whole(residents.families, residents.families)
      }, { jumlah_laki_laki: "last", jumlah_perempuan: "last", jumlah_keluarga: "last" })
    ]
  },
  {
    slug: "bapenda",
    name: "Badan Pendapatan Daerah",
    application: "pajak-daerah",
    style: "wrapped",
    datasets: [
      register("wajib-pajak", "Wajib pajak", "WP", 40, {
        npwp: person("npwp"),
        nama: person("name"),
        nik: person("nik"),
        surel: person("email"),
        alamat: person("address")
      }, 188_460),
      register("pbb", "Pajak bumi dan bangunan", "PBB", 40, {
        pemilik: nested({ nama: person("name"), nik: person("nik"), alamat: person("address") }),
        luas_m2: whole(36, 400),
        terutang: personalAmount(150_000, 4_500_000)
      }, 241_318),
      maskingUnknown(
        register("tunggakan", "Tunggakan pajak", "TGK", 25, {
          npwp: person("npwp"),
          nama: person("name"),
          tunggakan: personalAmount(250_000, 40_000_000),
          no_rekening: person("bankAccount")
        })
      ),
      figures("realisasi", "Realisasi pendapatan", {
        target_rupiah: whole(4_000_000_000, 9_000_000_000, 1_000_000),
        realisasi_rupiah: multiple("target_rupiah", 0.78, 1.06)
      }),
      entries("tarif", "Tarif pajak daerah", "TRF", 6, {
        pajak: turn("hotel", "restoran", "parkir", "tenaga listrik", "reklame", "hiburan malam"),
        tarif_persen: turn(10, 10, 10, 8, 25, 40),
        dasar_hukum: choice("Perda 3/2024")
      })
    ]
  },
  {
    slug: "satpol-pp",
    name: "Satuan Polisi Pamong Praja",
    application: "ketertiban-umum",
    style: "wrapped",
    datasets: [
      register("pelanggaran", "Pelanggaran perda", "PLG", 25, {
        terlapor: nested({ nama: person("name"), nik: person("nik") }),
        catatan_pidana: personalChoice("criminal", "tidak ada", "satu perkara ringan"),
        denda: personalAmount(100_000, 2_000_000),
        tanggal: day("2026-01-01", "2026-10-31")
      }),
      entries("patroli", "Patroli", "PTR", 30, {
        rute: choice("Alun-alun–Pasar Besar", "Dermaga–Kota Tua", "Stasiun–Balai Kota"),
        mulai: moment,
        jumlah_petugas: whole(4, 12),
        kecamatan: district
      }),
      places("pos", "Pos ketertiban", "Pos", "POS", 12, { jumlah_regu: whole(1, 4) })
    ]
  }
]
