/** Every class under every name that agencies give it, in every case and with accents: one value a row. */
import type { PersonalDataClass } from "../../src/domain/PersonalData.ts"
import { anyDate, chance, numeric, type Person, person, pick, two, whole } from "./Draw.ts"
import { keyed, type LabelledDocument, list, members, open } from "./Labelled.ts"
import { keyShapes, strangeKey } from "./Shapes.ts"

const names: Readonly<Partial<Record<PersonalDataClass, ReadonlyArray<string>>>> = {
  nik: [
    "nik",
    "no nik",
    "nomor nik",
    "no ktp",
    "nomor ktp",
    "nik pemohon",
    "nik ibu",
    "nomor induk kependudukan",
    "no identitas",
    "nomor identitas",
    "nik pasien",
    "ktp",
    "nik penerima",
    "national id",
    "identity number",
    "citizen id",
    "id card number",
    "nik wali",
    "ektp"
  ],
  kk: ["no kk", "nomor kk", "kartu keluarga", "no kartu keluarga", "nomor kartu keluarga", "family card number", "nkk"],
  npwp: ["npwp", "no npwp", "nomor npwp", "npwp pemilik", "npwp pribadi", "tax id", "taxpayer number", "nomor pokok wajib pajak", "npwpd"],
  bpjs: [
    "no bpjs",
    "nomor bpjs",
    "bpjs kesehatan",
    "no jkn",
    "no peserta bpjs",
    "nomor kartu bpjs",
    "no kartu jkn",
    "no kis",
    "bpjs ketenagakerjaan",
    "no kpj",
    "bpjs number"
  ],
  passport: ["paspor", "no paspor", "nomor paspor", "passport number", "passport no", "no passport"],
  plate: [
    "nopol",
    "no polisi",
    "nomor polisi",
    "plat nomor",
    "no plat",
    "nomor plat",
    "plat kendaraan",
    "nomor kendaraan",
    "license plate",
    "plate number",
    "vehicle plate",
    "nopol kendaraan",
    "vehicle registration number",
    "tnkb",
    "no rangka",
    "no mesin",
    "nomor bpkb",
    "no stnk"
  ],
  "bank-account": [
    "no rekening",
    "nomor rekening",
    "norek",
    "rekening bank",
    "no rek",
    "rekening penerima",
    "bank account",
    "account number",
    "bank account number",
    "nomor rekening bank",
    "rek bank"
  ],
  card: ["kartu kredit", "no kartu kredit", "nomor kartu debit", "credit card", "card number", "debit card number", "credit card number"],
  name: [
    "nama lengkap",
    "nama pemohon",
    "nama pelapor",
    "nama pasien",
    "nama pegawai",
    "nama siswa",
    "nama pemilik",
    "nama ibu",
    "nama ayah",
    "nama ibu kandung",
    "nama wali",
    "nama suami",
    "nama istri",
    "nama anak",
    "nama kepala keluarga",
    "nama warga",
    "nama penduduk",
    "nama penerima",
    "nama guru",
    "nama dokter",
    "nama ketua",
    "nama bayi",
    "nama balita",
    "nama orang tua",
    "nama ortu",
    "nama wajib pajak",
    "nama pelanggan",
    "nama anggota",
    "nama peserta",
    "nama petugas",
    "nama kontak",
    "nama depan",
    "nama belakang",
    "nama panggilan",
    "nama tersangka",
    "nama korban",
    "nama saksi",
    "nama ahli waris",
    "nama almarhum",
    "nama jenazah",
    "nama sopir",
    "nama pengemudi",
    "nama pengendara",
    "nama pelanggar",
    "nama atlet",
    "nama pelatih",
    "nama narasumber",
    "nama penanggung jawab",
    "nama pj",
    "nama pic",
    "nama pelamar",
    "nama lurah",
    "nama camat",
    "nama kepala sekolah",
    "nama kepsek",
    "nama kepala dinas",
    "nama bendahara",
    "nama sekretaris",
    "nama relawan",
    "nama donatur",
    "nama santri",
    "nama mahasiswa",
    "nama nelayan",
    "nama petani",
    "nama penjual",
    "nama pengirim",
    "nama tamu",
    "nama perawat",
    "nama bidan",
    "nama kader",
    "nama pendamping",
    "nama pengantin pria",
    "nama mempelai wanita",
    "nama pengadu",
    "nama terlapor",
    "nama calon",
    "full name",
    "first name",
    "last name",
    "middle name",
    "surname",
    "owner name",
    "patient name",
    "applicant name",
    "customer name",
    "student name",
    "teacher name",
    "employee name",
    "contact name",
    "father name",
    "mother name",
    "mothers maiden name",
    "reporter name",
    "driver name",
    "victim name",
    "guardian name",
    "recipient name",
    "person name",
    "given name",
    "family name",
    "name of owner",
    "holder name",
    "doctor name",
    "nama tertanggung",
    "nama mertua",
    "nama juru parkir",
    "account holder",
    "card holder",
    "next of kin",
    "nama pemegang izin",
    "nama peserta didik",
    "nama pemilik rekening",
    "complainant name",
    "emergency contact name",
    "nama pejabat penandatangan",
    "nama sesuai ktp",
    "nama kk"
  ],
  email: [
    "email",
    "e mail",
    "alamat email",
    "surel",
    "email pemohon",
    "email address",
    "user email",
    "contact email",
    "email pribadi",
    "alamat surel"
  ],
  phone: [
    "telepon",
    "no telepon",
    "nomor telepon",
    "no telp",
    "telp",
    "no hp",
    "nomor hp",
    "hp",
    "handphone",
    "no handphone",
    "nomor handphone",
    "ponsel",
    "whatsapp",
    "no whatsapp",
    "no wa",
    "nomor wa",
    "phone",
    "phone number",
    "mobile",
    "mobile number",
    "mobile phone",
    "cell phone",
    "contact number",
    "nomor kontak",
    "telepon rumah",
    "hp pelapor",
    "nomor seluler",
    "telepon seluler",
    "no tlp",
    "telephone number"
  ],
  address: [
    "alamat",
    "alamat rumah",
    "alamat lengkap",
    "alamat domisili",
    "alamat ktp",
    "alamat tinggal",
    "alamat pemohon",
    "alamat pelapor",
    "alamat asal",
    "alamat orang tua",
    "tempat tinggal",
    "home address",
    "residential address",
    "address",
    "street address",
    "address line 1",
    "mailing address",
    "tempat lahir",
    "place of birth",
    "birth place",
    "kota kelahiran",
    "alamat pasien",
    "almt",
    "current address",
    "permanent address"
  ],
  health: [
    "diagnosa",
    "diagnosis",
    "riwayat penyakit",
    "penyakit",
    "golongan darah",
    "gol darah",
    "rekam medis",
    "alergi",
    "hasil lab",
    "status hiv",
    "disabilitas",
    "jenis disabilitas",
    "blood type",
    "medical history",
    "allergies",
    "disability",
    "kondisi kesehatan",
    "keluhan utama",
    "resep obat",
    "riwayat alergi",
    "status gizi",
    "status kehamilan",
    "hasil pemeriksaan",
    "penyebab kematian",
    "status vaksinasi",
    "diagnosa utama",
    "health condition",
    "tekanan darah",
    "ragam disabilitas"
  ],
  biometric: [
    "sidik jari",
    "fingerprint",
    "foto wajah",
    "iris scan",
    "face template",
    "tanda tangan",
    "swafoto",
    "foto ktp",
    "template wajah",
    "face id"
  ],
  genetic: ["dna", "data genetik", "genetic data", "profil dna"],
  criminal: [
    "catatan kriminal",
    "riwayat pidana",
    "criminal record",
    "skck",
    "catatan kepolisian",
    "riwayat kriminal",
    "pasal pelanggaran pidana",
    "criminal history"
  ],
  child: ["data anak"],
  id: [
    "no sim",
    "nip",
    "no rekam medis",
    "medical record number",
    "nama pengguna",
    "user name",
    "nisn",
    "nomor induk siswa nasional"
  ],
  finance: [
    "gaji",
    "gaji pokok",
    "penghasilan",
    "penghasilan orang tua",
    "penghasilan per bulan",
    "pendapatan keluarga",
    "salary",
    "monthly income",
    "annual income",
    "saldo rekening",
    "hutang",
    "tabungan",
    "upah",
    "take home pay",
    "gaji bersih",
    "credit score",
    "pengeluaran keluarga"
  ],
  religion: ["agama", "religion", "agama pemohon", "kepercayaan", "keyakinan"],
  "marital-status": [
    "status perkawinan",
    "status kawin",
    "status nikah",
    "status pernikahan",
    "marital status",
    "status perkawinan pemohon",
    "stat kwn"
  ],
  sex: ["jenis kelamin", "jns kelamin", "kelamin", "jk", "gender", "sex", "jenkel", "jenis kelamin anak"],
  nationality: [
    "kewarganegaraan",
    "warga negara",
    "kebangsaan",
    "nationality",
    "citizenship",
    "suku",
    "suku bangsa",
    "etnis",
    "ethnicity",
    "ras"
  ],
  "birth-date": [
    "tanggal lahir",
    "tgl lahir",
    "tanggal kelahiran",
    "date of birth",
    "birth date",
    "birthday",
    "dob",
    "ttl",
    "tempat tanggal lahir",
    "tgl lahir anak",
    "tanggal lahir pemohon",
    "born on",
    "tgl lhr"
  ],
  "coordinates-home": [
    "koordinat rumah",
    "home coordinates",
    "koordinat tempat tinggal",
    "lokasi rumah",
    "lat rumah",
    "home latitude",
    "home location"
  ]
}

