/** From the public pages to trying an endpoint out with one's own application. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { applicationAt, created, pageOf, textOf } from "../support/DeveloperPortal.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity()
  return { gateway, dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })) }
}))

const events = "diskominfo/portal-publik/events"
const chooser = `/portal/aplikasi/coba?titik=${encodeURIComponent(events)}`

describe("trying out from the catalogue", () => {
  it("leads to a new application, to the only one that may, and then to a choice", async () => {
    const { dewi, gateway } = at()
    const page = await (await fetch(`${gateway.url}/v4/gateway/diskominfo/portal-publik?path=events`, { headers: { accept: "text/html" } }))
      .text()
    assert.include(page, `href="${chooser}"`)
    const none = await dewi.get(chooser)
    assert.deepStrictEqual([none.status, none.headers.get("location")], [303, "/portal/aplikasi/baru?cakupan=diskominfo-events-get"])
    await created(dewi, "kabar", ["diskominfo-berita-get"])
    assert.include(await pageOf(await dewi.get(chooser)), "href=\"/portal/aplikasi/baru?cakupan=diskominfo-events-get\"")
    await created(dewi, "peta-kota", ["diskominfo-events-get"])
    const only = await dewi.get(chooser)
    const target = `${applicationAt("peta-kota", "/coba")}?titik=${encodeURIComponent(events)}`
    assert.deepStrictEqual([only.status, new URL(only.headers.get("location") ?? "", gateway.url).pathname], [
      303,
      applicationAt("peta-kota", "/coba")
    ])
    await created(dewi, "agenda", ["diskominfo-events-get"])
    const several = await pageOf(await dewi.get(chooser))
    assert.include(several, `href="${target}"`)
    assert.include(several, `href="${applicationAt("agenda", "/coba")}?titik=`)
    assert.include(several, `href="${applicationAt("kabar", "/cakupan")}"`)
  })

  it("takes a question along, and asks it", async () => {
    const { dewi } = at()
    const question = "$select=count(*)%20as%20n&$where=judul%20%3D%20%27A%26B%27"
    const several = await pageOf(await dewi.get(`${chooser}&tanya=${encodeURIComponent(question)}`))
    const [, href = ""] = /href="(\/portal\/aplikasi\/agenda\/coba[^"]*)"/.exec(several) ?? []
    const address = href.replaceAll("&amp;", "&")
    const page = await pageOf(await dewi.get(address))
    assert.include(page.replaceAll("&amp;", "&").replaceAll("&#39;", "'"), `${question}</textarea>`)
    const fields = { bentuk: "application/json", tanya: `${question}&titik=lain&rahasia=1` }
    const tried = textOf(await pageOf(await dewi.post(`${applicationAt("agenda", "/coba")}?titik=${encodeURIComponent(events)}`, fields)))
    assert.include(tried, `GET /api/v4/gateway/${events}?%24select=count(*)%20as%20n&%24where=judul%20%3D%20'A%26B' Id`)
    assert.include(tried, "\"n\": ")
  })

  it("has a search where an application opens many endpoints", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const paths = Array.from(
        { length: 24 },
        (_, index) => ({ path: `nomor-${index}`, title: index === 7 ? "Denah taman" : `Nomor ${index}` })
      )
      const gateway = yield* startGateway(registryText([{ slug: "opd", server: "http://127.0.0.1:1", endpoints: paths }]))
      yield* Effect.promise(async () => {
        const rudi = await portalSession(gateway, { account: "rudi", name: "Rudi Hartono" })
        await created(rudi, "banyak", paths.map(({ path }) => `opd-${path}-get`))
        const all = textOf(await pageOf(await rudi.get(applicationAt("banyak", "/coba"))))
        assert.include(all, "24 endpoint")
        const found = textOf(await pageOf(await rudi.get(`${applicationAt("banyak", "/coba")}?cari=taman+denah`)))
        assert.match(found, /1 endpoint ?\./)
        assert.include(found, "Denah taman")
        assert.notInclude(found, "Nomor 3")
        assert.include(textOf(await pageOf(await rudi.get(`${applicationAt("banyak", "/coba")}?cari=zzz&lang=en`))), "No endpoint matches")
      })
    }))))

  it("offers every application where no endpoint was chosen, or one that is not there", async () => {
    const { dewi } = at()
    for (const address of ["/portal/aplikasi/coba", "/portal/aplikasi/coba?titik=tidak/ada", "/portal/aplikasi/coba?lang=en"]) {
      assert.match(textOf(await pageOf(await dewi.get(address))), /agenda kabar peta-kota/)
    }
  })
})
