/** What is refused before the city's sign-on is asked; the way through it is walked in `test/portal/sign-in.both.test.ts`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { CitySignOn } from "../../src/access/CitySignOn.ts"
import { Developers } from "../../src/access/Developers.ts"
import { seal } from "../../src/access/SignInAttempt.ts"
import { signOnOptions } from "../support/SignOnOptions.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const sessionSecret = Redacted.make("s".repeat(40))
const TestLive = CitySignOn.layer({
  // Nobody is there: whoever gets so far hears that the sign-on is away.
  issuer: "http://127.0.0.1:9",
  sessionSecret,
  ...signOnOptions
}).pipe(Layer.provide(Developers.layer), Layer.provide(TempDatabase.layer))

const startedAt = 5_000
const begun = seal(sessionSecret, { state: "keadaan", nonce: "n", verifier: "v", next: "/portal", startedAt })

describe("an attempt to sign in", () => {
  it.effect("fault-107 is good to the last millisecond of ten minutes and over from then on, whatever comes back", () =>
    Effect.gen(function*() {
      const { arrive } = yield* CitySignOn
      const outcomes = (query: string) => Effect.flip(arrive(query, begun))
      yield* TestClock.setTime(startedAt + 599_999)
      assert.deepInclude(yield* outcomes("state=lain&code=c"), { _tag: "SignInRefused", reason: "answer" })
      yield* TestClock.setTime(startedAt + 600_000)
      for (const query of ["state=lain&code=c", "state=keadaan&code=c"]) {
        assert.deepInclude(yield* outcomes(query), { _tag: "SignInRefused", reason: "stale" })
      }
      // The same one, in time, goes on to the sign-on.
      yield* TestClock.setTime(startedAt + 599_999)
      assert.strictEqual((yield* outcomes("state=keadaan&code=c"))._tag, "SignOnAway")
    }).pipe(Effect.provide(TestLive)))
})
