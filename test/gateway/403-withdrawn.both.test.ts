/** What a token may is taken back while it lives: 403 within a second, decided by another process on the same database. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { makeClient, obtain } from "../support/OAuth.ts"
import { expectProblem } from "../support/Problems.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const events = "diskominfo/portal-publik/events"
const klinik = "dinkes/faskes/klinik"
const pasien = "dinkes/faskes/pasien"
const account = "budi@kota.go.id"

const at = suite(Effect.gen(function*() {
  const city = yield* startCity()
  const desk = yield* Layer.build(Layer.fresh(AccessRequests.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Applications.layer, Developers.layer)),
    Layer.provideMerge(TempDatabase.at({ dataDir: city.gateway.dataDir }))
  )))
  const applications = Context.get(desk, Applications)
  const developers = Context.get(desk, Developers)
  yield* developers.ensure({ account, name: "Budi", kind: "developer" })
  return { ...city, applications, developers, requests: Context.get(desk, AccessRequests) }
}))

const statusOf = async (path: string, token: string): Promise<number> => {
  const response = await at().gateway.get(path, token)
  await response.arrayBuffer()
  return response.status
}
const feels = (path: string, token: string, status: number) =>
  eventually(`${status} at ${path}`, async () => await statusOf(path, token) === status, 1_000)

describe("a scope", () => {
  it("fault-31 withdrawn from an application is 403 within a second for its own tokens and its clients'", async () => {
    const { applications, gateway } = at()
    const scopes = ["diskominfo-events-get", "dinkes-klinik-get"]
    await Effect.runPromise(applications.create({ name: "peta", owner: account, scopes }))
    const tokens = [
      await gateway.token({ scopes, application: "peta" }),
      await obtain(gateway, await makeClient(gateway, { name: "peta", scopes }))
    ]
    for (const token of tokens) assert.deepStrictEqual([await statusOf(events, token), await statusOf(klinik, token)], [200, 200])
    assert.isTrue(await Effect.runPromise(applications.withdrawScopes("peta", ["diskominfo-events-get"])))
    for (const token of tokens) {
      await feels(events, token, 403)
      await expectProblem(await gateway.get(events, token), "scope-missing", gateway.url)
      assert.strictEqual(await statusOf(klinik, token), 200)
    }
  })

  it("fault-31 withdrawn and given again does not come back into a live token", async () => {
    const { applications, gateway } = at()
    const client = await makeClient(gateway, { name: "sistem", scopes: ["diskominfo-events-get"] })
    const token = await obtain(gateway, client)
    await Effect.runPromise(applications.withdrawScopes("sistem", ["diskominfo-events-get"]))
    await feels(events, token, 403)
    await Effect.runPromise(applications.setScopes(client.id, ["diskominfo-events-get"]))
    const renewed = await obtain(gateway, client)
    assert.strictEqual(await statusOf(events, renewed), 200)
    assert.strictEqual(await statusOf(events, token), 403)
  })
})

describe("private access", () => {
  it("asked for and approved opens within a second, and closes within a second when the approval is taken back", async () => {
    const { applications, developers, gateway, requests } = at()
    await Effect.runPromise(applications.create({ name: "riset", owner: account, scopes: ["dinkes-pasien-get"] }))
    const token = await gateway.token({ scopes: ["dinkes-pasien-get"], application: "riset" })
    assert.strictEqual(await statusOf(pasien, token), 403)
    const asked = await Effect.runPromise(
      requests.ask({ kind: "private-access", application: "riset", agency: "dinkes", scopes: [], purpose: "Riset", by: account })
    )
    assert.strictEqual(await statusOf(pasien, token), 403)
    await Effect.runPromise(requests.approve(asked.requestId, "rina"))
    await feels(pasien, token, 200)
    await Effect.runPromise(developers.unverify(account, "dinkes"))
    await feels(pasien, token, 403)
    await expectProblem(await gateway.get(pasien, token), "private-endpoint", gateway.url)
  })

  it("of an agency's official application ends within a second when it is official no more", async () => {
    const { applications, gateway } = at()
    await Effect.runPromise(applications.create({ name: "resmi", agency: "dinkes" }))
    const token = await gateway.token({ scopes: ["dinkes-pasien-get"], application: "resmi" })
    assert.strictEqual(await statusOf(pasien, token), 200)
    await Effect.runPromise(applications.setAgency("resmi", null))
    await feels(pasien, token, 403)
  })
})
