/** Who may see a desk, and what its people decide about requests: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Developers } from "../../src/access/Developers.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { startDesk } from "../support/Desk.ts"
import type { PortalSession } from "../support/PortalSession.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const at = suite(startDesk(), logs)

const pages = ["", "/permintaan", "/titik-akses", "/titik-akses/faskes?path=klinik", "/sambungan", "/perubahan", "/audit", "/audit.csv"]
const forms = ["/permintaan/req_x/setuju", "/permintaan/req_x/tolak", "/titik-akses/faskes/bidang?path=klinik", "/titik-akses/faskes/aturan?path=klinik", "/sambungan/batas", "/sambungan/alamat", "/perubahan"]

const requestOf = (requestId: string) => at().gateway.run(Effect.flatMap(AccessRequests, (access) => access.find(requestId)))
const actions = () => at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
const decide = (who: PortalSession, requestId: string, how: "setuju" | "tolak", fields: Readonly<Record<string, string>> = {}) => who.post(`/portal/opd/dinkes/permintaan/${requestId}/${how}`, fields)

describe("a desk", () => {
  it("is its own agency's people's and operators', page by page", async () => {
    const { dewi, joko, rina } = at()
    for (const page of pages) {
      assert.strictEqual((await dewi.get(`/portal/opd/dinkes${page}`)).status, 200, page)
      assert.strictEqual((await rina.get(`/portal/opd/dinkes${page}`)).status, 200, page)
      assert.strictEqual((await joko.get(`/portal/opd/dinkes${page}`)).status, 404, page)
      assert.strictEqual((await dewi.get(`/portal/opd/tidak-ada${page}`)).status, 404, page)
    }
  })

  it("fault-108 is closed to developers, its forms too, and to nobody in particular", async () => {
    const { budi, gateway } = at()
    for (const page of pages) {
      assert.strictEqual((await budi.get(`/portal/opd/dinkes${page}`)).status, 403, page)
      const stranger = await fetch(`${gateway.url}/portal/opd/dinkes${page}`, { redirect: "manual" })
      assert.strictEqual(stranger.status, 303)
      assert.match(stranger.headers.get("location") ?? "", /^\/portal\/masuk\?next=/)
    }
    for (const form of forms) {
      assert.strictEqual((await budi.post(`/portal/opd/dinkes${form}`, { reason: "x" })).status, 403, form)
      assert.strictEqual((await fetch(`${gateway.url}/portal/opd/dinkes${form}`, { method: "POST", redirect: "manual", headers: { origin: gateway.url }, body: new URLSearchParams() })).status, 303, form)
    }
  })

  it("takes no form of another agency's people, and none without its token or from elsewhere", async () => {
    const { ask, dewi, gateway, joko } = at()
    const requestId = await ask()
    assert.strictEqual((await decide(joko, requestId, "setuju")).status, 404)
    assert.strictEqual((await joko.post(`/portal/opd/diskominfo/permintaan/${requestId}/setuju`)).status, 404)
    const forged = { method: "POST", headers: { cookie: dewi.cookie, origin: gateway.url }, body: new URLSearchParams({ csrf: joko.csrf }) }
    assert.strictEqual((await fetch(`${gateway.url}/portal/opd/dinkes/permintaan/${requestId}/setuju`, forged)).status, 403)
    assert.strictEqual((await dewi.post(`/portal/opd/dinkes/permintaan/${requestId}/setuju`, {}, { origin: "https://evil.example" })).status, 403)
    assert.strictEqual((await requestOf(requestId))?.state, "asked")
  })

  it("has no endpoint of another agency", async () => {
    const { dewi } = at()
    for (const path of ["/titik-akses/portal-publik?path=events", "/titik-akses/faskes", "/titik-akses/faskes?path=tidak"]) {
      assert.strictEqual((await dewi.get(`/portal/opd/dinkes${path}`)).status, 404, path)
    }
  })
})

describe("a request for client credentials", () => {
  it("fault-37 when it is approved makes a client whose secret is shown once, works, and is nowhere else", async () => {
    const { ask, dewi, gateway } = at()
    const requestId = await ask({ application: "peta-kredensial" })
    assert.include(await (await dewi.get("/portal/opd/dinkes/permintaan")).text(), "peta-kredensial")
    const approved = await decide(dewi, requestId, "setuju")
    assert.strictEqual(approved.status, 200)
    assert.strictEqual(approved.headers.get("cache-control"), "no-store")
    const text = await approved.text()
    const [clientId = "", secret = ""] = Array.from(text.matchAll(/<pre translate="no"[^>]*><code>([^<]+)<\/code>/g), ([, shown]) => shown ?? "")
    const granted = await fetch(`${gateway.url}/oauth/token`, { method: "POST", body: new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: secret }) })
    assert.strictEqual(granted.status, 200)

    assert.deepInclude(await requestOf(requestId), { state: "approved", decidedBy: "dewi", clientId })
    const again = await decide(dewi, requestId, "setuju")
    assert.strictEqual(again.status, 422)
    const shownAgain = await again.text() + await (await dewi.get(`/portal/opd/dinkes/permintaan/${requestId}`)).text()
    assert.include(shownAgain, "sudah diputuskan")
    assert.notInclude(shownAgain, secret)
    assert.notInclude(JSON.stringify(await actions()), secret)
    assert.notInclude(logs.join("\n"), secret)
    assert.notInclude(await everythingOf(gateway.dataDir), secret)
    const [latest] = await actions()
    assert.deepInclude(latest, { account: "dewi", action: "request-approved", agency: "dinkes", subject: requestId })
    assert.deepInclude(latest?.detail, { application: "peta-kredensial", scopes: "dinkes-klinik-get" })
  })

  it("of an application that has a client adds scopes to it and shows no secret", async () => {
    const { ask, dewi } = at()
    await decide(dewi, await ask({ application: "peta-lama" }), "setuju")
    const text = await (await decide(dewi, await ask({ application: "peta-lama", scopes: ["dinkes-pasien-get"] }), "setuju")).text()
    assert.include(text, "Rahasianya tetap yang lama")
    assert.notMatch(text, /client_secret/)
  })

  it("is refused with a reason that has to be given", async () => {
    const { ask, dewi } = at()
    const requestId = await ask()
    for (const reason of ["", "   ", "x".repeat(501)]) {
      const response = await decide(dewi, requestId, "tolak", { reason })
      assert.strictEqual(response.status, 422)
      assert.include(await response.text(), "Tuliskan alasan")
    }
    assert.strictEqual((await requestOf(requestId))?.state, "asked")
    const refused = await decide(dewi, requestId, "tolak", { reason: "Tujuannya <b>belum</b> jelas" })
    assert.strictEqual(refused.status, 303)
    assert.deepInclude(await requestOf(requestId), { state: "refused", decidedBy: "dewi", reason: "Tujuannya <b>belum</b> jelas" })
    const list = await (await dewi.get(refused.headers.get("location") ?? "")).text()
    assert.include(list, "Permohonan ditolak.")
    assert.include(list, "Tujuannya &lt;b&gt;belum&lt;/b&gt; jelas")
  })

  it("of one's own is for a colleague to decide", async () => {
    const { ask, dewi, rina } = at()
    const requestId = await ask({ by: "dewi" })
    assert.include(await (await dewi.get(`/portal/opd/dinkes/permintaan/${requestId}`)).text(), "diputuskan oleh rekan")
    assert.strictEqual((await decide(dewi, requestId, "setuju")).status, 422)
    assert.strictEqual((await decide(rina, requestId, "setuju")).status, 200)
  })

  it("is decided once by two who decide at the same moment", async () => {
    const { ask, dewi, rina } = at()
    const requestId = await ask({ application: "peta-serentak" })
    const statuses = await Promise.all([decide(dewi, requestId, "setuju"), decide(rina, requestId, "setuju"), decide(dewi, requestId, "tolak", { reason: "x" })].map(async (answer) => (await answer).status))
    assert.strictEqual(statuses.filter((status) => status === 422).length, 2, String(statuses))
    assert.strictEqual((await actions()).filter(({ subject }) => subject === requestId).length, 1)
  })
})

describe("a request for private access", () => {
  it("when it is approved verifies the developer, whose token opens private endpoints within a second", async () => {
    const { ask, dewi, gateway } = at()
    const requestId = await ask({ kind: "private-access", application: "peta-privat", scopes: [] })
    const token = await gateway.token({ application: "peta-privat", scopes: ["dinkes-pasien-get"] })
    assert.strictEqual((await gateway.get("dinkes/faskes/pasien", token)).status, 403)
    assert.strictEqual((await decide(dewi, requestId, "setuju")).status, 200)
    await eventually("the endpoint is open", async () => (await gateway.get("dinkes/faskes/pasien", token)).status === 200, 1_000)
    assert.deepInclude(await gateway.run(Effect.flatMap(Developers, (developers) => developers.find("budi"))), { verifiedBy: "dewi" })
  })
})

describe("names that are markup", () => {
  it("fault-103 are text on every page that shows them", async () => {
    const { ask, dewi } = at()
    const name = "\"><script>alert(1)</script><img src=x onerror=alert(2)>"
    const requestId = await ask({ application: name, purpose: "{{7*7}}<svg onload=alert(3)>" })
    for (const path of ["/permintaan", `/permintaan/${requestId}`]) {
      const text = await (await dewi.get(`/portal/opd/dinkes${path}`)).text()
      assert.include(text, "&lt;script&gt;alert(1)&lt;/script&gt;")
      assert.notMatch(text, /<script|<img|<svg onload/)
    }
  })
})
