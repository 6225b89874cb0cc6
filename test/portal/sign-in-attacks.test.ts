/**
 * What somebody may try with an answer of the sign-on: each is refused by the portal, nobody is signed in, and a code that
 * must not be used is never sent to the sign-on. The same answer unchanged signs in, so nothing else refused it.
 */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { type Lie, makeLyingSignOn } from "../support/LyingSignOn.ts"
import { startSignOn, Visitor } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const session = "__Host-gapura"
const attempt = "__Host-gapura-masuk"

const city = suite(Effect.gen(function*() {
  const liar = makeLyingSignOn()
  const signOn = yield* startSignOn(liar.make)
  const { gateway } = yield* startCity({ variables: { ...signOn.variables, OIDC_KIND_CLAIM: "account_type" } })
  return { liar, gateway, issuer: signOn.issuer }
}))

beforeEach(() => {
  city().liar.lie = {}
})

interface Begun {
  readonly visitor: Visitor
  /** What the portal asked the sign-on. */
  readonly asked: URLSearchParams
  /** Where the sign-on sends back to. */
  readonly back: URL
}

/** Somebody who comes from the sign-on and has not arrived at the portal yet. */
const begin = async (): Promise<Begun> => {
  const { gateway } = city()
  const visitor = new Visitor()
  const left = await visitor.send(`${gateway.url}/portal/masuk/mulai`)
  const asked = new URL(left.headers.get("location") ?? "")
  const sent = await visitor.send(asked.href)
  return { visitor, asked: asked.searchParams, back: new URL(sent.headers.get("location") ?? "") }
}

const exchanges = () => city().liar.exchanges.length

const refused = async (visitor: Visitor, response: Response): Promise<void> => {
  assert.strictEqual(response.status, 403)
  assert.isUndefined(visitor.cookie(city().gateway.url, session))
  assert.notMatch(response.headers.getSetCookie().join("\n"), /__Host-gapura=[^;]/)
  assert.include(await (await visitor.send(`${city().gateway.url}/portal`)).text(), "/portal/masuk")
}

const signedIn = async (visitor: Visitor, response: Response): Promise<void> => {
  assert.strictEqual(response.status, 303)
  assert.isDefined(visitor.cookie(city().gateway.url, session))
  assert.include(await (await visitor.send(`${city().gateway.url}/portal`)).text(), "Dewi Lestari")
}

type Change = (query: URLSearchParams) => void

