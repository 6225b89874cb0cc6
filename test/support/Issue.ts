/** A token of an application with a developer of its own; both are made where they are not there. */
import { Clock, Effect, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"

const lifetimeMillis = 86_400_000

export const issue = Effect.fnUntraced(function*(application: string, account: string, scopes: ReadonlyArray<string>) {
  yield* (yield* Developers).ensure({ account, name: account, kind: "developer" })
  const applications = yield* Applications
  if ((yield* applications.find(application)) === undefined) yield* applications.create({ name: application, owner: account, scopes })
  const nowMillis = yield* Clock.currentTimeMillis
  const { token, tokenId } = yield* (yield* TokenStore).issue({ application, scopes, lifetimeMillis, nowMillis })
  return { token: Redacted.value(token), tokenId }
})
