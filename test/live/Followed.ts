/** A city with endpoints that are followed, and an agency whose answers a test changes. */
import { Effect } from "effect"
import { json } from "../support/AgencyServer.ts"
import { openEvents } from "../support/EventStream.ts"
import { startCity } from "../support/StartCity.ts"

export const stations = [
  { kode: "A", stasiun: "Dago", pm25: 31.4, petugas: { nama: "Budi Santoso" } },
  { kode: "B", stasiun: "Antapani", pm25: 12, petugas: { nama: "Siti Aminah" } },
  { kode: "C", stasiun: "Gedebage", pm25: 44.5, petugas: { nama: "Made Wirawan" } }
] as const

export const path = "/portal-publik/udara"
export const address = "diskominfo/portal-publik/udara"
export const scopes = [
  "diskominfo-udara-get",
  "diskominfo-cuaca-get",
  "diskominfo-kamar-get",
  "diskominfo-tak-disimpan-get",
  "diskominfo-events-get"
]

export const followedCity = (variables: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    startCity({
      diskominfo: { [path]: json(stations), "/portal-publik/cuaca": json({ suhu: 24, angin: { arah: "barat", kuat: 3 } }) },
      registry: {
        more: [
          { path: "udara", title: "Udara", live: "1 second", key: "kode", query: ["kota"], fields: { "data[].petugas.nama": "name" } },
          { path: "cuaca", title: "Cuaca", live: "1 second" },
          { path: "tak-disimpan", title: "Tak disimpan", live: "1 hour", cache: { stale: "24 hours" } },
          { path: "kamar", title: "Kamar", live: "1 second", private: true }
        ]
      },
      variables
    }),
    (city) => ({
      ...city,
      follow: (token: string, where = address, headers: Readonly<Record<string, string>> = {}) =>
        openEvents(`${city.gateway.url}/api/v4/gateway/${where}`, { authorization: `Bearer ${token}`, ...headers }),
      answers: (body: unknown, at = path) => Effect.runPromise(city.diskominfo.setBehaviour(json(body), at))
    })
  )
