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
    "nik", "ktp", "e ktp", "no ktp", "nomor ktp", "nomor induk kependudukan", "no induk kependudukan", "id ktp", "nip", "nomor induk pegawai",
    "national id", "national id number", "national identity number", "national identification number", "identity number", "identity card number", "id card number", "citizen id", "ktp number",
    "no identitas", "nomor identitas", "no sim", "nomor sim", "nomor surat izin mengemudi", "driver license", "drivers license", "driving license", "driver license number"
  ],
  kk: ["kk", "no kk", "nomor kk", "kartu keluarga", "no kartu keluarga", "nomor kartu keluarga", "family card", "family card number"],
  npwp: ["npwp", "nomor pokok wajib pajak", "tax id", "taxpayer id", "tax number", "taxpayer number", "taxpayer identification number", "tin number"],
  bpjs: ["bpjs", "no bpjs", "nomor bpjs", "jkn", "no jkn", "kis", "no kis", "jamsostek", "bpjs kesehatan", "bpjs ketenagakerjaan", "no kartu bpjs", "no peserta bpjs", "health insurance number", "social security number", "ssn"],
  passport: ["paspor", "passport", "no paspor", "nomor paspor", "passport no", "passport number", "no passport"],
  plate: [
    "nopol", "no pol", "nomor polisi", "no polisi", "plat nomor", "plat no", "plat kendaraan", "plat mobil", "plat motor", "nomor kendaraan", "no kendaraan", "plate number", "plate no",
    "license plate", "licence plate", "vehicle plate", "vehicle registration", "registration plate", "tnkb", "no rangka", "nomor rangka", "no mesin", "nomor mesin"
  ],
  "bank-account": [
    "no rek", "norek", "nomor rek", "rekening", "no rekening", "nomor rekening", "rekening bank", "bank account", "bank account number", "account number", "account no", "iban"
  ],
  card: ["kartu kredit", "kartu debit", "no kartu kredit", "nomor kartu kredit", "no kartu debit", "nomor kartu debit", "credit card", "debit card", "card number", "credit card number", "pan number", "no kartu atm"],
  name: ["fullname", "firstname", "lastname", "middlename", "surname", "nickname", "maidenname", "username", "namalengkap", "atas nama", "mother maiden"],
  email: ["email", "e mail", "surel", "pos el", "alamat email", "alamat surel", "email address", "mail address", "gmail"],
  phone: [
    "telepon", "telpon", "telephone", "telefon", "telp", "tlp", "tlpn", "tel", "phone", "phone number", "handphone", "hp", "no hp", "nomor hp", "ponsel", "seluler", "selular", "mobile", "mobile phone", "mobile number",
    "cellphone", "cell phone", "whatsapp", "whats app", "wa", "no wa", "nomor wa", "no telp", "nomor telepon", "nomor telp", "msisdn", "fax", "faks", "faksimile", "nomor kontak", "no kontak", "contact number", "telegram"
  ],
  address: [
    "alamat", "domisili", "tempat tinggal", "address", "home address", "street address", "residential address", "residence", "alamat rumah", "alamat lengkap", "alamat domisili", "alamat ktp", "tempat lahir",
    "birth place", "birthplace", "place of birth", "kota lahir"
  ],
  "coordinates-home": ["koordinat rumah", "koordinat tempat tinggal", "koordinat domisili", "lokasi rumah", "latitude rumah", "longitude rumah", "lat rumah", "lng rumah", "lon rumah", "home coordinates", "home location", "home latitude", "home longitude", "home lat", "home lng", "home lon"],
  health: [
    "diagnosa", "diagnosis", "penyakit", "riwayat penyakit", "riwayat kesehatan", "kondisi kesehatan", "data kesehatan", "rekam medis", "no rekam medis", "nomor rekam medis", "no rm", "golongan darah", "gol darah", "alergi",
    "disabilitas", "difabel", "status gizi", "status hiv", "status kehamilan", "hasil lab", "status vaksin", "obat dikonsumsi", "keluhan medis", "medical record", "medical record number", "medical history", "health condition", "health status",
    "blood type", "blood group", "disease", "allergy", "allergies", "disability", "pregnancy", "vaccination status", "icd"
  ],
  biometric: ["biometrik", "biometric", "biometrics", "sidik jari", "fingerprint", "fingerprints", "retina", "iris mata", "iris scan", "foto wajah", "data wajah", "face template", "face encoding", "face image", "pindai wajah", "foto ktp", "swafoto", "selfie", "pas foto", "tanda tangan", "signature image", "voice print", "voiceprint"],
  genetic: ["genetik", "data genetik", "genetic", "genetics", "dna", "genom", "genome"],
  criminal: ["catatan kriminal", "catatan kejahatan", "riwayat kriminal", "riwayat pidana", "catatan pidana", "skck", "status pidana", "criminal record", "criminal history", "conviction", "convictions", "police record"],
  child: ["data anak", "nisn", "nomor induk siswa", "nomor induk siswa nasional", "child data", "student number"],
  finance: [
    "gaji", "gaji pokok", "penghasilan", "saldo", "saldo rekening", "hutang", "utang pribadi", "pinjaman pribadi", "kekayaan", "harta kekayaan", "tunjangan", "salary", "wage", "income", "account balance", "net worth", "credit score", "skor kredit", "tagihan pribadi"
  ],
  religion: ["agama", "religion", "kepercayaan", "keyakinan", "aliran kepercayaan"],
  "marital-status": ["status perkawinan", "status kawin", "status nikah", "status pernikahan", "perkawinan", "marital", "marital status", "civil status", "stat kawin", "statkawin"],
  sex: ["jenis kelamin", "kelamin", "jk", "jenkel", "jns kelamin", "gender", "sex"],
  nationality: ["kewarganegaraan", "warga negara", "kebangsaan", "wni wna", "nationality", "citizenship", "suku bangsa", "etnis", "ethnicity"],
  "birth-date": [
    "tanggal lahir", "tgl lahir", "tgllahir", "tgl lhr", "tanggal kelahiran", "lahir", "ttl", "tempat tanggal lahir", "tempat tgl lahir", "tahun lahir", "birth date", "birthdate", "birthday", "date of birth", "dob", "born", "birth year", "year of birth", "birth"
  ]
}

