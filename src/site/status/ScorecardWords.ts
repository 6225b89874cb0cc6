/** What the scorecards say, in both languages. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Rapor bulanan",
  lead:
    "Bagaimana setiap perangkat daerah melayani data dalam sebulan, dihitung dari panggilan dan permintaan akses yang benar-benar terjadi.",
  running: "Bulan ini belum berakhir; angkanya masih berubah.",
  since: "Dihitung sejak",
  agency: "Perangkat daerah",
  measure: "Metrik",
  value: "Nilai",
  availability: "Ketersediaan",
  freshness: "Bukan dari salinan",
  documentation: "Dokumentasi",
  schema: "Stabilitas skema",
  newFields: "kolom baru",
  decisions: "Keputusan akses",
  hours: "jam",
  answers: "Jawaban",
  lacking: "belum cukup data",
  months: "Bulan lain",
  meanings: [
    "Ketersediaan adalah persentase panggilan yang tidak gagal; p50 dan p95: separuh dan 95% jawaban lebih cepat dari angka ini.",
    "Bukan dari salinan adalah persentase jawaban yang berasal dari perangkat daerah atau salinan terbaru, bukan dari salinan pengganti "
    + "saat perangkat daerah gagal menjawab.",
    "Dokumentasi adalah persentase hal yang sudah ditulis tentang endpoint perangkat daerah saat ini: "
    + "judul endpoint dan dataset, lisensi, contoh parameter, dan kelas kolom.",
    "Stabilitas skema adalah persentase endpoint yang jawabannya tidak memuat kolom baru dalam bulan itu, dari endpoint yang kolomnya "
    + "sudah diketahui. Kolom pada hari pertama sebuah endpoint tidak dihitung baru, dan kolom yang hilang tidak tercatat.",
    "Keputusan akses adalah waktu tunggu separuh permintaan akses yang diputuskan bulan itu, dan jumlahnya dalam kurung.",
    "Ketersediaan, waktu respons, dan salinan baru ditampilkan mulai 100 jawaban. "
    + "Pemeliharaan yang diumumkan tidak dihitung sebagai kegagalan."
  ]
}
export type ScorecardWords = typeof id

const en: ScorecardWords = {
  title: "Monthly scorecard",
  lead: "How each agency served data in a month, counted from calls and requests for access that really were made.",
  running: "This month is not over; its figures still change.",
  since: "Counted since",
  agency: "Agency",
  measure: "Measure",
  value: "Value",
  availability: "Availability",
  freshness: "Not from copies",
  documentation: "Documentation",
  schema: "Schema stability",
  newFields: "new fields",
  decisions: "Access decisions",
  hours: "h",
  answers: "Answers",
  lacking: "not enough data",
  months: "Other months",
  meanings: [
    "Availability is the share of calls that did not fail; p50 and p95: half and 95% of the answers were faster than this.",
    "Not from copies is the share of answers that came from the agency or from a fresh copy, rather than from a copy that stood in "
    + "while the agency failed.",
    "Documentation is the share of what should be written about the agency's endpoints and is, at this moment: "
    + "titles of endpoint and dataset, license, examples of parameters, and classes of fields.",
    "Schema stability is the share of endpoints whose answers had no new field in the month, of those whose fields are known. "
    + "The fields of an endpoint's first day are not new, and fields that go away are not recorded.",
    "Access decisions is the time that half of the requests decided in the month waited at most, with how many there were.",
    "Availability, response times and copies are shown from 100 answers on. Announced maintenance counts as no failure."
  ]
}

export const scorecardWords: Readonly<Record<Language, ScorecardWords>> = { id, en }
