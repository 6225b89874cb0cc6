/** What desks change of the registry, on a real database and a real file. */
import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Registry } from "../../src/registry/Registry.ts"
import type { Setting } from "../../src/registry/RegistryChange.ts"
import { RegistryDesk } from "../../src/registry/RegistryDesk.ts"
import { RegistryStore } from "../../src/registry/RegistryStore.ts"
import { registryText } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const city = (...paths: ReadonlyArray<string>): string =>
  registryText([
    {
      slug: "dinkes",
      server: "http://127.0.0.1:9101",
      endpoints: paths.map((path) => ({ path, cache: { fresh: "1 minutes" }, fields: { "data[].telepon": "phone" } }))
    },
    { slug: "dishub", server: "http://127.0.0.1:9102", endpoints: [{ path: "rute" }] }
  ]).replace("\"version\": 1", "\"version\": 1, \"desk\": { \"approvals\": 1 }")

/** What the change itself logs; the gateways' own fibers log into `logs`. */
const quiet = Effect.provide(Logger.layer([]))

const room = Effect.gen(function*() {
  const dataDir = yield* TempDatabase.tempDirectory
  const file = join(dataDir, "registry.yaml")
  writeFileSync(file, city("klinik", "pasien"))
  const logs: Array<string> = []
  const logger = Logger.layer([Logger.make((options) => void logs.push(Logger.formatJson.log(options)))])
  const gateway = Effect.map(
    Layer.build(Layer.fresh(RegistryDesk.layer.pipe(
      Layer.provideMerge(Registry.layer({ file })),
      Layer.provide([RegistryStore.layer, NodeFileSystem.layer]),
      Layer.provide(TempDatabase.at({ dataDir })),
      Layer.provide(logger)
    ))),
    (context) => ({ desk: Context.get(context, RegistryDesk), registry: Context.get(context, Registry) })
  )
  return { file, gateway, logs }
})

const of = (path: string, at: Setting["at"], value: Setting["value"]): Setting => ({ dataset: "data", path, at, value }) as Setting
const by = { agency: "dinkes", by: "dewi" }
const endpoint = ({ current }: typeof Registry.Service, path: string) => current().resolve(`dinkes/data/${path}`)?.endpoint
const until = (what: string, holds: () => boolean, millis = 1_000) =>
  Effect.gen(function*() {
    for (let waited = 0; waited < millis; waited += 20) {
      if (holds()) return
      yield* Effect.sleep(20)
    }
    return assert.fail(`never: ${what}`)
  })

