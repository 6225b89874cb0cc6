/** Words about requests to agencies. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Permohonan akses",
  lead: "Kredensial klien dan akses privat diputuskan oleh tim teknis perangkat daerah pemilik datanya.",
  verified: "Aplikasi Anda dapat membaca endpoint privat yang cakupannya sudah dipilih, milik:",
  everyAgency: "semua perangkat daerah",
  until: "sampai",
  noEnd: "tanpa batas waktu",
  over: "Sudah berakhir, dan dapat diajukan lagi:",
  ask: "Ajukan permohonan",
  what: "Apa yang diminta?",
  whom: "Perangkat daerah yang memutuskan",
  next: "Lanjut",
  change: "Ubah",
  scopes: "Cakupan yang diminta",
  scopesHint: "Pilih hanya yang diperlukan; permohonan yang sempit lebih cepat disetujui.",
  scopesMissing: "Pilih minimal satu cakupan.",
  purpose: "Untuk apa",
  purposeHint: "Tim teknis membaca ini sebelum memutuskan: siapa yang memakai datanya, untuk apa, dan berapa lama.",
  send: "Kirim permohonan",
  sent: "Permohonan terkirim. Keputusan perangkat daerah muncul di bawah.",
  soFar: "Permohonan Anda",
  none: "Belum ada permohonan.",
  askedOn: "diajukan",
  decidedOn: "diputuskan",
  reason: "Alasan",
  clientReady: "Klien:",
  secretHow: "Buat rahasianya sendiri di halaman aplikasi; hanya Anda yang melihatnya.",
  pending: "Permohonan yang sama masih menunggu keputusan perangkat daerah ini.",
  manyWait: "Terlalu banyak permohonan aplikasi ini masih menunggu keputusan. Tunggu sebagian diputuskan.",
  alreadyVerified: "Anda sudah terverifikasi untuk perangkat daerah ini. Perpanjangan dapat diajukan 30 hari sebelum berakhir.",
  noAgency: "Perangkat daerah ini tidak ada.",
  foreignScope: "Cakupan ini bukan milik perangkat daerah tersebut:",
  kinds: { "client-credentials": "Kredensial klien", "private-access": "Akses privat" },
  kindHints: {
    "client-credentials": "Client id dan rahasia agar server Anda meminta token sendiri (OAuth 2.0 client credentials).",
    "private-access": "Verifikasi Anda oleh perangkat daerah itu, yang membuka endpoint privatnya sampai tanggal tertentu."
  },
  states: { asked: "menunggu keputusan", approved: "disetujui", refused: "ditolak" }
}

export type RequestWords = typeof id

const en: RequestWords = {
  title: "Access requests",
  lead: "Client credentials and private access are decided by the technical team of the agency that owns the data.",
  verified: "Your applications may read the private endpoints, whose scopes they selected, of:",
  everyAgency: "every agency",
  until: "until",
  noEnd: "without end",
  over: "Over, and may be asked for again:",
  ask: "Ask for access",
  what: "What do you ask for?",
  whom: "The agency that decides",
  next: "Continue",
  change: "Change",
  scopes: "Scopes that you ask for",
  scopesHint: "Choose only what you need: a narrow request is approved sooner.",
  scopesMissing: "Choose at least one scope.",
  purpose: "What it is for",
  purposeHint: "The technical team reads this before it decides: who uses the data, for what, and for how long.",
  send: "Send the request",
  sent: "The request is sent. The agency's decision shows up below.",
  soFar: "Requests so far",
  none: "There are no requests yet.",
  askedOn: "asked",
  decidedOn: "decided",
  reason: "Reason",
  clientReady: "Client:",
  secretHow: "Make its secret yourself on the application's page; nobody but you sees it.",
  pending: "The same request is still waiting for this agency's decision.",
  manyWait: "Too many requests of this application still wait for a decision. Wait until some are decided.",
  alreadyVerified: "You are verified for this agency already. A renewal may be asked for from 30 days before the end.",
  noAgency: "There is no such agency.",
  foreignScope: "This scope is not that agency's:",
  kinds: { "client-credentials": "Client credentials", "private-access": "Private access" },
  kindHints: {
    "client-credentials": "A client id and secret with which your server asks for tokens itself (OAuth 2.0 client credentials).",
    "private-access": "Your verification by that agency, which opens its private endpoints until a day."
  },
  states: { asked: "waiting for a decision", approved: "approved", refused: "refused" }
}

export const requestWords: Readonly<Record<Language, RequestWords>> = { id, en }
