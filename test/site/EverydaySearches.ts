/**
 * What people type into the demo city's catalogue, written from the list of its titles, addresses, agencies and field names alone, before
 * there was a search to try it on. `first` has the addresses of which one should come first; `nothing` says that finding
 * nothing is (also) right; `never` has agencies none of whose endpoints may be found.
 */
export interface EverydaySearch {
  readonly who: "teacher" | "journalist" | "start-up" | "parent" | "shop owner" | "anybody"
  readonly search: string
  readonly first: ReadonlyArray<string>
  readonly nothing?: true
  readonly never?: ReadonlyArray<string>
}

export const everydaySearches: ReadonlyArray<EverydaySearch> = [
  { who: "teacher", search: "SD negeri", first: ["disdik/sekolah"] },
  { who: "teacher", search: "jumlah guru", first: ["disdik/pendidik", "disdik/pendidik/ringkasan", "disdik/pendidik/per-kecamatan"] },
  { who: "teacher", search: "perpustakan", first: ["disdik/perpustakaan"] },
  { who: "teacher", search: "data murid per kecamatan", first: ["disdik/peserta-didik/per-kecamatan"] },
  { who: "teacher", search: "bea siswa", first: ["disdik/beasiswa", "disdik/beasiswa/ringkasan"] },
  {
    who: "teacher",
    search: "anak putus sekolah",
    first: ["disdik/angka-partisipasi", "disdik/angka-partisipasi/tahunan", "disdik/angka-partisipasi/per-kecamatan"]
  },
  { who: "teacher", search: "daftar sekolah", first: ["disdik/sekolah"] },
  { who: "teacher", search: "peta wilayah kelurahan", first: ["bappeda/wilayah-kota/kelurahan"] },

  { who: "journalist", search: "banjir", first: ["bpbd/kejadian", "bpbd/kejadian/ringkasan"] },
  { who: "journalist", search: "korban banjir", first: ["bpbd/korban", "bpbd/korban/ringkasan", "bpbd/korban/per-kecamatan"] },
  {
    who: "journalist",
    search: "angka kemiskinan",
    first: ["bappeda/indikator-makro", "bappeda/indikator-makro/tahunan", "bappeda/indikator-makro/per-kecamatan"]
  },
  { who: "journalist", search: "jalan rusak", first: ["dpupr/jalan", "dpupr/jalan/ringkasan"] },
  {
    who: "journalist",
    search: "kasus demam berdarah",
    first: ["dinkes/penyakit-menular", "dinkes/penyakit-menular/tahunan", "dinkes/penyakit-menular/per-kecamatan"]
  },
  {
    who: "journalist",
    search: "realisasi PAD",
    first: ["bapenda/realisasi", "bapenda/realisasi/tahunan", "bapenda/realisasi/per-kecamatan"]
  },
  {
    who: "journalist",
    search: "penunggak pajak",
    first: ["bapenda/tunggakan", "bapenda/tunggakan/ringkasan", "bapenda/tunggakan/per-kecamatan"]
  },
  { who: "journalist", search: "kecelakaan lalu lintas", first: ["dishub/lalu-lintas/kecelakaan"] },
  { who: "journalist", search: "pencemaran sungai", first: ["dlh/kualitas-air", "dlh/kualitas-air/ringkasan"] },
  { who: "journalist", search: "polusi udara", first: ["dlh/kualitas-udara/terkini"] },
  { who: "journalist", search: "keluhan warga", first: ["diskominfo/pengaduan", "diskominfo/pengaduan/ringkasan"] },
  {
    who: "journalist",
    search: "bayi lahir tahun ini",
    first: ["disdukcapil/akta-kelahiran", "disdukcapil/akta-kelahiran/ringkasan", "disdukcapil/akta-kelahiran/per-kecamatan"]
  },
  { who: "journalist", search: "proyek pembangunan", first: ["bappeda/rencana-pembangunan", "bappeda/rencana-pembangunan/ringkasan"] },
  {
    who: "journalist",
    search: "penerima bansos",
    first: ["dinsos/penerima-bansos", "dinsos/penerima-bansos/ringkasan", "dinsos/penerima-bansos/per-kecamatan"]
  },

  { who: "start-up", search: "bus stop", first: ["dishub/halte"] },
  { who: "start-up", search: "public transport routes", first: ["dishub/trayek"] },
  { who: "start-up", search: "hospital", first: ["dinkes/rumah-sakit"] },
  { who: "start-up", search: "air quality", first: ["dlh/kualitas-udara/terkini"] },
  {
    who: "start-up",
    search: "population by district",
    first: ["disdukcapil/penduduk/per-kecamatan", "disdukcapil/statistik-penduduk/per-kecamatan"]
  },
  { who: "start-up", search: "traffic", first: ["dishub/lalu-lintas/terkini"] },
  { who: "start-up", search: "tourist attractions", first: ["dispar/destinasi"] },
  { who: "start-up", search: "parking", first: ["dishub/parkir"] },
  { who: "start-up", search: "schools", first: ["disdik/sekolah"] },
  { who: "start-up", search: "koordinat halte bus", first: ["dishub/halte"] },
  { who: "start-up", search: "wifi gratis", first: ["diskominfo/wifi-publik"] },
  { who: "start-up", search: "bitcoin", first: [], nothing: true },

  {
    who: "parent",
    search: "imunisasi bayi",
    first: ["dinkes/imunisasi-anak", "dinkes/imunisasi-anak/ringkasan", "dinkes/imunisasi-anak/per-kecamatan"]
  },
  { who: "parent", search: "jadwal dokter puskesmas", first: ["dinkes/puskesmas/:kode/jadwal"] },
  { who: "parent", search: "taman bermain", first: ["dlh/ruang-hijau"] },
  { who: "parent", search: "kehamilan", first: ["dinkes/ibu-hamil", "dinkes/ibu-hamil/ringkasan", "dinkes/ibu-hamil/per-kecamatan"] },
  { who: "parent", search: "pukesmas", first: ["dinkes/puskesmas"] },
  { who: "parent", search: "rumah sakit terdekat", first: ["dinkes/rumah-sakit"] },
  { who: "parent", search: "kuburan", first: ["disperkim/makam"] },
  {
    who: "parent",
    search: "KK",
    first: ["disdukcapil/kartu-keluarga", "disdukcapil/kartu-keluarga/ringkasan", "disdukcapil/kartu-keluarga/per-kecamatan"]
  },
  { who: "parent", search: "acara akhir pekan", first: ["diskominfo/portal-publik/events"] },
  { who: "parent", search: "tempat wisata", first: ["dispar/destinasi"] },

  { who: "shop owner", search: "harga beras", first: ["diskop-ukm/harga-pangan"] },
  { who: "shop owner", search: "harga cabe di pasar", first: ["diskop-ukm/harga-pangan"] },
  { who: "shop owner", search: "tarif pajak restoran", first: ["bapenda/tarif", "bapenda/tarif/ringkasan"] },
  {
    who: "shop owner",
    search: "pinjaman modal usaha",
    first: ["diskop-ukm/pinjaman-mikro", "diskop-ukm/pinjaman-mikro/ringkasan", "diskop-ukm/pinjaman-mikro/per-kecamatan"]
  },
  { who: "shop owner", search: "pasar tradisional", first: ["diskop-ukm/pasar"] },
  { who: "shop owner", search: "UMKM", first: ["diskop-ukm/umkm", "diskop-ukm/umkm/ringkasan"] },
  {
    who: "shop owner",
    search: "IMB",
    first: ["dpupr/izin-bangunan", "dpupr/izin-bangunan/ringkasan", "dpupr/izin-bangunan/per-kecamatan"]
  },
  { who: "shop owner", search: "kemacetan", first: ["dishub/lalu-lintas/terkini", "dishub/lalu-lintas/persimpangan"] },
  { who: "shop owner", search: "jembatn", first: ["dpupr/jembatan"] },
  { who: "shop owner", search: "harga emas", first: [], nothing: true },

  { who: "anybody", search: "NIK", first: ["disdukcapil/penduduk"], nothing: true, never: ["diskominfo", "dinkes", "disdik"] },
  { who: "anybody", search: "asi", first: [], nothing: true },
  {
    who: "anybody",
    search: "ikan",
    first: ["dkp/tempat-pelelangan-ikan", "dkp/tangkapan"],
    never: ["disdik", "dinkes", "dpupr"]
  },
  { who: "anybody", search: "lowongan kerja", first: [], nothing: true },
  { who: "anybody", search: "jadwal bioskop", first: [], nothing: true },
  { who: "anybody", search: "asdfgh", first: [], nothing: true }
]

