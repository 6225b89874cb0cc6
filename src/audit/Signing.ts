/**
 * Signs the end of the chain: every minute, at the close, and at once where a segment is the first after a while. The
 * checkpoint goes to the log, where somebody else may keep it, and into a file of the data directory.
 *
 * Nothing is signed that contradicts what was signed here, or what this process loaded itself. States: signing; refusing,
 * until the operator deletes the kept checkpoint, because the history was changed; and waiting, because the database has
 * become another and other gateways have not loaded again yet what was signed (`LostHistory.ts`).
 */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseHistory } from "../domain/DatabaseHistory.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { AuditKey } from "./AuditKey.ts"
import type { Checkpoint } from "./Checkpoint.ts"
import { type HistoryChanged, signed, signHead } from "./Checkpoints.ts"
import { keep, readKept } from "./KeptCheckpoint.ts"
import type { KeptSegments } from "./KeptSegments.ts"
import { type Head, readHead } from "./LoadSegment.ts"
import { noteSigned, putBack, reconcile } from "./LostHistory.ts"

export interface SigningOptions {
  readonly key: AuditKey
  readonly checkpointFile: string
  readonly kept: KeptSegments | undefined
  readonly history: DatabaseHistory
}

const checkpointMillis = 60_000
/** How often it is looked whether other gateways have loaded what is missing. */
const missingMillis = 2_000

export const makeSigning = Effect.fn("Signing.makeSigning")(function*({ checkpointFile, history, kept, key }: SigningOptions) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  let dueAt = monotonicMillis(clock)
  let signedAt = Number.NEGATIVE_INFINITY
  /** When the end was last signed, or found to be signed already; the start until then. */
  let provenAt = dueAt
  /** The end as this process last put it there; undefined while nothing is signed because the history was changed. */
  let own: Head | undefined
  let isRefusing = false
  let isWaiting = false
  /** Whether the database has become another since something was signed. */
  let isRenewed = false
  /** Whether the checkpoints of the database before are in this one, too. */
  let isWhole = false
  let epoch = history.epoch()
  const isOther = (database: string): boolean => isRenewed || database !== history.name()

  const refuse = Effect.fn("Signing.refuse")(function*({ message, sequence }: HistoryChanged, latest: Checkpoint | undefined) {
    isRefusing = true
    // What nobody has signed yet is contradicted for the next process too.
    if (own !== undefined && own.sequence === sequence && sequence > (latest?.sequence ?? 0)) {
      yield* keep(checkpointFile, yield* signed(key, "checkpoint", own))
    }
    own = undefined
    yield* Effect.logFatal(`${message}: it was changed, or restored from a backup; nothing is signed until ${checkpointFile} is deleted`)
  })

  /** @returns the last end that was signed and that the database still has, where it has all else that was signed too */
  const settled = Effect.fn("Signing.settled")(function*(changed: HistoryChanged, latest: Checkpoint | undefined) {
    const found = kept === undefined || latest === undefined ? undefined : yield* reconcile(kept, key, latest, isOther)
    if (found?._tag === "Whole") {
      yield* Effect.logWarning(
        `the database is another: the last ${found.records} audit records that were signed in the one before are all in it, `
          + `behind record ${found.base.records}, perhaps in another order; the log is signed as it is now`
      )
      return found.base
    }
    if (found?._tag !== "Missing") {
      yield* refuse(changed, latest)
      return undefined
    }
    dueAt = monotonicMillis(clock) + missingMillis
    if (!isWaiting) {
      yield* Effect.logError(
        `the database is another, and lacks ${found.records} audit records in ${found.segments} segments that were signed in the one `
          + `before: nothing is signed until the gateways that wrote them have loaded them again, or ${checkpointFile} is deleted`
      )
    }
    isWaiting = true
    return undefined
  })

  const sign = Effect.gen(function*() {
    const latest = yield* readKept(checkpointFile)
    const head = yield* Effect.catchTag(signHead(key, latest, own), "HistoryChanged", (changed) => Effect.succeed(changed))
    // What this database lacks is loaded first.
    if (history.epoch() !== epoch) {
      dueAt = monotonicMillis(clock)
      return
    }
    const isChanged = head !== undefined && "_tag" in head
    const base = isChanged ? yield* settled(head, latest) : latest ?? { sequence: 0, records: 0, link: "" }
    if (base === undefined) return
    const checkpoint = isChanged ? yield* signHead(key, undefined, own) : head
    isRefusing = isWaiting = false
    if (kept !== undefined && !isWhole) yield* putBack(kept, isOther)
    isWhole = true
    provenAt = monotonicMillis(clock)
    if (checkpoint === undefined) return
    if (kept !== undefined) yield* noteSigned(kept, checkpoint, base, history.name())
    yield* keep(checkpointFile, checkpoint)
    isRenewed = false
    signedAt = monotonicMillis(clock)
    yield* Effect.logInfo("audit checkpoint").pipe(Effect.annotateLogs(checkpoint))
  }).pipe(
    // Retention goes on meanwhile: it may be what makes room.
    Effect.catch((error) => Effect.logWarning("the audit log could not be signed; it is tried again", error)),
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  return {
    sign,
    signWhenDue: Effect.suspend(() => {
      const now = monotonicMillis(clock)
      if (now < dueAt) return Effect.void
      dueAt = now + checkpointMillis
      return sign
    }),
    /** This process has loaded a segment: that one must stay. */
    loaded: Effect.suspend(() => {
      // The first after a while is signed at once, a young log with it.
      if (monotonicMillis(clock) - signedAt >= checkpointMillis) dueAt = monotonicMillis(clock)
      return isRefusing ? Effect.void : Effect.map(readHead(sql), (head) => void (own = head))
    }),
    /** The database is another: what this process put into the one before counts no more. */
    renewed: () => {
      isRenewed = true
      isWhole = false
      epoch = history.epoch()
      own = undefined
      isRefusing = false
      dueAt = monotonicMillis(clock)
    },
    isOther,
    isSigning: () => !isRefusing && !isWaiting,
    /** For how long the end of the chain has not been known to be signed. */
    unprovenMillis: () => monotonicMillis(clock) - provenAt
  }
})
