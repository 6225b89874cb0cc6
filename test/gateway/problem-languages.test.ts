/** Every error as somebody hears it who asks for Indonesian, and as everybody else does. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ProblemCode } from "../../src/domain/Problem.ts"
import { faults, json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const person = { nama_pasien: "Budi Santoso", tanggal_lahir: "1990-02-15", kelurahan: "Dago" }
const rateLimit = 5

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/isi": json({ data: ["isi"] }),
      "/data/tiada": status(404),
      "/data/tolak": json({ message: "Halaman harus angka" }, { status: 422 }),
      "/data/putus": faults.reset,
      "/data/diam": faults.hang,
      "/data/pasien": json({ data: [person] }),
      "/data/bansos": json({ data: [person] }),
      "/data/warga": json({ data: [person] })
    }
  })
  const server = agency.url
  const timeout = "300 millis"
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "opd",
        server,
        timeout,
        linkage: "refuse",
        breaker: neverOpen,
        endpoints: [
          { path: "isi", cache: { fresh: "60 seconds" } },
          { path: "tiada" },
          { path: "tolak" },
          { path: "putus" },
          { path: "diam" },
          { path: "pasien" },
          { path: "bansos" },
          { path: "warga", fields: { "data[].nama_pasien": "name" } },
          { path: "rahasia", private: true },
          { path: "usang", deprecated: "2020-01-01", sunset: "2020-07-01" }
        ]
      },
      { slug: "rusak", server, breaker: { minimum: 1, size: 1 }, endpoints: [{ path: "putus" }] },
      { slug: "sempit", server, timeout: "1 seconds", deadline: "1 seconds", connections: 1, endpoints: [{ path: "diam", query: ["n"] }] }
    ], [
      {
        slug: "separuh",
        title: "Separuh",
        requests: [{ alias: "isi", opd: "opd", dataset: "data", path: "isi" }, {
          alias: "tiada",
          opd: "opd",
          dataset: "data",
          path: "tiada"
        }]
      }
    ]),
    { RATE_LIMIT: String(rateLimit) }
  )
  const token = () => gateway.token({ scopes: "*" })
  const get = async (path: string, headers: Headed) => gateway.get(path, await token(), headers)
  const aggregate = async (body: unknown, headers: Headed) => gateway.aggregate(body, await token(), headers)
  return { aggregate, gateway, get, token }
}))

type Headed = Readonly<Record<string, string>>
type Asking = (headers: Headed) => Promise<Response>

const entry = (path: string) => ({ alias: path, opd: "opd", dataset: "data", path })
const raw = (headers: Headed, more: ReadonlyArray<readonly [string, string]>) =>
  rawRequest(at().gateway.url, { target: "/v4/gateway", headers: [...Object.entries(headers), ...more] })
const post = async (headers: Headed, type: string, body: string) =>
  fetch(`${at().gateway.url}/api/v4/gateway/aggregate`, {
    method: "POST",
    body,
    headers: { ...headers, "content-type": type, authorization: `Bearer ${await at().token()}` }
  })

/**
 * By code; the compiler misses whichever is not here. Who did not send all of a request was not understood, whatever it asked
 * for; a defect of the gateway's own cannot be asked for.
 */
const asked: Readonly<Record<Exclude<ProblemCode, "request-timeout" | "internal-error">, Asking>> = {
  "bad-request": (headers) => at().get("opd/data/%00", headers),
  "unauthorized": (headers) => at().gateway.get("opd/data/isi", undefined, headers),
  "scope-missing": async (headers) => at().gateway.get("opd/data/isi", await at().gateway.token({ scopes: [] }), headers),
  "private-endpoint": (headers) => at().get("opd/data/rahasia", headers),
  "linkage-refused": (headers) => at().aggregate({ strategy: "keyed", requests: [entry("pasien"), entry("bansos")] }, headers),
  "masked-field": (headers) => at().get("opd/data/warga?$order=nama_pasien", headers),
  "not-registered": (headers) => at().get("opd/data/lain", headers),
  "not-found-at-agency": (headers) => at().get("opd/data/tiada", headers),
  "method-not-allowed": (headers) => fetch(`${at().gateway.url}/api/v4/gateway/aggregate`, { headers }),
  "not-acceptable": (headers) => at().get("opd/data/isi", { ...headers, accept: "image/png" }),
  "gone": (headers) => at().get("opd/data/usang", headers),
  "payload-too-large": (headers) => post(headers, "application/json", " ".repeat(65_537)),
  "unsupported-media-type": (headers) => post(headers, "text/plain", "{}"),
  "expectation-failed": (headers) => raw(headers, [["Expect", "the-unexpected"]]),
  "quota-exceeded": async (headers) => {
    const token = await at().token()
    for (let n = 0; n < rateLimit; n++) await (await at().gateway.get("opd/data/isi", token)).arrayBuffer()
    return at().gateway.get("opd/data/isi", token, headers)
  },
  "headers-too-large": (headers) => raw(headers, Array.from({ length: 101 }, (_, n) => [`X-${n}`, "1"] as const)),
  "agency-unavailable": (headers) => at().get("opd/data/putus", headers),
  "circuit-open": async (headers) => {
    await (await at().get("rusak/data/putus", {})).arrayBuffer()
    return at().get("rusak/data/putus", headers)
  },
  "overloaded": async (headers) => {
    const holding = [1, 2].map((n) => at().get(`sempit/data/diam?n=${Object.keys(headers).length}${n}`, headers))
    const [first, second] = await Promise.all(holding)
    const refused = [first, second].find((response) => response?.status === 503)
    return refused ?? assert.fail("both had room")
  },
  "agency-timeout": (headers) => at().get("opd/data/diam", headers)
}

