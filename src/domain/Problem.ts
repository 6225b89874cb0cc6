/**
 * The catalogue of problems: every error code the gateway answers, its HTTP status and what it means to people.
 *
 * One table feeds error bodies (RFC 9457), the `/problems/{code}` pages and the OpenAPI documents.
 */
import { type Limits, withLimits } from "./Limits.ts"

/**
 * Which addresses answer a problem: `anywhere` all of them; `http` all of them too, before it is looked at what is asked;
 * `data` routes, aggregates and presets; those of several `entries`; those that take a `body`.
 */
export type ProblemPlace = "anywhere" | "http" | "data" | "entries" | "body"

export interface Problem {
  readonly where: ProblemPlace
  readonly status: number
  /** English, short; the `title` of RFC 9457. */
  readonly title: string
  /** Indonesian; the `message` member. */
  readonly message: string
  /** Indonesian, what pages say instead of `message`: programs may know that by heart, so it stays. */
  readonly heading?: string
  /** What it means and what to do, in both languages, with gaps for what is set: `helpOf` fills them. */
  readonly help: { readonly id: string; readonly en: string }
}

export const problems = {
  "bad-request": {
    where: "anywhere",
    status: 400,
    title: "Bad Request",
    message: "Permintaan tidak dapat dipahami",
    help: {
      id: "Alamat, parameter, atau isi permintaan tidak sesuai bentuk yang ditentukan. "
        + "Rincian menyebut bagian yang salah dan nilai yang diperbolehkan; perbaiki lalu kirim ulang.",
      en: "The address, a parameter or the body does not have the required form. "
        + "The detail names the faulty part and what is allowed; correct it and send it again."
    }
  },
  "masked-field": {
    where: "data",
    status: 400,
    title: "Masked Field",
    message: "Kolom yang disamarkan tidak dapat dibandingkan, diurutkan, atau dikelompokkan",
    help: {
      id: "Nilai kolom ini disamarkan untuk melindungi data pribadi: kolomnya dapat ditampilkan dan dihitung, "
        + "tetapi tidak dapat dipakai di $where, $order, $group, dan fungsi. Gunakan kolom lain.",
      en: "The values of this column are masked to protect personal data: it can be shown and counted, "
        + "but not be used in $where, $order, $group and functions. Use another column."
    }
  },
  "unauthorized": {
    where: "data",
    status: 401,
    title: "Unauthorized",
    message: "Token tidak ada, salah, dicabut, atau kedaluwarsa",
    help: {
      id: "Kirim token sebagai header Authorization: Bearer <token>. "
        + "Token berlaku {tokenLifetime}; setelah itu minta token baru di portal atau melalui /oauth/token.",
      en: "Send the token as the header Authorization: Bearer <token>. "
        + "A token lives {tokenLifetime}; after that ask for a new one in the portal or at /oauth/token."
    }
  },
  "scope-missing": {
    where: "data",
    status: 403,
    title: "Scope Missing",
    message: "Token tidak memiliki cakupan untuk data ini",
    help: {
      id: "Token sah, tetapi aplikasi belum memilih cakupan (scope) dataset ini. "
        + "Tambahkan cakupan yang disebut dalam rincian pada aplikasi Anda, lalu minta token baru.",
      en: "The token is valid, but the application did not select this dataset's scope. "
        + "Add the scope named in the detail to your application and ask for a new token."
    }
  },
  "private-endpoint": {
    where: "data",
    status: 403,
    title: "Private Endpoint",
    message: "Data ini hanya untuk pengembang terverifikasi atau aplikasi resmi",
    help: {
      id: "Endpoint ini privat. Ajukan verifikasi akun pengembang privat, atau gunakan aplikasi resmi milik perangkat daerah.",
      en: "This endpoint is private. Apply for verification as a private developer, or use an official application of an agency."
    }
  },
  "linkage-refused": {
    where: "entries",
    status: 403,
    title: "Linkage Refused",
    message: "Gabungan data ini dapat mengungkap identitas",
    help: {
      id: "Baris dari dua dataset ini dapat digabungkan menjadi satu orang meskipun masing-masing sudah disamarkan, "
        + "dan perangkat daerah tidak mengizinkannya. Minta dataset tersebut tanpa yang lain, atau hubungi perangkat daerahnya.",
      en: "Rows of these datasets can be joined to one person although each is masked, and an agency does not allow that. "
        + "Ask for the datasets without each other, or talk to the agency."
    }
  },
  "not-registered": {
    where: "data",
    status: 404,
    title: "Not Registered",
    message: "Alamat data tidak terdaftar di gerbang ini",
    heading: "Alamat ini tidak ditemukan",
    help: {
      id: "Tidak ada apa pun di alamat ini, atau gabungan perangkat daerah, dataset, dan rutenya tidak terdaftar. "
        + "Cari datanya di katalog, /v4/gateway.",
      en: "This combination of agency, dataset and route is not registered. Look it up in the catalogue at /v4/gateway."
    }
  },
  "not-found-at-agency": {
    where: "data",
    status: 404,
    title: "Not Found at Agency",
    message: "Data tidak ditemukan di perangkat daerah",
    help: {
      id: "Alamat terdaftar, tetapi server perangkat daerah tidak memiliki data yang diminta. Periksa pengenal pada alamat.",
      en: "The address is registered, but the agency's server has no such item. Check the identifiers in the address."
    }
  },
  "method-not-allowed": {
    where: "http",
    status: 405,
    title: "Method Not Allowed",
    message: "Metode HTTP tidak didukung untuk alamat ini",
    help: {
      id: "Gunakan metode yang disebut pada header Allow.",
      en: "Use one of the methods named in the Allow header."
    }
  },
  "not-acceptable": {
    where: "data",
    status: 406,
    title: "Not Acceptable",
    message: "Bentuk jawaban yang diminta tidak tersedia",
    help: {
      id: "Header Accept meminta bentuk yang tidak ada. "
        + "Tersedia: application/json, application/x-ndjson, text/csv, application/geo+json dan XLSX (untuk data berupa daftar).",
      en: "The Accept header asks for a representation that does not exist. "
        + "Available: application/json, application/x-ndjson, text/csv (for list data), for that also application/geo+json and XLSX."
    }
  },
  "request-timeout": {
    where: "http",
    status: 408,
    title: "Request Timeout",
    message: "Permintaan tidak lengkap dalam batas waktu",
    help: {
      id: "Permintaan harus diterima lengkap, termasuk isinya, dalam 8 detik. Kirim ulang melalui sambungan baru.",
      en: "A request has to arrive whole, its body included, within 8 seconds. Send it again on a new connection."
    }
  },
  "gone": {
    where: "data",
    status: 410,
    title: "Gone",
    message: "Endpoint ini sudah dihentikan",
    help: {
      id: "Masa layanan endpoint ini telah berakhir. Header Link menyebut penggantinya bila ada.",
      en: "This endpoint is past its sunset date. The Link header names its successor where there is one."
    }
  },
  "payload-too-large": {
    where: "body",
    status: 413,
    title: "Content Too Large",
    message: "Isi permintaan terlalu besar",
    help: {
      id: "Perkecil isi permintaan. Batas agregat 64 KiB.",
      en: "Make the request body smaller. An aggregate may have 64 KiB."
    }
  },
  "unsupported-media-type": {
    where: "body",
    status: 415,
    title: "Unsupported Media Type",
    message: "Jenis isi permintaan tidak didukung",
    help: {
      id: "Kirim isi permintaan dengan Content-Type yang disebut dalam rincian.",
      en: "Send the request body with the Content-Type named in the detail."
    }
  },
  "expectation-failed": {
    where: "http",
    status: 417,
    title: "Expectation Failed",
    message: "Harapan pada header Expect tidak dapat dipenuhi",
    help: {
      id: "Satu-satunya harapan yang dipenuhi adalah `Expect: 100-continue`. Kirim ulang tanpa header Expect, atau dengan nilai itu.",
      en: "The only expectation that is met is `Expect: 100-continue`. Send it again without the Expect header, or with that value."
    }
  },
  "quota-exceeded": {
    where: "data",
    status: 429,
    title: "Quota Exceeded",
    message: "Batas permintaan per menit terlampaui",
    help: {
      id: "Satu token boleh mengirim {rateLimit} permintaan dalam setiap rentang 60 detik dan memiliki 32 permintaan yang sedang berjalan; "
        + "semua token satu aplikasi bersama-sama memiliki anggaran sendiri. "
        + "Rincian menyebut batas mana yang terlampaui. Tunggu selama Retry-After, lalu coba lagi.",
      en: "One token may send {rateLimit} requests in any 60 seconds and have 32 in progress; "
        + "all tokens of one application together have a budget of their own. "
        + "The detail says which limit was reached. Wait for Retry-After, then try again."
    }
  },
  "headers-too-large": {
    where: "http",
    status: 431,
    title: "Request Header Fields Too Large",
    message: "Header permintaan terlalu besar atau terlalu banyak",
    help: {
      id: "Alamat dan header bersama-sama paling banyak 16 KiB, dan header paling banyak 100 baris.",
      en: "Address and headers together may have 16 KiB, and there may be 100 headers."
    }
  },
  "internal-error": {
    where: "anywhere",
    status: 500,
    title: "Internal Error",
    message: "Terjadi kesalahan pada gerbang",
    help: {
      id: "Kesalahan ada pada gerbang, bukan pada permintaan Anda. Coba lagi; bila berulang, laporkan id permintaan.",
      en: "The fault is the gateway's, not your request's. Try again; if it repeats, report the request id."
    }
  },
  "agency-unavailable": {
    where: "data",
    status: 502,
    title: "Agency Unavailable",
    message: "Server perangkat daerah tidak memberi jawaban yang sah",
    help: {
      id: "Gerbang sudah mencoba ulang, tetapi server perangkat daerah tidak menjawab dengan benar. Coba lagi nanti.",
      en: "The gateway tried again, but the agency's server gave no valid answer. Try again later."
    }
  },
  "circuit-open": {
    where: "data",
    status: 503,
    title: "Circuit Open",
    message: "Sambungan ke perangkat daerah dibatasi sementara",
    help: {
      id: "Server perangkat daerah gagal berulang kali atau meminta jeda, sehingga gerbang berhenti memanggilnya untuk sementara. "
        + "Coba lagi setelah Retry-After.",
      en: "The agency's server failed repeatedly or asked for a pause, so the gateway stopped calling it for a while. "
        + "Try again after Retry-After."
    }
  },
  "overloaded": {
    where: "anywhere",
    status: 503,
    title: "Overloaded",
    message: "Gerbang sedang sibuk atau sedang berhenti",
    help: {
      id: "Gerbang menolak sebagian permintaan agar tetap melayani yang lain, "
        + "antrean ke perangkat daerah ini penuh, atau gerbang sedang dimatikan. Coba lagi setelah Retry-After.",
      en: "The gateway refuses some requests to keep serving others, "
        + "too many wait for this agency, or the gateway is shutting down. Try again after Retry-After."
    }
  },
  "agency-timeout": {
    where: "data",
    status: 504,
    title: "Agency Timeout",
    message: "Server perangkat daerah terlalu lama menjawab",
    help: {
      id: "Tidak ada jawaban lengkap dari server perangkat daerah dalam batas waktu. Coba lagi nanti.",
      en: "The agency's server gave no complete answer in time. Try again later."
    }
  }
} as const satisfies Record<string, Problem>

export const helpOf = (code: ProblemCode, limits: Limits): Problem["help"] => withLimits(problems[code].help, limits)

export type ProblemCode = keyof typeof problems

/** What pages call it in Indonesian. */
export const headingOf = (code: ProblemCode): string => {
  const { heading, message }: Problem = problems[code]
  return heading ?? message
}

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** In the order of the table. */
export const problemCodes: ReadonlyArray<ProblemCode> = Object.keys(problems).filter(isProblemCode)

export const codesOf = (...places: ReadonlyArray<ProblemPlace>): ReadonlyArray<ProblemCode> =>
  problemCodes.filter((code) => places.includes(problems[code].where))
