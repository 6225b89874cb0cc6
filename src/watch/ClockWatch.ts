/**
 * Whether this machine's clock is right: one that is more than five seconds off the database's makes the gateway unready, so
 * that load balancers turn to others, and is told once. It is ready again when it is right. Tokens end by the database's
 * whatever it says; certificates, sign-ons and the times of files are the machine's.
 */
import { Context, Effect, Layer } from "effect"
import { DatabaseClock } from "../storage/DatabaseClock.ts"

const tolerated = 5_000
const lookEvery = "1 second"

export class ClockWatch extends Context.Service<ClockWatch, {
  readonly isOff: () => boolean
  /** Undefined where there is no other clock. */
  readonly offsetSeconds: () => number | undefined
}>()("gapura/watch/ClockWatch") {
  static readonly layer = Layer.effect(
    ClockWatch,
    Effect.gen(function*() {
      const { measure } = yield* DatabaseClock
      const isOff = () => {
        const latest = measure()
        return latest !== undefined && Math.abs(latest.offsetMillis) - latest.halfTripMillis > tolerated
      }
      const offsetSeconds = () => {
        const latest = measure()
        return latest === undefined ? undefined : latest.offsetMillis / 1000
      }
      let told = false
      const tell = Effect.suspend(() => {
        if (told === isOff()) return Effect.void
        told = !told
        const seconds = Math.round(offsetSeconds() ?? 0)
        const how = `${Math.abs(seconds)} seconds ${seconds > 0 ? "ahead of" : "behind"} the database's`
        return told
          ? Effect.logError(`this gateway's clock is ${how}: it is not ready until it is right`)
          : Effect.logInfo("this gateway's clock agrees with the database's again")
      })
      yield* tell
      yield* tell.pipe(Effect.delay(lookEvery), Effect.forever, Effect.forkScoped)
      return ClockWatch.of({ isOff, offsetSeconds })
    })
  )
}
