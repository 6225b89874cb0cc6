// dprint-ignore-file: columns of words.
/**
 * Key names that say nothing of their value but something of the row around it: whether it is about a person or a thing,
 * whether it measures, which key says what the value of another one is. Data only; `KeyMeaning.ts` reads it.
 */

/** A row with such a key is about one person. */
export const personal: ReadonlySet<string> = new Set(["nis", "stat hbkel", "hobi", "cita cita", "tmt pns", "gelar depan", "gelar belakang"])

/** So is one with these, unless it is about a thing. */
export const oftenPersonal: ReadonlySet<string> = new Set(["pekerjaan", "jabatan", "usia", "umur", "occupation", "job title", "age",
  "pendidikan", "position", "job", "pendidikan terakhir", "hubungan keluarga", "status hubungan keluarga", "shdk", "status kepegawaian",
  "pangkat"])

/** A row with such a key is about a place or a thing. */
export const ofThings: ReadonlySet<string> = new Set([
  "luas", "panjang", "lebar", "kapasitas", "latitude", "longitude", "lat", "lng", "lon", "long", "koordinat", "coordinates", "geometry",
  "geom", "jam buka", "jam operasional", "jam layanan", "opening hours", "pagu", "hps", "nilai kontrak", "nama paket", "harga", "stok",
  "isbn", "penerbit", "rute", "trayek", "tahun dibangun", "luas tanah", "luas bangunan",
  "mimetype", "mime type", "file size", "ukuran file", "highway", "amenity", "osm id", "kelas jalan", "status jalan", "fungsi jalan",
  "open hours",
  "capacity", "area", "price", "length", "width", "jumlah kamar", "bintang", "rating", "kode wilayah", "panjang km", "jenis jalan",
  "akreditasi", "npsn", "jumlah penduduk"
])

/** Of measures, at the end of a key: `luas_m2`. */
export const units: ReadonlySet<string> = new Set("m km cm mm ha hektar meter persegi sqm sqkm kg ton".split(" "))

/** A row with such a key measures something unless it says something of a person. */
export const measures: ReadonlySet<string> = new Set(
  ["nilai", "value", "satuan", "kelompok umur", "kelompok usia", "golongan umur", "golongan usia", "rentang umur", "rentang usia",
    "age group", "age range", "l", "p", "lk", "pr", "jantan", "betina", "islam", "kristen", "protestan", "katolik", "hindu", "buddha",
    "budha", "konghucu", "khonghucu", "wni", "wna", "life expectancy", "nama masjid", "nama gereja", "nama pura", "nama vihara",
    "nama rumah ibadah", "nama tempat ibadah", "nama makam", "nama tpu"]
)

/** So does one that begins with one of these: `angka_harapan_hidup`. */
export const measureHeads: ReadonlySet<string> = new Set(["angka", "stok", "stock"])

/** What is under such a key tells of the row that it stands in. */
export const descriptions: ReadonlySet<string> = new Set(["identitas", "identity", "biodata", "bio", "data diri", "data pribadi",
  "profil", "profile", "personal", "personal data", "personal info", "dokumen identitas"])

/** What is under such a key is the value of the key above, where that names a class. */
export const carriers: ReadonlySet<string> = new Set(["value", "values", "val", "nilai", "isi", "no", "number", "text", "teks", "raw",
  "data", "content", "detail"])

/** What stands under such a key may be the name of a field, `{"label": "NIK", "value": …}`, … */
export const labelKeys: ReadonlySet<string> = new Set(["key", "name", "nama", "field", "label", "kolom", "column", "attribute",
  "atribut", "kunci", "property", "properti", "parameter", "param", "k", "field name", "nama field", "nama kolom", "nama atribut",
  "column name", "attribute name", "pertanyaan", "question"])

/** … and under such a one its value. */
export const labelledKeys: ReadonlySet<string> = new Set(["value", "val", "nilai", "isi", "isian", "text", "teks", "raw", "content", "v",
  "field value", "nilai field", "isi field", "isi kolom", "nilai kolom", "nilai atribut", "attribute value", "jawaban", "answer"])

/** A list under such a key names the columns of the lists beside it. */
export const headKeys: ReadonlySet<string> = new Set(["columns", "column", "cols", "kolom", "nama kolom", "judul kolom", "column names",
  "header", "headers", "fields", "field names"])

/** Keys that only wrap: what is above them still holds. */
export const wrappers: ReadonlySet<string> = new Set(["data", "items", "item", "list", "daftar", "results", "result", "hasil", "rows",
  "records", "entries", "value", "values", "content", "attributes", "properties", "detail", "biodata", "profil", "profile", "identitas",
  "identity", "info", "informasi", "bio", "data diri", "data pribadi", "personal data", "personal info"])
