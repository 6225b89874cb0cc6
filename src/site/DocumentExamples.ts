/** Examples of answers that are documents of other formats, each as short as it can be; by operation and media type. */
import { productVersion } from "../domain/Version.ts"
import { badge } from "./status/Badge.ts"

type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export const documentExamples = (publicUrl: string): Examples => {
  const info = { title: "Dinas Komunikasi dan Informatika", version: productVersion }
  const linked = {
    "@context": { dcat: "http://www.w3.org/ns/dcat#", dcterms: "http://purl.org/dc/terms/" },
    "@id": `${publicUrl}/v4/gateway`,
    "@type": "dcat:Catalog",
    "dcat:dataset": [{
      "@id": `${publicUrl}/v4/gateway/diskominfo/portal-publik`,
      "@type": "dcat:Dataset",
      "dcterms:title": [{ "@value": "Portal publik", "@language": "id" }]
    }]
  }
  const part = { "application/ld+json": linked }
  const collection = {
    info: { name: info.title, schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    variable: [{ key: "base_url", value: publicUrl }, { key: "token", value: "" }],
    item: []
  }
  return {
    "catalogue.catalogue": part,
    "catalogue.agency": part,
    "catalogue.dataset": part,
    "catalogue.export": {
      ...part,
      "application/json": collection,
      "application/vnd.oai.openapi+json;version=3.0": { openapi: "3.0.3", info, paths: {} },
      "application/vnd.oai.openapi+json;version=3.1": { openapi: "3.1.0", info, paths: {} },
      "text/plain": "export const createClient = ({ baseUrl, token }: ClientOptions) => …\n"
    },
    "catalogue.openapi": { "application/json": { openapi: "3.1.0", info: { title: "gapura", version: productVersion }, paths: {} } },
    "status.feed": {
      "application/atom+xml": `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="id"><id>tag:gerbang.kota.example,2026:portal/status</id>
<title>Gangguan</title><updated>2026-11-21T01:00:00.000Z</updated><author><name>gapura</name></author></feed>
`
    },
    "status.badge": { "image/svg+xml": badge("Dinas Komunikasi dan Informatika", "up", "id") }
  }
}
