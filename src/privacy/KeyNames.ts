// dprint-ignore-file: columns of words.
/**
 * Words that agencies use as key names, Indonesian and English. Data only; `KeyMeaning.ts` reads it.
 *
 * A phrase is written as its words in lower case; it is found in `noHp`, `No_HP`, `no-hp`, `nomor hp` and `nohp` alike.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"

type Phrases = Partial<Record<PersonalDataClass, ReadonlyArray<string>>>

/** Found anywhere in a key: the longest phrase decides, then the first. */
export const phrases: Phrases = {
  nik: [
    "nik", "ktp", "e ktp", "no ktp", "nomor ktp", "nomor induk kependudukan", "no induk kependudukan", "id ktp", "nip",
    "nomor induk pegawai",
    "national id", "national id number", "national identity number", "national identification number", "identity number",
    "identity card number", "id card number", "citizen id", "ktp number",
    "no identitas", "nomor identitas", "no sim", "nomor sim", "nomor surat izin mengemudi", "driver license", "drivers license",
    "driving license", "driver license number",
    "nuptk", "nidn", "nik ktp", "citizen number", "personal identity number", "no identity", "identity no", "sim a", "sim c",
    "driving licence", "driver licence", "driving licence number", "nip pegawai", "nrp", "e ktp no",
    "id penduduk", "id warga", "resident id", "resident id number", "civil id", "citizen no", "identity card",
    "no nik", "ektp", "no ektp", "id card no", "identity card no"
  ],
  kk: ["kk", "no kk", "nomor kk", "kartu keluarga", "no kartu keluarga", "nomor kartu keluarga", "family card", "family card number",
    "nkk", "no nkk", "family register number", "household card number", "family id card"],
  npwp: ["npwp", "nomor pokok wajib pajak", "tax id", "taxpayer id", "tax number", "taxpayer number", "taxpayer identification number",
    "tin number", "npwpd", "no npwp", "npwp pribadi", "vat number", "tax identification number", "tax no", "tax identification",
    "taxpayer no"],
  bpjs: ["bpjs", "no bpjs", "nomor bpjs", "jkn", "no jkn", "kis", "no kis", "jamsostek", "bpjs kesehatan", "bpjs ketenagakerjaan",
    "no kartu bpjs", "no peserta bpjs", "health insurance number", "social security number", "ssn", "no kpj", "kpj", "bpjs no",
    "bpjs number", "no kartu jkn", "no kartu bpjs", "no kartu kis", "kartu bpjs", "kartu jkn", "kartu kis", "no bpjs kesehatan",
    "no bpjs ketenagakerjaan", "no peserta jkn", "insurance member number", "insurance number"],
  passport: ["paspor", "passport", "no paspor", "nomor paspor", "passport no", "passport number", "no passport", "passport id",
    "passport num"],
  plate: [
    "nopol", "no pol", "nomor polisi", "no polisi", "plat nomor", "plat no", "plat kendaraan", "plat mobil", "plat motor",
    "nomor kendaraan", "no kendaraan", "plate number", "plate no",
    "license plate", "licence plate", "vehicle plate", "vehicle registration", "registration plate", "tnkb", "no rangka", "nomor rangka",
    "no mesin", "nomor mesin",
    "no plat", "plat polisi", "no registrasi kendaraan", "no bpkb", "bpkb", "no stnk", "stnk", "number plate", "vehicle number",
    "car plate", "chassis number", "engine number", "nrkb"
  ],
  "bank-account": [
    "no rek", "norek", "nomor rek", "rekening", "no rekening", "nomor rekening", "rekening bank", "bank account", "bank account number",
    "account number", "account no", "iban",
    "rek bank", "no rek bank", "no rekening bank", "rekening penerima", "rekening tujuan", "no rekening penerima", "bank account no",
    "bank acc", "acc number", "no akun bank", "nomor va", "no va", "va number", "virtual account", "virtual account number"
  ],
  card: ["kartu kredit", "kartu debit", "no kartu kredit", "nomor kartu kredit", "no kartu debit", "nomor kartu debit", "credit card",
    "debit card", "card number", "credit card number", "pan number", "no kartu atm", "no kartu debet", "kartu debet", "card no",
    "debit card number", "credit card no", "kartu atm", "no kartu atm debit"],
  name: ["fullname", "firstname", "lastname", "middlename", "surname", "nickname", "maidenname", "username", "namalengkap", "atas nama",
    "mother maiden", "nama lengkap", "forename", "responsible person"],
  email: ["email", "e mail", "surel", "pos el", "alamat email", "alamat surel", "email address", "mail address", "gmail",
    "alamat e mail", "surat elektronik"],
  phone: [
    "telepon", "telpon", "telephone", "telefon", "telp", "tlp", "tlpn", "tel", "phone", "phone number", "handphone", "hp", "no hp",
    "nomor hp", "ponsel", "seluler", "selular", "mobile", "mobile phone", "mobile number",
    "cellphone", "cell phone", "whatsapp", "whats app", "wa", "no wa", "nomor wa", "no telp", "nomor telepon", "nomor telp", "msisdn",
    "fax", "faks", "faksimile", "nomor kontak", "no kontak", "contact number", "telegram",
    "no handphone", "no ponsel", "no seluler", "telepon rumah", "telepon genggam", "no tel", "no hape", "nohape", "cellular",
    "mobile no", "phone no", "tel no", "telephone no", "home phone", "work phone", "telp rumah", "no telegram", "wa number", "kontak hp",
    "no telpon", "contact no", "telepon pribadi",
    "no hp ortu", "hp ortu", "hp ayah", "hp ibu", "telp pribadi", "mobile phone no", "no yang bisa dihubungi", "no bisa dihubungi"
  ],
  address: [
    "alamat", "domisili", "tempat tinggal", "address", "home address", "street address", "residential address", "residence",
    "alamat rumah", "alamat lengkap", "alamat domisili", "alamat ktp", "tempat lahir",
    "birth place", "birthplace", "place of birth", "kota lahir",
    "alamat tinggal", "alamat asal", "alamat sekarang", "alamat kost", "alamat kos", "alamat tempat tinggal", "kota kelahiran",
    "tempat kelahiran", "kabupaten lahir", "lokasi lahir", "home town", "hometown", "mailing address", "postal address",
    "current address", "permanent address", "address line", "place born", "city of birth", "birth city", "domicile",
    "home addr", "addr", "street line", "residential street", "jalan rumah", "house address", "alamat surat menyurat"
  ],
  "coordinates-home": ["koordinat rumah", "koordinat tempat tinggal", "koordinat domisili", "lokasi rumah", "latitude rumah",
  "longitude rumah", "lat rumah", "lng rumah", "lon rumah", "home coordinates", "home location", "home latitude", "home longitude",
  "home lat", "home lng", "home lon", "geotag rumah", "titik rumah", "home coordinate", "home geo", "house coordinates",
  "lokasi tempat tinggal", "koordinat alamat", "residence coordinates", "residence location", "rumah lat", "rumah lng", "rumah lon",
  "long rumah", "rumah long", "rumah koordinat", "lintang rumah", "bujur rumah", "coordinates home"],
  health: [
    "diagnosa", "diagnosis", "penyakit", "riwayat penyakit", "riwayat kesehatan", "kondisi kesehatan", "data kesehatan", "rekam medis",
    "no rekam medis", "nomor rekam medis", "no rm", "golongan darah", "gol darah", "alergi",
    "disabilitas", "difabel", "status gizi", "status hiv", "status kehamilan", "hasil lab", "status vaksin", "obat dikonsumsi",
    "medical record", "medical record number", "medical history", "health condition", "health status",
    "blood type", "blood group", "disease", "allergy", "allergies", "disability", "pregnancy", "vaccination status", "icd",
    "no mr", "hasil pemeriksaan", "hasil tes", "hasil swab", "hasil laboratorium", "resep obat", "resep dokter", "riwayat alergi",
    "riwayat imunisasi", "riwayat kehamilan", "penyebab kematian", "sebab kematian", "penyebab meninggal", "status vaksinasi",
    "status imunisasi", "tekanan darah", "tensi darah", "gula darah", "kolesterol", "jenis disabilitas", "ragam disabilitas",
    "keterangan disabilitas", "jenis penyakit", "penyakit penyerta", "komorbid", "keluhan utama", "keluhan pasien", "anamnesa",
    "anamnesis", "kode icd", "golongan darah", "tindakan medis", "gangguan jiwa", "kesehatan mental", "status covid", "status tbc",
    "hiv status", "prescription", "prescriptions", "diagnoses", "medical condition", "medical conditions", "lab result", "lab results",
    "test result", "blood pressure", "cause of death", "mental health", "medication", "medications", "immunization", "comorbidities",
    "chronic disease", "disabilities", "riwayat medis", "catatan medis", "status stunting", "diag awal", "diag akhir", "diagnosa medis",
    "goldar", "gol dar", "hasil rapid", "hasil rapid test", "hasil pcr", "obat yang dikonsumsi", "jenis kb", "alat kontrasepsi", "odgj",
    "status odgj", "jenis difabel", "medical notes", "medical note", "vaccine status", "rekam medik", "no rekam medik", "mrn",
    "health record", "kehamilan ke", "usia kehamilan", "riwayat operasi", "catatan kesehatan", "diagnostik", "hasil skrining", "imt",
    "bmi", "patient notes", "psychological", "kondisi medis", "kondisi psikologis", "status kesehatan", "status sakit",
    "gejala pasien", "alergi obat", "alergi makanan", "kebutuhan khusus", "jenis cacat", "status hamil", "obat pasien",
    "medical treatment", "catatan dokter", "surat sakit", "covid status", "kode diag", "berat badan", "tinggi badan", "lingkar kepala",
    "body weight", "body height"
  ],
  biometric: ["biometrik", "biometric", "biometrics", "sidik jari", "fingerprint", "fingerprints", "retina", "iris mata", "iris scan",
    "foto wajah", "data wajah", "face template", "face encoding", "face image", "pindai wajah", "foto ktp", "swafoto", "selfie",
    "pas foto", "tanda tangan", "signature image", "voice print", "voiceprint", "template wajah", "face id", "faceid", "face photo",
    "rekaman suara", "suara biometrik", "finger print", "sidikjari", "voice biometric", "palm print", "foto diri", "foto selfie",
    "foto pasien", "foto pegawai", "foto siswa", "foto penduduk", "foto warga", "foto pemohon", "foto pelapor", "retina scan",
    "facial recognition", "fingerprint template", "scan wajah", "foto scan wajah", "signature", "digital signature image",
    "specimen tanda tangan", "pola iris", "geometri tangan", "suara rekaman", "iris pattern", "facial image", "rekam wajah", "data iris",
    "thumbprint", "biometric template"],
  genetic: ["genetik", "data genetik", "genetic", "genetics", "dna", "genom", "genome", "profil dna", "hasil dna", "tes dna",
    "genetic data", "kelainan genetik", "dna profile", "dna sequence", "genetic test", "riwayat genetik", "genotipe", "genotype",
    "hasil tes genetik", "kode genetik"],
  criminal: ["catatan kriminal", "catatan kejahatan", "riwayat kriminal", "riwayat pidana", "catatan pidana", "skck", "status pidana",
    "criminal record", "criminal history", "conviction", "convictions", "police record", "catatan kepolisian", "catatan hukum",
    "riwayat hukum", "tindak pidana", "pasal pelanggaran", "pasal pidana", "pasal dilanggar", "status hukum", "putusan pidana",
    "kasus pidana", "jenis kejahatan", "jenis pelanggaran pidana", "hukuman pidana", "residivis", "criminal offense", "criminal offence",
    "arrest record", "crime history", "riwayat kejahatan", "status narapidana", "mantan napi", "mantan narapidana", "pelanggaran hukum",
    "perkara pidana", "status tersangka", "riwayat penahanan", "criminal status", "probation", "prior convictions", "criminal records",
    "masa tahanan", "masa hukuman"],
  child: ["data anak", "data balita", "data bayi", "children data", "identitas anak", "status anak", "nisn", "nomor induk siswa",
    "nomor induk siswa nasional", "child data", "student number", "no induk siswa nasional", "no nisn"],
  finance: [
    "gaji", "gaji pokok", "penghasilan", "saldo", "saldo rekening", "hutang", "utang pribadi", "pinjaman pribadi", "kekayaan",
    "harta kekayaan", "tunjangan", "salary", "wage", "income", "account balance", "net worth", "credit score", "skor kredit",
    "tagihan pribadi",
    "gaji bersih", "gaji bulanan", "pendapatan keluarga", "pendapatan pribadi", "pendapatan per bulan", "pendapatan bulanan",
    "pendapatan orang tua", "pendapatan rumah tangga", "pengeluaran keluarga", "pengeluaran per bulan", "take home pay",
    "kekayaan pribadi", "total gaji", "total penghasilan", "monthly income", "annual income", "household income", "loan amount",
    "bank balance", "monthly salary", "desil kesejahteraan", "status ekonomi", "skor kemiskinan",
    "tunggakan pinjaman", "saldo tabungan", "sisa pinjaman", "cicilan", "nilai pinjaman", "jumlah pinjaman", "kredit macet", "slip gaji",
    "bank statement",
    "pendapatan ortu", "tabungan pribadi", "upah bulanan", "data keuangan pribadi", "status keuangan", "financial status", "sisa hutang",
    "sisa utang", "kolektibilitas", "uang pensiun"
  ],
  religion: ["agama", "religion", "kepercayaan", "keyakinan", "aliran kepercayaan", "religious affiliation", "agama dianut",
    "religion name"],
  "marital-status": ["status perkawinan", "status kawin", "status nikah", "status pernikahan", "perkawinan", "marital", "marital status",
  "civil status", "stat kawin", "statkawin", "status kwn", "status menikah", "status cerai", "sudah menikah", "marriage status",
  "relationship status", "status janda", "stat nikah", "status marital"],
  sex: ["jenis kelamin", "kelamin", "jk", "jenkel", "jns kelamin", "gender", "sex", "jns kel", "jenis kel", "kelamin anak",
    "sexual orientation", "orientasi seksual", "gender identity"],
  nationality: ["kewarganegaraan", "warga negara", "kebangsaan", "wni wna", "nationality", "citizenship", "suku bangsa", "etnis",
    "ethnicity", "status wni", "wni", "wna", "ethnic group", "suku etnis", "country of citizenship", "etnik", "suku asal"],
  "birth-date": [
    "tanggal lahir", "tgl lahir", "tgllahir", "tgl lhr", "tanggal kelahiran", "ttl", "tempat tanggal lahir", "tempat tgl lahir",
    "tahun lahir", "birth date", "birthdate", "birthday", "date of birth", "dob", "birth year", "year of birth", "birth",
    "born date", "hari lahir", "lahir tanggal", "waktu lahir", "tanggal lhr", "bulan lahir", "date birth", "born on", "born at",
    "birth day", "birth month", "bday",
    "tahun kelahiran", "tanggal bulan tahun lahir", "birth dt", "tahun lhr"
  ]
}

