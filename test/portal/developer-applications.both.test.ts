/** Developers and their applications: made, changed and closed through the portal, over real HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { json } from "../support/AgencyServer.ts"
import { applicationAt, create, created, hiddenIn, pageOf, shownTo, textOf, tokenIn } from "../support/DeveloperPortal.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { quotaOf } from "../support/Problems.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const data = json({ data: [{ judul: "Pasar malam" }] })
    const { gateway } = yield* startCity({
      diskominfo: { "/internal/events": data, "/portal-publik/berita": data },
      dinkes: { "/faskes/klinik": data }
    })
    return {
      gateway,
      dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })),
      budi: yield* Effect.promise(() => portalSession(gateway, { account: "budi", name: "Budi Santoso" }))
    }
  }),
  logs
)

const events = "diskominfo-events-get"
const berita = "diskominfo-berita-get"

const statusOf = async (path: string, token: string): Promise<number> => {
  const response = await at().gateway.get(path, token)
  await response.arrayBuffer()
  return response.status
}
const readsEvents = (token: string) => statusOf("diskominfo/portal-publik/events", token)

/** Where an application's page leads that asks before its latest token is replaced, or ends. */
const linkTo = async (visitor: PortalSession, name: string, part: "ganti" | "cabut"): Promise<string> => {
  const page = await pageOf(await visitor.get(applicationAt(name)))
  return new RegExp(`href="([^"]*/token/${part}\\?token=[^"]+)"`).exec(page)?.[1] ?? assert.fail(`no link to ${part}`)
}

/** What the form is sent with that rotates it. */
const rotation = async (visitor: PortalSession, name: string) => {
  const page = await pageOf(await visitor.get(await linkTo(visitor, name, "ganti")))
  return { token: hiddenIn(page, "token"), setelah: hiddenIn(page, "setelah") }
}

const actions = (account: string) => at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ account })))

