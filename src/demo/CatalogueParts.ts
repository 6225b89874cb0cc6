/**
 * The kinds of datasets that city agencies publish, each as a handful of endpoints.
 *
 * A register of people keeps its list and its items private and its statistics public; everything else is public.
 */
import type { CityDataset, CityEndpoint, Counted, Over } from "./CityAgency.ts"
import { code, type Columns, district, multiple, officePhone, placeName, position, street, thisYear, village, whole } from "./Column.ts"

const paged = ["limit", "page"]
const byDistrict = ["kecamatan", "limit", "page"]

const item = (title: string, prefix: string, isPrivate: boolean): CityEndpoint => ({
  path: ":kode",
  title,
  answer: { kind: "item", list: "" },
  private: isPrivate,
  example: { kode: `${prefix}-001` }
})

const recap = (title: string, of: Counted): CityEndpoint => ({
  path: "per-kecamatan",
  title: `${title} menurut kecamatan`,
  answer: { kind: "perDistrict", columns: { jumlah: whole(0, 1) }, of },
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
    recap(title, { list: "" })
  ]
})

/**
 * A register of synthetic people: list and item private, statistics public.
 *
 * @param all how many the whole register has; the list has a part of them
 */
export const register = (
  slug: string,
  title: string,
  prefix: string,
  rows: number,
  columns: Columns,
  all = rows * 23
): CityDataset => ({
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
    recap(title, { whole: all }),
    {
      path: "ringkasan",
      title: `Ringkasan ${title.toLowerCase()}`,
      answer: {
        kind: "summary",
        columns: {
          tahun: thisYear,
          jumlah: whole(all, all),
          jumlah_baru: multiple("jumlah", 0.01, 0.04),
          jumlah_diperbarui: multiple("jumlah", 0.02, 0.08)
        }
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
      answer: { kind: "summary", columns: { tahun: thisYear, jumlah: whole(rows, rows), jumlah_baru: multiple("jumlah", 0.1, 0.4) } },
      fresh: "60 seconds"
    }
  ]
})

/** Statistics: a year by months, by districts, and five years. @param over what is no sum of its months */
export const figures = (
  slug: string,
  title: string,
  columns: Columns,
  over: Readonly<Record<string, Over>> = {}
): CityDataset => ({
  slug,
  title,
  endpoints: [
    { path: "", title: `${title} bulanan`, answer: { kind: "figures", part: "months", columns, over }, fresh: "5 minutes" },
    {
      path: "per-kecamatan",
      title: `${title} menurut kecamatan`,
      answer: { kind: "figures", part: "districts", columns, over },
      fresh: "5 minutes"
    },
    {
      path: "tahunan",
      title: `${title} tahunan`,
      answer: { kind: "figures", part: "years", columns, over },
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
