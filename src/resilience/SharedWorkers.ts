/**
 * The shared memory of a gateway's workers: their parent's, asked over the channel between them. A parent that does not
 * answer is to a worker what a Redis is that hangs: each gives its own share meanwhile, and tells it afterwards.
 *
 * A worker asks from `SharedJoin` on, when it knows what was spent before it began: the first one tells it to a memory
 * that is empty, and none gives anything before.
 */
import { Clock, Context, Effect, Latch, Layer } from "effect"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { SharedJoin, SharedMemory } from "../domain/SharedMemory.ts"
import type { Worker } from "../domain/Worker.ts"
import { windowMillis } from "./Limiter.ts"
import { SharedBatches } from "./SharedBatches.ts"

/** A parent does nothing but this: where it is that late, the machine is, and the answer will come. */
const deadlineMillis = 1_000
const lookEvery = "250 millis"
/** How long a worker waits for it before it opens. */
const patience = "5 seconds"

class Away extends Error {}

export const SharedWorkers = (worker: Worker) =>
  Layer.effectContext(Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const joined = yield* Latch.make()
    const memory = new SharedBatches({
      wire: { isReady: worker.isConnected, send: worker.remember, server: () => "parent" },
      windowMillis,
      nowMonotonic: () => monotonicMillis(clock),
      gateways: () => worker.workers,
      deadlineMillis,
      // It never forgets: who has told what it knows need not wait for others.
      settleMillis: 0,
      // Its names never leave this machine's memory.
      salt: "workers",
      // It wakes the parent, on a processor that the workers could use.
      isMessageDear: true
    })
    const outage = makeOutage({
      failing: "the memory that the workers share does not answer: each gives its own share of each limit until it does",
      working: "the workers share their limits again"
    })
    const looked = Effect.flatMap(
      Effect.promise(() => memory.look()),
      () => memory.isUp() ? Effect.void : Effect.fail(new Away(memory.reason()))
    )
    yield* outage.outlasted(looked).pipe(Effect.delay(lookEvery), Effect.forever, (loop) =>
      Effect.andThen(joined.await, loop), Effect.forkScoped)
    const join = looked.pipe(
      Effect.delay("5 millis"),
      Effect.eventually,
      Effect.timeoutOption(patience),
      Effect.andThen(joined.open),
      Effect.asVoid
    )
    return Context.make(SharedMemory, memory as SharedMemory | undefined).pipe(Context.add(SharedJoin, join))
  }))
