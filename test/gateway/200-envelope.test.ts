import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { answer, json, sequence, status } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { publicScopes } from "../support/Registries.ts"
import { agencySecret, startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const nik = "3174010101900001"
const shownNik = "3174************"
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const logs: Array<string> = []

const events = {
  data: [{ id: 1, judul: "Pasar seni" }],
  total: 42,
  sumber: { halaman: 3 },
  version: "9.9",
  agency: "palsu",
  dataset: "palsu",
  preset: "palsu",
  generatedAt: "palsu",
  masked: -1,
  status: "palsu",
  message: "palsu",
  meta: { version: "9.9", agency: "palsu", total: -1, urutan: "naik" }
}
const foreignHeaders = {
  "set-cookie": "sesi=1",
  server: "Apache/2.2.3",
  "x-powered-by": "PHP/5.3",
  "access-control-allow-origin": "https://agency.example",
  "access-control-allow-credentials": "true",
  "strict-transport-security": "max-age=1",
  "x-cache": "HIT",
  authorization: "Bearer balik",
  "x-internal-host": "db01.internal"
}

const city = suite(
  Effect.gen(function*() {
    const time = yield* makeJumpingClock
    const made = yield* startCity({
      diskominfo: {
        "/internal/events": json(events),
        "/internal/acara/1": json({ judul: "Pasar seni", luas: 123456789012345680001n.toString() }),
        "/internal/acara/2": answer({ body: "{\"data\":{\"besar\":90071992547409931234567890,\"pecahan\":1.10}}" }),
        "/internal/acara/3": json({ data: [] }, { headers: foreignHeaders }),
        "/internal/acara/hilang": status(404),
        "/internal/acara/pindah": status(410),
        "/internal/acara/dalam": json({ status: "error", error: { code: 7, message: "bulan harus 1 sampai 12" } }, { status: 400 }),
        "/internal/acara/salah": json({ message: `NIK ${nik} tidak dikenal` }, { status: 422 }),
        "/internal/acara/kacau": json({ pesan: "halaman harus angka" }, { status: 400 }),
        "/internal/acara/bisu": answer({ status: 400, body: "<html>db01.internal</html>" }),
        "/portal-publik": json([{ id: 1 }, { id: 2 }]),
        "/portal-publik/berita": ({ call, ...exchange }) =>
          call.url.includes("q=galat")
            ? galat({ call, ...exchange })
            : json({ data: [{ alamatSurel: "warga@contoh.id", url: call.url }] })({ call, ...exchange }),
        "/aset/gudang/ruang/rak": json([])
      },
      dinkes: {
        "/faskes/klinik": json({ data: [{ nama: "Klinik Melati", telepon: "021555123" }] }),
        "/faskes/pasien": json({ data: [{ nik, nama: "Budi Santoso" }] })
      }
    }).pipe(Effect.provideService(Clock.Clock, time.clock))
    const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes, lifetimeMillis: 30 * 86_400_000 }))
    return { ...made, time, token }
  }),
  logs
)
const galat = sequence(status(404), status(422), status(500), json({ data: ["baik"] }))

/** Of `diskominfo/portal-publik`, or any address that has a slash of its own at its head. */
const get = (path: string, headers?: Readonly<Record<string, string>>) =>
  city().gateway.get(path.startsWith("/") ? path.slice(1) : `diskominfo/portal-publik/${path}`, city().token, headers)

const problem = async (response: Response, code: Parameters<typeof expectProblem>[1]) => expectProblem(response, code, city().gateway.url)

