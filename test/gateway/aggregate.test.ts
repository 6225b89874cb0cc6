/** `POST /api/v4/gateway/aggregate` (contract, section 10). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, type Behaviour, type Exchange, faults, json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

interface Entry {
  readonly status: string
  readonly message?: string
  readonly data?: unknown
  readonly meta?: Readonly<Record<string, unknown>>
  readonly httpStatus?: number
  readonly problem?: Readonly<Record<string, unknown>>
}
interface Answer {
  readonly status: string
  readonly message: string
  readonly data: Readonly<Record<string, Entry>>
  readonly meta: {
    readonly version: string
    readonly generatedAt: string
    readonly masked: number
    readonly total: number
    readonly succeeded: number
    readonly failed: number
  }
}

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const hold: Behaviour = (exchange) => held.push(exchange)
  const agency = yield* makeAgencyServer({
    behaviour: json({ data: ["isi"] }),
    routes: {
      "/data/orang": json({ data: [{ surel: "budi.santoso@contoh.id" }], halaman: 1 }),
      "/data/rapi": answer({
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ data: [{ id: 1, teks: "a\nb" }] }, null, 2).replaceAll("\n", "\r\n")
      }),
      "/data/tahan": hold,
      "/data/tahan2": hold,
      "/data/hilang": status(404),
      "/data/diam": faults.hang,
      "/data/putus": faults.reset,
      "/data/gema": ({ call, later: _later, socket }) => {
        const body = JSON.stringify({ data: [call.url] })
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      }
    }
  })
  const open = yield* makeAgencyServer({ behaviour: faults.reset })
  const endpoint = (path: string) => ({ path })
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "opd",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [
          ...["orang", "hilang", "putus", "rapi"].map(endpoint),
          { path: "segar", cache: { fresh: "1 hour" } },
          { path: "segar-lain", cache: { fresh: "1 hour" } },
          { path: "rahasia", private: true },
          { path: "gema", query: ["n", "q"] },
          { path: "orang/:id" }
        ]
      },
      {
        slug: "sabar",
        server: agency.url,
        breaker: neverOpen,
        endpoints: ["tahan", "tahan2"].map(endpoint)
      },
      { slug: "singkat", server: agency.url, timeout: "1 seconds", breaker: neverOpen, endpoints: [endpoint("diam")] },
      { slug: "buka", server: open.url, endpoints: [endpoint("isi")] }
    ]),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (path: string, behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour, `/data/${path}`))
  return { agency, gateway, held, set, token }
}))

/** `alias: path` or `alias: opd path`. */
const requestsOf = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([alias, target]) => {
    const [opd, path] = target.includes(" ") ? target.split(" ") : ["opd", target]
    return { alias, opd, dataset: "data", path }
  })

const ask = (strategy: string, entries: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>) =>
  at().gateway.aggregate({ strategy, requests: requestsOf(entries) }, at().token, headers)

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  const answer: Answer = JSON.parse(text)
  return answer
}

describe("aliases", () => {
  it("what a caller writes into an alias is a key of the answer, and is recorded only as the detectors let it", async () => {
    const { agency, gateway, token } = at()
    const aliases = [
      "nik_9171010101900001",
      "nik_9171010101900002",
      "hp-081234567890",
      "Budi_Santoso",
      "taman-2024",
      "n3171010101900001x",
      "an_siti_rahayu"
    ]
    const calls = agency.calls.length
    const answer = await answerOf(
      await gateway.aggregate({
        strategy: "keyed",
        requests: aliases.map((alias, n) => ({ alias, opd: "opd", dataset: "data", path: n === 1 ? "hilang" : "orang" }))
      }, token)
    )
    assert.deepEqual(Object.keys(answer.data), aliases)
    const problem = answer.data["nik_9171010101900002"]?.problem
    const id = String(problem?.["requestId"])
    const parent = id.split("#")[0]
    assert.strictEqual(problem?.["instance"], `urn:uuid:${id}`)
    const recorded = async () => (await gateway.records(0)).filter(({ requestId }) => requestId.startsWith(`${parent}#`))
    await eventually("every entry has its record", async () => (await recorded()).length === aliases.length)
    const records = await recorded()
    assert.sameMembers(records.map(({ alias }) => alias), [
      "nik_9171************",
      "nik_9171************~2",
      "hp-0812******90",
      "B*** S***",
      "taman-2024",
      "n3171************x",
      "an s*** r***"
    ])
    assert.strictEqual(records.find(({ requestId }) => requestId === id)?.code, "not-found-at-agency")
    const sent = agency.calls.slice(calls).map(({ headers }) => headers["x-request-id"])
    for (const text of [JSON.stringify(records), JSON.stringify(sent)]) {
      assert.notMatch(text, /[93]171010101|081234567890|Santoso|rahayu/)
    }
  })
})

