/** Why there is no live feed, or no more of one. */
import type { DetailTable } from "./Detail.ts"

export const liveDetails = {
  none: {
    en: "This endpoint has no live feed (`text/event-stream`). Read it by GET as often as you need.",
    id: "Endpoint ini tidak memiliki siaran langsung (`text/event-stream`). Bacalah dengan GET sesering yang diperlukan."
  },
  rehearsal: {
    en: "A rehearsal has no live feed (`text/event-stream`). Rehearse with a GET for JSON.",
    id: "Latihan tidak memiliki siaran langsung (`text/event-stream`). Berlatihlah dengan GET untuk JSON."
  },
  format: {
    en: "`$format` chooses the form of an answer; a live feed has one of its own. Leave it out.",
    id: "`$format` memilih bentuk jawaban; siaran langsung memiliki bentuknya sendiri. Hilangkan parameter itu."
  },
  tooLarge: {
    en: "This answer is too large for a live feed, which has 1 MiB at most. Read it by GET.",
    id: "Jawaban ini terlalu besar untuk siaran langsung, yang paling banyak 1 MiB. Bacalah dengan GET."
  },
  slow: {
    en: "More waits to be read than the gateway holds for one caller. Connect again, and read faster or ask for less.",
    id: "Yang menunggu dibaca lebih banyak daripada yang ditampung gerbang untuk satu pemanggil. "
      + "Sambungkan lagi, lalu baca lebih cepat atau minta lebih sedikit."
  },
  closing: {
    en: "The gateway is shutting down. Connect again.",
    id: "Gerbang sedang berhenti. Sambungkan lagi."
  },
  unshared: {
    en: "The agency has begun to answer each application apart. Connect again.",
    id: "Perangkat daerah mulai menjawab tiap aplikasi secara terpisah. Sambungkan lagi."
  }
} satisfies DetailTable