describe("fault-107 before a code is used", () => {
  const changes: ReadonlyArray<readonly [what: string, change: Change]> = [
    ["another state", (query) => query.set("state", "x".repeat(43))],
    ["no state", (query) => query.delete("state")],
    ["an empty state", (query) => query.set("state", "")],
    ["its own state and another", (query) => query.append("state", "x".repeat(43))],
    [
      "the state in other letters",
      (query) =>
        query.set(
          "state",
          (query.get("state") ?? "").replace(
            /[a-z]/i,
            (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
          )
        )
    ],
    ["another issuer", (query) => query.set("iss", "https://evil.example")],
    ["the issuer with a slash more", (query) => query.set("iss", `${query.get("iss")}/`)],
    ["no issuer", (query) => query.delete("iss")],
    ["two issuers", (query) => query.append("iss", "https://evil.example")],
    ["no code", (query) => query.delete("code")],
    ["two codes", (query) => query.append("code", "kode-0")]
  ]
  it.each(changes)("an answer with %s is refused, and the sign-on hears nothing of its code", async (_, change) => {
    city().liar.lie = { careless: true }
    const { back, visitor } = await begin()
    const before = exchanges()
    const changed = new URL(back)
    change(changed.searchParams)
    await refused(visitor, await visitor.send(changed.href))
    assert.strictEqual(exchanges(), before)
  })

  it("an answer is the browser's that asked: with another browser's attempt, or none, it is refused unused", async () => {
    const { gateway, liar } = city()
    liar.lie = { careless: true }
    const [victim, attacker] = [await begin(), await begin()]
    const before = exchanges()
    await refused(new Visitor(), await new Visitor().send(victim.back.href))
    await refused(attacker.visitor, await attacker.visitor.send(victim.back.href))
    assert.strictEqual(exchanges(), before)
    assert.isDefined(victim.visitor.cookie(gateway.url, attempt))
    await signedIn(victim.visitor, await victim.visitor.send(victim.back.href))
    assert.strictEqual(exchanges(), before + 1)
  })
})

describe("fault-107 a code", () => {
  it("of somebody else, put into one's own answer, fails by the verifier: the portal sends that of its own attempt (PKCE)", async () => {
    const { liar } = city()
    const [victim, attacker] = [await begin(), await begin()]
    assert.notStrictEqual(victim.asked.get("code_challenge"), attacker.asked.get("code_challenge"))
    const injected = new URL(victim.back)
    injected.searchParams.set("code", attacker.back.searchParams.get("code") ?? "")
    await refused(victim.visitor, await victim.visitor.send(injected.href))
    const { form } = liar.exchanges.at(-1) ?? assert.fail()
    assert.strictEqual(form.get("code"), attacker.back.searchParams.get("code"))
    const verified = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url")
    assert.strictEqual(verified, victim.asked.get("code_challenge"))
    assert.notStrictEqual(verified, attacker.asked.get("code_challenge"))
    await signedIn(attacker.visitor, await attacker.visitor.send(attacker.back.href))
  })

  it("of somebody else is refused by its nonce too, where the sign-on asks for no verifier", async () => {
    const { liar } = city()
    liar.lie = { careless: true }
    const [victim, attacker] = [await begin(), await begin()]
    const injected = new URL(victim.back)
    injected.searchParams.set("code", attacker.back.searchParams.get("code") ?? "")
    const before = exchanges()
    await refused(victim.visitor, await victim.visitor.send(injected.href))
    assert.strictEqual(exchanges(), before + 1)
  })

  it("counts once, though the sign-on would take it again: twenty at once are one sign-in, and none comes after", async () => {
    const { gateway, liar } = city()
    liar.lie = { careless: true }
    const { back, visitor } = await begin()
    const kept = visitor.cookie(gateway.url, attempt) ?? ""
    const before = exchanges()
    const thieves = Array.from({ length: 20 }, () => {
      const thief = new Visitor()
      thief.setCookie(gateway.url, attempt, kept)
      return thief
    })
    const answers = await Promise.all(thieves.map((thief) => thief.send(back.href)))
    assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [303, ...Array.from({ length: 19 }, () => 403)])
    assert.strictEqual(thieves.filter((thief) => thief.cookie(gateway.url, session) !== undefined).length, 1)
    assert.strictEqual(exchanges(), before + 1)
    const late = new Visitor()
    late.setCookie(gateway.url, attempt, kept)
    await refused(late, await late.send(back.href))
    assert.strictEqual(exchanges(), before + 1)
  })

  it("is shown at the right address alone, with the verifier of its challenge and the portal's own return address", async () => {
    const { gateway, liar } = city()
    const { asked, back, visitor } = await begin()
    await signedIn(visitor, await visitor.send(back.href))
    const { form } = liar.exchanges.at(-1) ?? assert.fail()
    assert.strictEqual(createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url"), asked.get("code_challenge"))
    assert.strictEqual(form.get("redirect_uri"), `${gateway.url}/portal/masuk/kembali`)
    assert.strictEqual(form.get("grant_type"), "authorization_code")
  })
})

describe("fault-107 an ID token", () => {
  const lies: ReadonlyArray<readonly [what: string, lie: (begun: Begun, other: Begun) => Lie]> = [
    ["with the nonce of another attempt", (_, other) => ({ claims: { nonce: other.asked.get("nonce") } })],
    ["with no nonce", () => ({ claims: { nonce: undefined } })],
    ["with an empty nonce", () => ({ claims: { nonce: "" } })],
    ["with its nonce among others", (begun) => ({ claims: { nonce: [begun.asked.get("nonce")] } })],
    ["of another issuer", () => ({ claims: { iss: "https://evil.example" } })],
    ["of no issuer", () => ({ claims: { iss: undefined } })],
    ["of the issuer with a slash more", () => ({ claims: { iss: `${city().issuer}/` } })]
  ]
  it.each(lies)("%s lets nobody in; the same without the lie does", async (_, lie) => {
    const [begun, other] = [await begin(), await begin()]
    city().liar.lie = lie(begun, other)
    const before = exchanges()
    await refused(begun.visitor, await begun.visitor.send(begun.back.href))
    assert.strictEqual(exchanges(), before + 1)
    city().liar.lie = {}
    await signedIn(other.visitor, await other.visitor.send(other.back.href))
  })
})
