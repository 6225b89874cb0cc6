import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

/** `lat` and `lng` are the office's that wrote the row down; `tempat` says where the thing is. */
const rows = Array.from({ length: 40 }, (_, no) => ({ no, lat: -1, lng: 1, tempat: { y: -7 - no / 100, x: [0, 112 + no / 100] } }))

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const position = { lat: "tempat.y", lng: "tempat.x.1" }
  const gateway = yield* startGateway(registryText([{
    slug: "opd",
    server: agency.url,
    endpoints: [
      { path: "titik", upstream: "/titik", position },
      { path: "besar", upstream: "/besar", position, maxBytes: "40 MiB" },
      { path: "rahasia", upstream: "/titik", position, fields: { "data[].tempat.y": "public" }, unknown: "mask" },
      { path: "lain", upstream: "/titik", position: { lat: "y", lng: "x" } }
    ]
  }]))
  yield* agency.setBehaviour(answer({ body: JSON.stringify({ data: rows }) }), "/titik")
  const many = Array.from({ length: 20_000 }, (_, no) => ({ ...rows[no % 40], keterangan: "kata ".repeat(8) }))
  yield* agency.setBehaviour(answer({ body: JSON.stringify({ data: many }) }), "/besar")
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, token }
}))

const Collection = Schema.Struct({
  features: Schema.Array(Schema.Struct({ geometry: Schema.NullOr(Schema.Struct({ coordinates: Schema.Array(Schema.Number) })) }))
})
const decode = Schema.decodeUnknownSync(Collection)

const ask = (path: string, question: Readonly<Record<string, string>>): Promise<Response> =>
  at().gateway.get(`opd/data/${path}?${new URLSearchParams({ ...question, $format: "geojson" }).toString()}`, at().token)
const placesOf = async (path: string, question: Readonly<Record<string, string>>): Promise<ReadonlyArray<unknown>> =>
  decode(await (await ask(path, question)).json()).features.map(({ geometry }) => geometry?.coordinates)

describe("features of an endpoint whose registry says where positions are", () => {
  it("stand there, whatever else looks like a position", async () => {
    assert.deepStrictEqual(await placesOf("titik", { $limit: "2" }), [[112, -7], [112.01, -7.01]])
    assert.deepStrictEqual(await placesOf("besar", { $where: "no = 3", $limit: "1" }), [[112.03, -7.03]])
  })

  it("stand there under other names too, and nowhere if they are not asked for", async () => {
    const $select = "no, tempat.y, tempat.x.1 as bujur"
    assert.deepStrictEqual(await placesOf("titik", { $select, $where: "no = 2" }), [[112.02, -7.02]])
    const without = await ask("titik", { $select: "no, lat, lng" })
    assert.strictEqual(without.status, 406)
    await without.text()
  })

  it("have none where it is masked, or is not there", async () => {
    for (const path of ["rahasia", "lain"]) {
      const response = await ask(path, {})
      assert.strictEqual(response.status, 406, path)
      assert.notMatch(await response.text(), /112/)
    }
  })
})
