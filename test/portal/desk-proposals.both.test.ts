/** Changes at a desk that protect data less: they wait for a second person. Over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startDesk } from "../support/Desk.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const desk = yield* startDesk({ variables: { DESK_ADDRESSES: "127.0.0.1/32", RATE_LIMIT: "100000" } })
  const moved = yield* makeAgencyServer({ routes: { "/faskes/klinik": json({ data: [{ nama: "Klinik Pindah" }] }) } })
  const enter = (account: string, agencies: ReadonlyArray<string>) =>
    Effect.promise(() => portalSession(desk.gateway, { account, kind: "civil-servant", agencies }))
  const tono = yield* enter("tono", ["dinkes"])
  const again = yield* enter("dewi", ["dinkes"])
  const scopes = ["dinkes-klinik-get", "dinkes-pasien-get"]
  const token = yield* Effect.promise(() => desk.gateway.token({ application: "umum", scopes }))
  const official = yield* Effect.promise(() => desk.gateway.token({ application: "resmi", scopes, official: true }))
  return { ...desk, moved, tono, again, token, official }
}))

const desk = "/portal/opd/dinkes"
const rules = { segar: "60", basi: "24", besar: "10", takdikenal: "detect" }
const current = () => at().gateway.run(Effect.map(Registry, (registry) => registry.current()))
const actions = () => at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
const statusOf = async (path: string, token = at().token) => {
  const response = await at().gateway.get(`dinkes/faskes/${path}`, token)
  await response.text()
  return response.status
}
const bodyOf = async (path: string) => (await at().gateway.get(`dinkes/faskes/${path}`, at().official)).text()

interface Answer {
  readonly status: number
  readonly location: string
  readonly text: string
}
const send = async (who: PortalSession, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> => {
  const response = await who.post(`${desk}${path}`, fields)
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() }
}
const page = async (who: PortalSession, path: string) => (await who.get(`${desk}${path}`)).text()
const seenOn = async (path: string) => /name="seen" value="(\d+)"/.exec(await page(at().dewi, path))?.[1] ?? assert.fail("no form")
const saveRules = async (changes: Readonly<Record<string, string>>, path = "pasien", who = at().dewi) =>
  send(who, `/titik-akses/faskes/aturan?path=${path}`, { seen: await seenOn(`/titik-akses/faskes?path=${path}`), ...rules, ...changes })
const classify = async (path: string, chosen: string, alasan?: string, endpoint = "klinik") => {
  const text = await page(at().dewi, `/titik-akses/faskes?path=${endpoint}`)
  const [, index] = new RegExp(`name="bidang-(\\d+)" value="${path.replace(/[.*+?^$[\]]/g, "\\$&")}"`).exec(text) ??
    assert.fail(`no row ${path}`)
  const fields = {
    seen: /name="seen" value="(\d+)"/.exec(text)?.[1] ?? "",
    [`bidang-${index}`]: path,
    [`kelas-${index}`]: chosen,
    ...alasan === undefined ? {} : { alasan }
  }
  return send(at().dewi, `/titik-akses/faskes/bidang?path=${endpoint}`, fields)
}
/** `/usulan/7` of where a form led. */
const proposalOf = ({ location }: Answer): string => /\/usulan\/\d+/.exec(location)?.[0] ?? assert.fail(`no proposal at ${location}`)
const agree = (proposal: string, who: PortalSession) => send(who, `${proposal}/setuju`)
const reason = "Wali kota memintanya untuk peta kesehatan"

