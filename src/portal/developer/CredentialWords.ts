/** Words about client credentials that are asked of several agencies at once. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Kredensial untuk server",
  lead: "Pilih cakupan yang dibaca server Anda. Satu formulir mengirim satu permohonan ke tiap perangkat daerah pemiliknya; "
    + "masing-masing memutuskan bagiannya sendiri.",
  none: "Aplikasi ini belum memilih cakupan milik perangkat daerah.",
  send: "Kirim ke semua perangkat daerah terkait",
  sent: "Permohonan terkirim. Status tiap perangkat daerah ada di bawah.",
  states: "Status tiap perangkat daerah",
  noneAsked: "Belum ada yang diajukan.",
  oneByOne: "Ajukan ke satu perangkat daerah"
}

export type CredentialWords = typeof id

const en: CredentialWords = {
  title: "Credentials for a server",
  lead: "Choose the scopes that your server reads. One form sends a request to each agency that owns some of them; "
    + "each decides its own part.",
  none: "This application has chosen no scope of an agency.",
  send: "Send to all these agencies",
  sent: "The requests are sent. How each agency decides shows up below.",
  states: "How each agency decided",
  noneAsked: "Nothing has been asked yet.",
  oneByOne: "Ask one agency"
}

export const credentialWords: Readonly<Record<Language, CredentialWords>> = { id, en }