/** Only where they are the whole key: `upah_minimum` and `suku_cadang` are nobody's. */
export const wholePhrases: Phrases = {
  finance: ["upah", "tabungan", "honor", "honorarium", "desil", "earnings", "savings", "debt", "thp", "wealth", "pinjaman", "utang",
    "debts", "wages"],
  nationality: ["ras", "race", "suku", "tribe", "ethnic"],
  health: ["cacat", "hiv", "hamil", "illness", "psikologis", "diag", "terapi", "treatment", "kelainan", "keluhan medis", "symptom",
    "symptoms"],
  biometric: ["iris", "wajah", "facial", "ttd"],
  criminal: ["vonis", "pidana", "sentence", "offense", "offence"],
  religion: ["faith", "belief", "nama agama", "religion name"],
  "marital-status": ["married", "is married", "menikah"],
  sex: ["l p", "lp"],
  plate: ["plate", "plat", "vin"],
  phone: ["cell", "hape"],
  "birth-date": ["born", "lahir"],
  nik: ["id number"],
  email: ["mail"],
  card: ["payment card"]
}

/** Columns of a statistic when they stand in a row that counts and names nobody. */
export const demographics: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["health", "religion", "marital-status", "sex",
  "nationality", "criminal", "child"])

/** A container under such a key holds nothing but it: `alamat: { jalan, kota }`. */
export const spreading: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["name", "address", "phone", "email", "birth-date",
  "bank-account", "card", "coordinates-home", "biometric", "genetic", "finance", ...demographics])

