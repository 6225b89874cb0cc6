/**
 * Where the gateway leaves its audit records: in the journal at once, and from there in the database.
 *
 * A scoped stream takes each segment that the journal has ended, loads it (`LoadSegment.ts`) and removes its file. When
 * that fails it tries again with a growing pause, and the segments wait on disk, for the next process too. What is loaded is
 * kept for a while (`KeptSegments.ts`): a database that turns out to be another is given what it lacks before anything else.
 * Every minute and at the close the end of the chain is signed (`Signing.ts`).
 *
 * Closing seals the journal and loads what it can; what the database does not take stays on disk.
 */
import { Clock, Context, Effect, Fiber, Latch, Layer, Option, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { DatabaseHistory } from "../domain/DatabaseHistory.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { pruneUsage } from "./ApplicationUsage.ts"
import { extendIndex } from "./AuditIndex.ts"
import type { AuditKey } from "./AuditKey.ts"
import { Journal, type JournalOptions, type SealedSegment, type Waiter } from "./Journal.ts"
import { begunAt } from "./JournalDisk.ts"
import { isAbandoned, type JournalUnusable, listJournal, prepareJournal, readJournal, removeJournal, setAside } from "./JournalFiles.ts"
import { makeKeptSegments } from "./KeptSegments.ts"
import { loadSegment } from "./LoadSegment.ts"
import { mergeOld } from "./MergeSegments.ts"
import { pruneOld } from "./PruneOld.ts"
import { replay } from "./Replay.ts"
import { makeSigning } from "./Signing.ts"
import { isStored } from "./StoredSegments.ts"

export interface AuditSinkOptions extends JournalOptions {
  readonly key: AuditKey
  /** File of the latest checkpoint that was signed here. */
  readonly checkpointFile: string
  /** Records older than this go; absent: none do. */
  readonly retentionMillis?: number | undefined
  /** The same for days of the privacy ledger. */
  readonly ledgerMillis?: number | undefined
  /** How long loaded segments are kept, for a database that takes the place of this one; absent: not at all. */
  readonly keepMillis?: number | undefined
  /** How long closing may take when the database fails. Default 10,000. */
  readonly closeMillis?: number
}

export interface AuditUpkeep {
  /** Of all segments that are not in the database. */
  readonly journalBytes: number
  /** Of the oldest of them; 0 where there is none. */
  readonly journalMillis: number
  readonly isSigning: boolean
  /** For how long the end of the chain has not been known to be signed. */
  readonly unprovenMillis: number
  /** Since retention removed what it should, or the start; undefined where records are kept for ever. */
  readonly unprunedMillis: number | undefined
}

const sealMillis = 500
const pause = "100 millis"
/** How long the last checkpoint of a process may take. */
const signMillis = 2_000
const pruneMillis = 3_600_000
const adoptMillis = 60_000
const indexMillis = 5_000
const mergeMillis = 60_000
/** The records of a segment come within this time. */
const recordMillis = 3_600_000
const retries = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("5 seconds")])