describe("the envelope of a data route", () => {
  it("takes an answer's `data`, and its other keys, those of its own `meta` too, join `meta` without replacing ours", async () => {
    const { data, masked, meta } = await expectEnvelope(await get("events"))
    assert.deepStrictEqual(data, [{ id: 1, judul: "Pasar seni" }])
    assert.deepStrictEqual(meta, {
      agency: "diskominfo",
      dataset: "portal-publik",
      total: 42,
      sumber: { halaman: 3 },
      preset: "palsu",
      urutan: "naik"
    })
    assert.strictEqual(masked, 0)
  })

  it("takes an array, and an object without `data`, as the data", async () => {
    const list = await expectEnvelope(await get(""))
    assert.deepStrictEqual(list.data, [{ id: 1 }, { id: 2 }])
    const single = await expectEnvelope(await get("acara/1"))
    assert.deepStrictEqual(single.data, { judul: "Pasar seni", luas: "123456789012345680001" })
    assert.deepStrictEqual(single.meta, { agency: "diskominfo", dataset: "portal-publik" })
  })

  it("leads to routes of no, one and many segments", async () => {
    const before = city().diskominfo.calls.length
    for (const path of ["", "events", "/diskominfo/aset/gudang/ruang/rak"]) assert.strictEqual((await get(path)).status, 200, path)
    assert.deepStrictEqual(city().diskominfo.calls.slice(before).map(({ method, url }) => `${method} ${url}`), [
      "GET /portal-publik",
      "GET /internal/events",
      "GET /aset/gudang/ruang/rak"
    ])
  })

  it("keeps every digit of numbers beyond 2^53", async () => {
    assert.include(await (await get("acara/2")).text(), "\"data\":{\"besar\":90071992547409931234567890,\"pecahan\":1.10}")
  })

  it("asks nothing of the request's Content-Type", async () => {
    assert.strictEqual((await get("events", { "content-type": "application/json" })).status, 200)
    assert.strictEqual((await get("events", { "content-type": "text/plain" })).status, 200)
  })
})

