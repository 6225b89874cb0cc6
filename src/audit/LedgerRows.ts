/**
 * What the records of a segment add to the privacy ledger, pure. Of what answers held, only those that brought a body
 * count, those too that were left or broke off in it; of what was asked about, every call.
 */
import { utcDayOf } from "../domain/CityDays.ts"
import { decodeDisclosures } from "../domain/Disclosure.ts"
import { at, entryType } from "./EntryFormat.ts"
import { Definitions, type Entry, timeOf } from "./EntryReader.ts"

export interface LedgerRow {
  /** ISO 8601, UTC. */
  readonly day: string
  readonly application: string
  readonly agency: string
  readonly class: string
  readonly form: string
  readonly answers: number
  readonly occurrences: number
}

/** Of answers of which data left: 499 of one that its caller has left. An error's body has none, whatever was read for it. */
const ofData: ReadonlySet<number> = new Set([200, 499])

const dayMillis = 86_400_000

export const ledgerRows = (entries: Buffer, found: ReadonlyArray<Entry>): ReadonlyArray<LedgerRow> => {
  /** Calls by day, then by caller, disclosure and whether an answer brought it. */
  const days = new Map<number, Map<number, number>>()
  for (const { start, type } of found) {
    if (type !== entryType.record) continue
    const disclosed = entries.readUInt16LE(start + at.disclosed)
    const caller = entries.readUInt16LE(start + at.caller)
    if (disclosed === 0 || caller === 0) continue
    const isAnswer = ofData.has(entries.readUInt16LE(start + at.status)) && entries.readUInt32LE(start + at.bytes) > 0
    const day = Math.floor(timeOf(entries, start) / dayMillis)
    let pairs = days.get(day)
    if (pairs === undefined) days.set(day, pairs = new Map())
    const pair = (caller * 0x1_0000 + disclosed) * 2 + (isAnswer ? 1 : 0)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  if (days.size === 0) return []
  const definitions = new Definitions(entries, found)
  const rows = new Map<string, LedgerRow>()
  for (const [day, pairs] of days) {
    for (const [counted, answers] of pairs) {
      const pair = Math.floor(counted / 2)
      const application = definitions.list(Math.floor(pair / 0x1_0000))[0] ?? ""
      for (const [agency, personalData, form, occurrences] of decodeDisclosures(definitions.text(pair % 0x1_0000))) {
        if (counted % 2 === 0 && form !== "looked-up") continue
        const key = [day, application, agency, personalData, form].join("\n")
        const row = rows.get(key)
        rows.set(key, {
          day: utcDayOf(day * dayMillis),
          application,
          agency,
          class: personalData,
          form,
          answers: (row?.answers ?? 0) + answers,
          occurrences: (row?.occurrences ?? 0) + answers * occurrences
        })
      }
    }
  }
  return [...rows.values()]
}
