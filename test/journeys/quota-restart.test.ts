/** A restart gives no fresh quota, however the gateway ended. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { only, run, serving } from "../support/CommandLine.ts"
import { freePort, startGateway } from "../support/Gateway.ts"
import { registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const scope = "opd-isi-get"

const city = (application: number) =>
  Effect.map(
    makeAgencyServer({ behaviour: json({ data: ["isi"] }) }),
    (agency) =>
      JSON.stringify({
        limits: { application },
        ...JSON.parse(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]))
      })
  )

/** The statuses of so many calls, one after the other, and what the last one was told is left. */
const calls = async (url: string, token: string, count: number) => {
  const statuses: Array<number> = []
  let rate = ""
  for (let call = 0; call < count; call++) {
    const response = await fetch(`${url}/api/v4/gateway/opd/data/isi`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    statuses.push(response.status)
    rate = response.headers.get("ratelimit") ?? ""
  }
  return { ok: statuses.filter((status) => status === 200).length, refused: statuses.filter((status) => status === 429).length, rate }
}

describe("the quota after a restart", () => {
  it(
    "goes on where it was: of tokens, of those that took their place, and of applications; refused calls and entries count nothing",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const time = yield* makeJumpingClock
        yield* Effect.gen(function*() {
          const registry = yield* city(160)
          const dataDir = yield* tempDirectory
          const start = startGateway(registry, { DATA_DIR: dataDir })
          const tokens = yield* Effect.scoped(Effect.gen(function*() {
            const gateway = yield* start
            const [one = "", two = "", rotated = ""] = yield* Effect.promise(() =>
              Promise.all(["peta", "peta", "lain"].map((application) => gateway.token({ scopes: [scope], application })))
            )
            assert.deepInclude(yield* Effect.promise(() => calls(gateway.url, one, 125)), { ok: 120, refused: 5 })
            time.pass(20_000)
            yield* Effect.promise(async () => {
              const requests = ["a", "b", "c"].map((alias) => ({ alias, opd: "opd", dataset: "data", path: "isi" }))
              for (let call = 0; call < 10; call++) await (await gateway.aggregate({ strategy: "keyed", requests }, two)).arrayBuffer()
              assert.deepInclude(await calls(gateway.url, rotated, 7), { ok: 7, refused: 0 })
            })
            const next = yield* Effect.promise(() =>
              gateway.run(Effect.gen(function*() {
                const store = yield* TokenStore
                const nowMillis = yield* Clock.currentTimeMillis
                const { tokenId } = store.known(rotated, nowMillis) ?? assert.fail("no token")
                return Redacted.value((yield* store.rotate({ tokenId, lifetimeMillis: 3_600_000, nowMillis })).token)
              }))
            )
            return { one, two, next }
          }))
          time.pass(10_000)
          // The wall clock is put right meanwhile.
          time.jump(-2_000)
          const gateway = yield* start
          yield* Effect.promise(async () => {
            const first = await calls(gateway.url, tokens.one, 3)
            assert.deepInclude(first, { ok: 0, refused: 3 })
            assert.match(first.rate, /^"token";r=0;t=32$/)
            assert.match((await calls(gateway.url, tokens.two, 1)).rate, /^"token";r=109;t=\d+, "application";r=29;t=\d+$/)
            assert.match((await calls(gateway.url, tokens.next, 1)).rate, /^"token";r=112;t=\d+$/)
            assert.deepInclude(await calls(gateway.url, tokens.two, 35), { ok: 29, refused: 6 })
            time.pass(33_000)
            assert.deepInclude(await calls(gateway.url, tokens.one, 121), { ok: 120, refused: 1 })
          })
        }).pipe(Effect.provideService(Clock.Clock, time.clock))
      })))
  )

  it("goes on after kill -9 too, from what the journal alone has", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const directory = yield* tempDirectory
      const registryFile = join(directory, "registry.yaml")
      writeFileSync(registryFile, yield* city(600))
      const [port, managementPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
      const variables = {
        REGISTRY_FILE: registryFile,
        DATA_DIR: join(directory, "data"),
        PORT: String(port),
        MANAGEMENT_PORT: String(managementPort)
      }
      const url = `http://127.0.0.1:${port}`
      const token = String(
        only(yield* Effect.promise(() => run(["token", "issue", "--application", "peta", "--scope", scope, "--json"], variables)))["token"]
      )
      const killed = yield* serving(variables)
      assert.deepInclude(yield* Effect.promise(() => calls(url, token, 125)), { ok: 120, refused: 5 })
      const began = performance.now()
      killed.child.kill("SIGKILL")
      yield* Effect.promise(() => killed.finished)
      yield* serving(variables)
      assert.deepInclude(yield* Effect.promise(() => calls(url, token, 5)), { ok: 0, refused: 5 })
      assert.isBelow(performance.now() - began, 50_000)
    }))))
})
