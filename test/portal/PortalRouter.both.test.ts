/** What holds for every page and every form of the portal, whoever declares it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { request } from "node:http"
import { html } from "../../src/pages/Html.ts"
import { errorSummary, formStart, Many, textField } from "../../src/portal/Form.ts"
import { FormRefused } from "../../src/portal/PortalError.ts"
import { redirect } from "../../src/portal/PortalPage.ts"
import { agencyOf, portalForm, portalPage } from "../../src/portal/PortalRouter.ts"
import type { Visit } from "../../src/portal/Visit.ts"
import { makePortalSite } from "../support/PortalSite.ts"

const hello = (visit: Visit) =>
  Effect.succeed({
    title: "Uji",
    main: html`<h1>Halo</h1>${errorSummary(visit)}${formStart(visit, "/portal/uji/formulir")}${
      textField(visit, { name: "nama", label: "Nama" })
    }</form>`
  })
const Sent = Schema.Struct({ nama: Schema.String.check(Schema.isNonEmpty()), pilihan: Many })

const site = makePortalSite((router) =>
  Effect.gen(function*() {
    yield* portalPage(router, "/portal/uji/umum", "anyone", hello)
    yield* portalPage(router, "/portal/uji/masuk", "signed-in", hello)
    yield* portalPage(router, "/portal/uji/pengembang", "developer", hello)
    yield* portalPage(router, "/portal/uji/opd/:opd", "civil-servant", (visit) =>
      Effect.flatMap(agencyOf(visit, visit.params["opd"]), () =>
        hello(visit)))
    yield* portalPage(router, "/portal/uji/operator", "operator", hello)
    const sql = yield* SqlClient.SqlClient
    yield* portalPage(router, "/portal/uji/cari", "operator", (visit) =>
      Effect.andThen(Effect.orDie(sql`SELECT name FROM sessions WHERE account = ${visit.query.get("account") ?? ""}`), hello(visit)))
    yield* portalPage(router, "/portal/uji/rusak", "anyone", () =>
      Effect.die(new Error("rahasia dalam")))
    yield* portalPage(router, "/portal/uji/formulir", "signed-in", hello)
    yield* portalPage(router, "/portal/uji/pergi", "anyone", () =>
      Effect.succeed(redirect("//evil.example/x" as "/x")))
    yield* portalForm(router, "/portal/uji/formulir", "signed-in", Sent, (visit, sent) =>
      sent.nama === "terpakai"
        ? Effect.fail(new FormRefused({ faults: [{ field: "nama", message: "Nama ini sudah dipakai." }] }))
        : Effect.succeed({ title: "Terkirim", main: html`<h1>${sent.nama}: ${sent.pilihan.join("+")}, ${visit.session.account}</h1>` }), {
      again: hello,
      messages: { nama: { id: "Isi nama.", en: "Enter a name." } }
    })
  })
)

const form = (fields: ReadonlyArray<readonly [string, string]>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields.map(([name, value]) => [name, value]))
})
const textOf = (response: Response) => Effect.promise(() => response.text())

describe("who comes without a session", () => {
  it.effect("sees public pages, and is led to the sign-in from all others, with the way back", () =>
    Effect.gen(function*() {
      const { send } = yield* site
      assert.strictEqual((yield* send("/portal/uji/umum")).status, 200)
      for (const path of ["masuk", "pengembang", "opd/dlh", "operator"]) {
        const response = yield* send(`/portal/uji/${path}?a=1&b=%2F`)
        assert.strictEqual(response.status, 303, path)
        assert.strictEqual(response.headers.get("location"), `/portal/masuk?next=${encodeURIComponent(`/portal/uji/${path}?a=1&b=%2F`)}`)
        assert.strictEqual(response.headers.get("cache-control"), "no-store")
      }
    }))

  it.effect("a made-up cookie is nobody's", () =>
    Effect.gen(function*() {
      const { begin, send } = yield* site
      const { cookie } = yield* begin({})
      for (
        const value of [
          "",
          "x",
          `${cookie}x`,
          cookie.replace(/.$/, (last) => last === "A" ? "B" : "A"),
          `__Host-gapura=${"A".repeat(43)}`
        ]
      ) {
        assert.strictEqual((yield* send("/portal/uji/masuk", { headers: { cookie: value } })).status, 303, value)
      }
    }))
})

describe("roles", () => {
  it.effect("open their own pages and no others", () =>
    Effect.gen(function*() {
      const { begin, send } = yield* site
      const people = {
        developer: { kind: "developer" },
        servant: { kind: "civil-servant", agencies: ["dlh", "dinkes"] },
        operator: { kind: "civil-servant", operator: true }
      } as const
      const expected = {
        developer: { masuk: 200, pengembang: 200, "opd/dlh": 403, "opd/dpupr": 403, operator: 403 },
        servant: { masuk: 200, pengembang: 200, "opd/dlh": 200, "opd/dpupr": 404, operator: 403 },
        operator: { masuk: 200, pengembang: 200, "opd/dlh": 200, "opd/dpupr": 200, operator: 200 }
      } as const
      for (const who of ["developer", "servant", "operator"] as const) {
        const { cookie } = yield* begin(people[who])
        for (const [path, status] of Object.entries(expected[who])) {
          assert.strictEqual((yield* send(`/portal/uji/${path}`, { headers: { cookie } })).status, status, `${who} ${path}`)
        }
      }
    }))
})

describe("a form", () => {
  const fields = (csrf: string) => [["csrf", csrf], ["nama", "Pasar"], ["pilihan", "a"], ["pilihan", "b"]] as const

  it.effect("arrives with all its values when its page sent it", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({})
      const page = yield* Effect.flatMap(send("/portal/uji/formulir", { headers: { cookie } }), textOf)
      assert.include(page, `name="csrf" value="${csrf}"`)
      const response = yield* send("/portal/uji/formulir", { ...form(fields(csrf)), headers: { cookie, origin: url } })
      assert.include(yield* textOf(response), "<h1>Pasar: a+b, dewi</h1>")
      const quiet = yield* send("/portal/uji/formulir", { ...form(fields(csrf)), headers: { cookie, "sec-fetch-site": "same-origin" } })
      assert.strictEqual(quiet.status, 200)
    }))

  it.effect("fault-102 that another origin sent, or without this session's token, is refused with 403", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({})
      const other = yield* begin({ account: "mallory" })
      const tries: ReadonlyArray<readonly [token: string | undefined, headers: Record<string, string>]> = [
        [csrf, { cookie, origin: "https://evil.example" }],
        [csrf, { cookie, origin: "null" }],
        [csrf, { cookie, origin: url.replace("127.0.0.1", "localhost") }],
        [csrf, { cookie, "sec-fetch-site": "cross-site" }],
        [csrf, { cookie, "sec-fetch-site": "same-site" }],
        [csrf, { cookie }],
        [undefined, { cookie, origin: url }],
        ["", { cookie, origin: url }],
        [other.csrf, { cookie, origin: url }],
        [other.csrf, { cookie, origin: "https://evil.example" }]
      ]
      for (const [token, headers] of tries) {
        const sent = fields(token ?? "").filter(([name]) => token !== undefined || name !== "csrf")
        const response = yield* send("/portal/uji/formulir", { ...form(sent), headers })
        assert.strictEqual(response.status, 403, JSON.stringify(headers))
        assert.notInclude(yield* textOf(response), "Pasar")
      }
    }))

  it.effect("that does not fit comes back with what was typed and what is wrong, at each field and above", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({})
      const empty = yield* send("/portal/uji/formulir", { ...form([["csrf", csrf], ["nama", ""]]), headers: { cookie, origin: url } })
      assert.strictEqual(empty.status, 422)
      const text = yield* textOf(empty)
      assert.include(text, "<title>Kesalahan: Uji – gapura</title>")
      assert.include(text, "<a href=\"#nama\">Nama: Isi nama.</a>")
      assert.include(text, "aria-describedby=\"nama-fault\" aria-invalid=\"true\"")
      const taken = yield* Effect.flatMap(
        send("/portal/uji/formulir?lang=en", { ...form([["csrf", csrf], ["nama", "terpakai"]]), headers: { cookie, origin: url } }),
        textOf
      )
      assert.include(taken, "Nama ini sudah dipakai.")
      assert.include(taken, "value=\"terpakai\"")
      assert.include(taken, "There is a problem")
    }))

  it.effect("fault-103 naughty strings come back as text, never as markup", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({ name: "<script>alert(1)</script>" })
      const naughty = "\"><img src=x onerror=alert(1)>'</textarea><!--"
      const text = yield* Effect.flatMap(
        send("/portal/uji/formulir", { ...form([["csrf", csrf], ["nama", naughty]]), headers: { cookie, origin: url } }),
        textOf
      )
      assert.notInclude(text, "<img")
      assert.notInclude(text, "<script>")
      assert.include(text, "&lt;img src=x onerror=alert(1)&gt;")
    }))

  it.effect("that is too large, or of another type, is not read", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({})
      const large = yield* send("/portal/uji/formulir", {
        ...form([["csrf", csrf], ["nama", "x".repeat(70_000)]]),
        headers: { cookie, origin: url }
      })
      assert.strictEqual(large.status, 400)
      const json = yield* send("/portal/uji/formulir", {
        method: "POST",
        body: JSON.stringify({ csrf, nama: "Pasar" }),
        headers: { cookie, origin: url, "content-type": "application/json" }
      })
      assert.strictEqual(json.status, 400)
    }))

  it.effect("with as many names as fit into one keeps nobody waiting", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({})
      const many = Array.from({ length: 16_000 }, (_, index) => index.toString(36)).join("&")
      const before = process.cpuUsage()
      const sent = yield* send("/portal/uji/formulir", {
        method: "POST",
        body: `csrf=${csrf}&nama=Pasar&pilihan=a&pilihan=b&${many}`,
        headers: { cookie, origin: url, "content-type": "application/x-www-form-urlencoded" }
      })
      assert.include(yield* textOf(sent), "<h1>Pasar: a+b, dewi</h1>")
      // Of the processor's time: the machine may be busy with others.
      assert.isBelow(process.cpuUsage(before).user / 1_000, 250)
    }))

  it.effect("without a session leads to the sign-in and back to the form's page", () =>
    Effect.gen(function*() {
      const { send, url } = yield* site
      const response = yield* send("/portal/uji/formulir", { ...form(fields("x")), headers: { origin: url } })
      assert.strictEqual(response.status, 303)
      assert.strictEqual(response.headers.get("location"), "/portal/masuk?next=%2Fportal%2Fuji%2Fformulir")
    }))
})

describe("a session", () => {
  it.effect("ends 30 minutes after its last use, and 8 hours after it began however much it is used", () =>
    Effect.gen(function*() {
      const { begin, send, sql } = yield* site
      const status = (cookie: string) => Effect.map(send("/portal/uji/masuk", { headers: { cookie } }), (response) => response.status)
      // Moving what is written down into the past is time going by, without eight hours of the database's own timers.
      const pass = (millis: number) =>
        Effect.orDie(
          sql`UPDATE sessions
            SET signed_in_at = signed_in_at - ${millis}, seen_at = seen_at - ${millis}, expires_at = expires_at - ${millis}`
        )
      const minute = 60_000
      const idle = yield* begin({})
      for (const minutes of [29, 29]) {
        yield* pass(minutes * minute)
        assert.strictEqual(yield* status(idle.cookie), 200)
      }
      yield* pass(30 * minute)
      assert.strictEqual(yield* status(idle.cookie), 303)
      const busy = yield* begin({})
      for (let used = 1; used < 20; used++) {
        yield* pass(24 * minute)
        assert.strictEqual(yield* status(busy.cookie), 200)
      }
      yield* pass(24 * minute - 1)
      assert.strictEqual(yield* status(busy.cookie), 200)
      yield* pass(1)
      assert.strictEqual(yield* status(busy.cookie), 303)
    }))

  it.effect("fault-104 a new sign-in has a new cookie, and ends the session that the browser came with", () =>
    Effect.gen(function*() {
      const { begin, send, sessions } = yield* site
      const first = yield* begin({})
      const second = yield* sessions.begin({ account: "dewi", name: "Dewi", kind: "developer", agencies: [], operator: false }, first.id)
      assert.notStrictEqual(second.session.id, first.id)
      assert.notStrictEqual(second.session.csrf, first.csrf)
      assert.strictEqual((yield* send("/portal/uji/masuk", { headers: { cookie: first.cookie } })).status, 303)
    }))
})

describe("every answer", () => {
  it.effect("fault-106 can neither be framed nor kept, and runs no script", () =>
    Effect.gen(function*() {
      const { begin, send } = yield* site
      const { cookie } = yield* begin({})
      for (const path of ["umum", "masuk", "operator", "rusak", "tidak-ada"]) {
        const { headers } = yield* send(`/portal/uji/${path}`, { headers: { cookie } })
        assert.strictEqual(headers.get("x-frame-options"), "DENY")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        assert.isNull(headers.get("access-control-allow-origin"))
        const policy = headers.get("content-security-policy") ?? ""
        for (
          const rule of [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'"
          ]
        ) assert.include(policy, rule)
        assert.notInclude(policy, "script-src")
        assert.notInclude(policy, "unsafe")
      }
    }))

  it.effect("is a page, with the right status, and nothing of the inside", () =>
    Effect.gen(function*() {
      const { send } = yield* site
      const broken = yield* send("/portal/uji/rusak?lang=en")
      assert.strictEqual(broken.status, 500)
      const text = yield* textOf(broken)
      assert.include(text, "Something went wrong")
      assert.notInclude(text, "rahasia dalam")
      const missing = yield* send("/portal/uji/tidak-ada")
      assert.strictEqual(missing.status, 404)
      assert.include(yield* textOf(missing), "Halaman tidak ditemukan")
      const method = yield* send("/portal/uji/umum", { method: "DELETE" })
      assert.strictEqual(method.status, 405)
      assert.strictEqual(method.headers.get("allow"), "GET, HEAD, OPTIONS")
      const both = yield* send("/portal/uji/formulir", { method: "OPTIONS" })
      assert.strictEqual(both.headers.get("allow"), "GET, POST, HEAD, OPTIONS")
      const head = yield* send("/portal/uji/umum", { method: "HEAD" })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(yield* textOf(head), "")
    }))

  it.effect("is a 503 page while the sessions cannot be read, for whoever has one", () =>
    Effect.gen(function*() {
      const { begin, send, sql } = yield* site
      const { cookie } = yield* begin({})
      yield* Effect.orDie(sql`ALTER TABLE sessions RENAME TO sessions_away`)
      const away = yield* send("/portal/uji/masuk", { headers: { cookie } })
      assert.strictEqual(away.status, 503)
      const text = yield* textOf(away)
      assert.include(text, "Portal tidak dapat melayani saat ini")
      assert.notInclude(text, "sessions")
      assert.strictEqual((yield* send("/portal/uji/umum")).status, 200)
      yield* Effect.orDie(sql`ALTER TABLE sessions_away RENAME TO sessions`)
      assert.strictEqual((yield* send("/portal/uji/masuk", { headers: { cookie } })).status, 200)
    }))

  it.effect("to an address or a form with a NUL is a refusal, and no failure of the database", () =>
    Effect.gen(function*() {
      const { begin, send, url } = yield* site
      const { cookie, csrf } = yield* begin({ kind: "civil-servant", operator: true })
      for (const path of ["/portal/uji/cari?account=%00", "/portal/uji/opd/a%00b", "/portal/uji/umum?%00=1"]) {
        assert.strictEqual((yield* send(path, { headers: { cookie } })).status, 404, path)
      }
      assert.strictEqual((yield* send("/portal/uji/cari?account=dewi", { headers: { cookie } })).status, 200)
      const sent = yield* send("/portal/uji/formulir", { ...form([["csrf", csrf], ["nama", "a\0b"]]), headers: { cookie, origin: url } })
      assert.strictEqual(sent.status, 400)
    }))

  it.effect("fault-105 has no link out of here, however its address is written", () =>
    Effect.gen(function*() {
      const { url } = yield* site
      for (
        const target of [
          "/portal/..//evil.example",
          "/portal/x/..\\..\\/evil.example/a",
          "/portal/%2e%2e//evil.example",
          "/portal/..///evil.example"
        ]
      ) {
        // `fetch` would tidy the address up.
        const text = yield* Effect.promise(() =>
          new Promise<string>((resolve, reject) => {
            request(url, { path: target }, (response) =>
              response.setEncoding("utf8").toArray().then((parts) => resolve(parts.join("")), reject)).on("error", reject).end()
          })
        )
        assert.include(text, "Halaman tidak ditemukan", target)
        for (const [, address = ""] of text.matchAll(/href="([^"]*)"/g)) {
          assert.strictEqual(new URL(address, "https://kota.example/portal").origin, "https://kota.example", `${target} ${address}`)
        }
      }
    }))

  it.effect("fault-105 that leads elsewhere stays here", () =>
    Effect.gen(function*() {
      const { send } = yield* site
      assert.strictEqual((yield* send("/portal/uji/pergi")).headers.get("location"), "/portal")
    }))
})
