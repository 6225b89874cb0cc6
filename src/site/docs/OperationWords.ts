/** The reference in Indonesian: what the OpenAPI document says of each operation and parameter in English. */
import { questionWords } from "../../exports/Questions.ts"
import type { Language } from "../../pages/Language.ts"

/** By `operationId`. */
export const operationsInIndonesian: Readonly<Record<string, { readonly summary: string; readonly description?: string }>> = {
  "gateway.read": {
    summary: "Baca satu rute data",
    description: "Menjawab data dari dataset dalam amplop baku. Alamatnya nol segmen atau lebih; "
      + "token harus memiliki cakupan endpoint. Parameter dengan `$` menanyakan baris dari data berupa daftar."
  },
  "gateway.aggregate": {
    summary: "Baca beberapa rute data sekaligus",
    description:
      "1 sampai 20 entri, dibaca bersamaan. Dengan `Accept: application/x-ndjson` tiap entri dikirim begitu selesai, `meta` terakhir."
  },
  "gateway.preset": {
    summary: "Baca agregat siap pakai",
    description: "Preset berasal dari registri, misalnya `ringkasan-kota` dan `fasilitas-publik`."
  },
  "oauth.token": {
    summary: "Minta token akses (kredensial klien)",
    description: "Klien membuktikan dirinya dengan HTTP Basic atau di isi permintaan, jangan keduanya. Tidak ada refresh token: minta lagi."
  },
  "oauth.revoke": {
    summary: "Cabut token akses",
    description: "Oleh klien yang menerima token itu, dibuktikan seperti saat meminta token. "
      + "Token yang tidak dikenal atau sudah mati juga dijawab 200; setiap gerbang menolaknya dalam satu detik."
  },
  "oauth.introspect": {
    summary: "Periksa token akses",
    description: "Untuk klien yang menerima token itu; token lain dijawab tidak aktif."
  },
  "catalogue.catalogue": {
    summary: "Semua perangkat daerah, dataset, dan endpoint, atau hasil pencarian (HTML atau JSON)",
    description: "Hasil pencarian diurutkan dari yang paling cocok."
  },
  "catalogue.agency": { summary: "Satu perangkat daerah" },
  "catalogue.dataset": {
    summary: "Satu dataset, atau salah satu endpoint-nya",
    description: "`path` menyebut endpoint; bila kosong, akar dataset. `urut` adalah kolom pengurut contoh di halamannya, "
      + "dengan `-` di depannya dari yang terakhir; `unduh=csv` memberi contoh itu sebagai berkas."
  },
  "catalogue.export": {
    summary: "Semuanya, satu perangkat daerah, satu dataset, atau satu endpoint sebagai berkas untuk alat Anda",
    description: "Format: `postman-2.1` (koleksi klien API), `openapi-3.0`, `openapi-3.1`, `dcat-3`, `typescript-client`. "
      + "`path` yang kosong berarti akar dataset."
  },
  "catalogue.summary": { summary: "Jumlah, status, dan waktu respons seluruh kota" },
  "catalogue.problems": { summary: "Semua kesalahan dan cara mengatasinya" },
  "catalogue.problem": { summary: "Arti satu kesalahan dan cara mengatasinya" },
  "catalogue.authorizationServer": { summary: "Metadata server otorisasi (RFC 8414)" },
  "catalogue.protectedResource": { summary: "Metadata sumber daya yang dilindungi (RFC 9728)" },
  "catalogue.apiCatalog": { summary: "Katalog API sebagai linkset (RFC 9727)" },
  "catalogue.openapi": { summary: "Dokumen ini untuk program" },
  "catalogue.docs": { summary: "Dokumen ini untuk dibaca" },
  "status.status": { summary: "Keadaan setiap perangkat daerah, sekarang dan 30 hari terakhir (HTML atau JSON)" },
  "status.agencyStatus": { summary: "Hal yang sama untuk satu perangkat daerah dan setiap endpoint-nya" },
  "status.feed": { summary: "Gangguan, pemeliharaan, dan endpoint yang akan dihentikan sebagai umpan (Atom, RFC 4287)" },
  "status.badge": { summary: "Keadaan sebagai lencana (SVG): `{opd}.svg`, atau `{opd}/{dataset}/{path…}.svg`" },
  "scorecard.latest": { summary: "Rapor bulan berjalan, semua perangkat daerah (HTML atau JSON)" },
  "scorecard.month": { summary: "Rapor semua perangkat daerah dalam satu bulan, `2026-11` atau `2026-11.csv` (HTML, JSON, atau CSV)" },
  "scorecard.agencyMonth": { summary: "Hal yang sama untuk satu perangkat daerah, `{opd}` atau `{opd}.csv`" },
  "help.help": { summary: "Siapa yang dapat ditanya, dan di mana penjelasan lain" },
  "help.helpText": {
    summary: "Pemberitahuan privasi, ketentuan, atau pernyataan aksesibilitas",
    description: "`text`: privacy, terms, atau accessibility."
  }
}

