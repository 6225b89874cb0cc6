/** Words of the page on which endpoints are tried out. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Coba endpoint",
  lead: "Gerbang mengirim permintaan ini atas nama aplikasi Anda: "
    + "pemeriksaan, batas, penyamaran, dan catatan auditnya sama dengan permintaan dari server Anda.",
  nothingOpen: "Aplikasi ini belum memilih cakupan.",
  chooseScopes: "Pilih cakupan",
  endpoints: { one: "endpoint", other: "endpoint" },
  private: "privat",
  scope: "cakupan",
  search: "Cari endpoint",
  nothingFound: "Tidak ada endpoint yang cocok",
  inPath: "bagian dari alamat",
  inQuery: "parameter kueri; opsional",
  question: "Pertanyaan tentang barisnya",
  questionHint: "seperti di alamat setelah tanda tanya, misalnya $where=luas>100&$limit=5; opsional",
  representation: "Bentuk jawaban",
  send: "Kirim permintaan",
  again: "Kirim lagi",
  others: "Endpoint lain",
  answer: "Jawaban",
  ok: "Berhasil",
  request: "Permintaan",
  requestId: "Id permintaan",
  explain: "Jelaskan penolakan ini",
  record: "Lihat catatannya",
  body: "Isi",
  broken: "Jawaban terputus sebelum selesai: kesalahan ada di server perangkat daerah.",
  cut: "Hanya 64 KiB pertama yang ditampilkan.",
  empty: "(kosong)",
  headers: "Header jawaban",
  withWhich: "Coba dengan aplikasi yang mana?",
  noneMay: "Belum ada aplikasi Anda yang dapat membaca endpoint ini.",
  newOne: "Buat aplikasi baru",
  lackScope: "Tambahkan cakupannya pada aplikasi Anda"
}

export type TryWords = { readonly [K in keyof typeof id]: (typeof id)[K] }

const en: TryWords = {
  title: "Try an endpoint",
  lead: "The gateway sends this request as your application: "
    + "its checks, limits, masking and audit record are those of a request from your own server.",
  nothingOpen: "This application has not chosen any scope.",
  chooseScopes: "Choose scopes",
  endpoints: { one: "endpoint", other: "endpoints" },
  private: "private",
  scope: "scope",
  search: "Search endpoints",
  nothingFound: "No endpoint matches",
  inPath: "part of the address",
  inQuery: "query parameter; may be empty",
  question: "Question about its rows",
  questionHint: "as in an address after the question mark, such as $where=luas>100&$limit=5; may be empty",
  representation: "Form of the answer",
  send: "Send the request",
  again: "Send it again",
  others: "Other endpoints",
  answer: "Answer",
  ok: "Success",
  request: "Request",
  requestId: "Request id",
  explain: "Explain this refusal",
  record: "See its record",
  body: "Body",
  broken: "The answer broke off before its end: the fault is the agency's server's.",
  cut: "Only the first 64 KiB are shown.",
  empty: "(empty)",
  headers: "Headers of the answer",
  withWhich: "Try it with which application?",
  noneMay: "None of your applications may read this endpoint yet.",
  newOne: "Make a new application",
  lackScope: "Add the scope to an application of yours"
}

export const tryWords: Readonly<Record<Language, TryWords>> = { id, en }
