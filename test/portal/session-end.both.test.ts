/** A form that is sent after its session's end: the sign-in says why, and what was typed comes back to the same person alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Sessions } from "../../src/portal/Sessions.ts"
import { hiddenIn, pageOf, textOf } from "../support/DeveloperPortal.ts"
import { startSignOn, Visitor } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const city = suite(
  Effect.gen(function*() {
    const signOn = yield* startSignOn()
    return yield* startCity({ variables: signOn.variables })
  })
)

const formPath = "/portal/aplikasi/baru"
const keptCookie = "__Host-gapura-isian"
const minute = 60_000

/** Moves what is written down of all sessions into the past. */
const pass = (millis: number, isUsed = false): Promise<unknown> =>
  city().gateway.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.orDie(sql`UPDATE sessions SET signed_in_at = signed_in_at - ${millis}, expires_at = expires_at - ${millis},
      seen_at = seen_at - ${isUsed ? 0 : millis}`))
  )

const endAll = (account: string): Promise<number> => city().gateway.run(Effect.flatMap(Sessions, (sessions) => sessions.endAll(account)))

const typed = { nama: "Peta pasar rakyat", tujuan: "Menampilkan \"pasar\" & jam bukanya", cakupan: "diskominfo-events-get" }

interface Waiting {
  readonly visitor: Visitor
  readonly url: string
  readonly csrf: string
}

const open = async (account: string, language: "id" | "en" = "id"): Promise<Waiting> => {
  const { url } = city().gateway
  const visitor = new Visitor()
  await visitor.send(await visitor.chooseAt(url, account))
  const page = await pageOf(await visitor.send(`${url}${formPath}?lang=${language}`))
  return { visitor, url, csrf: hiddenIn(page, "csrf") }
}

const send = ({ csrf, url, visitor }: Waiting, path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  visitor.send(`${url}${path}`, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) })

const signInPage = async ({ visitor }: Waiting, sent: Response): Promise<string> => {
  assert.strictEqual(sent.status, 303)
  assert.match(sent.headers.get("location") ?? "", /^\/portal\/masuk\?next=%2Fportal%2Faplikasi%2Fbaru&sebab=/)
  return textOf(await pageOf(await visitor.follow(sent)))
}

