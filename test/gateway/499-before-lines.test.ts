import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Stream } from "effect"
import type { Aggregate } from "../../src/domain/Aggregate.ts"
import { LoadShedding } from "../../src/gateway/LoadShedding.ts"
import { Pipeline } from "../../src/gateway/Pipeline.ts"
import { makeRequestId } from "../../src/http/RequestOrigin.ts"
import { RequestParser } from "../../src/http/RequestParser.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { pause, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [1] }) })
  const gateway = yield* startGateway(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]), {
    RATE_LIMIT: "100000"
  })
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, token }
}))

const aggregate: Aggregate = {
  strategy: "keyed",
  requests: [{ alias: "satu", opd: "opd", dataset: "data", path: "isi" }]
}

describe("a caller who leaves while the record of an answer in lines is waited for", () => {
  it("leaves nothing in progress, neither at the gateway nor of the token, and has a record", async () => {
    const { gateway, token } = at()
    const pipeline = Context.get(gateway.services, Pipeline)
    const { parse } = Context.getUnsafe(gateway.services as Context.Context<never>, RequestParser)
    const before = (await gateway.records(0)).length
    for (let n = 0; n < 40; n++) {
      const incoming = {
        requestId: makeRequestId(),
        method: "POST",
        authorization: `Bearer ${token}`,
        traceparent: undefined,
        remoteAddress: "127.0.0.1"
      }
      const parsed = parse({ door: "aggregate" }, incoming, {
        url: "/api/v4/gateway/aggregate",
        headers: { accept: "application/x-ndjson" }
      })
      const writing = Effect.flatMap(
        pipeline.serve({ ...parsed, body: Effect.succeed(aggregate) }),
        ({ body }) => body === undefined || body instanceof Uint8Array ? Effect.void : Stream.runDrain(body)
      )
      const fiber = Effect.runFork(writing)
      // As the listener does once the caller's connection is closed.
      fiber.interruptUnsafe()
      assert.isTrue(Exit.hasInterrupts(await Effect.runPromise(Fiber.await(fiber))))
    }
    await pause(500)
    const inProgress = await gateway.run(Effect.map(LoadShedding, (shedding) => shedding.inProgress()))
    assert.strictEqual(inProgress, 0)
    assert.isAtLeast((await gateway.records(0)).length - before, 40)
  })
})
