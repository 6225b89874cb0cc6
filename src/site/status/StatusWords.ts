/** What the status pages say, in both languages. */
import type { Health } from "../../domain/Health.ts"
import type { HoldCause, IncidentCause } from "../../domain/IncidentCause.ts"
import { healthWords } from "../../pages/HealthWords.ts"
import type { Language } from "../../pages/Language.ts"

const id = {
  title: "Status layanan data",
  crumb: "Status",
  where: "Anda di sini",
  lead: "Keadaan setiap perangkat daerah di balik gerbang data kota: sekarang, dan selama 30 hari terakhir.",
  stateNames: healthWords.id.states,
  now: {
    up: "Semua perangkat daerah yang dipanggil menjawab dengan baik.",
    unknown: "Tidak ada gangguan yang diketahui. Belum ada panggilan dalam 5 menit terakhir.",
    down: healthWords.id.states.down.toLowerCase(),
    degraded: healthWords.id.states.degraded.toLowerCase(),
    of: "dari",
    agencies: "perangkat daerah",
    and: "dan"
  },
  agencyNow: {
    up: "Normal: panggilan dijawab dengan baik.",
    degraded: "Melambat: sebagian jawaban gagal atau berasal dari salinan.",
    down: "Terputus: perangkat daerah tidak menjawab. Salinan terakhir diberikan bila ada.",
    unknown: "Tidak ada gangguan yang diketahui. Belum ada panggilan dalam 5 menit terakhir."
  },
  stopped: {
    operator: "Dihentikan sementara oleh pengelola gerbang; perangkat daerah tidak dipanggil. Salinan terakhir diberikan bila ada.",
    maintenance: "Sedang dalam pemeliharaan. Salinan terakhir diberikan bila ada."
  } satisfies Readonly<Record<HoldCause, string>>,
  causes: {
    "no-answer": "Perangkat daerah tidak menjawab.",
    errors: "Perangkat daerah menjawab dengan kesalahan.",
    slow: "Perangkat daerah terlalu lama menjawab.",
    operator: "Dihentikan sementara oleh pengelola gerbang.",
    maintenance: "Dalam pemeliharaan."
  } satisfies Readonly<Record<IncidentCause, string>>,
  reason: "Keterangan pengelola:",
  unasked: "Belum ada yang memanggilnya lagi sejak itu.",
  maintenance: "Pemeliharaan",
  wholeGateway: "Seluruh gerbang",
  underWay: "sedang berlangsung",
  planned: "direncanakan",
  feed: "Gangguan dan perubahan layanan data",
  feedOpen: "Gangguan",
  feedOver: "Selesai",
  deprecated: "Akan dihentikan",
  answersUntil: "Masih menjawab sampai",
  replacedBy: "Penggantinya:",
  asOf: "Per",
  incomplete: "Saat ini riwayat tidak dapat dibaca seluruhnya; angka di bawah ini belum lengkap.",
  current: "Gangguan yang sedang berlangsung",
  since: "Sejak",
  past: "Gangguan sebelumnya",
  noPast: "Tidak ada gangguan lain dalam 31 hari terakhir.",
  lasted: "selama",
  copies: "permintaan dijawab dengan salinan",
  failed: "tidak terjawab",
  unharmed: "Tidak ada permintaan selama itu.",
  uncounted: "Berapa permintaan selama itu tidak diketahui: gerbang yang menghitungnya berhenti.",
  atLeast: "Sedikitnya",
  agencies: "Perangkat daerah",
  windows: { "24h": "24 jam", "7d": "7 hari", "30d": "30 hari" },
  bars: "Ketersediaan 30 hari terakhir",
  daysAgo: "30 hari lalu",
  today: "hari ini",
  dayKinds: { up: "hari normal", degraded: "hari melambat", down: "hari terputus", unknown: "hari tanpa panggilan" } satisfies Readonly<
    Record<Health, string>
  >,
  key: {
    up: "99,5% atau lebih",
    degraded: "95–99,5%, atau 5% dari salinan",
    down: "di bawah 95%",
    unknown: "tanpa panggilan"
  } satisfies Readonly<Record<Health, string>>,
  overview: "Ketersediaan dan waktu respons",
  agency: "Perangkat daerah",
  availability: "Ketersediaan",
  p50: "p50, 24 jam",
  p95: "p95, 24 jam",
  calls: "Panggilan",
  failures: "Gagal",
  stale: "Dari salinan",
  measure: "Metrik",
  response: "Waktu respons",
  endpoints: "Endpoint",
  endpoint: "Endpoint",
  state: "Sekarang",
  private: "privat",
  days: "Hari demi hari",
  day: "Hari",
  noCalls: "tanpa panggilan",
  daysTable: "Tabel 30 hari",
  catalogue: "Lihat datanya di katalog",
  meaning: "Arti angka",
  meanings: [
    "Ketersediaan adalah persentase panggilan yang dijawab, diukur di gerbang dari panggilan yang benar-benar terjadi. "
    + "Yang gagal adalah jawaban berstatus 500 ke atas: perangkat daerah atau gerbang tidak dapat menjawab.",
    "Jawaban dari salinan dihitung sebagai terjawab, karena pemanggil menerima data; "
    + "jumlahnya ditampilkan tersendiri, karena saat itu perangkat daerah gagal menjawab.",
    "Kesalahan pemanggil (misalnya token tanpa cakupan, kuota habis, alamat tidak ada) bukan kegagalan. "
    + "Tanpa panggilan tidak ada angka, bukan 100%.",
    "p50 dan p95: separuh dan 95% jawaban lebih cepat dari angka ini.",
    "24 jam dihitung per 15 menit; 7 dan 30 hari per hari menurut zona waktu kota. "
    + "Gangguan adalah masa ketika gerbang berhenti memanggil perangkat daerah yang gagal berulang kali, "
    + "atau yang dihentikan pengelola gerbang; jeda di bawah 5 menit tidak memisahkannya.",
    "Yang dihentikan pengelola bukan kegagalan perangkat daerah: "
    + "penolakan dan salinan selama itu tidak masuk hitungan ketersediaannya. "
    + "Begitu pula kegagalan selama pemeliharaan yang diumumkan."
  ],
  scorecard: "Rapor bulanan",
  machine: "Halaman ini juga tersedia sebagai JSON: kirim Accept: application/json."
}

