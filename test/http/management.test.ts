/** The management listener: for orchestrators and Prometheus, and problems for whatever else comes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Queue } from "effect"
import type { Question } from "../../src/domain/Worker.ts"
import { AnsweredParent } from "../../src/server/ManagementDoor.ts"
import { expectProblem } from "../support/Problems.ts"
import { rawRequest, sendRaw, toResponse } from "../support/RawHttp.ts"
import { startCity } from "../support/StartCity.ts"
import { pause, suite } from "../support/Suite.ts"

const at = suite(startCity())
const send = (path: string, method = "GET") => fetch(`${at().gateway.managementUrl}${path}`, { method })

describe("the management listener", () => {
  it("says that the gateway lives and is ready, and how it fares; HEAD as GET", async () => {
    for (const [path, body] of [["/health/live", "{\"status\":\"live\"}"], ["/health/ready", "{\"status\":\"ready\"}"]] as const) {
      const response = await send(path)
      assert.strictEqual(response.status, 200)
      assert.isNull(response.headers.get("proxy-status"))
      assert.strictEqual(await response.text(), body)
      assert.strictEqual((await send(path, "HEAD")).status, 200)
    }
    assert.match(await (await send("/metrics?x=1")).text(), /^# HELP gapura_/m)
  })

  it("tells the metrics as OpenMetrics to who accepts it, and as plain text to whoever else", async () => {
    const { gateway } = at()
    const get = (accept: string) => fetch(`${gateway.managementUrl}/metrics`, { headers: { accept } })
    const open = await get("application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1")
    assert.strictEqual(open.headers.get("content-type"), "application/openmetrics-text; version=1.0.0; charset=utf-8")
    const lines = (await open.text()).split("\n")
    assert.deepStrictEqual(lines.slice(-2), ["# EOF", ""])
    assert.deepStrictEqual(lines.filter((line) => /^# TYPE \S+_total /.test(line)), [])
    assert.include(lines, "# TYPE gapura_audit_lost counter")
    for (const accept of ["*/*", "text/plain", "text/html,*/*;q=0.8"]) {
      const plain = await get(accept)
      assert.strictEqual(plain.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      assert.notInclude(await plain.text(), "# EOF")
    }
  })

  it("answers another address with a problem that names what there is: 404", async () => {
    const { gateway } = at()
    for (const path of ["/", "/tidak", "/health", "/health/live/", "/v4/gateway", "/portal"]) {
      for (const method of ["GET", "POST"]) {
        assert.include(
          await expectProblem(await send(path, method), "not-registered", gateway.url),
          "/health/live, /health/ready, /metrics",
          path
        )
      }
    }
  })

  it("answers another method with a problem and `Allow`: 405", async () => {
    const { gateway } = at()
    for (const path of ["/health/live", "/health/ready", "/metrics"]) {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        const response = await send(path, method)
        assert.strictEqual(response.headers.get("allow"), "GET, HEAD")
        await expectProblem(response, "method-not-allowed", gateway.url)
      }
    }
  })

  it("answers what it cannot read, and an unknown expectation, with a problem", async () => {
    const { gateway } = at()
    await expectProblem(
      toResponse(await sendRaw(gateway.managementUrl, "GET /metrics HTTP/1.1\r\nX : y\r\n\r\n")),
      "bad-request",
      gateway.url
    )
    await expectProblem(
      toResponse(await sendRaw(gateway.managementUrl, `GET /metrics HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(20_000)}\r\n\r\n`)),
      "headers-too-large",
      gateway.url
    )
    await expectProblem(
      await rawRequest(gateway.managementUrl, { target: "/metrics", headers: [["Expect", "magic"]] }),
      "expectation-failed",
      gateway.url
    )
  })
})

describe("a worker's answers to its parent", () => {
  it.effect("go on after one that could not be made", () =>
    Effect.gen(function*() {
      const asked = yield* Queue.unbounded<Question>()
      const answers: Array<string> = []
      const metrics = (): Effect.Effect<string> => Effect.die(new Error("a gauge that cannot be read"))
      yield* Layer.build(AnsweredParent({ asked: Queue.take(asked) }, { metrics, readiness: Effect.succeed("ready") })).pipe(
        Effect.provide(Logger.layer([]))
      )
      for (const about of ["metrics", "readiness"] as const) Queue.offerUnsafe(asked, { about, answer: (text) => answers.push(text) })
      yield* Effect.promise(() => pause(20))
      assert.deepStrictEqual(answers, ["ready"])
    }))
})
