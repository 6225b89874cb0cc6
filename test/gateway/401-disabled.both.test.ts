/** Whoever stands behind a token is disabled: the token dies at a gateway that shares nothing with the desk but the database. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { expectOAuthError, inBody, introspect, makeClient, obtain, post } from "../support/OAuth.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const scopes = ["dinkes-klinik-get"]
const address = "dinkes/faskes/klinik"
const account = "budi@kota.go.id"

const at = suite(Effect.gen(function*() {
  const city = yield* startCity()
  const desk = yield* Layer.build(
    Layer.fresh(Layer.provide(Layer.mergeAll(Applications.layer, Developers.layer), TempDatabase.at({ dataDir: city.gateway.dataDir })))
  )
  const developers = Context.get(desk, Developers)
  const applications = Context.get(desk, Applications)
  yield* developers.ensure({ account, name: "Budi", kind: "developer" })
  yield* applications.create({ name: "peta", owner: account })
  yield* applications.create({ name: "kedua", owner: account })
  return { ...city, applications, developers }
}))

const statusWith = async (token: string): Promise<number> => {
  const response = await at().gateway.get(address, token)
  await response.arrayBuffer()
  return response.status
}
const feels = (tokens: ReadonlyArray<string>, status: number) =>
  eventually(`${status} of every token`, async () => (await Promise.all(tokens.map(statusWith))).every((found) => found === status), 1_000)

describe("a token", () => {
  it("fault-19 dies within a second with its application's owner, in all of the owner's applications, and revives with them", async () => {
    const { developers, gateway } = at()
    const client = await makeClient(gateway, { name: "peta", scopes })
    const bystander = await gateway.token({ scopes })
    const tokens = [
      await gateway.token({ scopes, application: "peta" }),
      await gateway.token({ scopes, application: "kedua" }),
      await obtain(gateway, client)
    ]
    await feels([...tokens, bystander], 200)
    await Effect.runPromise(developers.setDisabled(account, true))
    await feels(tokens, 401)
    assert.strictEqual(await statusWith(bystander), 200)
    await expectOAuthError(await post(gateway, "token", { grant_type: "client_credentials", ...inBody(client) }), 401, "invalid_client")
    await Effect.runPromise(developers.setDisabled(account, false))
    await feels(tokens, 200)
    assert.deepInclude(await introspect(gateway, client, tokens[2] ?? ""), { active: true })
  })

  it("fault-19 dies within a second with its client, and lives again with it; the application's other tokens go on", async () => {
    const { applications, gateway } = at()
    const [client, sibling] = [await makeClient(gateway, { name: "peta", scopes }), await makeClient(gateway, { name: "peta", scopes })]
    const [token, other] = [await obtain(gateway, client), await obtain(gateway, sibling)]
    await feels([token, other], 200)
    await Effect.runPromise(applications.setClientDisabled(client.id, true))
    await feels([token], 401)
    await expectOAuthError(await post(gateway, "introspect", { ...inBody(client), token }), 401, "invalid_client")
    assert.strictEqual(await statusWith(other), 200)
    await Effect.runPromise(applications.setClientDisabled(client.id, false))
    await feels([token], 200)
  })
})
