/** Three gateways as processes of their own on one PostgreSQL and one Redis, one of which is killed while it is called. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, runHere, serving, type Variables } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const entrance = resolve(import.meta.dirname, "../support/PatientGateway.ts")

describe("one of three gateways is killed and begins again", () => {
  it.live(
    "fault-68 of 600 calls with one token that go meanwhile exactly 120 are answered, but for those that died with it",
    () =>
      Effect.gen(function*() {
        const redis = yield* makeRedisServer
        const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
        const directory = yield* tempDirectory
        const registryFile = join(directory, "registry.yaml")
        writeFileSync(registryFile, registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]))
        const database = databaseUrl(directory)
        const settingsOf = (name: string) =>
          Effect.promise(async (): Promise<Variables> => ({
            REGISTRY_FILE: registryFile,
            REDIS_URL: redis.url,
            DATABASE_URL: database,
            DATA_DIR: join(directory, name),
            PORT: String(await freePort()),
            MANAGEMENT_PORT: String(await freePort())
          }))
        const first = yield* settingsOf("satu")
        const one = yield* serving(first, entrance)
        const others = yield* Effect.all([settingsOf("dua"), settingsOf("tiga")])
        for (const { DATA_DIR = "" } of others) cpSync(join(directory, "satu", "keys"), join(DATA_DIR, "keys"), { recursive: true })
        yield* Effect.all(others.map((variables) => serving(variables, entrance)), { concurrency: 2 })
        const issued = yield* Effect.promise(() => runHere(["token", "issue", "--application", "uji", "--scope", "*", "--json"], first))
        const token = String(objects(issued)[0]?.["token"])
        const ports = [first, ...others].map(({ PORT }) => PORT)

        const counting = async () => {
          for (const { MANAGEMENT_PORT } of [first, ...others]) {
            const text = await (await fetch(`http://127.0.0.1:${MANAGEMENT_PORT}/metrics`)).text()
            if (!/^gapura_redis_up(?:\{[^}]*\})? 1$/m.test(text)) return false
          }
          return true
        }
        const allCount = Effect.promise(() => eventually("all count together", counting))
        yield* allCount

        const told: Array<number> = []
        let lost = 0
        /** One call to each of them; what got no answer may have been counted. */
        const calls = (count: number) =>
          Array.from({ length: count }, async (_, index) => {
            try {
              const response = await fetch(`http://127.0.0.1:${ports[index % 3]}/api/v4/gateway/opd/data/isi`, {
                headers: { authorization: `Bearer ${token}` }
              })
              await response.arrayBuffer()
              told.push(response.status)
            } catch {
              lost++
            }
          })
        const begun = performance.now()
        const under = Promise.all(calls(90))
        yield* Effect.promise(async () => {
          await eventually("some are answered", () => told.length >= 10)
          one.child.kill("SIGKILL")
          await Promise.all([under, ...calls(90)])
          await one.finished
        })
        yield* serving(first, entrance)
        yield* allCount
        yield* Effect.promise(() => Promise.all(calls(420)))
        const answered = told.filter((status) => status === 200).length
        assert.strictEqual(told.length + lost, 600)
        assert.strictEqual(told.filter((status) => status === 429).length, told.length - answered)
        // Beyond a minute the first calls come back.
        assert.isBelow(performance.now() - begun, 60_000)
        assert.isAtMost(answered, 120)
        assert.isAtLeast(answered + lost, 120)
        // The killed one had a third of the first ninety.
        assert.isAtLeast(answered, 120 - 30)
      })
  )
})
