/**
 * What open-data portals publish and nobody may lose: places, budgets, statistics, procurement, assets, transport,
 * identifiers of things. None of it is about a person.
 */
import { faker, numeric, person, pick, place, street, two, whole } from "./Draw.ts"
import { type LabelledDocument, nodeOf, openLexeme, rows } from "./Labelled.ts"

const times = <A>(count: number, make: (i: number) => A): ReadonlyArray<A> => Array.from({ length: count }, (_, i) => make(i))
const day = () => `2026-${two(whole(1, 12))}-${two(whole(1, 28))}`

const areas = (): LabelledDocument => ({
  name: "bappeda/wilayah",
  root: rows(times(60, () => {
    const { code, district, province, regency, village } = place()
    return {
      kode_wilayah: code,
      kode_desa: code.replaceAll(".", ""),
      nama_provinsi: province,
      nama_kabupaten: regency,
      nama_kecamatan: district,
      nama_kelurahan: village,
      nama: village,
      ibu_kota: regency,
      luas_km2: openLexeme(`${whole(1, 90)}.${two(whole(0, 99))}0`),
      kode_pos: String(whole(10000, 99999)),
      jumlah_penduduk: whole(1000, 90_000),
      jumlah_kk: whole(300, 30_000),
      kepadatan: whole(100, 9000),
      latitude: openLexeme(`-${whole(1, 9)}.${numeric(7)}`),
      longitude: openLexeme(`1${whole(10, 40)}.${numeric(7)}`),
      batas_utara: `Kecamatan ${district}`
    }
  }))
})

const facilities = (): LabelledDocument => ({
  name: "dlh/fasilitas",
  root: rows(times(60, (i) => {
    const { district, village } = place()
    return {
      id: i + 1,
      kode_aset: `12.${two(whole(1, 9))}.${numeric(4)}.${numeric(6)}`,
      nama: pick([
        `Taman ${village}`,
        `Puskesmas ${district}`,
        `Pasar ${village}`,
        `SDN ${i} ${district}`,
        `Masjid Al-Ikhlas ${village}`,
        `Terminal ${district}`,
        "RSUD Dr. Soetomo",
        "Taman Ade Irma Suryani"
      ]),
      nama_taman: `Taman ${village}`,
      nama_jalan: pick(["Jl. Ahmad Yani", "Jalan Jenderal Sudirman", "Jl. Dewi Sartika"]),
      nama_dinas: "Dinas Lingkungan Hidup",
      nama_pengelola_gedung: "UPT Pertamanan",
      alamat_kantor: street(),
      telepon_kantor: `(022) ${whole(2000000, 7999999)}`,
      kategori: "Ruang terbuka hijau",
      lat: openLexeme(`-6.9${numeric(6)}`),
      lng: openLexeme(`107.6${numeric(6)}`),
      jam_buka: "06.00-18.00",
      luas: whole(100, 90_000),
      pemilik: pick(["Pemerintah Kota Bandung", "PT Kereta Api Indonesia", "Yayasan Al-Azhar"]),
      pengelola: "Dinas Pertamanan",
      website: "https://taman.bandung.go.id/id/12345678",
      ramah_disabilitas: true,
      tahun_dibangun: whole(1950, 2025),
      koordinat: `-6.9${numeric(6)}, 107.6${numeric(6)}`,
      plus_code: "6P58WJQ5+2F",
      rating: openLexeme(`4.${whole(1, 9)}0`)
    }
  }))
})

const budget = (): LabelledDocument => ({
  name: "bpkad/apbd",
  root: rows(times(60, () => ({
    kode_rekening: `5.${whole(1, 3)}.${two(whole(1, 9))}.${two(whole(1, 9))}.${two(whole(1, 9))}.${numeric(4)}`,
    nama_rekening: pick(["Belanja Gaji Pokok PNS", "Belanja Alat Tulis Kantor", "Tunjangan Keluarga ASN"]),
    uraian: "Belanja Pegawai",
    pagu: whole(10, 9999) * 1_000_000,
    anggaran: `Rp ${whole(1, 9)}.${whole(100, 999)}.${whole(100, 999)}.${whole(100, 999)}`,
    realisasi: openLexeme(`${whole(1, 999)}${numeric(9)}.${two(whole(0, 99))}`),
    persentase: openLexeme(`${whole(10, 99)}.${whole(10, 99)}`),
    pendapatan_daerah: whole(1, 99) * 1_000_000_000,
    tahun_anggaran: 2026,
    nama_opd: "Dinas Kesehatan",
    kode_opd: `1.02.0.00.0.00.01.0000`,
    total_belanja: openLexeme(String(whole(1, 9)) + numeric(15)),
    belanja_gaji: whole(1, 99) * 1_000_000_000,
    saldo_awal_kas: whole(1, 99) * 1_000_000_000
  })))
})

