/**
 * The calls that spent quota lately, from their records: what a limiter that begins anew has to go on from.
 *
 * A call has an application and a token, is no entry of an aggregate, and was not refused for its rate. The journal is
 * read first: what is loaded from it into the database meanwhile is then found there. Records of other gateways on the
 * same database are among them.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditUnreadable } from "./AuditLog.ts"
import { reading } from "./AuditRow.ts"
import { at, entryType, flag } from "./EntryFormat.ts"
import { Definitions, type EntriesDamaged, entriesOf, timeOf } from "./EntryReader.ts"
import { listJournal, readJournal } from "./JournalFiles.ts"
import { rowsWhere, segmentsOf } from "./StoredSegments.ts"

/** Epoch milliseconds of the calls, in any order. */
export interface RecentCalls {
  /** By token id. */
  readonly tokens: ReadonlyMap<string, ReadonlyArray<number>>
  readonly applications: ReadonlyMap<string, ReadonlyArray<number>>
}

/** The code of a call that spent nothing. */
const refused = "quota-exceeded"
/** More than a busy gateway writes in a minute; it bounds what is read where a clock was put back. */
const maxSegments = 1_000
/** A file's time and the system's clock are read at different moments. */
const slackMillis = 5_000

const decodeSequences = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sequence: Schema.Int })))

const add = (calls: Map<string, Array<number>>, key: string, times: ReadonlyArray<number>): void => {
  const known = calls.get(key)
  if (known === undefined) calls.set(key, [...times])
  else for (const time of times) known.push(time)
}

/** Adds the calls of a segment from `since` on, those of a clock that was ahead included. Throws `EntriesDamaged`. */
export const addCalls = (
  entries: Buffer,
  sinceMillis: number,
  tokens: Map<string, Array<number>>,
  applications: Map<string, Array<number>>
): void => {
  const found = entriesOf(entries)
  /** Times by caller and code, all of them numbers. */
  const calls = new Map<number, Array<number>>()
  for (const { start, type } of found) {
    if (type !== entryType.record) continue
    const caller = entries.readUInt16LE(start + at.caller)
    const isOne = caller !== 0 && entries.readUInt16LE(start + at.alias) === 0 && ((entries[start + 3] ?? 0) & flag.counted) === 0
    if (!isOne || timeOf(entries, start) < sinceMillis) continue
    const key = caller * 0x1_0000 + entries.readUInt16LE(start + at.code)
    const times = calls.get(key)
    if (times === undefined) calls.set(key, [timeOf(entries, start)])
    else times.push(timeOf(entries, start))
  }
  if (calls.size === 0) return
  const definitions = new Definitions(entries, found)
  for (const [key, times] of calls) {
    const code = key % 0x1_0000
    if (code !== 0 && definitions.text(code) === refused) continue
    const [application, tokenId] = definitions.list(Math.floor(key / 0x1_0000))
    if (application == null || tokenId == null) continue
    add(tokens, tokenId, times)
    add(applications, application, times)
  }
}

export class RecentRecords extends Context.Service<RecentRecords, {
  /** @param windowMillis how far back, from now by this gateway's clock */
  readonly calls: (nowMillis: number, windowMillis: number) => Effect.Effect<RecentCalls, AuditUnreadable>
}>()("gapura/audit/RecentRecords") {
  static readonly layer = ({ directory }: { readonly directory: string }): Layer.Layer<RecentRecords, never, SqlClient.SqlClient> =>
    Layer.effect(
      RecentRecords,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const calls = Effect.fn("RecentRecords.calls")(function*(nowMillis: number, windowMillis: number) {
          const tokens = new Map<string, Array<number>>()
          const applications = new Map<string, Array<number>>()
          const since = nowMillis - windowMillis
          const readable = <A, E>(segment: string, work: Effect.Effect<A, E | EntriesDamaged>) =>
            Effect.catchTag(
              work,
              "EntriesDamaged",
              (error) => Effect.logWarning(`calls in the audit segment ${segment} do not count for quotas`, error)
            )
          const take = (segment: string, entries: Buffer) =>
            Effect.andThen(readable(segment, reading(() => addCalls(entries, since, tokens, applications))), Effect.yieldNow)
          const seen = new Set<string>()
          // The time of a file is the system's, whatever clock the records are by.
          const changedSince = Date.now() - windowMillis - slackMillis
          for (const { changedAt, id } of yield* listJournal(directory)) {
            if (changedAt < changedSince) continue
            const segment = yield* readJournal(directory, id)
            if (segment === undefined) continue
            seen.add(id)
            yield* take(id, segment.entries)
          }
          const sequences = yield* Effect.flatMap(
            sql`SELECT sequence FROM audit_segments WHERE last_time >= ${since} ORDER BY sequence DESC LIMIT ${maxSegments}`,
            decodeSequences
          )
          for (const { sequence } of sequences) {
            for (const row of yield* rowsWhere(sql, sql`sequence = ${sequence}`, "ASC", 1)) {
              const segments = yield* readable(row.segment, segmentsOf(row))
              for (const { entries, segment } of segments ?? []) if (!seen.has(segment)) yield* take(segment, entries)
            }
          }
          return { tokens, applications }
        })
        return { calls }
      })
    )
}
