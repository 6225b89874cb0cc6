/** Signing in with the city's sign-on, through real HTTP on both sides. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { startSignOn, Visitor } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const logs: Array<string> = []
const city = suite(
  Effect.gen(function*() {
    const signOn = yield* startSignOn()
    const { gateway } = yield* startCity({ variables: signOn.variables })
    return { signOn, gateway }
  }),
  logs
)

const session = "__Host-gapura"
const attempt = "__Host-gapura-masuk"

const developer = (account: string) =>
  city().gateway.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => Effect.orDie(sql`SELECT name, kind, disabled_at FROM developers WHERE account = ${account}`)
    )
  )

describe("signing in", () => {
  it.each([["dewi", "Dewi Lestari", "pengembang"], ["sari", "Sari Wulandari", "aparatur sipil negara"], [
    "bima",
    "Bima Prakoso",
    "aparatur sipil negara, operator"
  ]])("lets %s in, by name and role, and leaves the attempt behind", async (account, name, roles) => {
    const { gateway } = city()
    const visitor = new Visitor()
    const arrived = await visitor.send(await visitor.chooseAt(gateway.url, account))
    assert.strictEqual(arrived.status, 303)
    assert.strictEqual(arrived.headers.get("location"), "/portal")
    assert.strictEqual(arrived.headers.get("cache-control"), "no-store")
    assert.match(arrived.headers.getSetCookie().join("\n"), /^__Host-gapura=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/m)
    assert.isUndefined(visitor.cookie(gateway.url, attempt))
    const home = await (await visitor.follow(arrived)).text()
    assert.include(home, name)
    assert.include(home, `(${roles})`)
  })

  it("registers a developer the first time, and keeps the name as the sign-on has it", async () => {
    const { gateway } = city()
    await gateway.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`UPDATE developers SET name = 'Nama Lama' WHERE account = 'dewi'`))
    )
    const visitor = new Visitor()
    await visitor.send(await visitor.chooseAt(gateway.url, "dewi"))
    assert.deepStrictEqual((await developer("dewi")).map((row) => ({ ...row })), [{
      name: "Dewi Lestari",
      kind: "developer",
      disabled_at: null
    }])
  })

  it("is written into the log of actions", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    await visitor.send(await visitor.chooseAt(gateway.url, "bima"))
    const [action] = await gateway.run(Effect.flatMap(ActionLog, ({ list }) => list({ account: "bima", limit: 1 })))
    assert.strictEqual(action?.action, "signed-in")
  })

  it("leads to where one wanted to go, in the language that was chosen", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const arrived = await visitor.send(await visitor.chooseAt(gateway.url, "dewi", "/v4/gateway?q=agenda&lang=en"))
    assert.strictEqual(arrived.headers.get("location"), "/v4/gateway?q=agenda&lang=en")
  })

  it("works however long the address is that one comes from: no browser keeps a cookie above 4 KiB", async () => {
    const { gateway } = city()
    for (const length of [1_000, 8_000]) {
      const visitor = new Visitor()
      const next = `/v4/gateway?q=${"a".repeat(length)}`
      const arrived = await visitor.send(await visitor.chooseAt(gateway.url, "dewi", next))
      assert.strictEqual(arrived.headers.get("location"), length === 1_000 ? next : "/portal")
      const begun = await new Visitor().send(`${gateway.url}/portal/masuk/mulai?next=${encodeURIComponent(next)}`)
      assert.isBelow(begun.headers.getSetCookie().join().length, 4_000)
    }
  })

  it.each(["//evil.example", "https://evil.example/", "/\\evil.example", "/.//evil.example", "javascript:alert(1)"])(
    "fault-105 never leads to %s",
    async (next) => {
      const { gateway } = city()
      const visitor = new Visitor()
      const page = await (await visitor.send(`${gateway.url}/portal/masuk?next=${encodeURIComponent(next)}`)).text()
      assert.include(page, `href="${gateway.url}/portal/masuk/mulai?next=%2Fportal"`)
      const arrived = await visitor.send(await visitor.chooseAt(gateway.url, "dewi", next))
      assert.strictEqual(arrived.headers.get("location"), "/portal")
      const known = await visitor.send(`${gateway.url}/portal/masuk?next=${encodeURIComponent(next)}`)
      assert.strictEqual(known.headers.get("location"), "/portal")
    }
  )

  it("fault-104 gives a cookie of its own whatever the browser came with, and ends that session", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    visitor.setCookie(gateway.url, session, "A".repeat(43))
    await visitor.send(await visitor.chooseAt(gateway.url, "dewi"))
    const first = visitor.cookie(gateway.url, session)
    assert.notStrictEqual(first, "A".repeat(43))
    await visitor.send(await visitor.chooseAt(gateway.url, "sari"))
    const second = visitor.cookie(gateway.url, session)
    assert.notStrictEqual(second, first)
    const old = new Visitor()
    old.setCookie(gateway.url, session, first ?? "")
    assert.notInclude(await (await old.send(`${gateway.url}/portal`)).text(), "Dewi Lestari")
  })

  it("asks the sign-on with PKCE (S256), a state and a nonce, each time others", async () => {
    const { gateway } = city()
    const asked = await Promise.all([1, 2].map(async () => {
      const response = await new Visitor().send(`${gateway.url}/portal/masuk/mulai`)
      assert.strictEqual(response.status, 303)
      return new URL(response.headers.get("location") ?? "").searchParams
    }))
    for (const name of ["state", "nonce", "code_challenge"]) {
      assert.match(asked[0]?.get(name) ?? "", /^[A-Za-z0-9_-]{43}$/)
      assert.notStrictEqual(asked[0]?.get(name), asked[1]?.get(name))
    }
    assert.strictEqual(asked[0]?.get("code_challenge_method"), "S256")
    assert.strictEqual(asked[0]?.get("redirect_uri"), `${gateway.url}/portal/masuk/kembali`)
    assert.strictEqual(asked[0]?.get("scope"), "openid profile")
  })
})

describe("fault-107 an answer of the sign-on", () => {
  const refused = async (response: Response, words: string): Promise<void> => {
    assert.strictEqual(response.status, 403)
    assert.include(await response.text(), words)
    assert.notMatch(response.headers.getSetCookie().join("\n"), /__Host-gapura=[A-Za-z0-9]/)
  }

  it("counts once: the same code and the same attempt are nobody's the second time", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const back = await visitor.chooseAt(gateway.url, "dewi")
    const kept = visitor.cookie(gateway.url, attempt) ?? ""
    assert.strictEqual((await visitor.send(back)).status, 303)
    const thief = new Visitor()
    thief.setCookie(gateway.url, attempt, kept)
    await refused(await thief.send(back), "sudah tidak berlaku")
  })

  it("counts in the browser alone that asked for it", async () => {
    const { gateway } = city()
    const back = await new Visitor().chooseAt(gateway.url, "dewi")
    await refused(await new Visitor().send(back), "sudah tidak berlaku")
    const other = new Visitor()
    await other.send(`${gateway.url}/portal/masuk/mulai`)
    await refused(await other.send(back), "Proses masuk gagal")
  })

  it("is remembered among the latest ten thousand: a flood of them does not fill the database", async () => {
    const { gateway } = city()
    const remembered = () => gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT finished_at FROM sign_ins`)))
    await gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(sql`INSERT INTO sign_ins (state_hash, finished_at)
      WITH RECURSIVE flood(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM flood WHERE n < 12000)
      SELECT CAST(n AS TEXT), ${Date.now()} + n - 12000 FROM flood`)))
    const visitor = new Visitor()
    const back = await visitor.chooseAt(gateway.url, "dewi")
    const kept = visitor.cookie(gateway.url, attempt) ?? ""
    assert.strictEqual((await visitor.send(back)).status, 303)
    assert.isAtMost((await remembered()).length, 10_000)
    const thief = new Visitor()
    thief.setCookie(gateway.url, attempt, kept)
    await refused(await thief.send(back), "sudah tidak berlaku")
  })

  it.each([
    ["without a state", (query: URLSearchParams) => query.delete("state")],
    ["with another state", (query: URLSearchParams) => query.set("state", "x".repeat(43))],
    ["with two states", (query: URLSearchParams) => query.append("state", "x")],
    ["of another issuer", (query: URLSearchParams) => query.set("iss", "https://evil.example")],
    ["without its issuer", (query: URLSearchParams) => query.delete("iss")],
    ["with another code", (query: URLSearchParams) => query.set("code", "x".repeat(43))],
    ["without a code", (query: URLSearchParams) => query.delete("code")]
  ])("is not believed %s", async (_, change) => {
    const { gateway } = city()
    const visitor = new Visitor()
    const back = new URL(await visitor.chooseAt(gateway.url, "dewi"))
    change(back.searchParams)
    await refused(await visitor.send(back.href), "Proses masuk gagal")
  })

  it("is not believed with an attempt that this gateway did not seal", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const back = await visitor.chooseAt(gateway.url, "dewi")
    const kept = visitor.cookie(gateway.url, attempt) ?? ""
    for (const changed of [kept.replace(/^./, (first) => first === "A" ? "B" : "A"), kept.slice(0, -2), "", "x", kept + kept]) {
      const other = new Visitor()
      other.setCookie(gateway.url, attempt, changed)
      await refused(await other.send(back), "sudah tidak berlaku")
    }
    assert.strictEqual((await visitor.send(back)).status, 303)
  })

  it("may be that somebody turned back", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const back = new URL(await visitor.chooseAt(gateway.url, "dewi"))
    back.searchParams.delete("code")
    back.searchParams.set("error", "access_denied")
    await refused(await visitor.send(back.href), "Anda membatalkan proses masuk")
  })
})

describe("who may not enter", () => {
  it("a citizen is told so, kindly, and is not registered", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const response = await visitor.send(await visitor.chooseAt(gateway.url, "warga"))
    assert.strictEqual(response.status, 403)
    const text = await response.text()
    assert.include(text, "hanya untuk akun pengembang dan akun aparatur sipil negara")
    const another = /href="([^"]+)"[^>]*>Masuk dengan akun lain</.exec(text)?.[1] ?? ""
    const asked = async (path: string) =>
      new URL((await visitor.send(`${gateway.url}${path}`)).headers.get("location") ?? "").searchParams.get("prompt")
    // Otherwise the sign-on, which knows this person now, would send the same account back for ever.
    assert.strictEqual(await asked(another), "login")
    assert.isNull(await asked("/portal/masuk/mulai"))
    assert.isUndefined(visitor.cookie(gateway.url, session))
    assert.deepStrictEqual(await developer("warga"), [])
  })

  it("somebody disabled is out at once, and cannot come back", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    await visitor.send(await visitor.chooseAt(gateway.url, "sari"))
    const disable = (at: number | null) =>
      gateway.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`UPDATE developers SET disabled_at = ${at} WHERE account = 'sari'`))
      )
    await disable(1)
    assert.notInclude(await (await visitor.send(`${gateway.url}/portal`)).text(), "Sari Wulandari")
    const again = await visitor.send(await visitor.chooseAt(gateway.url, "sari"))
    assert.strictEqual(again.status, 403)
    assert.include(await again.text(), "dinonaktifkan")
    await disable(null)
  })
})

describe("while the sign-on is away", () => {
  it("nobody new can sign in and a page says so, without a word of the inside; who is in stays in", async () => {
    const { gateway, signOn } = city()
    const visitor = new Visitor()
    await visitor.send(await visitor.chooseAt(gateway.url, "dewi"))
    const other = new Visitor()
    const back = await other.chooseAt(gateway.url, "dewi")
    await signOn.away()
    const response = await other.send(back)
    assert.strictEqual(response.status, 503)
    assert.strictEqual(response.headers.get("retry-after"), "30")
    const text = await response.text()
    assert.include(text, "Layanan login kota tidak dapat dihubungi")
    for (const word of ["ECONNREFUSED", "fetch", signOn.issuer, "Error"]) assert.notInclude(text, word)
    assert.include(await (await visitor.send(`${gateway.url}/portal`)).text(), "Dewi Lestari")
    await signOn.back()
    assert.strictEqual((await other.send(await other.chooseAt(gateway.url, "dewi"))).status, 303)
  })
})

describe("the log", () => {
  it("holds no code, no secret, no cookie and no attempt", async () => {
    const { gateway, signOn } = city()
    const visitor = new Visitor()
    const back = new URL(await visitor.chooseAt(gateway.url, "dewi"))
    const kept = visitor.cookie(gateway.url, attempt) ?? ""
    await visitor.send(back.href)
    const text = logs.join("\n")
    assert.include(text, "a sign-in was refused")
    for (
      const secret of [
        back.searchParams.get("code") ?? "",
        kept,
        visitor.cookie(gateway.url, session) ?? "",
        signOn.variables["OIDC_CLIENT_SECRET"] ?? "",
        signOn.variables["SESSION_SECRET"] ?? ""
      ]
    ) {
      assert.isAbove(secret.length, 10)
      assert.notInclude(text, secret)
    }
  })
})