describe("a new application", () => {
  it("gets its name, purpose and scopes, and its first token works at once", async () => {
    const { dewi } = at()
    const response = await create(dewi, "peta-kota", [events, berita])
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    const shown = await shownTo(dewi, response)
    const token = tokenIn(shown) ?? assert.fail("no token")
    assert.include(shown, `<code>export TOKEN=${token}</code>`)
    assert.strictEqual(await readsEvents(token), 200)
    assert.strictEqual(await statusOf("dinkes/faskes/klinik", token), 403)
    const page = textOf(await pageOf(await dewi.get(applicationAt("peta-kota"))))
    for (const part of ["peta-kota", "Uji", events, berita, "/ 120 permintaan tersisa"]) assert.include(page, part)
    assert.include(textOf(await pageOf(await dewi.get("/portal/aplikasi"))), "peta-kota")
    const [issued, made] = await actions("dewi")
    assert.deepStrictEqual([made?.action, made?.subject, made?.detail], ["application-created", "peta-kota", {
      scopes: `${berita} ${events}`
    }])
    assert.deepStrictEqual([issued?.action, issued?.subject, issued?.detail["scopes"]], [
      "token-issued",
      "peta-kota",
      `${berita} ${events}`
    ])
    assert.match(issued?.detail["tokenId"] ?? "", /^tok_/)
  })

  it.each([
    [{ nama: " " }, "Isi nama aplikasi."],
    [{ nama: "x".repeat(81) }, "paling panjang 80 karakter"],
    [{ nama: "dua\nbaris" }, "satu baris teks"],
    [{ nama: "di\u200btolak" }, "karakter yang tidak terlihat"],
    [{ nama: "\u3164" }, "karakter yang tidak terlihat"],
    [{ tujuan: "" }, "Tulis untuk apa datanya dipakai."],
    [{ tujuan: "x".repeat(501) }, "paling panjang 500 karakter"],
    [{ cakupan: "rahasia-semua-get" }, "Tidak ada endpoint dengan cakupan \"rahasia-semua-get\""],
    [{ cakupan: "" }, "Tidak ada endpoint dengan cakupan \"\""]
  ])("is refused with %o, says what is wrong, and keeps what was typed", async (fields, message) => {
    const { dewi } = at()
    const page = await pageOf(await create(dewi, "ditolak", [events], { tujuan: "Peta untuk warga", ...fields }), 422)
    assert.include(textOf(page), message)
    if (!("tujuan" in fields)) assert.include(page, "Peta untuk warga</textarea>")
    if (!("cakupan" in fields)) assert.match(page, new RegExp(`value="${events}" checked`))
    assert.strictEqual((await dewi.get(applicationAt("ditolak"))).status, 404)
  })

  it("needs a scope and a name that nobody has, and says so in English too", async () => {
    const { budi, dewi } = at()
    assert.include(textOf(await pageOf(await create(dewi, "tanpa-cakupan", []), 422)), "Pilih minimal satu cakupan.")
    await created(dewi, "hanya-satu", [events])
    for (const session of [dewi, budi]) {
      const page = await pageOf(
        await session.post("/portal/aplikasi/baru?lang=en", { nama: "hanya-satu", tujuan: "Test", cakupan: events }),
        422
      )
      assert.include(textOf(page), "This name is taken, or looks the same as another one.")
      assert.isUndefined(tokenIn(page))
    }
  })

  it("fault-123 has a name in normal form that looks like nobody else's", async () => {
    const { budi, dewi } = at()
    await created(dewi, "peta \uff50asar", [events])
    assert.strictEqual((await dewi.get(applicationAt("peta pasar"))).status, 200)
    for (const nama of ["peta p\u0430sar", "p\u0435ta pasar", "peta\u00a0\u00a0pasar", "peta pasar"]) {
      assert.include(textOf(await pageOf(await create(budi, nama, [events]), 422)), "tampak sama dengan nama lain")
    }
  })

  it("is searched for among all scopes without losing what was typed or ticked", async () => {
    const { dewi } = at()
    const page = await pageOf(await create(dewi, "cari-dulu", [events], { cari: "klinik", aksi: "cari" }))
    assert.include(page, "value=\"cari-dulu\"")
    assert.include(page, `<input type="hidden" name="cakupan" value="${events}">`)
    assert.deepStrictEqual([...page.matchAll(/type="checkbox"[^>]*value="([^"]+)"/g)].map(([, scope]) => scope), ["dinkes-klinik-get"])
    assert.include(textOf(page), "Juga dipilih, di luar pencarian ini: diskominfo-events-get")
    assert.include(
      textOf(await pageOf(await create(dewi, "cari-dulu", [], { cari: "tidakada", aksi: "cari" }))),
      "Tidak ada cakupan yang cocok"
    )
    assert.notInclude(await pageOf(await create(dewi, "x", [], { opd: "dinkes", aksi: "cari" })), "value=\"diskominfo-events-get\"")
  })

  const naughty = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'; DROP TABLE applications; --",
    "{{constructor}}",
    "../../etc/passwd",
    "%2e%2e%2f",
    ".",
    "..",
    "baru",
    "jelaskan",
    "a/b?c=d#e;f",
    "=cmd|' /C calc'!A0",
    "نص عربي",
    "漢字かな",
    "🧨👩👧",
    "Z̷a̷l̷g̷o̷",
    "__proto__",
    "null",
    "${7*7}",
    "javascript:alert(1)",
    "A"
  ]
  it.each(naughty)("fault-103 may be called %s, and the name is nothing but text everywhere", async (name) => {
    const { budi } = at()
    const token = await created(budi, name, [events])
    assert.strictEqual(await readsEvents(token), 200)
    for (const part of ["", "/penggunaan", "/cakupan", "/permohonan", "/coba", "/tutup"]) {
      const response = await budi.get(applicationAt(name, part))
      const page = await pageOf(response)
      assert.include(textOf(page), name)
      assert.notInclude(page, "<script>alert")
      assert.notMatch(page, /<img src=x/)
    }
    const list = await pageOf(await budi.get("/portal/aplikasi"))
    const [, address] = new RegExp(`href="(/portal/aplikasi/[^"]+)">${
      name.replace(/[&<>"']/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" })[mark] ?? "").replace(
        /[.*+?^${}()|[\]\\]/g,
        "\\$&"
      )
    }<`).exec(list) ?? assert.fail("not in the list")
    assert.strictEqual((await budi.get(address ?? "")).status, 200)
  })

  it("fault-103 names that would forge a line or a direction are refused", async () => {
    await pageOf(await create(at().dewi, "a\u0000b", [events]), 400)
    for (const name of ["a\r\nSet-Cookie: x=1", "\u202egnp.exe", "\u2066x", "\u200b\u200b"]) {
      const page = await pageOf(await create(at().dewi, name, [events]), 422)
      assert.include(textOf(page), "satu baris teks", JSON.stringify(name))
    }
  })
})