describe("strategies", () => {
  it("keyed: an object by alias, each entry what its own route would have answered", async () => {
    const { gateway, token } = at()
    const response = await ask("keyed", { orang: "orang", gone: "hilang", tidak: "tak-terdaftar" })
    assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
    assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
    const { data, message, meta, status } = await answerOf(response)
    assert.deepStrictEqual([status, message], ["success", "Data berhasil diambil"])
    const { generatedAt, ...counts } = meta
    assert.deepStrictEqual(counts, { version: "4.0", masked: 1, total: 3, succeeded: 1, failed: 2 })
    assert.strictEqual(new Date(generatedAt).toISOString(), generatedAt)
    assert.deepStrictEqual(Object.keys(data), ["orang", "gone", "tidak"])

    const own: Entry = JSON.parse(await (await gateway.get("opd/data/orang", token)).text())
    assert.deepStrictEqual({ ...data["orang"], meta: { ...data["orang"]?.meta, generatedAt: "" } }, {
      ...own,
      meta: { ...own.meta, generatedAt: "" }
    })

    const id = response.headers.get("x-request-id")
    assert.deepInclude(data["gone"], { status: "error", httpStatus: 404 })
    assert.deepInclude(data["gone"]?.problem, {
      code: "not-found-at-agency",
      status: 404,
      requestId: `${id}#gone`,
      instance: `urn:uuid:${id}#gone`
    })
    assert.deepInclude(data["tidak"]?.problem, { code: "not-registered", status: 404 })
  })

  it("list: an array in the order of the requests", async () => {
    const response = await ask("list", { c: "gema", a: "orang", b: "hilang" })
    const answer: { readonly data: ReadonlyArray<Entry>; readonly meta: Readonly<Record<string, unknown>> } = JSON.parse(
      await response.text()
    )
    assert.deepStrictEqual(answer.data.map(({ data, status }) => [status, JSON.stringify(data)?.slice(0, 7)]), [
      ["success", "[\"/data"],
      ["success", "[{\"sure"],
      ["error", undefined]
    ])
    assert.deepInclude(answer.meta, { total: 3, succeeded: 2, failed: 1 })
  })

  it("strict: as keyed when all are well, else the gravest error alone, naming the faulty entries", async () => {
    const whole = await answerOf(await ask("strict", { a: "orang", b: "gema" }))
    assert.deepStrictEqual(Object.keys(whole.data), ["a", "b"])
    const response = await ask("strict", { a: "orang", b: "hilang", c: "putus" })
    const body: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
    assert.strictEqual(response.status, 502)
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
    assert.strictEqual(body["code"], "agency-unavailable")
    assert.deepStrictEqual(body["entries"], {
      b: { httpStatus: 404, code: "not-found-at-agency" },
      c: { httpStatus: 502, code: "agency-unavailable" }
    })
    assert.isUndefined(body["data"])
  })

  it("an unknown one is a 400 that names the three", async () => {
    const response = await ask("merged", { a: "orang" })
    const detail = await expectProblem(response, "bad-request", at().gateway.url)
    for (const part of ["strategy", "keyed", "list", "strict"]) assert.include(detail, part)
  })
})

