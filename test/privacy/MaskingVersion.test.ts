/**
 * What masking makes of a fixed set of documents, as one digest: of words that its tables know as keys, of every class that a
 * registry may name, of texts for every detector, and of outsiders' documents. The tables and what was learnt are in it as they are,
 * so one word of each few tells what is made of them.
 */
import { assert, it } from "@effect/vitest"
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { maskingVersion } from "../../src/domain/MaskingVersion.ts"
import { personalDataClasses } from "../../src/domain/PersonalData.ts"
import * as spellings from "../../src/privacy/keys/Spellings.ts"
import * as keyWords from "../../src/privacy/keys/Words.ts"
import { maskText } from "../../src/privacy/Masker.ts"
import { cueWords } from "../../src/privacy/text/CueWords.ts"
import { netFile, rowsFile } from "../../src/privacy/verdict/Likeness.ts"
import { documentsOf } from "../corpus/Rounds.ts"
import { maskedBody, policy, textOf } from "./support.ts"

const strings = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : value instanceof Map
    ? [...value].flatMap(strings)
    : value instanceof Set || Array.isArray(value)
    ? [...value].flatMap(strings)
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(strings)
    : []

/** What stands under a key: a name, numbers as texts and as numbers, words, a date, and what is nested. */
const values = [
  "Budi Santoso",
  "3273010107900001",
  3273010107900001,
  "081234567890",
  "budi.santoso@contoh.id",
  "B 1234 XYZ",
  "Jl. Merdeka No. 10, RT 01/RW 02, Bandung",
  "1990-07-01",
  "Islam",
  "aktif",
  42,
  { nama: "Siti Aminah", nilai: "4111111111111111" },
  ["Siti Aminah", "0215550123"]
]

const texts = [
  "Hubungi Budi Santoso di 0812-3456-7890 atau budi.santoso@contoh.id.",
  "NIK 3273010107900001, KK 3273010107900002, NPWP 01.234.567.8-901.000, BPJS 0001234567890.",
  "Mobil B 1234 XYZ milik Bpk. Ahmad; rekening BCA 1234567890; kartu 4111 1111 1111 1111; paspor A1234567.",
  "nama=Budi&nik=3273010107900001&hp=%2B6281234567890",
  "<b>Telp</b>: (021) 555-0123, <a href=\"mailto:siti@contoh.id\">siti@contoh.id</a>",
  "{\"nama\":\"Budi Santoso\",\"catatan\":\"nik: 3273010107900001\"}",
  "Transfer ke BCA 1370012345678 atas nama Élodie Ñañez, beralamat di Gg. Mawar No. 3 RT 02/05.",
  "Authorization: Bearer gpr_8sJk29dkLsmQ1290aa, Basic dXNlcjpwYXNz",
  "X-Api-Key: 9a8b7c6d5e4f1122\nCookie: sid=rahasia\npostgres://admin:rahasia@db.lokal/warga",
  "a;b;c;d\nBudi Santoso;3273010107900001;081234567890;Buruh\nSiti Aminah;3273010107900002;081234567891;Guru",
  "Rapat pada 2026-11-21 pukul 10.00 di ruang 3, anggaran Rp 1.500.000.000, kode 12345678."
]

