/** Identifiers under keys that say nothing: in every notation, in sentences, in addresses of the web, in keys, at the root. */
import type { PersonalDataClass } from "../../src/domain/PersonalData.ts"
import { type Person, person, pick, place, whole } from "./Draw.ts"
import { held, keyed, type LabelledDocument, list, members, type Node, nodeOf, open, type Personal, structured, text } from "./Labelled.ts"
import { cardShapes, emailShapes, nikShapes, npwpShapes, otherDigits, phoneShapes, plateShapes } from "./Shapes.ts"

const blank = ["keterangan", "catatan", "x", "value", "nomor", "data_lain", "field_7", "deskripsi", "remarks", "isian", "kolom", "info"]

const shapesOf: ReadonlyArray<readonly [PersonalDataClass, (p: Person) => string, ReadonlyArray<(value: string) => string>]> = [
  ["nik", (p) => p.nik, nikShapes],
  ["nik", (p) => p.kk, nikShapes],
  ["npwp", (p) => p.npwp, npwpShapes],
  ["phone", (p) => p.phone, phoneShapes],
  ["email", (p) => p.email, emailShapes],
  ["card", (p) => p.card, cardShapes],
  ["plate", (p) => p.plate, plateShapes],
  ["passport", (p) => p.passport, [(value) => value]],
  ["bpjs", (p) => p.bpjs, [(value) => value, otherDigits]]
]

