/**
 * Exports as ready bytes: made once for each format and part of a registry, and again only when the registry was
 * swapped, an endpoint was withdrawn, the first sample of an endpoint came in or one's fields are other ones than before; all
 * but the first are looked for at most once a minute. What is kept is bounded by bytes; what nobody asked for the longest goes first.
 */
import { LRUCache } from "lru-cache"
import { hash } from "node:crypto"
import type { FieldDictionary } from "../domain/FieldDictionary.ts"
import { type ExportFormat, writeExport } from "../exports/Export.ts"
import { type ExportFilter, type Facts, type Published, select, type Selection } from "../exports/Published.ts"

const lookMillis = 60_000
const maxBytes = 64 * 1024 * 1024
const encoder = new TextEncoder()

export interface MadeExport {
  readonly body: Uint8Array
  readonly etag: string
  readonly contentType: string
  readonly fileName: string
}

interface Kept extends MadeExport {
  readonly stamp: string
  lookedAt: number
}

export interface ExportStore {
  /** Undefined where the registry has no such part. */
  readonly get: (published: Published, format: ExportFormat, filter: ExportFilter, nowMillis: number) => MadeExport | undefined
}

/** What a schema is made of; counts are no part of it. */
const fieldsIn = (fields: FieldDictionary): string => {
  let text = ""
  for (const { description, fieldClass, format, path, types } of fields) {
    text += `${path} ${types} ${format} ${fieldClass} ${description}\n`
  }
  return text
}

const fieldStamps = new WeakMap<FieldDictionary, string>()
const fieldStamp = (fields: FieldDictionary): string => {
  let stamp = fieldStamps.get(fields)
  if (stamp === undefined) fieldStamps.set(fields, stamp = hash("sha1", fieldsIn(fields), "base64url"))
  return stamp
}

const stampOf = ({ endpoints }: Selection, { dictionaryOf, sampleOf }: Pick<Facts, "sampleOf" | "dictionaryOf">): string => {
  const fields = hash("sha1", endpoints.map((endpoint) => fieldStamp(dictionaryOf(endpoint))).join(), "base64url")
  return `${endpoints.length} ${endpoints.reduce((samples, one) => sampleOf(one) === undefined ? samples : samples + 1, 0)} ${fields}`
}

export const makeExportStore = (facts: Omit<Facts, "nowMillis">): ExportStore => {
  // Who weighs more than all may together is kept alone.
  const kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ body }) => Math.min(body.length, maxBytes) })
  let made: Published | undefined

  return {
    get: (published, format, filter, nowMillis) => {
      if (published !== made) {
        kept.clear()
        made = published
      }
      const key = JSON.stringify([format, filter.opd, filter.dataset, filter.path])
      const before = kept.get(key)
      if (before !== undefined && nowMillis < before.lookedAt + lookMillis) return before
      const selection = select(published, filter, nowMillis)
      if (selection === undefined) return undefined
      const stamp = stampOf(selection, facts)
      if (before !== undefined && before.stamp === stamp) {
        before.lookedAt = nowMillis
        return before
      }
      const { contentType, fileName, text } = writeExport(format, selection, { ...facts, nowMillis })
      const body = encoder.encode(text)
      const fresh: Kept = { body, contentType, fileName, etag: `W/"${hash("sha1", body, "base64url")}"`, stamp, lookedAt: nowMillis }
      kept.set(key, fresh)
      return fresh
    }
  }
}
