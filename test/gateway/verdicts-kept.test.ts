/** What masking has made of a field holds after a restart and after a swap of the registry, whatever the agency sends first. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Behaviour, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { eventually, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const nik = "3674011502900001"
const people = json({ data: [{ nik, nama: "Suparti", xyz: "alergi kacang", "Budi Santoso": "alergi debu" }] })
const parks = json({ data: [{ nama: "Taman Kota", xyz: "luas sekali" }] })
const secret = json({ data: [{ nama: "Marice", xyz: "sakit jantung" }] })
const hidden = [{ nama: "M***", xyz: "***" }]

type Read = (behaviour: Behaviour, path?: string) => Promise<unknown>

const city = Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const dataDir = yield* tempDirectory
  const registry = (endpoint: object = {}) =>
    registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi", ...endpoint }, { path: "lain" }] }])
  const reading = (gateway: Gateway) =>
    Effect.map(Effect.promise(() => gateway.token({ scopes: "*" })), (token): Read => async (behaviour, path = "isi") => {
      await Effect.runPromise(agency.setBehaviour(behaviour))
      const response = await gateway.get(`opd/data/${path}`, token)
      const { data } = await response.json() as { readonly data: unknown }
      return data
    })
  /** A gateway on the same data directory, until what it is used for is done. */
  const using = (use: (read: Read, logs: ReadonlyArray<unknown>) => Promise<unknown>, endpoint: object = {}) => {
    const logs: Array<unknown> = []
    const logger = Logger.make(({ message }) => void logs.push(message))
    return Effect.scoped(
      Effect.gen(function*() {
        const read = yield* reading(yield* startGateway(registry(endpoint), { DATA_DIR: dataDir }))
        yield* Effect.promise(() => use(read, logs))
      })
    ).pipe(Effect.provide(Logger.layer([logger])))
  }
  return { dataDir, path: join(dataDir, "seen-verdicts.json"), reading, registry, using }
})

describe("a field that was masked", () => {
  it("fault-151 is masked after a restart, although innocuous rows come first", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { path, using } = yield* city
      yield* using(async (read) => {
        assert.deepStrictEqual(await read(parks, "lain"), [{ nama: "Taman Kota", xyz: "luas sekali" }])
        await read(people)
      })
      const kept = readFileSync(path, "utf8")
      assert.include(kept, "xyz")
      // Neither a value nor a key that is a person's is written down.
      for (const word of [nik, "Suparti", "Budi", "kacang"]) assert.notInclude(kept, word)
      yield* using(async (read) => {
        await read(parks)
        assert.deepStrictEqual(await read(secret), hidden)
      })
      // Nor does it end with a run in which the endpoint was not read, or in which the file says nothing new.
      yield* using(async (read) => void await read(parks, "lain"))
      yield* using(async (read) => {
        assert.deepStrictEqual(await read(secret), hidden)
        // The endpoint beside it is judged by what it sends itself.
        assert.deepStrictEqual(await read(parks, "lain"), [{ nama: "Taman Kota", xyz: "luas sekali" }])
      })
    }))))

  it("is shown once the agency says so, and judged anew when it takes that back", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { path, using } = yield* city
      yield* using((read) => read(people))
      yield* using(async (read) => {
        assert.deepStrictEqual(await read(parks), [{ nama: "T*** K***", xyz: "luas sekali" }])
      }, { fields: { "data[].xyz": "public" } })
      assert.notInclude(readFileSync(path, "utf8"), "xyz")
      yield* using(async (read) => {
        assert.deepStrictEqual(await read(parks), [{ nama: "T*** K***", xyz: "luas sekali" }])
      })
    }))))

  it("is judged anew where the file is damaged, which the log tells", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { path, using } = yield* city
      yield* using((read) => read(people))
      writeFileSync(path, readFileSync(path, "utf8").slice(0, -20))
      yield* using(async (read, logs) => {
        assert.include(logs.join("\n"), "is no list of verdicts and is begun anew")
        assert.deepStrictEqual(await read(parks), [{ nama: "Taman Kota", xyz: "luas sekali" }])
        await read(people)
      })
      yield* using(async (read) => {
        await read(parks)
        assert.deepStrictEqual(await read(secret), hidden)
      })
    }))))
})

describe("a registry that is swapped", () => {
  it("fault-151 begins no field anew that it says nothing of", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { reading, registry } = yield* city
      const gateway = yield* startGateway(registry())
      const read = yield* reading(gateway)
      yield* Effect.promise(async () => {
        await read(people)
        writeFileSync(gateway.registryFile, registry({ title: "Judul baru", fields: { "data[].nama": "public" } }))
        await eventually("the registry is swapped", async () => {
          const [row] = await read(parks) as ReadonlyArray<{ readonly nama: string }>
          return row?.nama === "Taman Kota"
        })
        assert.deepStrictEqual(await read(secret), [{ nama: "Marice", xyz: "***" }])
      })
    }))))
})
