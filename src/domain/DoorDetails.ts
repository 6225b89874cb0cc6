/** What stands in the way of a request before anybody looks at what it asks for, and what is the gateway's own fault. */
import type { Detail, DetailTable } from "./Detail.ts"

export const doorDetails = {
  answers: (methods: string): Detail => ({ en: `This address answers ${methods}.`, id: `Alamat ini menjawab ${methods}.` }),
  unknownMethod: { en: "No address answers this method.", id: "Tidak ada alamat yang menjawab metode ini." },
  noTunnel: { en: "This is no tunnel.", id: "Gerbang ini bukan terowongan (tunnel)." },
  expectation: {
    en: "The only expectation that is met is `100-continue`.",
    id: "Satu-satunya harapan (Expect) yang dipenuhi adalah `100-continue`."
  },
  tooManyHeaders: (most: number): Detail => ({
    en: `A request may have at most ${most} headers.`,
    id: `Permintaan paling banyak memiliki ${most} header.`
  }),
  headersTooLong: (mostBytes: number): Detail => ({
    en: `A request may have at most ${mostBytes} bytes of address and headers.`,
    id: `Alamat dan header permintaan bersama-sama paling banyak ${mostBytes} byte.`
  }),
  host: {
    en: "A request has one `Host` header, with a host and perhaps a port.",
    id: "Permintaan memiliki satu header `Host`, berisi host dan bila perlu port."
  },
  transferCoding: {
    en: "The only transfer coding that is read is `chunked`.",
    id: "Satu-satunya transfer coding yang dibaca adalah `chunked`."
  },
  chunkExtensions: { en: "The extensions of a chunk are too long.", id: "Ekstensi sebuah chunk terlalu panjang." },
  incomplete: { en: "The request was not complete in time.", id: "Permintaan tidak lengkap dalam batas waktu." },
  notHttp: { en: "The request is not well-formed HTTP/1.1.", id: "Permintaan bukan HTTP/1.1 yang benar bentuknya." },
  /** @param types media types */
  available: (types: string): Detail => ({ en: `Available here: ${types}.`, id: `Yang tersedia di sini: ${types}.` }),
  bodyAbsent: { en: "The request has no body.", id: "Permintaan tidak memiliki isi." },
  bodyTooLarge: (mostBytes: number): Detail => ({
    en: `The request body may have at most ${mostBytes} bytes.`,
    id: `Isi permintaan paling banyak ${mostBytes} byte.`
  }),
  bodyCutOff: { en: "The request body was cut off.", id: "Isi permintaan terputus di tengah jalan." },
  bodyType: (mediaType: string): Detail => ({
    en: `Send the body with \`Content-Type: ${mediaType}\`.`,
    id: `Kirim isi permintaan dengan \`Content-Type: ${mediaType}\`.`
  }),
  bodyCoding: { en: "Send the body without a content coding.", id: "Kirim isi permintaan tanpa kompresi (Content-Encoding)." },
  bodyEncoding: { en: "The request body is not valid UTF-8.", id: "Isi permintaan bukan UTF-8 yang sah." },
  overload: {
    en: "The gateway has more to do than it can at the moment. Try again.",
    id: "Gerbang sedang melayani lebih banyak daripada kemampuannya. Coba lagi."
  },
  crowdedPages: { en: "Too many pages are being made.", id: "Terlalu banyak halaman yang sedang dibuat." },
  manyPages: {
    en: "This address has had many pages made for it. Those that are there already are given out.",
    id: "Sudah banyak halaman dibuat untuk alamat ini. Halaman yang sudah ada tetap dapat dibuka."
  },
  rehearsal: (given: string, values: ReadonlyArray<string>): Detail => {
    const all = values.map((value) => `\`${value}\``).join(", ")
    return {
      en: `\`Prefer: rehearse=${given}\` asks for no rehearsal that there is. There are ${all}; slow takes 1ms to 10s.`,
      id: `\`Prefer: rehearse=${given}\` bukan latihan yang tersedia. Yang tersedia: ${all}; slow dari 1ms sampai 10s.`
    }
  },
  failed: { en: "The gateway failed to handle this request.", id: "Gerbang gagal menangani permintaan ini." }
} satisfies DetailTable
