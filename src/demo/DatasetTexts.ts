/** What the demo city tells about each of its datasets: what is said for one alone, and what follows from its kind. */
import type { DatasetAbout, Frequency } from "../domain/DatasetAbout.ts"
import type { Topic } from "../domain/Topic.ts"
import { administrationAbout } from "./catalogue/AdministrationAbout.ts"
import { peopleAbout } from "./catalogue/PeopleAbout.ts"
import { placesAbout } from "./catalogue/PlacesAbout.ts"
import type { Answer, CityAgency, CityDataset } from "./CityAgency.ts"

/** Said for one dataset alone. */
export interface DatasetTexts {
  readonly titleEn: string
  readonly topics: ReadonlyArray<Topic>
  readonly description: string
  readonly descriptionEn: string
}

const texts: Readonly<Record<string, DatasetTexts>> = { ...administrationAbout, ...peopleAbout, ...placesAbout }

const restricted = "Daftar dan rinciannya hanya untuk aplikasi resmi dan pengembang terverifikasi, untuk keperluan yang disetujui; "
  + "tidak boleh disebarkan atau dipakai untuk mengenali orang (UU 27/2022).\n"
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

export const aboutOf = (agency: CityAgency, dataset: CityDataset): DatasetAbout => ({
  ...texts[`${agency.slug}/${dataset.slug}`],
  frequency: frequencyOf(dataset),
  from: isByYear(dataset) ? "2022-01-01" : "2025-01-01",
  coverage: dataset.slug === "wilayah-indonesia" ? "Indonesia" : "Kota Tirtamaya",
  contact: `Bidang Data, ${agency.name}`,
  email: `data@${agency.slug}.tirtamaya.example`,
  source: hasAnswer(dataset, "areas")
    ? "Daftar wilayah administrasi nasional; angkanya rekaan"
    : `${agency.name}; orang dan angkanya rekaan untuk kota contoh ini`,
  terms: isPrivate(dataset) ? restricted : "Boleh dipakai siapa saja dengan menyebut sumbernya.",
  published: "2025-06-02",
  changes: { "2025-06-02": "Terbit pertama kali." }
})
