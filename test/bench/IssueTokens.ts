/** Issues as many tokens of one application as the first argument says, with the scopes that follow; prints them, one a line. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Clock, Console, Duration, Effect, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { AccessLayer } from "../../src/commands/CommandLayers.ts"
import { Settings } from "../../src/settings/Settings.ts"

const application = "bench"
const [count = "1", ...scopes] = process.argv.slice(2)

Effect.gen(function*() {
  const tokens = yield* TokenStore
  const { tokenLifetime } = yield* Settings
  yield* (yield* Applications).ensure({ name: application })
  for (let n = 0; n < Number(count); n++) {
    const { token } = yield* tokens.issue({
      application,
      scopes,
      lifetimeMillis: Duration.toMillis(tokenLifetime),
      nowMillis: yield* Clock.currentTimeMillis
    })
    yield* Console.log(Redacted.value(token))
  }
}).pipe(Effect.provide(AccessLayer), Effect.provide(Settings.layer), NodeRuntime.runMain)
