/** Words of the page on which an application's answers are watched. */
import type { Language, WordsLike } from "../../pages/Language.ts"

const id = {
  title: "Pantau jawaban",
  lead: "Gerbang menanyakan alamat ini setiap 5 menit atas nama aplikasi Anda, dan memberi tahu bila jawabannya berubah: "
    + "di portal, lewat surel, atau lewat webhook. Isi jawabannya tidak disimpan dan tidak dikirim.",
  watchThis: "Pantau jawaban ini",
  where: "Atur surel dan webhook",
  address: "Alamat data",
  addressHint: "Seperti yang dipanggil aplikasi Anda, dengan pertanyaannya: "
    + "misalnya /api/v4/gateway/opd/dataset?$where=status='siaga'&$select=nama",
  send: "Pantau",
  made: "Jawaban itu dipantau mulai sekarang.",
  removed: "Pemantauan dihapus.",
  own: "Yang dipantau",
  none: "Belum ada jawaban yang dipantau.",
  changed: "Terakhir berubah",
  unchanged: "Belum berubah sejak",
  asked: "terakhir ditanyakan",
  failing: "Panggilan terakhir tidak terjawab:",
  ended: "Berakhir",
  going: "dipantau",
  remove: "Hapus",
  wrong: "Tulis alamat data gerbang ini, paling banyak 2.000 karakter.",
  personal: "Alamat ini memuat data pribadi atau mencari seseorang, jadi tidak dapat disimpan untuk dipantau.",
  noTag: "Jawaban alamat ini terlalu besar untuk dipantau. Persempit dengan pertanyaan, misalnya $select dan $where.",
  notNow: "Alamat ini belum dapat dijawab sekarang, coba lagi nanti:",
  tooMany: "Aplikasi ini sudah memantau 20 jawaban. Hapus salah satunya."
}

export type WatchWords = WordsLike<typeof id>

const en: WatchWords = {
  title: "Watch an answer",
  lead: "The gateway asks for this address every 5 minutes as your application, and tells you when its answer is another one: "
    + "in the portal, by mail or by webhook. What the answer holds is not kept and not sent.",
  watchThis: "Watch this answer",
  where: "Set mail and webhook",
  address: "Address of data",
  addressHint: "As your application calls it, with its question: "
    + "such as /api/v4/gateway/opd/dataset?$where=status='siaga'&$select=nama",
  send: "Watch it",
  made: "That answer is watched from now on.",
  removed: "It is watched no more.",
  own: "What is watched",
  none: "No answer is watched yet.",
  changed: "Changed last",
  unchanged: "The same since",
  asked: "asked for last",
  failing: "The latest call was not answered:",
  ended: "Ended",
  going: "watched",
  remove: "Remove",
  wrong: "Write an address of this gateway's data, at most 2,000 characters.",
  personal: "This address holds personal data or looks somebody up, so it cannot be kept to be watched.",
  noTag: "The answer of this address is too large to be watched. Narrow it by a question, such as $select and $where.",
  notNow: "This address cannot be answered now, try again later:",
  tooMany: "This application has 20 answers watched already. Remove one of them."
}

export const watchWords: Readonly<Record<Language, WatchWords>> = { id, en }
