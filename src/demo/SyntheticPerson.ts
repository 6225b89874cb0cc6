/**
 * A person who does not exist, drawn from a seeded faker: all parts agree with each other.
 *
 * Gotchas: identity numbers have the right structure, but a serial number from 9000 up, which offices do not reach;
 * telephone numbers begin with 0844, which no operator has; e-mail addresses lie in reserved domains (RFC 2606).
 */
import type { Faker } from "@faker-js/faker"
import type { PersonPart, Whom } from "./Column.ts"

const religions = ["Islam", "Kristen", "Katolik", "Hindu", "Buddha", "Khonghucu"]
const maritalStatuses = ["belum kawin", "kawin", "cerai hidup", "cerai mati"]
const occupations = ["guru", "pedagang", "nelayan", "karyawan swasta", "perawat", "pengemudi", "wiraswasta", "mengurus rumah tangga"]
const birthPlaces = ["Malang", "Jayapura", "Surabaya", "Blitar", "Makassar", "Semarang"]
/** Jayapura Utara: with it a NIK is larger than 2^53 and loses digits as a double. */
const jayapura = "917101"

export type SyntheticPerson = Readonly<Record<PersonPart, string>>

const birthYears: Readonly<Record<Exclude<Whom, "same">, readonly [min: number, max: number]>> = {
  anyone: [1946, 2019],
  adult: [1956, 2004],
  woman: [1984, 2004],
  child: [2011, 2019]
}

const two = (value: number): string => String(value).padStart(2, "0")

/** Digits whose last satisfies ISO/IEC 7812-1, annex B, as an NPWP's first nine do. */
const withCheckDigit = (digits: string): string => {
  let sum = 0
  for (let i = digits.length - 1, double = true; i >= 0; i--, double = !double) {
    const digit = Number(digits[i]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return `${digits}${(10 - sum % 10) % 10}`
}

const npwp = (faker: Faker, districtCode: string): string => {
  const serial = withCheckDigit(`0${faker.string.numeric({ length: 7, allowLeadingZeros: false })}`)
  return `${serial.slice(0, 2)}.${serial.slice(2, 5)}.${serial.slice(5, 8)}.${serial.slice(8)}-${districtCode.slice(0, 3)}.000`
}

const phone = (faker: Faker): string => {
  const rest = `${faker.string.numeric(4)}-${faker.string.numeric(4)}`
  return faker.datatype.boolean() ? `0844-${rest}` : `+62 844-${rest}`
}

/**
 * @param districtCode dotted code of the district that issued the identity number
 */
export const drawPerson = (faker: Faker, districtCode: string, whom: Exclude<Whom, "same">): SyntheticPerson => {
  const female = whom === "woman" || faker.datatype.boolean()
  const [min, max] = birthYears[whom]
  const firstName = faker.person.firstName(female ? "female" : "male")
  const lastName = faker.person.lastName(female ? "female" : "male")
  const name = `${firstName} ${lastName}`
  const born = {
    year: faker.number.int({ min, max }),
    month: faker.number.int({ min: 1, max: 12 }),
    day: faker.number.int({ min: 1, max: 28 })
  }
  const area = districtCode.replaceAll(".", "")
  const serial = String(faker.number.int({ min: 9000, max: 9999 }))
  const birth = `${two(born.day + (female ? 40 : 0))}${two(born.month)}${two(born.year % 100)}`
  const nik = `${area}${birth}${serial}`
  const telephone = phone(faker)
  return {
    nik,
    nikNumber: `${jayapura}${birth}${serial}`,
    kk: `${area}${two(faker.number.int({ min: 1, max: 28 }))}${two(faker.number.int({ min: 1, max: 12 }))}${
      two(faker.number.int({ min: 8, max: 26 }))
    }${faker.number.int({ min: 9000, max: 9999 })}`,
    name,
    sex: female ? "perempuan" : "laki-laki",
    birthPlace: faker.helpers.arrayElement(birthPlaces),
    birthDate: `${born.year}-${two(born.month)}-${two(born.day)}`,
    religion: faker.helpers.arrayElement(religions),
    maritalStatus: born.year > 2004 ? "belum kawin" : faker.helpers.arrayElement(maritalStatuses),
    occupation: born.year > 2004 ? "pelajar" : faker.helpers.arrayElement(occupations),
    address: `${faker.location.streetAddress()} RT ${two(faker.number.int({ min: 1, max: 12 }))} RW ${
      two(faker.number.int({ min: 1, max: 9 }))
    }`,
    phone: telephone,
    email: faker.internet.exampleEmail({ firstName, lastName }).toLowerCase(),
    npwp: npwp(faker, area),
    bpjs: `000${faker.string.numeric(10)}`,
    bankAccount: faker.string.numeric({ length: 10, allowLeadingZeros: false }),
    bloodType: faker.helpers.arrayElement(["A", "B", "AB", "O"]),
    plate: `N ${faker.number.int({ min: 1000, max: 9999 })} ${faker.string.alpha({ length: 2, casing: "upper" })}`,
    passport: `X${faker.string.numeric(7)}`,
    note: `Mohon ditindaklanjuti. Hubungi saya di ${telephone} atau ${
      faker.internet.exampleEmail({ firstName, lastName }).toLowerCase()
    }, NIK ${nik}.`
  }
}