describe("errors of a whole aggregate", () => {
  const gravest: ReadonlyArray<readonly [entries: Readonly<Record<string, string>>, status: number]> = [
    [{ a: "hilang", b: "rahasia" }, 403],
    [{ a: "rahasia", b: "buka isi" }, 503],
    [{ a: "buka isi", b: "putus" }, 502],
    [{ a: "putus", b: "singkat diam", c: "hilang" }, 504],
    [{ a: "hilang", b: "tak-ada" }, 404]
  ]
  for (const [entries, expected] of gravest) {
    it(`none succeeded: ${Object.values(entries).join(", ")} is ${expected}, the gravest`, async () => {
      const { gateway, token } = at()
      for (let n = 0; n < 6; n++) await (await gateway.get("buka/data/isi", token)).arrayBuffer()
      const response = await ask("keyed", entries)
      const body: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
      assert.strictEqual(response.status, expected)
      assert.strictEqual(body["status"], expected)
      assert.deepStrictEqual(Object.keys(Object(body["entries"])), Object.keys(entries))
    })
  }

  it("one success makes it 200", async () => {
    const { meta } = await answerOf(await ask("keyed", { a: "putus", b: "singkat diam", c: "gema" }))
    assert.deepInclude(meta, { total: 3, succeeded: 1, failed: 2 })
  })
})

describe("authority", () => {
  it("fault-30 every entry is checked by itself: scope, private, registered", async () => {
    const { agency, gateway } = at()
    const narrow = await gateway.token({ scopes: ["opd-orang-get", "opd-rahasia-get"], application: "sempit" })
    const calls = agency.calls.length
    const { data } = await answerOf(
      await gateway.aggregate({ strategy: "keyed", requests: requestsOf({ boleh: "orang", lain: "gema", privat: "rahasia" }) }, narrow)
    )
    assert.strictEqual(data["boleh"]?.status, "success")
    assert.deepInclude(data["lain"]?.problem, { code: "scope-missing" })
    assert.include(String(data["lain"]?.problem?.["detail"]), "opd-gema-get")
    assert.deepInclude(data["privat"]?.problem, { code: "private-endpoint" })
    assert.strictEqual(agency.calls.length - calls, 1)
    const verified = await gateway.token({ scopes: ["opd-rahasia-get"], application: "terverifikasi", private: true })
    const { data: allowed } = await answerOf(
      await gateway.aggregate({ strategy: "keyed", requests: requestsOf({ privat: "rahasia" }) }, verified)
    )
    assert.strictEqual(allowed["privat"]?.status, "success")
  })

  it("no token is 401, whatever is in the body", async () => {
    const { gateway } = at()
    const response = await fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{"
    })
    await expectProblem(response, "unauthorized", gateway.url)
  })

  it("counts once against the quota, however many entries it has", async () => {
    const left = async () =>
      Number(/r=(\d+)/.exec((await ask("keyed", { a: "orang", b: "gema", c: "segar" })).headers.get("ratelimit") ?? "")?.[1])
    const before = await left()
    assert.strictEqual(before - await left(), 1)
  })
})

describe("X-Cache", () => {
  it("is nobody else's: nothing may store the whole, which has no ETag and knows no If-None-Match", async () => {
    for (const [entries, status] of [[{ a: "segar", b: "segar-lain" }, 200], [{ a: "putus", b: "hilang" }, 502]] as const) {
      for (const strategy of ["keyed", "list", "strict"]) {
        const response = await ask(strategy, entries, { "if-none-match": "*" })
        assert.strictEqual(response.status, status)
        assert.isNull(response.headers.get("etag"))
        assert.strictEqual(response.headers.get("cache-control"), status === 200 ? "private, no-store" : "no-store")
        const body: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
        assert.deepStrictEqual(
          body["entries"],
          status === 200
            ? undefined
            : { a: { httpStatus: 502, code: "agency-unavailable" }, b: { httpStatus: 404, code: "not-found-at-agency" } }
        )
      }
    }
  })

  it("is HIT only if all entries are hits, and absent otherwise", async () => {
    await (await ask("keyed", { a: "segar", b: "segar-lain" })).arrayBuffer()
    const all = await ask("keyed", { a: "segar", b: "segar-lain" })
    assert.strictEqual(all.headers.get("x-cache"), "HIT")
    assert.isNull((await ask("keyed", { a: "segar", b: "gema" })).headers.get("x-cache"))
    assert.isNull((await ask("keyed", { a: "segar", b: "putus" })).headers.get("x-cache"))
  })

  it("is STALE-CIRCUIT if any entry is stale", async () => {
    const { set } = at()
    await (await ask("keyed", { a: "orang" })).arrayBuffer()
    await set("orang", faults.reset)
    const response = await ask("keyed", { a: "segar", b: "orang", c: "gema" })
    assert.strictEqual(response.headers.get("x-cache"), "STALE-CIRCUIT")
    assert.deepInclude((await answerOf(response)).meta, { succeeded: 3 })
    await set("orang", json({ data: [{ surel: "budi.santoso@contoh.id" }], halaman: 1 }))
  })
})

