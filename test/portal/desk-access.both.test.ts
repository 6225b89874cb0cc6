/** Who may see a desk, and what its people decide about requests: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { cityDayOf, dayBeginOf } from "../../src/domain/CityDays.ts"
import { dateOf } from "../../src/pages/CityTime.ts"
import { startDesk } from "../support/Desk.ts"
import type { PortalSession } from "../support/PortalSession.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const at = suite(startDesk({ registry: { more: [{ path: "warga", title: "Warga", private: true }] } }), logs)

const pages = [
  "",
  "/permintaan",
  "/verifikasi",
  "/titik-akses",
  "/titik-akses/faskes?path=klinik",
  "/sambungan",
  "/perubahan",
  "/audit",
  "/audit.csv"
]
const forms = [
  "/permintaan/req_x/setuju",
  "/permintaan/req_x/tolak",
  "/verifikasi",
  "/verifikasi/cabut",
  "/titik-akses/faskes/bidang?path=klinik",
  "/titik-akses/faskes/aturan?path=klinik",
  "/sambungan/batas",
  "/sambungan/alamat",
  "/perubahan"
]

const requestOf = (requestId: string) => at().gateway.run(Effect.flatMap(AccessRequests, (access) => access.find(requestId)))
const actions = () => at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
const verificationsOf = async (account: string) =>
  (await at().gateway.run(Effect.flatMap(Developers, (developers) => developers.find(account))))?.verifications ?? []
const decide = (who: PortalSession, requestId: string, how: "setuju" | "tolak", fields: Readonly<Record<string, string>> = {}) =>
  who.post(`/portal/opd/dinkes/permintaan/${requestId}/${how}`, fields)

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
      assert.strictEqual(
        (await fetch(`${gateway.url}/portal/opd/dinkes${form}`, {
          method: "POST",
          redirect: "manual",
          headers: { origin: gateway.url },
          body: new URLSearchParams()
        })).status,
        303,
        form
      )
    }
  })

  it("takes no form of another agency's people, and none without its token or from elsewhere", async () => {
    const { ask, dewi, gateway, joko } = at()
    const requestId = await ask()
    assert.strictEqual((await decide(joko, requestId, "setuju")).status, 404)
    assert.strictEqual((await joko.post(`/portal/opd/diskominfo/permintaan/${requestId}/setuju`)).status, 404)
    const forged = { method: "POST", headers: { cookie: dewi.cookie, origin: gateway.url }, body: new URLSearchParams({ csrf: joko.csrf }) }
    assert.strictEqual((await fetch(`${gateway.url}/portal/opd/dinkes/permintaan/${requestId}/setuju`, forged)).status, 403)
    assert.strictEqual(
      (await dewi.post(`/portal/opd/dinkes/permintaan/${requestId}/setuju`, {}, { origin: "https://evil.example" })).status,
      403
    )
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
  it("fault-129 when it is approved makes a client, and neither the desk nor what it leaves behind has a secret", async () => {
    const { ask, dewi, gateway, rina } = at()
    const requestId = await ask({ application: "peta-kredensial" })
    assert.include(await (await dewi.get("/portal/opd/dinkes/permintaan")).text(), "peta-kredensial")
    const approved = await decide(dewi, requestId, "setuju")
    assert.strictEqual(approved.status, 200)
    assert.strictEqual(approved.headers.get("cache-control"), "no-store")
    const text = await approved.text()
    const { clientId, ...request } = (await requestOf(requestId)) ?? assert.fail("no request")
    assert.deepInclude(request, { state: "approved", decidedBy: "dewi" })
    assert.include(text, clientId ?? "no client")
    assert.include(text, "dibuat dan dilihat pengembangnya sendiri")

    const again = await decide(dewi, requestId, "setuju")
    assert.strictEqual(again.status, 422)
    const shownAgain = await again.text() + await (await rina.get(`/portal/opd/dinkes/permintaan/${requestId}`)).text()
    assert.include(shownAgain, "sudah diputuskan")
    const everything = text + shownAgain + JSON.stringify(await actions()) + logs.join("\n") + await everythingOf(gateway.dataDir)
    assert.notMatch(everything, /gps_[A-Za-z0-9_-]{43}/)
    const [latest] = await actions()
    assert.deepInclude(latest, { account: "dewi", action: "request-approved", agency: "dinkes", subject: requestId })
    assert.deepInclude(latest?.detail, { application: "peta-kredensial", scopes: "dinkes-klinik-get" })
  })

  it("fault-129 extends no client whose secret somebody else has seen: that secret never opens what is granted now", async () => {
    const { ask, dewi, gateway } = at()
    const seen = await gateway.run(
      Effect.flatMap(Applications, ({ createClient }) => createClient({ name: "peta-lama", scopes: ["dinkes-klinik-get"] }))
    )
    await gateway.run(
      Effect.orDie(Effect.flatMap(Developers, ({ ensure }) => ensure({ account: "budi", name: "Budi Santoso", kind: "developer" })))
    )
    await gateway.run(Effect.orDie(Effect.flatMap(Applications, ({ setOwner }) => setOwner("peta-lama", "budi"))))
    const scopeOf = async (scope: string) => {
      const response = await fetch(`${gateway.url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: seen.clientId,
          client_secret: Redacted.value(seen.clientSecret),
          scope
        })
      })
      return [response.status, /"(?:scope|error)":"([^"]*)"/.exec(await response.text())?.[1]]
    }
    assert.strictEqual((await decide(dewi, await ask({ application: "peta-lama", scopes: ["dinkes-pasien-get"] }), "setuju")).status, 200)
    assert.deepStrictEqual(await scopeOf("dinkes-pasien-get"), [400, "invalid_scope"])
    assert.deepStrictEqual(await scopeOf("*"), [200, "dinkes-klinik-get"])
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
    const refused = await decide(dewi, requestId, "tolak", { reason: "Tujuannya <b>belum</b> jelas, hubungi siti@mail.id" })
    assert.strictEqual(refused.status, 303)
    assert.deepInclude(await requestOf(requestId), {
      state: "refused",
      decidedBy: "dewi",
      reason: "Tujuannya <b>belum</b> jelas, hubungi s***@mail.id"
    })
    const list = await (await dewi.get(refused.headers.get("location") ?? "")).text()
    assert.include(list, "Permohonan ditolak.")
    assert.include(list, "Tujuannya &lt;b&gt;belum&lt;/b&gt; jelas")
  })

  it("of one's own is for a colleague to decide", async () => {
    const { ask, dewi, gateway, rina } = at()
    const requestId = await ask({ by: "dewi" })
    assert.include(await (await dewi.get(`/portal/opd/dinkes/permintaan/${requestId}`)).text(), "diputuskan oleh rekan")
    assert.strictEqual((await decide(dewi, requestId, "setuju")).status, 422)
    assert.strictEqual((await decide(rina, requestId, "setuju")).status, 200)
    // Nor for one's own application, whoever asked.
    await gateway.run(
      Effect.orDie(Effect.flatMap(Developers, ({ ensure }) => ensure({ account: "dewi", name: "Dewi Lestari", kind: "civil-servant" })))
    )
    await gateway.run(Effect.orDie(Effect.flatMap(Applications, ({ create }) => create({ name: "milik dewi", owner: "dewi" }))))
    const forHerself = await ask({ application: "milik dewi", kind: "private-access", scopes: [] })
    assert.include(await (await dewi.get(`/portal/opd/dinkes/permintaan/${forHerself}`)).text(), "diputuskan oleh rekan")
    assert.strictEqual((await decide(dewi, forHerself, "setuju")).status, 422)
    assert.strictEqual((await decide(rina, forHerself, "setuju")).status, 200)
  })

  it("is decided once by two who decide at the same moment", async () => {
    const { ask, dewi, rina } = at()
    const requestId = await ask({ application: "peta-serentak" })
    const statuses = await Promise.all(
      [decide(dewi, requestId, "setuju"), decide(rina, requestId, "setuju"), decide(dewi, requestId, "tolak", { reason: "x" })].map(async (
        answer
      ) => (await answer).status)
    )
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
    assert.deepInclude((await verificationsOf("budi"))[0], { agency: "dinkes", givenBy: "dewi" })
  })
})

describe("a verification", () => {
  const verify = (who: PortalSession, fields: Readonly<Record<string, string>>) => who.post("/portal/opd/dinkes/verifikasi", fields)
  const lastDay = (days: number) => cityDayOf(Date.now() + days * 86_400_000, "Asia/Jakarta")

  it("fault-128 asked for and approved is that agency's, until the day that the approver gave; other agencies' stay shut", async () => {
    const { ask, dewi, gateway } = at()
    const requestId = await ask({ kind: "private-access", application: "peta-berakhir", scopes: [] })
    assert.include(await (await dewi.get(`/portal/opd/dinkes/permintaan/${requestId}`)).text(), `value="${lastDay(180)}"`)
    for (const sampai of ["kemarin", lastDay(-1), lastDay(368)]) {
      assert.strictEqual((await decide(dewi, requestId, "setuju", { sampai })).status, 422, sampai)
    }
    assert.strictEqual((await decide(dewi, requestId, "setuju", { sampai: lastDay(30) })).status, 200)
    const [given] = await verificationsOf("budi")
    assert.deepInclude(given, { agency: "dinkes", givenBy: "dewi", until: dayBeginOf(lastDay(31), "Asia/Jakarta") })
    assert.deepInclude((await actions())[0], {
      account: "dewi",
      action: "verification-given",
      subject: "budi",
      detail: { for: "dinkes", until: new Date(given?.until ?? 0).toISOString(), requestId }
    })
    const token = await gateway.token({ application: "peta-berakhir", scopes: ["dinkes-pasien-get", "diskominfo-warga-get"] })
    assert.strictEqual((await gateway.get("dinkes/faskes/pasien", token)).status, 200)
    assert.strictEqual((await gateway.get("diskominfo/portal-publik/warga", token)).status, 403)
  })

  it("is given, shown, renewed and withdrawn by the agency's own people, each time in their name, and felt within a second", async () => {
    const { budi, dewi, gateway, joko, rina } = at()
    await gateway.run(Effect.flatMap(Developers, ({ ensure }) => ensure({ account: "sari", name: "Sari <Dewi>", kind: "developer" })))
    await gateway.run(Effect.orDie(Effect.flatMap(Applications, ({ create }) => create({ name: "milik sari", owner: "sari" }))))
    const token = await gateway.token({ application: "milik sari", scopes: ["dinkes-pasien-get"] })
    const feels = (status: number) =>
      eventually(`the endpoint answers ${status}`, async () => (await gateway.get("dinkes/faskes/pasien", token)).status === status, 1_000)
    for (const [who, status] of [[joko, 404], [budi, 403]] as const) {
      assert.strictEqual((await verify(who, { akun: "sari" })).status, status)
    }
    assert.strictEqual((await gateway.get("dinkes/faskes/pasien", token)).status, 403)

    assert.strictEqual(
      (await verify(dewi, { akun: "sari", sampai: lastDay(10) })).headers.get("location"),
      "/portal/opd/dinkes/verifikasi?selesai=diberikan"
    )
    await feels(200)
    const shown = await (await dewi.get("/portal/opd/dinkes/verifikasi?akun=sari")).text()
    const day = dateOf(Date.now() + 10 * 86_400_000, { language: "id", timeZone: "Asia/Jakarta" })
    for (
      const part of [
        `berlaku sampai ${day}<`,
        "Sari &lt;Dewi&gt; (sari)",
        "diberikan oleh dewi",
        "value=\"sari\"",
        `value="${lastDay(180)}"`
      ]
    ) {
      assert.include(shown, part)
    }
    assert.notInclude(await (await joko.get("/portal/opd/diskominfo/verifikasi")).text(), "sari")

    assert.strictEqual((await verify(rina, { akun: "sari" })).status, 303)
    assert.deepInclude((await verificationsOf("sari"))[0], { givenBy: "rina" })
    assert.strictEqual((await joko.post("/portal/opd/diskominfo/verifikasi/cabut", { akun: "sari" })).status, 422)
    assert.strictEqual((await dewi.post("/portal/opd/dinkes/verifikasi/cabut", { akun: "sari" })).status, 303)
    await feels(403)
    assert.deepStrictEqual(await verificationsOf("sari"), [])
    assert.strictEqual((await dewi.post("/portal/opd/dinkes/verifikasi/cabut", { akun: "sari" })).status, 422)
    assert.deepStrictEqual((await actions()).slice(0, 3).map(({ account, action, subject }) => [account, action, subject]), [
      ["dewi", "verification-withdrawn", "sari"],
      ["rina", "verification-given", "sari"],
      ["dewi", "verification-given", "sari"]
    ])
  })

  it("is refused for nobody, for oneself and with a wrong day, and says which", async () => {
    const { dewi } = at()
    const cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, string]> = [
      [{ akun: " " }, "Isi akun pengembang."],
      [{ akun: "siapa" }, "Tidak ada pengembang dengan akun ini"],
      [{ akun: "dewi" }, "diverifikasi oleh rekan"],
      [{ akun: "budi", sampai: `${new Date().getUTCFullYear() + (new Date().getUTCMonth() < 2 ? 0 : 1)}-02-30` }, "366 hari dari sekarang"],
      [{ akun: "budi", sampai: lastDay(368) }, `366 hari dari sekarang, misalnya ${lastDay(180)}.`]
    ]
    for (const [fields, said] of cases) {
      const response = await verify(dewi, fields)
      assert.strictEqual(response.status, 422)
      assert.include(await response.text(), said)
    }
  })

  it("of the whole account is shown to the desk, which cannot take it back", async () => {
    const { dewi, gateway } = at()
    await gateway.run(
      Effect.flatMap(Developers, ({ ensure, verify: give }) =>
        Effect.andThen(
          ensure({ account: "umum", name: "Umum", kind: "developer" }),
          give({ account: "umum", agency: null, by: "rina", until: null })
        ))
    )
    const shown = await (await dewi.get("/portal/opd/dinkes/verifikasi")).text()
    assert.match(shown, /Seluruh akun, oleh operator gerbang.*Umum \(umum\).*tanpa batas waktu/s)
    assert.strictEqual((await dewi.post("/portal/opd/dinkes/verifikasi/cabut", { akun: "umum" })).status, 422)
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
