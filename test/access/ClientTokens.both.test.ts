import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { ClientTokens } from "../../src/access/ClientTokens.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const TestLive = Layer.mergeAll(ClientCredentials.layer(), ClientTokens.layer).pipe(
  Layer.provide(ClientAuthentication.layer),
  Layer.provideMerge(Layer.mergeAll(TokenStore.layer, Applications.layer, Developers.layer)),
  Layer.provideMerge(TempDatabase.layer)
)

describe("ClientTokens", () => {
  it.effect("fault-19 the client of a disabled developer may neither look at its tokens nor revoke them; enabled, it may again", () =>
    Effect.gen(function*() {
      const applications = yield* Applications
      const developers = yield* Developers
      const { introspect, revoke } = yield* ClientTokens
      yield* developers.ensure({ account: "budi", name: "Budi", kind: "developer" })
      yield* applications.create({ name: "peta", owner: "budi" })
      const client = yield* applications.createClient({ name: "peta", scopes: ["a-x-get"] })
      const credentials = { clientId: client.clientId, clientSecret: client.clientSecret, remoteAddress: "10.0.0.1", nowMillis: 0 }
      const { accessToken } = yield* (yield* ClientCredentials).grant({ ...credentials, scope: "*" })
      const asked = { ...credentials, token: Redacted.value(accessToken) }
      yield* developers.setDisabled("budi", true)
      for (
        const refused of [
          Effect.asVoid(introspect(asked)),
          revoke(asked),
          Effect.asVoid(introspect({ ...asked, token: "gpr_lain" })),
          revoke({ ...asked, token: "gpr_lain" })
        ]
      ) {
        assert.deepInclude(yield* Effect.flip(refused), { error: "invalid_client", status: 401 })
      }
      yield* developers.setDisabled("budi", false)
      assert.deepInclude(yield* introspect(asked), { clientId: client.clientId, application: "peta" })
      yield* revoke(asked)
      assert.isUndefined(yield* introspect(asked))
    }).pipe(Effect.provide(TestLive)))
})
