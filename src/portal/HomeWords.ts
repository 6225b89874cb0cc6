/** The words of the portal's first page and of signing in and out. */
import type { Language, WordsLike } from "../pages/Language.ts"

const id = {
  title: "Portal pengembang",
  lead: "Pintu ke data resmi kota: pilih dataset, buat aplikasi, terima token, dan mulai membaca.",
  forWhom: "Untuk siapa",
  forDevelopers: "Pengembang mendaftarkan aplikasi, memilih cakupan dataset, mengelola token, dan melihat pemakaiannya.",
  forAgencies: "Aparatur OPD memutuskan permohonan akses dan mengelola endpoint-nya sendiri.",
  forOperators: "Operator kota memantau gerbang dan sirkuit setiap OPD.",
  without: "Terbuka untuk umum",
  catalogue: "Lihat katalog",
  catalogueText: "semua OPD, dataset, dan endpoint, dengan contoh jawaban",
  status: "Lihat status layanan",
  statusText: "ketersediaan dan waktu respons setiap OPD",
  docs: "Baca dokumentasi API",
  docsText: "alamat, kesalahan, dan batas pemakaian",
  signIn: "Masuk dengan akun kota",
  signInText: "Hanya akun pengembang dan akun aparatur sipil negara (ASN) yang dapat masuk.",
  hello: "Selamat datang",
  as: "Anda masuk sebagai",
  yours: "Yang dapat Anda kerjakan",
  create: "Buat aplikasi",
  applications: "Aplikasi, cakupan, token, dan pemakaiannya",
  desk: "Permohonan akses, endpoint, dan audit OPD ini",
  operations: "Papan pantau langsung, sirkuit, dan tindakan darurat",
  session: "Sesi ini berakhir"
}

export type HomeWords = WordsLike<typeof id>

const en: HomeWords = {
  title: "Developer portal",
  lead: "The door to the city's official data: choose datasets, make an application, receive a token, and start reading.",
  forWhom: "Whom it is for",
  forDevelopers: "Developers register applications, choose dataset scopes, hold tokens and see how they are used.",
  forAgencies: "An agency's civil servants decide requests for access and look after their own endpoints.",
  forOperators: "The city's operators watch the gateway and the circuit of every agency.",
  without: "Open to everybody",
  catalogue: "See the catalogue",
  catalogueText: "all agencies, datasets and endpoints, with sample answers",
  status: "See the service status",
  statusText: "availability and response time of every agency",
  docs: "Read the API reference",
  docsText: "addresses, errors and limits",
  signIn: "Sign in with your city account",
  signInText: "Only developer and civil-servant accounts can enter.",
  hello: "Welcome",
  as: "You are signed in as",
  yours: "What you can do",
  create: "Create an application",
  applications: "Applications, scopes, tokens and how they are used",
  desk: "Requests for access, endpoints and audit of this agency",
  operations: "Live board, circuits and emergency actions",
  session: "This session ends"
}

export const homeWords: Readonly<Record<Language, HomeWords>> = { id, en }