describe("the headers of an answer", () => {
  it("say who, when and how much is left, with a request id and a trace of their own", async () => {
    const response = await get("events")
    await response.arrayBuffer()
    const { headers } = response
    assert.match(headers.get("x-request-id") ?? "", uuid)
    assert.match(headers.get("traceparent") ?? "", /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
    assert.match(headers.get("server-timing") ?? "", /^total;dur=\d+\.\d\d$/)
    assert.match(headers.get("etag") ?? "", /^W\/"[\w-]+"$/)
    assert.strictEqual(headers.get("cache-control"), "private, no-cache")
    assert.strictEqual(headers.get("cache-status"), "gapura; fwd=miss; stored")
    assert.strictEqual(headers.get("vary"), "Accept, Accept-Encoding, Authorization")
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    assert.isNull(headers.get("x-cache"))
    assert.isNull(headers.get("age"))
    assert.isAtMost(quotaOf(response).left, 119)
    assert.notStrictEqual((await get("events")).headers.get("x-request-id"), headers.get("x-request-id"))
  })

  it("of a trace that the caller began carry it on", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    const response = await get("events", { traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    assert.match(response.headers.get("traceparent") ?? "", new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-0[01]$`))
  })

  it("fault-35 are ours alone: an agency's cookies, server, CORS, HSTS and cache headers are dropped", async () => {
    const response = await get("acara/3")
    assert.strictEqual(response.status, 200)
    for (const name of Object.keys(foreignHeaders).filter((name) => name !== "access-control-allow-origin")) {
      assert.isNull(response.headers.get(name), name)
    }
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
  })
})

describe("a fresh copy", () => {
  /** What the answer says of its age. */
  const freshness = async (response: Response) => {
    const { headers } = response
    await response.clone().arrayBuffer()
    return {
      status: response.status,
      cache: headers.get("x-cache"),
      age: headers.get("age"),
      "cache-status": headers.get("cache-status"),
      "cache-control": headers.get("cache-control")
    }
  }
  const miss = { status: 200, cache: null, age: null, "cache-status": "gapura; fwd=miss; stored", "cache-control": "private, max-age=60" }

  it("answers byte for byte as it was stored, with X-Cache, Age and Cache-Status, until its 60 seconds are over", async () => {
    const { time } = city()
    const first = await get("berita?page=1")
    assert.deepStrictEqual(await freshness(first), miss)
    const { generatedAt, text } = await expectEnvelope(first)
    assert.strictEqual(generatedAt, new Date(time.clock.currentTimeMillisUnsafe()).toISOString())
    time.pass(42_500)
    const again = await get("berita?page=1")
    assert.deepStrictEqual(await freshness(again), {
      status: 200,
      cache: "HIT",
      age: "42",
      "cache-status": "gapura; hit; ttl=18",
      "cache-control": "private, max-age=60"
    })
    assert.strictEqual(await again.text(), text)
    assert.strictEqual(again.headers.get("etag"), first.headers.get("etag"))
    assert.notStrictEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
    time.pass(17_499)
    assert.strictEqual((await get("berita?page=1")).headers.get("x-cache"), "HIT")
    time.pass(1)
    const renewed = await get("berita?page=1")
    assert.deepStrictEqual(await freshness(renewed), miss)
    assert.notStrictEqual((await expectEnvelope(renewed)).generatedAt, generatedAt)
  })

  it("stands in for a failing agency as STALE-CIRCUIT with its true age, for the stale time and no longer", async () => {
    const { diskominfo, time } = city()
    const first = await get("acara/stabil")
    const text = await first.text()
    assert.strictEqual(first.status, 200)
    await Effect.runPromise(diskominfo.setBehaviour(status(500), "/internal/acara/stabil"))
    time.pass(90_500)
    const stale = await get("acara/stabil")
    assert.deepStrictEqual(await freshness(stale), {
      status: 200,
      cache: "STALE-CIRCUIT",
      age: "90",
      "cache-status": "gapura; hit; ttl=-90; detail=STALE-CIRCUIT",
      "cache-control": "private, no-cache"
    })
    assert.strictEqual(await stale.text(), text)
    time.pass(86_400_000 - 90_500 - 1)
    assert.strictEqual((await get("acara/stabil")).headers.get("age"), "86399")
    time.pass(1)
    await problem(await get("acara/stabil"), "agency-unavailable")
  })

  it("fault-61 is one for every order of the query, undeclared parameters, spelling and headers", async () => {
    const before = city().diskominfo.calls.length
    const bodies = new Set<string>()
    for (
      const query of [
        "page=7&limit=5",
        "limit=5&page=7",
        "page=7&limit=5&token=abc&url=http://evil.example",
        "utm=1&limit=%35&%70age=7",
        "&&page=7&&limit=5&",
        "page=7&limit=5&Page=9"
      ]
    ) {
      for (const headers of [{}, { accept: "application/json", "x-tenant": "a", cookie: "sesi=2", "user-agent": "x" }]) {
        bodies.add(await (await get(`berita?${query}`, headers)).text())
      }
    }
    const otherToken = await city().gateway.token({ scopes: publicScopes, application: "aplikasi-lain" })
    bodies.add(await (await city().gateway.get("diskominfo/portal-publik/berita?page=7&limit=5", otherToken)).text())
    assert.strictEqual(bodies.size, 1)
    assert.deepStrictEqual(city().diskominfo.calls.slice(before).map(({ url }) => url), ["/portal-publik/berita?limit=5&page=7"])
  })

  it("fault-62 is not for a token without the scope, nor for an unverified one where it is private", async () => {
    const { gateway } = city()
    assert.strictEqual((await get("berita?page=62")).status, 200)
    assert.strictEqual((await get("berita?page=62")).headers.get("x-cache"), "HIT")
    const other = await gateway.token({ scopes: ["diskominfo-events-get"] })
    await problem(await gateway.get("diskominfo/portal-publik/berita?page=62", other), "scope-missing")

    const verified = await gateway.token({ scopes: ["dinkes-pasien-get"], application: "rumah-sakit", private: true })
    const unverified = await gateway.token({ scopes: ["dinkes-pasien-get"], application: "iseng" })
    assert.strictEqual((await gateway.get("dinkes/faskes/pasien", verified)).status, 200)
    assert.strictEqual((await gateway.get("dinkes/faskes/pasien", verified)).headers.get("x-cache"), "HIT")
    await problem(await gateway.get("dinkes/faskes/pasien", unverified), "private-endpoint")
  })

  it("fault-63 is never an error: what follows a 404, a 422 and a 500 is asked of the agency again", async () => {
    await problem(await get("berita?q=galat"), "not-found-at-agency")
    await problem(await get("berita?q=galat"), "bad-request")
    await problem(await get("berita?q=galat"), "agency-unavailable")
    const { data } = await expectEnvelope(await get("berita?q=galat"))
    assert.deepStrictEqual(data, ["baik"])
  })
})

describe("what reaches an agency", () => {
  it("fault-34 is the allow-list of headers and nothing of the caller's", async () => {
    const calls = city().dinkes.calls
    const response = await city().gateway.get("dinkes/faskes/klinik", city().token, {
      cookie: "sesi=1",
      te: "trailers",
      "x-api-key": "palsu",
      "x-forwarded-for": "10.0.0.1",
      "x-forwarded-host": "evil.example",
      forwarded: "for=10.0.0.1",
      "x-gateway-application": "palsu",
      "x-request-id": "palsu",
      "x-http-method-override": "DELETE",
      "proxy-authorization": "Basic eA==",
      "accept-language": "id",
      referer: "https://evil.example"
    })
    const { data } = await expectEnvelope(response)
    assert.deepStrictEqual(data, [{ nama: "Klinik Melati", telepon: "021555123" }])
    const call = calls.at(-1)
    assert.strictEqual(call?.method, "GET")
    const { accept, host, traceparent, "accept-encoding": coding, "user-agent": agent, ...rest } = call?.headers ?? {}
    assert.strictEqual(host, new URL(city().dinkes.url).host)
    assert.strictEqual(accept, "application/json")
    assert.include(["identity", "gzip"], coding)
    assert.strictEqual(agent, "gapura/4.0")
    if (traceparent !== undefined) assert.match(traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
    assert.deepStrictEqual({ ...rest, connection: "" }, {
      connection: "",
      "x-request-id": response.headers.get("x-request-id") ?? "",
      "x-gateway-application": "aplikasi-uji",
      "x-api-key": agencySecret
    })
  })

  it("fault-36 is a path on its own server, whatever the parameters say", async () => {
    const { diskominfo } = city()
    const before = diskominfo.calls.length
    const statuses = []
    for (
      const path of [
        "acara/user@evil.example",
        "acara/evil.example:80",
        "acara/a%23b",
        "acara/a%3Fb=c",
        "acara/1?url=http://evil.example/&q=a%26x%3Dy%23z",
        "acara/a%20b+c",
        "acara/%C3%A9"
      ]
    ) statuses.push((await get(path)).status)
    assert.deepStrictEqual(new Set(statuses), new Set([200]))
    assert.deepStrictEqual(diskominfo.calls.slice(before).map(({ url }) => url), [
      "/internal/acara/user%40evil.example",
      "/internal/acara/evil.example%3A80",
      "/internal/acara/a%23b",
      "/internal/acara/a%3Fb%3Dc",
      "/internal/acara/1?q=a%26x%3Dy%23z",
      "/internal/acara/a%20b%2Bc",
      "/internal/acara/%C3%A9"
    ])
    assert.isTrue(diskominfo.calls.every(({ headers }) => headers["host"] === new URL(diskominfo.url).host))
    await problem(await get("acara/1%0d%0aX-Evil:%201"), "bad-request")
    const inQuery = await get("acara/1?q=%0d%0aX-Evil:%201")
    assert.strictEqual(inQuery.status, 200)
    assert.strictEqual(diskominfo.calls.at(-1)?.url, "/internal/acara/1?q=%0D%0AX-Evil%3A%201")
    assert.notInclude(diskominfo.calls.at(-1)?.headerNames ?? [], "x-evil")
  })
})

describe("what an agency refuses", () => {
  it("404 and 410 are `not-found-at-agency`", async () => {
    await problem(await get("acara/hilang"), "not-found-at-agency")
    await problem(await get("acara/pindah"), "not-found-at-agency")
  })

  it("fault-82 400 and 422 are `bad-request` with the agency's message, masked", async () => {
    const masked = await problem(await get("acara/salah"), "bad-request")
    assert.include(masked, `NIK ${shownNik} tidak dikenal`)
    assert.include(await problem(await get("acara/kacau"), "bad-request"), "halaman harus angka")
    assert.include(await problem(await get("acara/dalam"), "bad-request"), "bulan harus 1 sampai 12")
    assert.notInclude(await problem(await get("acara/bisu"), "bad-request"), "db01")
  })
})

describe("personal data", () => {
  it("fault-82 is masked in answers, stored copies, aggregates and presets", async () => {
    const { gateway } = city()
    const token = await gateway.token({ scopes: ["dinkes-pasien-get", "preset-campuran-get"], application: "rumah-sakit", private: true })
    const single = await expectEnvelope(await gateway.get("dinkes/faskes/pasien", token))
    const masked = [{ nik: shownNik, nama: "B*** S***" }]
    assert.deepStrictEqual(single.data, masked)
    assert.strictEqual(single.masked, 2)
    const copy = await gateway.get("dinkes/faskes/pasien", token)
    assert.strictEqual(copy.headers.get("x-cache"), "HIT")
    assert.strictEqual(await copy.text(), single.text)

    const entry = {
      status: "success",
      message: "Data berhasil diambil",
      data: masked,
      meta: { version: "4.0", agency: "dinkes", dataset: "faskes", generatedAt: single.generatedAt, masked: 2 }
    }
    const aggregate = await expectEnvelope(
      await gateway.aggregate({ strategy: "keyed", requests: [{ alias: "a", opd: "dinkes", dataset: "faskes", path: "pasien" }] }, token)
    )
    // The entry tells beside it where it came from: the stored copy.
    const { age, cache, ...meta } = JSON.parse(aggregate.text).data.a.meta
    assert.strictEqual(cache, "HIT")
    assert.isTrue(Number.isInteger(age) && age >= 0)
    assert.deepStrictEqual(aggregate.data, { a: { ...entry, meta: { ...meta, cache, age } } })
    assert.deepStrictEqual(meta, entry.meta)
    assert.strictEqual(aggregate.masked, 2)
    const preset = await gateway.get("preset/campuran", token)
    const text = await preset.text()
    assert.strictEqual(preset.status, 200)
    assert.include(text, shownNik)
    assert.notInclude(text, nik)
  })

  it("fault-82 is masked in error messages that repeat what the caller wrote", async () => {
    const { gateway, token } = city()
    const wanted = { strategy: "keyed", requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }] }
    for (
      const response of [
        await get(`/tidak/ada/${nik}`),
        await gateway.get(`preset/${nik}`, token),
        await gateway.aggregate({ ...wanted, strategy: nik }, token),
        await gateway.aggregate({ ...wanted, requests: [{ ...wanted.requests[0], alias: `${nik} x` }] }, token),
        await gateway.aggregate(
          { ...wanted, requests: [{ ...wanted.requests[0], alias: nik }, { ...wanted.requests[0], alias: nik }] },
          token
        ),
        await gateway.aggregate({ ...wanted, requests: [{ ...wanted.requests[0], path: `tidak/ada/${nik}` }] }, token),
        await gateway.get(`/v4/gateway/${nik}`),
        await gateway.get(`/problems/${nik}`)
      ]
    ) {
      const text = await response.text()
      assert.isAtLeast(response.status, 400)
      assert.notInclude(text, nik)
    }
  })

  it("fault-90 fault-37 and tokens and agency credentials are in no log line, metric or audit record", async () => {
    const { gateway, token } = city()
    await city().dinkes.setBehaviour(status(500), "/faskes/klinik").pipe(Effect.runPromise)
    // Another representation: the JSON one has a stale copy.
    const failed = await gateway.get(`dinkes/faskes/klinik?x=${nik}`, token, { accept: "application/x-ndjson" })
    assert.notInclude(await failed.clone().text(), agencySecret)
    assert.notInclude(JSON.stringify([...failed.headers]), agencySecret)
    await problem(failed, "agency-unavailable")
    await get(`acara/${nik}`)
    await get(`/tidak/ada/${nik}?nik=${nik}`)
    await gateway.get(`diskominfo/portal-publik/events?access_token=${token}`)
    const metrics = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
    const records = JSON.stringify(await gateway.records(30))
    assert.include(metrics, "gapura")
    assert.include(records, "diskominfo/portal-publik/acara/:id")
    for (const [where, text] of Object.entries({ logs: logs.join("\n"), metrics, records })) {
      for (const secret of [nik, token, token.slice(4), agencySecret]) assert.notInclude(text, secret, where)
    }
  })
})
