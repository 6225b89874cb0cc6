/** Operations over HTTP: the live board and its stream, the break-glass actions, who may use them, and their log. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Schema, Scope } from "effect"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { Sessions } from "../../src/portal/Sessions.ts"
import { answer, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { openEvents, type SentEvent } from "../support/EventStream.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const endpoints = [{ path: "isi" }]
const at = suite(Effect.gen(function*() {
  const [opd, lain, rusak] = yield* Effect.all([
    makeAgencyServer({ behaviour: json({ data: [1] }) }),
    makeAgencyServer({ behaviour: json({ data: [2] }) }),
    makeAgencyServer({ behaviour: json({ data: [3] }) })
  ])
  const gateway = yield* startGateway(registryText([
    { slug: "opd", server: opd.url, endpoints: [...endpoints, { path: "baru" }] },
    { slug: "lain", server: lain.url, endpoints: [{ path: "isi", cache: { fresh: "60 seconds" } }] },
    { slug: "rusak", server: rusak.url, endpoints }
  ]))
  return yield* Effect.promise(async () => ({
    gateway,
    opd,
    lain,
    rusak,
    token: await gateway.token({ scopes: "*" }),
    sari: await portalSession(gateway, { account: "sari", name: "Sari", kind: "civil-servant", operator: true }),
    rina: await portalSession(gateway, { account: "rina", kind: "civil-servant", agencies: ["opd"] }),
    dewi: await portalSession(gateway, { account: "dewi" })
  }))
}))

const Board = Schema.fromJsonString(Schema.Struct({
  points: Schema.Array(Schema.Array(Schema.NullOr(Schema.Finite))),
  texts: Schema.Record(Schema.String, Schema.String),
  states: Schema.Record(Schema.String, Schema.String),
  layout: Schema.String
}))
const boardOf = ({ data }: SentEvent) => Schema.decodeUnknownSync(Board)(data)
/** All requests a second that were drawn. */
const requestsOf = (events: ReadonlyArray<SentEvent>): number =>
  events.flatMap((event) => boardOf(event).points).reduce((sum, point) => sum + (point[2] ?? 0), 0)

