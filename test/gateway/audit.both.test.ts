/** The audit record (contract, section 15), read from the database after real requests. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { toLine } from "../../src/audit/RecordText.ts"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { delay, faults, json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { bytesUnder } from "../support/TempDatabase.ts"

const nik = "3674011502900001"

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const good = yield* makeAgencyServer({
      routes: {
        "/data/orang": json({ data: [{ nama: "Budi Santoso", nik }], total: 1 }),
        "/data/lambat": delay(5_000, json({ data: [] })),
        "/data/tolak": json({ message: `NIK ${nik} tidak dikenal` }, { status: 422 }),
        "/data/hilang": status(404)
      }
    })
    const bad = yield* makeAgencyServer({ behaviour: faults.reset })
    const gateway = yield* startGateway(
      registryText([
        {
          slug: "baik",
          server: good.url,
          timeout: "10 seconds",
          breaker: neverOpen,
          endpoints: [
            { path: "orang" },
            { path: "orang/:nik", private: true },
            { path: "segar", cache: { fresh: "60 seconds" }, query: ["q"] },
            { path: "lambat" },
            { path: "tanda" },
            { path: "tolak" },
            { path: "hilang" },
            { path: "rahasia", private: true }
          ]
        },
        { slug: "rusak", server: bad.url, retries: 2, breaker: neverOpen, endpoints: [{ path: "isi" }] }
      ], [{ slug: "ringkas", title: "Ringkas", requests: [{ alias: "orang", opd: "baik", dataset: "data", path: "orang" }] }]),
      { RATE_LIMIT: "1000" }
    )
    return { good, gateway, token: yield* Effect.promise(() => gateway.token({ scopes: "*", application: "aplikasi-uji" })) }
  }),
  logs
)

/** The records of one answer: its own and those of its entries. */
const recordsOf = async (requestId: string | null, count = 1): Promise<ReadonlyArray<AuditRecord>> => {
  let found: ReadonlyArray<AuditRecord> = []
  await eventually(`${count} records of ${requestId}`, async () => {
    found = (await at().gateway.records(0)).filter((record) => record.requestId.split("#")[0] === requestId)
    return found.length >= count
  })
  assert.strictEqual(found.length, count)
  return found
}

const recordOf = async (response: Response): Promise<AuditRecord> => {
  await response.arrayBuffer()
  const [record] = await recordsOf(response.headers.get("x-request-id"))
  assert.isDefined(record)
  return record!
}

