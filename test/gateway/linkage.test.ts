/** Rows of an aggregate that initials, a year of birth and a village join across entries: told, counted, generalised, refused. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const patients = [
  { nama_pasien: "Budi Santoso", tanggal_lahir: "1990-02-15", kelurahan: "Dago", diagnosa: "TB", poli: "Paru" },
  { nama_pasien: "Siti Aminah", tanggal_lahir: "1985-01-01", kelurahan: "Lebak Siliwangi", diagnosa: "DM", poli: "Umum" },
  { nama_pasien: "Sri Astuti", tanggal_lahir: "1985-03-01", kelurahan: "Cipaganti", diagnosa: "DM", poli: "Umum" }
]
const recipients = [
  {
    nama_penerima: "Budi Santoso",
    tgl_lahir: "15-02-1990",
    kelurahan: "Dago",
    bantuan: "BPNT",
    klinik: { nama: "Klinik Dago" },
    telepon_posko: "0221234567"
  },
  {
    nama_penerima: "Asep Sunandar",
    tgl_lahir: "01-01-1970",
    kelurahan: "Dago",
    bantuan: "PKH",
    klinik: { nama: "Klinik Dago" },
    telepon_posko: "0221234567"
  },
  {
    nama_penerima: "Agus Salim",
    tgl_lahir: "02-02-1970",
    kelurahan: "Dago",
    bantuan: "PKH",
    klinik: { nama: "Klinik Dago" },
    telepon_posko: "0221234567"
  }
]
const parks = [{ nama: "Taman Lansia", kelurahan: "Dago", telepon_kantor: "(022) 2501234", penjaga: { nama_penjaga: "Ujang" } }]

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  for (const [path, rows] of [["pasien", patients], ["bansos", recipients], ["taman", parks]] as const) {
    yield* agency.setBehaviour(json({ data: rows, total: rows.length }), `/data/${path}`)
  }
  const endpoints = [{ path: "pasien" }, { path: "bansos" }, { path: "taman" }]
  const entry = (alias: string, opd: string, path = alias) => ({ alias, opd, dataset: "data", path })
  const gateway = yield* startGateway(
    registryText(
      [
        { slug: "bebas", server: agency.url, breaker: neverOpen, endpoints },
        {
          slug: "hati",
          server: agency.url,
          breaker: neverOpen,
          linkage: "generalise",
          endpoints: [{ path: "pasien" }, { path: "bansos", fields: { "data[].telepon_posko": "public" } }, { path: "taman" }]
        },
        { slug: "tutup", server: agency.url, breaker: neverOpen, linkage: "refuse", endpoints }
      ],
      [
        { slug: "biasa", title: "Biasa", requests: [entry("pasien", "bebas"), entry("bansos", "bebas")] },
        { slug: "ketat", title: "Ketat", linkage: "refuse", requests: [entry("pasien", "bebas"), entry("bansos", "bebas")] },
        { slug: "tamanku", title: "Taman", linkage: "refuse", requests: [entry("pasien", "bebas"), entry("taman", "bebas")] }
      ]
    ),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const aggregate = async (
    requests: ReadonlyArray<unknown>,
    strategy = "keyed"
  ): Promise<{ readonly status: number; readonly text: string; readonly body: Answered }> => {
    const response = await gateway.aggregate({ strategy, requests }, token)
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) }
  }
  const preset = async (slug: string) => {
    const response = await gateway.get(`preset/${slug}`, token)
    return { status: response.status, text: await response.text() }
  }
  const rows = async (policy: string): Promise<number> => {
    const text = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
    return Number(
      text.split("\n").find((line) => line.startsWith(`gapura_linkage_rows_total{`) && line.includes(`policy="${policy}"`))?.split(" ").at(
        -1
      ) ?? 0
    )
  }
  return { aggregate, entry, gateway, preset, rows, token }
}))

interface Answered {
  readonly code?: string
  readonly detail?: string
  readonly data?: Readonly<Record<string, { readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>; readonly meta: unknown }>>
  readonly meta?: { readonly masked: number; readonly masking?: unknown }
}

const warning = "Rows of these entries can be joined although each is masked."

describe("linkage across the entries of an aggregate", () => {
  it("is told in meta.masking and counted, and the rows stay as they are", async () => {
    const { aggregate, entry, rows } = at()
    const before = await rows("warn")
    const { body, status } = await aggregate([entry("pasien", "bebas"), entry("bansos", "bebas")])
    assert.strictEqual(status, 200)
    // Budi is the only one in both; Asep and Agus share what is left of them, so neither stands out.
    assert.deepStrictEqual(body.meta?.masking, {
      linkable: 1,
      between: [["pasien", "bansos"]],
      by: ["birth-year", "initials", "village"],
      policy: "warn",
      warning
    })
    assert.strictEqual(body.data?.["bansos"]?.data[0]?.["nama_penerima"], "B*** S***")
    assert.strictEqual(await rows("warn"), before + 1)
  })

  it("is not there for one entry, for the same endpoint twice, or where nothing joins", async () => {
    const { aggregate, entry } = at()
    for (
      const requests of [[entry("pasien", "bebas")], [entry("a", "bebas", "pasien"), entry("b", "bebas", "pasien")], [
        entry("pasien", "bebas"),
        entry("taman", "bebas")
      ]]
    ) {
      const { body, status } = await aggregate(requests, "list")
      assert.strictEqual(status, 200)
      assert.isUndefined(body.meta?.masking)
    }
  })

  it("hides what masking had left where an agency says generalise, and nothing public", async () => {
    const { aggregate, entry } = at()
    const { body } = await aggregate([entry("pasien", "bebas"), entry("bansos", "hati"), entry("taman", "bebas")])
    assert.deepInclude(body.meta?.masking, { linkable: 1, policy: "generalise" })
    assert.deepStrictEqual(body.data?.["bansos"]?.data[0], {
      nama_penerima: "***",
      tgl_lahir: "***",
      kelurahan: "Dago",
      // What aid somebody takes is not for others.
      bantuan: "***",
      klinik: { nama: "Klinik Dago" },
      telepon_posko: "0221234567"
    })
    assert.deepInclude(body.data?.["pasien"]?.data[0], { nama_pasien: "***", tanggal_lahir: "***", poli: "Paru" })
    assert.deepInclude(body.data?.["bansos"]?.meta, { agency: "hati", total: 3 })
    assert.deepInclude(body.data?.["taman"]?.data[0], { nama: "Taman Lansia", penjaga: { nama_penjaga: "U***" } })
  })

  it("is refused with 403 linkage-refused where an agency says so, streamed answers included", async () => {
    const { aggregate, entry, gateway, token } = at()
    const requests = [entry("pasien", "bebas"), entry("bansos", "tutup")]
    const { body, status, text } = await aggregate(requests)
    assert.strictEqual(status, 403)
    assert.strictEqual(body.code, "linkage-refused")
    assert.include(body.detail, "`pasien` and `bansos`")
    assert.notInclude(text, "B***")
    const streamed = await gateway.aggregate({ strategy: "keyed", requests }, token, { accept: "application/x-ndjson" })
    assert.strictEqual(streamed.status, 403)
    await streamed.arrayBuffer()
    assert.strictEqual((await aggregate([entry("bansos", "tutup")])).status, 200)
  })

  it("is told on the last line of a streamed answer", async () => {
    const { entry, gateway, token } = at()
    const response = await gateway.aggregate({ strategy: "keyed", requests: [entry("pasien", "bebas"), entry("bansos", "bebas")] }, token, {
      accept: "application/x-ndjson"
    })
    const last: { readonly meta: { readonly masking: unknown } } = JSON.parse((await response.text()).trim().split("\n").at(-1) ?? "")
    assert.deepInclude(last.meta.masking, { linkable: 1, policy: "warn" })
  })

  it("is told, or refused, by a preset too, from its copy as well", async () => {
    const { preset } = at()
    for (let i = 0; i < 2; i++) assert.include((await preset("biasa")).text, "\"masking\":{\"linkable\":1")
    const strict = await preset("ketat")
    assert.strictEqual(strict.status, 403)
    assert.include(strict.text, "linkage-refused")
    assert.strictEqual((await preset("tamanku")).status, 200)
  })
})
