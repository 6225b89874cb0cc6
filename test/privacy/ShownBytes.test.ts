import { describe, expect, it } from "vitest"
import { type PersonalDataClass, personalDataClasses } from "../../src/domain/PersonalData.ts"
import { fits } from "../../src/privacy/KeyFit.ts"
import { show } from "../../src/privacy/ShownForm.ts"
import fc from "../support/Property.ts"
import { masked, policy } from "./support.ts"

const key = new Uint8Array(32).fill(1)
/** Keys that name a class by themselves and whose values wait for nothing. */
const keys: Partial<Record<PersonalDataClass, string>> = {
  nik: "nik",
  kk: "no_kk",
  npwp: "npwp",
  bpjs: "bpjs",
  passport: "no_paspor",
  plate: "nopol",
  "bank-account": "no_rekening",
  card: "kartu_kredit",
  name: "nama_lengkap",
  email: "email",
  phone: "telepon",
  address: "alamat",
  finance: "gaji",
  "birth-date": "tanggal_lahir"
}
const named = Object.keys(keys).filter((name): name is PersonalDataClass => name in keys)
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789012345678901234567890123456789 -.+()/*@,;%_aBzé"), maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(..."abcXYZ  .'-*0@"), maxLength: 24 }),
  fc.constantFrom(
    "Budi  Santoso, S.Kom.",
    " a b ",
    "- b",
    "*** x",
    "B*** S***",
    "budi@x@y.id",
    "a@b.id, c@d.id",
    "budi%40x.id",
    "b***@x.id",
    "@x",
    "a@b.id/0812",
    "a@b.id_c",
    "a_b+c@d-e.id",
    "a@12345678.id",
    "a/b@c.id",
    "1990-01-31",
    "2199-01-01",
    "1990-",
    "+62 812-3456-7890",
    "a+62812345678",
    "(+62) 812345678",
    "1500-123",
    "0812******90",
    "3171************",
    "01.234.567.8-901.000",
    "B 1234 XYZ",
    "A1234567",
    "***"
  )
)

describe("ShownBytes", () => {
  it("what is written from bytes is what the shown form says, where a path names the class", () => {
    fc.assert(
      fc.property(fc.constantFrom(...personalDataClasses), value, (name, text) => {
        expect(masked([{ x: text }], policy([["data[].x", name]]), key)).toEqual([{ x: show(name, text, key) }])
      }),
      { numRuns: 4000 }
    )
  })

  it("the same where the key's name says it and the value fits", () => {
    fc.assert(
      fc.property(fc.constantFrom(...named), value, (name, text) => {
        if (fits(name, text)) expect(masked([{ [keys[name] ?? ""]: text }])).toEqual([{ [keys[name] ?? ""]: show(name, text) }])
      }),
      { numRuns: 4000 }
    )
  })

  it("the same in the rows that follow, which are read ahead", () => {
    const rows = fc.array(value, { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...named), rows, (name, texts) => {
        const key = keys[name] ?? ""
        const row = (text: string) => ({ id: 7, [key]: text, luas: "ya", lat: -1.5 })
        const fitting = texts.filter((text) => fits(name, text))
        expect(masked(fitting.map(row))).toEqual(fitting.map((text) => row(show(name, text))))
      }),
      { numRuns: 2000 }
    )
  })
})