/** Columns of a statistic when they stand in a row that counts and names nobody. */
export const demographics: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["health", "religion", "marital-status", "sex", "nationality", "criminal", "child"])

/** A container under such a key holds nothing but it: `alamat: { jalan, kota }`. */
export const spreading: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["name", "address", "phone", "email", "birth-date", "bank-account", "card", "coordinates-home", "biometric", "genetic"])

/** People: a plain `nama` inside `pegawai` is a person's, and `nama_pegawai` too. */
export const people: ReadonlySet<string> = new Set(
  ("panitia pegawai penduduk pemilik kontak pelapor pemohon warga pasien siswa siswi murid mahasiswa guru dosen dokter perawat bidan karyawan petugas anggota ketua wakil sekretaris "
    + "bendahara pengurus peserta narahubung pic orang ayah ibu bapak anak suami istri isteri keluarga wali waris saksi korban tersangka terlapor pengadu pengguna pelanggan pejabat penerima "
    + "relawan pelatih jemaah jamaah pendaftar penghuni penyewa pembeli pengelola penyelenggara penanggung pengusaha pedagang nasabah lansia balita bayi kepala lurah camat direktur pimpinan manajer pendamping pengawas operator "
    + "pembina penulis kader pemegang "
    + "contact contacts person persons people owner owners employee employees staff resident residents citizen citizens patient patients student students teacher teachers doctor doctors nurse user users "
    + "customer customers applicant applicants member members officer officers participant participants parent parents father mother child children spouse husband wife guardian reporter beneficiary beneficiaries "
    + "holder subscriber tenant victim witness suspect committee volunteer volunteers").split(" ")
)

/** With `nama` or `name` these make a person's name without saying whose. */
export const nameParts: ReadonlySet<string> = new Set(
  "lengkap depan belakang tengah panggilan kecil alias asli kk ktp full first last middle sur family given nick maiden legal".split(" ")
)

/** What has a name, an address or a telephone without being a person. */
export const places: ReadonlySet<string> = new Set(
  ("kota kabupaten kab kecamatan kec kelurahan kel desa provinsi prov negara wilayah daerah dinas instansi lembaga badan kantor opd skpd unit bidang organisasi perusahaan usaha toko pasar taman fasilitas gedung "
    + "ruang jalan kegiatan acara program proyek layanan sekolah kampus universitas puskesmas klinik apotek rumahsakit rs faskes hotel restoran wisata museum masjid gereja pura terminal halte stasiun bandara pelabuhan "
    + "dataset file berkas produk barang aset pemerintah perangkat web website situs laman url uri ip mac host server domain brand merek aplikasi app office agency company organization organisation institution department "
    + "school hospital clinic shop store venue event park street city district province country village region building facility service project product item file dataset column table tag category kategori jenis "
    + "darurat emergency hotline pengaduan center centre sungai posyandu paket obat bank").split(" ")
)

/** A key of a count or a share, never of one person. */
export const counts: ReadonlySet<string> = new Set(
  "jumlah jml total count banyak banyaknya persen persentase prosentase percentage percent pct rata rerata average avg rasio ratio kepadatan statistik min max sum".split(" ")
)

/** A key about the form or the state of a field, not its value. */
export const aboutFields: ReadonlySet<string> = new Set("verified verifikasi template regex format label placeholder hint required wajib enabled aktif updated".split(" "))

/** A key of an identifier that is made up: shapes of passports and plates mean nothing in it. */
export const codes: ReadonlySet<string> = new Set("kode code id uuid guid sku ref referensi hash slug seri serial inventaris tiket ticket versi version model tipe type url".split(" "))

/** A single string under such a key is a person's name. */
export const roles: ReadonlySet<string> = new Set([
  "pemilik", "pelapor", "pemohon", "pasien", "ketua", "ketua rt", "ketua rw", "ketua panitia", "wali murid", "ayah", "suami", "istri", "penanggung jawab", "narahubung", "pic", "kontak person",
  "owner", "applicant", "patient", "contact person"
])

/** A row with such a key is about one person. */
export const personal: ReadonlySet<string> = new Set(["pekerjaan", "jabatan", "pendidikan terakhir", "usia", "umur", "nis", "occupation", "job title", "age", "hubungan keluarga", "golongan darah"])

/** Keys that only wrap: what is above them still holds. */
export const wrappers: ReadonlySet<string> = new Set(["data", "items", "item", "list", "daftar", "results", "result", "hasil", "rows", "records", "entries", "value", "values", "content", "attributes", "properties", "detail", "biodata", "profil", "profile"])
