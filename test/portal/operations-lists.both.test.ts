/** The operators' lists over HTTP: sessions, tokens, applications and developers, found by a part of a name, page by page. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Developers } from "../../src/access/Developers.ts"
import { created, pageOf, textOf } from "../support/DeveloperPortal.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const events = "diskominfo-events-get"
const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity({})
  return yield* Effect.promise(async () => {
    const sari = await portalSession(gateway, { account: "sari", name: "Sari", kind: "civil-servant", operator: true })
    const dewi = await portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })
    const budi = await portalSession(gateway, { account: "budi", name: "Budi <b>Santoso</b>" })
    await created(dewi, "peta-kota", [events])
    await created(budi, "100%-terbuka", [events])
    return { gateway, sari, dewi, budi }
  })
}))

/** The first cells of the rows. */
const rows = async (session: PortalSession, path: string): Promise<ReadonlyArray<string>> =>
  [...(await pageOf(await session.get(`/portal/operasi${path}`))).matchAll(/<th scope="row"[^>]*>([\s\S]*?)<\/th>/g)].map(([, cell = ""]) =>
    textOf(cell)
  )

describe("the list of applications", () => {
  it("is searched by name and owner in any case, and a sign of SQL's is a sign", async () => {
    const { sari } = at()
    assert.deepStrictEqual(await rows(sari, "/aplikasi?cari=PETA"), ["peta-kota"])
    assert.deepStrictEqual(await rows(sari, "/aplikasi?cari=budi"), ["100%-terbuka"])
    assert.deepStrictEqual(await rows(sari, "/aplikasi?cari=%25"), ["100%-terbuka"])
    assert.deepStrictEqual(await rows(sari, "/aplikasi?cari=_"), [])
    assert.deepStrictEqual(await rows(sari, `/aplikasi?cari=${encodeURIComponent("' OR 1=1 --")}`), [])
    const page = await pageOf(await sari.get("/portal/operasi/aplikasi?cari=peta"))
    assert.include(page, "href=\"/portal/operasi/token?cari=peta-kota\">1</a>")
    assert.include(page, "href=\"/portal/operasi/pengembang?cari=dewi\">dewi</a>")
  })

  it("says so where nothing matches, in English too", async () => {
    const { sari } = at()
    assert.include(textOf(await pageOf(await sari.get("/portal/operasi/aplikasi?cari=tidakada"))), "Tidak ada yang cocok.")
    assert.include(textOf(await pageOf(await sari.get("/portal/operasi/aplikasi?cari=tidakada&lang=en"))), "Nothing matches.")
  })
})

describe("the list of tokens", () => {
  it("has the living ones with whose they are, and none of their text", async () => {
    const { sari } = at()
    const page = await pageOf(await sari.get("/portal/operasi/token?cari=dewi"))
    assert.lengthOf(await rows(sari, "/token?cari=dewi"), 1)
    for (const part of ["peta-kota", "dewi", "tok_"]) assert.include(textOf(page), part)
    assert.notInclude(page, "gpr_A")
    assert.strictEqual((await rows(sari, "/token")).length, 2)
  })
})

describe("the end of one token", () => {
  it("is asked for of that very token, whatever somebody has called an application since", async () => {
    const { dewi, sari } = at()
    await created(dewi, "bocor", [events])
    const [, id = ""] = /(tok_[A-Za-z0-9_-]+)/.exec(await pageOf(await sari.get("/portal/operasi/token?cari=bocor"))) ?? []
    const ask = `/portal/operasi/token/cabut?token=${id}`
    assert.include(textOf(await pageOf(await sari.get(ask))), "bocor")
    await created(dewi, id, [events])
    assert.include(textOf(await pageOf(await sari.get(ask))), `${id} , bocor`)
  })
})

describe("the list of sessions", () => {
  it("has who is signed in, and leads to the end of an account's, which asks", async () => {
    const { dewi, gateway, sari } = at()
    await portalSession(gateway, { account: "tono", name: "Tono Wijaya" })
    const second = await portalSession(gateway, { account: "tono", name: "Tono Wijaya" })
    assert.deepStrictEqual(await rows(sari, "/sesi?cari=WIJAYA"), ["tono", "tono"])
    assert.deepStrictEqual(await rows(sari, "/sesi?cari=sari"), ["sari (sesi Anda)"])
    assert.include(await pageOf(await sari.get("/portal/operasi/sesi?cari=budi")), "Budi &lt;b&gt;Santoso&lt;/b&gt;")
    const asked = textOf(await pageOf(await sari.get("/portal/operasi/sesi/akhiri?akun=tono")))
    assert.include(asked, "tono , Sesi: 2")
    const done = await sari.post("/portal/operasi/sesi/akhiri", { account: "tono", reason: "Pindah tugas", confirm: "yes" })
    assert.strictEqual(done.headers.get("location"), "/portal/operasi/sesi?selesai=")
    assert.include(textOf(await pageOf(await sari.get("/portal/operasi/sesi?selesai="))), "Semua sesi akun itu telah berakhir.")
    assert.deepStrictEqual(await rows(sari, "/sesi?cari=tono"), [])
    assert.strictEqual((await second.get("/portal/aplikasi")).status, 303)
    assert.strictEqual((await dewi.get("/portal/aplikasi")).status, 200)
  })
})

describe("the list of developers", () => {
  it("has fifty on a page, and the others on the next", async () => {
    const { gateway, sari } = at()
    await gateway.run(
      Effect.flatMap(Developers, ({ ensure }) =>
        Effect.forEach(
          Array.from({ length: 60 }, (_, index) => `warga-${String(index).padStart(2, "0")}`),
          (account) => ensure({ account, name: account, kind: "developer" })
        ))
    )
    assert.lengthOf(await rows(sari, "/pengembang?cari=warga"), 50)
    const first = await pageOf(await sari.get("/portal/operasi/pengembang?cari=warga"))
    const next = /href="\/portal\/operasi(\/pengembang\?[^"]*halaman=2[^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ??
      assert.fail("no next")
    assert.deepStrictEqual(await rows(sari, next), Array.from({ length: 10 }, (_, index) => `warga-${50 + index}`))
    assert.lengthOf(await rows(sari, "/pengembang?cari=warga&halaman=x"), 50)
    assert.lengthOf(await rows(sari, "/pengembang?cari=warga&halaman=999"), 0)
  })
})
