/** The words of the board's charts, of the order of its agencies and of what happened beside its numbers. */
import type { IncidentCause } from "../../domain/IncidentCause.ts"
import type { Language } from "../../pages/Language.ts"
import type { Order } from "./AgencyOrder.ts"
import type { NoteKind } from "./BoardNotes.ts"
import type { Range } from "./BoardRange.ts"

const id = {
  order: "Urutkan",
  orders: { trouble: "Gangguan dulu", slow: "Paling lambat", errors: "Paling banyak kesalahan", name: "Nama" } satisfies Record<
    Order,
    string
  >,
  range: "Rentang",
  ranges: { "15m": "15 menit", "1h": "1 jam", "6h": "6 jam", "24h": "24 jam" } satisfies Record<Range, string>,
  charts: "Grafik",
  own: "Angka gerbang ini, per detik.",
  shared: "Angka semua gerbang: yang di gerbang ini langsung masuk, yang di gerbang lain paling lambat dua menit kemudian.",
  traffic: "Lalu lintas per detik",
  trafficChart: "Grafik garis: permintaan dan kesalahan per detik selama {range} terakhir; angkanya ada di tabel di bawah.",
  latencyTitle: "Waktu respons (ms)",
  latencyChart: "Grafik garis berskala logaritma: persentil waktu respons dalam milidetik selama {range} terakhir; "
    + "angkanya ada di tabel di bawah.",
  cacheTitle: "Asal jawaban per detik",
  cacheChart: "Grafik area: jawaban dari salinan terbaru, salinan pengganti, dan OPD per detik selama {range} terakhir; "
    + "angkanya ada di tabel di bawah.",
  standInTitle: "Jawaban pengganti per detik",
  standInChart: "Grafik garis: jawaban dari salinan pengganti per detik selama {range} terakhir; angkanya ada di tabel di bawah.",
  table: "Tabel angka per menit",
  quarters: "Tabel angka per 15 menit",
  tableCaption: "Jumlah setiap menit, yang terbaru di atas; persentil adalah yang tertinggi dalam menit itu.",
  courseCaption: "Jumlah setiap selang waktu, yang terbaru di atas.",
  from: "Mulai",
  notes: "Yang terjadi",
  notesLead: "Dalam {range} terakhir, yang terbaru di atas. Nomornya sama dengan yang di grafik.",
  noNotes: "Tidak ada.",
  kinds: {
    deployment: "Versi baru",
    restart: "Gerbang dimulai",
    change: "Perubahan OPD",
    incident: "Gangguan",
    maintenance: "Pemeliharaan"
  } satisfies Record<NoteKind, string>,
  instead: "menggantikan",
  gateways: (count: string) => `${count} gerbang`,
  lasts: "masih berlangsung",
  whole: "seluruh gerbang",
  causes: {
    "no-answer": "tidak menjawab",
    errors: "menjawab dengan kesalahan",
    slow: "terlalu lambat",
    operator: "dihentikan operator",
    maintenance: "pemeliharaan"
  } satisfies Record<IncidentCause, string>
}

export type BoardWords = typeof id

const en: BoardWords = {
  order: "Order",
  orders: { trouble: "Trouble first", slow: "Slowest", errors: "Most errors", name: "Name" },
  range: "Range",
  ranges: { "15m": "15 minutes", "1h": "1 hour", "6h": "6 hours", "24h": "24 hours" },
  charts: "Charts",
  own: "This gateway's numbers, by the second.",
  shared: "The numbers of all gateways: this one's at once, another's within two minutes.",
  traffic: "Traffic per second",
  trafficChart: "Line chart: requests and errors per second over the last {range}; the table below has the numbers.",
  latencyTitle: "Response time (ms)",
  latencyChart: "Line chart on a logarithmic scale: percentiles of the response time in milliseconds over the last {range}; "
    + "the table below has the numbers.",
  cacheTitle: "Where answers came from, per second",
  cacheChart: "Area chart: answers from fresh copies, stand-in copies and agencies per second over the last {range}; "
    + "the table below has the numbers.",
  standInTitle: "Stand-in answers per second",
  standInChart: "Line chart: answers from stand-in copies per second over the last {range}; the table below has the numbers.",
  table: "Table of the numbers by minute",
  quarters: "Table of the numbers by 15 minutes",
  tableCaption: "Counts of each minute, the newest first; percentiles are the highest within the minute.",
  courseCaption: "Counts of each span of time, the newest first.",
  from: "From",
  notes: "What happened",
  notesLead: "Within the last {range}, the latest first. The numbers are those in the charts.",
  noNotes: "Nothing.",
  kinds: {
    deployment: "New version",
    restart: "Gateways started",
    change: "Agency's change",
    incident: "Incident",
    maintenance: "Maintenance"
  },
  instead: "instead of",
  gateways: (count) => `${count} ${count === "1" ? "gateway" : "gateways"}`,
  lasts: "still going on",
  whole: "the whole gateway",
  causes: {
    "no-answer": "no answer",
    errors: "answered with errors",
    slow: "too slow",
    operator: "stopped by an operator",
    maintenance: "maintenance"
  }
}

export const boardWords: Readonly<Record<Language, BoardWords>> = { id, en }
