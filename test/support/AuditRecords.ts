/** Made-up requests as the gateway hands them to its audit, and a journal whose disk fails on command. */
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Recordable } from "../../src/audit/EntryWriter.ts"
import { Journal, type JournalOptions } from "../../src/audit/Journal.ts"
import { type JournalDisk, nodeDisk } from "../../src/audit/JournalDisk.ts"
import { readJournal } from "../../src/audit/JournalFiles.ts"
import { loadSegment } from "../../src/audit/LoadSegment.ts"
import type { Caller } from "../../src/domain/Caller.ts"
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { noPrivateAccess } from "../../src/domain/PrivateAccess.ts"
import { tempDirectory } from "./TempDatabase.ts"

export const caller: Caller = {
  tokenId: "tok_1",
  bucket: "tok_1",
  application: "aplikasi",
  scopes: new Set(),
  privateAccess: noPrivateAccess,
  expiresAt: 1e15,
  isRehearsal: false
}

export const endpointOf = (agency: string, application: string): Endpoint => ({
  route: `${agency}/portal-publik/events`,
  agency: {
    slug: agency,
    name: agency,
    application,
    server: "http://127.0.0.1:1",
    timeoutMillis: 1,
    retries: 0,
    deadlineMillis: 1,
    connections: 1,
    credential: undefined,
    breaker: { threshold: 0.5, size: 10, minimum: 5, openMillis: 1, openMaxMillis: 1 }
  },
  dataset: { slug: "portal-publik", title: "Portal", license: undefined },
  path: "events",
  segments: [],
  upstream: [],
  title: "Agenda",
  scope: `${agency}-events-get`,
  private: false,
  cache: { freshMillis: 0, staleMillis: 0 },
  query: [],
  examples: {},
  maxBytes: 1,
  fields: [],
  unknown: "detect",
  deprecated: undefined,
  sunset: undefined,
  successor: undefined,
  fingerprint: "f"
})

export const endpoint = endpointOf("diskominfo", "portal-kota")

/** The `index`th request's id. */
export const idOf = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`
export const idsTo = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => idOf(index))

export const baseTime = 1_700_000_000_000

export const recordable = (index: number, changes: Partial<Recordable> = {}): Recordable => ({
  time: baseTime + index,
  requestId: idOf(index),
  trace: { traceId: index.toString(16).padStart(32, "a") },
  endpoint,
  route: endpoint.route,
  caller,
  method: "GET",
  alias: null,
  cache: "MISS",
  attempts: 1,
  agencyStatus: 200,
  masked: 0,
  disclosed: "",
  ...changes
})

export const journalIn = (dataDir: string): string => {
  const directory = join(dataDir, "journal")
  mkdirSync(directory, { recursive: true })
  return directory
}

/** A disk that does what `fault` says before each write, and `syncFault` before each wait for it. */
export const faultyDisk = (directory: string) => {
  const disk = nodeDisk(directory)
  const state: { fault: ((bytes: number) => number) | undefined; syncFault: (() => void) | undefined; writes: number; syncs: number } = {
    fault: undefined,
    syncFault: undefined,
    writes: 0,
    syncs: 0
  }
  const faulty: JournalDisk = {
    ...disk,
    write: (file, bytes, from, position) => {
      state.writes++
      if (state.fault === undefined) return disk.write(file, bytes, from, position)
      const some = state.fault(bytes.length - from)
      return some === 0 ? 0 : disk.write(file, bytes.subarray(0, from + some), from, position)
    },
    sync: (file) => {
      state.syncs++
      state.syncFault?.()
      disk.sync(file)
    }
  }
  return { state, disk: faulty }
}

/** What the system says when the disk is full. */
export const noSpace = (): never => {
  throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
}

export const makeJournal = (directory: string, options: Partial<JournalOptions> = {}): Journal =>
  new Journal({ directory, maxBytes: 1 << 30, bufferBytes: 512 * 1024, ...options })

export const append = (journal: Journal, index: number, changes: Partial<Recordable> = {}): number =>
  journal.append(recordable(index, changes), 200, null, 100, 1.25)

/** Whether everything so far is kept. */
export const settled = (journal: Journal): Promise<boolean> => new Promise((resolve) => journal.whenKept({ settled: resolve }))

export interface LoadedRecord extends Partial<Recordable> {
  readonly status?: number
}

/** Loads one segment for each list of records; they are numbered through. */
export const loadRecords = Effect.fnUntraced(function*(segments: ReadonlyArray<ReadonlyArray<LoadedRecord>>) {
  let index = 0
  for (const records of segments) {
    const directory = journalIn(yield* tempDirectory)
    const journal = makeJournal(directory, { withAddresses: true })
    for (const { status = 200, ...changes } of records) {
      journal.append(recordable(index++, changes), status, status === 200 ? null : "circuit-open", 100, 1.25)
    }
    yield* Effect.promise(() => settled(journal))
    journal.close()
    for (const { id } of journal.sealed) {
      const read = yield* readJournal(directory, id)
      if (read !== undefined) yield* loadSegment(id, read.entries)
    }
  }
})
