/** What a gateway removes by itself: records and days of the privacy ledger that are older than their retention. */
import { Clock, Effect } from "effect"
import type { AuditKey } from "./AuditKey.ts"
import { pruneTenthOfLedger } from "./LedgerRetention.ts"
import { pruneTenth } from "./Retention.ts"

const told = ({ message }: Error) => Effect.as(Effect.logError(message), undefined)

/** An undefined retention keeps all. @returns false where there were more old records than may go at once, as the log then says */
export const pruneOld = Effect.fn("PruneOld.pruneOld")(
  function*(key: AuditKey, { ledgerMillis, retentionMillis }: {
    readonly ledgerMillis?: number | undefined
    readonly retentionMillis?: number | undefined
  }) {
    const now = yield* Clock.currentTimeMillis
    const records = retentionMillis === undefined
      ? 0
      : yield* Effect.catchTag(pruneTenth(key, now - retentionMillis), "TooMuchAtOnce", told)
    if (records !== undefined && records > 0) {
      yield* Effect.logInfo(`${records} audit records were older than their retention and are removed`)
    }
    const days = ledgerMillis === undefined
      ? 0
      : yield* Effect.catchTag(pruneTenthOfLedger(now - ledgerMillis), "TooMuchOfLedger", told)
    if (days !== undefined && days > 0) {
      yield* Effect.logInfo(`${days} days of the privacy ledger were older than their retention and are removed`)
    }
    return records !== undefined
  }
)