describe("the audit record", () => {
  it("of a success has every field and files it under the application that owns the route", async () => {
    const { gateway, token } = at()
    const response = await gateway.get("baik/data/orang", token)
    const body = await response.clone().arrayBuffer()
    const { durationMs, time, tokenId, traceId, ...record } = await recordOf(response)
    assert.deepStrictEqual(record, {
      requestId: response.headers.get("x-request-id") ?? "",
      ownerApplication: "aplikasi-baik",
      agency: "baik",
      dataset: "data",
      route: "baik/data/orang",
      consumerApplication: "aplikasi-uji",
      method: "GET",
      status: 200,
      code: null,
      bytes: body.byteLength,
      cache: "MISS",
      attempts: 1,
      agencyStatus: 200,
      masked: 2,
      alias: null
    })
    assert.strictEqual(new Date(time).toISOString(), time)
    assert.isBelow(Math.abs(Date.parse(time) - Date.now()), 60_000)
    assert.isAbove(durationMs, 0)
    assert.match(traceId ?? "", /^[0-9a-f]{32}$/)
    assert.strictEqual(response.headers.get("traceparent")?.split("-")[1], traceId)
    assert.isNotNull(tokenId)
    assert.notInclude(token, tokenId ?? "")
  })

  it("of a cached answer says HIT and that no agency was called", async () => {
    const { gateway, token } = at()
    await (await gateway.get("baik/data/segar", token)).arrayBuffer()
    const record = await recordOf(await gateway.get("baik/data/segar", token))
    assert.deepInclude(record, { status: 200, cache: "HIT", attempts: 0, agencyStatus: null })
  })

  it("of a 304 and of HEAD counts the bytes that were sent", async () => {
    const { gateway, token } = at()
    const first = await gateway.get("baik/data/segar", token)
    await first.arrayBuffer()
    const second = await gateway.get("baik/data/segar", token, { "if-none-match": first.headers.get("etag") ?? "" })
    assert.strictEqual(second.status, 304)
    assert.deepInclude(await recordOf(second), { status: 304, bytes: 0, cache: "HIT", code: null })
    const head = await fetch(`${gateway.url}/api/v4/gateway/baik/data/segar`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${token}` }
    })
    assert.deepInclude(await recordOf(head), { method: "HEAD", status: 200, route: "baik/data/segar" })
  })

  const failures: ReadonlyArray<readonly [name: string, path: string, token: "valid" | "none" | "unknown", record: Partial<AuditRecord>]> =
    [
      ["a missing token", "baik/data/orang", "none", {
        status: 401,
        code: "unauthorized",
        consumerApplication: null,
        tokenId: null,
        agency: "baik",
        ownerApplication: "aplikasi-baik",
        route: "baik/data/orang"
      }],
      ["an unknown token", "baik/data/orang", "unknown", { status: 401, code: "unauthorized", consumerApplication: null, tokenId: null }],
      ["an unregistered address", "baik/data/tidak-ada", "valid", {
        status: 404,
        code: "not-registered",
        ownerApplication: null,
        agency: null,
        consumerApplication: "aplikasi-uji"
      }],
      ["a private endpoint", "baik/data/rahasia", "valid", {
        status: 403,
        code: "private-endpoint",
        ownerApplication: "aplikasi-baik",
        route: "baik/data/rahasia",
        attempts: 0
      }],
      ["a malformed address", "baik/data/a;b", "valid", { status: 400, code: "bad-request" }],
      ["data that the agency does not have", "baik/data/hilang", "valid", {
        status: 404,
        code: "not-found-at-agency",
        agencyStatus: 404,
        attempts: 1
      }],
      ["parameters that the agency refused", "baik/data/tolak", "valid", {
        status: 400,
        code: "bad-request",
        agencyStatus: 422,
        attempts: 1
      }],
      ["an agency that resets connections, retries counted", "rusak/data/isi", "valid", {
        status: 502,
        code: "agency-unavailable",
        ownerApplication: "aplikasi-rusak",
        agencyStatus: null,
        attempts: 3,
        cache: null
      }]
    ]
  for (const [name, path, kind, expected] of failures) {
    it(`is written for ${name}`, async () => {
      const { gateway, token } = at()
      const bearer = kind === "none" ? undefined : kind === "unknown" ? `gpr_${"A".repeat(43)}` : token
      const response = await gateway.get(path, bearer)
      const bytes = (await response.clone().arrayBuffer()).byteLength
      assert.deepInclude(await recordOf(response), { ...expected, status: response.status, bytes, alias: null })
      assert.strictEqual(response.status, expected.status)
    })
  }

  it("of an aggregate is its own and one for each entry, joined by the request id and the alias", async () => {
    const { gateway, token } = at()
    const response = await gateway.aggregate(
      {
        strategy: "keyed",
        requests: [
          { alias: "satu", opd: "baik", dataset: "data", path: "orang" },
          { alias: "dua", opd: "rusak", dataset: "data", path: "isi" },
          { alias: "tiga", opd: "baik", dataset: "data", path: "rahasia" }
        ]
      },
      token,
      { "accept-encoding": "identity" }
    )
    const bytes = (await response.arrayBuffer()).byteLength
    const id = response.headers.get("x-request-id") ?? ""
    const records = await recordsOf(id, 4)
    const byId = new Map(records.map((record) => [record.requestId, record]))
    assert.deepInclude(byId.get(id), {
      route: "aggregate",
      method: "POST",
      status: 200,
      bytes,
      alias: null,
      masked: 2,
      ownerApplication: null,
      consumerApplication: "aplikasi-uji"
    })
    assert.deepInclude(byId.get(`${id}#satu`), {
      route: "baik/data/orang",
      alias: "satu",
      status: 200,
      ownerApplication: "aplikasi-baik",
      cache: "MISS",
      attempts: 1,
      masked: 2
    })
    assert.deepInclude(byId.get(`${id}#dua`), { alias: "dua", status: 502, code: "agency-unavailable", ownerApplication: "aplikasi-rusak" })
    assert.deepInclude(byId.get(`${id}#tiga`), { alias: "tiga", status: 403, code: "private-endpoint", attempts: 0 })
    assert.strictEqual(new Set(records.map((record) => record.traceId)).size, 1)
    assert.strictEqual(new Set(records.map((record) => record.tokenId)).size, 1)
  })

  it("of a preset is its own and one for each entry", async () => {
    const { gateway, token } = at()
    const response = await gateway.get("preset/ringkas", token)
    await response.arrayBuffer()
    const id = response.headers.get("x-request-id") ?? ""
    const records = await recordsOf(id, 2)
    assert.sameMembers(records.map((record) => record.requestId), [id, `${id}#orang`])
    assert.deepInclude(records.find((record) => record.alias === null), {
      route: "preset/ringkas",
      status: 200,
      consumerApplication: "aplikasi-uji"
    })
  })

  it("of a streamed aggregate is written when its last byte has left", async () => {
    const { gateway, token } = at()
    const response = await gateway.aggregate(
      { strategy: "list", requests: [{ alias: "a", opd: "baik", dataset: "data", path: "orang" }] },
      token,
      { accept: "application/x-ndjson", "accept-encoding": "identity" }
    )
    const bytes = (await response.arrayBuffer()).byteLength
    const id = response.headers.get("x-request-id") ?? ""
    const records = await recordsOf(id, 2)
    assert.deepInclude(records.find((record) => record.alias === null), { status: 200, bytes, route: "aggregate" })
  })

  it("of a caller who left has 499, which is never sent, and the agency's call was cut", async () => {
    const { gateway, good, token } = at()
    const before = (await gateway.records(0)).length
    const leave = new AbortController()
    const calls = good.calls.length
    const gone = fetch(`${gateway.url}/api/v4/gateway/baik/data/lambat`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leave.signal
    }).catch(() => "gone")
    await eventually("the agency is called", () => good.calls.length > calls)
    const open = good.connections().open
    leave.abort()
    assert.strictEqual(await gone, "gone")
    await eventually("the agency's connection is cut", () => good.connections().open < open)
    const records = await gateway.records(before + 1)
    assert.strictEqual(records.length, before + 1)
    assert.deepInclude(records.at(-1), { status: 499, code: null, route: "baik/data/lambat", ownerApplication: "aplikasi-baik", bytes: 0 })
  })

  it("of an aggregate whose caller left has 499, and so have its unfinished entries", async () => {
    const { gateway, good, token } = at()
    const before = (await gateway.records(0)).length
    const leave = new AbortController()
    const gone = fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        strategy: "keyed",
        requests: [{ alias: "cepat", opd: "baik", dataset: "data", path: "orang" }, {
          alias: "lambat",
          opd: "baik",
          dataset: "data",
          path: "lambat"
        }]
      }),
      signal: leave.signal
    }).catch(() => "gone")
    await eventually(
      "the quick entry is recorded and the slow one is under way",
      async () =>
        (await gateway.records(0)).length > before && good.calls.at(-1)?.url === "/data/lambat" || good.calls.at(-2)?.url === "/data/lambat"
    )
    leave.abort()
    assert.strictEqual(await gone, "gone")
    const records = (await gateway.records(before + 3)).slice(before)
    assert.strictEqual(records.length, 3)
    assert.deepStrictEqual(
      records.map(({ alias, status }) => [alias, status]).toSorted(),
      [["cepat", 200], ["lambat", 499], [null, 499]].toSorted()
    )
  })

  it("fault-89 keeps CRLF, ANSI and direction marks of an address out of the log lines", async () => {
    const { gateway, token } = at()
    const response = await gateway.get("baik/data/%1b%5b31m%0d%0aHTTP%20200", token)
    assert.strictEqual(response.status, 400)
    const record = await recordOf(response)
    const other = await recordOf(await gateway.get("baik/data/orang/x%E2%80%8Ey", token))
    for (const line of [record, other].map(toLine)) {
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u202e]/)
    }
    for (const line of logs) assert.notInclude(line, "\u001b[31m")
  })

  it("fault-90 no token, raw query, body or personal data is in any record, in the database's files or in a log line", async () => {
    const { gateway, token } = at()
    const official = await gateway.token({ scopes: "*", application: "dinas", official: true })
    await recordOf(await gateway.get(`baik/data/orang/${nik}?nik=${nik}&rahasia=sangat-rahasia`, official))
    await recordOf(await gateway.get(`baik/data/segar?q=budi.santoso%40example.id`, token))
    await recordOf(await gateway.get("baik/data/tolak", token))
    await (await gateway.get("baik/data/tanda", token)).arrayBuffer()
    const records = JSON.stringify(await gateway.records(0))
    let files = ""
    await eventually("the stored copies are on disk", () => (files = bytesUnder(gateway.dataDir)).includes("json\nbaik/data/tanda"))
    const lines = logs.join("\n")
    for (const [where, text] of [["records", records], ["files", files], ["logs", lines]] as const) {
      for (const secret of [token, official, nik, "Budi Santoso", "budi.santoso", "sangat-rahasia"]) {
        assert.isFalse(text.includes(secret), `${secret} in ${where}`)
      }
    }
    assert.include(records, "baik/data/orang/:nik")
  })
})
