/** Words about tokens of kind `latihan` and what is tried with them. */
import type { Language } from "../../pages/Language.ts"

const id = {
  make: "Buat token latihan",
  lead: "Token latihan mendapat jawaban sintetis dari semua endpoint, tanpa cakupan dan tanpa izin siapa pun: "
    + "untuk menguji kode Anda, juga di CI. Tidak ada data asli di baliknya.",
  kind: "latihan",
  tooMany: "Aplikasi ini sudah memiliki sepuluh token latihan yang berlaku. Cabut salah satunya.",
  use: "Menguji penanganan kesalahan",
  useText: "Tambahkan header Prefer untuk mendapat persis jawaban yang ingin diuji: "
    + "429, 503, 504, stale, slow=3s, atau masked.",
  field: "Data",
  hint: "Data sintetis dapat dicoba tanpa cakupan, juga untuk endpoint privat.",
  real: "Data asli",
  made: "Data sintetis",
  answers: {
    "429": "Latihan: 429, kuota habis",
    "503": "Latihan: 503, sambungan dibatasi",
    "504": "Latihan: 504, perangkat daerah terlalu lama menjawab",
    stale: "Latihan: salinan lama (STALE-CIRCUIT)",
    "slow=3s": "Latihan: jawaban lambat, 3 detik",
    masked: "Latihan: semua nilai disamarkan"
  },
  synthetic: "Jawaban ini sintetis: dibuat oleh gerbang, bukan data perangkat daerah.",
  tryMade: "Coba dengan data sintetis"
}

export type RehearsalWords = typeof id

const en: RehearsalWords = {
  make: "Make a rehearsal token",
  lead: "A rehearsal token (latihan) gets made-up answers of every endpoint, without a scope and without anybody's consent: "
    + "to test your code, in its CI too. No real data is behind it.",
  kind: "rehearsal",
  tooMany: "This application has ten living rehearsal tokens already. Revoke one of them.",
  use: "Test how errors are handled",
  useText: "Add the header Prefer to get exactly the answer that is to be tested: 429, 503, 504, stale, slow=3s or masked.",
  field: "Data",
  hint: "Made-up data can be tried without a scope, of private endpoints too.",
  real: "Real data",
  made: "Made-up data",
  answers: {
    "429": "Rehearsal: 429, quota spent",
    "503": "Rehearsal: 503, circuit open",
    "504": "Rehearsal: 504, agency too slow",
    stale: "Rehearsal: an old copy (STALE-CIRCUIT)",
    "slow=3s": "Rehearsal: a slow answer, 3 seconds",
    masked: "Rehearsal: every value masked"
  },
  synthetic: "This answer is made up by the gateway (sintetis): it is no agency's data.",
  tryMade: "Try it with made-up data"
}

export const rehearsalWords: Readonly<Record<Language, RehearsalWords>> = { id, en }
