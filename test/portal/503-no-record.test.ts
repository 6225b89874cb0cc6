/** fault-87: while audit records cannot be kept, the portal gives nobody access, and takes it back as ever. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { breakJournal, metricOf } from "../support/BrokenJournal.ts"
import { startDesk } from "../support/Desk.ts"
import { applicationAt, create, created, hiddenIn, pageOf, textOf } from "../support/DeveloperPortal.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { eventually, suite } from "../support/Suite.ts"

const klinik = "dinkes-klinik-get"
const pasien = "dinkes-pasien-get"

const at = suite(Effect.gen(function*() {
  const desk = yield* startDesk()
  const tono = yield* Effect.promise(() => portalSession(desk.gateway, { account: "tono", kind: "civil-servant", agencies: ["dinkes"] }))
  return { ...desk, tono }
}))

/** The form that makes a private endpoint everybody's. */
const opening = "/titik-akses/faskes/aturan?path=pasien"
const opened = { seen: "0", segar: "60", basi: "24", besar: "10", takdikenal: "detect" }

const run: ReturnType<typeof at>["gateway"]["run"] = (effect) => at().gateway.run(effect)
const applicationOf = (name: string) => run(Effect.flatMap(Applications, ({ find }) => find(name)))
const actionsSoFar = () => run(Effect.flatMap(ActionLog, (log) => log.list({})))

/** What is there before the disk breaks. */
const made = async () => {
  const { ask, budi, dewi } = at()
  const token = await created(budi, "peta", [klinik, pasien])
  await pageOf(await dewi.post("/portal/opd/dinkes/verifikasi", { akun: "budi" }), 303)
  const approved = await ask({ application: "peta" })
  await pageOf(await dewi.post(`/portal/opd/dinkes/permintaan/${approved}/setuju`))
  const page = await pageOf(await budi.get(applicationAt("peta")))
  return {
    token,
    latest: hiddenIn(page, "setelah"),
    page,
    open: [await ask({ application: "peta" }), await ask({ application: "peta", kind: "private-access", scopes: [] })],
    clientId: (await run(Effect.flatMap(Applications, ({ clientsOf }) => clientsOf("peta"))))[0]?.clientId ?? assert.fail("no client")
  }
}

