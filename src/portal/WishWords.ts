/** What is said about datasets that are asked for, to developers and at the desk, in both languages. */
import type { Language, WordsLike } from "../pages/Language.ts"

const id = {
  title: "Dataset yang diminta",
  ask: "Minta dataset yang belum ada",
  lead: "Belum menemukan datanya di katalog? Tulis kepada perangkat daerahnya apa yang Anda perlukan. Jawabannya tampil di halaman ini.",
  agency: "Perangkat daerah",
  what: "Data apa yang Anda perlukan?",
  whatHint: "Isi, tahun, dan wilayahnya. Paling banyak 500 karakter.",
  why: "Untuk apa?",
  whyHint: "Layanan atau penelitian yang akan memakainya. Paling banyak 500 karakter.",
  send: "Kirim permintaan",
  sent: "Permintaan terkirim ke ruang kerja OPD.",
  mine: "Permintaan Anda",
  mineNone: "Belum ada permintaan.",
  tooMany: "Masih ada 10 permintaan Anda yang belum dijawab. Tunggu jawabannya sebelum mengirim lagi.",
  unknownAgency: "Pilih perangkat daerah yang ada.",
  textWrong: "Wajib diisi, paling banyak 500 karakter.",
  states: { asked: "menunggu jawaban", planned: "direncanakan", cannot: "tidak dapat disediakan" },
  waiting: "dataset diminta menunggu jawaban",
  askedBy: "diminta",
  answered: "dijawab",
  deskLead: "Data yang diminta pengembang dan belum ada di katalog. Jawaban Anda dibaca oleh yang meminta.",
  deskNone: "Belum ada yang meminta dataset.",
  forWhat: "Untuk",
  answer: "Jawaban",
  reason: "Penjelasan",
  reasonHint: "Misalnya kapan akan tersedia, atau mengapa tidak dapat. Paling banyak 500 karakter.",
  answerWrong: "Pilih salah satu jawaban.",
  sendAnswer: "Kirim jawaban",
  answerSent: "Jawaban terkirim.",
  already: "Permintaan ini sudah dijawab."
}
export type WishWords = WordsLike<typeof id>

const en: WishWords = {
  title: "Datasets asked for",
  ask: "Ask for a dataset that is not there",
  lead: "The data is not in the catalogue? Write to the agency what you need. Its answer is shown on this page.",
  agency: "Agency",
  what: "What data do you need?",
  whatHint: "What is in it, of which years and areas. At most 500 characters.",
  why: "What for?",
  whyHint: "The service or study that would use it. At most 500 characters.",
  send: "Send",
  sent: "It was sent to the agency's desk.",
  mine: "What you asked for",
  mineNone: "Nothing yet.",
  tooMany: "Ten of yours still wait for an answer. Please wait for it before you send more.",
  unknownAgency: "Choose one of the agencies.",
  textWrong: "Needed, at most 500 characters.",
  states: { asked: "waiting for an answer", planned: "planned", cannot: "cannot be provided" },
  waiting: "datasets asked for wait for an answer",
  askedBy: "asked by",
  answered: "answered",
  deskLead: "Data that developers ask for and the catalogue does not have. Whoever asked reads your answer.",
  deskNone: "Nobody has asked for a dataset.",
  forWhat: "For",
  answer: "Answer",
  reason: "Explanation",
  reasonHint: "For instance when it will be there, or why it cannot be. At most 500 characters.",
  answerWrong: "Choose an answer.",
  sendAnswer: "Send the answer",
  answerSent: "The answer was sent.",
  already: "This was answered already."
}

export const wishWords: Readonly<Record<Language, WishWords>> = { id, en }

export const wishMessage = (key: "textWrong" | "answerWrong") => ({ id: wishWords.id[key], en: wishWords.en[key] })
