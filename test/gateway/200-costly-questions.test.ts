import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"
import { startTurnMeter } from "../support/TurnMeter.ts"

/** Twenty are aimed at; each of these questions took one turn of thousands before, and a machine that does much else adds hundreds. */
const mostMillis = 500

const times = Array.from({ length: 20_000 }, (_, n) => ({ t: `2026-11-21T08:00:00.${String(n).padStart(6, "0")}` }))
const dates = Array.from({ length: 280 }, (_, n) => `'${1_000 + n}-01-01'`).join(",")

const corners = Array.from({ length: 100_000 }, (_, n) => [112 + n / 1_000_000, -7 - n / 1_000_000])
const report = `Jalan rusak 🙏 ${"mohon segera diperbaiki ".repeat(4_000)}`
const letters = [..."abcdefghijklmnopqrstuvwxyz"]
const pairs = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
const patterns = Array.from({ length: 240 }, (_, n) => `t like '${letters[n % 26]}'`).join(" or ")

const bodies: Readonly<Record<string, unknown>> = { waktu: times, batas: [{ batas: corners }], laporan: [{ t: report }] }

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const endpoints = Object.keys(bodies).map((path) => ({ path, cache: { fresh: "600 seconds" } }))
  const gateway = yield* startGateway(
    registryText([{ slug: "opd", server: agency.url, timeout: "30 seconds", deadline: "60 seconds", breaker: neverOpen, endpoints }])
  )
  for (const [path, data] of Object.entries(bodies)) {
    yield* agency.setBehaviour(answer({ body: JSON.stringify({ data }) }), `/data/${path}`)
  }
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, token }
}))

const ask = async (path: string, question: Readonly<Record<string, string>>) => {
  const response = await at().gateway.get(`opd/data/${path}?${new URLSearchParams(question).toString()}`, at().token)
  return { status: response.status, body: await response.text() }
}

describe("a costly question", () => {
  const questions: ReadonlyArray<readonly [name: string, path: string, question: Readonly<Record<string, string>>, expected: number]> = [
    [
      "about many groups, of which one holds",
      "waktu",
      { $group: "t", $having: `t = '2026-11-21T08:00:00.000000' or t in (${dates})` },
      200
    ],
    ["that finds words in one long row", "batas", { $q: pairs.slice(0, 32).join(" ") }, 200],
    ["that finds numbers in one long row", "batas", { $q: Array.from({ length: 32 }, (_, n) => `9${n}.`).join(" ") }, 200],
    ["of more words than are found", "batas", { $q: pairs.join(" ") }, 400],
    ["of many patterns about one long text", "laporan", { $where: patterns }, 200]
  ]
  for (const [name, path, question, expected] of questions) {
    it(`${name} stalls nobody (fault-146)`, async () => {
      await ask(path, { $limit: "1" })
      const meter = startTurnMeter()
      try {
        const { body, status } = await ask(path, question)
        assert.strictEqual(status, expected, body.slice(0, 300))
        assert.isBelow(meter.longest(), mostMillis)
      } finally {
        meter.stop()
      }
    })
  }
})
