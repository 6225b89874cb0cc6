/** What an agency says of its fields at its desk: over real HTTP, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { json } from "../support/AgencyServer.ts"
import { startDesk } from "../support/Desk.ts"
import { eventually, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const city = yield* startDesk({ dinkes: { "/faskes/klinik": json({ data: [{ nama: "Klinik Melati", kode_pos: 12_345, pm25: 7 }] }) } })
  const token = yield* Effect.promise(() => city.gateway.token({ scopes: ["dinkes-klinik-get"] }))
  yield* Effect.promise(async () => {
    await (await city.gateway.get("dinkes/faskes/klinik", token)).arrayBuffer()
    const known = async () => (await (await city.dewi.get(address)).text()).includes("name=\"keterangan-0\"")
    await eventually("the fields are learnt", known)
  })
  return city
}))

const address = "/portal/opd/dinkes/titik-akses/faskes?path=klinik"
const form = "/portal/opd/dinkes/titik-akses/faskes/keterangan?path=klinik"
const field = "data[].kode_pos"
const described = (text: string) => ({ "kolom-0": field, "keterangan-0": text })
const publicPage = async () => {
  const url = `${at().gateway.url}/v4/gateway/dinkes/faskes?path=klinik&lang=id`
  return (await fetch(url, { headers: { accept: "text/html" } })).text()
}

describe("a description of a field", () => {
  it("is written at the agency's desk, masked, and read by everybody on the page and in OpenAPI", async () => {
    const { dewi, gateway } = at()
    const asked = await (await dewi.get(address)).text()
    // What encloses the fields is nothing to describe, and a field has the name that it has in a row.
    assert.match(asked, /Keterangan untuk <\/span><code>[a-z_]+<\/code>/)
    // Names that differ by their digits are one to a desk, which says so in words.
    assert.include(asked, "<code>pm<i>angka</i></code>")
    assert.notInclude(asked, "pm#")
    for (const path of ["data", "data[]"]) assert.notInclude(asked, `name="kolom-0" value="${path}"`)
    const done = await dewi.post(form, described("Kode pos <gedung>; tanya 081234567890"))
    assert.strictEqual(done.status, 303)
    const page = await (await dewi.get(done.headers.get("location") ?? "")).text()
    assert.include(page, "Keterangan kolom tersimpan.")
    assert.include(page, "Kode pos &lt;gedung&gt;; tanya 0812******90")
    assert.include(await publicPage(), "Kode pos &lt;gedung&gt;; tanya 0812******90")
    const text = await (await fetch(`${gateway.url}/v4/export/openapi-3.1?opd=dinkes`)).text()
    assert.include(text, "\"description\": \"Kode pos <gedung>; tanya 0812******90\"")
    const [action] = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "dinkes" })))
    assert.deepInclude(action, { account: "dewi", action: "fields-described", subject: "dinkes/faskes/klinik" })
  })

  it("takes nothing away that somebody else has written since the page was opened", async () => {
    const { dewi, rina } = at()
    const opened = await (await dewi.get(address)).text()
    const fields = opened.matchAll(/name="((?:kolom|keterangan|semula)-\d+)"(?: maxlength="200")? value="([^"]*)"/g)
    const sent = Object.fromEntries(
      [...fields].map(([, name = "", value = ""]) => [name, value.replaceAll("&lt;", "<").replaceAll("&gt;", ">")])
    )
    const place = (path: string): string =>
      Object.entries(sent).find(([name, value]) => name.startsWith("kolom-") && value === path)?.[0].slice("kolom-".length)
        ?? assert.fail(`no field ${path}`)
    const [mine, theirs] = [place("data[].nama"), place("data[].kode_pos")]
    const other = { [`kolom-${theirs}`]: "data[].kode_pos", [`keterangan-${theirs}`]: "Ditulis Rina" }
    assert.strictEqual((await rina.post(form, other)).status, 303)
    assert.strictEqual((await dewi.post(form, { ...sent, [`keterangan-${mine}`]: "Ditulis Dewi" })).status, 303)
    const page = await (await dewi.get(address)).text()
    assert.include(page, "Ditulis Dewi")
    assert.include(page, "Ditulis Rina")
    await dewi.post(form, { ...described("Kode pos <gedung>"), "kolom-1": "data[].nama", "keterangan-1": "" })
  })

  it("is no other agency's, no text of several lines, and none of a field that nobody knows", async () => {
    const { dewi, joko } = at()
    const before = await (await dewi.get(address)).text()
    assert.include([403, 404], (await joko.post(form, described("Milik orang lain"))).status)
    assert.strictEqual((await dewi.post(form, described("x".repeat(201)))).status, 422)
    assert.strictEqual((await dewi.post(form, { "kolom-0": "data[].tidak_ada", "keterangan-0": "Kosong" })).status, 303)
    assert.notInclude(await (await dewi.get(address)).text(), "Kosong")
    assert.include(before, "gedung")
    await dewi.post(form, described(""))
    assert.notInclude(await (await dewi.get(address)).text(), "gedung")
  })
})