/** With the beginnings of addresses of which the first thing found should have one. */
interface LaterSearch {
  readonly search: string
  readonly first: ReadonlyArray<string>
}

const laterOf = (text: string): ReadonlyArray<LaterSearch> =>
  text.trim().split("\n").map((line) => {
    const [search = "", first = ""] = line.trim().split(": ")
    return { search, first: first.split(", ") }
  })

/** Written when there was a search that found 56 of those above at its first run, to see what it does with others: 33 of these 50. */
export const secondSearches = laterOf(`
  rumah sakit umum: dinkes/rumah-sakit
  sekolah dasar: disdik/sekolah
  gaji guru: disdik/pendidik
  angkot: dishub/trayek
  jadwal kereta: nothing
  tagihan pajak: bapenda/tunggakan, bapenda/pbb
  harga telur: diskop-ukm/harga-pangan
  nelayan: dkp/, nothing
  banjr: bpbd/kejadian
  gempa bumi: bpbd/kejadian
  kepadatan penduduk: disdukcapil/
  library: disdik/perpustakaan
  markets: diskop-ukm/pasar
  bridges: dpupr/jembatan
  river water: dlh/kualitas-air
  family card: disdukcapil/kartu-keluarga
  pembuangan sampah: dlh/sampah, dlh/bank-sampah
  komplain: diskominfo/pengaduan
  hotspot: diskominfo/wifi-publik
  tower bts: diskominfo/menara
  museum: dispar/destinasi
  warung makan: dispar/kuliner
  pemakamam umum: disperkim/makam
  usaha kecil: diskop-ukm/umkm
  kredit usaha rakyat: diskop-ukm/pinjaman
  denda: satpol-pp/pelanggaran
  surat pindah: disdukcapil/perpindahan
  cctv: nothing, dishub/lalu
  iklim: nothing
  disabled people: dinsos/penyandang
  vaccination: dinkes/imunisasi
  garbage: dlh/sampah, dlh/bank-sampah
  jumlah kendaraan: dishub/
  kampung: nothing, bappeda
  anggaran daerah: nothing, bappeda, bapenda
  lahan parkir: dishub/parkir
  penyakit: dinkes/penyakit-menular
  stunting: nothing
  tbc: dinkes/pasien-tb
  tingkat pengangguran: bappeda/indikator
  ruang terbuka: dlh/ruang-hijau
  pohon: nothing, dlh
  selokan mampet: dpupr/drainase
  air sungai meluap: bpbd/tinggi, bpbd/kejadian
  penginapan murah: dispar/hotel
  beras murah: diskop-ukm/harga-pangan, dkp/komoditas
  rusunawa: disperkim/rusun
  luas wilayah: bappeda/wilayah-kota/luas
  pemilu: nothing
  wisatawan: dispar/
`)