describe("while no audit record can be kept", () => {
  let before: Awaited<ReturnType<typeof made>>
  let mend = () => {}
  const known = () => before

  beforeAll(async () => {
    before = await made()
    await eventually("the journal is empty", async () => await metricOf(at().gateway, "gapura_audit_backlog") === "0")
    mend = breakJournal(at().gateway)
    assert.strictEqual((await at().gateway.get("dinkes/faskes/klinik", before.token)).status, 200)
    assert.strictEqual(await metricOf(at().gateway, "gapura_audit_failing"), "1")
  }, 30_000)
  afterAll(() => mend())

  /** It is refused, says why, and nothing has changed. */
  const expectNothing = async (asked: () => Promise<Response>) => {
    const actions = await actionsSoFar()
    const response = await asked()
    const text = textOf(await pageOf(response, 503))
    assert.include(text, "Catatan audit")
    assert.notMatch(text, /gp[rs]_/)
    assert.deepStrictEqual(await actionsSoFar(), actions)
  }

  it("fault-87 a developer gets no token, no secret, no application with one, and selects nothing more", async () => {
    const { budi } = at()
    const { clientId, latest } = known()
    const post = (part: string, fields: Readonly<Record<string, string | ReadonlyArray<string>>>) => () =>
      budi.post(applicationAt("peta", part), fields)
    await expectNothing(post("/token", { setelah: latest }))
    const [token] = await run(Effect.flatMap(TokenStore, ({ list }) => list))
    await expectNothing(post("/token/ganti", { setelah: latest, token: token?.tokenId ?? "" }))
    await expectNothing(post("/klien/rahasia", { klien: clientId, setelah: "0" }))
    await expectNothing(() => create(budi, "baru", [klinik]))
    assert.isUndefined(await applicationOf("baru"))
    await expectNothing(post("/cakupan", { cakupan: [klinik, pasien, "diskominfo-events-get"], aksi: "simpan", cari: "", opd: "" }))
    assert.deepStrictEqual((await applicationOf("peta"))?.scopes, [klinik, pasien])
    const english = await budi.post(`${applicationAt("peta", "/token")}?lang=en`, { setelah: latest })
    assert.include(textOf(await pageOf(english, 503)), "no access is given")
  })

  it("fault-87 a desk verifies nobody, approves nothing and opens nothing", async () => {
    const { dewi, tono } = at()
    const post = (who: PortalSession, path: string, fields = {}) => () => who.post(`/portal/opd/dinkes${path}`, fields)
    await run(Effect.flatMap(Developers, ({ ensure }) => ensure({ account: "sari", name: "Sari", kind: "developer" })))
    await expectNothing(post(dewi, "/verifikasi", { akun: "sari" }))
    for (const requestId of known().open) {
      await expectNothing(post(dewi, `/permintaan/${requestId}/setuju`))
      assert.strictEqual((await run(Effect.flatMap(AccessRequests, ({ find }) => find(requestId))))?.state, "asked")
    }
    // To propose it opens nothing yet.
    const proposed = await post(dewi, opening, { ...opened, alasan: "Diminta untuk peta" })()
    assert.strictEqual(proposed.status, 303)
    const [proposal = ""] = /\/usulan\/\d+/.exec(proposed.headers.get("location") ?? "") ?? []
    await expectNothing(post(tono, `${proposal}/setuju`))
    assert.strictEqual((await tono.post(`/portal/opd/dinkes${proposal}/tolak`, { alasan: "Belum" })).status, 303)
  })

  it("fault-87 selecting less, refusing, withdrawing, revoking and closing are done, and are in the log of actions", async () => {
    const { budi, dewi } = at()
    const { clientId, open: [first = ""] } = known()
    const done = async (response: Response, action: string) => {
      await pageOf(response, 303)
      assert.strictEqual((await actionsSoFar())[0]?.action, action)
    }
    await done(
      await budi.post(applicationAt("peta", "/cakupan"), { cakupan: [klinik], aksi: "simpan", cari: "", opd: "" }),
      "scopes-selected"
    )
    await done(await dewi.post(`/portal/opd/dinkes/permintaan/${first}/tolak`, { reason: "Belum perlu" }), "request-refused")
    await done(await dewi.post("/portal/opd/dinkes/verifikasi/cabut", { akun: "budi" }), "verification-withdrawn")
    await done(await budi.post(applicationAt("peta", "/klien/cabut"), { klien: clientId }), "client-revoked")
    const [token] = await run(Effect.flatMap(TokenStore, ({ list }) => list))
    await done(await budi.post(applicationAt("peta", "/token/cabut"), { token: token?.tokenId ?? "" }), "token-revoked")
    assert.strictEqual((await at().gateway.get("dinkes/faskes/klinik", known().token)).status, 401)
    await done(await budi.post(applicationAt("peta", "/tutup"), {}), "application-closed")
  })

  it("fault-87 access is given again as soon as records are kept", async () => {
    mend()
    mend = () => {}
    await eventually("records are kept again", async () => await metricOf(at().gateway, "gapura_audit_failing") === "0")
    await created(at().budi, "baru", [klinik])
  })
})

describe("while no audit record can be kept, a desk of which one person may protect data less", () => {
  const alone = suite(startDesk({ registry: { approvals: 1 } }))

  it("fault-87 opens nothing, and closes what is open", async () => {
    const { dewi, gateway } = alone()
    await eventually("the journal is empty", async () => await metricOf(gateway, "gapura_audit_backlog") === "0")
    const mend = breakJournal(gateway)
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik")).status, 401)
    assert.strictEqual(await metricOf(gateway, "gapura_audit_failing"), "1")
    const post = (path: string, fields = {}) => dewi.post(`/portal/opd/dinkes${path}`, { ...opened, ...fields })
    const isPrivate = (path: string) =>
      gateway.run(Effect.map(Registry, ({ current }) => current().resolve(`dinkes/faskes/${path}`)?.endpoint.private))
    assert.include(textOf(await pageOf(await post(opening), 503)), "Catatan audit")
    assert.isTrue(await isPrivate("pasien"))
    await pageOf(await post("/titik-akses/faskes/aturan?path=klinik", { privat: "ya" }), 303)
    assert.isTrue(await isPrivate("klinik"))
    mend()
    await eventually("records are kept again", async () => await metricOf(gateway, "gapura_audit_failing") === "0")
    const seen = String(await gateway.run(Effect.map(RegistryDesk, ({ latest }) => latest("dinkes"))))
    await pageOf(await post(opening, { seen }), 303)
    assert.isFalse(await isPrivate("pasien"))
  })
})
