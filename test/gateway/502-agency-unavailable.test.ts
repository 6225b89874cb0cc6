import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectFault } from "../support/AgencyFault.ts"
import { answer, type Behaviour, faults, json, makeAgencyServer, redirect, sequence, status } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const good = json({ data: ["isi"] })

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const closed = yield* makeAgencyServer({ behaviour: good })
  const endless = yield* makeAgencyServer({ behaviour: faults.huge })
  const once = { timeout: "2 seconds", breaker: neverOpen }
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "opd",
        server: agency.url,
        ...once,
        credential: { header: "X-Api-Key", env: "OPD_KEY" },
        endpoints: [{ path: "isi", maxBytes: "64 KiB", cache: { fresh: "60 seconds", stale: "1 millis" }, query: ["n"] }]
      },
      { slug: "ulang", server: agency.url, ...once, retries: 2, endpoints: [{ path: "isi", query: ["n"] }] },
      // An agency of its own: three retries a second is all that the budget grants a quiet one.
      { slug: "tersendat", server: agency.url, ...once, retries: 2, endpoints: [{ path: "isi" }] },
      { slug: "tanpa-akhir", server: endless.url, ...once, endpoints: [{ path: "isi", maxBytes: "64 KiB" }] },
      {
        slug: "rapuh",
        server: agency.url,
        timeout: "2 seconds",
        retries: 2,
        breaker: { size: 5, minimum: 3 },
        endpoints: [{ path: "isi", query: ["n"] }]
      },
      { slug: "tutup", server: closed.url, ...once, retries: 2, endpoints: [{ path: "isi" }] },
      { slug: "tanpa-nama", server: "http://opd.invalid:9", ...once, retries: 2, endpoints: [{ path: "isi" }] },
      {
        slug: "tanpa-kunci",
        server: agency.url,
        ...once,
        credential: { header: "X-Api-Key", env: "ABSENT_KEY" },
        endpoints: [{ path: "isi" }]
      }
    ]),
    { RATE_LIMIT: "1000", OPD_KEY: "kunci-rahasia-opd" }
  )
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  return { agency, closed, endless, gateway, set, token: yield* Effect.promise(() => gateway.token({ scopes: "*" })) }
}))

let fresh = 0
/** An address that no copy is kept of. */
const unseen = () => `opd/data/isi?n=${fresh++}`

const attemptsOf = async (response: Response): Promise<number | undefined> => {
  let attempts: number | undefined
  await eventually("the record is written", async () => {
    attempts = (await at().gateway.records(0)).find(({ requestId }) => requestId === response.headers.get("x-request-id"))?.attempts
    return attempts !== undefined
  })
  return attempts
}

