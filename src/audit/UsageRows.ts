/**
 * What the records of a segment add to the use of applications and of their tokens, pure. A record without an application (no valid token)
 * is nobody's use. The entries of an aggregate or preset are told apart from calls, which alone spend quota.
 */
import { at, entryType, flag } from "./EntryFormat.ts"
import { Definitions, type Entry, timeOf } from "./EntryReader.ts"

export const hourMillis = 3_600_000

export interface UsageRow {
  readonly application: string
  /** When its hour began, epoch milliseconds. */
  readonly hour: number
  /** Slug; empty where no registered route was reached. */
  readonly agency: string
  readonly route: string
  readonly status: number
  /** Problem code; empty on success. */
  readonly code: string
  readonly calls: number
  readonly entries: number
  readonly last_at: number
}

/** Calls alone, of one token. */
export interface TokenUsageRow extends Pick<UsageRow, "application" | "hour" | "route" | "calls"> {
  readonly token_id: string
  /** Those of them that were refused for too many. */
  readonly limited: number
}

export interface UsageOfSegment {
  readonly applications: ReadonlyArray<UsageRow>
  readonly tokens: ReadonlyArray<TokenUsageRow>
}

interface Count {
  /** A record of this kind. */
  readonly start: number
  readonly hour: number
  calls: number
  entries: number
  last: number
}

export const usageRows = (entries: Buffer, found: ReadonlyArray<Entry>): UsageOfSegment => {
  /** By hour, then by caller and place, then by status and code; all of them numbers, because every record comes by here. */
  const hours = new Map<number, Map<number, Map<number, Count>>>()
  const counts: Array<Count> = []
  for (const { start, type } of found) {
    if (type !== entryType.record) continue
    const caller = entries.readUInt16LE(start + at.caller)
    if (caller === 0 || ((entries[start + 3] ?? 0) & flag.counted) !== 0) continue
    const time = timeOf(entries, start)
    const hour = Math.floor(time / hourMillis)
    let pairs = hours.get(hour)
    if (pairs === undefined) hours.set(hour, pairs = new Map())
    const bare = (entries[start + 3] ?? 0) & flag.bareRoute
    const pair = (caller * 0x1_0000 + entries.readUInt16LE(start + at.place)) * 2 + (bare === 0 ? 0 : 1)
    let outcomes = pairs.get(pair)
    if (outcomes === undefined) pairs.set(pair, outcomes = new Map())
    const outcome = entries.readUInt16LE(start + at.status) * 0x1_0000 + entries.readUInt16LE(start + at.code)
    let count = outcomes.get(outcome)
    if (count === undefined) {
      count = { start, hour: hour * hourMillis, calls: 0, entries: 0, last: 0 }
      outcomes.set(outcome, count)
      counts.push(count)
    }
    if (entries.readUInt16LE(start + at.alias) === 0) count.calls++
    else count.entries++
    if (time > count.last) count.last = time
  }
  if (counts.length === 0) return { applications: [], tokens: [] }
  const definitions = new Definitions(entries, found)
  const rows = new Map<string, UsageRow>()
  const tokens = new Map<string, TokenUsageRow>()
  for (const { calls, entries: asEntries, hour, last, start } of counts) {
    const bare = ((entries[start + 3] ?? 0) & flag.bareRoute) !== 0
    const place = entries.readUInt16LE(start + at.place)
    const code = entries.readUInt16LE(start + at.code)
    const [, agency, , route] = bare ? [null, null, null, definitions.text(place)] : definitions.list(place)
    const [application = null, tokenId = null] = definitions.list(entries.readUInt16LE(start + at.caller))
    if (application === null) continue
    const what = {
      application,
      hour,
      agency: agency ?? "",
      route: route ?? "",
      status: entries.readUInt16LE(start + at.status),
      code: code === 0 ? "" : definitions.text(code)
    }
    // An application's tokens are callers of their own.
    const key = JSON.stringify(Object.values(what))
    const row = rows.get(key)
    rows.set(key, {
      ...what,
      calls: (row?.calls ?? 0) + calls,
      entries: (row?.entries ?? 0) + asEntries,
      last_at: Math.max(row?.last_at ?? 0, last)
    })
    if (tokenId === null || calls === 0) continue
    const tokenKey = JSON.stringify([application, what.hour, tokenId, what.route])
    const token = tokens.get(tokenKey)
    tokens.set(tokenKey, {
      application,
      hour: what.hour,
      token_id: tokenId,
      route: what.route,
      calls: (token?.calls ?? 0) + calls,
      limited: (token?.limited ?? 0) + (what.code === "quota-exceeded" ? calls : 0)
    })
  }
  return { applications: [...rows.values()], tokens: [...tokens.values()] }
}
