/** Datasets of real administrative areas, of the whole country and of the city. */
import type { AreaLevel, CityDataset, CityEndpoint } from "../CityAgency.ts"
import { decimal, whole } from "../Column.ts"

const areasOf = (of: "country" | "city") => (path: string, title: string, level: AreaLevel): CityEndpoint => ({
  path,
  title,
  answer: { kind: "areas", level, of },
  fresh: "1 hour"
})

const national = areasOf("country")
const local = areasOf("city")
const paged = ["limit", "page"]
const kabupaten = "91.71"
const kecamatan = "91.71.01"

export const areas: ReadonlyArray<CityDataset> = [
  {
    slug: "wilayah-indonesia",
    title: "Wilayah administrasi Indonesia",
    endpoints: [
      national("provinsi", "Provinsi", "provinces"),
      { ...national("provinsi/:provinsi", "Rincian provinsi", "province"), example: { provinsi: "91" } },
      {
        ...national("provinsi/:provinsi/kabupaten-kota", "Kabupaten dan kota di provinsi", "regencies"),
        example: { provinsi: "35" }
      },
      { ...national("kabupaten-kota/:kabupaten", "Rincian kabupaten atau kota", "regency"), example: { kabupaten } },
      {
        ...national("kabupaten-kota/:kabupaten/kecamatan", "Kecamatan di kabupaten atau kota", "districts"),
        example: { kabupaten }
      },
      { ...national("kecamatan/:kecamatan", "Rincian kecamatan", "district"), example: { kecamatan } },
      {
        ...national("kecamatan/:kecamatan/desa-kelurahan", "Desa dan kelurahan di kecamatan", "villages"),
        example: { kecamatan }
      },
      {
        ...national("kabupaten-kota/:kabupaten/pulau", "Pulau di kabupaten atau kota", "islands"),
        query: paged,
        example: { kabupaten }
      }
    ]
  },
  {
    slug: "wilayah-kota",
    title: "Wilayah kota",
    endpoints: [
      local("kecamatan", "Kecamatan di kota", "districts"),
      { ...local("kelurahan", "Kelurahan di kota", "villages"), query: paged },
      {
        path: "luas",
        title: "Luas menurut kecamatan",
        answer: { kind: "perDistrict", columns: { luas_km2: decimal(8, 42), jumlah_rt: whole(150, 600), jumlah_rw: whole(30, 90) } },
        fresh: "1 hour"
      }
    ]
  }
]