const valueOf = (personalData: PersonalDataClass, name: string, p: Person): string | number | boolean => {
  switch (personalData) {
    case "nik":
      return p.nik
    case "id":
      return /name|nama/.test(name) ? p.name.toLowerCase().replaceAll(" ", ".") : numeric(10)
    case "kk":
      return p.kk
    case "npwp":
      return p.npwp
    case "bpjs":
      return p.bpjs
    case "passport":
      return p.passport
    case "plate":
      return p.plate
    case "bank-account":
      return p.account
    case "card":
      return p.card
    case "name":
      return p.name
    case "email":
      return p.email
    case "phone":
      return p.phone
    case "address":
      return /lahir|birth/.test(name) ? p.birthPlace : p.address
    case "birth-date":
      return name === "ttl" || name.startsWith("tempat") ? `${p.birthPlace}, ${anyDate(p.born)}` : anyDate(p.born)
    case "health":
      return /darah|blood/.test(name)
        ? (name.startsWith("tekanan") ? "120/80" : pick(["A", "B", "O"]))
        : pick(["TB Paru", "Diabetes", "Positif", "Tuna netra", "Udang"])
    case "biometric":
    case "genetic":
      return `data:image/png;base64,iVBORw0KGgo${numeric(12)}`
    case "criminal":
      return pick(["Pasal 362 KUHP", "Tidak ada", "Pernah dihukum 2 tahun"])
    case "child":
      return String(whole(10_000_000, 99_999_999)).padStart(10, "0")
    case "finance":
      return pick<string | number>([whole(10, 200) * 100_000, `Rp ${whole(1, 20)}.${whole(100, 999)}.000`])
    case "religion":
      return pick(["Islam", "Kristen", "Hindu"])
    case "marital-status":
      return pick(["Kawin", "Belum Kawin"])
    case "sex":
      return pick(["L", "P", "Perempuan", "male"])
    case "nationality":
      return pick(["WNI", "Indonesia", "Jawa", "Sunda"])
    default:
      return `-6.9${numeric(5)}, 107.6${numeric(5)}`
  }
}

