/** Agencies that look after the city's ground, air, water and roads. `dishub` is the flaky one, `dpupr` the slow one. */
import { entries, figures, places, register } from "../CatalogueParts.ts"
import type { CityAgency } from "../CityAgency.ts"
import {
  along,
  choice,
  code,
  company,
  day,
  decimal,
  district,
  grade,
  ispu,
  measured,
  moment,
  month,
  multiple,
  nested,
  person,
  personalAmount,
  placeName,
  position,
  website,
  whole
} from "../Column.ts"

export const surroundings: ReadonlyArray<CityAgency> = [
  {
    slug: "dishub",
    name: "Dinas Perhubungan",
    application: "transportasi",
    style: "wrapped",
    flaky: 0.3,
    datasets: [
      places("halte", "Halte", "Halte", "HLT", 70, { jalur: choice("K1", "K2", "K3", "K4"), beratap: choice("ya", "tidak") }),
      entries("trayek", "Trayek angkutan umum", "TRY", 16, {
        trayek: choice("Terminal Timur–Alun-alun", "Stasiun–Dermaga", "Kampus–Pasar Besar"),
        armada: whole(6, 30),
        tarif_rupiah: whole(3_000, 6_000, 500),
        operator: company
      }),
      places("parkir", "Tempat parkir", "Parkir", "PRK", 30, { kapasitas_mobil: whole(20, 400, 10), kapasitas_motor: whole(50, 900, 10) }),
      {
        slug: "lalu-lintas",
        title: "Lalu lintas",
        endpoints: [
          {
            path: "terkini",
            title: "Keadaan lalu lintas terkini",
            answer: {
              kind: "rows",
              rows: 20,
              columns: {
                ruas: choice("Jalan Diponegoro", "Jalan Pahlawan", "Jalan Dermaga", "Jalan Kenanga"),
                kecepatan_km_jam: decimal(8, 52),
                keadaan: grade("kecepatan_km_jam", [15, "macet"], [30, "padat"], [99, "lancar"]),
                diukur: measured
              }
            }
          },
          {
            path: "persimpangan",
            title: "Volume persimpangan",
            answer: {
              kind: "rows",
              rows: 18,
              columns: { kode: code("SMP"), kendaraan_per_jam: whole(400, 5_200, 10), kecamatan: district }
            },
            fresh: "60 seconds"
          },
          {
            path: "kecelakaan",
            title: "Kecelakaan menurut kecamatan",
            answer: { kind: "perDistrict", columns: { jumlah_kejadian: whole(3, 60), jumlah_luka: whole(2, 70) } },
            fresh: "5 minutes"
          }
        ]
      },
      register("uji-kendaraan", "Uji kendaraan bermotor", "KIR", 30, {
        pelat: person("plate"),
        pemilik: nested({ nama: person("name"), nik: person("nik") }),
        hasil: choice("lulus", "tidak lulus"),
        berlaku: day("2026-12-01", "2027-06-30")
      }, 21_480)
    ]
  },
  {
    slug: "dlh",
    name: "Dinas Lingkungan Hidup",
    application: "lingkungan",
    style: "wrapped",
    // Short, so that a newcomer sees the circuit close again without waiting long.
    breakerOpen: "10 seconds",
    datasets: [
      {
        slug: "kualitas-udara",
        title: "Kualitas udara",
        endpoints: [
          {
            path: "terkini",
            title: "Kualitas udara terkini",
            answer: {
              kind: "rows",
              rows: 8,
              columns: {
                stasiun: placeName("Stasiun"),
                pm25: decimal(8, 71),
                // Coarse dust has the fine in it, and too little of it for an index above that of PM2.5, which is the station's.
                pm10: multiple("pm25", 1.3, 1.9, 2),
                ispu: ispu("pm25"),
                kategori: grade("ispu", [50, "baik"], [100, "sedang"], [200, "tidak sehat"]),
                diukur: measured
              }
            },
            live: { every: "15 seconds", key: "stasiun" }
          },
          {
            path: "stasiun",
            title: "Stasiun pemantau",
            answer: { kind: "rows", rows: 8, columns: { kode: code("SPK"), nama: placeName("Stasiun"), koordinat: position } },
            fresh: "60 seconds"
          },
          {
            path: "stasiun/:kode",
            title: "Rincian stasiun pemantau",
            answer: { kind: "item", list: "stasiun" },
            fresh: "60 seconds",
            example: { kode: "SPK-001" }
          },
          {
            path: "bulanan",
            title: "Rata-rata bulanan",
            answer: {
              kind: "rows",
              rows: 12,
              columns: { bulan: month, pm25: decimal(12, 55), hari_baik: along("pm25", [0, 28], [15.5, 22], [30, 9], [55.4, 1]) }
            },
            fresh: "5 minutes"
          }
        ]
      },
      entries("kualitas-air", "Kualitas air sungai", "AIR", 16, {
        sungai: choice("Kali Tirta", "Kali Maya", "Kali Lama"),
        ph: decimal(6.1, 8.4),
        oksigen_mg_l: decimal(2.1, 7.9),
        diambil: day("2026-06-01", "2026-10-31")
      }),
      places("bank-sampah", "Bank sampah", "Bank Sampah", "BSP", 34, { jumlah_nasabah: whole(30, 600) }),
      places("ruang-hijau", "Ruang terbuka hijau", "Taman", "RTH", 40, {
        luas_m2: whole(300, 48_000, 100),
        fasilitas: choice("taman bermain", "lintasan lari", "kolam")
      }),
      figures("sampah", "Timbulan sampah", { timbulan_ton: decimal(300, 900), didaur_ulang_persen: decimal(9, 31) }, {
        didaur_ulang_persen: "mean"
      }),
      entries("izin-lingkungan", "Izin lingkungan", "IZL", 20, {
        badan_usaha: company,
        dokumen: choice("UKL-UPL", "Amdal", "SPPL"),
        terbit: day("2025-01-01", "2026-10-31")
      })
    ]
  },
  {
    slug: "dpupr",
    name: "Dinas Pekerjaan Umum dan Penataan Ruang",
    application: "infrastruktur",
    style: "list",
    slowMillis: 900,
    datasets: [
      entries("jalan", "Ruas jalan", "JLN", 50, {
        ruas: choice("Jalan Diponegoro", "Jalan Pahlawan", "Jalan Dermaga", "Jalan Kenanga"),
        panjang_m: whole(200, 6_400, 50),
        kondisi: choice("baik", "sedang", "rusak ringan"),
        kecamatan: district
      }),
      entries("jembatan", "Jembatan", "JBT", 22, {
        jembatan: choice("Jembatan Tirta", "Jembatan Maya", "Jembatan Merah"),
        bentang_m: whole(8, 160),
        dibangun: whole(1934, 2024)
      }),
      entries("drainase", "Saluran drainase", "DRN", 30, {
        saluran: choice("primer", "sekunder", "tersier"),
        panjang_m: whole(100, 3_000, 50),
        kecamatan: district
      }),
      places("pompa-air", "Rumah pompa", "Rumah Pompa", "RPA", 14, {
        kapasitas_l_detik: whole(200, 3_000, 100),
        siaga: choice("ya", "tidak")
      }),
      register("izin-bangunan", "Persetujuan bangunan gedung", "PBG", 30, {
        pemohon: nested({ nama: person("name"), nik: person("nik"), alamat: person("address") }),
        fungsi: choice("hunian", "usaha"),
        luas_m2: whole(36, 900)
      })
    ]
  },
  {
    slug: "dispar",
    name: "Dinas Pariwisata dan Kebudayaan",
    application: "pariwisata",
    style: "wrapped",
    datasets: [
      places("destinasi", "Destinasi wisata", "Taman Wisata", "DST", 26, {
        jenis: choice("alam", "budaya", "kuliner", "sejarah"),
        tiket_rupiah: whole(0, 25_000, 5_000),
        laman: website
      }),
      places("hotel", "Hotel", "Hotel", "HTL", 34, { bintang: whole(1, 5), jumlah_kamar: whole(20, 240) }),
      places("kuliner", "Tempat kuliner", "Warung", "KUL", 60, { menu: choice("rawon", "nasi megono", "soto", "bandeng presto") }),
      figures("kunjungan", "Kunjungan wisata", { wisatawan_nusantara: whole(2_000, 40_000), wisatawan_mancanegara: whole(20, 1_900) }),
      register("pemandu-wisata", "Pemandu wisata", "PMW", 25, {
        nama: person("name"),
        nik: person("nik"),
        no_paspor: person("passport"),
        telepon: person("phone"),
        bahasa: choice("Inggris", "Jepang", "Belanda")
      })
    ]
  },
  {
    slug: "disperkim",
    name: "Dinas Perumahan dan Kawasan Permukiman",
    application: "permukiman",
    style: "wrapped",
    datasets: [
      places("rusun", "Rumah susun", "Rusun", "RSN", 9, { jumlah_unit: whole(48, 300, 12), unit_kosong: whole(0, 20) }),
      register("penghuni-rusun", "Penghuni rumah susun", "PHN", 30, {
        penghuni: nested({ nama: person("name"), nik: person("nik"), telepon: person("phone") }),
        unit: choice("A-102", "B-305", "C-411"),
        tunggakan_sewa: personalAmount(0, 1_200_000)
      }),
      places("makam", "Tempat pemakaman umum", "TPU", "TPU", 14, { luas_m2: whole(2_000, 60_000, 500), petak_kosong: whole(0, 300) }),
      figures("rumah-layak", "Rumah layak huni", {
        jumlah_diperbaiki: whole(4, 80),
        anggaran_rupiah: whole(80_000_000, 1_600_000_000, 1_000_000)
      })
    ]
  },
  {
    slug: "bpbd",
    name: "Badan Penanggulangan Bencana Daerah",
    application: "siaga-bencana",
    style: "wrapped",
    datasets: [
      entries("kejadian", "Kejadian bencana", "KJD", 26, {
        jenis: choice("banjir", "angin kencang", "kebakaran", "tanah longsor"),
        mulai: moment,
        kecamatan: district,
        jumlah_terdampak: whole(0, 400)
      }),
      places("posko", "Posko siaga", "Posko", "PSK", 16, { daya_tampung: whole(40, 500, 10) }),
      entries("peringatan", "Peringatan dini", "PRG", 10, {
        tingkat: choice("waspada", "siaga", "awas"),
        perihal: choice("hujan lebat", "pasang tinggi", "angin kencang"),
        berlaku: moment
      }),
      register("korban", "Korban bencana", "KRB", 20, {
        korban: nested({ nama: person("name"), nik: person("nik"), alamat: person("address") }),
        kebutuhan: choice("makanan", "tempat tinggal", "obat")
      }),
      {
        slug: "tinggi-muka-air",
        title: "Tinggi muka air",
        endpoints: [
          {
            path: "terkini",
            title: "Tinggi muka air terkini",
            answer: {
              kind: "rows",
              rows: 10,
              columns: {
                pos: placeName("Pos Duga"),
                tinggi_cm: whole(20, 310),
                status: grade("tinggi_cm", [220, "normal"], [280, "siaga 3"], [999, "siaga 2"]),
                diukur: measured
              }
            },
            fresh: "5 seconds"
          },
          {
            path: "pos",
            title: "Pos duga air",
            answer: { kind: "rows", rows: 10, columns: { kode: code("PDA"), nama: placeName("Pos Duga"), koordinat: position } },
            fresh: "60 seconds"
          }
        ]
      }
    ]
  }
]