const stream = (cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  openEvents(`${at().gateway.url}/portal/operasi/alir`, { cookie, ...headers })
const statusOf = async (path: string): Promise<number> => {
  const response = await at().gateway.get(path, at().token)
  await response.arrayBuffer()
  return response.status
}
const ready = async (): Promise<number> => (await fetch(`${at().gateway.managementUrl}/health/ready`)).status
const actions = (filter: Parameters<(typeof ActionLog.Service)["list"]>[0]) =>
  at().gateway.run(Effect.flatMap(ActionLog, (log) => log.list(filter)))
const sure = { reason: "Latihan", confirm: "yes" }

describe("the board", () => {
  it("has its numbers in the page, and its stream tells of calls as they are made", async () => {
    const { sari } = at()
    const live = await stream(sari.cookie)
    assert.strictEqual(live.status, 200)
    assert.strictEqual(live.headers.get("content-type"), "text/event-stream; charset=utf-8")
    assert.strictEqual(live.headers.get("cache-control"), "no-store")
    await live.until("the first event", ({ event }) => event === "board")
    const before = requestsOf(live.events)
    for (let call = 0; call < 6; call++) assert.strictEqual(await statusOf("lain/data/isi"), 200)
    await live.until("the agency's calls", (event) => boardOf(event).texts["agency.lain.calls"] === "6")
    // Rates, whose sum is the count only where every second is one.
    await eventually("the requests are drawn", () => requestsOf(live.events) > before + 1)
    await live.until("its copies", (event) => boardOf(event).texts["copies"] === "83,3%")
    live.close()
    const page = await (await sari.get("/portal/operasi")).text()
    assert.match(page, /data-live="agency.lain.calls">6</)
    assert.include(page, "Papan operasi")
    assert.include(await (await sari.get("/portal/operasi?lang=en")).text(), "Operations board")
  })

  it("sends an event each second, and only the points and texts that are new", async () => {
    const live = await stream(at().sari.cookie)
    await eventually("four events came", () => live.events.length >= 4)
    live.close()
    const [first, ...others] = live.events.map(boardOf)
    assert.isAbove(Object.keys(first?.texts ?? {}).length, 100)
    // On a machine that stood still an event has two; none is ever sent twice or left out.
    const sequences = [first, ...others].flatMap((board) => (board?.points ?? []).map(([sequence]) => sequence ?? 0))
    assert.deepEqual(sequences, sequences.map((_, index) => (sequences[0] ?? 0) + index))
    for (const other of others) {
      assert.isAbove(other.points.length, 0)
      assert.isBelow(other.points.length, 4)
      assert.isBelow(Object.keys(other.texts).length, 60)
    }
    // Two events that a busy machine sends within one second of the day have one time between them.
    const clocks = [first, ...others].flatMap((board) => board?.texts["clock"] ?? [])
    assert.isAtLeast(clocks.length, 2)
    assert.strictEqual(new Set(clocks).size, clocks.length)
  })

  it("shows a board that opens the past at once, and one that comes back only what it missed", async () => {
    await statusOf("lain/data/isi")
    await eventually("it was read", async () => {
      const opened = await stream(at().sari.cookie)
      const first = boardOf(await opened.until("the first event", () => true))
      opened.close()
      return first.points.length > 2 && requestsOf(opened.events) > 0
    })
    const opened = await stream(at().sari.cookie)
    const { id } = await opened.until("the first event", () => true)
    opened.close()
    const back = await stream(at().sari.cookie, { "last-event-id": id })
    const missed = boardOf(await back.until("the first event", () => true))
    back.close()
    assert.deepEqual(missed.points.map(([sequence]) => sequence), missed.points.map((_, index) => Number(id) + 1 + index))
    assert.isBelow(missed.points.length, 5)
    const stale = await stream(at().sari.cookie, { "last-event-id": "99999999" })
    assert.isAbove(boardOf(await stale.until("the first event", () => true)).points.length, 2)
    stale.close()
  })

  it("is told of a circuit that opens within two seconds, and the log has it", async () => {
    const { rusak, sari } = at()
    const live = await stream(sari.cookie)
    await live.until("the first event", () => true)
    await Effect.runPromise(rusak.setBehaviour(answer({ status: 500 })))
    for (let call = 0; call < 5; call++) assert.strictEqual(await statusOf("rusak/data/isi"), 502)
    const told = boardOf(
      await live.until("the circuit's opening", (event) => boardOf(event).texts["agency.rusak.circuit"] === "sirkuit terbuka", 2_000)
    )
    assert.strictEqual(told.states["agency.rusak"], "down")
    assert.match(told.texts["transition.0"] ?? "", /Dinas rusak: terbuka \(otomatis\)/)
    live.close()
    await eventually("it is recorded", async () => (await actions({ agency: "rusak", action: "circuit-opened" })).length === 1)
    assert.deepInclude((await actions({ agency: "rusak" }))[0], { account: "(gateway)", subject: "rusak" })
  })
})

describe("the stream", () => {
  it("ends with the session, and one session has a bounded number", async () => {
    const { gateway } = at()
    const other = await portalSession(gateway, { account: "sari", kind: "civil-servant", operator: true })
    const open = await Promise.all(Array.from({ length: 6 }, () => stream(other.cookie)))
    assert.deepStrictEqual(open.map(({ status }) => status), [200, 200, 200, 200, 200, 200])
    await Promise.all(open.map((one) => one.until("an event", () => true)))
    const seventh = await stream(other.cookie)
    assert.deepStrictEqual([seventh.status, seventh.headers.get("retry-after")], [503, "10"])
    open[0]?.close()
    await eventually("there is room again", async () => {
      const again = await stream(other.cookie)
      again.close()
      return again.status === 200
    })
    const value = other.cookie.slice(other.cookie.indexOf("=") + 1)
    await gateway.run(
      Effect.flatMap(Sessions, (sessions) => Effect.flatMap(sessions.find(value), (session) => sessions.end(session?.id ?? "")))
    )
    await eventually("all are over", () => open.every(({ isOver }) => isOver()), 5_000)
    assert.strictEqual((await stream(other.cookie)).status, 401)
  })
})

describe("a shutdown", () => {
  it("ends open streams at once, so that nothing waits for them", async () => {
    const scope = Scope.makeUnsafe()
    const gateway = await Effect.runPromise(
      startGateway(registryText([{ slug: "opd", server: at().opd.url, endpoints }])).pipe(
        Scope.provide(scope),
        Effect.provide(Logger.layer([]))
      )
    )
    const operator = await portalSession(gateway, { account: "sari", kind: "civil-servant", operator: true })
    const live = await openEvents(`${gateway.url}/portal/operasi/alir`, { cookie: operator.cookie })
    await live.until("an event", () => true)
    const begun = performance.now()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    // What does not end is cut after twenty seconds.
    assert.isBelow(performance.now() - begun, 15_000)
    assert.isTrue(live.isOver())
  })
})

describe("who is no operator", () => {
  const pages = [
    "",
    "/sirkuit/opd",
    "/token",
    "/token/cabut?token=tok_x",
    "/sesi",
    "/sesi/akhiri?akun=sari",
    "/aplikasi",
    "/pengembang",
    "/alihkan",
    "/tindakan",
    "/pemberitahuan"
  ]
  it.each(["dewi", "rina"] as const)("%s is refused every page, form and the stream", async (name) => {
    const somebody = at()[name]
    for (const page of pages) assert.strictEqual((await somebody.get(`/portal/operasi${page}`)).status, 403, page)
    for (const form of ["/sirkuit/opd", "/token", "/token/cabut", "/sesi/akhiri", "/alihkan"]) {
      assert.strictEqual(
        (await somebody.post(`/portal/operasi${form}`, { ...sure, deed: "open", ends: "0", token: "tok_x", account: "sari" })).status,
        403,
        form
      )
    }
    assert.strictEqual((await stream(somebody.cookie)).status, 403)
  })

  it("a stranger is led to the sign-in, and gets no stream", async () => {
    for (const page of pages) assert.strictEqual((await at().gateway.get(`/portal/operasi${page}`)).status, 303, page)
    assert.strictEqual((await stream("")).status, 401)
  })
})

describe("a circuit in an operator's hand", () => {
  it("held open, its agency is not called; released, it is; both are in the log with who and why", async () => {
    const { opd, sari } = at()
    assert.strictEqual(await statusOf("opd/data/isi"), 200)
    const done = await sari.post("/portal/operasi/sirkuit/opd", { ...sure, deed: "open", ends: "60" })
    assert.deepStrictEqual([done.status, done.headers.get("location")], [303, "/portal/operasi/sirkuit/opd?selesai="])
    const calls = opd.calls.length
    assert.strictEqual((await at().gateway.get("opd/data/isi", at().token)).headers.get("x-cache"), "STALE-CIRCUIT")
    const refused = await at().gateway.get("opd/data/baru", at().token)
    const problem: unknown = await refused.json()
    assert.deepInclude(problem, { status: 503, code: "circuit-open" })
    assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/)
    assert.strictEqual(opd.calls.length, calls)
    assert.match(await (await sari.get("/portal/operasi/sirkuit/opd")).text(), /ditahan terbuka oleh sari[^<]*sampai[^<]*<br>“Latihan”/)
    assert.strictEqual(
      (await sari.post("/portal/operasi/sirkuit/opd", { ...sure, deed: "release", ends: "0", reason: "Kata siti@mail.id sudah pulih" }))
        .status,
      303
    )
    assert.strictEqual(await statusOf("opd/data/isi"), 200)
    const again = await sari.post("/portal/operasi/sirkuit/opd", { ...sure, deed: "release", ends: "0" })
    assert.strictEqual(again.status, 422)
    assert.include(await again.text(), "Sirkuit ini tidak ditahan.")
    const mine = await actions({ agency: "opd", account: "sari" })
    assert.deepStrictEqual(mine.map(({ action, detail }) => [action, detail["reason"]]), [[
      "circuit-released",
      "Kata s***@mail.id sudah pulih"
    ], ["circuit-held-open", "Latihan"]])
    assert.match(mine[1]?.detail["until"] ?? "", /^\d{4}-.*Z$/)
    await eventually(
      "the changes are recorded too",
      async () => (await actions({ agency: "opd", account: "(gateway)" })).some(({ detail }) => detail["by"] === "operator")
    )
  })

  it("held closed, its agency is called however often it fails", async () => {
    const { rusak, sari } = at()
    await Effect.runPromise(rusak.setBehaviour(answer({ status: 500 })))
    assert.strictEqual((await sari.post("/portal/operasi/sirkuit/rusak", { ...sure, deed: "closed", ends: "0" })).status, 303)
    const calls = rusak.calls.length
    for (let call = 0; call < 12; call++) assert.strictEqual(await statusOf("rusak/data/isi"), 502)
    assert.strictEqual(rusak.calls.length, calls + 12)
    await eventually("the board says so", async () => (await (await sari.get("/portal/operasi?lang=en")).text()).includes("held closed"))
    await sari.post("/portal/operasi/sirkuit/rusak", { ...sure, deed: "release", ends: "0" })
  })

  it("wants a reason, a confirmation and one of three deeds, from a page of its own", async () => {
    const { sari } = at()
    const page = "/portal/operasi/sirkuit/lain"
    const before = (await actions({})).length
    for (
      const [fields, fault] of [
        [{ ...sure, reason: " ", deed: "open", ends: "0" }, "Tulis alasannya"],
        [{ reason: "Latihan", deed: "open", ends: "0" }, "Centang untuk memastikan."],
        [{ ...sure, ends: "0" }, "Pilih salah satu."],
        [{ ...sure, deed: "open", ends: "99" }, "Nilai ini tidak dapat dipakai."]
      ] as const
    ) {
      const refused = await sari.post(page, fields)
      assert.strictEqual(refused.status, 422)
      assert.include(await refused.text(), fault)
    }
    assert.strictEqual((await sari.post(page, { ...sure, deed: "open", ends: "0" }, { origin: "https://jahat.example" })).status, 403)
    assert.strictEqual((await sari.post("/portal/operasi/sirkuit/tidak-ada", { ...sure, deed: "open", ends: "0" })).status, 404)
    assert.strictEqual((await sari.get("/portal/operasi/sirkuit/tidak-ada")).status, 404)
    assert.strictEqual(await statusOf("lain/data/isi"), 200)
    assert.strictEqual((await actions({})).length, before)
  })
})

