/** What the public status says of an incident's cause, through the front door: how an agency failed, or who stopped it. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { AgencyReport, CityStatus } from "../../src/api/StatusApi.ts"
import { type Behaviour, faults, json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
const failing: Readonly<Record<string, Behaviour>> = { diam: "refuse", galat: status(500), lambat: faults.hang }

const at = suite(Effect.gen(function*() {
  const servers = new Map<string, Effect.Success<ReturnType<typeof makeAgencyServer>>>()
  for (const slug of [...Object.keys(failing), "sehat", "rawat", "sakit"]) {
    servers.set(slug, yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) }))
  }
  const time = yield* makeAheadClock
  const gateway = yield* startGateway(
    registryText([...servers].map(([slug, { url }]) => ({
      slug,
      server: url,
      ...slug === "lambat" ? { timeout: "200 millis", deadline: "400 millis" } : {},
      breaker: { open: "1 hour" },
      endpoints: [{ path: "isi" }, { path: "baru" }]
    }))),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  return yield* Effect.promise(async () => ({
    gateway,
    servers,
    time,
    token: await gateway.token({ scopes: "*" }),
    sari: await portalSession(gateway, { account: "sari", kind: "civil-servant", operator: true })
  }))
}))

const decodeCity = Schema.decodeUnknownSync(Schema.fromJsonString(CityStatus), { onExcessProperty: "error" })
const decodeAgency = Schema.decodeUnknownSync(Schema.fromJsonString(AgencyReport), { onExcessProperty: "error" })
const read = async (path: string, accept = "application/json") =>
  (await fetch(`${at().gateway.url}${path}`, { headers: { accept } })).text()
const agency = async (slug: string) => decodeAgency(await read(`/portal/status/${slug}`))
const statusOf = async (path: string): Promise<number> => {
  const response = await at().gateway.get(path, at().token)
  await response.arrayBuffer()
  return response.status
}
const behave = (slug: string, behaviour: Behaviour) => Effect.runPromise(at().servers.get(slug)?.setBehaviour(behaviour) ?? Effect.void)
/** Pages are kept for some seconds, and counts written once a minute. */
const later = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  eventually(what, () => {
    at().time.pass(5_000)
    return holds()
  })
const hold = (slug: string, fields: Readonly<Record<string, string>>) =>
  at().sari.post(`/portal/operasi/sirkuit/${slug}`, { reason: "Latihan internal", confirm: "yes", deed: "open", ends: "0", ...fields })
const shown = async (slug: string) => (await agency(slug)).incidents.map(({ cause, endedAt, reason }) => [cause, reason, endedAt === null])

describe("an incident of an agency", () => {
  it.each([
    ["diam", "no-answer", "Perangkat daerah tidak menjawab.", "The agency did not answer."],
    ["galat", "errors", "Perangkat daerah menjawab dengan kesalahan.", "The agency answered with errors."],
    ["lambat", "slow", "Perangkat daerah terlalu lama menjawab.", "The agency took too long."]
  ])("%s is told with its cause", async (slug, cause, indonesian, english) => {
    await behave(slug, failing[slug] ?? "refuse")
    for (let call = 0; call < 5; call++) assert.isAtLeast(await statusOf(`${slug}/data/isi`), 502)
    await later("the incident", async () => (await agency(slug)).incidents.length === 1)
    assert.deepStrictEqual(await shown(slug), [[cause, null, true]])
    assert.include(await read(`/portal/status/${slug}`, browser), indonesian)
    assert.include(await read(`/portal/status/${slug}?lang=en`, browser), english)
  })
})

describe("an agency that an operator stopped", () => {
  it("is not blamed: its page says who did it and the public reason alone, and no refusal or copy speaks against it", async () => {
    assert.strictEqual(await statusOf("sehat/data/isi"), 200)
    assert.strictEqual((await hold("sehat", { publicReason: "Pindah server sampai sore." })).status, 303)
    assert.strictEqual(await statusOf("sehat/data/isi"), 200)
    for (let call = 0; call < 20; call++) assert.strictEqual(await statusOf("sehat/data/baru"), 503)
    await later("the incident", async () => (await agency("sehat")).incidents.length === 1)
    const report = await agency("sehat")
    assert.deepStrictEqual(await shown("sehat"), [["operator", "Pindah server sampai sore.", true]])
    assert.deepInclude(report.agency.windows["24h"], { answers: 1, failures: 0, stale: 0, availability: 1 })
    const page = await read("/portal/status/sehat", browser)
    assert.include(page, "Dihentikan sementara oleh pengelola gerbang.")
    assert.include(page, "Pindah server sampai sore.")
    assert.notInclude(page, "Latihan internal")
    assert.notInclude(page, "perangkat daerah tidak menjawab")
    assert.notInclude(page, "sari")
    assert.include(await read("/portal/status/sehat?lang=en", browser), "Stopped for a while by the gateway’s operators.")
    const city = decodeCity(await read("/portal/status"))
    assert.strictEqual(city.incidents.find((one) => one.agency === "sehat")?.cause, "operator")
  })

  it("answers again once it is released, and the incident is over", async () => {
    assert.strictEqual((await hold("sehat", { deed: "release" })).status, 303)
    assert.strictEqual(await statusOf("sehat/data/baru"), 200)
    await later("its end", async () => (await agency("sehat")).incidents[0]?.endedAt !== null)
    assert.deepStrictEqual(await shown("sehat"), [["operator", "Pindah server sampai sore.", false]])
    assert.deepInclude((await agency("sehat")).incidents[0], { stale: 1, failed: 20 })
    assert.include(await read("/portal/status/sehat", browser), "1 permintaan dijawab dengan salinan, 20 tidak terjawab.")
    assert.strictEqual((await agency("sehat")).agency.windows["24h"].availability, 1)
  })

  it("may be stopped for the gateway's own maintenance, without a reason", async () => {
    assert.strictEqual((await hold("rawat", { publicCause: "maintenance" })).status, 303)
    await later("the incident", async () => (await agency("rawat")).incidents.length === 1)
    assert.deepStrictEqual(await shown("rawat"), [["maintenance", null, true]])
    assert.include(await read("/portal/status/rawat", browser), "Dalam pemeliharaan.")
  })

  it("and had failed before has two incidents: its own ends where the operator's begins", async () => {
    await behave("sakit", status(500))
    for (let call = 0; call < 5; call++) assert.strictEqual(await statusOf("sakit/data/isi"), 502)
    await later("its own", async () => (await agency("sakit")).incidents.length === 1)
    assert.strictEqual((await hold("sakit", {})).status, 303)
    await later("both", async () => (await agency("sakit")).incidents.length === 2)
    assert.deepStrictEqual(await shown("sakit"), [["operator", null, true], ["errors", null, false]])
    await hold("sakit", { deed: "release" })
    assert.strictEqual(await statusOf("sakit/data/isi"), 502)
    await later(
      "its own again",
      async () => (await shown("sakit")).filter(([, , lasts]) => lasts === true).every(([cause]) => cause === "errors")
    )
  })
})

describe("a public reason", () => {
  it("is kept as the detectors leave it, is shown as text, and is at most 200 letters", async () => {
    await hold("rawat", { publicReason: "<b>Hubungi siti@mail.id</b>" })
    await later("the reason", async () => (await agency("rawat")).incidents.some(({ reason }) => reason !== null))
    const page = await read("/portal/status/rawat", browser)
    assert.include(page, "&lt;b&gt;Hubungi s***@mail.id&lt;/b&gt;")
    assert.strictEqual((await hold("rawat", { publicReason: "a".repeat(201) })).status, 422)
  })
})
