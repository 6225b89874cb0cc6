/** What went wrong with an agency's server, or on the way to it. Nothing in here names the server. */
import type { Detail, DetailTable } from "./Detail.ts"

export const agencyDetails = {
  dns: { en: "The agency's server could not be found.", id: "Server perangkat daerah tidak dapat ditemukan." },
  refused: { en: "The agency's server refused the connection.", id: "Server perangkat daerah menolak sambungan." },
  terminated: {
    en: "The agency's server closed the connection before it answered.",
    id: "Server perangkat daerah menutup sambungan sebelum menjawab."
  },
  unreachable: { en: "The agency's server could not be reached.", id: "Server perangkat daerah tidak dapat dihubungi." },
  certificate: {
    en: "The agency's server did not present a certificate that can be trusted.",
    id: "Sertifikat server perangkat daerah tidak dapat dipercaya."
  },
  tls: {
    en: "No secure connection to the agency's server could be made.",
    id: "Sambungan aman ke server perangkat daerah tidak dapat dibuat."
  },
  connectTimeout: {
    en: "No connection to the agency's server could be made in time.",
    id: "Sambungan ke server perangkat daerah tidak terbentuk dalam batas waktu."
  },
  answerTimeout: {
    en: "The agency's server did not answer completely in time.",
    id: "Server perangkat daerah tidak menjawab lengkap dalam batas waktu."
  },
  queueTimeout: {
    en: "All connections to the agency's server were in use for too long.",
    id: "Semua sambungan ke server perangkat daerah terpakai terlalu lama."
  },
  queueFull: {
    en: "Too many calls are already waiting for the agency's server.",
    id: "Sudah terlalu banyak panggilan yang menunggu server perangkat daerah."
  },
  closed: {
    en: "The gateway calls the agency's server no more.",
    id: "Gerbang tidak lagi memanggil server perangkat daerah ini."
  },
  exhausted: {
    en: "The gateway has no connection left to call the agency's server with.",
    id: "Gerbang kehabisan sambungan untuk memanggil server perangkat daerah."
  },
  streamsFull: {
    en: "Too many large answers of the agency's server are already on their way.",
    id: "Sudah terlalu banyak jawaban besar dari server perangkat daerah yang sedang dikirim."
  },
  noMemory: {
    en: "Too many large answers are being put together or wait to be read. Try again.",
    id: "Terlalu banyak jawaban besar yang sedang disusun atau menunggu dibaca. Coba lagi."
  },
  protocol: {
    en: "The agency's server gave an answer that is not valid HTTP.",
    id: "Jawaban server perangkat daerah bukan HTTP yang sah."
  },
  incomplete: { en: "The agency's server broke off its answer.", id: "Jawaban server perangkat daerah terputus di tengah jalan." },
  tooLarge: {
    en: "The agency's answer is larger than this endpoint allows.",
    id: "Jawaban perangkat daerah lebih besar daripada batas endpoint ini."
  },
  coding: {
    en: "The agency's answer is compressed in a way that cannot be undone.",
    id: "Jawaban perangkat daerah dikompresi dengan cara yang tidak dapat dibuka."
  },
  mediaType: {
    en: "The agency's server answered with something other than JSON.",
    id: "Jawaban server perangkat daerah bukan JSON."
  },
  empty: { en: "The agency's server answered without any data.", id: "Server perangkat daerah menjawab tanpa data." },
  partial: {
    en: "The agency's server answered with a part of its data, which nobody asked for.",
    id: "Server perangkat daerah hanya menjawab sebagian data, padahal tidak diminta begitu."
  },
  redirect: {
    en: "The agency's server answered with a redirect, which is never followed.",
    id: "Server perangkat daerah menjawab dengan pengalihan, yang tidak pernah diikuti."
  },
  credentials: {
    en: "The agency's server did not accept the gateway's own credentials.",
    id: "Server perangkat daerah tidak menerima kredensial milik gerbang."
  },
  throttled: {
    en: "The agency's server is limiting the gateway's calls.",
    id: "Server perangkat daerah sedang membatasi panggilan dari gerbang."
  },
  status: { en: "The agency's server answered with an error.", id: "Server perangkat daerah menjawab dengan kesalahan." },
  unfit: {
    en: "The agency's server does not take the request that the gateway makes for this address. "
      + "Asking again does not help: the agency has to put it right.",
    id: "Server perangkat daerah tidak menerima permintaan yang dibuat gerbang untuk alamat ini. "
      + "Mencoba lagi tidak membantu: perangkat daerah yang harus memperbaikinya."
  },
  rehearsed: {
    en: "This is a rehearsal: no agency was called, and this failure was asked for.",
    id: "Ini latihan: tidak ada server perangkat daerah yang dipanggil, dan kegagalan ini memang diminta."
  },
  absent: { en: "The agency's server has no such data.", id: "Server perangkat daerah tidak memiliki data itu." },
  forbidden: {
    en: "The agency's server is at an address that the gateway does not call.",
    id: "Server perangkat daerah berada di alamat yang tidak boleh dipanggil gerbang."
  },
  misconfigured: {
    en: "The gateway is not configured to call this agency.",
    id: "Gerbang belum disiapkan untuk memanggil perangkat daerah ini."
  },
  malformedJson: {
    en: "The agency's server answered with something that is not well-formed JSON.",
    id: "Jawaban server perangkat daerah bukan JSON yang benar bentuknya."
  },
  deniesSuccess: {
    en: "The agency's server says of its own answer that it is no success.",
    id: "Server perangkat daerah menyatakan sendiri bahwa jawabannya gagal."
  },
  tooCostly: {
    en: "The agency's server answered with something that takes too long to be read for personal data.",
    id: "Jawaban server perangkat daerah terlalu lama untuk diperiksa dari data pribadi."
  },
  crowd: {
    en: "Too many requests are waiting for this agency's server.",
    id: "Terlalu banyak permintaan yang menunggu server perangkat daerah ini."
  },
  resting: {
    en: "The agency's server asked to be left alone for a while. Ask again after the time given.",
    id: "Server perangkat daerah meminta jeda sebentar. Minta lagi setelah waktu yang disebutkan."
  },
  failing: {
    en: "The agency's server is failing and is left alone for a while. Ask again after the time given.",
    id: "Server perangkat daerah sedang gagal dan dibiarkan dulu untuk sementara. Minta lagi setelah waktu yang disebutkan."
  },
  cutOff: {
    en: "The agency's server was cut off by the operators for a while. Ask again after the time given.",
    id: "Server perangkat daerah diputus sementara oleh operator. Minta lagi setelah waktu yang disebutkan."
  },
  notAList: {
    en: "This data is not a list, so it has no such form. Ask for application/json.",
    id: "Data ini bukan daftar, sehingga tidak tersedia dalam bentuk itu. Minta application/json."
  },
  rowTooLong: {
    en: "An item of this list is too long for a row of text/csv. Ask for application/json.",
    id: "Ada butir daftar ini yang terlalu panjang untuk satu baris text/csv. Minta application/json."
  },
  tableTooLong: {
    en: "The rows of this list have so many different keys that their table is too long for text/csv. Ask for application/json.",
    id: "Baris daftar ini memiliki begitu banyak kunci yang berbeda sehingga tabelnya terlalu panjang untuk text/csv. "
      + "Minta application/json."
  },
  refusedParameters: {
    en: "The agency refused the request's parameters.",
    id: "Perangkat daerah menolak parameter permintaan ini."
  },
  /** @param message the agency's own, masked */
  refusedSaying: (message: string): Detail => ({
    en: `The agency refused the request's parameters. It said: ${message}`,
    id: `Perangkat daerah menolak parameter permintaan ini. Pesannya: ${message}`
  })
} satisfies DetailTable
