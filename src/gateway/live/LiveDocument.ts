/**
 * An envelope as a live feed compares it: its rows (or its `data` as one), and the members of `meta` that speak of the data, each
 * as the bytes that they are, so that numbers keep their digits. Pure.
 */
import { eachPart } from "../../privacy/JsonParts.ts"
import { asBuffer } from "../EnvelopeBytes.ts"

export interface LiveDocument {
  readonly envelope: Uint8Array
  readonly data: Buffer
  /** Items of `data`; undefined where it is no list. */
  readonly rows: ReadonlyArray<Buffer> | undefined
  /** By name, in quotes as it is written. */
  readonly meta: ReadonlyMap<string, Buffer>
}

/** Of the answer and not of its data: they are as they were when the feed began. */
const ownMembers: ReadonlySet<string> = new Set(["\"version\"", "\"agency\"", "\"dataset\"", "\"generatedAt\""])

export const readLiveDocument = (envelope: Uint8Array): LiveDocument => {
  const bytes = asBuffer(envelope)
  let data: Buffer = Buffer.alloc(0)
  const meta = new Map<string, Buffer>()
  eachPart(bytes, 0, (start, end, keyStart, keyEnd) => {
    const name = bytes.toString("latin1", keyStart, keyEnd)
    if (name === "\"data\"") data = bytes.subarray(start, end)
    if (name !== "\"meta\"") return
    const members = bytes.subarray(start, end)
    eachPart(members, 0, (from, to, nameStart, nameEnd) => {
      const member = members.toString("utf8", nameStart, nameEnd)
      if (!ownMembers.has(member)) meta.set(member, members.subarray(from, to))
    })
  })
  if (data[0] !== 0x5b) return { envelope, data, rows: undefined, meta }
  const rows: Array<Buffer> = []
  eachPart(data, 0, (start, end) => rows.push(data.subarray(start, end)))
  return { envelope, data, rows, meta }
}