describe("a token", () => {
  it("fault-13 is shown once: no later page has it, the same form shows none again, and nothing keeps it", async () => {
    const { dewi, gateway } = at()
    const first = await created(dewi, "sekali", [events])
    const before = await pageOf(await dewi.get(applicationAt("sekali")))
    const form = { setelah: hiddenIn(before, "setelah") }
    const response = await dewi.post(applicationAt("sekali", "/token"), form)
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    const shown = await shownTo(dewi, response)
    const second = tokenIn(shown) ?? assert.fail("no token")
    assert.notStrictEqual(second, first)
    // By itself, and in the line that puts it where the samples look for it.
    assert.strictEqual(shown.split(second).length, 3)
    const again = await pageOf(await dewi.post(applicationAt("sekali", "/token"), form), 409)
    assert.isUndefined(tokenIn(again))
    assert.include(textOf(again), "Formulir ini sudah dipakai")
    for (
      const path of [
        "/portal",
        "/portal/aplikasi",
        applicationAt("sekali"),
        applicationAt("sekali", "/penggunaan"),
        applicationAt("sekali", "/coba")
      ]
    ) assert.isUndefined(tokenIn(await pageOf(await dewi.get(path))))
    assert.strictEqual(await readsEvents(first), 200)
    assert.strictEqual(await readsEvents(second), 200)
    const kept = await everythingOf(gateway.dataDir) + logs.join("\n") + JSON.stringify(await actions("dewi"))
    for (const token of [first, second]) assert.notInclude(kept, token)
  })

  it("fault-13 is shown to one of two who send the same form at once", async () => {
    const { dewi } = at()
    await created(dewi, "dua-kali", [events])
    const form = { setelah: hiddenIn(await pageOf(await dewi.get(applicationAt("dua-kali"))), "setelah") }
    const answers = await Promise.all(Array.from({ length: 4 }, () => dewi.post(applicationAt("dua-kali", "/token"), form)))
    assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [303, 409, 409, 409])
  })

  it("fault-111 is in none of the commands beside it, which hold a placeholder", async () => {
    const shown = await shownTo(at().dewi, await create(at().dewi, "contoh", [events]))
    const commands = [...shown.matchAll(/<code>(curl[^<]*)<\/code>/g)].map(([, command]) => command ?? "")
    assert.strictEqual(commands.length, 1)
    assert.include(commands[0], "Bearer $TOKEN&quot;")
    assert.isUndefined(tokenIn(commands.join()))
  })

  it("is rotated: the new one works and the old one ends, and a form that was used shows nothing", async () => {
    const { dewi } = at()
    const old = await created(dewi, "ganti", [events])
    const form = { ...await rotation(dewi, "ganti"), tumpang: "0" }
    const fresh = tokenIn(await shownTo(dewi, await dewi.post(applicationAt("ganti", "/token/ganti"), form))) ?? assert.fail("no token")
    assert.strictEqual(await readsEvents(fresh), 200)
    assert.strictEqual(await readsEvents(old), 401)
    assert.isUndefined(tokenIn(await pageOf(await dewi.post(applicationAt("ganti", "/token/ganti"), form), 409)))
    const [rotated] = await actions("dewi")
    assert.deepStrictEqual([rotated?.action, rotated?.detail["replaced"]], ["token-rotated", form.token])
  })

  it("that is rotated goes on as long as was chosen, with one quota for both, is rotated once, and can be revoked before", async () => {
    const { dewi } = at()
    const old = await created(dewi, "bersama", [events])
    const asked = await pageOf(await dewi.get(await linkTo(dewi, "bersama", "ganti")))
    assert.match(asked, /<input type="radio"[^>]*name="tumpang" value="10" checked/)
    const form = { ...await rotation(dewi, "bersama"), tumpang: "60" }
    const shown = await shownTo(dewi, await dewi.post(applicationAt("bersama", "/token/ganti"), form))
    const fresh = tokenIn(shown) ?? assert.fail("no token")
    assert.match(textOf(shown), new RegExp(`${form.token} berlaku sampai`))
    assert.deepStrictEqual([await readsEvents(old), await readsEvents(fresh)], [200, 200])
    const left = quotaOf(await at().gateway.get("diskominfo/portal-publik/events", old)).left
    assert.strictEqual(quotaOf(await at().gateway.get("diskominfo/portal-publik/events", fresh)).left, left - 1)
    const [rotated] = await actions("dewi")
    assert.deepStrictEqual([rotated?.detail["replaced"], rotated?.detail["overlap"]], [form.token, "60 minutes"])
    // The one that goes on has its place taken: it is not rotated again, by no form either.
    const page = await pageOf(await dewi.get(applicationAt("bersama")))
    assert.include(textOf(page), "Sudah diperbarui")
    assert.strictEqual(page.match(/\/token\/ganti\?token=/g)?.length, 1)
    const again = { ...await rotation(dewi, "bersama"), token: form.token }
    assert.isUndefined(tokenIn(await pageOf(await dewi.post(applicationAt("bersama", "/token/ganti"), again), 503)))
    await dewi.post(applicationAt("bersama", "/token/cabut"), { token: form.token })
    assert.deepStrictEqual([await readsEvents(old), await readsEvents(fresh)], [401, 200])
  })

  it("fault-118 that takes another's place goes on with what is left of its quota, and the seventh within an hour is refused", async () => {
    const { dewi } = at()
    let token = await created(dewi, "berganti", [events])
    const leftAfter = async (bearer: string) => {
      const response = await at().gateway.get("diskominfo/portal-publik/events", bearer)
      await response.arrayBuffer()
      assert.strictEqual(response.status, 200)
      return quotaOf(response).left
    }
    assert.strictEqual(await leftAfter(token), 119)
    for (let time = 1; time <= 6; time++) {
      const form = await rotation(dewi, "berganti")
      token = tokenIn(await shownTo(dewi, await dewi.post(applicationAt("berganti", "/token/ganti"), form))) ?? assert.fail("no token")
      assert.strictEqual(await leftAfter(token), 119 - time)
    }
    const page = await pageOf(await dewi.get(applicationAt("berganti")))
    assert.include(textOf(page), "113 / 120 permintaan tersisa")
    const form = await rotation(dewi, "berganti")
    const refused = textOf(await pageOf(await dewi.post(applicationAt("berganti", "/token/ganti"), form), 422))
    assert.match(refused, /sudah enam kali memperbarui token dalam satu jam\. Anda dapat memperbaruinya lagi dalam (59|60) menit\./)
    assert.strictEqual(await leftAfter(token), 112)
    assert.match(
      textOf(await pageOf(await dewi.post(applicationAt("berganti", "/token/ganti?lang=en"), form), 422)),
      /has rotated six tokens within an hour\. You can rotate again in (59|60) minutes\./
    )
  })

  it("is revoked, and felt at once", async () => {
    const { dewi } = at()
    const token = await created(dewi, "cabut", [events])
    const page = await pageOf(await dewi.get(await linkTo(dewi, "cabut", "cabut")))
    assert.include(textOf(page), "Cabut token ini?")
    assert.strictEqual(await readsEvents(token), 200)
    const response = await dewi.post(applicationAt("cabut", "/token/cabut"), { token: hiddenIn(page, "token") })
    assert.deepStrictEqual([response.status, response.headers.get("location")], [303, `${applicationAt("cabut")}?selesai=token-dicabut`])
    assert.strictEqual(await readsEvents(token), 401)
    assert.include(textOf(await pageOf(await dewi.get(`${applicationAt("cabut")}?selesai=token-dicabut`))), "Token dicabut.")
    assert.strictEqual((await actions("dewi"))[0]?.action, "token-revoked")
  })

  it("is one of ten at most", async () => {
    const { dewi } = at()
    await created(dewi, "banyak", [events])
    const issue = async (status: number) => {
      const form = { setelah: hiddenIn(await pageOf(await dewi.get(applicationAt("banyak"))), "setelah") }
      return pageOf(await dewi.post(applicationAt("banyak", "/token"), form), status)
    }
    for (let made = 1; made < 10; made++) await issue(303)
    assert.include(textOf(await issue(422)), "sepuluh token")
  })
})

