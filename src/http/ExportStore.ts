/**
 * Exports as ready bytes: made once for each format and part of a registry, and again only when the registry was
 * swapped, an endpoint was withdrawn or the first sample of an endpoint came in; the latter two are looked for at most
 * once a minute. What is kept is bounded by bytes, the oldest goes first.
 */
import { hash } from "node:crypto"
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

const stampOf = ({ endpoints }: Selection, { sampleOf }: Pick<Facts, "sampleOf">): string =>
  `${endpoints.length} ${endpoints.reduce((samples, endpoint) => sampleOf(endpoint) === undefined ? samples : samples + 1, 0)}`

export const makeExportStore = (facts: Omit<Facts, "nowMillis">): ExportStore => {
  const kept = new Map<string, Kept>()
  let bytes = 0
  let made: Published | undefined

  const drop = (key: string): void => {
    bytes -= kept.get(key)?.body.length ?? 0
    kept.delete(key)
  }

  const keep = (key: string, added: Kept): void => {
    drop(key)
    kept.set(key, added)
    bytes += added.body.length
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes || oldest === key) break
      drop(oldest)
    }
  }

  return {
    get: (published, format, filter, nowMillis) => {
      if (published !== made) {
        kept.clear()
        bytes = 0
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
      keep(key, fresh)
      return fresh
    }
  }
}
