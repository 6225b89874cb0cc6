/** What the desk says of fields of which masking decided by itself, in both languages. */
import type { Language, WordsLike } from "../../pages/Language.ts"

const id = {
  title: "Saran klasifikasi",
  lead: "Kolom-kolom ini disamarkan pendeteksi; belum ada yang mengklasifikasikannya. Simpan sebagai klasifikasi agar tetap begitu, "
    + "apa pun yang dikirim nanti. Kelas yang memperlihatkan lebih banyak daripada sekarang menunggu orang kedua.",
  leave: "Biarkan seperti sekarang",
  save: "Simpan saran sebagai klasifikasi",
  more: "kolom lain menyusul setelah yang ini diklasifikasikan.",
  others: "Tidak dapat ditunjuk dengan satu jalur",
  othersLead: "Artinya bergantung pada label, judul kolom, atau jenis objek di dalam jawaban; pendeteksi tetap menjaganya.",
  forget: "Lupakan yang dipelajari",
  forgetLead: "Operator: gerbang ini menilai ulang semua kolom endpoint ini menurut jawaban berikutnya, "
    + "sehingga ada yang dapat menjadi lebih terbuka. Klasifikasi OPD tidak berubah.",
  forgotten: "Yang dipelajari tentang endpoint ini sudah dilupakan."
}

export type SuggestionWords = WordsLike<typeof id>

const en: SuggestionWords = {
  title: "Suggested classification",
  lead: "The detectors mask these fields, and nobody has classified them. Save them as a classification so that they stay as they are, "
    + "whatever is sent later. A class that shows more than now waits for a second person.",
  leave: "Leave as it is",
  save: "Save the suggestions as classification",
  more: "more fields follow when these are classified.",
  others: "Not named by a path alone",
  othersLead:
    "What they mean depends on a label, a column's head or a kind of object in the answer; the detectors go on looking after them.",
  forget: "Forget what was learnt",
  forgetLead: "Operators: this gateway judges all fields of this endpoint anew, by the next answers, "
    + "so that some may come out more open. The agency's classification stays.",
  forgotten: "What was learnt of this endpoint is forgotten."
}

export const suggestionWords: Readonly<Record<Language, SuggestionWords>> = { id, en }
