/**
 * Kota Tirtamaya, a city that does not exist: its agencies, datasets, endpoints and presets.
 *
 * Its districts and sub-districts are those of area 35.73 in the national list, so that codes and names are real;
 * people and figures are synthetic and labelled so.
 */
import { administration } from "./catalogue/Administration.ts"
import { people } from "./catalogue/People.ts"
import { surroundings } from "./catalogue/Places.ts"
import type { CityAgency, CityDataset, CityEndpoint, CityPreset } from "./CityAgency.ts"

const presets: ReadonlyArray<CityPreset> = [
  {
    slug: "ringkasan-kota",
    title: "Ringkasan kota",
    fresh: "60 seconds",
    requests: [
      { alias: "agenda", opd: "diskominfo", dataset: "portal-publik", path: "events" },
      { alias: "penduduk", opd: "disdukcapil", dataset: "statistik-penduduk", path: "per-kecamatan" },
      { alias: "wilayah", opd: "bappeda", dataset: "wilayah-kota", path: "luas" },
      { alias: "udara", opd: "dlh", dataset: "kualitas-udara", path: "terkini" },
      { alias: "air", opd: "bpbd", dataset: "tinggi-muka-air", path: "terkini" },
      { alias: "pangan", opd: "diskop-ukm", dataset: "harga-pangan", path: "" },
      { alias: "pengaduan", opd: "diskominfo", dataset: "pengaduan", path: "ringkasan" }
    ]
  },
  {
    slug: "fasilitas-publik",
    title: "Fasilitas publik",
    fresh: "60 seconds",
    requests: [
      { alias: "puskesmas", opd: "dinkes", dataset: "puskesmas", path: "", query: { limit: 10 } },
      { alias: "rumah-sakit", opd: "dinkes", dataset: "rumah-sakit", path: "" },
      { alias: "sekolah", opd: "disdik", dataset: "sekolah", path: "", query: { limit: 10 } },
      { alias: "perpustakaan", opd: "disdik", dataset: "perpustakaan", path: "" },
      { alias: "taman", opd: "dlh", dataset: "ruang-hijau", path: "", query: { limit: 10 } },
      { alias: "pasar", opd: "diskop-ukm", dataset: "pasar", path: "" },
      { alias: "wifi", opd: "diskominfo", dataset: "wifi-publik", path: "", query: { limit: 10 } },
      { alias: "posko", opd: "bpbd", dataset: "posko", path: "" }
    ]
  }
]

export const city = {
  name: "Kota Tirtamaya",
  /** Code of the real area whose districts the city has. */
  area: "35.73",
  agencies: [...administration, ...people, ...surroundings] as ReadonlyArray<CityAgency>,
  presets
}

/** An endpoint with what it belongs to. */
export interface PlacedEndpoint {
  readonly agency: CityAgency
  readonly dataset: CityDataset
  readonly endpoint: CityEndpoint
}

export const placedEndpoints = (): ReadonlyArray<PlacedEndpoint> =>
  city.agencies.flatMap((agency) =>
    agency.datasets.flatMap((dataset) => dataset.endpoints.map((endpoint) => ({ agency, dataset, endpoint })))
  )

export const resourceOf = (dataset: CityDataset, endpoint: CityEndpoint): string =>
  endpoint.resource ?? [dataset.slug, ...endpoint.path.split("/").filter((segment) => segment !== "" && !segment.startsWith(":"))].join("-")

export const upstreamOf = (dataset: CityDataset, endpoint: CityEndpoint): string =>
  endpoint.upstream ?? `/internal/${dataset.slug}${endpoint.path === "" ? "" : `/${endpoint.path}`}`
