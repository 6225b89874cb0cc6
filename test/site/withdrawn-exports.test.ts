/** What was withdrawn stays in the catalogue, but nobody is sent to an export that there is not. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const withdrawn = { deprecated: "2025-01-01", sunset: "2025-09-01" }
const decodeCatalogue = Schema.decodeUnknownSync(Catalogue)

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json([]) })
  const gateway = yield* startGateway(registryText([
    { slug: "tutup", server: agency.url, endpoints: [{ path: "habis", title: "Sudah habis", ...withdrawn }] },
    { slug: "buka", server: agency.url, endpoints: [{ path: "ada", title: "Ada" }, { path: "habis", title: "Sudah habis", ...withdrawn }] }
  ]))
  return { gateway }
}))

const catalogueOf = async (part: string): Promise<Catalogue> =>
  decodeCatalogue(await (await fetch(`${at().gateway.url}/v4/gateway${part}`, { headers: { accept: "application/json" } })).json())

describe("exports of what is withdrawn", () => {
  for (
    const part of [
      "",
      "/tutup",
      "/tutup/data",
      "/tutup/data?path=habis",
      "/buka",
      "/buka/data",
      "/buka/data?path=habis",
      "/buka/data?path=ada"
    ]
  ) {
    it(`are linked from /v4/gateway${part} only where they answer`, async () => {
      const { agencies, links } = await catalogueOf(part)
      const all = [
        links,
        ...agencies.flatMap((agency) => [
          agency.links,
          ...agency.datasets.flatMap((dataset) => [dataset.links, ...dataset.endpoints.map((endpoint) => endpoint.links)])
        ])
      ]
      const exports = all.flatMap((some) => Object.values(some)).filter((link) => link.includes("/v4/export/"))
      for (const link of new Set(exports)) assert.strictEqual((await fetch(link)).status, 200, link)
      assert.strictEqual(exports.length > 0, part === "" || part.startsWith("/buka"))
      const page = await (await fetch(`${at().gateway.url}/v4/gateway${part}`, { headers: { accept: "text/html" } })).text()
      for (const [, link = ""] of page.matchAll(/href="([^"]*\/v4\/export\/[^"]*)"/g)) {
        assert.strictEqual((await fetch(new URL(link.replaceAll("&amp;", "&"), at().gateway.url))).status, 200, link)
      }
    })
  }
})
