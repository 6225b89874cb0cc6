import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { answer, json, sequence } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const rows = Array.from({ length: 100 }, (_, index) => ({ no: index, judul: `Acara ke-${index}, "besar"` }))

const city = suite(Effect.gen(function*() {
  const made = yield* startCity({
    diskominfo: {
      "/internal/events": json({ data: rows }),
      "/internal/acara/1": json({ judul: "satu" }),
      "/internal/acara/rumus": json({
        data: ["＝1+1", "＋1", "－1", "＠x", "\t1", "\r1", "a;=1+1", "a|@x", "a\t=1", "\0=1", "\u202e=1", -5, "-5"].map((isi) => ({
          isi,
          dalam: { isi }
        }))
      }),
      "/internal/acara/berubah": sequence(json({ data: [1] }), json({ data: [1] }), json({ data: [2] })),
      "/portal-publik": answer({
        body: "[{\"nik\":\"3174010101900001\",\"judul\":\"a\\nb\"},{\"judul\":\"c\",\"luas\":90071992547409931}]"
      })
    }
  })
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  return { ...made, token }
}))

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  city().gateway.get(`diskominfo/portal-publik/${path}`, city().token, headers)
const problem = (response: Response, code: Parameters<typeof expectProblem>[1]) => expectProblem(response, code, city().gateway.url)

/** The bytes as they came, with whatever coding they are in. */
const raw = (path: string, headers: Readonly<Record<string, string>>, method = "GET") =>
  rawRequest(city().gateway.url, {
    method,
    target: `/api/v4/gateway/diskominfo/portal-publik/${path}`,
    headers: [["Authorization", `Bearer ${city().token}`], ...Object.entries(headers)]
  })