describe("time", () => {
  it("fault-75 a slow agency's entry is a 504 of its own, the rest are there", async () => {
    const { data } = await answerOf(await ask("keyed", { cepat: "gema", lambat: "singkat diam" }))
    assert.strictEqual(data["cepat"]?.status, "success")
    assert.deepInclude(data["lambat"], { status: "error", httpStatus: 504 })
    assert.deepInclude(data["lambat"]?.problem, { code: "agency-timeout" })
  })

  it("all entries are read at once: both calls are under way before either is answered", async () => {
    const { held } = at()
    const response = ask("keyed", { a: "sabar tahan", b: "sabar tahan2", c: "gema" })
    await eventually("both agency calls are under way", () => held.length === 2)
    for (const exchange of held.splice(0)) json({ data: [] })(exchange)
    assert.deepInclude((await answerOf(await response)).meta, { succeeded: 3 })
  })

  it("the same address twice in one aggregate costs one call", async () => {
    const { agency, held } = at()
    const calls = agency.calls.length
    const response = ask("keyed", { a: "sabar tahan", b: "sabar tahan" })
    await eventually("the call is under way", () => held.length === 1)
    for (const exchange of held.splice(0)) json({ data: [1] })(exchange)
    const { data } = await answerOf(await response)
    assert.deepStrictEqual(data["a"], data["b"])
    assert.strictEqual(agency.calls.length - calls, 1)
  })

  it("fault-76 when the caller leaves, every agency call is cut", async () => {
    const { agency, gateway, held, token } = at()
    const leave = new AbortController()
    const gone = fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ strategy: "keyed", requests: requestsOf({ a: "sabar tahan", b: "sabar tahan2" }) }),
      signal: leave.signal
    }).then(() => "answered", () => "gone")
    await eventually("both calls are under way", () => held.length === 2)
    leave.abort()
    assert.strictEqual(await gone, "gone")
    await eventually("both are cut", () => held.every(({ socket }) => socket.destroyed))
    held.splice(0)
    assert.isAbove(agency.calls.length, 0)
  })
})

