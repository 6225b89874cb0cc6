import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"
import { startTurnMeter } from "../support/TurnMeter.ts"

/** Of one agency, as a large one has them. */
const routes = 3_000

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText(
      [{
        slug: "opd",
        server: agency.url,
        endpoints: [{ path: "taman", upstream: "/dalam/taman", query: ["page"], maxBytes: "20 MiB" }, {
          path: "taman/:id",
          upstream: "/dalam/taman/:id"
        }, ...Array.from({ length: routes }, (_, n) => ({ path: `rute/${n}/:id`, upstream: `/dalam/rute/:id/${n}` }))]
      }],
      [{ slug: "kota", title: "Kota", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "taman" }] }]
    )
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const behave = (filler: string) =>
    Effect.runPromise(agency.setBehaviour(json({
      data: [{ id: 1, href: `${agency.url}/dalam/taman/1`, foto: `${agency.url}/berkas/1.jpg`, luar: "https://contoh.id/x", isi: filler }],
      links: { self: `${agency.url}/dalam/taman?page=1` },
      next: `${agency.url}/dalam/taman?page=2&kunci=rahasia`
    })))
  return { agency, behave, gateway, token }
}))

describe("200, links", () => {
  for (const [size, filler] of [["small", ""], ["streamed", "kata ".repeat(100_000)]] as const) {
    it(`an agency's own addresses become the gateway's, or lose their origin, whole and ${size}`, async () => {
      const { agency, behave, gateway, token } = at()
      await behave(filler)
      const base = `${gateway.url}/api/v4/gateway/opd/data`
      const answers = [
        await gateway.get("opd/data/taman", token),
        await gateway.get("opd/data/taman", token, { accept: "application/x-ndjson" }),
        await gateway.get("opd/data/taman", token, { accept: "text/csv" }),
        await gateway.aggregate({ strategy: "list", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "taman" }] }, token),
        await gateway.get("preset/kota", token)
      ]
      for (const response of answers) {
        const text = await response.text()
        assert.strictEqual(response.status, 200)
        assert.notInclude(text, `:${agency.port}`)
        assert.notInclude(text, "rahasia")
        assert.include(text, `${base}/taman/1`)
        assert.include(text, "/berkas/1.jpg")
        assert.include(text, "https://contoh.id/x")
        if (response.headers.get("content-type")?.startsWith("application/json") === true) {
          assert.include(text, `"next":"${base}/taman?page=2"`)
        }
      }
    })
  }

  for (const [size, filler] of [["whole", ""], ["streamed", "kata ".repeat(100_000)]] as const) {
    it(`an address after an escape or a word is replaced and what stands around it stays, ${size}`, async () => {
      const { agency, gateway, token } = at()
      const base = `${gateway.url}/api/v4/gateway/opd/data`
      const own = `${agency.url}/dalam/taman`
      const given = [
        String.raw`Lihat:\n${own}`,
        String.raw`Lihat:\r\n${agency.url}/lain`,
        String.raw`Lihat:\t${own}/7`,
        String.raw`\u0022${agency.url}/zzz\u0022`,
        String.raw`\u00e9${own}`,
        String.raw`\u003ca href=\u0022${own}\u0022\u003eklik\u003c/a\u003e`,
        String.raw`<a href=\"${own.replaceAll("/", "\\/")}\">klik<\/a>`,
        String.raw`C:\\n${agency.url}/zzz`
      ]
      const shown = [
        `Lihat:\n${base}/taman`,
        "Lihat:\r\n/lain",
        `Lihat:\t${base}/taman/7`,
        "\"/zzz\"",
        `é${base}/taman`,
        `<a href="${base}/taman">klik</a>`,
        `<a href="${base}/taman">klik</a>`,
        "C:\\n/zzz"
      ]
      await Effect.runPromise(agency.setBehaviour(json(Buffer.from(
        `{"data":[${given.map((text, i) => `{"id":${i},"catatan":"${text}"}`).join(",")}${
          filler === "" ? "" : `,{"id":99,"isi":"${filler}"}`
        }]}`
      ))))
      const whole = await gateway.get("opd/data/taman", token)
      assert.strictEqual(whole.status, 200)
      const { data } = await whole.json() as { readonly data: ReadonlyArray<{ readonly catatan?: string }> }
      assert.deepStrictEqual(data.slice(0, shown.length).map(({ catatan }) => catatan), shown)
      const lines = await (await gateway.get("opd/data/taman", token, { accept: "application/x-ndjson" })).text()
      assert.deepStrictEqual(
        lines.split("\n").slice(0, shown.length).map((line) => (JSON.parse(line) as { readonly catatan?: string }).catatan),
        shown
      )
      const table = await (await gateway.get("opd/data/taman", token, { accept: "text/csv" })).text()
      for (const text of shown) assert.include(table, text.replaceAll("\"", "\"\""))
    })
  }

  it("fault-114 an answer full of an agency's own links stalls nobody, however many routes there are", async () => {
    const { agency, gateway, token } = at()
    const links = Array.from({ length: 40_000 }, (_, n) => `"${agency.url}/dalam/rute/${n}/${n % routes}"`)
    await Effect.runPromise(agency.setBehaviour(json(Buffer.from(`{"data":[${links.join(",")}]}`))))
    const meter = startTurnMeter()
    try {
      const { data } = await (await gateway.get("opd/data/taman", token)).json() as { readonly data: ReadonlyArray<string> }
      // Trying each route for each link takes 6,000; a busy machine has turns of 200.
      assert.isBelow(meter.longest(), 500)
      for (const n of [0, 2_999, 39_999]) assert.strictEqual(data[n], `${gateway.url}/api/v4/gateway/opd/data/rute/${n % routes}/${n}`)
    } finally {
      meter.stop()
    }
  })
})
