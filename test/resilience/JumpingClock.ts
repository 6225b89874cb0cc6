/** A clock whose wall time can be set while its monotonic time only passes. It sleeps as the clock it was made from. */
import { Clock, Effect } from "effect"
import { clockOf } from "../../src/domain/ClockOf.ts"

export interface JumpingClock {
  readonly clock: Clock.Clock
  /** Puts the wall clock forward, or back where negative. */
  readonly jump: (millis: number) => void
  /** Lets time pass. */
  readonly pass: (millis: number) => void
}

export const makeJumpingClock: Effect.Effect<JumpingClock> = Effect.map(Clock.Clock, (base) => {
  let wall = 1_800_000_000_000
  let monotonic = 5_000_000_000n
  return {
    clock: clockOf(base, () => wall, () => monotonic),
    jump: (millis) => {
      wall += millis
    },
    pass: (millis) => {
      wall += millis
      monotonic += BigInt(millis) * 1_000_000n
    }
  }
})
