import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { AggregateEnvelope } from "../../src/domain/Envelope.ts"
import { json } from "../support/AgencyServer.ts"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const city = suite(startCity({ dinkes: { "/faskes/pasien": json({ data: ["pasien"] }), "/faskes/klinik": json({ data: ["klinik"] }) } }))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(AggregateEnvelope))
const events = { alias: "acara", opd: "diskominfo", dataset: "portal-publik", path: "events" }
const klinik = { alias: "klinik", opd: "dinkes", dataset: "faskes", path: "klinik" }
const pasien = { alias: "pasien", opd: "dinkes", dataset: "faskes", path: "pasien" }

const calls = () => city().diskominfo.calls.length + city().dinkes.calls.length

const expectScopeMissing = async (response: Response, scope: string) => {
  quotaOf(response)
  assert.strictEqual(response.headers.get("www-authenticate"), `Bearer realm="gapura", error="insufficient_scope", scope="${scope}"`)
  assert.strictEqual(
    await expectProblem(response, "scope-missing", city().gateway.url),
    `The token does not have the scope \`${scope}\`. `
      + "Add it to your application in the portal, or ask the agency's technical team, then obtain a new token."
  )
}

const expectPrivate = async (response: Response) => {
  quotaOf(response)
  assert.match(await expectProblem(response, "private-endpoint", city().gateway.url), /^This endpoint is private: .*Apply for verification/)
}

/** Entries by alias: `success`, or the code of the problem. */
const entriesOf = async (response: Response): Promise<Readonly<Record<string, string>>> => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  return Object.fromEntries(
    Object.entries(decode(text).data).map(([alias, entry]) => [alias, entry.status === "success" ? "success" : entry.problem.code])
  )
}

