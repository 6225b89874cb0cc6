/**
 * The kinds of datasets that city agencies publish, each as a handful of endpoints.
 *
 * A register of people keeps its list and its items private and its statistics public; everything else is public.
 */
import type { CityDataset, CityEndpoint } from "./CityAgency.ts"
import { code, type Columns, district, month, officePhone, placeName, position, street, village, whole, year } from "./Column.ts"

const paged = ["limit", "page"]
const byDistrict = ["kecamatan", "limit", "page"]

const item = (title: string, prefix: string, isPrivate: boolean): CityEndpoint => ({
  path: ":kode",
  title,
  answer: { kind: "item", list: "" },
  private: isPrivate,
  example: { kode: `${prefix}-001` }
})

const recap = (title: string): CityEndpoint => ({
  path: "per-kecamatan",
  title: `${title} menurut kecamatan`,
  answer: { kind: "perDistrict", columns: { jumlah: whole(3, 900) } },
  fresh: "60 seconds"
})

/** Places that anyone may visit or call: list, item, count per district. */
export const places = (slug: string, title: string, noun: string, prefix: string, rows: number, more: Columns): CityDataset => ({
  slug,
  title,
  endpoints: [
    {
      path: "",
      title: `Daftar ${title.toLowerCase()}`,
      answer: {
        kind: "rows",
        rows,
        columns: {
          kode: code(prefix),
          nama: placeName(noun),
          ...more,
          alamat: street,
          kelurahan: village,
          kecamatan: district,
          telepon: officePhone,
          koordinat: position
        }
      },
      query: byDistrict,
      fresh: "30 seconds"
    },
    item(`Rincian ${title.toLowerCase()}`, prefix, false),
    recap(title)
  ]
})

/** A register of synthetic people: list and item private, statistics public. */
export const register = (slug: string, title: string, prefix: string, rows: number, columns: Columns): CityDataset => ({
  slug,
  title,
  endpoints: [
    {
      path: "",
      title: `Daftar ${title.toLowerCase()}`,
      answer: { kind: "rows", rows, columns: { kode: code(prefix), ...columns, kecamatan: district } },
      private: true,
      query: byDistrict
    },
    item(`Rincian ${title.toLowerCase()}`, prefix, true),
    recap(title),
    {
      path: "ringkasan",
      title: `Ringkasan ${title.toLowerCase()}`,
      answer: {
        kind: "summary",
        columns: { tahun: year, jumlah: whole(400, 90_000), jumlah_baru: whole(5, 900), jumlah_diperbarui: whole(5, 900) }
      },
      fresh: "60 seconds"
    }
  ]
})

/** Things and happenings: list, item, summary. */
export const entries = (slug: string, title: string, prefix: string, rows: number, columns: Columns): CityDataset => ({
  slug,
  title,
  endpoints: [
    {
      path: "",
      title: `Daftar ${title.toLowerCase()}`,
      answer: { kind: "rows", rows, columns: { kode: code(prefix), ...columns } },
      query: paged
    },
    item(`Rincian ${title.toLowerCase()}`, prefix, false),
    {
      path: "ringkasan",
      title: `Ringkasan ${title.toLowerCase()}`,
      answer: { kind: "summary", columns: { tahun: year, jumlah: whole(rows, rows * 40), jumlah_baru: whole(1, rows) } },
      fresh: "60 seconds"
    }
  ]
})

/** Statistics: a year by months, by districts, and five years. */
export const figures = (slug: string, title: string, measures: Columns): CityDataset => ({
  slug,
  title,
  endpoints: [
    { path: "", title: `${title} bulanan`, answer: { kind: "rows", rows: 12, columns: { bulan: month, ...measures } }, fresh: "5 minutes" },
    { path: "per-kecamatan", title: `${title} menurut kecamatan`, answer: { kind: "perDistrict", columns: measures }, fresh: "5 minutes" },
    {
      path: "tahunan",
      title: `${title} tahunan`,
      answer: { kind: "rows", rows: 5, columns: { tahun: year, ...measures } },
      fresh: "5 minutes"
    }
  ]
})

/** A dataset with one more endpoint. */
export const withEndpoint = (dataset: CityDataset, ...more: ReadonlyArray<CityEndpoint>): CityDataset => ({
  ...dataset,
  endpoints: [...dataset.endpoints, ...more]
})

/** A dataset whose private endpoints mask every field that the registry does not classify. */
export const maskingUnknown = (dataset: CityDataset): CityDataset => ({
  ...dataset,
  endpoints: dataset.endpoints.map((endpoint): CityEndpoint => endpoint.private === true ? { ...endpoint, unknown: "mask" } : endpoint)
})
