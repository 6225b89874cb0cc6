/**
 * How long `audit find` takes in a long log, and how large that is, before and after its segments are merged: made records are
 * loaded as a gateway loads them, indexed, and then asked for by what is rare. Nothing else should run meanwhile.
 *
 * @example
 * node test/bench/AuditFind.ts 30000000 3500
 * node test/bench/AuditFind.ts 1000000 5 postgres://postgres@127.0.0.1/an_empty_one
 */
import { Effect, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import type { AuditFilter } from "../../src/audit/AuditFilter.ts"
import { extendIndex } from "../../src/audit/AuditIndex.ts"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { frameHeaderBytes } from "../../src/audit/EntryFormat.ts"
import { EntryWriter } from "../../src/audit/EntryWriter.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import { mergeFilters } from "../../src/audit/MergeFilters.ts"
import { mergeNext } from "../../src/audit/MergeSegments.ts"
import { Database } from "../../src/storage/Database.ts"
import { baseTime, caller, endpointOf, recordable } from "../support/AuditRecords.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const [records = 3_000_000, ofSegment = 3_500] = process.argv.slice(2, 4).map(Number)
const url = process.argv[4]
const requestsPerMilli = 1
const rounds = 5

const endpoints = Array.from({ length: 100 }, (_, index) => endpointOf(`opd-${index}`, `aplikasi-${index % 20}`))
const callers = Array.from(
  { length: 500 },
  (_, index) => ({ ...caller, tokenId: `tok_${randomUUID().slice(0, 18)}`, application: `pemanggil-${index % 150}` })
)
const rare = { ...caller, tokenId: "tok_rare", application: "langka" }
const from = "00000000-0000-4000-8000-00000000aaaa"

const writer = new EntryWriter(1 << 20)
/** The records of one segment, as its entries. The rare ones are in three places of the whole log. */
const segmentOf = (first: number): Buffer => {
  const opening = Buffer.from(writer.opening("bench").subarray(frameHeaderBytes))
  for (let index = first; index < Math.min(records, first + ofSegment); index++) {
    const isRare = [0.1, 0.5, 0.9].some((part) => index === Math.floor(records * part))
    const endpoint = endpoints[index * 7919 % endpoints.length] ?? endpoints[0]!
    const changes = {
      time: baseTime + Math.floor(index / requestsPerMilli),
      requestId: isRare ? from : randomUUID(),
      endpoint,
      route: endpoint.route
    }
    const trace = { traceId: randomUUID().replaceAll("-", "") }
    writer.add(
      recordable(index, { ...changes, trace, caller: isRare ? rare : callers[index * 104_729 % callers.length] ?? rare }),
      200,
      null,
      1_000 + index % 977,
      index % 300 / 10
    )
  }
  const entries = Buffer.concat([opening, writer.frame().subarray(frameHeaderBytes)])
  writer.written()
  writer.forget()
  return entries
}

/** As a gateway names its segments: by the microsecond. */
const nameOf = (first: number): string => {
  const micros = (baseTime + Math.floor(first / requestsPerMilli)) * 1000 + Math.floor(Math.random() * 1000)
  return `${micros.toString(36).padStart(11, "0")}-0a1b2c3d`
}

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const begun = performance.now()
    return Effect.map(work, (value) => ({ value, millis: performance.now() - begun }))
  })

const perRecord = (millis: number): string => `${(millis * 1000 / records).toFixed(2)} µs a record`

const ask = Effect.gen(function*() {
  const log = yield* AuditLog
  const asked: ReadonlyArray<AuditFilter> = [{ request: from }, { token: rare.tokenId }, { caller: rare.application }, {
    request: randomUUID()
  }]
  for (const filter of asked) {
    const times: Array<number> = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const { millis, value } = yield* timed(Stream.runCount(log.records(filter)))
      times.push(millis)
      found = value
    }
    const [first = 0] = times
    console.log(
      `${JSON.stringify(filter)}: ${found} found, first ${first.toFixed(0)} ms, then ${
        times.slice(1).sort((a, b) => a - b)[1]?.toFixed(0)
      } ms`
    )
  }
})

/** What the log and its index take, without what is free again. */
const size = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const bytes = yield* sql.onDialectOrElse({
    pg: () =>
      Effect.andThen(
        sql`VACUUM FULL`,
        sql`SELECT pg_total_relation_size('audit_segments') + pg_total_relation_size('audit_index') AS bytes`
      ),
    orElse: () =>
      sql`SELECT (page_count - freelist_count) * page_size AS bytes
      FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
  })
  const [rows] = yield* sql`SELECT COUNT(*) AS segments FROM audit_segments`
  console.log(`${(Number(bytes[0]?.["bytes"]) / records).toFixed(0)} bytes a record in ${String(rows?.["segments"])} rows`)
})

/** How long the longest turn of the event loop takes its thread, whatever else the machine does. */
const longestTurn = () => {
  let isOver = false
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { system, user } = process.threadCpuUsage(last)
    longest = Math.max(longest, system + user)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    isOver = true
    return `longest turn ${(longest / 1000).toFixed(1)} ms`
  }
}

const merged = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO audit_merged (id, through, since) VALUES (1, 0, 0)`
  const turns = longestTurn()
  const merging = yield* timed(Effect.gen(function*() {
    while (yield* mergeNext(Number.MAX_SAFE_INTEGER)) { /* on to the next run */ }
  }))
  console.log(`merged: ${perRecord(merging.millis)}, ${turns()}`)
  const filters = yield* timed(Effect.gen(function*() {
    while (yield* mergeFilters(Number.MAX_SAFE_INTEGER)) { /* on to the next run */ }
  }))
  console.log(`filters merged: ${perRecord(filters.millis)}`)
})

const measured = Effect.gen(function*() {
  let [making, loading, number] = [0, 0, 0]
  for (let first = 0; first < records; first += ofSegment) {
    const begun = performance.now()
    const entries = segmentOf(first)
    number++
    making += performance.now() - begun
    loading += (yield* timed(loadSegment(nameOf(first), entries))).millis
  }
  console.log(`${records} records in ${number} segments: made ${perRecord(making)}, loaded ${perRecord(loading)}`)
  let runs = 0
  const indexing = yield* timed(Effect.gen(function*() {
    while (yield* extendIndex()) runs++
  }))
  console.log(`${runs} runs indexed: ${perRecord(indexing.millis)}`)
  yield* size
  yield* ask
  yield* merged
  yield* size
  yield* ask
})

await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const dataDir = yield* tempDirectory
  const options = { dataDir, ...(url === undefined ? {} : { postgres: { url: Redacted.make(url), poolSize: 2 } }) }
  yield* measured.pipe(Effect.provide(AuditLog.layer({ directory: join(dataDir, "journal") })), Effect.provide(Database.layer(options)))
})))
