import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { registryText, suite } from "../support/Suite.ts"

/** Each row has a key of its own, so the table has a column for each row. */
const ownKeys = (rows: number) => ({ data: Array.from({ length: rows }, (_, index) => ({ [`k${index}`]: 1 })) })
/** Its first row alone has keys. */
const wideHead = {
  data: [Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [`k${index}`, 1])), ...Array.from({ length: 49_000 }, () => ({}))]
}

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(registryText([{
    slug: "opd",
    server: agency.url,
    endpoints: [
      { path: "kecil", upstream: "/kecil", maxBytes: "100 KiB" },
      { path: "lebar", upstream: "/lebar" },
      { path: "besar", upstream: "/lebar", maxBytes: "40 MiB" },
      { path: "kepala", upstream: "/kepala" },
      { path: "kepala-besar", upstream: "/kepala", maxBytes: "11 MiB" }
    ]
  }]))
  yield* agency.setBehaviour(answer({ body: JSON.stringify(ownKeys(1_000)) }), "/kecil")
  yield* agency.setBehaviour(answer({ body: JSON.stringify(ownKeys(15_000)) }), "/lebar")
  yield* agency.setBehaviour(answer({ body: JSON.stringify(wideHead) }), "/kepala")
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, token }
}))

const get = (path: string, accept = "text/csv") => at().gateway.get(`opd/data/${path}`, at().token, { accept })

describe("a table in CSV that cells without values make longer than twice what the endpoint may answer", () => {
  it.each([
    "kecil",
    "lebar",
    "kepala",
    "kecil?$limit=50000",
    "lebar?$limit=50000",
    "lebar?$limit=50000&$order=k1",
    "besar?$limit=50000&$order=k1"
  ])(
    "is a 406 that says so: %s",
    async (path) => {
      assert.include(await expectProblem(await get(path), "not-acceptable", at().gateway.url), "too long for text/csv")
    }
  )

  it.each(["kecil", "lebar", "kepala"])("is JSON where that is welcome too: %s", async (path) => {
    const response = await get(path, "text/csv, application/json;q=0.5")
    assert.deepStrictEqual([response.status, response.headers.get("content-type")], [200, "application/json; charset=utf-8"])
    await response.body?.cancel()
  })

  it.each(["kepala-besar", "kepala-besar?$limit=50000"])("breaks off where it has left already: %s", async (path) => {
    const broken = async () => {
      const response = await get(path)
      if (response.status === 406) return "not-acceptable"
      let bytes = 0
      try {
        for await (const chunk of response.body ?? []) bytes += chunk.length
        return "whole"
      } catch {
        return bytes <= 22 * 1024 * 1024 + 1024 * 1024 ? "cut" : "long"
      }
    }
    assert.include(["cut", "not-acceptable"], await broken())
  })
})