export type StatusWords = typeof id

const en: StatusWords = {
  title: "Data service status",
  crumb: "Status",
  where: "You are here",
  lead: "How every agency behind the city's data gateway is doing: now, and over the last 30 days.",
  stateNames: healthWords.en.states,
  now: {
    up: "All agencies that are being called answer well.",
    unknown: "No known incidents. There were no calls in the last 5 minutes.",
    down: healthWords.en.states.down.toLowerCase(),
    degraded: healthWords.en.states.degraded.toLowerCase(),
    of: "of",
    agencies: "agencies",
    and: "and"
  },
  agencyNow: {
    up: "Normal: calls are answered well.",
    degraded: "Slow: some answers fail or come from copies.",
    down: "Down: the agency does not answer. The latest copy is served where there is one.",
    unknown: "No known incidents. There were no calls in the last 5 minutes."
  },
  stopped: {
    operator: "Stopped for a while by the gateway’s operators; the agency is not called. The latest copy is served where there is one.",
    maintenance: "In maintenance. The latest copy is served where there is one."
  },
  causes: {
    "no-answer": "The agency did not answer.",
    errors: "The agency answered with errors.",
    slow: "The agency took too long.",
    operator: "Stopped for a while by the gateway’s operators.",
    maintenance: "In maintenance."
  },
  reason: "The operators say:",
  unasked: "Nobody has called it again since.",
  maintenance: "Maintenance",
  wholeGateway: "The whole gateway",
  underWay: "under way",
  planned: "planned",
  feed: "Incidents and changes of data services",
  feedOpen: "Incident",
  feedOver: "Over",
  deprecated: "Deprecated",
  answersUntil: "It answers until",
  replacedBy: "Its successor:",
  asOf: "As of",
  incomplete: "The history cannot be read as a whole right now; the figures below are incomplete.",
  current: "Current incidents",
  since: "Since",
  past: "Past incidents",
  noPast: "No other incidents in the last 31 days.",
  lasted: "for",
  copies: "requests answered from copies",
  failed: "not answered",
  unharmed: "There were no requests meanwhile.",
  uncounted: "How many requests there were meanwhile is not known: the gateway that counted them stopped.",
  atLeast: "At least",
  agencies: "Agencies",
  windows: { "24h": "24 hours", "7d": "7 days", "30d": "30 days" },
  bars: "Availability over the last 30 days",
  daysAgo: "30 days ago",
  today: "today",
  dayKinds: { up: "normal days", degraded: "slow days", down: "days down", unknown: "days without calls" },
  key: { up: "99.5% or more", degraded: "95–99.5%, or 5% from copies", down: "below 95%", unknown: "no calls" },
  overview: "Availability and response time",
  agency: "Agency",
  availability: "Availability",
  p50: "p50, 24 hours",
  p95: "p95, 24 hours",
  calls: "Calls",
  failures: "Failed",
  stale: "From copies",
  measure: "Measure",
  response: "Response time",
  endpoints: "Endpoints",
  endpoint: "Endpoint",
  state: "Now",
  private: "private",
  days: "Day by day",
  day: "Day",
  noCalls: "no calls",
  daysTable: "Table of 30 days",
  catalogue: "See its data in the catalogue",
  meaning: "What the figures mean",
  meanings: [
    "Availability is the share of calls that were answered, measured at the gateway from calls that really were made. "
    + "Failed are answers with a status of 500 or above: the agency or the gateway could not answer.",
    "Answers from copies count as answered, because the caller received data; "
    + "how many there were is shown separately, because the agency failed at that time.",
    "Callers' mistakes (a token without the scope, a spent quota, an address that does not exist) are no failures. "
    + "Without calls there is no figure, not 100%.",
    "p50 and p95: half and 95% of the answers were faster than this.",
    "24 hours are counted by quarters of an hour; 7 and 30 days by days in the city's time zone. "
    + "An incident is a time in which the gateway left alone an agency that had failed repeatedly, "
    + "or that the gateway’s operators had stopped; pauses below 5 minutes do not divide it.",
    "What the operators stopped is no failure of the agency: "
    + "refusals and copies of that time are not counted in its availability. "
    + "Nor are failures during announced maintenance."
  ],
  scorecard: "Monthly scorecard",
  machine: "This page is JSON too: send Accept: application/json."
}

export const statusWords: Readonly<Record<Language, StatusWords>> = { id, en }
