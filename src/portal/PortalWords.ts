/** The words that pages of the portal share. */
import type { Language, WordsLike } from "../pages/Language.ts"

const id = {
  portal: "Portal",
  yours: "Menu Anda",
  applications: "Aplikasi saya",
  desk: "Ruang kerja OPD",
  operations: "Operasi",
  notices: "Pemberitahuan",
  unread: "belum dibaca",
  signIn: "Masuk",
  signOut: "Keluar",
  back: "Kembali ke portal",
  developer: "pengembang",
  civilServant: "aparatur sipil negara",
  operator: "operator",
  faultsTitle: "Ada yang perlu diperbaiki",
  faultPrefix: "Kesalahan: ",
  putBack: "Isian Anda sudah dikembalikan ke formulir ini, tetapi belum dikirim. Periksa, lalu kirim.",
  success: "Berhasil",
  important: "Penting",
  missing: "Isi bagian ini.",
  unfit: "Nilai ini tidak dapat dipakai.",
  notFound: "Halaman tidak ditemukan",
  notFoundText: "Tidak ada apa-apa di alamat ini, atau bukan milik Anda.",
  notAllowed: "Halaman ini bukan untuk akun Anda",
  notAllowedText: "Akun Anda tidak memiliki peran yang diperlukan halaman ini.",
  forged: "Formulir tidak diterima",
  forgedText:
    "Formulir ini tidak dikirim dari halaman portal yang masih berlaku. Muat ulang halaman asalnya dan kirim lagi. Alamat portal:",
  badForm: "Formulir tidak dapat dibaca",
  badFormText: "Kirim formulir dari halaman portal; paling besar 64 KiB.",
  formAgain: "Formulir belum lengkap",
  method: "Metode ini tidak didukung di alamat ini",
  methodText: "Metode yang didukung:",
  notNow: "Portal tidak dapat melayani saat ini",
  notNowText: "Data yang diperlukan tidak dapat diakses. Coba lagi sebentar lagi.",
  notRecordingText: "Catatan audit sedang tidak dapat disimpan. "
    + "Selama itu akses baru tidak diberikan; akses tetap dapat dicabut. Coba lagi sebentar lagi.",
  broken: "Terjadi kesalahan",
  brokenText: "Portal gagal menyusun halaman ini. Kesalahannya sudah dicatat; coba lagi sebentar lagi."
}

export type PortalWords = WordsLike<typeof id>

const en: PortalWords = {
  portal: "Portal",
  yours: "Your menu",
  applications: "My applications",
  desk: "Agency desk",
  operations: "Operations",
  notices: "Notices",
  unread: "unread",
  signIn: "Sign in",
  signOut: "Sign out",
  back: "Back to the portal",
  developer: "developer",
  civilServant: "civil servant",
  operator: "operator",
  faultsTitle: "There is a problem",
  faultPrefix: "Error: ",
  putBack: "What you typed is back in this form, but it has not been sent. Look through it, then send it.",
  success: "Success",
  important: "Important",
  missing: "Fill this in.",
  unfit: "This value cannot be used.",
  notFound: "Page not found",
  notFoundText: "There is nothing at this address, or it is not yours.",
  notAllowed: "This page is not for your account",
  notAllowedText: "Your account does not have the role that this page needs.",
  forged: "The form was not accepted",
  forgedText: "This form did not come from a page of the portal that is still valid. "
    + "Reload the page that it is on and send it again. The portal's address:",
  badForm: "The form cannot be read",
  badFormText: "Send the form from the portal's page; at most 64 KiB.",
  formAgain: "The form is not complete",
  method: "This address cannot be used like that",
  methodText: "This address answers only:",
  notNow: "The portal cannot serve now",
  notNowText: "The data that this needs cannot be reached. Try again in a moment.",
  notRecordingText:
    "Audit records cannot be kept at the moment. Until they can, no access is given; it can still be taken back. Try again in a moment.",
  broken: "Something went wrong",
  brokenText: "The portal failed to make this page. The failure has been recorded; try again in a moment."
}

export const portalWords: Readonly<Record<Language, PortalWords>> = { id, en }