/** Alone in a string. Spaces and points around a value are not part of it. */
const alone = (): LabelledDocument => ({
  name: "nilai/sendiri",
  root: list(shapesOf.flatMap(([personalData, value, shapes]) =>
    shapes.flatMap((shape) =>
      Array.from({ length: 8 }, () => {
        const written = shape(value(person()))
        const bare = written.trim().replace(/^'|(?<=\d)\.$/g, "")
        const at = written.indexOf(bare)
        return members([["id", open(1)], [
          pick(blank),
          text(written.slice(0, at), structured(personalData, bare), written.slice(at + bare.length))
        ]])
      })
    )
  ))
})

type Sentence = ReadonlyArray<string | ((p: Person) => readonly [PersonalDataClass, string])>
const nik = (p: Person) => ["nik", pick(nikShapes.slice(0, 5))(p.nik)] as const
const phone = (p: Person) => ["phone", pick(phoneShapes.slice(0, 5))(p.phone)] as const
const email = (p: Person) => ["email", p.email] as const

const sentences: ReadonlyArray<Sentence> = [
  ["Pelapor dengan NIK ", nik, " meminta surat keterangan."],
  ["Hubungi ", phone, " (Senin-Jumat 08.00-16.00)."],
  ["Kirim berkas ke ", email, " paling lambat 12 Mei 2026."],
  ["no ktp:", nik, ";hp:", phone, ";email:", email],
  ["NIK=", nik, "&telp=", phone],
  ["Pembayaran dengan kartu ", (p) => ["card", pick(cardShapes)(p.card)], " ditolak."],
  ["Kendaraan bernomor polisi ", (p) => ["plate", p.plate], " menerobos lampu merah pukul 07.15 WIB."],
  ["nopol ", (p) => ["plate", p.plate.toLowerCase()], " warna hitam"],
  ["Paspor ", (p) => ["passport", p.passport], " hilang di bandara."],
  ["NPWP ", (p) => ["npwp", pick(npwpShapes.slice(0, 4))(p.npwp)], " terdaftar."],
  ["BPJS No. ", (p) => ["bpjs", p.bpjs], " tidak aktif."],
  ["Peserta ", (p) => ["bpjs", p.bpjs], " kelas 2."],
  ["Transfer ke rekening BRI ", (p) => ["bank-account", p.account], " sebelum Jumat."],
  ["No. Rek: ", (p) => ["bank-account", p.account], " (Bank Mandiri)"],
  ["https://layanan.kota.go.id/cek?nik=", (p) => ["nik", p.nik], "&hal=2"],
  ["https://wa.me/", (p) => ["phone", `62${p.phone.slice(1)}`], "?text=Halo"],
  ["https://api.whatsapp.com/send?phone=", (p) => ["phone", `62${p.phone.slice(1)}`]],
  ["https://x.go.id/warga/", (p) => ["nik", p.nik], "/berkas.pdf"],
  ["mailto:", email, "?subject=Izin"],
  ["tel:", (p) => ["phone", `+62-${p.phone.slice(1, 4)}-${p.phone.slice(4, 8)}-${p.phone.slice(8)}`]],
  ["Kontak: ", (p) => ["email", p.email.replace("@", " [at] ")], "."],
  ["Surel ", (p) => ["email", p.email.replace("@", "[at]")], " aktif"],
  ["Surel ", (p) => ["email", p.email.replace("@", "(at)")], " aktif"],
  ["Surel ", (p) => ["email", p.email.replace(/^.*@/, (local) => local.replaceAll(".", "{dot}").replace("@", " {at} "))], " aktif"],
  ["<a href=\"mailto:", email, "\">surel</a> <b>", phone, "</b>"],
  ["| NIK | ", nik, " | HP | ", phone, " |"],
  ["Daftar: ", nik, ", ", nik, " dan ", nik, "."],
  ["ktp_", (p) => ["nik", p.nik], ".jpg"],
  ["berkas-", (p) => ["nik", p.nik], "-2026.pdf"],
  ["WA", (p) => ["phone", p.phone], "/SMS"],
  ["(HP. ", (p) => ["phone", p.phone], ")"],
  ["Nomor ", (p) => ["nik", otherDigits(p.nik)], " ganda."],
  ["KK ", (p) => ["kk", p.kk], " atas NIK ", nik, "\nAlamat sesuai KTP.\t", () => ["address", "RT 03/RW 05"]]
]

const inSentences = (): LabelledDocument => ({
  name: "nilai/kalimat",
  root: list(sentences.flatMap((sentence) =>
    Array.from({ length: 10 }, (): Node => {
      const parts = sentence.map((part): string | Personal => {
        if (typeof part === "string") return part
        const [personalData, value] = part(person())
        return structured(personalData, value)
      })
      return members([[pick(blank), text(...parts)]])
    })
  ))
})

const asNumbers = (): LabelledDocument => ({
  name: "nilai/bilangan",
  root: list(Array.from({ length: 60 }, () => {
    const p = person()
    return members([
      [pick(blank), structured("nik", BigInt(p.nik))],
      [pick(["kode", "id", "nilai2"]), structured("nik", BigInt(p.kk))],
      ["kartu_", structured("card", BigInt(p.card))],
      [pick(["hubungi", "sambungan"]), structured("phone", BigInt(`62${p.phone.slice(1)}`))],
      ["tahun", open(whole(2015, 2026))]
    ])
  }))
})

const asKeys = (): LabelledDocument => ({
  name: "nilai/kunci",
  root: nodeOf({
    per_orang: members(Array.from({ length: 30 }, () => {
      const p = person()
      const [personalData, value] = pick(
        [["nik", p.nik], ["email", p.email], ["phone", p.phone], [
          "nik",
          `${p.nik.slice(0, 6)}-${p.nik.slice(6, 12)}-${p.nik.slice(12)}`
        ]] as const
      )
      return [structured(personalData, value), nodeOf({ hadir: true, jam: "07.30" })] as const
    })),
    per_nama: members(Array.from({ length: 40 }, () => {
      const p = person()
      return [keyed("name", `${p.first} ${p.last}`), nodeOf({ nik: keyed("nik", p.nik), jam: "07.30" })] as const
    })),
    pegawai: members(Array.from({ length: 20 }, () => {
      const p = person()
      return [keyed("name", `${p.first} ${p.last}`), nodeOf({ golongan: "III/a" })] as const
    })),
    per_wilayah: members(
      [...new Set(Array.from({ length: 60 }, () => place().regency.replace(/^(?:Kabupaten|Kota) /, "")))].map((regency) =>
        [regency, nodeOf({ jumlah: 7, telepon_kantor: "(022) 2501234", kepala: { nama: keyed("name", person().first) } })] as const
      )
    )
  })
})

const nested = (): LabelledDocument => ({
  name: "nilai/bersarang",
  wrapped: true,
  root: list(Array.from({ length: 30 }, () => {
    const p = person()
    return list([
      list([structured("nik", p.nik), list([structured("phone", p.phone), open("aktif")])]),
      nodeOf({ a: { b: { c: [[{ d: structured("email", p.email), e: text("hp ", structured("phone", p.phone)) }]] } } }),
      nodeOf({
        muatan: held(
          nodeOf({
            lapis: held(nodeOf({ isi: structured("nik", p.nik), angka: 1, teks: text("hubungi ", structured("email", p.email)) })),
            versi: "1.0"
          })
        )
      })
    ])
  }))
})

const roots = (): ReadonlyArray<LabelledDocument> =>
  Array.from({ length: 10 }, () => {
    const p = person()
    return [
      { name: "akar/teks", root: structured("nik", p.nik) },
      { name: "akar/bilangan", root: structured("nik", BigInt(p.nik)) },
      { name: "akar/daftar", root: list([structured("nik", p.nik), structured("email", p.email), open(7)]) }
    ]
  }).flat()

export const structuredValues = (): ReadonlyArray<LabelledDocument> => [alone(), inSentences(), asNumbers(), asKeys(), nested(), ...roots()]
