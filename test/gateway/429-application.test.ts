/** An application's own budget as the registry sets it, over tokens of every kind. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { makeClient, obtain } from "../support/OAuth.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const scope = "opd-isi-get"
const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const text = (application: number) =>
    JSON.stringify({
      limits: { application },
      ...JSON.parse(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]))
    })
  return { agency, text, gateway: yield* startGateway(text(7)) }
}))

const read = async (token: string): Promise<number> => {
  const response = await at().gateway.get("opd/data/isi", token)
  await response.arrayBuffer()
  return response.status
}
const statuses = async (tokens: ReadonlyArray<string>) => {
  const found: Array<number> = []
  for (const token of tokens) found.push(await read(token))
  return found
}

describe("the budget of an application", () => {
  it("counts its own tokens and those of its clients together, aggregates once, and is as the registry says", async () => {
    const { gateway, text } = at()
    const client = await makeClient(gateway, { name: "peta", scopes: [scope] })
    const own = await gateway.token({ application: "peta", scopes: [scope] })
    const another = await gateway.token({ application: "peta", scopes: [scope] })
    const ofClient = await obtain(gateway, client)
    assert.deepStrictEqual(await statuses([own, another, ofClient, own, another, ofClient]), Array.from({ length: 6 }, () => 200))
    const requests = [1, 2, 3].map((alias) => ({ alias: `a${alias}`, opd: "opd", dataset: "data", path: "isi" }))
    const combined = await gateway.aggregate({ strategy: "keyed", requests }, ofClient)
    assert.strictEqual(combined.status, 200)
    await combined.arrayBuffer()
    assert.deepStrictEqual(await statuses([own, another, ofClient]), [429, 429, 429])
    const refused = await gateway.aggregate({ strategy: "keyed", requests }, another)
    assert.strictEqual(refused.status, 429)
    assert.include(await refused.text(), "The application \\\"peta\\\" has used up its own budget: 7 requests")
    assert.strictEqual(await read(await gateway.token({ application: "lain", scopes: [scope] })), 200)
    writeFileSync(gateway.registryFile, text(9))
    await eventually("the budget is another one", async () => await read(own) === 200)
    assert.deepStrictEqual(await statuses([another, ofClient]), [200, 429])
  })
})