describe("502 agency-unavailable", () => {
  it("fault-38 an agency whose port is closed: three attempts, then 502", async () => {
    const { closed, gateway, token } = at()
    await Effect.runPromise(closed.setBehaviour("refuse"))
    const response = await gateway.get("tutup/data/isi", token)
    await expectFault(response, "agency-unavailable")
    assert.strictEqual(response.headers.get("proxy-status"), "gapura; error=connection_refused")
    assert.strictEqual(await attemptsOf(response), 3)
  })

  it("fault-38 an agency whose name does not resolve: 502 without the name", async () => {
    const { gateway, token } = at()
    const response = await gateway.get("tanpa-nama/data/isi", token)
    await expectFault(response, "agency-unavailable")
    assert.strictEqual(response.headers.get("proxy-status"), "gapura; error=dns_error")
  })

  it("fault-38 an agency that resets connections: three attempts, then 502", async () => {
    const { agency, gateway, set, token } = at()
    await set(faults.reset)
    const calls = agency.calls.length
    await expectFault(await gateway.get(`ulang/data/isi?n=${fresh++}`, token), "agency-unavailable")
    assert.strictEqual(agency.calls.length - calls, 3)
  })

  it("fault-50 a 503 is tried again, and the answer that comes then is the caller's", async () => {
    const { agency, gateway, set, token } = at()
    await set(sequence(status(503), status(502), good))
    const calls = agency.calls.length
    const response = await gateway.get("tersendat/data/isi", token)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(agency.calls.length - calls, 3)
    assert.strictEqual(await attemptsOf(response), 3)
  })

  it("fault-50 a 500 may have been the request's fault: 502 after one attempt", async () => {
    const { agency, gateway, set, token } = at()
    await set(status(500))
    const calls = agency.calls.length
    const response = await gateway.get(`ulang/data/isi?n=${fresh++}`, token)
    await expectFault(response, "agency-unavailable")
    assert.strictEqual(response.headers.get("proxy-status"), "gapura; error=destination_unavailable; received-status=500")
    assert.strictEqual(agency.calls.length - calls, 1)
  })

  for (const said of ["0", "-5", "soon", "2026-11-21"]) {
    it(`fault-49 a 429 with \`Retry-After: ${said}\` is not tried again, and callers hear no time`, async () => {
      const { agency, gateway, set, token } = at()
      await set(status(429, { "retry-after": said }))
      for (let n = 0; n < 2; n++) {
        const calls = agency.calls.length
        const response = await gateway.get(`ulang/data/isi?n=${fresh++}`, token)
        assert.isNull(response.headers.get("retry-after"))
        assert.include(await expectFault(response, "agency-unavailable"), "limiting")
        assert.strictEqual(agency.calls.length - calls, 1)
      }
    })
  }

  for (const code of [405, 409, 415, 406, 411, 418]) {
    it(`fault-50 the agency's ${code} is 502 after one attempt, says that no retry helps, and never opens its circuit`, async () => {
      const { agency, gateway, set, token } = at()
      await set(status(code, { allow: "PATCH" }))
      const calls = agency.calls.length
      for (let n = 0; n < 8; n++) {
        const response = await gateway.get(`rapuh/data/isi?n=${fresh++}`, token)
        assert.isNull(response.headers.get("allow"))
        assert.isNull(response.headers.get("retry-after"))
        assert.strictEqual(response.headers.get("proxy-status"), `gapura; error=destination_unavailable; received-status=${code}`)
        assert.include(await expectFault(response, "agency-unavailable"), "Asking again does not help")
      }
      assert.strictEqual(agency.calls.length - calls, 8)
      await set(good)
      assert.strictEqual((await gateway.get(`rapuh/data/isi?n=${fresh++}`, token)).status, 200)
    })
  }

  it("fault-50 an agency that broke, or was late, is not said to be beyond help", async () => {
    const { gateway, set, token } = at()
    for (const code of [500, 501, 408]) {
      await set(status(code))
      assert.notInclude(await expectFault(await gateway.get(`ulang/data/isi?n=${fresh++}`, token), "agency-unavailable"), "does not help")
    }
    await set(good)
  })

  for (const code of [401, 403]) {
    it(`fault-48 the agency's ${code} is about our credential, so the caller sees 502`, async () => {
      const { gateway, set, token } = at()
      await set(status(code, { "www-authenticate": "Basic realm=\"dalam\"" }))
      const response = await gateway.get(unseen(), token)
      await expectFault(response, "agency-unavailable")
      assert.isNull(response.headers.get("www-authenticate"))
    })
  }

  it("an agency whose credential is missing from the environment is never called: 502", async () => {
    const { agency, gateway, token } = at()
    const calls = agency.calls.length
    const response = await gateway.get("tanpa-kunci/data/isi", token)
    const detail = await expectFault(response, "agency-unavailable")
    assert.notInclude(detail, "ABSENT_KEY")
    assert.strictEqual(agency.calls.length, calls)
  })

  const broken: ReadonlyArray<readonly [name: string, behaviour: Behaviour, proxyError?: string]> = [
    ["fault-32 a redirect to the metadata address", redirect("http://169.254.169.254/latest/meta-data"), "http_protocol_error"],
    ["fault-41 a body shorter than its Content-Length", faults.shortLength, "http_response_incomplete"],
    ["fault-42 JSON cut by the end of the connection", faults.cutJson, "http_protocol_error"],
    ["fault-42 a chunked body cut short", faults.brokenChunks, "http_response_incomplete"],
    ["fault-43 bytes after the end of the body", faults.extraBytes, "http_protocol_error"],
    ["fault-44 Content-Length together with Transfer-Encoding", faults.lengthAndChunked, "http_protocol_error"],
    ["fault-44 two different Content-Lengths", faults.twoLengths, "http_protocol_error"],
    ["fault-45 something other than JSON", faults.invalidJson, "http_protocol_error"],
    ["fault-45 HTML with status 200", faults.html, "http_protocol_error"],
    [
      "fault-45 JSON under a wrong type",
      answer({ headers: { "content-type": "text/plain" }, body: "{\"data\":[1]}" }),
      "http_protocol_error"
    ],
    ["fault-45 200 without a body", faults.empty, "http_protocol_error"],
    ["fault-45 something other than HTTP", faults.notHttp, "http_protocol_error"],
    ["fault-46 a body without end", faults.huge, "http_response_body_size"],
    ["fault-47 a gzip bomb", faults.gzipBomb, "http_response_body_size"],
    ["fault-47 a brotli bomb of a few hundred bytes", faults.brotliBomb, "http_response_body_size"],
    ["fault-47 stacked content encodings", faults.stackedEncodings, "http_response_content_coding"],
    ["fault-47 broken gzip", faults.brokenGzip, "http_response_content_coding"]
  ]
  for (const [name, behaviour, proxyError] of broken) {
    it(`${name}: 502, nothing of it shown or kept, and the next call is well`, async () => {
      const { agency, gateway, set, token } = at()
      const address = unseen()
      await set(behaviour)
      const response = await gateway.get(address, token)
      const detail = await expectFault(response, "agency-unavailable")
      assert.notMatch(detail, /nope|db01|internal host|meta-data|\[1/)
      if (proxyError !== undefined) assert.match(response.headers.get("proxy-status") ?? "", new RegExp(`^gapura; error=${proxyError}\\b`))
      const calls = agency.calls.length
      await set(good)
      const next = await gateway.get(address, token)
      assert.strictEqual(next.status, 200)
      assert.isNull(next.headers.get("x-cache"))
      const body: unknown = await next.json()
      assert.deepNestedInclude(body, { "data": ["isi"] })
      assert.strictEqual(agency.calls.length - calls, 1)
    })
  }

  it("fault-46 a body without end is cut off at its cap: the agency's connection closes", async () => {
    const { endless, gateway, token } = at()
    await expectFault(await gateway.get("tanpa-akhir/data/isi", token), "agency-unavailable")
    assert.strictEqual(endless.calls.length, 1)
    await eventually("no endless connection is left", () => endless.connections().open === 0)
  })

  it("fault-52 duplicate keys and lone surrogates are answered as they are", async () => {
    const { gateway, set, token } = at()
    const address = unseen()
    await set(json(Buffer.from("{\"data\":[{\"a\":1,\"a\":2,\"s\":\"\\ud800\"}]}")))
    const first = await gateway.get(address, token)
    assert.strictEqual(first.status, 200)
    // As the agency sent them: which of the two keys counts is the caller's parser to say.
    assert.include(await first.text(), "\"data\":[{\"a\":1,\"a\":2,\"s\":\"\\ud800\"}],\"meta\"")
  })

  it("fault-52 JSON nested 200,000 deep is a 502, and the gateway goes on", async () => {
    const { gateway, set, token } = at()
    await set(json(Buffer.from(`{"data":${"[".repeat(200_000)}${"]".repeat(200_000)}}`)))
    const response = await gateway.get(`ulang/data/isi?n=${fresh++}`, token)
    await expectFault(response, "agency-unavailable")
    await set(good)
    assert.strictEqual((await gateway.get(`ulang/data/isi?n=${fresh++}`, token)).status, 200)
  })

  it("fault-37 the agency's credential goes to the agency and nowhere else", async () => {
    const { agency, gateway, set, token } = at()
    await set(good)
    const response = await gateway.get(unseen(), token)
    assert.strictEqual(agency.calls.at(-1)?.headers["x-api-key"], "kunci-rahasia-opd")
    assert.notInclude(JSON.stringify([...response.headers]) + await response.text(), "kunci-rahasia")
  })
})
