/** The page that shows a token or a secret once, over real HTTP: to whom, for how long, and what it says afterwards. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Schema } from "effect"
import { TestClock } from "effect/testing"
import { html } from "../../src/pages/Html.ts"
import { onceCookie, shownIn, shownNext } from "../../src/portal/developer/OnceCookie.ts"
import { portalForm, portalPage } from "../../src/portal/PortalRouter.ts"
import { applicationAt, create, created, pageOf, shownTo, textOf, tokenIn } from "../support/DeveloperPortal.ts"
import { portalSession } from "../support/PortalSession.ts"
import { makePortalSite } from "../support/PortalSite.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const events = "diskominfo-events-get"
const at = suite(Effect.gen(function*() {
  const { gateway } = yield* startCity({})
  return yield* Effect.promise(async () => ({
    gateway,
    dewi: await portalSession(gateway, { account: "dewi" }),
    again: await portalSession(gateway, { account: "dewi" }),
    budi: await portalSession(gateway, { account: "budi" })
  }))
}))

const carriedBy = (made: Response): string => made.headers.getSetCookie()[0]?.split(";", 1)[0] ?? assert.fail("no cookie")

describe("a token that was made", () => {
  it("fault-13 is led to a page that takes its cookie away; a reload says that it was shown, and where to go", async () => {
    const { dewi } = at()
    const made = await create(dewi, "muat-ulang", [events])
    assert.deepStrictEqual([made.status, made.headers.get("location")], [303, applicationAt("muat-ulang", "/sekali")])
    const [carried = ""] = made.headers.getSetCookie()
    assert.match(carried, /^__Host-gapura-sekali=[^;]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/i)
    const shown = await dewi.get(applicationAt("muat-ulang", "/sekali"), { cookie: `${dewi.cookie}; ${carriedBy(made)}` })
    assert.match(shown.headers.getSetCookie()[0] ?? "", /^__Host-gapura-sekali=; Max-Age=0;/i)
    assert.strictEqual(shown.headers.get("cache-control"), "no-store")
    const page = await pageOf(shown)
    assert.isDefined(tokenIn(page))
    assert.include(textOf(page), "Untuk server, pakai kredensial klien")
    const reloaded = textOf(await pageOf(await dewi.get(applicationAt("muat-ulang", "/sekali")), 410))
    assert.include(reloaded, "Sudah ditampilkan satu kali")
    assert.include(
      textOf(await pageOf(await dewi.get(`${applicationAt("muat-ulang", "/sekali")}?lang=en`), 410)),
      "If it is lost, rotate the token"
    )
  })

  it("fault-13 is shown once even to whoever keeps its cookie, and a HEAD neither shows it nor takes it away", async () => {
    const { dewi } = at()
    const made = await create(dewi, "satu-kali", [events])
    const headers = { cookie: `${dewi.cookie}; ${carriedBy(made)}` }
    const address = applicationAt("satu-kali", "/sekali")
    const head = await fetch(`${at().gateway.url}${address}`, { method: "HEAD", headers })
    assert.deepStrictEqual([head.status, head.headers.getSetCookie()], [200, []])
    const both = await Promise.all([dewi.get(address, headers), dewi.get(address, headers)])
    assert.deepStrictEqual(both.map(({ status }) => status).toSorted(), [200, 410])
    const texts = await Promise.all(both.map((page) => page.text()))
    assert.lengthOf(texts.filter((text) => tokenIn(text) !== undefined), 1)
    assert.include(textOf(await pageOf(await dewi.get(address, headers), 410)), "Sudah ditampilkan satu kali")
  })

  it("fault-13 is not in its cookie for anybody to read, nor shown to another session or beside another application", async () => {
    const { again, budi, dewi } = at()
    await created(dewi, "sebelah", [events])
    await created(budi, "milik-budi", [events])
    const made = await create(dewi, "terikat", [events])
    const carried = carriedBy(made)
    const text = Buffer.from(decodeURIComponent(carried).replace(/^.*v1\./, ""), "base64url").toString("latin1")
    assert.notMatch(text, /gpr_|terikat/)
    for (
      const [session, name] of [[again, "terikat"], [budi, "milik-budi"], [dewi, "sebelah"]] as const
    ) {
      const page = await pageOf(await session.get(applicationAt(name, "/sekali"), { cookie: `${session.cookie}; ${carried}` }), 410)
      assert.isUndefined(tokenIn(page))
    }
    assert.isDefined(tokenIn(await shownTo(dewi, made)))
  })

  it("is made once by a form that is sent again, which is told so, not that the name is taken", async () => {
    const { dewi } = at()
    await created(dewi, "dua-klik", [events])
    const twice = textOf(await pageOf(await create(dewi, "dua-klik", [events]), 409))
    assert.include(twice, "Formulir ini sudah dipakai")
    // Another form with the same name is none that was sent before.
    assert.include(textOf(await pageOf(await create(dewi, "dua-klik", [events], { tujuan: "Lain" }), 422)), "Nama ini sudah dipakai")
  })
})

describe("what is carried to the page", () => {
  it.effect("fault-13 is read for a minute and not a millisecond longer", () =>
    Effect.gen(function*() {
      const site = yield* makePortalSite(Effect.fnUntraced(function*(router) {
        yield* portalForm(router, "/portal/buat", "developer", Schema.Struct({}), (visit) =>
          Effect.succeed(
            shownNext(visit, { kind: "secret", application: "peta", clientId: "cli_a", secret: "gps_rahasia", previousUntil: null })
          ))
        yield* portalPage(router, "/portal/lihat", "developer", (visit, request) => {
          const shown = shownIn(visit, request.cookies[onceCookie])
          return Effect.succeed({ title: "Uji", main: html`<p>${shown?.kind === "secret" ? shown.secret : "tidak ada"}</p>` })
        })
      }))
      const { cookie, csrf } = yield* site.begin({})
      const made = yield* site.send("/portal/buat", {
        method: "POST",
        headers: { cookie, origin: site.url },
        body: new URLSearchParams({ csrf })
      })
      const headers = { cookie: `${cookie}; ${carriedBy(made)}` }
      const look = Effect.flatMap(site.send("/portal/lihat", { headers }), (page) => Effect.promise(() => page.text()))
      yield* TestClock.adjust(59_999)
      assert.include(yield* look, "gps_rahasia")
      yield* TestClock.adjust(1)
      assert.include(yield* look, "tidak ada")
    }))
})