/** Other spellings and abbreviations, the national civil registry's among them: `TMPT_LHR`, `NAMA_LGKP`. */
export const spellings: ReadonlyMap<string, string> = new Map([
  ["nomor", "no"], ["nomer", "no"], ["nmr", "no"], ["nm", "nama"], ["nma", "nama"], ["lgkp", "lengkap"], ["lkp", "lengkap"], ["lhr",
    "lahir"], ["klmin", "kelamin"], ["klm", "kelamin"], ["klamin", "kelamin"], ["jns", "jenis"], ["jens", "jenis"], ["drh",
    "darah"], ["kwn", "kawin"], ["almt", "alamat"], ["almat", "alamat"],
  ["tmpt", "tempat"], ["tmp", "tempat"], ["tempt", "tempat"], ["tgl", "tanggal"], ["tggl", "tanggal"], ["tlp", "telepon"], ["telp",
    "telepon"], ["telpon", "telepon"], ["tlpn", "telepon"], ["telefon", "telepon"], ["telephone", "telepon"], ["pass",
    "paspor"], ["pend", "pendidikan"], ["pddk", "pendidikan"], ["stat", "status"], ["sts", "status"], ["stts", "status"], ["kd",
    "kode"], ["names", "name"], ["gol", "golongan"],
  ["rekg", "rekening"], ["pasport", "paspor"], ["passpor", "paspor"], ["diagnose", "diagnosa"], ["agm", "agama"], ["kelurga",
    "keluarga"], ["klrg", "keluarga"], ["kpl", "kepala"], ["kep", "kepala"]
])