const procurement = (): LabelledDocument => ({
  name: "bpbj/pengadaan",
  root: rows(times(60, (i) => ({
    kode_tender: String(whole(10_000_000, 99_999_999)),
    kode_rup: String(40_000_000 + i),
    nama_paket: pick(["Pembangunan Jalan Lingkar", "Pengadaan Obat", "Rehabilitasi SDN 2"]),
    pekerjaan: "Pembangunan drainase",
    nama_penyedia: pick(["PT Maju Jaya", "CV Karya Abadi"]),
    nilai_kontrak: openLexeme(`${whole(1, 99)}${numeric(8)}.00`),
    no_kontrak: `027/${numeric(3)}/PPK/${whole(1, 12)}/2026`,
    nomor_invoice: String(whole(1, 9)) + numeric(15),
    no_faktur: `010.${numeric(3)}-26.${numeric(8)}`,
    no_kuitansi: numeric(16),
    id_transaksi: String(whole(1, 9)) + numeric(15),
    kode_billing: `8${numeric(14)}`,
    ntpn: faker.string.alphanumeric({ length: 16, casing: "upper" }),
    hps: whole(10, 999) * 1_000_000,
    tanggal_kontrak: day()
  })))
})

const statistics = (): LabelledDocument => ({
  name: "bps/statistik",
  root: rows(times(60, () => {
    const { district } = place()
    return {
      kecamatan: district,
      agama: pick(["Islam", "Kristen", "Hindu"]),
      jenis_kelamin: pick(["Laki-laki", "Perempuan"]),
      status_perkawinan: "Kawin",
      kelompok_umur: "15-19",
      penyakit: "DBD",
      jumlah: whole(10, 90_000),
      jumlah_pasien: whole(1, 900),
      jumlah_siswa: whole(1, 900),
      total_kasus: whole(1, 100),
      persentase_penduduk_miskin: openLexeme("7.10"),
      ipm: openLexeme("82.50"),
      rasio_guru_murid: openLexeme("0.050"),
      kk: whole(100, 30_000),
      tahun: 2026,
      triwulan: "II",
      sumber: "Dinas Kependudukan dan Pencatatan Sipil"
    }
  }))
})

const transport = (): LabelledDocument => ({
  name: "dishub/trayek",
  root: rows(times(40, (i) => ({
    kode_trayek: pick(["B 12", "D 01", "AB 3A"]),
    nama_trayek: "Cicaheum - Ledeng",
    nomor_lambung: `TMB-${numeric(3)}`,
    kode_halte: `H${numeric(5)}`,
    nama_halte: "Halte Alun-Alun",
    nama_terminal: "Leuwipanjang",
    tarif: 4900,
    jarak_km: openLexeme(`${whole(1, 40)}.50`),
    waktu_tempuh: "00:45:00",
    berangkat: "05.30",
    kapasitas: 40,
    gps: `${whole(1, 9)}.${numeric(6)},${107 + i % 3}.${numeric(6)}`,
    kamera_id: `CCTV-${numeric(8)}`,
    url_stream: `https://cctv.kota.go.id/live/${numeric(8)}/index.m3u8`,
    timestamp: 1_767_225_600 + i * 60,
    timestamp_ms: 1_767_225_600_000 + i,
    timestamp_us: openLexeme(`17712${numeric(11)}`),
    waktu_unix: openLexeme(`1767225600.${numeric(6)}`)
  })))
})

