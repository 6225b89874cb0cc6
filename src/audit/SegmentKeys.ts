/** By what a record is found: its request id, and of its caller the token, the application and the address. Pure. */
import type { AuditFilter } from "./AuditFilter.ts"
import { at, entryType, flag } from "./EntryFormat.ts"
import { Definitions, entriesOf } from "./EntryReader.ts"
import type { KeyHashes } from "./KeyFilter.ts"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The same as a record has it where its id is a UUID. */
const requestKey = (id: string): Buffer => {
  const own = id.split("#", 1)[0] ?? ""
  return uuid.test(own) ? Buffer.from(own.replaceAll("-", ""), "hex") : Buffer.from(`request ${own}`)
}
const kinds = ["application", "token", "address"] as const
const callerKey = (kind: typeof kinds[number], text: string): Buffer => Buffer.from(`${kind} ${text}`)

/** Adds each key of a segment; throws `EntriesDamaged`. */
export const addKeys = (entries: Buffer, keys: KeyHashes): void => {
  const found = entriesOf(entries)
  const definitions = new Definitions(entries, found)
  for (const { start, type } of found) {
    if (type === entryType.caller) {
      definitions.list(entries.readUInt16LE(start + 4)).forEach((text, index) => {
        const kind = kinds[index]
        if (text !== null && kind !== undefined) keys.addOnce(callerKey(kind, text))
      })
    }
    if (type !== entryType.record) continue
    const isText = ((entries[start + 3] ?? 0) & flag.textRequestId) !== 0
    if (isText) keys.add(requestKey(definitions.text(entries.readUInt16LE(start + at.requestId))))
    else keys.add(entries, start + at.requestId, start + at.traceId)
  }
}

export interface AskedKey {
  readonly key: Buffer
  /** Bytes that every segment has in which the key is. */
  readonly bytes: Buffer
}

/** What every record has that is asked for; empty where it is found by nothing of these. */
export const askedKeys = ({ address, caller, request, token }: AuditFilter): ReadonlyArray<AskedKey> => {
  const texts = { application: caller, token, address }
  const id = request === undefined ? undefined : requestKey(request)
  const own = request?.split("#", 1)[0] ?? ""
  return [
    ...(id === undefined ? [] : [{ key: id, bytes: id.length === 16 && uuid.test(own) ? id : Buffer.from(own) }]),
    ...kinds.flatMap((kind) => {
      const text = texts[kind]
      return text === undefined ? [] : [{ key: callerKey(kind, text), bytes: Buffer.from(JSON.stringify(text)) }]
    })
  ]
}