/** With `nama` or `name` these make a person's name without saying whose. */
export const nameParts: ReadonlySet<string> = new Set(
  ("lengkap depan belakang tengah panggilan kecil alias asli kk ktp resmi gadis sesuai identitas orang full first last middle sur "
    + "family given nick maiden legal preferred birth baptismal").split(" ")
)

/** A single string under such a key is a person's name. */
export const roles: ReadonlySet<string> = new Set([
  "pemilik", "pelapor", "pemohon", "pasien", "ketua", "ketua rt", "ketua rw", "ketua panitia", "wali murid", "ayah", "ibu", "bapak",
  "suami", "istri", "penanggung jawab", "narahubung", "pic", "kontak person",
  "lurah", "camat", "kades", "kadis", "kadus", "kepsek", "bupati", "walikota", "wali kota", "gubernur", "kepala", "sekretaris",
  "bendahara", "petugas", "dokter", "perawat", "bidan", "korban", "tersangka", "terlapor", "pengadu", "saksi", "sopir", "supir",
  "pengemudi", "ahli waris", "ayah kandung", "ibu kandung",
  "penyewa", "pembeli", "penjual", "pelamar", "pelanggar", "pendaftar", "nasabah", "almarhum", "almarhumah", "jenazah", "dpjp", "wali",
  "wali siswa", "wali kelas", "guru kelas", "koordinator", "direktur", "pimpinan", "manajer", "imam", "khatib", "pelatih", "narasumber",
  "moderator", "cp", "pj",
  "owner", "applicant", "patient", "contact person", "driver", "reporter", "complainant", "victim", "suspect", "witness", "guardian",
  "father", "mother", "spouse", "husband", "wife", "beneficiary", "headmaster", "mayor", "doctor", "nurse", "teacher",
  "person in charge", "account holder", "card holder", "cardholder", "policy holder", "next of kin", "license holder", "permit holder",
  "pewaris", "mempelai", "mempelai pria", "mempelai wanita", "pengantin pria", "pengantin wanita", "nahkoda", "nakhoda", "pemegang izin",
  "pemegang hak", "pemegang polis", "pemegang kartu", "kepala keluarga"
])

