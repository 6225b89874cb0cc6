/**
 * Seeded chance: the same seed gives the same corpus. People do not exist; their identity numbers are built as the
 * rules say, on area codes that do (`idn-area-data`).
 */
import { base, en, Faker, id_ID } from "@faker-js/faker"
import { readFileSync } from "node:fs"

export const faker = new Faker({ locale: [id_ID, en, base] })

export const pick = <A>(from: ReadonlyArray<A>): A => faker.helpers.arrayElement(from as Array<A>)
export const whole = (min: number, max: number): number => faker.number.int({ min, max })
export const numeric = (length: number): string => Array.from({ length }, () => whole(0, 9)).join("")
export const chance = (share: number): boolean => faker.number.float() < share
export const two = (value: number): string => String(value).padStart(2, "0")

const table = (name: string): ReadonlyArray<readonly [code: string, parent: string, name: string]> =>
  readFileSync(new URL(`../../node_modules/idn-area-data/data/${name}.csv`, import.meta.url), "utf8").trim().split("\n").slice(1).map(
    (line) => {
      const [code = "", parent = "", ...rest] = line.split(",")
      return [code, parent, rest.join(",").replaceAll("\"", "")] as const
    }
  )

const regencies = table("regencies")
const districts = table("districts")
const villages = table("villages")

export interface Place {
  readonly province: string
  readonly regency: string
  readonly district: string
  readonly village: string
  /** Dotted code of the village. */
  readonly code: string
}

export const place = (): Place => {
  const [code, districtCode, village] = pick(villages)
  const district = districts.find(([found]) => found === districtCode) ?? ["", "", ""]
  const regency = regencies.find(([found]) => found === district[1]) ?? ["", "", ""]
  return { province: regency[1], regency: regency[2], district: district[2], village, code }
}

export interface Person {
  readonly female: boolean
  readonly name: string
  readonly first: string
  readonly last: string
  readonly nik: string
  readonly kk: string
  readonly npwp: string
  readonly bpjs: string
  readonly phone: string
  readonly email: string
  readonly card: string
  readonly passport: string
  readonly plate: string
  readonly account: string
  readonly address: string
  readonly birthPlace: string
  readonly born: { readonly year: number; readonly month: number; readonly day: number }
  readonly area: Place
}

/** What a list of names made abroad does not have: one word, titles, Balinese, Chinese, Arabic and Papuan names. */
const names = [
  "Suharto",
  "Slamet",
  "Ni Luh Putu Ayu Lestari",
  "I Made Wirawan",
  "Tan Mei Ling",
  "Muhammad Rizky Ramadhan",
  "Yohanes Wanggai",
  "Siti Nurhaliza",
  "R. Bambang Sutrisno",
  "Dr. Ir. H. Ahmad Fauzi, M.Si.",
  "Hj. Nur'aini",
  "Maria Ulfah binti Abdullah",
  "Cut Nyak Meutia",
  "Abdul Rahman bin Yusuf",
  "Agus Salim, S.Pd.",
  "Drs. Tri Widodo",
  "Sri Wahyuni",
  "Dewi Kusuma-Wardani",
  "BUDI SANTOSO",
  "joko susilo",
  "Paulus Kogoya",
  "Liem Swie King",
  "Andi Baso Mappanyukki",
  "Désirée Tampubolon"
]

const plateAreas = ["B", "D", "F", "L", "N", "AB", "AD", "AG", "BA", "BK", "DK", "DD", "KB", "KT", "PA", "H", "R", "Z", "W", "S"]
const operators = [
  "811",
  "812",
  "813",
  "821",
  "822",
  "823",
  "851",
  "852",
  "853",
  "815",
  "816",
  "857",
  "858",
  "877",
  "878",
  "879",
  "831",
  "838",
  "895",
  "896",
  "897",
  "898",
  "881",
  "882"
]
const capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ"
const letters = (length: number): string => Array.from({ length }, () => pick([...capitals])).join("")

/** Appends the digit of ISO/IEC 7812-1, annex B. */
export const withCheckDigit = (digits: string): string => {
  let sum = 0
  for (let i = digits.length - 1, double = true; i >= 0; i--, double = !double) {
    const digit = Number(digits[i]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return `${digits}${(10 - sum % 10) % 10}`
}

const cardNumber = (): string => {
  const [head, length] = pick([["4", 16], ["51", 16], ["55", 16], ["2221", 16], ["37", 15], ["3528", 16], ["6221", 16]] as const)
  return withCheckDigit(head + numeric(length - head.length - 1))
}

export const person = (): Person => {
  const female = chance(0.5)
  const sex = female ? "female" : "male"
  const first = faker.person.firstName(sex)
  const last = faker.person.lastName(sex)
  const area = place()
  const born = { year: whole(1945, 2020), month: whole(1, 12), day: whole(1, 28) }
  const dots = area.code.split(".")
  const six = `${dots[0]}${dots[1]}${dots[2]}`
  const serial = () => String(whole(1, 40)).padStart(4, "0")
  const operator = pick(operators)
  return {
    female,
    name: chance(0.3) ? pick(names) : `${first} ${last}`,
    first,
    last,
    nik: `${six}${two(born.day + (female ? 40 : 0))}${two(born.month)}${two(born.year % 100)}${serial()}`,
    kk: `${six}${two(whole(1, 28))}${two(whole(1, 12))}${two(whole(4, 25))}${serial()}`,
    npwp: `${withCheckDigit(`0${whole(1, 9)}${numeric(6)}`)}${whole(100, 999)}000`,
    bpjs: `000${whole(1, 3)}${numeric(9)}`,
    phone: `0${operator}${numeric(whole(7, 8))}`,
    email: `${faker.internet.username({ firstName: first, lastName: last }).toLowerCase().replace(/[^a-z0-9._-]/g, "")}@${
      pick(["gmail.com", "yahoo.co.id", "example.org", "mail.kota.go.id", "outlook.com"])
    }`,
    card: cardNumber(),
    passport: `${pick(["A", "B", "C", "E", "X"])}${whole(1000000, 9999999)}`,
    plate: `${pick(plateAreas)} ${whole(1000, 9999)} ${letters(whole(2, 3))}`,
    account: String(whole(1, 9)) + numeric(whole(9, 14)),
    address: `Jl. ${pick(["Melati", "Kenanga", "Merdeka", "Ahmad Yani", "Cendrawasih", "Pahlawan"])} No. ${whole(1, 200)} RT ${
      two(whole(1, 15))
    }/RW ${two(whole(1, 12))}`,
    birthPlace: area.regency.replace(/^(?:Kabupaten|Kota) /, ""),
    born,
    area
  }
}

export const isoDate = ({ day, month, year }: Person["born"]): string => `${year}-${two(month)}-${two(day)}`
const months = ["Januari", "Februari", "Maret", "April", "Mei", "Juni", "Juli", "Agustus", "September", "Oktober", "November", "Desember"]
/** A birth date as one agency or another writes it. */
export const anyDate = (born: Person["born"]): string => {
  const { day, month, year } = born
  return pick([
    isoDate(born),
    `${two(day)}-${two(month)}-${year}`,
    `${two(day)}/${two(month)}/${year}`,
    `${day} ${months[month - 1]} ${year}`,
    `${isoDate(born)}T00:00:00Z`
  ])
}
export const street = (): string =>
  `Jl. ${pick(["Asia Afrika", "Sudirman", "Diponegoro", "Gatot Subroto", "Braga", "Veteran", "Ahmad Yani"])} No. ${whole(1, 300)}`
