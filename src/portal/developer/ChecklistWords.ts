/** Words of the list of first steps. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Langkah pertama",
  application: "Aplikasi dibuat",
  token: "Buat token",
  answer: "Dapatkan jawaban 200 pertama (dalam 7 hari terakhir)",
  credentials: "Ajukan kredensial klien untuk server Anda",
  secret: "Buat rahasia klien untuk server Anda",
  done: "selesai",
  next: "langkah berikutnya",
  open: "belum",
  again: "Periksa lagi"
}

export type ChecklistWords = typeof id

const en: ChecklistWords = {
  title: "First steps",
  application: "Application made",
  token: "Make a token",
  answer: "Get the first answer with 200 (in the last 7 days)",
  credentials: "Ask for client credentials for your server",
  secret: "Make the client's secret for your server",
  done: "done",
  next: "next step",
  open: "not yet",
  again: "Check again"
}

export const checklistWords: Readonly<Record<Language, ChecklistWords>> = { id, en }