describe("a token in an operator's hand", () => {
  it("is revoked by its id or by itself, and refused within a second", async () => {
    const { gateway, sari } = at()
    const [one, other] = [
      await gateway.token({ scopes: "*", application: "satu" }),
      await gateway.token({ scopes: "*", application: "dua" })
    ]
    const tokens = await gateway.run(Effect.flatMap(TokenStore, (store) => store.list))
    const id = tokens.find(({ application }) => application === "satu")?.tokenId ?? ""
    for (const [named, token] of [[id, one], [other, other]] as const) {
      assert.strictEqual((await gateway.get("lain/data/isi", token)).status, 200)
      const found = await sari.post("/portal/operasi/token", { cari: named })
      // What was looked for is in no address where it is a token, and an id leads to the list.
      assert.notInclude(found.headers.get("location") ?? "", "gpr_")
      const [row = ""] = /<a href="[^"]*token=tok_[^"]*"/.exec(await (await sari.get(`/portal/operasi/token?cari=${id}`)).text()) ?? []
      const asking = named === id ? /href="([^"]*)"/.exec(row)?.[1] ?? "" : found.headers.get("location") ?? ""
      const page = await (await sari.get(asking)).text()
      const tokenId = /name="token" value="(tok_[^"]*)"/.exec(page)?.[1] ?? ""
      assert.include(page, named === id ? "satu" : "dua")
      assert.notInclude(page, other)
      assert.strictEqual((await sari.post("/portal/operasi/token/cabut", { ...sure, token: tokenId })).status, 303)
      await eventually("it is refused", async () => (await gateway.get("lain/data/isi", token)).status === 401, 1_000)
    }
    const again = await sari.post("/portal/operasi/token/cabut", { ...sure, token: id })
    assert.strictEqual(again.status, 422)
    assert.include(await again.text(), "Tidak ada token yang berlaku")
    const recorded = await actions({ action: "token-revoked" })
    assert.deepStrictEqual(recorded.map(({ account, detail }) => [account, detail]), [["sari", { reason: "Latihan" }], ["sari", {
      reason: "Latihan"
    }]])
    assert.strictEqual(recorded[1]?.subject, id)
    assert.notInclude(JSON.stringify(recorded), other)
    assert.strictEqual((await sari.get(`/portal/operasi/token/cabut?token=${id}`)).status, 404)
    const unknown = await sari.post("/portal/operasi/token", { cari: other })
    assert.strictEqual(unknown.status, 422)
    assert.notInclude(await unknown.text(), other)
  })
})

