/** Formats and what each one is written as: selection in, text out. The one way into this room. */
import { dcatCatalogue } from "./DcatCatalogue.ts"
import { openApi } from "./OpenApi.ts"
import type { Json } from "./OpenApiSchemas.ts"
import { postmanCollection } from "./PostmanCollection.ts"
import { type Facts, nameOf, type Selection } from "./Published.ts"
import { typeScriptClient } from "./TypeScriptClient.ts"

interface Format {
  readonly contentType: string
  readonly extension: string
  readonly write: (selection: Selection, facts: Facts) => string
}

const written = (document: Json): string => `${JSON.stringify(document, null, 1)}\n`

const formats = {
  "postman-2.1": {
    contentType: "application/json; charset=utf-8",
    extension: "postman_collection.json",
    write: (selection, facts) => written(postmanCollection(selection, facts))
  },
  "openapi-3.0": {
    contentType: "application/vnd.oai.openapi+json;version=3.0",
    extension: "openapi-3.0.json",
    write: (selection, facts) => written(openApi("3.0.3", selection, facts))
  },
  "openapi-3.1": {
    contentType: "application/vnd.oai.openapi+json;version=3.1",
    extension: "openapi-3.1.json",
    write: (selection, facts) => written(openApi("3.1.0", selection, facts))
  },
  "dcat-3": {
    contentType: "application/ld+json",
    extension: "dcat-3.jsonld",
    write: (selection, facts) => written(dcatCatalogue(selection, facts))
  },
  "typescript-client": { contentType: "text/plain; charset=utf-8", extension: "client.ts", write: typeScriptClient }
} as const satisfies Record<string, Format>

export type ExportFormat = keyof typeof formats

export const exportFormats = Object.keys(formats).filter((name): name is ExportFormat => Object.hasOwn(formats, name))

export const isExportFormat = (name: string): name is ExportFormat => Object.hasOwn(formats, name)

export interface Export {
  readonly text: string
  readonly contentType: string
  readonly fileName: string
}

export const writeExport = (format: ExportFormat, selection: Selection, facts: Facts): Export => {
  const { contentType, extension, write }: Format = formats[format]
  return { text: write(selection, facts), contentType, fileName: `${nameOf(selection)}.${extension}` }
}
