import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects } from "../support/CommandLine.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, neverOpen, pause, registryText } from "../support/Suite.ts"

const good = json({ data: [1] })
const agencies = Array.from({ length: 8 }, (_, index) => `opd${index}`)
/** In MiB: a gateway that has just started needs more than half of it, and an aggregate that waits some 0.4. */
const cap = 90
/** Of an aggregate: their parameters are nearly as long as its body may be, and are kept while it waits. */
const entries = 20
const parameter = "x".repeat(2_850)
/** So many have no room under the cap. All tokens together may have a few more in progress: 32 each. */
const most = 120

describe("a gateway whose heap is too small for what is asked", () => {
  it(
    "fault-100 turns requests away before its heap is full, lives, stays ready, and takes everything again afterwards",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const held: Array<Exchange> = []
        let isHolding = true
        const agency = yield* makeAgencyServer({
          routes: { "/data/cepat": good },
          behaviour: (exchange) => isHolding ? held.push(exchange) : good(exchange)
        })
        const registry = JSON.parse(registryText(agencies.map((slug) => ({
          slug,
          server: agency.url,
          timeout: "60 seconds",
          deadline: "120 seconds",
          connections: 1_024,
          breaker: neverOpen,
          endpoints: [{ path: "isi", query: ["n"] }, { path: "cepat" }]
        }))))
        const gateway = yield* makeServedGateway(JSON.stringify({ ...registry, limits: { application: 1_000_000 } }), {
          NODE_OPTIONS: `--max-old-space-size=${cap}`,
          RATE_LIMIT: "1000000"
        })
        const { child } = gateway.gateway
        yield* Effect.promise(async () => {
          const issue = async () =>
            objects(await gateway.command("token", "issue", "--application", "uji", "--scope", "*", "--json"))[0]?.["token"]
          const tokens = await Promise.all(Array.from({ length: 4 }, issue))
          await eventually(
            "the tokens are felt",
            async () => (await Promise.all(tokens.map((token) => gateway.statusOf("tidak/ada", token)))).every((status) => status === 404)
          )
          const management = `http://127.0.0.1:${gateway.variables.MANAGEMENT_PORT}`
          const metric = async (name: string): Promise<number> => {
            const text = await (await fetch(`${management}/metrics`)).text()
            return Number(text.split("\n").find((line) => line.startsWith(`${name} `))?.split(" ").at(-1))
          }
          const shed = () => metric("gapura_shed_total{reason=\"heap\"}")
          let asked = 0
          const aggregate = async (): Promise<number> => {
            const opd = agencies[asked % agencies.length]
            const token = tokens[asked++ % tokens.length]
            const requests = Array.from({ length: entries }, (_, entry) => ({
              alias: `a${entry}`,
              opd,
              dataset: "data",
              path: "isi",
              query: { n: `${asked}-${entry}-${parameter}` }
            }))
            const response = await fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
              method: "POST",
              headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
              body: JSON.stringify({ strategy: "keyed", requests })
            })
            await response.arrayBuffer()
            return response.status
          }

          // One after the other, so that it is never the processor that is short.
          const answers: Array<Promise<number>> = []
          let isFull = false
          while (!isFull) {
            assert.isBelow(held.length / entries, most, "nothing is turned away for the heap")
            let isTold = false
            const answer = aggregate().finally(() => {
              isTold = true
            })
            const { length } = held
            answers.push(answer)
            // Said below, where the gateway died.
            answer.catch(() => {})
            await eventually("it is taken, or turned away", () => {
              assert.isNull(child.exitCode ?? child.signalCode, "the gateway died of what it took")
              return held.length >= length + entries || isTold
            }, 30_000)
            if (!isTold) continue
            const before = await shed()
            const read = await gateway.get("opd0/data/cepat", tokens[0])
            const body: unknown = await read.json()
            isFull = await shed() > before
            // Otherwise the processor was short, which is over after a second in which nobody comes, or its heap was collected since.
            if (!isFull) await pause(1_200)
            else {
              assert.deepInclude(body, { status: 503, code: "overloaded" })
              assert.include(["1", "2", "3"], read.headers.get("retry-after"))
            }
          }
          assert.strictEqual((await fetch(`${management}/health/ready`)).status, 200)
          assert.isNull(child.exitCode)

          isHolding = false
          for (const exchange of held.splice(0)) good(exchange)
          const statuses = await Promise.all(answers)
          assert.deepStrictEqual(new Set(statuses), new Set([200, 503]))
          await eventually("it has room again", async () => {
            await gateway.statusOf("opd0/data/cepat", tokens[0])
            return await metric("gapura_overloaded") === 0
          }, 60_000)
          const after = await Promise.all(Array.from({ length: 32 }, () => aggregate()))
          assert.deepStrictEqual(new Set(after), new Set([200]))
          assert.isNull(child.exitCode)
        })
      })))
  )
})
