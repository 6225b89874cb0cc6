/** Deprecations in the public feed: what a developer's feed reader hears before an endpoint ends. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json([]) })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      endpoints: [
        { path: "baru", title: "Yang baru" },
        { path: "lama", title: "Yang <lama>", deprecated: day(-10), sunset: day(200), successor: "opd/data/baru" },
        { path: "nanti", title: "Nanti dihentikan", deprecated: day(20), sunset: day(300) },
        { path: "habis", title: "Sudah habis", deprecated: day(-400), sunset: day(-100) }
      ]
    }]),
    { BASE_URL: "https://data.kota.example" }
  )
  return { gateway }
}))

const feed = async (query: string) => (await fetch(`${at().gateway.url}/portal/status.atom${query}`)).text()

describe("the feed", () => {
  it("tells which endpoints are deprecated, until when they answer and what replaces them", async () => {
    const text = await feed("?lang=en")
    const [entry = "", ...others] = [...text.matchAll(/<entry>.*?<\/entry>/gs)].map(([found]) => found)
    assert.lengthOf(others, 0)
    assert.include(entry, `<id>tag:data.kota.example,${day(-10)}:deprecated/opd/data/lama</id>`)
    assert.include(entry, "<title>Deprecated: Yang &lt;lama&gt;</title>")
    assert.include(entry, `<updated>${day(-10)}T`)
    assert.include(entry, "href=\"https://data.kota.example/v4/gateway/opd/data?path=lama")
    assert.match(entry, /<content type="text">.*opd\/data\/lama.*opd\/data\/baru/s)
    assert.include(await feed(""), "<title>Akan dihentikan: Yang &lt;lama&gt;</title>")
  })
})
