/** One dataset as `schema.org/Dataset`, by which search engines for data find it. */
import { changesOf } from "../domain/DatasetAbout.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { topicNames } from "../domain/Topic.ts"
import { uriTemplate } from "../domain/UriTemplate.ts"
import { frequencyAddress } from "./DcatAbout.ts"
import type { Json } from "./OpenApiSchemas.ts"
import { licenseAddress, licenseOf } from "./Published.ts"

const withoutUndefined = (members: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** @param endpoints of one dataset */
export const schemaOrgDataset = (endpoints: ReadonlyArray<Endpoint>, publicUrl: string): Json | undefined => {
  const [first] = endpoints
  if (first === undefined) return undefined
  const { agency, dataset } = first
  const about = dataset.about ?? {}
  const { contact, coverage, email, from, to } = about
  const changes = changesOf(about)
  const address = `${publicUrl}/v4/gateway/${agency.slug}/${dataset.slug}`
  const license = endpoints.map(licenseOf).find((name) => name !== undefined)
  return withoutUndefined({
    "@context": ["https://schema.org/", { dcterms: "http://purl.org/dc/terms/", adms: "http://www.w3.org/ns/adms#" }],
    "@type": "Dataset",
    "@id": address,
    url: address,
    identifier: `${agency.slug}/${dataset.slug}`,
    name: dataset.title,
    alternateName: about.titleEn,
    description: [about.description ?? `${dataset.title} dari ${agency.name}.`, about.descriptionEn].filter((text) => text !== undefined)
      .join("\n\n"),
    inLanguage: "id",
    keywords: about.topics?.flatMap((topic) => [topicNames[topic].id, topicNames[topic].en]),
    license: license === undefined ? undefined : licenseAddress(license) ?? license,
    conditionsOfAccess: about.terms,
    isAccessibleForFree: true,
    creator: withoutUndefined({
      "@type": "GovernmentOrganization",
      name: agency.name,
      url: `${publicUrl}/v4/gateway/${agency.slug}`,
      contactPoint: contact === undefined && email === undefined
        ? undefined
        : withoutUndefined({ "@type": "ContactPoint", name: contact, email })
    }),
    temporalCoverage: from === undefined && to === undefined ? undefined : `${from ?? ".."}/${to ?? ".."}`,
    spatialCoverage: coverage === undefined ? undefined : { "@type": "Place", name: coverage },
    isBasedOn: about.source === undefined ? undefined : { "@type": "CreativeWork", name: about.source },
    datePublished: about.published,
    dateModified: changes[0]?.[0],
    "dcterms:accrualPeriodicity": about.frequency === undefined ? undefined : { "@id": frequencyAddress(about.frequency) },
    "adms:versionNotes": changes.length === 0 ? undefined : changes.map(([day, note]) => `${day}: ${note}`),
    includedInDataCatalog: { "@type": "DataCatalog", name: "gapura", url: `${publicUrl}/v4/gateway` },
    distribution: endpoints.map(({ route, title }) => ({
      "@type": "DataDownload",
      name: title,
      encodingFormat: "application/json",
      contentUrl: `${publicUrl}/api/v4/gateway/${uriTemplate(route)}`
    }))
  })
}