/** The same but for what differs from one second to the next. */
const apartFromNumbers = (text: string): string => text.replace(/\d+/g, "0")

const told = async (response: Response, code: ProblemCode, language: "en" | "id"): Promise<string> => {
  assert.strictEqual(response.headers.get("content-language"), language, code)
  assert.include((response.headers.get("vary") ?? "").split(", "), "Accept-Language", code)
  return apartFromNumbers(await expectProblem(response, code, at().gateway.url))
}

const codes = Object.keys(asked) as ReadonlyArray<keyof typeof asked>

describe("an error", () => {
  it.each(codes)("%s is told in Indonesian to who asks for it, and in English to everybody else", async (code) => {
    const english = await told(await asked[code]({}), code, "en")
    const indonesian = await told(await asked[code]({ "accept-language": "id-ID,id;q=0.9,en;q=0.8" }), code, "id")
    assert.strictEqual(await told(await asked[code]({ "accept-language": "de, en;q=0.5, id;q=0.4" }), code, "en"), english)
    assert.notStrictEqual(indonesian, english)
    assert.notMatch(indonesian, /\b(?:the|is|are|has|this|with|not|must)\b/)
  })

  it("of an agency repeats the agency's words as they are", async () => {
    for (const [language, before] of [["en", "The agency refused"], ["id", "Perangkat daerah menolak"]] as const) {
      const detail = await told(await at().get("opd/data/tolak", { "accept-language": language }), "bad-request", language)
      assert.match(detail, new RegExp(`^${before}.*: Halaman harus angka$`))
    }
  })

  it("of a public address is not the one that somebody else was just told in another language", async () => {
    const ask = (language: string) => fetch(`${at().gateway.url}/v4/gateway/lain`, { headers: { "accept-language": language } })
    const answers = await Promise.all(["id", "en", "id", "*"].map(ask))
    const details = await Promise.all(answers.map((response, n) => told(response, "not-registered", n % 2 === 0 ? "id" : "en")))
    assert.deepStrictEqual(details.map((detail) => detail.startsWith("Katalog")), [true, false, true, false])
  })

  it("of the token endpoint stays English (RFC 6749)", async () => {
    const response = await fetch(`${at().gateway.url}/oauth/token`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", "accept-language": "id" }
    })
    assert.deepInclude(await response.json(), {
      error: "invalid_request",
      error_description: "Send the body with `Content-Type: application/x-www-form-urlencoded`."
    })
  })
})

describe("an entry that failed", () => {
  const read = async (response: Response) => {
    const { headers } = response
    return { language: headers.get("content-language"), vary: headers.get("vary"), text: await response.text() }
  }
  const ways: ReadonlyArray<readonly [string, Asking]> = [
    ["an aggregate", (headers) => at().aggregate({ strategy: "keyed", requests: [entry("isi"), entry("tiada")] }, headers)],
    ["a preset", (headers) => at().get("preset/separuh", headers)]
  ]

  it.each(ways)("of %s is told in the caller's language, and the answer says so", async (_name, ask) => {
    const indonesian = await read(await ask({ "accept-language": "id" }))
    assert.include(indonesian.text, "Server perangkat daerah tidak memiliki data itu.")
    const english = await read(await ask({ "accept-language": "en" }))
    assert.include(english.text, "The agency's server has no such data.")
    assert.deepStrictEqual([indonesian.language, english.language], ["id", "en"])
    for (const { vary } of [indonesian, english]) assert.include(vary, "Accept-Language")
  })

  it("of a line is told in the caller's language", async () => {
    const body = { strategy: "keyed", requests: [entry("isi"), entry("tiada")] }
    const lines = await read(await at().aggregate(body, { accept: "application/x-ndjson", "accept-language": "id" }))
    assert.include(lines.text, "Server perangkat daerah tidak memiliki data itu.")
    assert.include(lines.vary, "Accept-Language")
  })
})

describe("data", () => {
  it("is the same in every language, and says nothing of one", async () => {
    await (await at().get("opd/data/isi", {})).arrayBuffer()
    const [one, other] = await Promise.all(["id", "en"].map((language) => at().get("opd/data/isi", { "accept-language": language })))
    assert.deepStrictEqual([await one?.text(), one?.headers.get("x-cache")], [await other?.text(), "HIT"])
    assert.isNull(one?.headers.get("content-language"))
    assert.strictEqual(one?.headers.get("vary"), "Accept, Accept-Encoding, Authorization")
  })
})
