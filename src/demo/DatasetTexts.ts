/** What the demo city tells about each of its datasets: what is said for one alone, and what follows from its kind. */
import type { DatasetAbout, Frequency } from "../domain/DatasetAbout.ts"
import { administrationAbout } from "./catalogue/AdministrationAbout.ts"
import { peopleAbout } from "./catalogue/PeopleAbout.ts"
import { placesAbout } from "./catalogue/PlacesAbout.ts"
import type { Answer, CityAgency, CityDataset, DatasetTexts } from "./CityAgency.ts"
import { demoTimes } from "./DemoTimes.ts"

const texts: Readonly<Record<string, DatasetTexts>> = { ...administrationAbout, ...peopleAbout, ...placesAbout }

const restricted = "Daftar dan rinciannya hanya untuk aplikasi resmi dan pengembang terverifikasi, untuk keperluan yang disetujui; "
  + "tidak boleh disebarkan atau dipakai untuk mengungkap identitas orang (UU 27/2022).\n"
  + "Jumlah dan ringkasannya boleh dipakai siapa saja dengan menyebut sumbernya."

const isPrivate = ({ endpoints }: CityDataset): boolean => endpoints.some((endpoint) => endpoint.private === true)
const hasAnswer = ({ endpoints }: CityDataset, kind: Answer["kind"]): boolean => endpoints.some(({ answer }) => answer.kind === kind)
const isNow = ({ endpoints }: CityDataset): boolean => endpoints.some(({ path }) => path === "terkini")
const isByYear = ({ endpoints }: CityDataset): boolean => endpoints.some(({ path }) => path === "tahunan" || path === "bulanan")

const frequencyOf = (dataset: CityDataset): Frequency => {
  if (isNow(dataset)) return "continuous"
  if (hasAnswer(dataset, "areas")) return "yearly"
  if (isByYear(dataset)) return "monthly"
  return isPrivate(dataset) || hasAnswer(dataset, "summary") ? "daily" : "quarterly"
}

/** Real areas are a list of others', under its own license; what tells of people has none. */
export const licenseOf = (dataset: CityDataset): string | undefined =>
  hasAnswer(dataset, "areas") ? "ODbL-1.0" : isPrivate(dataset) ? undefined : "CC-BY-4.0"

/** Five years that are over, twelve months that are, or what has been kept since. */
const fromOf = (dataset: CityDataset, nowMillis: number): string => {
  const { lastYear, months } = demoTimes(nowMillis)
  if (hasAnswer(dataset, "figures")) return `${lastYear - 4}-01-01`
  return isByYear(dataset) ? `${months[0] ?? ""}-01` : "2025-01-01"
}

const firstPublished = "2025-06-02"
/** What came lately, and how many days ago. */
const lately: Readonly<Record<string, number>> = { "bpbd/tinggi-muka-air": 12, "dishub/lalu-lintas": 26, "diskop-ukm/harga-pangan": 40 }

const publishedOf = (address: string, nowMillis: number): string => {
  const days = lately[address]
  return days === undefined ? firstPublished : new Date(nowMillis - days * 86_400_000).toISOString().slice(0, 10)
}

/** How it may be read, by its kind. */
const waysOf = (dataset: CityDataset): readonly [id: string, en: string] =>
  hasAnswer(dataset, "figures")
    ? ["Dua belas bulan terakhir, menurut kecamatan, dan lima tahun.", "The last twelve months, by district, and five years."]
    : isPrivate(dataset)
    ? ["Jumlah dan ringkasannya terbuka bagi siapa saja.", "Its counts and summary are open to everybody."]
    : hasAnswer(dataset, "perDistrict")
    ? ["Daftar, rincian, dan jumlah menurut kecamatan.", "A list, each entry, and counts by district."]
    : hasAnswer(dataset, "summary")
    ? ["Daftar, rincian, dan ringkasannya.", "A list, each entry, and a summary."]
    : ["", ""]

const describedOf = (dataset: CityDataset, said: DatasetTexts | undefined): Partial<DatasetTexts> => {
  if (said === undefined) return {}
  const [id, en] = waysOf(dataset)
  return { ...said, description: `${said.description} ${id}`.trim(), descriptionEn: `${said.descriptionEn} ${en}`.trim() }
}

const notesOf = ({ endpoints }: CityDataset): string => `Terbit pertama kali: ${endpoints.map(({ title }) => title).join("; ")}.`

export const aboutOf = (agency: CityAgency, dataset: CityDataset, nowMillis: number): DatasetAbout => ({
  ...describedOf(dataset, texts[`${agency.slug}/${dataset.slug}`]),
  frequency: frequencyOf(dataset),
  from: fromOf(dataset, nowMillis),
  coverage: dataset.slug === "wilayah-indonesia" ? "Indonesia" : "Kota Tirtamaya",
  contact: `Bidang Data, ${agency.name}`,
  email: `data@${agency.slug}.tirtamaya.example`,
  source: hasAnswer(dataset, "areas")
    ? "Daftar wilayah administrasi nasional; angkanya rekaan"
    : `${agency.name}; orang dan angkanya rekaan untuk kota contoh ini${isPrivate(dataset) ? ", dan daftarnya hanya sebagian" : ""}`,
  terms: isPrivate(dataset) ? restricted : "Boleh dipakai siapa saja dengan menyebut sumbernya.",
  published: publishedOf(`${agency.slug}/${dataset.slug}`, nowMillis),
  changes: { [publishedOf(`${agency.slug}/${dataset.slug}`, nowMillis)]: notesOf(dataset) }
})