describe("a form that is sent after its session's end", () => {
  it.each(
    [
      ["id", "tidak dipakai selama 30 menit", "isiannya tidak hilang", "tetapi belum dikirim"],
      ["en", "was not used for 30 minutes", "what you typed is not lost", "it has not been sent"]
    ] as const
  )("is kept, and comes back unsent after the sign-in (%s)", async (language, why, kept, unsent) => {
    const waiting = await open("dewi", language)
    const mine = { ...typed, nama: `Peta pasar (${language})` }
    const { url, visitor } = waiting
    await pass(31 * minute)
    const sent = await send(waiting, `${formPath}?lang=${language}`, { ...mine, aksi: "simpan" })
    const page = await signInPage(waiting, sent)
    assert.include(page, why)
    assert.include(page, kept)
    assert.notInclude(decodeURIComponent(visitor.cookie(url, keptCookie) ?? "Peta"), "Peta")
    const arrived = await visitor.send(await visitor.chooseAt(url, "dewi", `${formPath}?lang=${language}`))
    assert.strictEqual(arrived.headers.get("location"), `/portal/masuk/lanjut?lang=${language}`)
    const resume = await pageOf(await visitor.follow(arrived))
    const csrf = hiddenIn(resume, "csrf")
    const action = /action="([^"]*baru[^"]*)"/.exec(resume)?.[1] ?? assert.fail("no form")
    const other = language === "id" ? "en" : "id"
    const translated = await pageOf(
      await send({ ...waiting, csrf }, action.replace(`lang=${language}`, `lang=${other}`), { lanjutkan: "1" })
    )
    assert.include(translated, `value="${mine.nama}"`)
    const back = await pageOf(await send({ ...waiting, csrf }, action, { lanjutkan: "1" }))
    assert.include(back, `value="${mine.nama}"`)
    assert.include(textOf(back), typed.tujuan)
    assert.match(back, /value="diskominfo-events-get" checked/)
    assert.include(textOf(back), unsent)
    assert.notInclude(textOf(await pageOf(await visitor.send(`${url}/portal/aplikasi`))), mine.nama)
    const invalid = await send({ ...waiting, csrf }, formPath, { ...mine, nama: "", aksi: "simpan" })
    assert.strictEqual(invalid.status, 422)
    assert.isDefined(visitor.cookie(url, keptCookie))
    const done = await send({ ...waiting, csrf }, formPath, { ...mine, aksi: "simpan" })
    assert.strictEqual(done.status, 303)
    assert.isUndefined(visitor.cookie(url, keptCookie))
    const again = await send({ ...waiting, csrf }, formPath, { lanjutkan: "1" })
    assert.strictEqual(again.headers.get("location"), "/portal")
  })

  it("is lost to another person who signs in there", async () => {
    const waiting = await open("dewi")
    const { url, visitor } = waiting
    await pass(31 * minute)
    await signInPage(waiting, await send(waiting, formPath, typed))
    const cookie = visitor.cookie(url, keptCookie) ?? ""
    const arrived = await visitor.send(await visitor.chooseAt(url, "sari", formPath))
    assert.strictEqual(arrived.headers.get("location"), formPath)
    assert.isUndefined(visitor.cookie(url, keptCookie))
    visitor.setCookie(url, keptCookie, cookie)
    const csrf = hiddenIn(await pageOf(await visitor.send(`${url}${formPath}`)), "csrf")
    const tried = await send({ ...waiting, csrf }, formPath, { lanjutkan: "1" })
    assert.strictEqual(tried.headers.get("location"), "/portal")
    assert.strictEqual((await visitor.send(`${url}/portal/masuk/lanjut`)).headers.get("location"), "/portal")
  })

  it("is told why: signed out by an operator, and after 8 hours; a page is told too", async () => {
    const signedOut = await open("dewi")
    assert.isAtLeast(await endAll("dewi"), 1)
    assert.strictEqual(await endAll("dewi"), 0)
    assert.include(await signInPage(signedOut, await send(signedOut, formPath, typed)), "Operator gerbang mengakhiri sesi Anda")
    const old = await open("dewi")
    await pass(8 * 60 * minute, true)
    assert.include(await signInPage(old, await send(old, formPath, typed)), "paling lama 8 jam")
    const page = await old.visitor.send(`${old.url}${formPath}?cari=a`)
    assert.strictEqual(page.headers.get("location"), `/portal/masuk?next=${encodeURIComponent(`${formPath}?cari=a`)}&sebab=habis`)
    assert.notInclude(textOf(await pageOf(await old.visitor.follow(page))), "isian")
  })

  it("is kept whole however long a form may be", async () => {
    const waiting = await open("dewi")
    const { url, visitor } = waiting
    await pass(31 * minute)
    const long = Array.from({ length: 9_000 }, (_, index) => (index * 2_654_435_761 % 4_294_967_296).toString(36)).join("").slice(0, 60_000)
    assert.include(await signInPage(waiting, await send(waiting, formPath, { ...typed, tujuan: long })), "isiannya tidak hilang")
    assert.isBelow(visitor.cookie(url, keptCookie)?.length ?? 4_096, 64)
    const resume = await pageOf(await visitor.follow(await visitor.send(await visitor.chooseAt(url, "dewi", formPath))))
    const back = await pageOf(await send({ ...waiting, csrf: hiddenIn(resume, "csrf") }, formPath, { lanjutkan: "1" }))
    assert.include(back, long)
  })

  it("is not kept where the session has not given it out, nor where it is too long", async () => {
    const waiting = await open("dewi")
    const { url, visitor } = waiting
    await pass(31 * minute)
    const forged = await send({ ...waiting, csrf: "x" }, formPath, typed)
    assert.notInclude(await signInPage(waiting, forged), "isian")
    assert.isUndefined(visitor.cookie(url, keptCookie))
    const long = "x".repeat(65_536)
    assert.include(await signInPage(waiting, await send(waiting, formPath, { ...typed, tujuan: long })), "terlalu panjang untuk disimpan")
    assert.isUndefined(visitor.cookie(url, keptCookie))
  })
})
