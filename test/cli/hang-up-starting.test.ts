/** `kill -HUP` of a gateway while one of its workers is being started again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, pause, registryText } from "../support/Suite.ts"
import { childrenOf } from "../support/WorkerPids.ts"

describe("a gateway that is told to hang up while a worker starts", () => {
  it("ends no worker", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
      const site = yield* makeServedGateway(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]), {
        WORKERS: "2"
      })
      yield* Effect.promise(async () => {
        const parent = site.gateway.child.pid ?? 0
        const before = childrenOf(parent)
        process.kill(before[1] ?? 0, "SIGKILL")
        await eventually("another one is started", () => childrenOf(parent).some((pid) => !before.includes(pid)))
        await pause(50)
        site.gateway.child.kill("SIGHUP")
        await eventually("it serves again", () => site.gateway.stderr().includes("serves again"), 30_000)
        assert.notInclude(site.gateway.stderr(), "ended (SIGHUP)")
      })
    }))))
})
