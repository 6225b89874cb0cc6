/** Words about the use of an application by the hour, and about what is left of a quota. */
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Per jam",
  lead: "Tanda di atas batang: ada permintaan pada jam itu yang ditolak karena melewati batas (429).",
  ofEndpoint: "Endpoint",
  allEndpoints: "Semua endpoint",
  ofToken: "Token",
  allTokens: "Semua token",
  tokenHours: "Pemakaian per jam",
  show: "Tampilkan",
  unused: "Tidak ada permintaan seperti ini dalam rentang ini.",
  calls: "permintaan",
  refused: "melewati batas (429)",
  most: "paling banyak",
  hoursLimited: "jam dengan penolakan 429",
  now: "sekarang",
  table: "Data per jam",
  hour: "Mulai",
  callsHead: "Permintaan",
  refusedHead: "Melewati batas (429)",
  quotaLeft: "Sisa kuota"
}

export type UsageWords = typeof id

const en: UsageWords = {
  title: "By the hour",
  lead: "A mark above a bar: some requests of that hour were refused for exceeding the limit (429).",
  ofEndpoint: "Endpoint",
  allEndpoints: "All endpoints",
  ofToken: "Token",
  allTokens: "All tokens",
  tokenHours: "Calls by the hour",
  show: "Show",
  unused: "There were no such requests in this time.",
  calls: "requests",
  refused: "over the limit (429)",
  most: "at most",
  hoursLimited: "hours with refusals (429)",
  now: "now",
  table: "The numbers by the hour",
  hour: "From",
  callsHead: "Requests",
  refusedHead: "Over the limit (429)",
  quotaLeft: "Quota left"
}

export const usageWords: Readonly<Record<Language, UsageWords>> = { id, en }
