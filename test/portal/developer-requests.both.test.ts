/** What developers ask of agencies, and the clients that come of it, over real HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessRequests } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { Developers } from "../../src/access/Developers.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { dateOf } from "../../src/pages/CityTime.ts"
import { json } from "../support/AgencyServer.ts"
import { applicationAt, created, hiddenIn, pageOf, secretIn, shownTo, textOf } from "../support/DeveloperPortal.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const { gateway } = yield* startCity({
      dinkes: {
        "/faskes/klinik": json({ data: [{ klinik: "Melati" }] }),
        "/faskes/pasien": json({ data: [{ nama_lengkap: "Budi Santoso" }] })
      }
    })
    return { gateway, dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })) }
  }),
  logs
)

const klinik = "dinkes-klinik-get"
const pasien = "dinkes-pasien-get"

/** The services of the agency's desk. */
const requests = <A, E>(use: (all: typeof AccessRequests.Service) => Effect.Effect<A, E>): Promise<A> =>
  at().gateway.run(
    Effect.flatMap(AccessRequests, use).pipe(
      Effect.provide(AccessRequests.layer),
      Effect.provide(Developers.layer),
      Effect.provide(Applications.layer)
    )
  )

const ask = (session: PortalSession, name: string, fields: Readonly<Record<string, string | ReadonlyArray<string>>>): Promise<Response> =>
  session.post(applicationAt(name, "/permohonan"), { opd: "dinkes", tujuan: "Riset kesehatan", ...fields })

const openRequest = async (name: string): Promise<string> =>
  (await requests((all) => all.list({ application: name, state: "asked" })))[0]?.requestId ?? assert.fail("no request")

