/**
 * Where the gateway leaves its audit records: in the journal at once, and from there in the database.
 *
 * A scoped stream takes each segment that the journal has ended, loads it (`LoadSegment.ts`) and removes its file. When
 * that fails it tries again with a growing pause, and the segments wait on disk, for the next process too.
 * Every minute and at the close the end of the chain is signed, and the checkpoint goes to the log, where somebody
 * else may keep it. What this process loaded itself must still be there.
 *
 * Closing seals the journal and loads what it can; what the database does not take stays on disk.
 */
import { Clock, Context, Effect, Fiber, Latch, Layer, Option, Result, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { pruneUsage } from "./ApplicationUsage.ts"
import type { AuditKey } from "./AuditKey.ts"
import type { Checkpoint } from "./Checkpoint.ts"
import { type HistoryChanged, signed, signHead } from "./Checkpoints.ts"
import { databaseTimeMillis } from "./DatabaseTime.ts"
import { Journal, type JournalOptions, type SealedSegment, type Waiter } from "./Journal.ts"
import { isAbandoned, type JournalUnusable, listJournal, prepareJournal, readJournal, removeJournal, setAside } from "./JournalFiles.ts"
import { keep, readKept } from "./KeptCheckpoint.ts"
import { type Head, loadSegment, readHead } from "./LoadSegment.ts"
import { pruneTenth } from "./Retention.ts"

export interface AuditSinkOptions extends JournalOptions {
  readonly key: AuditKey
  /** File of the latest checkpoint that was signed here. */
  readonly checkpointFile: string
  /** Records older than this go; absent: none do. */
  readonly retentionMillis?: number | undefined
  /** How long closing may take when the database fails. Default 10,000. */
  readonly closeMillis?: number
}

const sealMillis = 500
const pause = "100 millis"
const checkpointMillis = 60_000
/** How long the last checkpoint of a process may take. */
const signMillis = 2_000
const pruneMillis = 3_600_000
const adoptMillis = 60_000
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
}>()("gapura/audit/AuditSink") {
  static readonly layer = (options: AuditSinkOptions): Layer.Layer<AuditSink, JournalUnusable, SqlClient.SqlClient> =>
    Layer.effect(
      AuditSink,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { checkpointFile, directory, key } = options
        yield* prepareJournal(directory)
        const journal = new Journal(options)
        // Open: the sink is closing, so the loader does not pause.
        const hurry = yield* Latch.make()
        const clock = yield* Clock.Clock
        const begun = monotonicMillis(clock)
        const due = { adopt: begun, checkpoint: begun, prune: begun, usage: begun }
        let isClosing = false
        let signedAt = Number.NEGATIVE_INFINITY
        let alarmed: string | undefined

        const isDue = (task: "adopt" | "checkpoint" | "prune" | "usage", everyMillis: number): boolean => {
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

        /** Segments of processes that are gone. */
        const adopt = Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          const known = new Set(journal.sealed.map(({ id }) => id))
          for (const file of yield* listJournal(directory)) {
            if (!known.has(file.id) && (yield* isAbandoned(directory, file, journal.run, now))) {
              journal.adopt({ id: file.id, bytes: file.bytes, records: Math.floor(file.bytes / 72) })
            }
          }
        })
        /** The end as this process last put it there; undefined while nothing is signed because the history was changed. */
        let own: Head | undefined
        let isRefusing = false
        const refuse = Effect.fn("AuditSink.refuse")(function*({ message, sequence }: HistoryChanged, kept: Checkpoint | undefined) {
          isRefusing = true
          // What nobody has signed yet is contradicted for the next process too.
          if (own !== undefined && own.sequence === sequence && sequence > (kept?.sequence ?? 0)) {
            yield* keep(checkpointFile, yield* signed(key, "checkpoint", own))
          }
          own = undefined
          yield* Effect.logFatal(
            `${message}: it was changed, or restored from a backup; nothing is signed until ${checkpointFile} is deleted`
          )
        })
        const sign = Effect.gen(function*() {
          const kept = yield* readKept(checkpointFile)
          const made = yield* Effect.result(signHead(key, kept, own))
          if (Result.isFailure(made)) {
            return yield* made.failure._tag === "HistoryChanged"
              ? refuse(made.failure, kept)
              : Effect.fail(made.failure)
          }
          isRefusing = false
          if (made.success === undefined) return
          yield* keep(checkpointFile, made.success)
          signedAt = monotonicMillis(clock)
          yield* Effect.logInfo("audit checkpoint").pipe(Effect.annotateLogs(made.success))
        }).pipe(
          // Retention goes on meanwhile: it may be what makes room.
          Effect.catch((error) => Effect.logWarning("the audit log could not be signed; it is tried again", error)),
          Effect.provideService(SqlClient.SqlClient, sql)
        )
        const upkeep = Effect.gen(function*() {
          if (isDue("adopt", adoptMillis)) yield* adopt
          if (isDue("checkpoint", checkpointMillis)) yield* sign
          if (isDue("usage", pruneMillis)) yield* pruneUsage(yield* Clock.currentTimeMillis)
          if (options.retentionMillis !== undefined && isDue("prune", pruneMillis)) {
            const pruned = yield* Effect.catchTag(
              pruneTenth(key, (yield* databaseTimeMillis) - options.retentionMillis),
              "TooMuchAtOnce",
              ({ message }) => Effect.as(Effect.logError(message), 0)
            )
            if (pruned > 0) yield* Effect.logInfo(`${pruned} audit records were older than their retention and are removed`)
          }
        }).pipe(
          Effect.catchCause((cause) => Effect.logWarning("the audit log's upkeep failed and is tried again", cause)),
          Effect.provideService(SqlClient.SqlClient, sql)
        )

        const load = (segment: SealedSegment) =>
          Effect.gen(function*() {
            const read = yield* readJournal(directory, segment.id)
            if (read === undefined) {
              const loaded = yield* sql`SELECT sequence FROM audit_segments WHERE segment = ${segment.id}`
              return loaded.length > 0
                ? undefined
                : yield* Effect.logError(
                  `the audit segment ${segment.id} is gone, with about ${segment.records} records, before it was loaded`
                )
            }
            if (read.torn > 0) {
              yield* Effect.logWarning(`the audit segment ${segment.id} ends in ${read.torn} bytes of a record whose answer never left`)
            }
            yield* loadSegment(segment.id, read.entries)
            if (!isRefusing) own = yield* readHead(sql)
            // The first after a while is signed at once, a young log with it.
            if (monotonicMillis(clock) - signedAt >= checkpointMillis) due.checkpoint = begun
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
            Effect.tapCause(() => alarm),
            // A defect must not end the loading, which nobody would notice before the disk is full.
            Effect.sandbox,
            Effect.retry(retries),
            Effect.andThen(Effect.sync(() => journal.loaded(segment)))
          )

        const next = Effect.gen(function*() {
          // With others waiting, a segment may as well grow.
          journal.seal(isClosing ? 0 : journal.sealed.length === 0 ? sealMillis : Number.POSITIVE_INFINITY)
          yield* alarm
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
            yield* Effect.timeoutOption(sign, signMillis)
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
          kept: Effect.callback<boolean>((resume) => journal.whenKept({ settled: (kept) => resume(Effect.succeed(kept)) })),
          recording: () => journal.recording(),
          backlog: () => journal.records + journal.unwritten(),
          lost: () => journal.lost
        }
      })
    )
}