describe("NDJSON", () => {
  const accept = { accept: "application/x-ndjson" }

  /** Reads lines as they arrive. */
  const linesOf = (response: Response) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let buffered = ""
    return {
      next: async (): Promise<Readonly<Record<string, unknown>> | undefined> => {
        for (;;) {
          const end = buffered.indexOf("\n")
          if (end !== -1) {
            const line = buffered.slice(0, end)
            buffered = buffered.slice(end + 1)
            return JSON.parse(line)
          }
          const chunk = await reader?.read()
          if (chunk === undefined || chunk.done) {
            assert.strictEqual(buffered, "")
            return undefined
          }
          buffered += chunk.value
        }
      },
      cancel: () => reader?.cancel()
    }
  }

  it("entries leave as they complete, the held one last, then meta", async () => {
    const { held } = at()
    const response = await ask("keyed", { lambat: "sabar tahan", cepat: "orang", gagal: "hilang" }, accept)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
    const lines = linesOf(response)
    // The slow agency has not answered yet, so these two could not have waited for it.
    const early = [await lines.next(), await lines.next()]
    assert.sameMembers(early.map((line) => line?.["alias"]), ["cepat", "gagal"])
    assert.deepInclude(early.find((line) => line?.["alias"] === "gagal"), { status: "error", httpStatus: 404 })
    const quick = early.find((line) => line?.["alias"] === "cepat")
    assert.deepInclude(quick, { status: "success", message: "Data berhasil diambil" })
    assert.deepStrictEqual(quick?.["data"], [{ surel: "b***@contoh.id" }])
    await eventually("the slow call is under way", () => held.length === 1)
    for (const exchange of held.splice(0)) json({ data: ["akhir"] })(exchange)
    assert.deepInclude(await lines.next(), { alias: "lambat", status: "success" })
    const last: { readonly meta?: Readonly<Record<string, unknown>> } = { ...(await lines.next()) }
    assert.deepStrictEqual(Object.keys(last), ["meta"])
    assert.deepInclude(last.meta, { version: "4.0", masked: 1, total: 3, succeeded: 2, failed: 1 })
    assert.isUndefined(await lines.next())
  })

  it.each(["list", "strict"])("an entry is one line though its agency writes many (%s)", async (strategy) => {
    const response = await ask(strategy, { a: "rapi", b: "orang" }, accept)
    const lines = (await response.text()).trimEnd().split(/\r?\n/).map((line): Entry => JSON.parse(line))
    assert.lengthOf(lines, 3)
    assert.deepStrictEqual(lines.find((line) => JSON.stringify(line).includes("teks"))?.data, [{ id: 1, teks: "a\nb" }])
  })

  it("strict waits for all, since all or nothing cannot leave entry by entry", async () => {
    const response = await ask("strict", { a: "orang", b: "putus" }, accept)
    assert.strictEqual(response.status, 502)
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
    await response.arrayBuffer()
    const whole = await ask("strict", { a: "orang", b: "gema" }, accept)
    assert.strictEqual(whole.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
    const lines = (await whole.text()).trimEnd().split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(lines.map((line) => line.alias), ["a", "b", undefined])
    assert.deepInclude(lines[2].meta, { version: "4.0", total: 2, succeeded: 2, failed: 0 })
  })

  it("fault-76 a caller who leaves in the middle is recorded as 499 and the agency's call is cut", async () => {
    const { gateway, held } = at()
    const response = await ask("keyed", { cepat: "gema", lambat: "sabar tahan" }, accept)
    const lines = linesOf(response)
    assert.deepInclude(await lines.next(), { alias: "cepat" })
    await eventually("the slow call is under way", () => held.length === 1)
    await lines.cancel()
    await eventually("it is cut", () => held.every(({ socket }) => socket.destroyed))
    held.splice(0)
    const id = response.headers.get("x-request-id")
    await eventually("the records are written", async () => {
      const statuses = new Map((await gateway.records(0)).map((record) => [record.requestId, record.status]))
      return statuses.get(`${id}`) === 499 && statuses.get(`${id}#lambat`) === 499 && statuses.get(`${id}#cepat`) === 200
    })
  })
})