describe("fault-127 opening a private endpoint", () => {
  it("is shown first and changes nothing, nor when proposed with a reason, and is in force once another agrees", async () => {
    const { again, dewi, joko, tono } = at()
    assert.strictEqual(await statusOf("pasien"), 403)
    assert.include(await bodyOf("pasien"), "B*** S***")
    const before = (await current()).version
    const shown = await saveRules({})
    assert.strictEqual(shown.status, 200)
    for (
      const said of [
        "Belum ada yang disimpan",
        "tidak lagi privat",
        "dinkes-pasien-get",
        "B*** S***",
        "name=\"alasan\"",
        "rekan lain di OPD ini, atau operator gerbang"
      ]
    ) assert.include(shown.text, said)
    for (const raw of ["Budi Santoso", "3674011502900001"]) assert.notInclude(shown.text, raw)
    const without = await saveRules({ alasan: "  " })
    assert.strictEqual(without.status, 422)
    assert.include(without.text, "Tulis alasannya")
    assert.strictEqual((await current()).version, before)

    const proposed = await saveRules({ alasan: reason })
    const proposal = proposalOf(proposed)
    assert.strictEqual(proposed.status, 303)
    assert.strictEqual((await current()).version, before)
    assert.strictEqual(await statusOf("pasien"), 403)

    // Whoever proposed it is nobody's second person, in no session of theirs; nor is another agency's.
    for (const own of [dewi, again]) {
      const refused = await agree(proposal, own)
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, "Ini usulan Anda sendiri")
      assert.strictEqual((await send(own, `${proposal}/tolak`, { alasan: "x" })).status, 422)
    }
    assert.strictEqual((await agree(proposal, joko)).status, 404)
    assert.strictEqual((await agree(proposal, at().budi)).status, 403)
    assert.strictEqual(await statusOf("pasien"), 403)

    const seen = await page(tono, proposal)
    for (const said of ["tidak lagi privat", "B*** S***", reason, "dewi", "Setujui dan berlakukan"]) assert.include(seen, said)
    for (const raw of ["Budi Santoso", "3674011502900001"]) assert.notInclude(seen, raw)
    assert.strictEqual((await agree(proposal, tono)).status, 303)
    assert.strictEqual(await statusOf("pasien"), 200)
    assert.isFalse((await current()).resolve("dinkes/faskes/pasien")?.endpoint.private)
    const [agreed, made] = await actions()
    assert.deepInclude(made, { account: "dewi", action: "proposal-made", subject: "dinkes/faskes/pasien" })
    assert.deepInclude(made?.detail, { reason, lowers: "dinkes/faskes/pasien: private → open" })
    assert.deepInclude(agreed, { account: "tono", action: "proposal-agreed", subject: "dinkes/faskes/pasien" })
    assert.deepInclude(agreed?.detail, { proposedBy: "dewi", lowers: "dinkes/faskes/pasien: private → open" })
    assert.include(await page(dewi, "/perubahan"), "disetujui oleh tono")

    const closing = await saveRules({ privat: "ya" })
    assert.match(closing.location, /disimpan=\d+/)
    assert.strictEqual(await statusOf("pasien"), 403)
  })

  it("by undoing what closed it waits as well", async () => {
    const closing = await saveRules({ privat: "ya" }, "klinik")
    const [, perubahan = ""] = /disimpan=(\d+)/.exec(closing.location) ?? []
    assert.strictEqual(await statusOf("klinik"), 403)
    const shown = await send(at().dewi, "/perubahan", { perubahan })
    assert.include(shown.text, "tidak lagi privat")
    const proposal = proposalOf(await send(at().dewi, "/perubahan", { perubahan, alasan: reason }))
    assert.strictEqual(await statusOf("klinik"), 403)
    assert.include(await page(at().tono, proposal), `membatalkan perubahan #${perubahan}`)
    await agree(proposal, at().tono)
    assert.strictEqual(await statusOf("klinik"), 200)
  })
})

