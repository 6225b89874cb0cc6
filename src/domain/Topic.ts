/** What datasets are about, as people look for them: a fixed list, so that a topic means the same at every agency. */
import { Schema } from "effect"

export const topics = [
  "kesehatan",
  "pendidikan",
  "lingkungan",
  "transportasi",
  "keuangan",
  "kependudukan",
  "tata-ruang",
  "ekonomi",
  "sosial",
  "pemerintahan",
  "keamanan"
] as const

export const Topic = Schema.Literals(topics)
export type Topic = typeof Topic.Type

export const isTopic = Schema.is(Topic)

export const topicNames: Readonly<Record<Topic, { readonly id: string; readonly en: string }>> = {
  kesehatan: { id: "Kesehatan", en: "Health" },
  pendidikan: { id: "Pendidikan", en: "Education" },
  lingkungan: { id: "Lingkungan", en: "Environment" },
  transportasi: { id: "Transportasi", en: "Transport" },
  keuangan: { id: "Keuangan", en: "Public finance" },
  kependudukan: { id: "Kependudukan", en: "Population" },
  "tata-ruang": { id: "Tata ruang", en: "Land and buildings" },
  ekonomi: { id: "Ekonomi", en: "Economy" },
  sosial: { id: "Sosial", en: "Social affairs" },
  pemerintahan: { id: "Pemerintahan", en: "Government" },
  keamanan: { id: "Keamanan dan bencana", en: "Safety and disasters" }
}