/** Whatever follows: `kepala_dinas`, `ketua_kelompok_tani`. */
export const roleHeads: ReadonlySet<string> = new Set(["kepala", "ketua", "wakil", "sekretaris", "bendahara", "koordinator",
  "penanggung", "direktur", "wali", "pimpinan"])

/** A string under it is a name only where it reads like one: it may be a firm, or an account. */
export const openRoles: ReadonlySet<string> = new Set([
  "pengelola", "penyelenggara", "operator", "penerima", "penerima bantuan", "penerima manfaat", "peserta", "pengguna", "dibuat oleh",
  "diubah oleh", "disetujui oleh", "diperbarui oleh", "diinput oleh", "diverifikasi oleh", "dilaporkan oleh", "created by", "updated by",
  "approved by", "modified by", "submitted by", "reported by", "assigned to", "assignee",
  "atas nama", "an", "a n", "tamu", "siswa", "murid", "mahasiswa", "warga", "penduduk", "anggota", "pelanggan", "customer", "user",
  "member", "employee", "staff", "staf", "pegawai", "karyawan", "guru", "student", "recipient", "sender", "pengirim", "guest", "contact",
  "kontak", "person", "orang", "anak", "kepada", "dari", "mengetahui", "pembina", "pendamping",
  "verifikator", "pemeriksa", "surveyor", "penyusun", "editor", "pembicara", "speaker", "resident", "citizen", "name of owner",
  "pengurus", "pejabat", "penyuluh", "wajib pajak", "ditandatangani oleh", "signed by"
])

/** Who heads or owns what the row is about: a row with `nama_kepala_sekolah` is a school's. Officials who visit people are none. */
export const officers: ReadonlySet<string> = new Set(
  ("kepala ketua direktur pimpinan manajer camat lurah kades kadis kepsek bupati walikota gubernur rektor dekan pemilik pengelola "
    + "imam inspektur komandan danramil kapolsek owner manager director chairman chairperson chief principal headmaster mayor governor "
    + "head").split(" ")
)

/** Under `nama` these hold a part of it. */
export const partsOfName: ReadonlySet<string> = new Set(["first", "last", "middle", "given", "family", "full", "depan", "belakang",
  "tengah", "panggilan", "lengkap"])
