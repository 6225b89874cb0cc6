/** Words of the page that explains an answer. */
import type { Language } from "../../pages/Language.ts"
import type { Check, CheckState } from "./Explanation.ts"

const checkNamesId: Readonly<Record<Check, string>> = {
  gateway: "Gerbang",
  address: "Alamat",
  token: "Token",
  rate: "Batas",
  form: "Bentuk permintaan",
  registered: "Katalog",
  scope: "Cakupan",
  private: "Akses privat",
  agency: "Perangkat daerah",
  linkage: "Gabungan data"
}
const checkNamesEn: Readonly<Record<Check, string>> = {
  gateway: "Gateway",
  address: "Address",
  token: "Token",
  rate: "Limit",
  form: "Form of the request",
  registered: "Catalogue",
  scope: "Scope",
  private: "Private access",
  agency: "Agency",
  linkage: "Linkage"
}
const checkTextsId: Readonly<Record<Check, string>> = {
  gateway: "menerima permintaan",
  address: "dapat dibaca",
  token: "ada, dikenal, dan berlaku",
  rate: "kuota 60 detik belum habis",
  form: "parameter, isi, dan Accept dapat dipakai",
  registered: "endpoint terdaftar dan belum dihentikan",
  scope: "token memiliki cakupan endpoint",
  private: "akun atau aplikasi boleh membaca data privat",
  agency: "memberi jawaban yang sah",
  linkage: "tidak mengungkap identitas"
}
const checkTextsEn: Readonly<Record<Check, string>> = {
  gateway: "takes the request",
  address: "can be read",
  token: "is there, known and valid",
  rate: "the quota of 60 seconds is not used up",
  form: "parameters, body and Accept can be used",
  registered: "the endpoint is registered and not withdrawn",
  scope: "the token has the endpoint's scope",
  private: "account or application may read private data",
  agency: "gives a valid answer",
  linkage: "identifies nobody"
}
const statesId: Readonly<Record<CheckState, string>> = {
  passed: "lolos",
  refused: "ditolak di sini",
  unneeded: "tidak diperlukan",
  unreached: "tidak sampai"
}
const statesEn: Readonly<Record<CheckState, string>> = {
  passed: "passed",
  refused: "refused here",
  unneeded: "not needed",
  unreached: "not reached"
}

const id = {
  title: "Mengapa permintaan saya ditolak?",
  lead: "Tempel id permintaan dari header X-Request-Id atau dari isi kesalahan: "
    + "portal menunjukkan pemeriksaan mana yang menolak dan bagaimana mengatasinya.",
  id: "Id permintaan",
  idHint: "Misalnya 0199a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b; entri agregat diberi tanda # dan aliasnya.",
  explain: "Jelaskan",
  notFound: "Permintaan tidak ditemukan",
  notFoundText: "Tidak ada permintaan dengan id itu dari aplikasi Anda. Catatan muncul beberapa detik setelah jawabannya.",
  checksTitle: "Pemeriksaan, menurut urutannya",
  checks: checkNamesId,
  checkTexts: checkTextsId,
  states: statesId,
  wayTitle: "Cara mengatasinya",
  recordTitle: "Catatan permintaan",
  entries: "Entri",
  another: "Permintaan lain",
  when: "Waktu",
  application: "Aplikasi",
  route: "Rute",
  took: "Durasi",
  size: "Ukuran",
  bytes: "byte",
  masked: "nilai disamarkan",
  answered: "Permintaan ini dijawab; tidak ada pemeriksaan yang menolak.",
  fromCopy: {
    HIT: "Permintaan ini dijawab dari salinan terbaru.",
    "STALE-CIRCUIT": "Permintaan ini dijawab dari salinan lama, karena perangkat daerahnya sedang gagal."
  },
  left: "Pemanggil menutup sambungan sebelum jawabannya selesai.",
  scopeGone: "Endpoint ini tidak lagi ada di katalog.",
  scopeMissing: "Token pada permintaan ini tidak memiliki cakupan",
  notSelected: "Aplikasi Anda belum memilih cakupan ini.",
  selectIt: "Pilih cakupan ini",
  thenNewToken: "lalu buat token baru: token lama tidak bertambah cakupannya.",
  selectedSince: "Aplikasi sudah memilih cakupan ini, tetapi token itu dibuat sebelumnya.",
  newToken: "Buat atau perbarui token",
  hasItNow: "Token ini sekarang memiliki cakupan tersebut: kirim ulang permintaannya.",
  clientLacks: "Klien ini tidak diberi cakupan tersebut:",
  grantedSince: "Perangkat daerah sudah memberikan cakupan ini kepada klien Anda setelah token itu dibuat.",
  askTokenAgain: "Minta token baru di /oauth/token.",
  askAgency: "Ajukan kepada perangkat daerah",
  neverAsked: "Belum ada permohonan untuk ini.",
  asked: "Permohonan Anda:",
  isPrivate: "Endpoint ini privat: cakupan saja tidak cukup.",
  verifiedNow: "Anda sekarang sudah terverifikasi: kirim ulang permintaannya.",
  notVerified: "Anda tidak terverifikasi untuk perangkat daerah pemiliknya, atau masanya sudah berakhir:",
  waiting: "Tunggu keputusan perangkat daerah; setelah disetujui, token yang sama langsung dapat membaca.",
  askPrivate: "Ajukan akses privat",
  noToken: "Catatan ini tidak menyebut aplikasi, karena token tidak ada, tidak dikenal, sudah dicabut, atau kedaluwarsa. "
    + "Periksa header Authorization: Bearer <token>.",
  myTokens: "Lihat token aplikasi saya",
  strangers: "Terlalu banyak permintaan tanpa token yang sah datang dari alamat yang sama. Perbaiki tokennya dahulu.",
  leftNow: "Sisa kuota token ini sekarang:",
  leftTogether: "Sisa anggaran semua token aplikasi ini bersama-sama:",
  atOnce: "Satu token boleh memiliki 32 permintaan yang sedang berjalan; tunggu salah satunya selesai.",
  spread: "Jatah setiap permintaan kembali tepat 60 detik setelah dipakai. Sebarkan permintaan, "
    + "patuhi Retry-After, gabungkan lewat agregat (dihitung sekali), atau simpan jawaban selama Cache-Control mengizinkan.",
  notInCatalogue: "Tidak ada endpoint dengan alamat itu.",
  inCatalogueNow: "Endpoint ini ada di katalog; baca halamannya untuk masa layanan dan penggantinya.",
  catalogue: "Cari di katalog",
  agencyAnswered:
    "Permintaan sampai ke server perangkat daerah, dan server itulah yang menolaknya: periksa pengenal dan parameter pada alamat.",
  circuitOpen: "Sambungan ke perangkat daerah ini masih dibatasi saat ini.",
  circuitClosed: "Sambungan ke perangkat daerah ini sekarang terbuka lagi: kirim ulang permintaannya.",
  attempts: "Percobaan gerbang:",
  agencyStatus: "status terakhir dari perangkat daerah:",
  notYours: "Penyebabnya bukan pada permintaan Anda.",
  correctIt: "Perbaiki permintaannya: rincian dalam isi kesalahan menyebut bagian yang salah dan apa yang diperbolehkan."
}

