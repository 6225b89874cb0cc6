/**
 * A restart gives no fresh quota: the limiter goes on from the records of the minute before it, before anybody can call.
 * Where gateways share a memory that is there, that knows what was spent, and records do not tell by which gateway: taken for
 * this one's, they would leave nothing of its share once the memory is away.
 *
 * What cannot be read does not keep the gateway from starting; it is told, and the limiter then begins anew.
 */
import { Clock, Effect, Layer } from "effect"
import { TokenStore } from "../access/TokenStore.ts"
import { RecentRecords } from "../audit/RecentRecords.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { Limiter, windowMillis } from "../resilience/Limiter.ts"

const seeded = Effect.gen(function*() {
  if ((yield* SharedMemory)?.isUp() === true) return
  const records = yield* RecentRecords
  const { bucketsOf } = yield* TokenStore
  const limiter = yield* Limiter
  const { applications, tokens } = yield* records.calls(yield* Clock.currentTimeMillis, windowMillis)
  const buckets = yield* bucketsOf([...tokens.keys()])
  const byBucket = new Map<string, ReadonlyArray<number>>()
  for (const [tokenId, times] of tokens) {
    const bucket = buckets.get(tokenId) ?? tokenId
    byBucket.set(bucket, [...byBucket.get(bucket) ?? [], ...times])
  }
  yield* limiter.seed({ tokens: byBucket, applications })
})

export const QuotaBefore = Layer.effectDiscard(
  Effect.catch(
    seeded,
    (error) => Effect.logWarning("the calls of the minute before this start could not be read: every quota begins anew", error)
  )
)
