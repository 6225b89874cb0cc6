/**
 * The registry, or a part of it, as a DCAT 3 catalogue in JSON-LD: a dataset for each dataset, a distribution for each
 * endpoint, and one data service for each agency.
 */
import type { Endpoint } from "../domain/Endpoint.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import { uriTemplate } from "../domain/UriTemplate.ts"
import { dcatAbout, en, id, node, rightsOf } from "./DcatAbout.ts"
import type { Json } from "./OpenApiSchemas.ts"
import { byDataset, type Facts, licenseAddress, licenseOf, type Selection, titleOf } from "./Published.ts"

const context: Json = {
  dcat: "http://www.w3.org/ns/dcat#",
  dcterms: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  vcard: "http://www.w3.org/2006/vcard/ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  adms: "http://www.w3.org/ns/adms#",
  xsd: "http://www.w3.org/2001/XMLSchema#"
}

const accessRights = "http://publications.europa.eu/resource/authority/access-right"
const accessOf = (isPrivate: boolean) => node(`${accessRights}/${isPrivate ? "RESTRICTED" : "PUBLIC"}`)
const license = (endpoint: Endpoint): Json => {
  const name = licenseOf(endpoint)
  const address = name === undefined ? undefined : licenseAddress(name)
  return address === undefined ? {} : { "dcterms:license": node(address) }
}

/** Longitudes and latitudes of WGS 84, as GeoJSON has them. */
const degrees = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

interface Addresses {
  readonly agency: (slug: string) => string
  readonly service: (slug: string) => string
  readonly dataset: (endpoint: Endpoint) => string
}

const distribution = (endpoint: Endpoint, { publicUrl }: Facts, addresses: Addresses): Json => ({
  "@id": `${addresses.dataset(endpoint)}?path=${encodeURIComponent(endpoint.path)}`,
  "@type": "dcat:Distribution",
  "dcterms:title": id(endpoint.title),
  "dcterms:identifier": endpoint.route,
  "dcterms:accessRights": accessOf(endpoint.private),
  ...license(endpoint),
  ...rightsOf(endpoint.dataset.about?.terms),
  "dcat:accessURL": node(`${publicUrl}/api/v4/gateway/${uriTemplate(endpoint.route).replaceAll("{", "%7B").replaceAll("}", "%7D")}`),
  "dcat:accessService": node(addresses.service(endpoint.agency.slug)),
  ...endpoint.position === undefined ? {} : { "dcterms:conformsTo": node(degrees) },
  "dcat:mediaType": Object.entries(mediaTypes).filter(([form]) => form !== "events" || endpoint.live !== undefined).map(([, type]) =>
    node(`https://www.iana.org/assignments/media-types/${type.split(";")[0]}`)
  )
})

const dataset = (group: ReadonlyArray<Endpoint>, first: Endpoint, facts: Facts, addresses: Addresses): Json => ({
  "@id": addresses.dataset(first),
  "@type": "dcat:Dataset",
  "dcterms:title": first.dataset.about?.titleEn === undefined
    ? id(first.dataset.title)
    : [id(first.dataset.title), en(first.dataset.about.titleEn)],
  "dcterms:description": [
    id(first.dataset.about?.description ?? `${first.dataset.title} dari ${first.agency.name}.`),
    en(first.dataset.about?.descriptionEn ?? `${first.dataset.about?.titleEn ?? first.dataset.title}, published by ${first.agency.name}.`)
  ],
  ...dcatAbout(first.dataset.about ?? {}),
  "dcterms:identifier": `${first.agency.slug}/${first.dataset.slug}`,
  "dcterms:publisher": node(addresses.agency(first.agency.slug)),
  "dcterms:language": node("http://id.loc.gov/vocabulary/iso639-1/id"),
  "dcterms:accessRights": accessOf(group.every((endpoint) => endpoint.private)),
  ...license(group.find((endpoint) => !endpoint.private) ?? first),
  "dcat:landingPage": node(addresses.dataset(first)),
  "dcat:distribution": group.map((endpoint) => distribution(endpoint, facts, addresses))
})

const service = (group: ReadonlyArray<Endpoint>, first: Endpoint, { publicUrl }: Facts, addresses: Addresses): Json => ({
  "@id": addresses.service(first.agency.slug),
  "@type": "dcat:DataService",
  "dcterms:title": id(first.agency.name),
  "dcterms:publisher": node(addresses.agency(first.agency.slug)),
  "dcat:endpointURL": node(addresses.service(first.agency.slug)),
  "dcat:endpointDescription": ["openapi-3.1", "openapi-3.0"].map((format) =>
    node(`${publicUrl}/v4/export/${format}?opd=${first.agency.slug}`)
  ),
  "dcat:servesDataset": [...byDataset(group).values()].flatMap(([one]) => one === undefined ? [] : [node(addresses.dataset(one))])
})

export const dcatCatalogue = (selection: Selection, facts: Facts): Json => {
  const { publicUrl } = facts
  const catalogue = `${publicUrl}/v4/gateway`
  const addresses: Addresses = {
    agency: (slug) => `${catalogue}/${slug}`,
    service: (slug) => `${publicUrl}/api/v4/gateway/${slug}`,
    dataset: ({ agency, dataset: { slug } }) => `${catalogue}/${agency.slug}/${slug}`
  }
  const agencies = [...Map.groupBy(selection.endpoints, ({ agency }) => agency.slug).values()]
  const firsts = (
    groups: Iterable<ReadonlyArray<Endpoint>>,
    make: (group: ReadonlyArray<Endpoint>, first: Endpoint) => Json
  ): ReadonlyArray<Json> => [...groups].flatMap((group) => group[0] === undefined ? [] : [make(group, group[0])])
  return {
    "@context": context,
    "@id": catalogue,
    "@type": "dcat:Catalog",
    "dcterms:title": [id(titleOf(selection)), en("City Open-Data API Gateway")],
    "dcterms:description": [
      id("Data resmi perangkat daerah melalui satu gerbang."),
      en("Official datasets of the city's agencies through one gateway.")
    ],
    "dcterms:language": [node("http://id.loc.gov/vocabulary/iso639-1/id"), node("http://id.loc.gov/vocabulary/iso639-1/en")],
    "dcterms:publisher": firsts(
      agencies,
      (_, { agency }) => ({ "@id": addresses.agency(agency.slug), "@type": "foaf:Organization", "foaf:name": id(agency.name) })
    ),
    "foaf:homepage": node(catalogue),
    "dcat:dataset": firsts(byDataset(selection.endpoints).values(), (group, first) => dataset(group, first, facts, addresses)),
    "dcat:service": firsts(agencies, (group, first) => service(group, first, facts, addresses))
  }
}
