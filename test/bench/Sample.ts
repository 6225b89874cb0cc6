/**
 * What the agency servers answer: lists of public facilities, each with a person in charge whose data must be masked.
 * The same bytes in every run, so that runs can be compared.
 */

const firstNames = ["Budi", "Siti", "Agus", "Dewi", "Rahmat", "Ayu", "Hendra", "Lestari"] as const
const lastNames = ["Santoso", "Wijaya", "Hidayat", "Nugroho", "Siregar", "Kusuma", "Pratama"] as const
const districts = ["Menteng", "Gambir", "Tebet", "Cilandak", "Kemayoran", "Cakung"] as const
const kinds = ["puskesmas", "klinik", "posyandu", "apotek"] as const

const pick = <A>(values: ReadonlyArray<A>, index: number): A => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error("nothing to pick from")
  return value
}

/** 31 (Jakarta) + district + birth date + serial: 16 digits in the form of an identity number. */
const nik = (index: number): string =>
  `3171${String(index % 8 + 1).padStart(2, "0")}${String(index % 28 + 1).padStart(2, "0")}${String(index % 12 + 1).padStart(2, "0")}85${
    String(index % 9_999 + 1).padStart(4, "0")
  }`

const facility = (index: number) => {
  const first = pick(firstNames, index)
  const last = pick(lastNames, index * 3)
  const district = pick(districts, index * 5)
  return {
    id: 1_000 + index,
    nama: `Puskesmas Kecamatan ${district} ${index + 1}`,
    jenis: pick(kinds, index),
    lat: -6.17 - index / 10_000,
    lon: 106.82 + index / 10_000,
    kapasitas: 20 + index % 50,
    buka: index % 7 !== 0,
    penanggung_jawab: {
      nama_lengkap: `${first} ${last}`,
      nik: nik(index),
      telepon: `0812${String(34_567_890 + index)}`,
      email: `${first}.${last}.${index}@dinkes.example`.toLowerCase(),
      alamat: `Jl. Kenanga No. ${index + 1}, ${district}`
    }
  }
}

const list = (count: number): string =>
  JSON.stringify({ data: Array.from({ length: count }, (_, index) => facility(index)), total: count, page: 1 })

/** The same facilities without their persons, and with what else agencies say about one: nothing in it is to be masked. */
const openFacility = (index: number) => {
  const { penanggung_jawab: _, ...open } = facility(index)
  return {
    ...open,
    kecamatan: pick(districts, index * 5),
    keterangan: "Buka setiap hari kerja kecuali hari libur nasional",
    jam_buka: "08:00",
    jam_tutup: "14:00",
    diperbarui: `2026-01-${String(index % 28 + 1).padStart(2, "0")}T08:00:00+07:00`
  }
}

/** So many items that the text has about so many bytes. */
const sized = (bytes: number, textOf: (count: number) => string): string =>
  textOf(Math.max(1, Math.round(bytes * 100 / textOf(100).length)))

/** A list of facilities, about so many bytes. */
export const listOf = (bytes: number): string => sized(bytes, list)
/** One in which there is no personal data. */
export const openListOf = (bytes: number): string =>
  sized(bytes, (count) => JSON.stringify({ data: Array.from({ length: count }, (_, index) => openFacility(index)), total: count, page: 1 }))
/** One in which there is nothing else. */
export const peopleOf = (bytes: number): string =>
  sized(bytes, (count) => JSON.stringify(Array.from({ length: count }, (_, index) => facility(index).penanggung_jawab)))

/** About 1.5 KB. */
export const small = list(5)
/** About 50 KB. */
export const large = list(160)

/** The items of a list without an end, some 300 KB of them, and a comma after each. */
export const someItems = Array.from({ length: 1_000 }, (_, index) => `${JSON.stringify(facility(index))},`).join("")

/** Values of the small list that no caller may see, and some that every caller must. */
export const secrets: ReadonlyArray<string> = Array.from({ length: 5 }, (_, index) => Object.values(facility(index).penanggung_jawab))
  .flat()
export const openValues: ReadonlyArray<string> = Array.from({ length: 5 }, (_, index) => facility(index).nama)