type Both = Readonly<Record<Language, string>>

/** By name; where a parameter means something else in one operation, by its id and name. */
const parameters: Readonly<Record<string, Both>> = {
  opd: { id: "Perangkat daerah, misalnya `dinkes`.", en: "The agency, such as `dinkes`." },
  dataset: { id: "Dataset milik perangkat daerah itu.", en: "A dataset of that agency." },
  path: {
    id: "Rute endpoint di dalam dataset; kosong berarti akarnya.",
    en: "The endpoint's route inside the dataset; empty is its root."
  },
  "gateway.read path": { id: "Nol segmen atau lebih di dalam dataset.", en: "Zero or more segments inside the dataset." },
  "status.badge path": {
    id: "`{opd}.svg`, atau `{opd}/{dataset}/{path}.svg` untuk satu endpoint, `{opd}/{dataset}.svg` untuk akar dataset.",
    en: "`{opd}.svg`, or `{opd}/{dataset}/{path}.svg` of an endpoint, `{opd}/{dataset}.svg` of a dataset's root."
  },
  preset: { id: "Nama preset.", en: "The preset's name." },
  format: { id: "Format berkas.", en: "The file's format." },
  code: { id: "Kode kesalahan, misalnya `quota-exceeded`.", en: "An error's code, such as `quota-exceeded`." },
  text: { id: "Teks yang mana.", en: "Which text." },
  q: {
    id: "Kata yang dicari: awal kata, bentuk lain, sinonim, dan bahasa Inggris.",
    en: "Words, as they begin, in other forms, by synonyms and in English too."
  },
  private: { id: "`true` atau `false`.", en: "`true` or `false`." },
  health: { id: "`up`, `degraded`, `down`, atau `unknown`.", en: "`up`, `degraded`, `down` or `unknown`." },
  scope: { id: "Bagian dari nama cakupan.", en: "A part of the scope." },
  topic: { id: "Topik, misalnya `kesehatan`.", en: "A topic, such as `kesehatan`." },
  license: {
    id: "Lisensi, misalnya `CC-BY-4.0`; `NONE` berarti tanpa lisensi.",
    en: "A license, such as `CC-BY-4.0`; `NONE` is without one."
  },
  urut: { id: "Kolom pengurut contoh; `-` di depannya membalik urutan.", en: "The column that sorts the sample; `-` before it reverses." },
  unduh: { id: "`csv`: contoh sebagai berkas.", en: "`csv`: the sample as a file." },
  month: { id: "Bulan, misalnya `2026-11`.", en: "A month, such as `2026-11`." },
  lang: { id: "Bahasa halaman: `id` atau `en`.", en: "The page's language: `id` or `en`." },
  Accept: { id: "Bentuk jawaban; tanpa header ini, bentuk pertama.", en: "The form of the answer; the first where there is none." },
  "If-None-Match": {
    id: "`ETag` dari jawaban sebelumnya: 304 tanpa isi bila belum berubah.",
    en: "An `ETag` of before: 304 without a body where nothing has changed."
  },
  traceparent: {
    id: "W3C Trace Context: rentang gerbang menjadi bagian dari jejak ini.",
    en: "W3C Trace Context: the gateway's spans belong to this trace."
  }
}

/** Undefined where nobody has said it yet. */
export const parameterText = (operationId: string, name: string, language: Language): string | undefined =>
  (parameters[`${operationId} ${name}`] ?? parameters[name] ?? questionWords(name))?.[language]
