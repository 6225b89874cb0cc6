/** The board's numbers are differences of the meter's own, and its words follow them in both languages. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { boardTexts } from "../../src/portal/operations/BoardTexts.ts"
import type { Point, Reading } from "../../src/portal/operations/LiveBoard.ts"
import { minutesOf } from "../../src/portal/operations/Minutes.ts"
import { type Span, spanOf, totalsOf } from "../../src/portal/operations/Totals.ts"
import { EndpointStats } from "../../src/telemetry/EndpointStats.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { StatusHistory } from "../../src/telemetry/StatusHistory.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const metered = EndpointStats.layer.pipe(
  Layer.provide(StatusHistory.layer({ timeZone: "Asia/Jakarta" })),
  Layer.provide(Layer.orDie(TempDatabase.layer)),
  Layer.provideMerge(RequestMeter.layer({ publicUrl: "https://data.kota.go.id" }))
)

describe("what lies between two readings", () => {
  it.effect("is what the agencies' routes answered; an aggregate's own answer and what reached no route stand apart", () =>
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      const answer = (route: string, agency: string, status: number, durationMs: number, cache: "HIT" | "MISS" | "STALE-CIRCUIT" | null) =>
        meter.request({ method: "GET", route, agency, status, durationMs, cache })
      answer("opd/data/isi", "opd", 200, 900, "MISS")
      const before = totalsOf(meter, 1_000)
      answer("opd/data/isi", "opd", 200, 10, "MISS")
      answer("opd/data/isi", "opd", 200, 10, "HIT")
      answer("lain/data/isi", "lain", 200, 10, "STALE-CIRCUIT")
      answer("lain/data/isi", "lain", 503, 10, null)
      answer("aggregate", "", 200, 10, null)
      answer("", "", 401, 1, null)
      meter.limited()
      const span = spanOf(before, totalsOf(meter, 3_000))
      assert.deepInclude(span, { seconds: 2, requests: 4, errors: 1, hit: 1, stale: 1, miss: 1, limited: 1, turnedAway: 1 })
      assert.isBelow(span.p99 ?? 900, 20)
      const { p50, p99, requests } = spanOf(before, before)
      assert.deepStrictEqual({ p50, p99, requests }, { p50: null, p99: null, requests: 0 })
      const stats = (yield* EndpointStats).agencies()
      assert.deepStrictEqual([...stats.keys()], ["opd", "lain"])
      assert.deepInclude(stats.get("lain"), { count: 2, errors: 1, health: "down" })
    }).pipe(Effect.provide(metered)))
})

const second: Span = {
  seconds: 1,
  requests: 10,
  errors: 1,
  hit: 4,
  stale: 1,
  miss: 5,
  limited: 0,
  turnedAway: 0,
  p50: 2,
  p95: 40,
  p99: null
}
const point = (time: number, more: Partial<Span> = {}): Point => ({
  sequence: time / 1_000,
  time,
  second: { ...second, ...more },
  inFlight: 3,
  backlog: 1_234
})

describe("the table by minute", () => {
  it("sums each minute of the clock, the newest first, with the highest percentile", () => {
    const minutes = minutesOf([point(58_000), point(59_000, { p95: 90 }), point(60_000, { requests: 7, p95: null })])
    assert.deepStrictEqual(minutes.map(({ errors, p95, p99, requests, time }) => ({ time, requests, errors, p95, p99 })), [
      { time: 60_000, requests: 7, errors: 1, p95: null, p99: null },
      { time: 0, requests: 20, errors: 2, p95: 90, p99: null }
    ])
    assert.lengthOf(minutesOf(Array.from({ length: 40 }, (_, minute) => point(minute * 60_000))), 15)
  })
})

describe("the board's words", () => {
  const hold = { agency: "opd", state: "open", reason: "uji", account: "sari", since: 0, endsAt: Date.UTC(2026, 0, 1, 3, 30) } as const
  const reading: Reading = {
    point: point(Date.UTC(2026, 0, 1, 2, 3, 4)),
    recent: { ...second, seconds: 4 },
    agencies: [
      {
        slug: "opd",
        name: "Dinas Uji",
        health: "down",
        stats: undefined,
        circuit: { state: "open", forced: "open", openUntilMillis: null, failures: 0, calls: 0 },
        hold
      },
      { slug: "lain", name: "Dinas Lain", health: "up", stats: undefined, circuit: undefined, hold: undefined }
    ],
    transitions: [{ agency: "opd", from: "closed", to: "open", at: Date.UTC(2026, 0, 1, 2, 3, 0), forced: true }],
    readiness: "held",
    limiter: { tokens: 2, refused: 1_500 },
    cache: { entries: 3, bytes: 2_097_152 },
    audit: { isRecording: false, lost: 0 },
    gateways: [
      { name: "g1:8080", version: "4.0.0", registry: "aaa", isOwn: true, ageMillis: 1_900 },
      { name: null, version: null, registry: null, isOwn: false, ageMillis: 70_000 }
    ],
    registries: 2
  }

  it.each(
    [
      ["id", {
        clock: "09.03.04 WIB",
        requests: "2,5",
        errors: "10%",
        "latency.more": "p50 2 ms · p99 –",
        copies: "50%",
        backlog: "1.234",
        "agency.opd.circuit": "ditahan terbuka sampai 10.30",
        "agency.lain.circuit": "",
        "notice.registries": "Gerbang-gerbang pada basis data ini melayani registri yang berbeda (2).",
        "gateway.0.name": "g1:8080 (gerbang ini)",
        "gateway.0.seen": "1 detik lalu",
        "gateway.1.version": "–",
        "transition.0": "09.03.00 Dinas Uji: terbuka (operator)"
      }],
      ["en", {
        clock: "09:03:04 WIB",
        requests: "2.5",
        errors: "10%",
        "latency.more": "p50 2 ms · p99 –",
        copies: "50%",
        backlog: "1,234",
        "agency.opd.circuit": "held open until 10:30",
        "agency.lain.circuit": "",
        "notice.registries": "The gateways on this database serve different registries (2).",
        "gateway.0.name": "g1:8080 (this one)",
        "gateway.0.seen": "1 second ago",
        "gateway.1.version": "–",
        "transition.0": "09:03:00 Dinas Uji: open (operator)"
      }]
    ] as const
  )("are %s, with the city's time and the language's numbers", (language, expected) => {
    const { states, texts } = boardTexts(reading, { range: "15m", rows: minutesOf([reading.point]), notes: [] }, {
      language,
      timeZone: "Asia/Jakarta"
    })
    assert.deepStrictEqual(
      Object.fromEntries(Object.keys(expected).map((key) => [key, texts.get(key)?.replaceAll("\u00a0", " ")])),
      expected
    )
    assert.isNotEmpty(texts.get("notice.held"))
    assert.isNotEmpty(texts.get("notice.recording"))
    assert.strictEqual(texts.get("notice.lost"), "")
    assert.strictEqual(
      boardTexts({ ...reading, registries: 1 }, { range: "15m", rows: [], notes: [] }, { language, timeZone: "Asia/Jakarta" }).texts.get(
        "notice.registries"
      ),
      ""
    )
    assert.deepStrictEqual([states.get("gateway.0"), states.get("gateway.1")], ["up", "degraded"])
    assert.deepStrictEqual([states.get("agency.opd"), states.get("readiness"), states.get("errors"), states.get("backlog")], [
      "down",
      "degraded",
      "down",
      "down"
    ])
  })
})