describe("fault-127 what protects data less", () => {
  it("is every class that shows more, and a class that is taken away, while more protection needs nobody", async () => {
    await bodyOf("klinik")
    const hidden = await classify("**.kepala", "address")
    assert.match(hidden.location, /disimpan=\d+/, "the detectors showed initials, now nothing is")
    assert.include(await bodyOf("klinik"), "\"kepala\":\"***\"")
    for (const chosen of ["public", "name", "pseudonym", ""]) {
      const shown = await classify("**.kepala", chosen)
      assert.strictEqual(shown.status, 200, chosen)
      assert.include(shown.text, "Perubahan ini membuka data", chosen)
      assert.notInclude(shown.text, "Siti Aminah")
    }
    const shown = await classify("**.kepala", "public")
    assert.include(shown.text, "<mark>nilai asli</mark>")
    assert.include(shown.text, "&quot;kepala&quot;: &quot;***&quot;")
    assert.include((await classify("**.kepala", "name")).text, "<mark>inisial</mark>")
    assert.include(await bodyOf("klinik"), "\"kepala\":\"***\"")
    const proposal = proposalOf(await classify("**.kepala", "public", reason))
    assert.include(await bodyOf("klinik"), "\"kepala\":\"***\"")
    assert.strictEqual((await agree(proposal, at().tono)).status, 303)
    assert.include(await bodyOf("klinik"), "\"kepala\":\"Siti Aminah\"")
    await classify("**.kepala", "address")
  })

  it("is a rule that masks no more what nothing classifies, private copies kept longer, and a form of both kinds at once", async () => {
    assert.match((await saveRules({ takdikenal: "mask" }, "klinik")).location, /disimpan=\d+/)
    const opened = await saveRules({ takdikenal: "detect" }, "klinik")
    assert.include(opened.text, "tidak lagi disamarkan semuanya")
    assert.include(opened.text, "kode_pos")
    const before = (await current()).version
    assert.include((await saveRules({ privat: "ya", basi: "48" })).text, "salinan endpoint privat disimpan lebih lama")
    assert.match((await saveRules({ privat: "ya", basi: "12" })).location, /disimpan=\d+/)
    // It closes the endpoint, and classifies nothing any more: the whole of it waits.
    const mixed = await saveRules({ privat: "ya", takdikenal: "detect", segar: "5", alasan: reason }, "klinik")
    const proposal = proposalOf(mixed)
    assert.strictEqual(await statusOf("klinik"), 200)
    await agree(proposal, at().rina)
    assert.strictEqual(await statusOf("klinik"), 403)
    const { cache, unknown } = (await current()).resolve("dinkes/faskes/klinik")?.endpoint ?? assert.fail("no endpoint")
    assert.deepStrictEqual([cache.freshMillis, unknown], [5_000, "detect"])
    assert.notStrictEqual((await current()).version, before)
  })

  it("is another server's address, whose secret is in no page", async () => {
    const { dewi, dinkes, moved, tono } = at()
    const form = async (fields: Readonly<Record<string, string>>) =>
      send(dewi, "/sambungan/alamat", {
        seen: await seenOn("/sambungan"),
        server: moved.url,
        header: "X-Api-Key",
        rahasia: "kunci-usulan",
        langkah: "simpan",
        ...fields
      })
    const without = await form({})
    assert.strictEqual(without.status, 422)
    assert.include(without.text, "Tulis alasannya")
    assert.notInclude(without.text, "kunci-usulan")
    const proposal = proposalOf(await form({ alasan: reason }))
    assert.strictEqual((await current()).agencies.find(({ slug }) => slug === "dinkes")?.server, dinkes.url)
    const shown = await page(tono, proposal)
    assert.include(shown, moved.url)
    assert.notInclude(shown, "kunci-usulan")
    assert.notInclude(await everythingOf(at().gateway.dataDir), "kunci-usulan")
    await agree(proposal, tono)
    assert.include(await bodyOf("klinik"), "Klinik Pindah")
    assert.strictEqual(moved.calls.at(-1)?.headers["x-api-key"], "kunci-usulan")
    // What goes back goes to another address too.
    const history = await page(dewi, "/perubahan")
    const [, perubahan = ""] = /name="perubahan" value="(\d+)"/.exec(history) ?? []
    const back = proposalOf(await send(dewi, "/perubahan", { perubahan, alasan: reason }))
    await agree(back, tono)
    assert.notInclude(await bodyOf("klinik"), "Klinik Pindah")
  })
})