export class AuditSink extends Context.Service<AuditSink, {
  /** Takes a record; it is kept when waiters are told so, at the end of this turn. @returns where it is, for `amend` */
  readonly append: Journal["append"]
  /** One more request of an address that sends too many; it is kept when waiters are told so. */
  readonly count: Journal["count"]
  readonly amend: Journal["amend"]
  readonly whenKept: (waiter: Waiter) => void
  readonly whenKeptSoon: (waiter: Waiter) => void
  /** The same for fibers: whether every record so far is kept. */
  readonly kept: Effect.Effect<boolean>
  /** False while records cannot be written: nothing private may be given out. */
  readonly recording: () => boolean
  /** Records that are not in the database yet. */
  readonly backlog: () => number
  /** Records that found room neither on disk nor in memory. */
  readonly lost: () => number
  /** How the journal, signing and retention are. */
  readonly upkeep: () => AuditUpkeep
}>()("gapura/audit/AuditSink") {
  static readonly layer = (options: AuditSinkOptions): Layer.Layer<AuditSink, JournalUnusable, SqlClient.SqlClient> =>
    Layer.effect(
      AuditSink,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { checkpointFile, directory, key } = options
        yield* prepareJournal(directory)
        const journal = new Journal(options)
        const history = yield* DatabaseHistory
        const kept = options.keepMillis === undefined ? undefined : yield* makeKeptSegments({
          directory: join(directory, "loaded"),
          keepMillis: Math.min(options.keepMillis, options.retentionMillis ?? Number.POSITIVE_INFINITY),
          maxBytes: options.maxBytes,
          waiting: () => journal.bytes
        })
        const signing = yield* makeSigning({ key, checkpointFile, kept, history })
        const firstEpoch = history.epoch()
        /** Of the database that has all that was kept; unknown at the start. */
        let epoch: number | undefined
        // Open: the sink is closing, so the loader does not pause.
        const hurry = yield* Latch.make()
        const clock = yield* Clock.Clock
        const begun = monotonicMillis(clock)
        const due = { adopt: begun, index: begun, merge: begun, prune: begun, usage: begun }
        let prunedAt = begun
        let isClosing = false
        let alarmed: string | undefined

        const isDue = (task: keyof typeof due, everyMillis: number): boolean => {
          const now = monotonicMillis(clock)
          if (now < due[task]) return false
          due[task] = now + everyMillis
          return true
        }

        /** Says once that something fails, and once that it works again. */
        const alarm = Effect.suspend(() => {
          const { failure } = journal
          if ((failure === undefined) === (alarmed === undefined)) return Effect.void
          alarmed = failure
          return failure === undefined
            ? Effect.logInfo("audit records are kept again")
            : Effect.logFatal(
              `audit records cannot be kept (${failure}): private data is refused, public data is given out with its records in memory`
            )
        })
        const outage = makeOutage({
          failing: "audit records cannot be loaded into the database; they wait on disk",
          working: "audit records are loaded into the database again",
          level: "Error"
        })

        const makeRoom = Effect.suspend(() => kept === undefined ? Effect.void : kept.makeRoom(journal.failure !== undefined))

        /** Segments of processes that are gone. */
        const adopt = Effect.gen(function*() {
          const known = new Set(journal.sealed.map(({ id }) => id))
          for (const file of yield* listJournal(directory)) {
            if (!known.has(file.id) && (yield* isAbandoned(directory, file, journal.run))) {
              journal.adopt({ id: file.id, bytes: file.bytes, records: Math.floor(file.bytes / 72) })
            }
          }
        })
        const upkeep = Effect.gen(function*() {
          if (isDue("adopt", adoptMillis)) yield* Effect.andThen(adopt, makeRoom)
          yield* signing.signWhenDue
          if (isDue("usage", pruneMillis)) yield* pruneUsage(yield* Clock.currentTimeMillis)
          if (isDue("prune", pruneMillis) && (yield* pruneOld(key, options))) prunedAt = monotonicMillis(clock)
          // Where one is made the next one may be due.
          if (!isClosing && isDue("index", indexMillis) && (yield* extendIndex())) due.index = begun
          if (!isClosing && isDue("merge", mergeMillis) && (yield* mergeOld(options.keepMillis ?? 0))) due.merge = begun
        }).pipe(
          Effect.catchCause((cause) => Effect.logWarning("the audit log's upkeep failed and is tried again", cause)),
          Effect.provideService(SqlClient.SqlClient, sql)
        )

        const load = (segment: SealedSegment) =>
          Effect.gen(function*() {
            const read = yield* readJournal(directory, segment.id)
            if (read === undefined) {
              const at = begunAt(segment.id)
              return (yield* isStored(sql, segment.id, { firstTime: at + recordMillis, lastTime: at }))
                ? undefined
                : yield* Effect.logError(
                  `the audit segment ${segment.id} is gone, with about ${segment.records} records, before it was loaded`
                )
            }
            if (read.torn > 0) {
              yield* Effect.logWarning(`the audit segment ${segment.id} ends in ${read.torn} bytes of a record whose answer never left`)
            }
            yield* loadSegment(segment.id, read.entries)
            yield* signing.loaded
            if (kept !== undefined) yield* kept.addSegment(segment.id, read.entries, history.name())
            if (read.damaged === 0) return yield* removeJournal(directory, segment.id)
            yield* Effect.logError(
              `the audit segment ${segment.id} was damaged on disk: ${read.damaged} of its bytes cannot be read, `
                + "records of answers that left among them; the others are loaded, the file is set aside"
            )
            yield* setAside(directory, segment.id)
          }).pipe(
            Effect.catchTag(
              "EntriesDamaged",
              (error) =>
                Effect.andThen(Effect.logError(`the audit segment ${segment.id} is set aside`, error), setAside(directory, segment.id))
            ),
            Effect.provideService(SqlClient.SqlClient, sql),
            outage.watched,
            Effect.tapCause(() => Effect.andThen(alarm, makeRoom)),
            // A defect must not end the loading, which nobody would notice before the disk is full.
            Effect.sandbox,
            Effect.retry(retries),
            Effect.andThen(Effect.sync(() => journal.loaded(segment)))
          )

        /** Gives a database that has become another what it lacks. @returns false where that failed */
        const renewed = Effect.suspend(() => {
          const now = history.epoch()
          if (now === epoch) return Effect.succeed(true)
          if (now !== (epoch ?? firstEpoch)) signing.renewed()
          return Effect.gen(function*() {
            const records = kept === undefined ? 0 : yield* replay(kept, signing.isOther)
            epoch = now
            if (records > 0) {
              yield* Effect.logWarning(`the database is another and lacked ${records} audit records of this gateway: they are loaded again`)
            }
            return true
          }).pipe(
            Effect.provideService(SqlClient.SqlClient, sql),
            outage.watched,
            Effect.catchCause(() => Effect.as(alarm, false))
          )
        })

        const next = Effect.gen(function*() {
          if (!isClosing && !(yield* renewed)) {
            yield* Effect.raceFirst(Effect.sleep(pause), hurry.await)
            return [[], Option.some(undefined)] as const
          }
          // With others waiting, a segment may as well grow.
          journal.seal(isClosing ? 0 : journal.sealed.length === 0 ? sealMillis : Number.POSITIVE_INFINITY)
          yield* alarm
          if (journal.failure !== undefined) yield* makeRoom
          const segment = journal.sealed[0]
          if (segment !== undefined) return [[segment], Option.some(undefined)] as const
          const wasClosing = isClosing
          yield* upkeep
          // Closing may have begun meanwhile, and have sealed the last segment.
          if (wasClosing) return [[], Option.none<undefined>()] as const
          yield* Effect.raceFirst(Effect.sleep(pause), hurry.await)
          return [[], Option.some(undefined)] as const
        })

        /** Who verifies needs every key that signed. */
        const tellOtherKeys = Effect.gen(function*() {
          const others = yield* sql`SELECT DISTINCT key_id FROM audit_checkpoints WHERE key_id <> ${key.id}`
          if (others.length > 0) {
            yield* Effect.logWarning(
              "another key has signed audit checkpoints of this database: "
                + "give all gateways on it the same AUDIT_KEY_FILE, and verify with the public key of each"
            )
          }
        }).pipe(Effect.ignore)

        yield* adopt
        yield* tellOtherKeys
        due.adopt = begun + adoptMillis
        const loader = yield* Stream.paginate(undefined, () => next).pipe(Stream.runForEach(load), Effect.forkScoped)

        // Runs before the scope interrupts the loader, which therefore ends by itself.
        yield* Effect.addFinalizer(() =>
          Effect.gen(function*() {
            journal.close()
            isClosing = true
            yield* hurry.open
            yield* Effect.timeoutOption(Fiber.await(loader), options.closeMillis ?? 10_000)
            yield* Effect.timeoutOption(signing.sign, signMillis)
            const { records, sealed } = journal
            if (sealed.length > 0) {
              yield* Effect.logWarning(`${records} audit records wait on disk for the next start: the database did not take them`)
            }
            const unwritten = journal.unwritten() + journal.lost
            if (unwritten > 0) yield* Effect.logFatal(`${unwritten} audit records are lost: the disk did not take them`)
          })
        )

        return {
          append: (record, status, code, bytes, durationMs) => journal.append(record, status, code, bytes, durationMs),
          count: (address, record, status, code, bytes, durationMs) => journal.count(address, record, status, code, bytes, durationMs),
          amend: (start, status, code, bytes) => journal.amend(start, status, code, bytes),
          whenKept: (waiter) => journal.whenKept(waiter),
          whenKeptSoon: (waiter) => journal.whenKeptSoon(waiter),
          kept: Effect.callback<boolean>((resume) => journal.whenKept({ settled: (isKept) => resume(Effect.succeed(isKept)) })),
          recording: () => journal.recording(),
          backlog: () => journal.records + journal.unwritten(),
          lost: () => journal.lost,
          upkeep: () => ({
            journalBytes: journal.bytes,
            journalMillis: journal.sealed.reduce((oldest, { id }) => Math.max(oldest, clock.currentTimeMillisUnsafe() - begunAt(id)), 0),
            isSigning: signing.isSigning(),
            unprovenMillis: signing.unprovenMillis(),
            unprunedMillis: options.retentionMillis === undefined ? undefined : monotonicMillis(clock) - prunedAt
          })
        }
      })
    )
}