describe("the scope", () => {
  it("that a token lacks is named, with how to ask for it, and the agency hears nothing", async () => {
    const token = await city().gateway.token({ scopes: publicScopes.filter((scope) => scope !== "diskominfo-events-get") })
    const before = calls()
    await expectScopeMissing(await city().gateway.get("diskominfo/portal-publik/events", token), "diskominfo-events-get")
    assert.strictEqual(calls(), before)
  })

  it("is compared whole: neither a part, nor a longer one, nor another case, nor `*` opens anything", async () => {
    const scopes = [
      "*",
      "diskominfo-*-get",
      "diskominfo-events",
      "diskominfo-events-get-x",
      "DISKOMINFO-EVENTS-GET",
      "diskominfo-event-get",
      "events-get",
      "diskominfo-events-post",
      "diskominfo-events-head"
    ]
    const token = await city().gateway.token({ scopes })
    await expectScopeMissing(await city().gateway.get("diskominfo/portal-publik/events", token), "diskominfo-events-get")
    await expectScopeMissing(
      await city().gateway.get("diskominfo/portal-publik/events", await city().gateway.token({ scopes: [] })),
      "diskominfo-events-get"
    )
  })

  it("fault-27 of HEAD is that of GET", async () => {
    const url = `${city().gateway.url}/api/v4/gateway/diskominfo/portal-publik/events`
    const without = await city().gateway.token({ scopes: ["dinkes-klinik-get", "diskominfo-events-head"] })
    const withIt = await city().gateway.token({ scopes: ["diskominfo-events-get"] })
    const before = calls()
    assert.strictEqual((await fetch(url, { method: "HEAD", headers: { authorization: `Bearer ${without}` } })).status, 403)
    assert.strictEqual(calls(), before)
    assert.strictEqual((await fetch(url, { method: "HEAD", headers: { authorization: `Bearer ${withIt}` } })).status, 200)
  })

  it("fault-28 is asked of an address that is there; a token meets 404 where nothing is", async () => {
    const token = await city().gateway.token({ scopes: [] })
    for (const path of ["tidak/ada", "diskominfo/portal-publik/tidak-ada", "preset/tidak-ada"]) {
      await expectProblem(await city().gateway.get(path, token), "not-registered", city().gateway.url)
    }
    await expectScopeMissing(await city().gateway.get("diskominfo/portal-publik/agenda-usang", token), "diskominfo-agenda-usang-get")
  })

  it("fault-31 withdrawn from a client is 403 within a second for the tokens it holds", async () => {
    const { gateway } = city()
    const client = await gateway.run(
      Effect.flatMap(Applications, (applications) =>
        applications.createClient({
          name: "klien",
          official: false,
          privateVerified: false,
          scopes: ["diskominfo-events-get", "dinkes-klinik-get"]
        }))
    )
    const granted = await fetch(`${gateway.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: client.clientId,
        client_secret: Redacted.value(client.clientSecret),
        scope: "*"
      })
    })
    const { access_token: token } = Schema.decodeUnknownSync(Schema.Struct({ access_token: Schema.String }))(await granted.json())
    assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200)
    await gateway.run(Effect.flatMap(Applications, (applications) => applications.setScopes(client.clientId, ["dinkes-klinik-get"])))
    await eventually(
      "403 after the withdrawal",
      async () => (await gateway.get("diskominfo/portal-publik/events", token)).status === 403,
      1_000
    )
    await expectScopeMissing(await gateway.get("diskominfo/portal-publik/events", token), "diskominfo-events-get")
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", token)).status, 200)
  })
})

describe("a private endpoint", () => {
  it("fault-28 is 403 for an application that is neither official nor verified, whatever its scopes", async () => {
    const token = await city().gateway.token({ scopes: ["dinkes-pasien-get", ...publicScopes], application: "iseng" })
    const before = calls()
    await expectPrivate(await city().gateway.get("dinkes/faskes/pasien", token))
    await expectPrivate(await city().gateway.get("preset/tertutup", token))
    assert.strictEqual(calls(), before)
  })

  it("opens for an official application and for a verified one, with the scope", async () => {
    const { gateway } = city()
    for (const who of [{ application: "resmi", official: true }, { application: "terverifikasi", private: true }]) {
      assert.strictEqual(
        (await gateway.get("dinkes/faskes/pasien", await gateway.token({ scopes: ["dinkes-pasien-get"], ...who }))).status,
        200
      )
      assert.strictEqual(
        (await gateway.get("preset/tertutup", await gateway.token({ scopes: ["preset-tertutup-get"], ...who }))).status,
        200
      )
      await expectScopeMissing(
        await gateway.get("dinkes/faskes/pasien", await gateway.token({ scopes: publicScopes, ...who })),
        "dinkes-pasien-get"
      )
    }
  })

  it("opens within a second once the application is verified, and no sooner", async () => {
    const { gateway } = city()
    const token = await gateway.token({ scopes: ["dinkes-pasien-get"], application: "menunggu" })
    await expectPrivate(await gateway.get("dinkes/faskes/pasien", token))
    await gateway.run(Effect.flatMap(Applications, (applications) => applications.ensure({ name: "menunggu", privateVerified: true })))
    await eventually("200 after the verification", async () => (await gateway.get("dinkes/faskes/pasien", token)).status === 200, 1_000)
  })
})

describe("aggregates and presets", () => {
  it("fault-30 an aggregate authorises every entry by its own scope and privacy", async () => {
    const { gateway } = city()
    const request = { strategy: "keyed", requests: [events, klinik, pasien, { ...events, alias: "kosong", path: "tidak-ada" }] }
    const one = await gateway.token({ scopes: ["dinkes-klinik-get"] })
    const before = city().diskominfo.calls.length
    assert.deepStrictEqual(await entriesOf(await gateway.aggregate(request, one)), {
      acara: "scope-missing",
      klinik: "success",
      pasien: "scope-missing",
      kosong: "not-registered"
    })
    assert.strictEqual(city().diskominfo.calls.length, before)
    const unverified = await gateway.token({ scopes: ["dinkes-klinik-get", "dinkes-pasien-get"], application: "iseng" })
    assert.deepStrictEqual(await entriesOf(await gateway.aggregate(request, unverified)), {
      acara: "scope-missing",
      klinik: "success",
      pasien: "private-endpoint",
      kosong: "not-registered"
    })
  })

  it("fault-30 an aggregate of refused entries alone is refused itself, with each entry's reason", async () => {
    const token = await city().gateway.token({ scopes: ["preset-ringkasan-kota-get"] })
    const response = await city().gateway.aggregate({ strategy: "keyed", requests: [events, { ...klinik, path: "tidak-ada" }] }, token)
    assert.strictEqual(response.status, 403)
    assert.strictEqual(
      response.headers.get("www-authenticate"),
      "Bearer realm=\"gapura\", error=\"insufficient_scope\", scope=\"diskominfo-events-get\""
    )
    const { code, entries } = Schema.decodeUnknownSync(Schema.Struct({ code: Schema.String, entries: Schema.Unknown }))(
      await response.json()
    )
    assert.strictEqual(code, "scope-missing")
    assert.deepStrictEqual(entries, {
      acara: { httpStatus: 403, code: "scope-missing" },
      klinik: { httpStatus: 404, code: "not-registered" }
    })
  })

  it("fault-30 a preset needs its own scope, whatever its entries' scopes", async () => {
    const token = await city().gateway.token({ scopes: ["diskominfo-events-get", "dinkes-klinik-get"] })
    await expectScopeMissing(await city().gateway.get("preset/ringkasan-kota", token), "preset-ringkasan-kota-get")
  })

  it("fault-30 a preset's scope stands for its entries' scopes, never for private access", async () => {
    const { gateway } = city()
    assert.deepStrictEqual(
      await entriesOf(await gateway.get("preset/ringkasan-kota", await gateway.token({ scopes: ["preset-ringkasan-kota-get"] }))),
      { agenda: "success", klinik: "success" }
    )
    const verified = await gateway.token({ scopes: ["preset-campuran-get"], application: "terverifikasi", private: true })
    const unverified = await gateway.token({ scopes: ["preset-campuran-get"], application: "iseng" })
    for (let round = 0; round < 2; round++) {
      assert.deepStrictEqual(await entriesOf(await gateway.get("preset/campuran", verified)), { klinik: "success", pasien: "success" })
      assert.deepStrictEqual(await entriesOf(await gateway.get("preset/campuran", unverified)), {
        klinik: "success",
        pasien: "private-endpoint"
      })
    }
  })
})
