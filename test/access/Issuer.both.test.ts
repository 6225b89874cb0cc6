/** A sign-on that takes connections and says nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { CitySignOn } from "../../src/access/CitySignOn.ts"
import { Developers } from "../../src/access/Developers.ts"
import { signOnOptions } from "../support/SignOnOptions.ts"
import { pause } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const makeHanging = Effect.acquireRelease(
  Effect.promise(async () => {
    let asked = 0
    const server = createServer(() => void asked++)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
    // A listener on TCP has an address with a port.
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked, server }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

describe("a sign-on that hangs", () => {
  it.live("is asked once at a time, however many visitors leave before it answers", () =>
    Effect.gen(function*() {
      const { asked, url } = yield* makeHanging
      const SignOn = CitySignOn.layer({
        issuer: url,
        sessionSecret: Redacted.make("s".repeat(40)),
        ...signOnOptions
      }).pipe(Layer.provide(Developers.layer), Layer.provide(TempDatabase.layer))
      yield* Effect.gen(function*() {
        const { depart } = yield* CitySignOn
        for (let visitor = 0; visitor < 5; visitor++) {
          const visit = yield* Effect.forkChild(depart("/portal"))
          yield* Effect.promise(() => pause(visitor === 0 ? 500 : 100))
          yield* Fiber.interrupt(visit)
        }
        assert.strictEqual(asked(), 1)
      }).pipe(Effect.provide(SignOn))
    }))
})
