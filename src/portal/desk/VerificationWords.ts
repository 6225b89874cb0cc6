/** What the desk says about who may read the agency's private endpoints, in both languages. */
import type { Language, WordsLike } from "../../pages/Language.ts"

const id = {
  lead: "Pengembang yang aplikasinya boleh membaca endpoint privat OPD Anda, atas nama siapa, dan sampai kapan. "
    + "Endpoint OPD lain tetap tertutup bagi mereka.",
  now: "Sedang berlaku",
  noneNow: "Tidak ada.",
  over: "Sudah berakhir",
  whole: "Seluruh akun, oleh operator gerbang",
  wholeLead: "Mereka dapat membaca endpoint privat semua OPD. Hanya operator yang memberi dan mencabutnya.",
  givenBy: "diberikan oleh",
  until: "berlaku sampai",
  ended: "berakhir",
  noEnd: "tanpa batas waktu",
  disabled: "dinonaktifkan",
  renew: "Perpanjang",
  withdraw: "Cabut",
  give: "Verifikasi pengembang",
  giveLead: "Berlaku dalam satu detik bagi semua aplikasi pengembang itu dan token yang sudah ada. "
    + "Yang sudah terverifikasi mendapat batas waktu baru.",
  account: "Akun pengembang",
  accountHint: "Nama akun di layanan login kota. Pengembang itu harus pernah masuk ke portal ini.",
  accountMissing: "Isi akun pengembang.",
  accountUnknown: "Tidak ada pengembang dengan akun ini di portal.",
  own: "Akun Anda sendiri harus diverifikasi oleh rekan.",
  lastDay: "Hari terakhir",
  lastDayHint: "Paling lama 366 hari dari sekarang; biasanya 180 hari.",
  lastDayWrong: "Isi tanggal yang belum lewat, paling lama 366 hari dari sekarang, misalnya",
  save: "Verifikasi",
  done: { diberikan: "Pengembang diverifikasi.", dicabut: "Verifikasi dicabut: tokennya tidak lagi membuka endpoint privat Anda." },
  gone: "Verifikasi ini sudah tidak ada."
}

export type VerificationWords = WordsLike<typeof id>

const en: VerificationWords = {
  lead: "Developers whose applications may read your agency's private endpoints, in whose name, and until when. "
    + "Other agencies' endpoints stay shut to them.",
  now: "In force",
  noneNow: "None.",
  over: "Over",
  whole: "Whole accounts, by operators of the gateway",
  wholeLead: "They may read the private endpoints of every agency. Operators alone give and withdraw that.",
  givenBy: "given by",
  until: "in force until",
  ended: "ended",
  noEnd: "without end",
  disabled: "disabled",
  renew: "Renew",
  withdraw: "Withdraw",
  give: "Verify a developer",
  giveLead: "It begins within a second, for all applications of that developer and the tokens they have. "
    + "Whoever is verified already gets the new end.",
  account: "Account of the developer",
  accountHint: "Name of the account at the city's sign-on. The developer must have signed in at this portal before.",
  accountMissing: "Enter the developer's account.",
  accountUnknown: "No developer at the portal has this account.",
  own: "Your own account is verified by a colleague.",
  lastDay: "Last day",
  lastDayHint: "At most 366 days from now; usually 180 days.",
  lastDayWrong: "Enter a day that is not over, at most 366 days from now, such as",
  save: "Verify",
  done: {
    diberikan: "The developer is verified.",
    dicabut: "The verification is withdrawn: their tokens open your private endpoints no more."
  },
  gone: "This verification is not there any more."
}

export const verificationWords: Readonly<Record<Language, VerificationWords>> = { id, en }
