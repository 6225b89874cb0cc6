/** Formats and what each one is written as: selection in, text out. The one way into this room. */
import { dcatCatalogue } from "./DcatCatalogue.ts"
import { openApi } from "./OpenApi.ts"
import { postmanCollection } from "./PostmanCollection.ts"
import { type Facts, nameOf, type Selection } from "./Published.ts"

interface Format {
  readonly contentType: string
  readonly extension: string
  readonly write: (selection: Selection, facts: Facts) => Readonly<Record<string, unknown>>
}

const formats = {
  "postman-2.1": { contentType: "application/json; charset=utf-8", extension: "postman_collection.json", write: postmanCollection },
  "openapi-3.0": {
    contentType: "application/vnd.oai.openapi+json;version=3.0",
    extension: "openapi-3.0.json",
    write: (selection, facts) => openApi("3.0.3", selection, facts)
  },
  "openapi-3.1": {
    contentType: "application/vnd.oai.openapi+json;version=3.1",
    extension: "openapi-3.1.json",
    write: (selection, facts) => openApi("3.1.0", selection, facts)
  },
  "dcat-3": { contentType: "application/ld+json", extension: "dcat-3.jsonld", write: dcatCatalogue }
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
  return { text: `${JSON.stringify(write(selection, facts), null, 1)}\n`, contentType, fileName: `${nameOf(selection)}.${extension}` }
}
