/** Notices that leave the portal: a real mail server, a real receiver of webhooks, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { NoticeRhythm } from "../../src/watch/NoticeWatch.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startDesk } from "../support/Desk.ts"
import { hiddenIn, pageOf, textOf } from "../support/DeveloperPortal.ts"
import { makeHookReceiver } from "../support/HookReceiver.ts"
import { mailPassword, mailUser, makeMailServer } from "../support/MailServer.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { eventually, pause, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const kiriman = "/portal/pemberitahuan/kiriman"
const minute = 60_000
const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const mail = yield* makeMailServer()
    const hook = yield* makeHookReceiver
    const ahead = yield* makeAheadClock
    const desk = yield* startDesk({
      variables: {
        SMTP_URL: `smtp://${mailUser}:${encodeURIComponent(mailPassword)}@127.0.0.1:${mail.port}`,
        SMTP_FROM: "gapura@kota.example",
        WEBHOOK_ADDRESSES: "127.0.0.1/32"
      }
    }).pipe(
      Effect.provideService(Clock.Clock, ahead.clock),
      Effect.provideService(NoticeRhythm, { deeds: "50 millis", times: "50 millis" })
    )
    return { ...desk, mail, hook, ahead }
  }),
  logs
)

const page = async (who: PortalSession, query = "") => textOf(await pageOf(await who.get(`${kiriman}${query}`)))
const save = (who: PortalSession, channel: "surel" | "webhook", value: string, untuk = "saya") =>
  who.post(`${kiriman}/${channel}`, { untuk, [channel]: value })
/** Saves a webhook. @returns its secret, as it is shown once */
const saved = async (who: PortalSession, url: string, untuk = "saya"): Promise<string> =>
  /whsec_[A-Za-z0-9+/=]+/.exec(await pageOf(await save(who, "webhook", url, untuk)))?.[0] ?? assert.fail("no secret was shown")
