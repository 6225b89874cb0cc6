/** Gateways on one PostgreSQL tell each other, the metrics and the operators which registry each serves. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { cityRegistry } from "../support/Registries.ts"
import { eventually, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ routes: {} })
  const registry = cityRegistry({ diskominfo: agency.url, dinkes: agency.url, approvals: 1 })
  const home = yield* tempDirectory
  const shared = { DATABASE_URL: databaseUrl(home), DESK_ADDRESSES: "127.0.0.1/32" }
  const one = yield* startGateway(registry, { ...shared, DATA_DIR: join(home, "one") })
  const two = yield* startGateway(registry.replace("Agenda kota", "Agenda lain"), { ...shared, DATA_DIR: join(home, "two") })
  const operator = yield* Effect.promise(() => portalSession(one, { account: "rina", kind: "civil-servant", operator: true }))
  return { one, operator, two }
}))

/** The hash that it says it serves, and how many it knows of. */
const servedBy = async (gateway: Gateway) => {
  const text = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
  return {
    hashes: [...text.matchAll(/^gapura_registry_info\{hash="([0-9a-f]{12})"\} 1$/gm)].map(([, hash]) => hash),
    distinct: Number(/^gapura_registries (\d+)$/m.exec(text)?.[1])
  }
}
const both = async () => Promise.all([servedBy(at().one), servedBy(at().two)])
const patience = 40_000

describe("gateways on one database", () => {
  it("fault-135 that serve different registries are told apart in the metrics and on the board, until they serve the same", async () => {
    const { one, operator, two } = at()
    await eventually("each knows of two", async () => (await both()).every(({ distinct }) => distinct === 2), patience)
    const apart = (await both()).flatMap(({ hashes }) => hashes)
    assert.strictEqual(new Set(apart).size, 2)
    const board = async () => (await operator.get("/portal/operasi?lang=en")).text()
    await eventually("the board says so", async () => (await board()).includes("serve different registries (2)."), patience)
    const page = await board()
    for (const hash of apart) assert.include(page, `>${String(hash)}<`)
    for (const { url } of [one, two]) assert.include(page, `:${new URL(url).port}`)
    assert.include(page, ">4.0.0<")

    writeFileSync(two.registryFile, readFileSync(one.registryFile))
    await eventually("each knows of one", async () => (await both()).every(({ distinct }) => distinct === 1), patience)
    const agreed = (await both()).flatMap(({ hashes }) => hashes)
    assert.deepStrictEqual(agreed, [apart[0], apart[0]])
    await eventually("the board is quiet", async () => !(await board()).includes("serve different registries"), patience)
  })

  it("that a desk changes serve another registry, all of them the same", async () => {
    const { one } = at()
    const [before] = await both()
    const dewi = await portalSession(one, { account: "dewi", kind: "civil-servant", agencies: ["diskominfo"] })
    const page = await (await dewi.get("/portal/opd/diskominfo/titik-akses/portal-publik?path=berita")).text()
    const saved = await dewi.post("/portal/opd/diskominfo/titik-akses/portal-publik/aturan?path=berita", {
      seen: /name="seen" value="(\d+)"/.exec(page)?.[1] ?? assert.fail("no form"),
      segar: "30",
      basi: "24",
      besar: "10",
      takdikenal: "detect"
    })
    assert.strictEqual(saved.status, 303)
    await eventually("both serve another", async () => {
      const now = await both()
      return now.every(({ distinct, hashes }) => distinct === 1 && hashes[0] !== before?.hashes[0] && hashes[0] === now[0]?.hashes[0])
    }, patience)
  })
})
