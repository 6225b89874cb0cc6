/** What the page says that shows a token or a secret once, beside the words of all pages about applications. */
import type { Language } from "../../pages/Language.ts"

const id = {
  gone: "Sudah ditampilkan satu kali",
  goneText: "Token atau rahasia hanya ditampilkan satu kali, lalu tidak ada lagi yang menyimpannya. "
    + "Bila hilang, perbarui token atau buat rahasia baru; yang lama dapat dicabut di halaman aplikasi.",
  goneOn: "Ke token dan kliennya",
  forServer: "Untuk server, pakai kredensial klien",
  forServerText: "Token ini habis masa berlakunya dan harus diganti dengan tangan: cocok untuk mencoba. "
    + "Dengan kredensial klien, server Anda meminta token sendiri.",
  askCredentials: "Ajukan kredensial klien"
}

export type OnceWords = typeof id

const en: OnceWords = {
  gone: "It has been shown once",
  goneText: "A token or secret is shown a single time, and nothing keeps it afterwards. "
    + "If it is lost, rotate the token or make a new secret; the old one can be revoked on the application's page.",
  goneOn: "To its tokens and clients",
  forServer: "For a server, take client credentials",
  forServerText: "This token ends and has to be replaced by hand, which is fine for trying things out. "
    + "With client credentials your server asks for tokens itself.",
  askCredentials: "Ask for client credentials"
}

export const onceWords: Readonly<Record<Language, OnceWords>> = { id, en }
