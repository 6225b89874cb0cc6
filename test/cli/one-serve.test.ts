import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expectFailure, run, serving } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { registryText } from "../support/Suite.ts"

describe("a data directory", () => {
  it(
    "fault-141 serves one gateway: a second one names who has it, and whoever was killed has it no more",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }])
        const { gateway, variables } = yield* makeServedGateway(registry)
        const second = {
          ...variables,
          PORT: String(yield* Effect.promise(freePort)),
          MANAGEMENT_PORT: String(yield* Effect.promise(freePort))
        }
        yield* Effect.promise(async () => {
          expectFailure(await run(["serve"], second), variables.DATA_DIR, `is in use by process ${gateway.child.pid} on `)
          gateway.child.kill("SIGKILL")
          await gateway.finished
        })
        const next = yield* serving(second)
        if (!readFileSync(join(variables.DATA_DIR, "serve.json"), "utf8").includes(`"pid":${next.child.pid}`)) {
          throw new Error("it is another's")
        }
      })))
  )
})