const assets = (): LabelledDocument => ({
  name: "bpkad/aset",
  root: rows(times(60, () => ({
    uuid: faker.string.uuid(),
    guid: faker.string.uuid().toUpperCase(),
    sha256: faker.string.hexadecimal({ length: 64, casing: "lower", prefix: "" }),
    md5: faker.string.hexadecimal({ length: 32, casing: "lower", prefix: "" }),
    etag: `W/"${numeric(16)}"`,
    serial_number: `SN${numeric(12)}`,
    nomor_seri: `${pick(["A", "B", "C"])}${numeric(7)}`,
    kode_barang: `${pick(["B", "D", "AB"])} ${whole(1000, 9999)} ${pick(["XA", "CD", "EFG"])}`,
    imei_perangkat: `86${numeric(13)}`,
    versi: `${whole(1, 9)}.${whole(0, 20)}.${whole(0, 200)}`,
    barcode: `899${numeric(10)}`,
    nilai_perolehan: openLexeme(`${whole(1, 9)}${numeric(9)}.00`),
    mac_address: "00:1B:44:11:3A:B7",
    ip_address: `10.${whole(0, 255)}.${whole(0, 255)}.${whole(1, 254)}`,
    no_inventaris: `12010301${numeric(8)}`,
    nomor_sertifikat: `10.15.${two(whole(1, 30))}.${two(whole(1, 9))}.1.${numeric(5)}`,
    nop: `32.73.${numeric(3)}.${numeric(3)}.${numeric(3)}-${numeric(4)}.0`,
    tahun_perolehan: 2019,
    merek: "Toyota Avanza",
    kondisi: "Baik",
    luas_tanah: `${whole(1, 9)}.${whole(100, 999)} m2`
  })))
})

const library = (): LabelledDocument => ({
  name: "disarpus/katalog",
  root: rows(times(40, () => ({
    judul: pick(["Laskar Pelangi", "Bumi Manusia", "Sejarah Bandung 1810-1945"]),
    isbn: pick([`978602${numeric(7)}`, `978-602-${numeric(4)}-${numeric(2)}-${whole(0, 9)}`]),
    issn: `${numeric(4)}-${numeric(4)}`,
    penerbit: "Gramedia",
    nomor_panggil: `899.221 ${pick(["HIR", "TOE"])}`,
    tahun_terbit: 2005,
    jumlah_eksemplar: whole(1, 9),
    bahasa: "Indonesia",
    doi: `10.${numeric(4)}/jk.v${whole(1, 9)}i2.${numeric(4)}`,
    kode_klasifikasi: "899.221 3",
    nama_perpustakaan: "Perpustakaan Kota",
    deskripsi: `Cetakan ke-${whole(1, 9)}, ${whole(100, 500)} halaman, terbit ${day()}. Harga Rp ${whole(50, 150)}.000,-`
  })))
})

const environment = (): LabelledDocument => ({
  name: "dlh/kualitas-udara",
  root: nodeOf({
    stasiun: { nama: "Stasiun Dago", kode: "ISPU-01", elevasi: openLexeme("768.0") },
    satuan: "µg/m³",
    pengukuran: rows(times(60, (i) => ({
      waktu: `2026-05-01T${two(i % 24)}:00:00+07:00`,
      pm25: openLexeme(`${whole(5, 99)}.${numeric(16)}`),
      pm10: whole(5, 150),
      suhu: openLexeme(`2${whole(1, 9)}.${whole(1, 9)}0`),
      arah_angin: whole(0, 359),
      tekanan: openLexeme("1013.250"),
      kategori: pick(["Baik", "Sedang"]),
      catatan: pick(["-", "", "Sensor dikalibrasi 12/04/2026 08.30 WIB", "Hujan 3 jam, KM 100, RT 03 RW 05"]),
      epoch: 1_767_225_600_000 + i
    }))),
    geojson: {
      type: "Feature",
      geometry: { type: "Point", coordinates: [openLexeme("107.6098100"), openLexeme("-6.91474400")] },
      properties: { name: "Simpang Dago", kelurahan: "Dago" }
    }
  })
})

const prices = (): LabelledDocument => ({
  name: "disdag/harga",
  root: rows(times(40, () => ({
    komoditas: pick(["Beras Medium", "Cabai Rawit", "Minyak Goreng"]),
    harga: whole(5, 150) * 1000,
    harga_teks: `Rp ${whole(5, 150)}.000/kg`,
    perubahan: openLexeme(`-${whole(0, 9)}.${two(whole(0, 99))}`),
    nama_pasar: "Pasar Baru",
    kode_komoditas: numeric(10),
    tanggal: day(),
    nama_toko: "Toko Berkah",
    sku: `BRS-${numeric(4)}-${numeric(4)}-${numeric(4)}-${numeric(4)}`
  })))
})

