import { NodeServices } from "@effect/platform-node"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { breakAgency, healAgency } from "../../src/demo/AgencyControl.ts"
import { DemoCity } from "../../src/demo/DemoCity.ts"
import { guideCommands } from "../../src/demo/DemoGuide.ts"
import { demoScopes } from "../../src/demo/DemoScopes.ts"
import { startGateway } from "../support/Gateway.ts"

const dataDir = mkdtempSync(join(tmpdir(), "gapura-demo-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The requests that the guide's curl commands make. */
const pasted = (url: string, token: string) =>
  guideCommands({ baseUrl: url, token, tokenLifetimeMillis: 86_400_000 }).slice(0, 4).map(({ command }) => () => {
    const body = / -d '([^']*)'/.exec(command)?.[1]
    return fetch(command.split(" ").at(-1) ?? "", {
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { method: "POST", body })
    })
  })

it.live(
  "a newcomer who pastes the commands sees data, a 403, an aggregate, a preset, STALE-CIRCUIT, and the circuit close",
  () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const { registryFile } = yield* DemoCity
      const registry = (yield* files.readFileString(registryFile)).replace("open: 10 seconds", "open: 300 millis")
      const gateway = yield* startGateway(registry)
      const token = yield* Effect.promise(() => gateway.token({ scopes: demoScopes() }))
      const [dataset, refused, aggregate, preset] = pasted(gateway.url, token)
      const ask = (send: (() => Promise<Response>) | undefined) =>
        Effect.promise(async () => {
          const response = await send?.()
          return { status: response?.status, cache: response?.headers.get("x-cache"), text: await response?.text() ?? "" }
        })

      const first = yield* ask(dataset)
      assert.strictEqual(first.status, 200)
      assert.isNull(first.cache)
      const forbidden = yield* ask(refused)
      assert.strictEqual(forbidden.status, 403)
      assert.include(forbidden.text, `"private-endpoint"`)
      const combined = yield* ask(aggregate)
      assert.strictEqual(combined.status, 200)
      assert.include(combined.text, `"succeeded":2`)
      assert.include(combined.text, `"httpStatus":403`)
      assert.strictEqual((yield* ask(preset)).status, 200)
      assert.strictEqual((yield* ask(preset)).cache, "HIT")

      yield* breakAgency({ dataDir, agency: "dlh" })
      for (let call = 1; call <= 7; call++) {
        const stale = yield* ask(dataset)
        assert.strictEqual(stale.status, 200)
        assert.strictEqual(stale.cache, "STALE-CIRCUIT")
      }
      yield* healAgency({ dataDir, agency: "dlh" })
      // Half open until the probe has gone well: then answers come from the agency again.
      let last = yield* ask(dataset)
      for (let i = 0; i < 100 && last.cache !== null; i++) {
        yield* Effect.promise(() => sleep(100))
        last = yield* ask(dataset)
      }
      assert.strictEqual(last.status, 200)
      assert.isNull(last.cache)
    }).pipe(Effect.scoped, Effect.provide(DemoCity.layer({ dataDir, firstPort: 0 }).pipe(Layer.provideMerge(NodeServices.layer))))
)