describe("the scopes of an application", () => {
  it("are withdrawn from live tokens within a second, and added to new ones alone", async () => {
    const { dewi } = at()
    const token = await created(dewi, "cakupan", [events])
    const response = await dewi.post(applicationAt("cakupan", "/cakupan"), { cakupan: [berita], aksi: "simpan" })
    assert.strictEqual(response.headers.get("location"), `${applicationAt("cakupan")}?selesai=cakupan`)
    await eventually("the scope is gone", async () => await readsEvents(token) === 403, 1_000)
    assert.strictEqual(await statusOf("diskominfo/portal-publik/berita", token), 403)
    const page = await pageOf(await dewi.get(`${applicationAt("cakupan")}?selesai=cakupan`))
    const fresh =
      tokenIn(await shownTo(dewi, await dewi.post(applicationAt("cakupan", "/token"), { setelah: hiddenIn(page, "setelah") }))) ??
        assert.fail("no token")
    assert.strictEqual(await statusOf("diskominfo/portal-publik/berita", fresh), 200)
    const chosen = (await actions("dewi")).find(({ action }) => action === "scopes-selected")
    assert.deepStrictEqual(chosen?.detail, { added: berita, removed: events })
  })

  it("are refused where no endpoint has them, and none may be chosen to give up all", async () => {
    const { dewi } = at()
    const token = await created(dewi, "kosong", [events])
    assert.include(
      textOf(await pageOf(await dewi.post(applicationAt("kosong", "/cakupan"), { cakupan: [events, "preset-palsu-get"] }), 422)),
      "preset-palsu-get"
    )
    assert.strictEqual((await dewi.post(applicationAt("kosong", "/cakupan"), {})).status, 303)
    await eventually("nothing is open", async () => await readsEvents(token) === 403, 1_000)
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("kosong")))), "Token memerlukan cakupan.")
  })
})