describe("the representation", () => {
  it("is JSON without an Accept, and wherever JSON is as welcome as anything else", async () => {
    for (
      const accept of [
        "*/*",
        "application/json",
        "application/*",
        "application/json; charset=utf-8",
        "text/html, application/xhtml+xml, */*;q=0.8",
        "text/csv;q=0.5, application/json"
      ]
    ) {
      await expectEnvelope(await get("events", { accept }))
    }
    const bare = await raw("events", {})
    await expectEnvelope(bare)
  })

  it("is one item a line for application/x-ndjson, masked", async () => {
    const response = await get("", { accept: "application/x-ndjson" })
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
    assert.strictEqual(
      await response.text(),
      "{\"nik\":\"3174************\",\"judul\":\"a\\nb\"}\n{\"judul\":\"c\",\"luas\":90071992547409931}\n"
    )
    assert.strictEqual((await (await get("acara/1", { accept: "application/x-ndjson" })).text()).trim(), "{\"judul\":\"satu\"}")
  })

  it("is rows with one header line for text/csv, masked", async () => {
    const response = await get("", { accept: "text/csv" })
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "text/csv; charset=utf-8; header=present")
    const lines = (await response.text()).split("\r\n")
    assert.strictEqual(lines[0], "nik,judul,luas")
    assert.strictEqual(lines[1], "3174************,\"a\nb\",")
    assert.strictEqual(lines[2], ",c,90071992547409931")
    assert.strictEqual((await get("events", { accept: "text/*" })).headers.get("content-type"), "text/csv; charset=utf-8; header=present")
  })

  it("fault-110 as text/csv holds no formula, nor anything that another separator splits into one; numbers stay", async () => {
    const text = await (await get("acara/rumus", { accept: "text/csv" })).text()
    const cells = text.split("\r\n").slice(1, -1).map((line) => line.slice(0, line.indexOf(",")))
    assert.deepStrictEqual(cells, [
      "'＝1+1",
      "'＋1",
      "'－1",
      "'＠x",
      "\"'\t1\"",
      "\"'\r1\"",
      "\"a;'=1+1\"",
      "\"a|'@x\"",
      "\"a\t'=1\"",
      "\0'=1",
      "\u202e'=1",
      "-5",
      "-5"
    ])
    assert.notMatch(text, /[;|\t][ "]*[=@＝＋－＠]/)
  })

  it("is JSON where the data has no form that is more welcome, and JSON is welcome too: counted and recorded once", async () => {
    for (const accept of ["text/csv, application/json;q=0.5", "application/geo+json, */*;q=0.1", "text/csv, application/*;q=0.2"]) {
      const before = quotaOf(await get("acara/1")).left
      const response = await get("acara/1", { accept })
      assert.strictEqual(quotaOf(response).left, before - 1, accept)
      const { data } = await expectEnvelope(response)
      assert.deepStrictEqual(data, { judul: "satu" }, accept)
    }
    const lines = await get("acara/1", { accept: "text/csv, application/x-ndjson;q=0.5, application/json;q=0.1" })
    assert.deepStrictEqual([lines.status, await lines.text()], [200, "{\"judul\":\"satu\"}\n"])
  })

  it("406 is the answer to anything else, and to CSV of what is no list; it names what there is", async () => {
    for (const accept of ["text/html", "application/xml", "image/*", "application/json;q=0", "nonsense"]) {
      const response = await get("events", { accept })
      quotaOf(response)
      assert.strictEqual(
        await problem(response, "not-acceptable"),
        "Available here: application/json, application/x-ndjson, text/csv, application/geo+json, "
          + "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.",
        accept
      )
    }
    for (const accept of ["text/csv", "application/geo+json"]) {
      assert.include(await problem(await get("acara/1", { accept }), "not-acceptable"), "not a list")
    }
    const accept = "text/csv, application/json;q=0"
    assert.include(await problem(await get("acara/1", { accept }), "not-acceptable"), "not a list")
    assert.strictEqual(
      await problem(await city().gateway.get("preset/ringkasan-kota", city().token, { accept: "text/csv" }), "not-acceptable"),
      "Available here: application/json, application/x-ndjson."
    )
    const aggregate = await city().gateway.aggregate({ strategy: "keyed", requests: [] }, city().token, { accept: "text/csv" })
    assert.strictEqual(await problem(aggregate, "not-acceptable"), "Available here: application/json, application/x-ndjson.")
  })
})

describe("the content coding", () => {
  it("is Brotli, else gzip, else none, as the caller accepts; the content is the same", async () => {
    const plain = Buffer.from(await (await raw("events", { "Accept-Encoding": "identity" })).arrayBuffer())
    const dataOf = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()).data
    const cases: ReadonlyArray<readonly [accepted: string, coding: string | null]> = [
      ["br, gzip", "br"],
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["x-gzip", "gzip"],
      ["*", "br"],
      ["br;q=0.2, gzip;q=0.9", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["deflate", null],
      ["", null],
      ["identity;q=1, gzip;q=0.5", null],
      ["gzip;q=0", null]
    ]
    for (const [accepted, coding] of cases) {
      const response = await raw("events", { "Accept-Encoding": accepted })
      assert.strictEqual(response.headers.get("content-encoding"), coding, accepted)
      assert.include(response.headers.get("vary") ?? "", "Accept-Encoding")
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.strictEqual(response.headers.get("content-length"), String(bytes.length))
      const body = coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes
      assert.deepStrictEqual(dataOf(body), dataOf(plain))
      if (coding !== null) assert.isBelow(bytes.length, plain.length / 2)
    }
  })

  it("is none for what is too small to gain by it", async () => {
    assert.isNull((await raw("acara/1", { "Accept-Encoding": "br, gzip" })).headers.get("content-encoding"))
  })
})

describe("ETag and If-None-Match", () => {
  it("the same data read again is 304 without a body, changed data is 200 with another tag", async () => {
    const first = await get("acara/berubah")
    await first.arrayBuffer()
    const etag = first.headers.get("etag") ?? ""
    assert.match(etag, /^W\/"[\w-]+"$/)
    const same = await get("acara/berubah", { "if-none-match": `"other", ${etag.slice(2)}` })
    assert.strictEqual(same.status, 304)
    assert.strictEqual(await same.text(), "")
    assert.strictEqual(same.headers.get("etag"), etag)
    for (const name of ["x-request-id", "cache-control", "vary", "ratelimit", "ratelimit-policy"]) {
      assert.isNotNull(same.headers.get(name), name)
    }
    const changed = await get("acara/berubah", { "if-none-match": etag })
    assert.strictEqual(changed.status, 200)
    assert.notStrictEqual(changed.headers.get("etag"), etag)
    assert.strictEqual((await get("acara/berubah", { "if-none-match": "*" })).status, 304)
    for (const none of ["\"abc*\"", "\"*\"", "W/\"*\"", "*, \"a\"", `${changed.headers.get("etag")}x`]) {
      assert.strictEqual((await get("acara/berubah", { "if-none-match": none })).status, 200, none)
    }
  })

  it("each representation has a tag of its own", async () => {
    const tags = []
    for (const accept of ["application/json", "application/x-ndjson", "text/csv"]) {
      tags.push((await get("events", { accept })).headers.get("etag"))
    }
    assert.strictEqual(new Set(tags).size, 3)
  })

  it("errors are never 304", async () => {
    await problem(await get("tidak-ada", { "if-none-match": "*" }), "not-registered")
  })
})

describe("HEAD", () => {
  it("answers as GET without the body, on data routes and public pages", async () => {
    const { gateway, token } = city()
    for (
      const path of [
        "/api/v4/gateway/diskominfo/portal-publik/events",
        "/v4/gateway",
        "/openapi.json",
        "/problems/gone",
        "/.well-known/api-catalog"
      ]
    ) {
      const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" }
      const full = await fetch(`${gateway.url}${path}`, { headers })
      const head = await fetch(`${gateway.url}${path}`, { headers, method: "HEAD" })
      assert.strictEqual(head.status, 200, path)
      assert.strictEqual(await head.text(), "")
      await full.arrayBuffer()
      for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"]) {
        assert.strictEqual(head.headers.get(name), full.headers.get(name), `${path} ${name}`)
      }
      assert.isNotNull(head.headers.get("content-length"), path)
    }
  })

  it("of an error has its status and headers", async () => {
    const head = await fetch(`${city().gateway.url}/api/v4/gateway/diskominfo/portal-publik/events`, { method: "HEAD" })
    assert.strictEqual(head.status, 401)
    assert.isNotNull(head.headers.get("www-authenticate"))
    assert.strictEqual(head.headers.get("content-type"), "application/problem+json")
    assert.strictEqual(await head.text(), "")
  })
})