describe("a proposal", () => {
  const propose = async () => proposalOf(await saveRules({ segar: "7", alasan: reason }))

  it("is refused with a reason by another, or withdrawn by who made it, once", async () => {
    const { dewi, tono } = at()
    const first = await propose()
    assert.strictEqual((await send(tono, `${first}/tolak`, { alasan: " " })).status, 422)
    assert.strictEqual((await send(tono, `${first}/tarik`)).status, 422)
    assert.strictEqual((await send(tono, `${first}/tolak`, { alasan: "Belum ada dasar hukumnya" })).status, 303)
    assert.include(await page(dewi, first), "Belum ada dasar hukumnya")
    const late = await agree(first, tono)
    assert.strictEqual(late.status, 422)
    assert.include(late.text, "Ditolak; tidak ada yang berubah.")
    const second = await propose()
    assert.strictEqual((await send(dewi, `${second}/tarik`)).status, 303)
    assert.strictEqual((await agree(second, tono)).status, 422)
    assert.isTrue((await current()).resolve("dinkes/faskes/pasien")?.endpoint.private)
    assert.deepStrictEqual((await actions()).slice(0, 3).map(({ account, action }) => [account, action]), [["dewi", "proposal-withdrawn"], [
      "dewi",
      "proposal-made"
    ], ["tono", "proposal-refused"]])
  })

  it("keeps no personal data of the reasons that people write, nor does the log of actions", async () => {
    const { dewi, tono } = at()
    const told = "Untuk NIK 3674011502900001, hubungi siti@mail.id atau 081234567890"
    const proposal = proposalOf(await saveRules({ segar: "7", alasan: told }))
    const shown = await page(tono, proposal)
    assert.include(shown, "s***@mail.id")
    assert.strictEqual((await send(tono, `${proposal}/tolak`, { alasan: `Tidak. ${told}` })).status, 303)
    const everything = JSON.stringify(await actions()) + await page(dewi, proposal)
    for (const secret of ["3674011502900001", "siti@", "081234567890"]) assert.notInclude(shown + everything, secret)
    assert.deepStrictEqual((await actions()).slice(0, 2).map(({ detail }) => detail["reason"]?.includes("Untuk NIK 3674************")), [
      true,
      true
    ])
  })

  it("that two people agree to at once is carried out once", async () => {
    const { rina, tono } = at()
    const proposal = await propose()
    const changes = async () =>
      (await at().gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT sequence FROM registry_changes`))).length
    const before = await changes()
    const answers = await Promise.all([tono, rina, tono, rina].map((who) => agree(proposal, who)))
    assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [303, 422, 422, 422])
    assert.strictEqual(await changes(), before + 1)
    assert.match((await saveRules({ privat: "ya" })).location, /disimpan=\d+/)
  })

  it("under which the registry changed says so and is closed", async () => {
    const { dewi, tono } = at()
    const proposal = await propose()
    assert.match((await saveRules({ privat: "ya", segar: "9" })).location, /disimpan=\d+/)
    const late = await agree(proposal, tono)
    assert.strictEqual(late.status, 422)
    assert.include(late.text, "tidak cocok lagi")
    assert.include(await page(dewi, proposal), "tidak cocok lagi")
    assert.isTrue((await current()).resolve("dinkes/faskes/pasien")?.endpoint.private)
    assert.deepInclude((await actions())[0], { account: "(gateway)", action: "proposal-outdated" })
  })

  it("outlives a change of something else, and lapses after 30 days", async () => {
    const { gateway, tono } = at()
    const [first, second] = [await propose(), await propose()]
    assert.match((await saveRules({ privat: "ya", segar: "3" }, "klinik")).location, /disimpan=\d+/)
    const sequence = Number(second.split("/").at(-1))
    await gateway.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE registry_proposals SET proposed_at = proposed_at - ${30 * 86_400_000} WHERE sequence = ${sequence}`
      )
    )
    const late = await agree(second, tono)
    assert.strictEqual(late.status, 422)
    assert.include(late.text, "Tidak diputuskan dalam 30 hari")
    assert.include(await page(tono, first), "Menunggu orang kedua")
    assert.strictEqual((await agree(first, tono)).status, 303)
    assert.strictEqual(await statusOf("pasien"), 200)
    await saveRules({ privat: "ya" })
  })

  it("is on the operations page while it is open, and every lowering after it", async () => {
    const { dewi, rina } = at()
    const proposal = await propose()
    const board = await (await rina.get("/portal/operasi")).text()
    assert.match(board, /1 usulan menunggu orang kedua/)
    assert.match(await (await rina.get("/portal/operasi?lang=en")).text(), /1 proposal waits for a second person/)
    const list = await (await rina.get("/portal/operasi/usulan")).text()
    for (const said of [`/portal/opd/dinkes${proposal}`, reason, "privat → terbuka", "dewi", "tono"]) assert.include(list, said)
    assert.strictEqual((await dewi.get("/portal/operasi/usulan")).status, 403)
    assert.include(await page(dewi, ""), "usulan menunggu orang kedua")
    await send(dewi, `${proposal}/tarik`)
    assert.notMatch(await (await rina.get("/portal/operasi")).text(), /usulan menunggu orang kedua/)
  })
})