const document = (
  name: string,
  entries: ReadonlyArray<readonly [string, PersonalDataClass, string | number | boolean]>
): LabelledDocument => ({
  name,
  root: list(
    entries.map(([key, personalData, value]) => members([["id", open(1)], [key, keyed(personalData, value)], ["status", open("aktif")]]))
  )
})

/** Each name in each shape, without a telling row around it. */
export const keyedValues = (): ReadonlyArray<LabelledDocument> =>
  (Object.entries(names) as ReadonlyArray<readonly [PersonalDataClass, ReadonlyArray<string>]>).flatMap(([personalData, phrases]) => {
    const entries = phrases.flatMap((phrase) => {
      const words = phrase.split(" ")
      const shapes = keyShapes.filter((shape) => words.length > 1 || shape !== keyShapes[8])
      const made = shapes.map((shape) => {
        const p = person()
        return [shape(words), personalData, valueOf(personalData, phrase, p)] as const
      })
      const p = person()
      const strange = [strangeKey(words.join("_")), personalData, valueOf(personalData, phrase, p)] as const
      const numbered = [
        `${words.join("_")}${chance(0.5) ? "_" : ""}${two(whole(1, 20))}`,
        personalData,
        valueOf(personalData, phrase, p)
      ] as const
      return [...made, strange, numbered]
    })
    return [document(`kunci/${personalData}`, entries)]
  })