describe("an application that is closed", () => {
  it("asks once more, ends its tokens, and can be changed no more", async () => {
    const { dewi } = at()
    const token = await created(dewi, "tutup", [events])
    const page = await pageOf(await dewi.get(applicationAt("tutup")))
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("tutup", "/tutup")))), "Tutup aplikasi ini?")
    assert.strictEqual((await dewi.post(applicationAt("tutup", "/tutup"))).status, 303)
    await eventually("its token is dead", async () => await readsEvents(token) === 401, 1_000)
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("tutup")))), "ditutup")
    assert.isUndefined(
      tokenIn(await pageOf(await dewi.post(applicationAt("tutup", "/token"), { setelah: hiddenIn(page, "setelah") }), 422))
    )
    assert.strictEqual((await dewi.post(applicationAt("tutup", "/cakupan"), { cakupan: [events] })).status, 422)
    assert.strictEqual(
      (await dewi.post(applicationAt("tutup", "/permohonan"), { jenis: "private-access", opd: "dinkes", tujuan: "x" })).status,
      422
    )
    assert.strictEqual((await actions("dewi"))[0]?.action, "application-closed")
    const tried = await pageOf(
      await dewi.post(`${applicationAt("tutup", "/coba")}?titik=diskominfo/portal-publik/events`, { bentuk: "application/json" }),
      403
    )
    assert.include(textOf(tried), "Aplikasi ini tidak aktif")
  })
})

describe("somebody else's application", () => {
  it("fault-109 is not there: every page and form answers 404 as for one that never was, and nothing changes", async () => {
    const { budi, dewi } = at()
    const token = await created(dewi, "milik-dewi", [events])
    const own = await pageOf(await dewi.get(applicationAt("milik-dewi")))
    const { token: tokenId } = await rotation(dewi, "milik-dewi")
    const forms = {
      "/token": { setelah: hiddenIn(own, "setelah") },
      "/token/ganti": { token: tokenId, setelah: "" },
      "/token/cabut": { token: tokenId },
      "/klien/rahasia": { klien: "cli_x", setelah: "0" },
      "/klien/cabut": { klien: "cli_x" },
      "/cakupan": { cakupan: berita },
      "/permohonan": { jenis: "private-access", opd: "dinkes", tujuan: "x" },
      "/coba?titik=diskominfo/portal-publik/events": { bentuk: "text/csv" },
      "/tutup": {}
    }
    const neutral = (page: string) => page.replaceAll("milik-dewi", "X").replaceAll("tidak-pernah", "X")
    for (const part of ["", "/cakupan", "/permohonan", "/penggunaan", "/penggunaan.csv", "/coba", "/tutup", "/klien/cabut?klien=cli_x"]) {
      const [theirs, none] = [
        await pageOf(await budi.get(applicationAt("milik-dewi", part)), 404),
        await pageOf(await budi.get(applicationAt("tidak-pernah", part)), 404)
      ]
      assert.strictEqual(neutral(theirs), neutral(none), part)
    }
    for (const [part, fields] of Object.entries(forms)) {
      assert.strictEqual((await budi.post(applicationAt("milik-dewi", part), fields)).status, 404, part)
    }
    // Nor does another's token come within reach by one's own application.
    await created(budi, "milik-budi", [events])
    for (const part of ["/token/ganti", "/token/cabut"]) {
      assert.strictEqual((await budi.post(applicationAt("milik-budi", part), { token: tokenId, setelah: "" })).status, 404)
    }
    assert.strictEqual(await readsEvents(token), 200)
    assert.include(textOf(await pageOf(await dewi.get(applicationAt("milik-dewi")))), events)
  })

  it("is no place without signing in either", async () => {
    const { gateway } = at()
    const response = await fetch(`${gateway.url}${applicationAt("milik-dewi")}`, { redirect: "manual" })
    assert.deepStrictEqual([response.status, response.headers.get("location")], [
      303,
      `/portal/masuk?next=${encodeURIComponent(applicationAt("milik-dewi"))}`
    ])
  })
})
