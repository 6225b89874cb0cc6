/** Answers that a developer has watched: a real agency, a real receiver of webhooks, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { targetIn } from "../../src/portal/developer/WatchPages.ts"
import { WatcherRhythm } from "../../src/watch/AnswerWatcher.ts"
import { type AgencyServer, type Behaviour, faults, json, status } from "../support/AgencyServer.ts"
import { startDesk } from "../support/Desk.ts"
import { applicationAt, create, pageOf, textOf } from "../support/DeveloperPortal.ts"
import { makeHookReceiver } from "../support/HookReceiver.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { eventually, pause, suite } from "../support/Suite.ts"

const gates = (tinggi: number) =>
  json({ data: [{ pintu: "Manggarai", tinggi, status: tinggi > 90 ? "siaga" : "aman" }, { pintu: "Karet", tinggi: 40, status: "aman" }] })
const scope = "diskominfo-berita-get"
const clinics = "dinkes-klinik-get"
const question = "/api/v4/gateway/diskominfo/portal-publik/berita?$where=status='siaga'&$select=pintu"

const at = suite(Effect.gen(function*() {
  const hook = yield* makeHookReceiver
  const desk = yield* startDesk({
    registry: {
      berita: { cache: { fresh: "0 seconds" } },
      more: [
        { path: "mati", title: "Mati" },
        { path: "warga", title: "Warga", private: true, query: [{ name: "nik", match: "exact" }] },
        { path: "besar", title: "Besar", resource: "berita", maxBytes: "50 MiB" }
      ]
    },
    variables: { WEBHOOK_ADDRESSES: "127.0.0.1/32" }
  }).pipe(
    Effect.provideService(WatcherRhythm, "50 millis")
  )
  yield* desk.diskominfo.setBehaviour(gates(80), "/portal-publik/berita")
  const large = { data: Array.from({ length: 20_000 }, (_, nomor) => ({ nomor, judul: "Pengumuman kota tentang jalan dan taman" })) }
  yield* desk.diskominfo.setBehaviour(json(large), "/portal-publik/besar")
  yield* Effect.promise(async () => {
    assert.strictEqual((await create(desk.budi, "pantau", [scope, clinics])).status, 303)
  })
  return { ...desk, hook }
}))

const set = (agency: AgencyServer, path: string, behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour, path))
const pantauan = applicationAt("pantau", "/pantauan")
const watch = (alamat: string, who: PortalSession = at().budi, path = pantauan) => who.post(path, { alamat })
const own = async () => textOf(await pageOf(await at().budi.get(pantauan)))
const rows = () =>
  at().gateway.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT * FROM answer_watches ORDER BY made_at DESC, watch_id`))
  )
const inbox = async () => textOf(await pageOf(await at().budi.get("/portal/pemberitahuan")))
const told = (words: string, count: number) => async () => (await inbox()).split(words).length - 1 === count
/** Has all that is watched be due, and waits until it was asked for. */
const asked = async () => {
  const before = Date.now()
  await pause(20)
  await at().gateway.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`UPDATE answer_watches SET next_at = 0 WHERE ended_at IS NULL`))
  )
  const isAsked = ({ asked_at, ended_at }: Readonly<Record<string, unknown>>) => ended_at !== null || Number(asked_at) > before
  await eventually("all were asked", async () => (await rows()).every(isAsked))
}

describe("an address to be watched", () => {
  it("is taken as it is typed or as it was copied", () => {
    const encoded = "opd/data?$where=kondisi%20like%20'rusak%25'"
    for (
      const written of [
        "opd/data?$where=kondisi like 'rusak%'",
        encoded,
        `/api/v4/gateway/${encoded}`,
        `https://kota.example/api/v4/gateway/${encoded}`
      ]
    ) {
      assert.strictEqual(targetIn(written, "https://kota.example"), encoded, written)
    }
    for (const other of ["", "/portal", "https://lain.example/api/v4/gateway/opd/data", "opd/data#a", "x".repeat(2_001)]) {
      assert.strictEqual(targetIn(other, "https://kota.example"), undefined, other)
    }
  })
})

