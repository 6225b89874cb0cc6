/** A developer asks an agency for a dataset and reads its answer: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { startDesk } from "../support/Desk.ts"
import { suite } from "../support/Suite.ts"

const at = suite(startDesk())
const own = "/portal/dataset-diminta"
const desk = "/portal/opd/dinkes/dataset-diminta"
const textOf = async (response: Promise<Response>): Promise<string> => (await response).text()
const ask = (fields: Readonly<Record<string, string>> = {}, who = at().budi) =>
  who.post(own, { opd: "dinkes", apa: "Jadwal donor darah", untuk: "Aplikasi relawan", ...fields })
const idOf = async (what: string): Promise<string> =>
  new RegExp(`${desk}/([0-9a-f-]{36})[^"]*">${what}`).exec(await textOf(at().dewi.get(desk)))?.[1] ?? assert.fail(`no ${what}`)

describe("a dataset that is asked for", () => {
  it("stands in the agency's desk, which answers once, and the developer reads the answer", async () => {
    const { budi, dewi, gateway } = at()
    const asked = await ask()
    assert.strictEqual(asked.status, 303)
    const mine = await textOf(budi.get(asked.headers.get("location") ?? ""))
    for (const told of ["Permintaan terkirim", "Jadwal donor darah", "menunggu jawaban", "Dinas Kesehatan"]) assert.include(mine, told)

    assert.include(await textOf(dewi.get("/portal/opd/dinkes/permintaan")), `href="${desk}"`)
    const id = await idOf("Jadwal donor darah")
    const answer = { jawaban: "planned", penjelasan: "Tersedia mulai Maret. Hubungi 081234567890." }
    assert.strictEqual((await dewi.post(`${desk}/${id}`, answer)).status, 303)
    const answered = await textOf(budi.get(own))
    assert.include(answered, "direncanakan")
    assert.include(answered, "Tersedia mulai Maret.")
    assert.notInclude(answered, "081234567890")

    const again = await dewi.post(`${desk}/${id}`, { jawaban: "cannot", penjelasan: "Tidak jadi." })
    assert.strictEqual(again.status, 422)
    assert.include(await again.text(), "sudah dijawab")
    assert.notInclude(await textOf(budi.get(own)), "Tidak jadi.")
    const log = await gateway.run(Effect.flatMap(ActionLog, (actions) => actions.list({ agency: "dinkes" })))
    const told = log.filter(({ action }) => action === "dataset-wish-answered")
    assert.deepStrictEqual(told.map(({ account, detail, subject }) => [account, detail["answer"], subject]), [["dewi", "planned", id]])
  })

  it("is seen by whoever asked and by that agency alone", async () => {
    const { budi, dewi, joko, rina } = at()
    await ask({ apa: "Stok darah" })
    const id = await idOf("Stok darah")
    assert.notInclude(await textOf(rina.get(own)), "Stok darah")
    assert.notInclude(await textOf(joko.get("/portal/opd/diskominfo/dataset-diminta")), "Stok darah")
    assert.strictEqual((await joko.get(`${desk}/${id}`)).status, 404)
    assert.strictEqual((await joko.get(`/portal/opd/diskominfo/dataset-diminta/${id}`)).status, 404)
    const answer = { jawaban: "cannot", penjelasan: "Bukan milik kami." }
    assert.strictEqual((await joko.post(`/portal/opd/diskominfo/dataset-diminta/${id}`, answer)).status, 404)
    assert.strictEqual((await budi.post(`${desk}/${id}`, answer)).status, 403)
    assert.include(await textOf(dewi.get(`${desk}/${id}`)), "name=\"penjelasan\"")
  })

  it("is refused without a text, for an agency that there is not, and while ten wait for an answer", async () => {
    for (
      const [fields, told] of [
        [{ apa: " " }, "Wajib diisi"],
        [{ untuk: "x".repeat(501) }, "Wajib diisi"],
        [{ opd: "tidak-ada" }, "Pilih perangkat daerah yang ada"]
      ] as const
    ) {
      const refused = await ask(fields)
      assert.strictEqual(refused.status, 422, told)
      assert.include(await refused.text(), told)
    }
    const { rina } = at()
    for (let n = 1; n <= 10; n++) assert.strictEqual((await ask({ apa: `Data ke-${n}` }, rina)).status, 303)
    const refused = await ask({ apa: "Data ke-11" }, rina)
    assert.strictEqual(refused.status, 422)
    assert.include(await refused.text(), "Masih ada 10 permintaan")
    await at().dewi.post(`${desk}/${await idOf("Data ke-10")}`, { jawaban: "cannot", penjelasan: "Tidak ada." })
    assert.strictEqual((await ask({ apa: "Data ke-11" }, rina)).status, 303)
  })

  it("can be asked for where a search found nothing", async () => {
    const response = await fetch(`${at().gateway.url}/v4/gateway?q=golongan+zodiak`, { headers: { accept: "text/html" } })
    assert.include(await response.text(), `href="${own}?apa=golongan+zodiak"`)
    assert.include(await textOf(at().budi.get(`${own}?apa=golongan+zodiak&opd=dinkes`)), ">\ngolongan zodiak</textarea>")
  })
})
