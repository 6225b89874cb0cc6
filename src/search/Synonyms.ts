/** Other words for the same: everyday words for those of offices, short forms, and English for Indonesian titles. */
import { wordsOf } from "./Words.ts"

/** Whoever types one of a line looks for the others too. */
const same: ReadonlyArray<string> = [
  // The city and its people
  "penduduk, warga, population, residents, citizens, demografi, demography",
  "kecamatan, district, distrik, subdistrict",
  "kelurahan, desa, village, urban village, ward",
  "kabupaten, regency",
  "provinsi, propinsi, province",
  "pulau, island",
  "wilayah, area, region, daerah, boundary",
  "kartu keluarga, kk, family card, household",
  "akta kelahiran, kelahiran, lahir, birth, birth certificate",
  "akta kematian, kematian, meninggal, wafat, death, mortality",
  "perpindahan, migrasi, pindah, migration",
  "pernikahan, perkawinan, nikah, kawin, marriage",
  "perceraian, cerai, divorce",
  "disabilitas, difabel, penyandang cacat, disability, disabilities, disabled",
  "lansia, lanjut usia, elderly",
  "anak, child, children, bayi, balita",
  "ibu hamil, hamil, bumil, pregnant, pregnancy, maternal",
  "kemiskinan, miskin, poverty, poor",
  "pengangguran, penganggur, unemployment",
  // Plans and money
  "anggaran, apbd, budget",
  "belanja, expenditure, spending",
  "pendapatan, pad, penerimaan, revenue, income",
  "pajak, tax, taxes",
  "wajib pajak, taxpayer",
  "pajak bumi dan bangunan, pbb, property tax",
  "tunggakan, tagihan, utang, arrears, debt, bill",
  "tarif, rate, fee, fees",
  "rencana pembangunan, rpjmd, rkpd, development plan",
  "indikator makro, pertumbuhan ekonomi, pdrb, inflasi, economy, economic growth, gdp",
  "statistik, statistics, stats",
  "ringkasan, rekap, rekapitulasi, summary",
  "tahunan, annual, yearly",
  "bulanan, monthly",
  "terkini, terbaru, saat ini, latest, current, real time, realtime",
  "jadwal, schedule, timetable",
  "peta, map",
  // Health
  "rumah sakit, rs, rsud, rsu, hospital",
  "puskesmas, pusat kesehatan masyarakat, community health center, health centre, posyandu",
  "klinik, clinic",
  "kesehatan, health",
  "dokter, doctor",
  "kamar, tempat tidur, ranjang, bed, room",
  "apotek, farmasi, pharmacy",
  "obat, medicine, drug",
  "imunisasi, vaksin, vaksinasi, immunization, immunisation, vaccination, vaccine",
  "tuberkulosis, tb, tbc, tuberculosis",
  "penyakit menular, wabah, infectious disease, epidemic, outbreak",
  "penyakit, disease",
  "demam berdarah, dbd, dengue",
  "stunting, gizi buruk, tengkes, malnutrition",
  "pasien, patient",
  // Education
  "sekolah, school",
  "guru, pendidik, pengajar, tenaga pendidik, teacher",
  "peserta didik, siswa, murid, pelajar, student, pupil",
  "beasiswa, scholarship",
  "perpustakaan, library, libraries",
  "pendidikan, education",
  "angka partisipasi sekolah, putus sekolah, enrollment, enrolment, dropout",
  "universitas, perguruan tinggi, kampus, university",
  // Aid
  "bansos, bantuan sosial, social assistance, social aid",
  "panti sosial, panti asuhan, panti jompo, orphanage, shelter",
  "penerima, recipient, beneficiary",
  "penyaluran, distribution",
  // Trade and food
  "umkm, ukm, usaha mikro dan kecil, usaha mikro, usaha kecil, msme, sme, small business",
  "koperasi, cooperative",
  "pasar, market",
  "pasar rakyat, pasar tradisional, traditional market",
  "harga, price",
  "pangan, makanan, bahan pokok, food",
  "pinjaman, kredit, loan, credit",
  "perdagangan, dagang, trade",
  "komoditas, komoditi, commodity, commodities",
  "ikan, fish",
  "perikanan, fishery, fisheries",
  "tempat pelelangan ikan, tpi, fish auction",
  "rumah potong hewan, rph, slaughterhouse",
  "pertanian, agriculture, farming",
  "ternak, livestock",
  "industri, industry",
  "kerja, tenaga kerja, employment, labor, labour",
  "usaha, bisnis, business",
  // Roads and traffic
  "angkutan umum, transportasi umum, transportasi publik, angkot, bus, bis, public transport, transit",
  "trayek, rute, jurusan, route",
  "halte, pemberhentian bus, bus stop, shelter bus",
  "parkir, parking",
  "lalu lintas, kemacetan, macet, traffic, congestion",
  "kecelakaan, tabrakan, accident, crash",
  "persimpangan, simpang, perempatan, intersection, junction",
  "kendaraan, mobil, motor, vehicle",
  "uji kendaraan, kir, uji kir, vehicle inspection",
  "jalan, road, street",
  "jembatan, bridge",
  "perhubungan, transportasi, transportation, transport",
  // Surroundings
  "kualitas udara, polusi udara, pencemaran udara, ispu, air quality, air pollution",
  "kualitas air, pencemaran air, pencemaran sungai, mutu air, water quality, water pollution",
  "air, water",
  "sungai, kali, river",
  "sampah, limbah, waste, garbage, trash",
  "bank sampah, waste bank, recycling, daur ulang",
  "ruang terbuka hijau, rth, taman, taman kota, green space, park",
  "drainase, selokan, gorong gorong, got, drainage",
  "lingkungan, environment",
  "pompa, pump",
  "air bersih, pdam, clean water, drinking water",
  "tinggi muka air, muka air, water level",
  "cuaca, weather",
  "stasiun, station",
  // Disasters and order
  "banjir, genangan, rob, flood, flooding",
  "bencana, disaster",
  "gempa, gempa bumi, earthquake",
  "kebakaran, fire",
  "longsor, tanah longsor, landslide",
  "korban, victim",
  "pengungsi, evacuee, refugee",
  "peringatan dini, early warning, alert",
  "posko, posko siaga, emergency post",
  "pelanggaran, violation",
  "patroli, patrol",
  "ketertiban, ketenteraman, public order",
  "perda, peraturan daerah, regulation, bylaw",
  // Buildings and permits
  "izin, ijin, perizinan, permit, license, licence",
  "persetujuan bangunan gedung, izin mendirikan bangunan, izin bangunan, imb, pbg, building permit",
  "rumah susun, rusun, rusunawa, flat, apartment, public housing",
  "perumahan, permukiman, housing",
  "rumah, house",
  "penghuni, occupant, tenant",
  "pemakaman, makam, kuburan, tpu, cemetery, graveyard, burial",
  // Visitors
  "wisata, pariwisata, turis, pelancong, tourism, tourist",
  "destinasi, objek wisata, tempat wisata, atraksi, tourist attraction, attraction",
  "kunjungan, pengunjung, visit, visitor",
  "pemandu, guide",
  "hotel, penginapan, accommodation",
  "kuliner, restoran, rumah makan, warung, kafe, culinary, restaurant",
  "budaya, kebudayaan, culture",
  // The city's own services
  "agenda, acara, kegiatan, event",
  "berita, kabar, news",
  "pengumuman, announcement",
  "pengaduan, keluhan, aduan, komplain, lapor, laporan warga, complaint",
  "wifi, hotspot, internet",
  "wifi publik, wifi gratis, free wifi, public wifi",
  "menara, tower",
  "menara telekomunikasi, bts, cell tower",
  "aplikasi, application, app, apps",
  "telekomunikasi, telecommunication",
  "kualitas, mutu, quality",
  "alamat, address",
  "telepon, telpon, telp, phone, telephone",
  "koordinat, lokasi, coordinates, location",
  "gaji, salary, wage"
]

