/** Tokens of kind latihan at the portal: made in one click, tried without a scope, told apart in lists. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issueRehearsal } from "../../src/access/RehearsalTokens.ts"
import { applicationAt, created, hiddenIn, pageOf, shownTo, textOf, tokenIn } from "../support/DeveloperPortal.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity()
  return { gateway, dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })) }
}))

const patients = "dinkes/faskes/pasien"

describe("a token of kind latihan at the portal", () => {
  it("is made in one click without a scope, shown once with the way to try errors, and told apart on the application's page", async () => {
    const { dewi, gateway } = at()
    await created(dewi, "uji-kode", ["diskominfo-berita-get"])
    const home = await pageOf(await dewi.get(applicationAt("uji-kode")))
    assert.include(home, "Buat token latihan")
    const page = await shownTo(dewi, await dewi.post(applicationAt("uji-kode", "/token/latihan"), {}))
    assert.include(textOf(page), "Prefer: rehearse=503")
    const token = tokenIn(page) ?? assert.fail("no token was shown")
    const answer = await gateway.get(patients, token)
    assert.deepStrictEqual([answer.status, answer.headers.get("x-sintetis")], [200, "true"])
    const list = textOf(await pageOf(await dewi.get(applicationAt("uji-kode"))))
    assert.match(list, /tok_\S+ latihan 119 \/ 120/)
    assert.match(textOf(await pageOf(await dewi.get(`${applicationAt("uji-kode")}?lang=en`))), /tok_\S+ rehearsal 119 \/ 120/)
  })

  it("leaves the first step of a real answer open", async () => {
    const { dewi } = at()
    assert.match(
      textOf(await pageOf(await dewi.get(applicationAt("uji-kode")))),
      /jawaban 200 pertama \(dalam 7 hari terakhir\) langkah berikutnya/
    )
  })

  it("is rotated and revoked like any other", async () => {
    const { dewi, gateway } = at()
    const old = tokenIn(await shownTo(dewi, await dewi.post(applicationAt("uji-kode", "/token/latihan"), {}))) ?? ""
    const home = await pageOf(await dewi.get(applicationAt("uji-kode")))
    const [, tokenId = ""] = /token\/ganti\?token=(tok_[^"&]+)/.exec(home) ?? []
    const asked = await pageOf(await dewi.get(`${applicationAt("uji-kode", "/token/ganti")}?token=${tokenId}`))
    const setelah = hiddenIn(asked, "setelah")
    const shown = await shownTo(dewi, await dewi.post(applicationAt("uji-kode", "/token/ganti"), { setelah, token: tokenId }))
    assert.include(textOf(shown), "Prefer: rehearse=503", "its page says what it is for, as the first one's did")
    const next = tokenIn(shown) ?? ""
    assert.strictEqual((await gateway.get(patients, old)).status, 401)
    assert.strictEqual((await gateway.get(patients, next)).headers.get("x-sintetis"), "true")
  })

  it("is made once by a form that is sent twice, at one moment or later, which is told so", async () => {
    const { dewi } = at()
    await created(dewi, "dua-kali", ["diskominfo-berita-get"])
    const terakhir = hiddenIn(await pageOf(await dewi.get(applicationAt("dua-kali"))), "terakhir")
    const send = () => dewi.post(applicationAt("dua-kali", "/token/latihan"), { terakhir })
    const both = await Promise.all([send(), send()])
    assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [303, 409])
    assert.include(textOf(await pageOf(await send(), 409)), "Formulir ini sudah dipakai")
    const page = await pageOf(await dewi.get(applicationAt("dua-kali")))
    assert.lengthOf([...textOf(page).matchAll(/tok_\S+ latihan /g)], 1)
    assert.strictEqual((await dewi.post(applicationAt("dua-kali", "/token/latihan"), { terakhir: hiddenIn(page, "terakhir") })).status, 303)
  })

  it("is refused beyond ten, with the field that says so", async () => {
    const { dewi, gateway } = at()
    await created(dewi, "banyak", ["diskominfo-berita-get"])
    for (let count = 0; count < 10; count++) await gateway.run(issueRehearsal("banyak", Date.now()))
    const page = textOf(await pageOf(await dewi.post(applicationAt("banyak", "/token/latihan"), {}), 422))
    assert.include(page, "Aplikasi ini sudah memiliki sepuluh token latihan yang berlaku.")
  })
})

describe("trying with made-up data", () => {
  it("is offered for an endpoint that no application may read, and answers", async () => {
    const { dewi } = at()
    const chooser = await pageOf(await dewi.get(`/portal/aplikasi/coba?titik=${encodeURIComponent(patients)}`))
    assert.include(textOf(chooser), "Coba dengan data sintetis")
    const [, href = ""] = /href="(\/portal\/aplikasi\/uji-kode\/coba[^"]*latihan=made[^"]*)"/.exec(chooser) ?? []
    const form = await pageOf(await dewi.get(href.replaceAll("&amp;", "&")))
    assert.include(form, "<option value=\"made\" selected>")
    const address = `${applicationAt("uji-kode", "/coba")}?titik=${encodeURIComponent(patients)}`
    const tried = textOf(await pageOf(await dewi.post(address, { bentuk: "application/json", latihan: "made" })))
    assert.include(tried, "200 Berhasil")
    assert.include(tried, "Jawaban ini sintetis")
    const failed = textOf(await pageOf(await dewi.post(address, { bentuk: "application/json", latihan: "503" })))
    assert.include(failed, "503 circuit-open")
    const real = textOf(await pageOf(await dewi.post(address, { bentuk: "application/json", latihan: "" })))
    assert.include(real, "403 scope-missing")
  })
})
