/** A city whose endpoints were read once, so that their fields are known, and tokens of kind `latihan` for it. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { issueRehearsal } from "../../src/access/RehearsalTokens.ts"
import { json } from "../support/AgencyServer.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually } from "../support/Suite.ts"

export const stations = [
  { stasiun: "Dago", versi: 31.4, tahun: 2012, aktif: true, tanggal: "2026-11-20", nik: "3273014506900001", nama: "Budi Santoso" },
  { stasiun: "Ujungberung", versi: 12.8, tahun: 2007, aktif: false, tanggal: "2026-11-21", nik: "3273014506900002", nama: "Siti Aminah" }
] as const

const patients = [{ nama: "Rina Marlina", nik: "3273014506900003", keluhan: "batuk", ruang: "Melati" }]

export const rehearsedCity = Effect.gen(function*() {
  const city = yield* startCity({
    diskominfo: {
      "/internal/events": json(stations),
      "/portal-publik/berita": json({ total: 2, isi: [{ judul: "Satu", ditulis: "2026-11-20T08:00:00+07:00" }] })
    },
    dinkes: { "/faskes/klinik": json([{ nama: "Klinik Melati", telepon: "022-1234567" }]), "/faskes/pasien": json(patients) },
    registry: { berita: { cache: { fresh: "60 seconds" }, fields: { "data.penulis": "name" } } }
  })
  const { gateway } = city
  let made = 0
  const token = (application = `latihan-${++made}`) =>
    gateway.run(Effect.gen(function*() {
      yield* (yield* Applications).ensure({ name: application })
      const { token, tokenId } = yield* issueRehearsal(application, yield* Clock.currentTimeMillis)
      return { token: Redacted.value(token), tokenId }
    }))
  const real = yield* Effect.promise(() => gateway.token({ scopes: "*", official: true }))
  const paths = ["diskominfo/portal-publik/events", "diskominfo/portal-publik/berita", "dinkes/faskes/klinik", "dinkes/faskes/pasien"]
  for (const path of paths) {
    const response = yield* Effect.promise(() => gateway.get(path, real))
    assert.strictEqual(response.status, 200, path)
    yield* Effect.promise(() => response.arrayBuffer())
  }
  const { token: asked } = yield* Effect.promise(() => token("menunggu"))
  const rowsOf = async (path: string) => (await (await gateway.get(path, asked)).json() as { readonly data: unknown }).data
  yield* Effect.promise(() =>
    eventually("the fields are known", async () => JSON.stringify(await rowsOf(paths[0] ?? "")).includes("stasiun"))
  )
  yield* Effect.promise(() => eventually("those of news too", async () => JSON.stringify(await rowsOf(paths[1] ?? "")).includes("judul")))
  return { ...city, token, real }
})
