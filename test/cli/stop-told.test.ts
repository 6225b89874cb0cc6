/** What the log says of a `serve` that was told to stop, as one process and as several. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { registryText } from "../support/Suite.ts"

const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }])

describe("a gateway that is told to stop", () => {
  it.each(["1", "2"])(
    "says in its log that it drains, and last that it has stopped in good order, each once (WORKERS=%s)",
    (WORKERS) =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const { gateway } = yield* makeServedGateway(registry, { WORKERS })
        yield* Effect.promise(async () => {
          gateway.child.kill("SIGTERM")
          const { code, stderr } = await gateway.finished
          assert.strictEqual(code, 0, stderr)
          const said = stderr.trimEnd().split("\n").map((line): string => String(JSON.parse(line)["message"]))
          assert.deepStrictEqual(said.filter((line) => line.includes("drains")), ["gapura was told to stop and drains"])
          assert.deepStrictEqual(said.filter((line) => line.includes("has stopped")), ["gapura has stopped in good order"])
          assert.strictEqual(said.at(-1), "gapura has stopped in good order")
        })
      }))),
    240_000
  )
})
