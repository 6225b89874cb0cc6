/** What a registry says about fields that no detector could know, and what it exempts. */
import { anyDate, person, pick, whole } from "./Draw.ts"
import { classified, held, type LabelledDocument, list, nodeOf, open, rows } from "./Labelled.ts"

const times = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)

const byPath = (): LabelledDocument => ({
  name: "klasifikasi/jalur",
  fields: [
    ["data[].panitia.nama", "name"],
    ["data[].kode", "nik"],
    ["data[*].hub[]", "phone"],
    ["**.rahasia", "health"],
    ["data[].*.lahiran", "birth-date"],
    ["data[].warga", "pseudonym"],
    ["data[][\"a.b\"]", "address"],
    ["data[].berkas", "biometric"],
    ["data[].ref", "npwp"],
    ["data[].seri", "id"],
    ["data[].kunci", "secret"],
    ["data[].kontak_klinik", "public"],
    ["data[].penulis_buku.nama_lengkap", "public"],
    ["data[].saldo_apbd", "public"]
  ],
  root: rows(times(60, () => {
    const p = person()
    return {
      panitia: { nama: classified("name", p.name), regu: "A" },
      kode: classified("nik", pick([p.nik, Number(p.nik.slice(0, 12))])),
      hub: [classified("phone", p.phone), classified("phone", `0${whole(21, 99)}${whole(100000, 999999)}`)],
      d: {
        lahiran: classified("birth-date", anyDate(p.born)),
        rahasia: classified("health", pick(["A", true, 3])),
        tak_rahasia: "terbuka"
      },
      warga: classified("pseudonym", p.nik),
      "a.b": classified("address", p.address),
      berkas: [classified("biometric", "x1"), { isi: classified("biometric", 12) }],
      ref: classified("npwp", p.npwp),
      seri: classified("id", p.npwp),
      kunci: classified("secret", p.first),
      kontak_klinik: { telepon: "081234567890", email: "klinik@kota.go.id" },
      penulis_buku: { nama_lengkap: "Pramoedya Ananta Toer" },
      saldo_apbd: 1_000_000
    }
  }))
})

const byDefault = (): LabelledDocument => ({
  name: "klasifikasi/unknown-mask",
  unknown: "mask",
  wrapped: true,
  fields: [["data[].id", "public"], ["data[].judul", "public"], ["data[].nama", "name"], ["data[].geo", "public"]],
  root: rows(times(40, () => {
    const p = person()
    return {
      id: whole(1, 999),
      judul: `Laporan ${whole(1, 99)}`,
      nama: classified("name", p.name),
      geo: { lat: -6.9, lng: 107.6 },
      baru: classified("health", p.first),
      angka_baru: classified("health", whole(1, 99)),
      ya: classified("health", true),
      dalam: { lagi: [classified("health", "x y")] },
      kosong: null
    }
  }))
})

const onBareObject = (): LabelledDocument => ({
  name: "klasifikasi/objek",
  fields: [["data.pemegang", "name"], ["data.daftar[][]", "name"], ["data.surat", "public"]],
  root: nodeOf({
    pemegang: classified("name", "Budi Santoso"),
    daftar: list([list([classified("name", "Siti Aminah"), classified("name", "Tono")]), list([classified("name", "Ayu")])]),
    surat: held(nodeOf({ nama_lengkap: open("contoh"), email: open("contoh@contoh.id") })),
    lain: "bebas"
  })
})

export const classifiedValues = (): ReadonlyArray<LabelledDocument> => [byPath(), byDefault(), onBareObject()]