const documents: ReadonlyArray<unknown> = [
  { nilai: { "Budi Santoso": 80, "Siti Aminah": 75 } },
  { nilai: { "Ahmad Yani": 80, "Gatot Subroto": 75 } },
  [{ keterangan: "Budi datang", nama: "Budi Santoso" }],
  [{ isi: "\\u003cnama\\u003eBudi Santoso\\u003c/nama\\u003e" }, { isi: "nik\\tnama\\n3273010107900001\\tBudi" }],
  { hadir: ["Budi", "Siti"], daftar: ["Budi Santoso", "Siti Aminah", "Agus Salim"], jalan: ["Ahmad Yani", "Siti Aminah", "Agus Salim"] },
  [{ nama: "Budi Santoso", alamat: { jalan: "Jl. Merdeka 10", kota: "Bandung" } }],
  [{ nama: "Budi Santoso", nik: "3273010107900001", kota: "Jl. Merdeka 10", desa: "Dusun Krajan" }],
  [{ nama: "Dinas Sosial", jumlah: 3 }, { nama: "Dinas Kesehatan", jumlah: 3 }, { nama: "Budi Santoso", jumlah: 3 }],
  [{ t: "nama", d: "Budi Santoso" }, { t: "pekerjaan", d: "Buruh tani" }],
  [{ nama: "Budi Santoso", alamat: "Jl. Melati 5", jml_anak: 3 }],
  { x: ["nama", "alamat"], y: [["Budi Santoso", "Kp. Cikole"], ["Siti Aminah", "Cibiru"]] },
  [{ isi: "&lt;nama&gt;Budi Santoso&lt;/nama&gt;" }, { isi: "{u'nama': u'Budi Santoso'}" }, { isi: "<!-- petugas: Budi Santoso -->" }],
  [{ isi: "<a:nama>Budi Santoso</a:nama>" }, { isi: "<sekolah-menengah:nama>Budi Santoso</sekolah-menengah:nama>" }],
  {
    kepala: [{ cap: "nama" }, { cap: "kerja" }],
    badan: [[{ sel: "Budi Santoso" }, { sel: "Buruh" }]],
    h1: "nama",
    w1: "Budi",
    h2: "kota",
    w2: "Bandung"
  },
  [{ t: "nama ibu", d: { s: "Siti" } }, { t: "agama", d: { s: "Islam" } }, { isi: "<e n='nama ayah'>Budi</e>" }],
  [{ isi: "nik;nama\r3273010107900001;Budi Santoso\r" }, { isi: "sep=;\nnama;alamat\nBudi Santoso;Melati 5" }]
]

const made = (document: unknown, by = policy()): string => {
  const { classes, data, masked, meta } = maskedBody(document, by, new Uint8Array(32).fill(7))
  return `${textOf(data)}\n${textOf(meta)}\n${masked} ${JSON.stringify(classes)}`
}

/** All would take a minute. */
const oneOf = 8
/** Rounds that nobody opens, so that nothing is changed in them. */
const shutRounds = [14, 53, 86, 88, 108, 112, 117, 123, 140]

const digest = (): string => {
  const hiding = policy([], "mask")
  const words = [...new Set(strings(Object.values({ ...keyWords, ...spellings })))].toSorted()
  const some = words.filter((_, index) => index % oneOf === 0)
  const parts = [
    JSON.stringify(Object.entries({ ...keyWords, ...spellings }).map(([name, table]) => [name, strings(table)])),
    ...some.flatMap((word) => {
      const key = word.replaceAll(/[ .]/g, "_")
      return [
        made({ data: [{ id: 1, [key]: values[0] }, { id: 2, [key]: values[1] }], [key]: values[3] }),
        made(values.map((value) => ({ [key]: value, jumlah: 3 }))),
        made([{ nik: "3273010107900001", nama: "Budi Santoso", [key]: "Kuning Muda" }]),
        made([{ [key]: "Budi Santoso", alamat: "Jl. Merdeka 10", telepon: "0225550123" }]),
        made([[word, "keterangan"], ["Budi Santoso", "3273010107900001"]]),
        maskText(`${word} Budi Santoso, ${word} 1234567890`).text
      ]
    }),
    ...some.flatMap((word) => [values[0], values[1], values[7], values[11]].map((value) => made([{ [word]: value }]))),
    ...values.flatMap((value) => [
      made([{ isian: value }], hiding),
      ...[...personalDataClasses, "public" as const].map((one) => made([{ isian: value }], policy([["data[].isian", one]])))
    ]),
    JSON.stringify([...cueWords()]),
    ...[netFile, rowsFile].map((file) => gunzipSync(readFileSync(file)).toString("latin1")),
    ...documents.map((document) => made(document)),
    made([{ "*": "titip" }], policy([["data[].*", "public"], ["data[][\"*\"]", "secret"]])),
    ...shutRounds.flatMap((round) => documentsOf(round).map(({ body }) => made(body))),
    ...texts.flatMap((text) => [made([{ keterangan: text }]), maskText(text).text])
  ]
  return hash("sha256", parts.join("\u0000"), "base64url").slice(0, 12)
}

it("the version of masking is that of what it makes, so that no copy that other rules have made is served", () => {
  const now = digest()
  assert.strictEqual(
    maskingVersion,
    now,
    `masking makes something else than it did: write "${now}" into src/domain/MaskingVersion.ts, so that kept copies are made anew`
  )
})