describe("the request", () => {
  const entry = { alias: "a", opd: "opd", dataset: "data", path: "gema" }
  const bad: ReadonlyArray<readonly [title: string, body: unknown, names: string]> = [
    ["fault-72 a duplicate alias", { strategy: "keyed", requests: [entry, entry] }, "requests[1].alias"],
    ["an alias with a space", { strategy: "keyed", requests: [{ ...entry, alias: "a b" }] }, "requests[0].alias"],
    ["an alias of 65 characters", { strategy: "keyed", requests: [{ ...entry, alias: "a".repeat(65) }] }, "requests[0].alias"],
    ["an empty alias", { strategy: "keyed", requests: [{ ...entry, alias: "" }] }, "requests[0].alias"],
    ["no entries", { strategy: "keyed", requests: [] }, "requests"],
    ["21 entries", { strategy: "keyed", requests: Array.from({ length: 21 }, (_, n) => ({ ...entry, alias: `a${n}` })) }, "requests"],
    ["no strategy", { requests: [entry] }, "strategy"],
    ["a missing path", { strategy: "keyed", requests: [{ alias: "a", opd: "opd", dataset: "data" }] }, "requests[0].path"],
    ["a query that is no plain value", { strategy: "keyed", requests: [{ ...entry, query: { n: [1] } }] }, "requests[0].query"],
    ["an array", [entry], "body"],
    ["text that is no JSON", "{\"strategy\":", "well-formed"],
    ["fault-74 deep nesting", `{"strategy":"keyed","requests":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "requests"]
  ]
  for (const [title, body, names] of bad) {
    it(`${title} is a 400 that names the field`, async () => {
      const { agency, gateway, token } = at()
      const calls = agency.calls.length
      const detail = await expectProblem(await gateway.aggregate(body, token), "bad-request", gateway.url)
      assert.include(detail, names)
      assert.strictEqual(agency.calls.length, calls)
    })
  }

  it("fault-74 10,000 entries are a 413, before anything is read of them", async () => {
    const { agency, gateway, token } = at()
    const calls = agency.calls.length
    const requests = Array.from({ length: 10_000 }, (_, n) => ({ ...entry, alias: `a${n}` }))
    const response = await gateway.aggregate({ strategy: "keyed", requests }, token)
    assert.strictEqual(response.status, 413)
    assert.strictEqual(agency.calls.length, calls)
  })

  it("fault-74 an aggregate or a preset in an aggregate is a 400 that names the entry", async () => {
    const { agency, gateway, token } = at()
    const calls = agency.calls.length
    for (const opd of ["aggregate", "preset"]) {
      const response = await gateway.aggregate(
        { strategy: "keyed", requests: [entry, { alias: "b", opd, dataset: "ringkas", path: "" }] },
        token
      )
      assert.include(await expectProblem(response, "bad-request", gateway.url), `\`requests[1].opd\`: \`${opd}\` is no agency`)
    }
    assert.strictEqual(agency.calls.length, calls)
  })

  it("fault-73 `__proto__` and `constructor` are aliases like any other", async () => {
    const response = await ask("keyed", { ["__proto__"]: "gema", constructor: "hilang", toString: "gema" })
    assert.strictEqual(response.status, 200)
    const text = await response.text()
    assert.match(text, /"data":\{"__proto__":\{"status":"success"/)
    const { data }: Answer = JSON.parse(text)
    assert.deepStrictEqual(Object.getOwnPropertyNames(data), ["__proto__", "constructor", "toString"])
  })

  it("20 entries and an alias of 64 characters are fine", async () => {
    const entries = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${"a".repeat(62)}${n + 10}`, "gema"]))
    assert.deepInclude((await answerOf(await ask("keyed", entries))).meta, { total: 20, succeeded: 20 })
  })

  it("declared query parameters reach the agency, others do not; bad addresses are that entry's 400", async () => {
    const { gateway, token } = at()
    const { data } = await answerOf(
      await gateway.aggregate({
        strategy: "keyed",
        requests: [
          { ...entry, query: { q: "a&b=c d", n: 3, tersembunyi: "x" } },
          { ...entry, alias: "naik", path: "../rahasia" },
          { ...entry, alias: "kode", path: "orang%2f1" },
          { ...entry, alias: "tanya", path: "gema?n=1" }
        ]
      }, token)
    )
    assert.deepStrictEqual(data["a"]?.data, ["/data/gema?n=3&q=a%26b%3Dc%20d"])
    for (const alias of ["naik", "kode", "tanya"]) assert.deepInclude(data[alias], { status: "error", httpStatus: 400 })
  })

  it("another media type is 415, another Accept 406, another method 405", async () => {
    const { gateway, token } = at()
    const body = { strategy: "keyed", requests: [entry] }
    await expectProblem(await gateway.aggregate(body, token, { "content-type": "text/plain" }), "unsupported-media-type", gateway.url)
    await expectProblem(await gateway.aggregate(body, token, { accept: "text/csv" }), "not-acceptable", gateway.url)
    const get = await gateway.get("aggregate", token)
    assert.strictEqual(get.status, 405)
    assert.include(get.headers.get("allow") ?? "", "POST")
    await get.arrayBuffer()
  })
})
