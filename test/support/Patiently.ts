/** Waits longer for Redis than the machine of the tests is ever busy. */
import { Effect } from "effect"
import { SharedPatience } from "../../src/resilience/SharedRedis.ts"

export const patiently = Effect.provideService(SharedPatience, { deadlineMillis: 3_000, settleMillis: 0, leaseMillis: 10_000 })
