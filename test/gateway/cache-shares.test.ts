/** Nobody empties the store of copies for others: the agency with the most bytes gives way first, and what has few copies last. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Scope } from "effect"
import { faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const cacheBytes = 2 * 1024 * 1024
const others = ["satu", "dua"] as const
const asked = [0, 1, 2]

describe("shares of the store", () => {
  it(
    "fault-117 three large aggregates of one token leave the stale copies of other agencies, "
      + "of presets and of its own small endpoints, restart included",
    () =>
      Effect.runPromise(
        Effect.scoped(Effect.gen(function*() {
          const large = yield* makeAgencyServer({
            behaviour: json({ data: "x".repeat(100_000) }),
            routes: { "/data/ringkas": json({ data: ["ringkas"] }) }
          })
          const small = yield* makeAgencyServer({ behaviour: json({ data: ["kecil"] }) })
          const endpoints = [{ path: "isi", query: ["n"] }, { path: "ringkas" }]
          const registry = registryText(
            [
              { slug: "besar", server: large.url, breaker: neverOpen, endpoints },
              ...others.map((slug) => ({ slug, server: small.url, breaker: neverOpen, endpoints }))
            ],
            [{
              slug: "gabungan",
              title: "Gabungan",
              requests: others.map((opd) => ({ alias: opd, opd, dataset: "data", path: "ringkas" }))
            }]
          )
          const variables = { RATE_LIMIT: "100000", CACHE_MAX_BYTES: `${cacheBytes / 1024} KiB`, DATA_DIR: yield* tempDirectory }
          const scope = yield* Scope.make()
          const gateway = yield* startGateway(registry, variables).pipe(Scope.provide(scope))
          const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
          const paths = [
            ...others.flatMap((slug) => [...asked.map((n) => `${slug}/data/isi?n=${n}`), `${slug}/data/ringkas`]),
            "besar/data/ringkas",
            "preset/gabungan"
          ]
          const read = (path: string, from = gateway) =>
            Effect.promise(async () => {
              const response = await from.get(path, token)
              await response.arrayBuffer()
              return [path, response.status, response.headers.get("x-cache")] as const
            })
          for (const path of paths) assert.deepStrictEqual(yield* read(path), [path, 200, null])
          for (let aggregate = 0; aggregate < 3; aggregate++) {
            const requests = Array.from(
              { length: 20 },
              (_, n) => ({ alias: `a${n}`, opd: "besar", dataset: "data", path: "isi", query: { n: `${aggregate}-${n}` } })
            )
            const response = yield* Effect.promise(() => gateway.aggregate({ strategy: "keyed", requests }, token))
            assert.isAbove((yield* Effect.promise(() => response.arrayBuffer())).byteLength, cacheBytes * 0.9)
          }
          yield* large.setBehaviour(faults.reset)
          yield* large.setBehaviour(faults.reset, "/data/ringkas")
          yield* small.setBehaviour(faults.reset)
          for (const path of paths) assert.deepStrictEqual(yield* read(path), [path, 200, "STALE-CIRCUIT"])
          // Its own large ones went for each other, the latest last.
          assert.deepStrictEqual(yield* read("besar/data/isi?n=0-0"), ["besar/data/isi?n=0-0", 502, null])
          assert.deepStrictEqual(yield* read("besar/data/isi?n=2-19"), ["besar/data/isi?n=2-19", 200, "STALE-CIRCUIT"])
          yield* Scope.close(scope, Exit.void)
          const again = yield* startGateway(registry, variables)
          for (const path of paths) assert.deepStrictEqual(yield* read(path, again), [path, 200, "STALE-CIRCUIT"])
        })).pipe(Effect.provide(Logger.layer([])))
      )
  )
})