const grant = async (clientId: string, secret: string) => {
  const response = await fetch(`${at().gateway.url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: secret })
  })
  const text = await response.text()
  return { status: response.status, token: /gpr_[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? "" }
}

describe("a request for client credentials", () => {
  it("waits, is approved, and the developer alone makes and sees the secret, once", async () => {
    const { dewi, gateway } = at()
    await created(dewi, "server", ["diskominfo-events-get"])
    const asked = await ask(dewi, "server", { jenis: "client-credentials", cakupan: [klinik] })
    assert.deepStrictEqual([asked.status, asked.headers.get("location")], [
      303,
      `${applicationAt("server", "/permohonan")}?selesai=diajukan`
    ])
    const waiting = textOf(await pageOf(await dewi.get(`${applicationAt("server", "/permohonan")}?selesai=diajukan`)))
    for (const part of ["Permohonan terkirim", "menunggu keputusan", "Riset kesehatan", klinik]) assert.include(waiting, part)

    const { request } = await requests((all) =>
      Effect.flatMap(Effect.promise(() => openRequest("server")), (id) => all.approve(id, "rina"))
    )
    const clientId = request.clientId ?? assert.fail("no client")
    const page = await pageOf(await dewi.get(applicationAt("server")))
    for (const part of [clientId, "Belum ada rahasianya"]) assert.include(textOf(page), part)
    assert.isUndefined(secretIn(page))

    const form = {
      klien: clientId,
      setelah: /name="klien" value="[^"]*"><input type="hidden" name="setelah" value="(\d+)"/.exec(page)?.[1] ?? assert.fail("no form")
    }
    const response = await dewi.post(applicationAt("server", "/klien/rahasia"), form)
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    const shown = await shownTo(dewi, response)
    const secret = secretIn(shown) ?? assert.fail("no secret")
    assert.notInclude(shown, "Rahasia sebelumnya")
    const { status, token } = await grant(clientId, secret)
    assert.strictEqual(status, 200)
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", token)).status, 200)

    assert.isUndefined(secretIn(await pageOf(await dewi.post(applicationAt("server", "/klien/rahasia"), form), 409)))
    assert.strictEqual((await grant(clientId, secret)).status, 200)
    assert.notInclude(await everythingOf(gateway.dataDir) + logs.join("\n"), secret)
    const [latest] = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ account: "dewi" })))
    assert.deepStrictEqual([latest?.action, latest?.subject, latest?.detail], ["client-secret-made", "server", { clientId }])
    const before = (await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))).at(-1)
    assert.deepStrictEqual([before?.action, before?.account, before?.detail], ["access-requested", "dewi", {
      requestId: request.requestId,
      kind: "client-credentials",
      scopes: klinik
    }])
  })

  it("is one, however often its form is sent at the same moment", async () => {
    const { dewi } = at()
    await created(dewi, "ganda", ["diskominfo-events-get"])
    const sent = await Promise.all(Array.from({ length: 4 }, () => ask(dewi, "ganda", { jenis: "client-credentials", cakupan: [klinik] })))
    assert.lengthOf(await requests((all) => all.list({ application: "ganda", state: "asked" })), 1)
    assert.deepStrictEqual(sent.map(({ status }) => status).toSorted(), [303, 422, 422, 422])
  })

  it("a secret may overlap with the one before, and a revoked client ends with its tokens", async () => {
    const { dewi, gateway } = at()
    await created(dewi, "tumpang", ["diskominfo-events-get"])
    await ask(dewi, "tumpang", { jenis: "client-credentials", cakupan: [klinik] })
    const { request } = await requests((all) =>
      Effect.flatMap(Effect.promise(() => openRequest("tumpang")), (id) => all.approve(id, "rina"))
    )
    const clientId = request.clientId ?? assert.fail("no client")
    const make = async (more: Readonly<Record<string, string>>) => {
      const setelah = /name="klien" value="[^"]*"><input type="hidden" name="setelah" value="(\d+)"/.exec(
        await pageOf(await dewi.get(applicationAt("tumpang")))
      )?.[1] ?? ""
      return secretIn(
        await shownTo(dewi, await dewi.post(applicationAt("tumpang", "/klien/rahasia"), { klien: clientId, setelah, ...more }))
      ) ??
        assert.fail("no secret")
    }
    const first = await make({})
    const secret = await make({ tumpang: "ya" })
    const token = await grant(clientId, secret)
    assert.deepStrictEqual([token.status, (await grant(clientId, first)).status], [200, 200])
    // What ends something for good asks first, and a question ends nothing.
    const [, question = ""] = /href="([^"]*\/klien\/cabut\?klien=[^"]+)"/.exec(await pageOf(await dewi.get(applicationAt("tumpang")))) ?? []
    const asked = await pageOf(await dewi.get(question))
    assert.include(textOf(asked), "Cabut klien ini?")
    assert.include(textOf(asked), clientId)
    assert.strictEqual((await grant(clientId, secret)).status, 200)
    const revoked = await dewi.post(applicationAt("tumpang", "/klien/cabut"), { klien: hiddenIn(asked, "klien") })
    assert.deepStrictEqual([revoked.status, revoked.headers.get("location")], [303, `${applicationAt("tumpang")}?selesai=klien-dicabut`])
    assert.strictEqual((await dewi.get(question)).status, 404)
    assert.strictEqual((await grant(clientId, secret)).status, 401)
    assert.strictEqual(
      (await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ account: "dewi", limit: 1 }))))[0]?.action,
      "client-revoked"
    )
    await eventually("its token is dead", async () => (await gateway.get("dinkes/faskes/klinik", token.token)).status === 401, 1_000)
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("tumpang")))), "dicabut")
  })

  it("is refused without scopes, with another agency's, without a purpose, and a second time while it waits", async () => {
    const { dewi } = at()
    await created(dewi, "salah", ["diskominfo-events-get"])
    const refused = async (fields: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
      textOf(await pageOf(await ask(dewi, "salah", { jenis: "client-credentials", ...fields }), 422))
    assert.include(await refused({}), "Pilih minimal satu cakupan.")
    assert.include(
      await refused({ cakupan: ["diskominfo-events-get"] }),
      "Cakupan ini bukan milik perangkat daerah tersebut: diskominfo-events-get"
    )
    assert.include(await refused({ cakupan: [klinik], tujuan: " " }), "Tulis untuk apa datanya dipakai.")
    assert.include(await refused({ cakupan: [klinik], opd: "tidak-ada" }), "Perangkat daerah ini tidak ada.")
    assert.include(await refused({ cakupan: [klinik], jenis: "semua-data" }), "Nilai ini tidak dapat dipakai.")
    assert.strictEqual((await ask(dewi, "salah", { jenis: "client-credentials", cakupan: [klinik] })).status, 303)
    assert.include(await refused({ cakupan: [klinik] }), "masih menunggu keputusan")
    assert.strictEqual((await ask(dewi, "salah", { jenis: "client-credentials", cakupan: [klinik, pasien] })).status, 303)
  })

  it("shows the agency's reason when it is refused", async () => {
    const { dewi } = at()
    await created(dewi, "alasan", ["diskominfo-events-get"])
    await ask(dewi, "alasan", { jenis: "client-credentials", cakupan: [klinik] })
    await requests((all) =>
      Effect.flatMap(Effect.promise(() => openRequest("alasan")), (id) => all.refuse(id, "rina", "Tujuan <terlalu> luas"))
    )
    const page = await pageOf(await dewi.get(applicationAt("alasan", "/permohonan")))
    assert.include(page, "Alasan: Tujuan &lt;terlalu&gt; luas")
    assert.include(textOf(page), "ditolak")
  })
})

describe("credentials for a server that reads of several agencies", () => {
  it("are asked for in one form, a request to each, whose states stand in one place", async () => {
    const { dewi, gateway } = at()
    const events = "diskominfo-events-get"
    await created(dewi, "gabungan", [events, klinik])
    const path = applicationAt("gabungan", "/kredensial")
    const send = (fields: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
      dewi.post(path, { cakupan: [events, klinik], tujuan: "Peta layanan", ...fields })
    assert.match(await pageOf(await dewi.get(path)), new RegExp(`value="${klinik}" checked`))
    for (
      const [fields, fault] of [
        [{ cakupan: [] }, "Pilih minimal satu cakupan."],
        [{ cakupan: [pasien] }, `Cakupan ini bukan milik perangkat daerah tersebut: ${pasien}`],
        [{ tujuan: "" }, "Tulis untuk apa datanya dipakai."]
      ] as const
    ) assert.include(textOf(await pageOf(await send(fields), 422)), fault)
    // Looking for scopes asks nobody, and keeps what was typed and ticked.
    const looked = await pageOf(await send({ aksi: "cari", cari: "klinik" }))
    assert.include(textOf(looked), "1 cakupan ditampilkan, 2 dipilih")
    assert.include(looked, `<input type="hidden" name="cakupan" value="${events}">`)
    assert.match(looked, new RegExp(`value="${klinik}" checked`))
    assert.include(looked, "Peta layanan</textarea>")
    assert.notInclude(textOf(looked), pasien)
    assert.deepStrictEqual(await requests((all) => all.list({ application: "gabungan" })), [])
    const sent = await send({})
    assert.deepStrictEqual([sent.status, sent.headers.get("location")], [303, `${path}?selesai=`])
    const asked = await requests((all) => all.list({ application: "gabungan" }))
    assert.deepStrictEqual(asked.map(({ agency, scopes }) => [agency, scopes]).sort(), [["dinkes", [klinik]], ["diskominfo", [events]]])
    // Who sends it again asks nobody twice.
    assert.include(textOf(await pageOf(await send({}), 422)), "masih menunggu keputusan")
    assert.strictEqual((await requests((all) => all.list({ application: "gabungan" }))).length, 2)
    const [first, second] = asked
    await requests((all) => all.approve(first?.requestId ?? "", "rina"))
    await requests((all) => all.refuse(second?.requestId ?? "", "joko", "Belum siap"))
    const states = textOf(await pageOf(await dewi.get(path)))
    for (const part of ["disetujui", "ditolak", "Alasan: Belum siap"]) assert.include(states, part)
    const told = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ account: "dewi", action: "access-requested", limit: 2 })))
    assert.deepStrictEqual(told.map(({ agency }) => agency).sort(), ["dinkes", "diskominfo"])
  })
})

describe("a request for private access", () => {
  it("opens private endpoints to the very same token once it is approved, and is not needed twice", async () => {
    const { gateway } = at()
    const rudi = await portalSession(gateway, { account: "rudi", name: "Rudi Hartono" })
    const token = await created(rudi, "privat", [pasien])
    assert.strictEqual((await gateway.get("dinkes/faskes/pasien", token)).status, 403)
    assert.strictEqual((await ask(rudi, "privat", { jenis: "private-access" })).status, 303)
    await requests((all) => Effect.flatMap(Effect.promise(() => openRequest("privat")), (id) => all.approve(id, "rina")))
    await eventually("the token opens it", async () => (await gateway.get("dinkes/faskes/pasien", token)).status === 200, 1_000)
    const page = textOf(await pageOf(await rudi.get(applicationAt("privat", "/permohonan"))))
    const until = dateOf(Date.now() + 180 * 86_400_000, { language: "id", timeZone: "Asia/Jakarta" })
    for (const shown of [page, textOf(await pageOf(await rudi.get("/portal/aplikasi")))]) {
      assert.match(shown, new RegExp(`milik: +dinkes ?, sampai ${until}`))
    }
    assert.include(page, "disetujui")
    assert.include(textOf(await pageOf(await ask(rudi, "privat", { jenis: "private-access" }), 422)), "sudah terverifikasi")
    assert.match(await pageOf(await rudi.get(applicationAt("privat"))), /\/token\/ganti\?token=tok_/)
  })
})
