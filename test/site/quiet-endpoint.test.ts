/** An endpoint that was called today, but not within the last minutes: its numbers are shown, and no word that denies them. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    endpoints: [{ path: "dipanggil", title: "Dipanggil" }, { path: "sepi", title: "Sepi" }]
  }])
  const time = yield* makeAheadClock
  const gateway = yield* startGateway(registry).pipe(Effect.provideService(Clock.Clock, time.clock))
  return { gateway, time }
}))

const word = "Belum ada data</span>"
/** From where the endpoint's name stands to the next one's, or the end. */
const partOf = (page: string, title: string): string => {
  const [, part = ""] = page.split(new RegExp(`>${title}</a>`))
  return part.split("</li>")[0]?.split("</tr>")[0] ?? ""
}

describe("an endpoint that nobody has called for ten minutes", () => {
  it("has its numbers without the word that there are none, which one without any still has, at every place", async () => {
    const { gateway, time } = at()
    const rina = await portalSession(gateway, { account: "rina", kind: "civil-servant", agencies: ["opd"] })
    const read = async (path: string): Promise<string> =>
      (await (path.startsWith("/portal/opd") ? rina.get(path) : fetch(`${gateway.url}${path}`, {
        headers: { accept: "text/html", "accept-language": "id" }
      }))).text()
    const called = await gateway.get("opd/data/dipanggil", await gateway.token({ scopes: "*" }))
    assert.strictEqual(called.status, 200)
    await called.arrayBuffer()
    time.pass(600_000)
    const lists = ["/v4/gateway/opd", "/portal/opd/opd/titik-akses", "/portal/status/opd"]
    await eventually("the call is shown", async () => {
      time.pass(6_000)
      return partOf(await read("/portal/status/opd"), "Dipanggil").includes("100%")
    })
    for (const path of lists) {
      const page = await read(path)
      assert.match(partOf(page, "Dipanggil"), /p95|100%/, path)
      assert.notInclude(partOf(page, "Dipanggil"), word, path)
      assert.include(partOf(page, "Sepi"), word, path)
    }
    assert.match(partOf(await read("/portal/status/opd"), "Dipanggil"), /<td[^>]*>–<\/td>/)
    for (const place of ["/v4/gateway/opd/data?path=", "/portal/opd/opd/titik-akses/data?path="]) {
      assert.notInclude(await read(`${place}dipanggil`), `Layanan: ${word}`)
      assert.include(await read(`${place}sepi`), `Layanan: ${word}`)
    }
    assert.notInclude((await read("/portal/status")).split("<ul class=\"services\">")[1]?.split("</ul>")[0] ?? word, word)
  })
})