describe("a desk's change", () => {
  it.live(
    "is in force here at once and at every other gateway within a second, and is gone as fast when it is undone",
    () =>
      Effect.gen(function*() {
        const { gateway } = yield* room
        const [here, there] = [yield* gateway, yield* gateway]
        const before = here.registry.current().version
        const made = yield* here.desk.change({
          ...by,
          seen: 0,
          settings: [of("klinik", ["private"], true), of("klinik", ["cache", "fresh"], "5 minutes")]
        })
        assert.isTrue(endpoint(here.registry, "klinik")?.private)
        yield* until("the other gateway has it", () => endpoint(there.registry, "klinik")?.private === true)
        assert.strictEqual(endpoint(there.registry, "klinik")?.cache.freshMillis, 300_000)
        assert.strictEqual(there.registry.current().version, here.registry.current().version)
        yield* there.desk.undo({ ...by, sequence: made.sequence })
        assert.isFalse(endpoint(there.registry, "klinik")?.private)
        yield* until("it is undone at the first", () => here.registry.current().version === before)
        const [shown] = yield* here.desk.history("dinkes")
        assert.deepInclude(shown, { madeBy: "dewi", undoneBy: "dewi", sequence: made.sequence })
      }).pipe(quiet)
  )

  it.live(
    "that the file's checks would refuse is refused with the place and the reason, and nothing is kept",
    () =>
      Effect.gen(function*() {
        const { desk, registry } = yield* (yield* room).gateway
        const before = registry.current()
        const cases: ReadonlyArray<readonly [Setting, RegExp]> = [
          [of("klinik", ["cache", "fresh"], "soon"), /cache\.fresh: must be a duration/],
          [of("klinik", ["fields", "data[].nama"], "nama"), /must be a class of personal data/],
          [of("klinik", ["fields", "data[]..nama"], "name"), /must be the path of a field/],
          [of("klinik", ["unknown"], "hide"), /unknown: must be/],
          [of("tidak-ada", ["private"], true), /is not in the registry any more/],
          [{ at: ["server"], value: "ftp://x" }, /server: must be an http/],
          [{ at: ["retries"], value: 99 }, /retries: must be a whole number/],
          [{ at: ["credential"], value: { header: "Host", sealed: "v1.x" } }, /credential\.header: must be/]
        ]
        for (const [setting, reason] of cases) {
          const error = yield* Effect.flip(desk.change({ ...by, seen: 0, settings: [setting] }))
          assert.strictEqual(error._tag, "RegistryInvalid")
          assert.match(error.message, reason)
          assert.notInclude(error.message, "v1.x")
        }
        assert.strictEqual(registry.current(), before)
        assert.deepStrictEqual(yield* desk.history("dinkes"), [])
      }).pipe(quiet)
  )

  it.live("goes as far as a desk may, and further only where the file itself does", () =>
    Effect.gen(function*() {
      const { file, gateway } = yield* room
      const wide = [{
        slug: "dinkes",
        server: "http://127.0.0.1:9101",
        connections: 900,
        deadline: "5 minutes",
        endpoints: [{ path: "klinik", maxBytes: "3 GiB" }]
      }, { slug: "dishub", server: "http://127.0.0.1:9102", timeout: "2 seconds", endpoints: [{ path: "rute" }] }]
      writeFileSync(file, registryText(wide))
      const { desk, registry } = yield* gateway
      const rute: Setting = { dataset: "data", path: "rute", at: ["maxBytes"], value: `${1024 ** 3 + 1} B` }
      const beyond: ReadonlyArray<readonly [string, Setting]> = [
        ["dinkes", { at: ["connections"], value: 901 }],
        ["dinkes", { at: ["deadline"], value: "301 seconds" }],
        ["dinkes", { at: ["timeout"], value: "61 seconds" }],
        ["dinkes", of("klinik", ["maxBytes"], `${3 * 1024 ** 3 + 1} B`)],
        ["dishub", { at: ["connections"], value: 513 }],
        ["dishub", { at: ["deadline"], value: "61 seconds" }],
        ["dishub", rute]
      ]
      for (const [agency, setting] of beyond) {
        assert.match(
          (yield* Effect.flip(desk.change({ agency, by: "dewi", seen: 0, settings: [setting] }))).message,
          /at a desk: more is for the registry file to say/
        )
      }
      yield* desk.change({
        ...by,
        seen: 0,
        settings: [
          { at: ["connections"], value: 900 },
          { at: ["deadline"], value: "300 seconds" },
          of("klinik", ["maxBytes"], `${3 * 1024 ** 3} B`)
        ]
      })
      yield* desk.change({ agency: "dishub", by: "rina", seen: 0, settings: [{ at: ["connections"], value: 512 }] })
      assert.strictEqual(registry.current().agencies[1]?.connections, 512)
    }).pipe(quiet))

  it.live("of somebody who has not seen the latest one is refused", () =>
    Effect.gen(function*() {
      const { desk } = yield* (yield* room).gateway
      const first = yield* desk.change({ ...by, seen: 0, settings: [of("klinik", ["private"], true)] })
      assert.strictEqual(
        (yield* Effect.flip(desk.change({ ...by, seen: 0, settings: [of("klinik", ["private"], false)] })))._tag,
        "ChangedMeanwhile"
      )
      yield* desk.change({ ...by, seen: first.sequence, settings: [of("klinik", ["private"], false)] })
      // Another agency's changes are none of theirs, and cannot be undone by them either.
      yield* desk.change({ agency: "dishub", by: "rina", seen: 0, settings: [{ at: ["retries"], value: 1 }] })
      assert.strictEqual(
        (yield* Effect.flip(desk.undo({ agency: "dishub", by: "rina", sequence: first.sequence })))._tag,
        "ChangedMeanwhile"
      )
    }).pipe(quiet))

  it.live("keeps what is not its own: the file's later changes go on beside it", () =>
    Effect.gen(function*() {
      const { file, gateway } = yield* room
      const { desk, registry } = yield* gateway
      yield* desk.change({
        ...by,
        seen: 0,
        settings: [of("klinik", ["fields", "**.nama_wali"], "name"), of("klinik", ["fields", "data[].telepon"], "public")]
      })
      assert.deepStrictEqual(endpoint(registry, "klinik")?.fields, [["data[].telepon", "public"], ["**.nama_wali", "name"]])
      writeFileSync(file, city("klinik", "baru").replaceAll("1 minutes", "2 minutes"))
      yield* until("the file's new route is there", () => endpoint(registry, "baru") !== undefined, 3_000)
      assert.strictEqual(endpoint(registry, "klinik")?.cache.freshMillis, 120_000)
      assert.strictEqual(endpoint(registry, "klinik")?.fields.length, 2)
    }).pipe(quiet))

  it.live(
    "that does not fit the file any more has no effect and the log says so, while every other stays in force",
    () =>
      Effect.gen(function*() {
        const { file, gateway, logs } = yield* room
        const { desk, registry } = yield* gateway
        const first = yield* desk.change({ ...by, seen: 0, settings: [of("pasien", ["private"], true)] })
        yield* desk.change({ ...by, seen: first.sequence, settings: [of("klinik", ["private"], true)] })
        writeFileSync(file, city("klinik"))
        yield* until("the endpoint is gone", () => endpoint(registry, "pasien") === undefined, 3_000)
        assert.isTrue(endpoint(registry, "klinik")?.private)
        assert.deepStrictEqual([...registry.current().setAside.keys()], [first.sequence])
        yield* until(
          "the log says so",
          () => logs.some((line) => line.includes("does not fit the registry file") && line.includes("dinkes/data/pasien"))
        )
        writeFileSync(file, city("klinik", "pasien"))
        yield* until("it holds again", () => endpoint(registry, "pasien")?.private === true, 3_000)
        assert.strictEqual(registry.current().setAside.size, 0)
      }).pipe(quiet)
  )

  it.live(
    "fault-127 takes a second person where it protects data less, unless the registry says that one is enough, which the log says",
    () =>
      Effect.gen(function*() {
        const { file, gateway, logs } = yield* room
        const { desk, registry } = yield* gateway
        const told = () => logs.filter((line) => line.includes("desk.approvals is 1")).length
        yield* until("the log says so at the start", () => told() === 1)
        const two = city("klinik", "pasien").replace("\"approvals\": 1", "\"approvals\": 2")
        writeFileSync(file, two)
        yield* until("two are needed", () => registry.current().approvals === 2, 3_000)
        const closed = yield* desk.change({ ...by, seen: 0, settings: [of("klinik", ["private"], true)] })
        const opening = yield* Effect.flip(desk.change({ ...by, seen: closed.sequence, settings: [of("klinik", ["private"], false)] }))
        assert.deepInclude(opening, { _tag: "SecondNeeded", lowers: [{ what: "opened", route: "dinkes/data/klinik" }] })
        assert.strictEqual((yield* Effect.flip(desk.undo({ ...by, sequence: closed.sequence })))._tag, "SecondNeeded")
        assert.isTrue(endpoint(registry, "klinik")?.private)
        assert.strictEqual(told(), 1)
        writeFileSync(file, city("klinik", "pasien"))
        yield* until("one is enough again", () => registry.current().approvals === 1, 3_000)
        assert.strictEqual(told(), 2)
        yield* desk.undo({ ...by, sequence: closed.sequence })
        assert.isFalse(endpoint(registry, "klinik")?.private)
      }).pipe(quiet)
  )

  it.live("is still in force after a restart", () =>
    Effect.gen(function*() {
      const { gateway } = yield* room
      yield* (yield* gateway).desk.change({
        ...by,
        seen: 0,
        settings: [of("klinik", ["unknown"], "mask"), { at: ["server"], value: "http://10.1.2.3" }]
      })
      const { registry } = yield* gateway
      assert.strictEqual(endpoint(registry, "klinik")?.unknown, "mask")
      assert.isTrue(endpoint(registry, "klinik")?.agency.serverFromDesk)
      assert.isUndefined(registry.current().resolve("dishub/data/rute")?.endpoint.agency.serverFromDesk)
    }).pipe(quiet))
})