/** Written when those were mended, as far as a rule would mend more than one: 34 of these 40 at their first run. */
export const thirdSearches = laterOf(`
  rekap absensi siswa: disdik/peserta-didik, nothing
  alamat puskesmas: dinkes/puskesmas
  no telp rumah sakit: dinkes/rumah-sakit
  penjualan ikan: dkp/
  tempat sampah: dlh/bank-sampah, dlh/sampah
  angka stunting: nothing
  data covid 19: dinkes/penyakit-menular
  ketinggian air: bpbd/tinggi
  sungai: dlh/kualitas-air
  pendapatan pajak: bapenda/
  jumlah penduduk miskin: bappeda/indikator, dinsos/
  siapa penerima bantuan: dinsos/
  rute angkot: dishub/trayek
  terminal: nothing
  hotels: dispar/hotel
  early warning: bpbd/peringatan
  disaster victims: bpbd/korban
  teachers salary: disdik/pendidik
  birth certificate: disdukcapil/akta-kelahiran
  tax rates: bapenda/tarif
  sampah plastik: dlh/
  pajk: nothing, bapenda
  perpustakaan daerah: disdik/perpustakaan
  kebersihan: nothing, dlh
  pelayanan publik: nothing, diskominfo
  gedung: dpupr/izin-bangunan
  rumah pompa: dpupr/pompa
  kartu kelurga: disdukcapil/kartu-keluarga
  akte lahir: disdukcapil/akta-kelahiran
  kasus tb anak: dinkes/pasien-tb
  panti jompo: dinsos/panti
  rumah murah: disperkim/, nothing
  harga daging sapi: diskop-ukm/harga-pangan
  usaha mikro: diskop-ukm/umkm
  harga saham: nothing
  jadwal sholat: nothing
  resep obat: nothing
  nomor rekening: bapenda/tunggakan, dinsos/, disdik/, diskop
  tim sepak bola: nothing
  tarif parkir: dishub/parkir, bapenda/tarif
  apbd: bappeda/rencana-pembangunan, bapenda/realisasi
  anggaran: bappeda/rencana-pembangunan, bapenda/realisasi
  kamar kosong rumah sakit: dinkes/rumah-sakit
  zonasi sekolah: disdik/
  zonasi: disdik/, nothing
  penebangan pohon: dlh/, nothing
`)
