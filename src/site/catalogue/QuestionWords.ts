/** What the form for questions about rows says, in both languages. */
import type { Language } from "../../pages/Language.ts"
import type { FunctionName } from "../../query/Question.ts"
import type { Comparison } from "./QuestionForm.ts"

interface Names {
  readonly comparisons: Readonly<Record<Comparison, string>>
  readonly functions: Readonly<Record<FunctionName, string>>
}

const id = {
  title: "Tanya datanya",
  lead: "Pilih kolom dan baris yang Anda perlukan. Gerbang menyusun alamatnya; Anda tinggal menyalinnya.",
  unknown: "Kolomnya belum dikenal: formulir ini muncul setelah endpoint pertama kali dibaca.",
  unshown: "Kolom endpoint privat tidak ditampilkan di sini, jadi formulirnya tidak ada. Pertanyaan dalam alamat tetap dijawab.",
  columns: "Kolom yang ditampilkan",
  columnsHint: "Tanpa pilihan, semua kolom ditampilkan. Bila baris dikelompokkan atau dihitung, hanya hasilnya yang ditampilkan.",
  masked: "disamarkan: hanya dapat ditampilkan",
  pseudonym: "disamarkan sebagai pseudonim: dapat dikelompokkan dan dicari nilai yang sama",
  conditions: "Baris yang dicari",
  conditionsHint: "Baris harus memenuhi semua syarat. Syarat yang belum diisi diabaikan.",
  column: (place: number): string => `Kolom syarat ${place}`,
  comparison: (place: number): string => `Perbandingan ${place}`,
  value: (place: number): string => `Nilai ${place}`,
  arrange: "Hitung, urutkan, batasi",
  group: "Kelompokkan menurut",
  function: "Hitung",
  of: "Kolom yang dihitung",
  allRows: "(semua baris)",
  order: "Urutkan menurut",
  asGiven: "(urutan asli)",
  byResult: "(hasil hitungan)",
  direction: "Arah urutan",
  up: "naik",
  down: "turun",
  limit: "Paling banyak baris",
  format: "Bentuk jawaban",
  none: "(tidak)",
  choose: "(pilih kolom)",
  submit: "Susun pertanyaan",
  clear: "Kosongkan",
  wrong: "Pertanyaan ini belum dapat dijawab.",
  address: "Alamat pertanyaan",
  tryIt: "Coba dengan aplikasi Anda",
  result: "Hasil dari baris contoh",
  resultLead: (rows: string): string =>
    `Dihitung dari ${rows} baris contoh yang sudah disamarkan, bukan dari seluruh data. Alamat di atas menanyakan semua baris.`,
  noRows: "Tidak ada baris contoh yang cocok; di data lengkap mungkin ada.",
  noSample: "Baris contoh belum tersedia, jadi hasilnya hanya terlihat saat alamat itu dipanggil.",
  comparisons: {
    "=": "sama dengan",
    "!=": "tidak sama dengan",
    ">": "lebih dari",
    ">=": "paling sedikit",
    "<": "kurang dari",
    "<=": "paling banyak",
    contains: "memuat teks",
    starts: "diawali teks",
    empty: "kosong",
    filled: "tidak kosong"
  },
  functions: { count: "banyaknya", sum: "jumlah", avg: "rata-rata", min: "terkecil", max: "terbesar" }
} satisfies Names & Readonly<Record<string, unknown>>

export type QuestionWords = Names & Omit<typeof id, keyof Names>

const en: QuestionWords = {
  title: "Ask this data",
  lead: "Choose the columns and rows that you need. The gateway writes the address; you copy it.",
  unknown: "Its columns are not known yet: this form comes once the endpoint was read.",
  unshown: "Columns of a private endpoint are not shown here, so there is no form. Questions in its address are answered all the same.",
  columns: "Columns to show",
  columnsHint: "All of them where none is chosen. Where rows are grouped or counted, only what that comes to is shown.",
  masked: "masked: can only be shown",
  pseudonym: "masked as a pseudonym: can be grouped, and searched for the same value",
  conditions: "Rows to find",
  conditionsHint: "Rows must meet every condition. A condition that is not filled in does not count.",
  column: (place) => `Column of condition ${place}`,
  comparison: (place) => `Comparison ${place}`,
  value: (place) => `Value ${place}`,
  arrange: "Count, sort, limit",
  group: "Group by",
  function: "Calculate",
  of: "Column to calculate",
  allRows: "(all rows)",
  order: "Sort by",
  asGiven: "(as it comes)",
  byResult: "(what was calculated)",
  direction: "Direction",
  up: "ascending",
  down: "descending",
  limit: "At most so many rows",
  format: "Form of the answer",
  none: "(none)",
  choose: "(choose a column)",
  submit: "Write the question",
  clear: "Clear",
  wrong: "This question cannot be answered yet.",
  address: "The question's address",
  tryIt: "Try it with your application",
  result: "Result from the sample rows",
  resultLead: (rows) => `Of ${rows} masked sample rows, not of all the data. The address above asks all rows.`,
  noRows: "No sample row matches; the whole data may have some.",
  noSample: "There are no sample rows yet, so the result is seen only when the address is called.",
  comparisons: {
    "=": "is",
    "!=": "is not",
    ">": "is more than",
    ">=": "is at least",
    "<": "is less than",
    "<=": "is at most",
    contains: "contains the text",
    starts: "begins with the text",
    empty: "is empty",
    filled: "is not empty"
  },
  functions: { count: "number", sum: "sum", avg: "average", min: "smallest", max: "largest" }
}

export const questionWords: Readonly<Record<Language, QuestionWords>> = { id, en }