/** Behind each word narrower ones: whoever types one of them also finds what is filed under the wider. */
const narrower: ReadonlyArray<readonly [wider: string, words: string]> = [
  ["sekolah", "zonasi, ppdb, sd, sdn, smp, smpn, sma, sman, smk, smkn, tk, paud, madrasah, sekolah dasar, sekolah menengah"],
  [
    "pangan",
    "beras, cabai, cabe, telur, daging, ayam, bawang, minyak goreng, gula, sembako, sayur, kedelai, jagung, rice, egg, eggs, meat"
  ],
  ["kejadian bencana", "banjir, gempa, kebakaran, longsor, puting beliung, angin kencang, tsunami, kekeringan"],
  ["bencana", "banjir, gempa, kebakaran, longsor, puting beliung, tsunami, kekeringan"],
  ["penyakit menular", "demam berdarah, diare, ispa, malaria, campak, hiv, aids, covid, tuberkulosis, flu"],
  ["angkutan umum", "kereta, krl, mrt, lrt, busway, train"],
  ["kualitas udara", "polusi, pm25, pm10, asap, emisi, pollution"],
  ["penduduk", "nik, ktp, e ktp, jumlah jiwa, agama, sensus, census"],
  ["indikator makro", "kemiskinan, pengangguran, inflasi, ipm, gini"],
  ["bantuan sosial", "pkh, blt, bpnt, santunan"],
  ["pinjaman", "modal, kur, kredit usaha rakyat, pembiayaan"],
  ["ruang terbuka hijau", "pohon, taman bermain, hutan kota, lapangan, playground"],
  ["destinasi", "museum, pantai, candi, kebun binatang, air terjun"],
  ["jalan", "aspal, trotoar, jalan tol"],
  ["parkir", "tempat parkir, juru parkir"],
  ["rencana pembangunan", "anggaran, proyek, musrenbang, infrastruktur"],
  ["pelanggaran perda", "razia, pedagang kaki lima, pkl, reklame liar"],
  ["tarif pajak", "pajak restoran, pajak hotel, pajak hiburan, retribusi"]
]

