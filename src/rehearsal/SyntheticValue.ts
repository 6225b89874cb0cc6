/**
 * One value that was made up: plausible for the name, type, format and class of its field, the same for the same seed. No value
 * that an agency ever sent is in it; whoever is named was never born. Pure.
 */
import type { DictionaryField, FieldFormat, FieldType } from "../domain/FieldDictionary.ts"

/** FNV-1a of 32 bits: spreads enough, and is the same everywhere. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ hash >>> 13) >>> 0
}

const oneOf = <A>(choices: readonly [A, ...ReadonlyArray<A>], seed: number): A => choices[seed % choices.length] ?? choices[0]
const digits = (count: number, seed: string): string => {
  let text = ""
  while (text.length < count) text += String(hashOf(`${seed} ${text.length}`)).padStart(10, "0")
  return text.slice(0, count)
}
const twoDigits = (number: number): string => String(number).padStart(2, "0")

const firstNames = ["Contoh", "Umpama", "Misal", "Andai", "Latihan"] as const
const lastNames = ["Sintetis", "Rekaan", "Percobaan", "Tiruan"] as const
const places = ["Mekar Contoh", "Suka Latihan", "Cibogo Rekaan", "Tanjung Umpama", "Karang Misal"] as const
const states = ["aktif", "proses", "selesai"] as const

const dateOf = (seed: number): string => `2026-${twoDigits(1 + seed % 12)}-${twoDigits(1 + (seed >>> 8) % 28)}`
const timeOf = (seed: number): string => `${twoDigits((seed >>> 4) % 24)}:${twoDigits((seed >>> 12) % 60)}`

/** What masking then shows of it is what a caller gets. */
const personal: Readonly<Record<string, (seed: string) => string>> = {
  nik: (seed) => `3273${digits(12, seed)}`,
  kk: (seed) => `3273${digits(12, seed)}`,
  npwp: (seed) => digits(15, seed),
  bpjs: (seed) => `000${digits(10, seed)}`,
  passport: (seed) => `C${digits(7, seed)}`,
  plate: (seed) => `D ${digits(4, seed)} ABC`,
  "bank-account": (seed) => digits(13, seed),
  card: (seed) => `4${digits(15, seed)}`,
  name: (seed) => `${oneOf(firstNames, hashOf(seed))} ${oneOf(lastNames, hashOf(`${seed} b`))}`,
  email: (seed) => `contoh${hashOf(seed) % 1_000}@contoh.example`,
  phone: (seed) => `0812${digits(8, seed)}`,
  "birth-date": (seed) => `${1950 + hashOf(seed) % 60}-${twoDigits(1 + hashOf(`${seed} m`) % 12)}-01`,
  id: (seed) => digits(10, seed),
  pseudonym: (seed) => digits(12, seed)
}

const texts: ReadonlyArray<readonly [name: RegExp, text: (seed: number) => string]> = [
  [/status|kondisi|keadaan|state/, (seed) => oneOf(states, seed)],
  [/kecamatan|kelurahan|desa|kota|wilayah|lokasi|tempat|district|village|place/, (seed) => oneOf(places, seed)],
  [/kode|code|nomor|no$|^id|id$/, (seed) => `LT-${String(1 + seed % 999).padStart(3, "0")}`],
  [/tanggal|tgl|date/, dateOf],
  [/waktu|jam|time/, timeOf],
  [/telepon|telp|phone/, (seed) => `(022) 555-${String(seed % 10_000).padStart(4, "0")}`],
  [/email|surel/, () => "kontak@contoh.example"],
  [/alamat|address/, (seed) => `Jalan Contoh ${1 + seed % 90}`],
  [/url|tautan|link|foto|gambar/, (seed) => `https://contoh.example/${seed % 1_000}`]
]

const formatted: Readonly<Record<FieldFormat, ((seed: number) => string) | undefined>> = {
  date: dateOf,
  time: timeOf,
  "date-time": (seed) => `${dateOf(seed)}T${timeOf(seed)}:00+07:00`,
  year: (seed) => String(2020 + seed % 7),
  uri: (seed) => `https://contoh.example/${seed % 1_000}`,
  uuid: (seed) => {
    const hex = [seed, hashOf(`${seed} a`), hashOf(`${seed} b`), hashOf(`${seed} c`)].map((part) => part.toString(16).padStart(8, "0"))
      .join("")
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  },
  mixed: undefined
}

const textOf = (name: string, format: FieldFormat | null, seed: number): string => {
  const byFormat = format === null ? undefined : formatted[format]
  const byName = texts.find(([pattern]) => pattern.test(name))?.[1]
  return (byFormat ?? byName)?.(seed) ?? `Contoh ${name.replaceAll(/[_-]+/g, " ").trim()} ${1 + seed % 99}`.replaceAll(/ +/g, " ")
}

const numberOf = (name: string, isWhole: boolean, seed: number): number => {
  if (/^(?:lat|latitude|lintang)$/.test(name)) return Math.round((-6.95 + (seed % 1_000) / 10_000) * 1e5) / 1e5
  if (/^(?:lng|lon|longitude|bujur)$/.test(name)) return Math.round((107.55 + (seed % 1_000) / 10_000) * 1e5) / 1e5
  if (/tahun|year/.test(name)) return 2020 + seed % 7
  const most = /persen|percent/.test(name) ? 100 : /^id|id$|jumlah|total|count|harga|price/.test(name) ? 10_000 : 500
  return isWhole ? seed % most : Math.round((seed % (most * 10)) / 10 * 10) / 10
}

/**
 * @param name the field's key, in whatever case
 * @param seed what tells it from all others
 */
export const syntheticValue = (
  field: Pick<DictionaryField, "fieldClass" | "format">,
  type: FieldType,
  name: string,
  seed: string
): unknown => {
  const known = field.fieldClass === null ? undefined : personal[field.fieldClass]
  if (known !== undefined) return known(seed)
  const lower = name.toLowerCase()
  const number = hashOf(seed)
  switch (type) {
    case "boolean":
      return number % 2 === 0
    case "integer":
      return field.format === "year" ? 2020 + number % 7 : numberOf(lower, true, number)
    case "number":
      return numberOf(lower, false, number)
    case "null":
      return null
    default:
      return textOf(lower, field.format, number)
  }
}