const permits = (): LabelledDocument => ({
  name: "dpmptsp/izin",
  root: rows(times(60, () => ({
    nib: pick([`02201${numeric(8)}`, `91202${numeric(8)}`, `${two(whole(1, 28))}${two(whole(1, 12))}2${whole(1, 6)}00${numeric(5)}`]),
    id_proyek: `202${numeric(13)}`,
    no_izin: `${numeric(2)}/IMB/${numeric(4)}/2026`,
    kbli: pick(["56101", "62019"]),
    judul_kbli: "Restoran",
    nama_perusahaan: pick(["PT Sumber Makmur", "CV Dewi Sri", "Koperasi Budi Luhur"]),
    alamat_perusahaan: street(),
    jenis_perusahaan: "PT",
    modal_disetor: whole(1, 99) * 50_000_000,
    nilai_investasi: openLexeme(`${whole(1, 9)}${numeric(15)}`),
    tenaga_kerja: whole(1, 300),
    terbit: day(),
    masa_berlaku: "5 tahun",
    nomor_registrasi: numeric(16),
    resi: `JP${numeric(10)}`,
    nomor_resi: String(whole(1, 9)) + numeric(15),
    hotline: "1500-123",
    call_center: "112"
  })))
})

const titles = (): LabelledDocument => ({
  name: "disbudpar/cagar-budaya",
  root: rows(times(40, () => ({
    nama_objek: pick(["Gedung Sate", "Monumen Jenderal Sudirman", "Makam Pahlawan Dewi Sartika", "Museum Ahmad Yani"]),
    nama: pick(["Gedung Merdeka", "Monumen Bandung Lautan Api", "Jembatan Pasupati"]),
    nama_kegiatan: "Jalan Santai Kartini",
    judul: "Sosialisasi di Jl. H. Juanda 287",
    ringkasan: `Ruas Jl. Soekarno-Hatta STA ${whole(1, 9)}+${numeric(3)} s.d. ${whole(10, 20)}+${numeric(3)}, lebar 7,5 m, biaya Rp ${
      whole(1, 9)
    },${numeric(2)} miliar.`,
    tagar: "#BandungJuara",
    akun: "@humasbdg",
    kode_cagar: `CB.${numeric(3)}.A1`,
    golongan: "A",
    sk_penetapan: `SK Walikota No. 556.2/Kep.${numeric(4)}-Disbudpar/2026`,
    gambar: `https://cdn.kota.go.id/img/${numeric(12)}_${faker.string.hexadecimal({ length: 16, casing: "lower", prefix: "" })}.jpg`
  })))
})

/** Sixteen digits that are nobody: province, regency, day or month do not exist, or all is chance. */
const numbers = (): LabelledDocument => ({
  name: "bermacam/bilangan",
  root: rows(times(80, () => {
    const { nik } = person()
    return {
      tidak_ada_provinsi: `${pick(["00", "10", "20", "37", "40", "48", "60", "66", "79", "98"])}${nik.slice(2)}`,
      tidak_ada_kabupaten: `${nik.slice(0, 2)}${pick(["00", "49", "60", "99"])}${nik.slice(4)}`,
      tidak_ada_hari: `${nik.slice(0, 6)}${pick(["00", "32", "40", "72", "99"])}${nik.slice(8)}`,
      tidak_ada_bulan: `${nik.slice(0, 8)}${pick(["00", "13", "99"])}${nik.slice(10)}`,
      lima_belas: `1${numeric(14)}`,
      delapan_belas: openLexeme(`1${numeric(17)}`),
      desimal: openLexeme(`0.${nik}`),
      acak: numeric(16),
      acak_angka: openLexeme(`${whole(1, 9)}${numeric(15)}`),
      nilai: openLexeme("1.10"),
      besar: openLexeme("9007199254740993")
    }
  }))
})

export const openDatasets = (): ReadonlyArray<LabelledDocument> =>
  [areas, facilities, budget, procurement, statistics, transport, assets, library, environment, prices, permits, titles, numbers].map((
    make
  ) => make())
