/** Descriptions in exported documents: Indonesian first, English beside it. Markdown, as all the formats read it. */
import { utcDayOf } from "../domain/CityDays.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { lifetimeWords } from "../domain/Limits.ts"
import { type ProblemCode, problems } from "../domain/Problem.ts"
import type { Facts } from "./Published.ts"

export const both = (id: string, en: string): string => `${id}\n\n*English:* ${en}`

export const aboutAll = ({ publicUrl, rateLimit }: Facts): string =>
  both(
    "Data resmi perangkat daerah melalui satu gerbang. "
      + "Panggilan data memerlukan token Bearer dengan cakupan (scope) endpoint; "
      + `satu token boleh mengirim ${rateLimit} permintaan dalam setiap rentang 60 detik. `
      + `Data pribadi disamarkan menurut UU 27/2022. Katalog: ${publicUrl}/v4/gateway, arti setiap kesalahan: ${publicUrl}/problems`,
    "Official datasets of the city's agencies through one gateway. "
      + `Data calls need a Bearer token with the endpoint's scope; one token may send ${rateLimit} requests in any 60 seconds. `
      + `Personal data is masked by Law 27/2022. Catalogue: ${publicUrl}/v4/gateway, what every error means: ${publicUrl}/problems`
  )

const deprecation = (endpoint: Endpoint): readonly [id: string, en: string] => {
  if (endpoint.deprecated === undefined) return ["", ""]
  const successor = endpoint.successor
  return [
    ` Usang sejak ${utcDayOf(endpoint.deprecated)}${endpoint.sunset === undefined ? "" : `, berakhir ${utcDayOf(endpoint.sunset)}`}${
      successor === undefined ? "" : `; gunakan \`${successor}\``
    }.`,
    ` Deprecated since ${utcDayOf(endpoint.deprecated)}${
      endpoint.sunset === undefined ? "" : `, withdrawn on ${utcDayOf(endpoint.sunset)}`
    }${successor === undefined ? "" : `; use \`${successor}\``}.`
  ]
}

export const aboutEndpoint = (endpoint: Endpoint): string => {
  const [usang, deprecated] = deprecation(endpoint)
  return both(
    `${endpoint.title}. Dataset *${endpoint.dataset.title}*, ${endpoint.agency.name}. Cakupan: \`${endpoint.scope}\`.${
      endpoint.private ? " Privat: hanya untuk pengembang terverifikasi atau aplikasi resmi." : ""
    }${usang}`,
    `Needs the scope \`${endpoint.scope}\`.${
      endpoint.private ? " Private: for verified developers or official applications only." : ""
    }${deprecated}`
  )
}

export const aboutAggregate = both(
  "Membaca 1 sampai 20 rute data sekaligus; setiap entri diperiksa dan dicatat seperti permintaannya sendiri. "
    + "`keyed` menjawab objek menurut alias, `list` array menurut urutan, `strict` semua atau tidak sama sekali.",
  "Reads 1 to 20 data routes at once; each entry is checked and recorded like a request of its own. "
    + "`keyed` answers an object by alias, `list` an array in request order, `strict` is all or nothing."
)

export const aboutPreset = (title: string, scope: string, isPrivate: boolean): string =>
  both(
    `${title}: agregat siap pakai. Cakupan: \`${scope}\`.${isPrivate ? " Privat." : ""}`,
    `A ready-made aggregate. Needs the scope \`${scope}\`.${isPrivate ? " Private." : ""}`
  )

export const aboutToken = (facts: Facts): string =>
  both(
    `Token untuk aplikasi pemerintah (OAuth 2.0 client credentials), berlaku ${
      lifetimeWords(facts).id
    }. \`*\` berarti semua cakupan yang diberikan kepada aplikasi ini.`,
    `A token for a government application (OAuth 2.0 client credentials); it lives ${
      lifetimeWords(facts).en
    }. \`*\` means every scope granted to this client.`
  )

export const aboutBearer = (facts: Facts): string =>
  both(
    `Token akses dari portal pengembang atau \`/oauth/token\`, berlaku ${lifetimeWords(facts).id}.`,
    `An access token from the developer portal or \`/oauth/token\`; it lives ${lifetimeWords(facts).en}.`
  )

/** Every code that a status may have. */
export const aboutProblems = (codes: ReadonlyArray<ProblemCode>): string =>
  both(
    codes.map((code) => `\`${code}\`: ${problems[code].message}.`).join(" "),
    codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(" ")
  )

export const headerWords = {
  accept: both("Bentuk jawaban.", "The representation wanted."),
  contentType: both(
    "Tercantum sebagai wajib; tanpa header ini pun permintaan GET dijawab.",
    "Listed as required; a GET without it is answered all the same."
  ),
  path: (name: string) => both(`Pengenal \`${name}\`.`, `Identifier \`${name}\`.`),
  query: ({ lookUps = [] }: Pick<Endpoint, "lookUps">, name: string) =>
    lookUps.some(([one]) => one === name)
      ? both(
        `Parameter \`${name}\`, diteruskan ke perangkat daerah dan dicocokkan utuh; setiap pemakaiannya dihitung dalam buku besar privasi.`,
        `Parameter \`${name}\`, forwarded to the agency and compared as a whole; every use is counted in the privacy ledger.`
      )
      : both(`Parameter \`${name}\`, diteruskan ke perangkat daerah.`, `Parameter \`${name}\`, forwarded to the agency.`)
} as const