describe("somebody's sessions in an operator's hand", () => {
  it("end within a second, their streams too, with who did it and why; others go on", async () => {
    const { gateway, sari } = at()
    const [one, other] = await Promise.all(
      [1, 2].map(() => portalSession(gateway, { account: "tono", kind: "civil-servant", agencies: ["opd"], operator: true }))
    )
    assert(one !== undefined && other !== undefined)
    const live = await stream(one.cookie)
    await live.until("an event", () => true)
    assert.strictEqual((await other.get("/portal/opd/opd")).status, 200)
    assert.strictEqual((await sari.post("/portal/operasi/sesi/akhiri", { ...sure, account: "tono" })).status, 303)
    await eventually("the stream is over", live.isOver, 1_000)
    for (const session of [one, other]) assert.strictEqual((await session.get("/portal/opd/opd")).status, 303)
    assert.strictEqual((await sari.get("/portal/operasi")).status, 200)
    const [action] = await actions({ action: "sessions-ended" })
    assert.deepInclude(action, { account: "sari", subject: "tono", detail: { reason: "Latihan", sessions: "2" } })
    const again = await sari.post("/portal/operasi/sesi/akhiri", { ...sure, account: "tono" })
    assert.strictEqual(again.status, 422)
    assert.include(await again.text(), "Akun ini tidak sedang masuk.")
    assert.strictEqual((await sari.post("/portal/operasi/sesi/akhiri", { account: "tono", reason: "Latihan" })).status, 422)
  })
})