const letters = (words: string) => at().mail.letters.filter(({ text }) => text.includes(words))
const deliveries = () =>
  at().gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT attempts, next_at FROM notice_deliveries`)))

describe("a mail address", () => {
  it("gets nothing but the question whether it is right, until its link was opened and its button pressed, once", async () => {
    const { ask, dewi, gateway, mail } = at()
    assert.strictEqual((await save(dewi, "surel", "klinik@dinkes.example", "desk:dinkes")).status, 303)
    await eventually("a letter", () => mail.letters.length > 0)
    const [letter] = mail.letters
    assert.deepStrictEqual(letter?.to, ["klinik@dinkes.example"])
    const code = /kode=([A-Za-z0-9_-]{32})/.exec(letter?.text ?? "")?.[1] ?? assert.fail("no code")
    assert.include(await page(dewi, "?untuk=desk:dinkes"), "Menunggu konfirmasi")
    await ask()
    await pause(3_000)
    assert.lengthOf(mail.letters, 1)
    // Only a hash of the code is kept.
    assert.notInclude(await everythingOf(gateway.dataDir), code)

    // Looking at the link confirms nothing: mailboxes do.
    const confirmPath = "/portal/pemberitahuan/sahkan"
    assert.include(hiddenIn(await pageOf(await gateway.get(`${confirmPath}?kode=${code}`)), "kode"), code)
    const confirm = (kode: string) =>
      fetch(`${gateway.url}${confirmPath}`, {
        method: "POST",
        headers: { origin: gateway.url },
        body: new URLSearchParams({ kode })
      })
    await pageOf(await confirm("x".repeat(32)), 410)
    await pageOf(await confirm(code))
    await pageOf(await confirm(code), 410)
    assert.include(await page(dewi, "?untuk=desk:dinkes"), "Aktif")

    const request = await ask({ application: "peta-dua" })
    await eventually("the notice", () => letters("Permohonan akses baru").length > 0)
    const [told] = letters("Permohonan akses baru")
    assert.include(told?.text ?? "", `/portal/opd/dinkes/permintaan/${request}`)
    assert.include(told?.text ?? "", "From: gapura <gapura@kota.example>")
    await pause(2_500)
    assert.lengthOf(letters("Permohonan akses baru"), 1)
  })

  it("has no room for a second address or a header, and is asked about once in ten minutes", async () => {
    const { budi, mail } = at()
    const before = mail.letters.length
    for (const bad of ["a@b.example,c@d.example", "a@b.example\r\nBcc: c@d.example", "A <a@b.example>", "a@b", "a b@c.example"]) {
      assert.strictEqual((await save(budi, "surel", bad)).status, 422, bad)
    }
    assert.strictEqual((await save(budi, "surel", "budi@contoh.example")).status, 303)
    assert.strictEqual((await save(budi, "surel", "korban@contoh.example")).status, 422)
    assert.strictEqual((await budi.post(`${kiriman}/hapus`, { untuk: "saya", kanal: "mail" })).status, 303)
    assert.strictEqual((await save(budi, "surel", "korban@contoh.example")).status, 422)
    await pause(2_500)
    assert.isAtMost(mail.letters.length, before + 1)
    assert.lengthOf(mail.letters.filter(({ to }) => to.includes("korban@contoh.example")), 0)
  })

  it("is its owner's and its desk's alone", async () => {
    const { dewi, joko } = at()
    assert.strictEqual((await joko.get(`${kiriman}?untuk=desk:dinkes`)).status, 404)
    assert.strictEqual((await save(joko, "surel", "joko@contoh.example", "desk:dinkes")).status, 404)
    assert.strictEqual((await save(dewi, "webhook", "https://contoh.example/", "operators")).status, 404)
  })
})

describe("a webhook", () => {
  it("is called with what a receiver of Standard Webhooks can verify, and with nobody's name", async () => {
    const { budi, dewi, ask, hook } = at()
    const secret = await saved(budi, `${hook.url}/kabar`)
    assert.notInclude(await page(budi), secret)
    const request = await ask({ application: "peta-tiga" })
    await pageOf(await dewi.post(`/portal/opd/dinkes/permintaan/${request}/setuju`))
    await eventually("a call", () => hook.calls.length > 0)
    const [call] = hook.calls
    const headers = Object.fromEntries(
      ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(call?.headers[name])])
    )
    const verified = new Webhook(secret).verify(call?.body ?? "", headers)
    assert.deepInclude(verified, { type: "request-decided" })
    assert.include(call?.body ?? "", "peta-tiga")
    assert.notInclude(call?.body ?? "", "Dewi")
    assert.throws(() => new Webhook(secret).verify(`${call?.body} `, headers))
    // A person understands it too, and gets to the page that it is about.
    assert.include(call?.body ?? "", `"title":"Permohonan disetujui"`)
    assert.match(call?.body ?? "", /"url":"http:\/\/[^"]+\/portal\/aplikasi\/[^"]+permohonan\?lang=id"/)
  })

  it("is called to try it, at the press of a button and once a minute, and times in it have one form", async () => {
    const { budi, gateway, hook } = at()
    const press = () => budi.post(`${kiriman}/percobaan`, { untuk: "saya" })
    assert.include(await page(budi), "Kirim percobaan")
    hook.calls.length = 0
    assert.strictEqual((await press()).status, 303)
    assert.strictEqual((await press()).status, 303)
    await eventually("the call", () => hook.calls.length > 0)
    assert.include(hook.calls[0]?.body ?? "", `"type":"delivery-tried"`)
    await pause(2_500)
    assert.isAtMost(hook.calls.length, 2)
    hook.calls.length = 0
    await gateway.token({ scopes: ["dinkes-klinik-get"], application: "peta-tiga", lifetimeMillis: 30 * 86_400_000 })
    await gateway.run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const now = yield* Clock.currentTimeMillis
        yield* sql`UPDATE tokens SET issued_at = ${now - 23 * 86_400_000 - 60_000}, expires_at = ${now + 7 * 86_400_000 - 60_000}
          WHERE application = 'peta-tiga'`
      }).pipe(Effect.orDie)
    )
    await eventually("the token's end", () => hook.calls.some(({ body }) => body.includes(`"type":"token-ending"`)))
    assert.match(hook.calls.map(({ body }) => body).join(), /"until":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  })

  it("is tried again under the same id, later each time, and after ten times no more, which its owner reads", async () => {
    const { ahead, ask, dewi, gateway, hook } = at()
    hook.status = 302
    hook.calls.length = 0
    const request = await ask({ application: "peta-empat" })
    await pageOf(await dewi.post(`/portal/opd/dinkes/permintaan/${request}/setuju`))
    await eventually("the first attempt", () => hook.calls.length === 1)
    await pause(2_500)
    // Nothing before its time, nor where a redirect leads.
    assert.lengthOf(hook.calls, 1)
    for (const [index, minutes] of [1, 5, 15, 30, 60, 120, 240, 360, 600].entries()) {
      await eventually("it is put off", async () => (await deliveries()).length === 1)
      await pause(100)
      ahead.pass(minutes * minute)
      await eventually(`attempt ${index + 2}`, () => hook.calls.length === index + 2)
    }
    assert.lengthOf(new Set(hook.calls.map(({ headers }) => headers["webhook-id"])), 1)
    assert.lengthOf(new Set(hook.calls.map(({ headers }) => headers["webhook-signature"])), 10)
    assert.isTrue(hook.calls.every(({ path }) => path === "/kabar"))
    await eventually("it is stopped", async () => (await deliveries()).length === 0)
    hook.status = 204
    // A day has passed, and the session with it.
    const again = await portalSession(gateway, { account: "budi" })
    await eventually(
      "its owner reads so",
      async () => textOf(await pageOf(await again.get("/portal/pemberitahuan"))).includes("Pengiriman dihentikan")
    )
    assert.include(await page(again), "Dihentikan setelah berulang kali gagal")
  })

  it("leads to no address inside, however it is written, and to none without TLS", async () => {
    const dewi = await portalSession(at().gateway, { account: "dewi", kind: "civil-servant", agencies: ["dinkes"] })
    for (
      const bad of [
        "http://contoh.example/",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://127.0.0.2/",
        "https://user:pass@contoh.example/",
        "ftp://contoh.example/",
        "https://0x7f.2/",
        "file:///etc/passwd"
      ]
    ) {
      assert.strictEqual((await save(dewi, "webhook", bad, "desk:dinkes")).status, 422, bad)
    }
  })

  it("leaves no address of anybody in the log", () => {
    const text = logs.join("\n")
    assert.include(text, "a notice could not be delivered")
    for (const secret of ["dinkes.example", "contoh.example", "/kabar", "whsec_", mailPassword]) assert.notInclude(text, secret)
  })
})
