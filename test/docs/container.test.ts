/** What decides whether a container engine restarts the image: its check, run as the engine runs it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { freePort } from "../support/Gateway.ts"

const docker = (name: string) => join(import.meta.dirname, "..", "..", "docker", name)

const check = (managementPort: number): Promise<number> =>
  new Promise((resolve) => {
    execFile("bash", [docker("healthcheck.sh")], { env: { ...process.env, MANAGEMENT_PORT: String(managementPort) } }, (error) =>
      resolve(error === null ? 0 : Number(error.code ?? 255)))
  })

describe("the image", () => {
  it.live("is restarted where it does not live, and never because it is not ready", () =>
    Effect.gen(function*() {
      const gateway = yield* makeAgencyServer({ behaviour: json({ status: "draining" }, { status: 503 }) })
      yield* gateway.setBehaviour(json({ status: "alive" }), "/health/live")
      yield* Effect.promise(async () => {
        assert.strictEqual(await check(gateway.port), 0)
        assert.notStrictEqual(await check(await freePort()), 0)
      })
      yield* gateway.setBehaviour(json({}, { status: 503 }), "/health/live")
      assert.notStrictEqual(yield* Effect.promise(() => check(gateway.port)), 0)
      assert.deepStrictEqual([...new Set(gateway.calls.map(({ url }) => url))], ["/health/live"])
      for (const name of ["Dockerfile", "compose.yaml", "Demo.Dockerfile", "compose.demo.yaml"]) {
        assert.notInclude(readFileSync(docker(name), "utf8"), "/health/ready")
      }
    }))
})