export type ExplainWords = { readonly [K in keyof typeof id]: (typeof id)[K] }

const en: ExplainWords = {
  title: "Why was my request refused?",
  lead: "Paste a request id from the X-Request-Id header or from the body of an error: "
    + "the portal shows which check refused it and how to solve it.",
  id: "Request id",
  idHint: "For instance 0199a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b; an aggregate's entry has # and its alias behind it.",
  explain: "Explain",
  notFound: "Request not found",
  notFoundText: "There is no request with that id from your applications. A record shows up a few seconds after its answer.",
  checksTitle: "The checks, in their order",
  checks: checkNamesEn,
  checkTexts: checkTextsEn,
  states: statesEn,
  wayTitle: "How to solve it",
  recordTitle: "The request's record",
  entries: "Entries",
  another: "Another request",
  when: "Time",
  application: "Application",
  route: "Route",
  took: "Took",
  size: "Size",
  bytes: "bytes",
  masked: "values masked",
  answered: "This request was answered; no check refused it.",
  fromCopy: {
    HIT: "This request was answered from a fresh copy.",
    "STALE-CIRCUIT": "This request was answered from an old copy, because the agency is failing."
  },
  left: "The caller closed the connection before the answer was complete.",
  scopeGone: "This endpoint is no longer in the catalogue.",
  scopeMissing: "The token of this request does not have the scope",
  notSelected: "Your application has not selected this scope.",
  selectIt: "Select this scope",
  thenNewToken: "and then make a new token: an old one gains no scopes.",
  selectedSince: "The application has selected this scope, but that token was made before.",
  newToken: "Make or rotate a token",
  hasItNow: "The token has the scope now: send the request again.",
  clientLacks: "This client was not granted the scope:",
  grantedSince: "The agency granted this scope to your client after that token was made.",
  askTokenAgain: "Ask for a new token at /oauth/token.",
  askAgency: "Ask the agency",
  neverAsked: "Nobody has asked for it yet.",
  asked: "Your request:",
  isPrivate: "This endpoint is private: the scope alone is not enough.",
  verifiedNow: "You are verified for it now: send the request again.",
  notVerified: "You are not verified for the agency that owns it, or no longer:",
  waiting: "Wait for the agency's decision; once it is approved, the same token can read at once.",
  askPrivate: "Ask for private access",
  noToken: "This record names no application, because the token was absent, unknown, revoked or expired. "
    + "Check the header Authorization: Bearer <token>.",
  myTokens: "See my applications' tokens",
  strangers: "Too many requests without a valid token came from the same address. Correct the token first.",
  leftNow: "Calls that this token has left now:",
  leftTogether: "Calls that all tokens of this application together have left:",
  atOnce: "One token may have 32 requests in progress; wait for one of them to end.",
  spread: "Each call comes back exactly 60 seconds after it was spent. Spread your calls, "
    + "respect Retry-After, combine them in an aggregate (counted once), or keep answers as long as Cache-Control allows.",
  notInCatalogue: "There is no endpoint at that address.",
  inCatalogueNow: "This endpoint is in the catalogue; its page tells how long it is served and what replaces it.",
  catalogue: "Search the catalogue",
  agencyAnswered:
    "The request reached the agency's server, and that server refused it: check the identifiers and parameters in the address.",
  circuitOpen: "Calls to this agency are still held back at the moment.",
  circuitClosed: "Calls to this agency go through again: send the request again.",
  attempts: "Attempts by the gateway:",
  agencyStatus: "the agency's last status:",
  notYours: "The cause is not in your request.",
  correctIt: "Correct the request: the detail in the error's body names the faulty part and what is allowed."
}

export const explainWords: Readonly<Record<Language, ExplainWords>> = { id, en }
