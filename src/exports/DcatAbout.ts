/** What an agency tells of a dataset, in the words of DCAT 3: names from EU's authority tables where there are some. */
import { changesOf, type DatasetAbout, type Frequency } from "../domain/DatasetAbout.ts"
import { type Topic, topicNames } from "../domain/Topic.ts"
import type { Json } from "./OpenApiSchemas.ts"

const authority = "http://publications.europa.eu/resource/authority"

const themes: Readonly<Record<Topic, string>> = {
  kesehatan: "HEAL",
  pendidikan: "EDUC",
  lingkungan: "ENVI",
  transportasi: "TRAN",
  keuangan: "ECON",
  kependudukan: "SOCI",
  "tata-ruang": "REGI",
  ekonomi: "ECON",
  sosial: "SOCI",
  pemerintahan: "GOVE",
  keamanan: "JUST"
}

export const frequencyNames: Readonly<Record<Frequency, string>> = {
  continuous: "CONT",
  hourly: "HOURLY",
  daily: "DAILY",
  weekly: "WEEKLY",
  monthly: "MONTHLY",
  quarterly: "QUARTERLY",
  "half-yearly": "ANNUAL_2",
  yearly: "ANNUAL",
  irregular: "IRREG"
}
export const frequencyAddress = (frequency: Frequency): string => `${authority}/frequency/${frequencyNames[frequency]}`

export const id = (text: string) => ({ "@value": text, "@language": "id" })
export const en = (text: string) => ({ "@value": text, "@language": "en" })
export const node = (address: string) => ({ "@id": address })
const day = (text: string) => ({ "@value": text, "@type": "xsd:date" })
/** The members, where there is a value to make them of. */
const where = <A>(value: A | undefined, make: (value: A) => Json): Json => value === undefined ? {} : make(value)

const temporal = ({ from, to }: DatasetAbout): Json =>
  from === undefined && to === undefined ? {} : {
    "dcterms:temporal": {
      "@type": "dcterms:PeriodOfTime",
      ...where(from, (text) => ({ "dcat:startDate": day(text) })),
      ...where(to, (text) => ({ "dcat:endDate": day(text) }))
    }
  }

const contactPoint = ({ contact, email }: DatasetAbout): Json =>
  contact === undefined && email === undefined ? {} : {
    "dcat:contactPoint": {
      "@type": "vcard:Organization",
      ...where(contact, (name) => ({ "vcard:fn": name })),
      ...where(email, (address) => ({ "vcard:hasEmail": node(`mailto:${encodeURI(address)}`) }))
    }
  }

export const rightsOf = (terms: string | undefined): Json =>
  where(terms, (text) => ({ "dcterms:rights": { "@type": "dcterms:RightsStatement", "rdfs:label": id(text) } }))

/** Everything but title, description and license, which every dataset has. */
export const dcatAbout = (about: DatasetAbout): Json => {
  const changes = changesOf(about)
  return {
    ...where(about.topics, (topics) => ({
      "dcat:theme": [...new Set(topics.map((topic) => themes[topic]))].map((theme) => node(`${authority}/data-theme/${theme}`)),
      "dcat:keyword": topics.flatMap((topic) => [id(topicNames[topic].id), en(topicNames[topic].en)])
    })),
    ...where(about.frequency, (frequency) => ({ "dcterms:accrualPeriodicity": node(frequencyAddress(frequency)) })),
    ...temporal(about),
    ...where(about.coverage, (area) => ({ "dcterms:spatial": { "@type": "dcterms:Location", "rdfs:label": id(area) } })),
    ...contactPoint(about),
    ...where(about.source, (source) => ({ "dcterms:provenance": { "@type": "dcterms:ProvenanceStatement", "rdfs:label": id(source) } })),
    ...rightsOf(about.terms),
    ...where(about.published, (date) => ({ "dcterms:issued": day(date) })),
    ...where(changes[0], ([latest]) => ({
      "dcterms:modified": day(latest),
      "adms:versionNotes": changes.map(([date, note]) => id(`${date}: ${note}`))
    }))
  }
}