describe("an answer that is watched", () => {
  it("is asked for at once, and is refused with the reason where there is none", async () => {
    const { budi, diskominfo, joko } = at()
    for (
      const [alamat, words] of [
        ["", "Tulis alamat data"],
        ["https://lain.example/api/v4/gateway/diskominfo/portal-publik/berita", "Tulis alamat data"],
        ["/portal/aplikasi", "Tulis alamat data"],
        ["x".repeat(2_001), "Tulis alamat data"],
        ["diskominfo/portal-publik/tiada", "tidak terdaftar"],
        ["diskominfo/portal-publik/berita?$where=", "$where"],
        ["dinkes/faskes/pasien", "cakupan"],
        [`${question}&$q=3674011502900001`, "data pribadi"],
        [`${question}&3674011502900001=1`, "data pribadi"],
        ["diskominfo/portal-publik/warga?nik=7", "data pribadi"],
        ["diskominfo/portal-publik/mati", "cakupan"],
        ["aggregate", "POST"],
        ["diskominfo/portal-publik/besar", "terlalu besar"]
      ] as const
    ) {
      const refused = await watch(alamat)
      assert.strictEqual(refused.status, 422, alamat)
      assert.include(textOf(await refused.text()), words, alamat)
    }
    assert.lengthOf(await rows(), 0)
    assert.strictEqual((await watch(question, joko)).status, 404)

    const calls = diskominfo.calls.length
    const made = await watch(question)
    assert.include(textOf(await pageOf(await budi.get(made.headers.get("location") ?? ""), 200)), "dipantau mulai sekarang")
    assert.strictEqual(diskominfo.calls.length, calls + 1)
    assert.include(await own(), "status='siaga'")
    // Nothing before its time.
    await pause(500)
    assert.strictEqual(diskominfo.calls.length, calls + 1)
    const [row] = await rows()
    assert.strictEqual(Number(row?.["next_at"]) - Number(row?.["made_at"]), 5 * 60_000)
  })

  it("is told of by a signed call when it is another one, and not while it is the same", async () => {
    const { budi, diskominfo, gateway, hook } = at()
    const kept = await budi.post("/portal/pemberitahuan/kiriman/webhook", { untuk: "saya", webhook: `${hook.url}/pantau` })
    const secret = /whsec_[A-Za-z0-9+/=]+/.exec(await pageOf(kept))?.[0] ?? assert.fail("no secret")
    const before = diskominfo.calls.length
    // The data is another one, and the answer to the question is not.
    await set(diskominfo, "/portal-publik/berita", gates(85))
    await asked()
    assert.strictEqual(diskominfo.calls.length, before + 1)
    assert.lengthOf(hook.calls, 0)
    await set(diskominfo, "/portal-publik/berita", gates(95))
    await asked()
    await eventually("a call", () => hook.calls.length > 0)
    const [call] = hook.calls
    const headers = Object.fromEntries(
      ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(call?.headers[name])])
    )
    const event = new Webhook(secret).verify(call?.body ?? "", headers)
    assert.deepInclude(event, { type: "answer-changed" })
    assert.include(call?.body ?? "", "diskominfo/portal-publik/berita?$where=status='siaga'&$select=pintu")
    assert.include(call?.body ?? "", "\"application\":\"pantau\"")
    // Of the answer nothing leaves and nothing is kept.
    assert.notInclude(call?.body ?? "", "Manggarai")
    assert.notInclude(JSON.stringify(await rows()), "Manggarai")
    const bearer = await gateway.token({ application: "pembaca", scopes: [scope] })
    const etag = (await gateway.get(question, bearer)).headers.get("etag") ?? assert.fail("no tag")
    // Nor what could be guessed by trying answers.
    assert.notInclude(JSON.stringify(await rows()), /W\/"([^"]+)-json"/.exec(etag)?.[1] ?? assert.fail(etag))
    await eventually("it is in the inbox", told("Jawaban yang dipantau aplikasi pantau berubah", 1))
    assert.include(await own(), "Terakhir berubah")
    // Each call is a call of the application, with its record.
    const records = (await gateway.records(1)).filter(({ consumerApplication }) => consumerApplication === "pantau")
    assert.deepStrictEqual(records.slice(-3).map(({ status: answered }) => answered), [200, 200, 200])

    await asked()
    await pause(300)
    assert.lengthOf(hook.calls, 1)
  })

  it("says nothing of an agency that fails, and shows that it did", async () => {
    const { diskominfo, hook } = at()
    await set(diskominfo, "/portal-publik/berita", status(500))
    const before = hook.calls.length
    await asked()
    await set(diskominfo, "/portal-publik/berita", faults.reset)
    await asked()
    await set(diskominfo, "/portal-publik/berita", gates(95))
    await asked()
    assert.lengthOf(hook.calls, before)
    assert.isTrue(await told("Jawaban yang dipantau aplikasi pantau berubah", 1)())
  })

  it("is watched under the application's rights: one that it may read no more ends, and says why", async () => {
    const { budi, dinkes, hook } = at()
    await set(dinkes, "/faskes/klinik", json({ data: [{ nama: "Klinik Melati", kode_pos: 1 }] }))
    assert.strictEqual((await watch("/api/v4/gateway/dinkes/faskes/klinik?$select=nama,kode_pos")).status, 303)
    assert.strictEqual((await budi.post(applicationAt("pantau", "/cakupan"), { cakupan: [scope] })).status, 303)
    const before = hook.calls.length
    await set(dinkes, "/faskes/klinik", json({ data: [{ nama: "Klinik Melati", kode_pos: 2 }] }))
    const calls = dinkes.calls.length
    await asked()
    await eventually("it is told", told("Aplikasi pantau tidak lagi dapat membaca", 1))
    assert.include(await inbox(), "scope-missing")
    assert.strictEqual(dinkes.calls.length, calls)
    await eventually("and called", () => hook.calls.length === before + 1)
    assert.include(hook.calls.at(-1)?.body ?? "", "\"type\":\"watch-ended\"")
    await asked()
    assert.isTrue(await told("Aplikasi pantau tidak lagi dapat membaca", 1)())
    assert.include(await own(), "Berakhir scope-missing")
  })

  it("is its owner's, who removes it, and one of twenty at most", async () => {
    const { budi, gateway, rina } = at()
    const id = String((await rows()).find(({ ended_at }) => ended_at === null)?.["watch_id"])
    const other = await portalSession(gateway, { account: "siti", name: "Siti" })
    assert.strictEqual((await create(other, "lain", [scope])).status, 303)
    assert.strictEqual((await other.get(pantauan)).status, 404)
    assert.strictEqual((await rina.get(pantauan)).status, 404)
    await other.post(applicationAt("lain", "/pantauan/hapus"), { pantauan: id })
    assert.strictEqual((await rows()).filter(({ ended_at }) => ended_at === null).length, 1)
    assert.strictEqual((await budi.post(`${pantauan}/hapus`, { pantauan: id })).status, 303)
    assert.strictEqual((await rows()).filter(({ ended_at }) => ended_at === null).length, 0)

    const watched = await Promise.all(Array.from({ length: 22 }, (_, index) => watch(`${question}&$limit=${index + 1}`)))
    assert.strictEqual(watched.filter((response) => response.status === 303).length, 20)
    const [refused] = watched.filter((response) => response.status !== 303)
    assert.include(textOf(await pageOf(refused ?? assert.fail("none was refused"), 422)), "20 jawaban")
    const actions = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ account: "budi" })))
    assert.strictEqual(actions.filter(({ action }) => action === "watch-made").length, 22)
    assert.strictEqual(actions.filter(({ action }) => action === "watch-removed").length, 1)
  })

  it("ends without a word with its application", async () => {
    const { budi } = at()
    const before = (await inbox()).split("tidak lagi dapat membaca").length
    assert.strictEqual((await budi.post(applicationAt("pantau", "/tutup"), {})).status, 303)
    await asked()
    assert.strictEqual((await rows()).filter(({ ended_at }) => ended_at === null).length, 0)
    assert.strictEqual((await inbox()).split("tidak lagi dapat membaca").length, before)
  })
})