describe("the drain", () => {
  it("turns readiness to 503 while requests are answered, and is undone; the board and the log tell", async () => {
    const { sari } = at()
    assert.strictEqual(await ready(), 200)
    const live = await stream(sari.cookie)
    assert.strictEqual((await sari.post("/portal/operasi/alihkan", { ...sure, deed: "hold" })).status, 303)
    assert.strictEqual(await ready(), 503)
    const served = await at().gateway.get("lain/data/isi", at().token)
    assert.deepStrictEqual([served.status, served.headers.get("connection")], [200, "close"])
    const turnedAway = await live.until("the board says so", (event) => boardOf(event).texts["readiness"] === "Lalu lintas dialihkan")
    const twice = await sari.post("/portal/operasi/alihkan", { ...sure, deed: "hold" })
    assert.strictEqual(twice.status, 422)
    assert.strictEqual((await sari.post("/portal/operasi/alihkan", { ...sure, deed: "resume" })).status, 303)
    assert.strictEqual(await ready(), 200)
    await live.until(
      "the board says that too",
      (event) => boardOf(event).texts["readiness"] === "Menerima lalu lintas" && Number(event.id) > Number(turnedAway.id)
    )
    assert.isFalse(live.isOver())
    live.close()
    assert.deepStrictEqual((await actions({ limit: 2 })).map(({ account, action }) => [account, action]), [
      ["sari", "traffic-taken-again"],
      ["sari", "traffic-turned-away"]
    ])
  })
})

describe("the action log's page", () => {
  it("shows what was done, by account, action and agency, page by page", async () => {
    const { gateway, sari } = at()
    await gateway.run(
      Effect.flatMap(ActionLog, (log) =>
        Effect.forEach(Array.from({ length: 60 }), (_, index) =>
          log.record({
            account: "budi",
            action: "limit-changed",
            agency: "lain",
            subject: `batas-${index}`,
            detail: { note: "<b>tebal</b>" }
          })))
    )
    const rows = async (path: string): Promise<ReadonlyArray<string>> =>
      [...(await (await sari.get(path)).text()).matchAll(/<td[^>]*>(batas-\d+)<\/td>/g)].map(([, subject = ""]) => subject)
    const first = await (await sari.get("/portal/operasi/tindakan?akun=budi&opd=lain&tindakan=limit-changed")).text()
    assert.include(first, "&lt;b&gt;tebal&lt;/b&gt;")
    const next = /href="(\/portal\/operasi\/tindakan\?[^"]*sebelum=\d+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? ""
    assert.lengthOf(await rows("/portal/operasi/tindakan?akun=budi"), 50)
    assert.deepStrictEqual(await rows(next), Array.from({ length: 10 }, (_, index) => `batas-${9 - index}`))
    assert.deepStrictEqual(await rows("/portal/operasi/tindakan?akun=tidak-ada"), [])
    assert.include(await (await sari.get("/portal/operasi/tindakan?sebelum=kemarin")).text(), "Urutan halaman ini tidak dikenal")
  })
})