const listOf = (line: string): ReadonlyArray<string> => line.split(",").map((one) => wordsOf(one).join(" "))

/** The most words of a phrase. */
export const longestPhrase = 5

const groups = same.map(listOf)
const sameAs = (word: string): ReadonlyArray<string> => groups.filter((group) => group.includes(word)).flat()

const byPhrase = (pairs: Iterable<readonly [from: string, to: string]>): ReadonlyMap<string, ReadonlySet<string>> => {
  const made = new Map<string, Set<string>>()
  for (const [from, to] of pairs) if (from !== to) made.set(from, (made.get(from) ?? new Set<string>()).add(to))
  return made
}

const others = byPhrase(groups.flatMap((group) => group.flatMap((from) => group.map((to) => [from, to] as const))))
/** What a narrower word leads to, other words for it lead to as well. */
const widers = byPhrase(
  narrower.flatMap(([wider, words]) => listOf(words).flatMap((word) => [word, ...sameAs(word)].map((from) => [from, wider] as const)))
)

/** What else is meant by a word or a phrase, phrases with one blank between their words. */
export const othersOf = (phrase: string): ReadonlyArray<string> => [...others.get(phrase) ?? []]

/** Under what it is filed too. */
export const widerOf = (phrase: string): ReadonlyArray<string> => [...widers.get(phrase) ?? []]

/** Every single word that leads to others. */
export const knownWords: ReadonlyArray<string> = [...new Set([...others.keys(), ...widers.keys()])].filter((phrase) =>
  !phrase.includes(" ")
)
