import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Scope, Stream } from "effect"
import { appendFileSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Registry } from "../../src/registry/Registry.ts"
import { RegistryStore } from "../../src/registry/RegistryStore.ts"
import { withRoutes } from "./registryText.ts"

const city = (...paths: ReadonlyArray<string>): string => withRoutes({ dinkes: { puskesmas: paths } })

/** A registry on a file of its own, with what it logged. */
const watched = (text: string) =>
  Effect.gen(function*() {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "registry-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true }))
    )
    const file = join(directory, "registry.yaml")
    writeFileSync(file, text)
    const logs: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logs.push(String(message)))])
    const scope = yield* Scope.make()
    yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
    const layer = Registry.layer({ file }).pipe(Layer.provide([NodeFileSystem.layer, RegistryStore.layerNone]), Layer.provide(logger))
    const registry = Context.get(yield* Layer.buildWithScope(layer, scope), Registry)
    return { file, logs, registry, close: Scope.close(scope, Exit.void) }
  })

const until = (what: string, holds: () => boolean) =>
  Effect.gen(function*() {
    for (let turn = 0; turn < 250; turn++) {
      if (holds()) return
      yield* Effect.sleep("20 millis")
    }
    return assert.fail(`never: ${what}`)
  })

/** Longer than two looks at the file. */
const looks = Effect.sleep("800 millis")
const has = (registry: typeof Registry.Service, path: string): boolean =>
  registry.current().resolve(`dinkes/puskesmas/${path}`) !== undefined

describe.concurrent("the registry in force", () => {
  it.live("is swapped whole when its file is written over, and tells those who listen", () =>
    Effect.gen(function*() {
      const { file, logs, registry } = yield* watched(city("lama"))
      const heard: Array<string> = []
      yield* registry.changes.pipe(Stream.runForEach(({ version }) => Effect.sync(() => heard.push(version))), Effect.forkScoped)
      const before = registry.current()
      writeFileSync(file, city("baru"))
      yield* until("the new route", () => has(registry, "baru"))
      assert.isFalse(has(registry, "lama"))
      assert.isDefined(before.resolve("dinkes/puskesmas/lama"))
      yield* until("the change is heard", () => heard.length > 0)
      assert.deepStrictEqual(heard, [registry.current().version])
      assert.include(logs.join(), "The registry was swapped")
    }))

  it.live("is swapped when an editor replaces its file, time after time", () =>
    Effect.gen(function*() {
      const { file, registry } = yield* watched(city("r0"))
      for (const path of ["r1", "r2", "r3"]) {
        writeFileSync(`${file}~`, city(path))
        renameSync(`${file}~`, file)
        yield* until(path, () => has(registry, path))
      }
    }))

  it.live("stays as it is while its file is only touched", () =>
    Effect.gen(function*() {
      const { file, logs, registry } = yield* watched(city("lama"))
      const before = registry.current()
      writeFileSync(file, city("lama"))
      yield* looks
      assert.strictEqual(registry.current(), before)
      assert.deepStrictEqual(logs, [])
    }))

  it.live("survives a bad file, says once what is wrong with it and on which line, and says when it is healed", () =>
    Effect.gen(function*() {
      const { file, logs, registry } = yield* watched(city("lama"))
      writeFileSync(file, city("lama", "lama"))
      yield* until("the fault is logged", () => logs.length > 0)
      yield* looks
      assert.strictEqual(logs.length, 1)
      assert.include(logs[0], "the one before stays in force: the registry")
      assert.include(logs[0], `${file}:11:15 agencies[0].datasets[0].endpoints[1].path: must be unique`)
      assert.isTrue(has(registry, "lama"))
      writeFileSync(file, city("lama"))
      yield* until("the healing is logged", () => logs.length > 1)
      assert.include(logs[1], "The registry stays as it is: the file has no faults any more")
    }))

  it.live("survives the loss of its file, and takes up the next one", () =>
    Effect.gen(function*() {
      const { file, logs, registry } = yield* watched(city("lama"))
      unlinkSync(file)
      yield* until("the loss is logged", () => logs.length > 0)
      yield* looks
      assert.strictEqual(logs.length, 1)
      assert.isTrue(has(registry, "lama"))
      writeFileSync(file, city("baru"))
      yield* until("the new route", () => has(registry, "baru"))
    }))

  it.live("is not taken from a file that is still being written", () =>
    Effect.gen(function*() {
      const { file, logs, registry } = yield* watched(city("lama"))
      writeFileSync(file, city())
      for (let route = 0; route < 12; route++) {
        appendFileSync(file, `          - { path: baru-${route}, title: T }\n`)
        yield* Effect.sleep("100 millis")
      }
      yield* until("the last route", () => has(registry, "baru-11"))
      assert.strictEqual(logs.filter((line) => line.startsWith("The registry was swapped")).length, 1)
    }))

  it.live("is one or the other, never a mixture, for look-ups that run while it is swapped", () =>
    Effect.gen(function*() {
      const pairs = [["a-1", "a-2"], ["b-1", "b-2"]] as const
      const { file, registry } = yield* watched(city(...pairs[0]))
      const seen = new Set<string>()
      for (let turn = 0; turn < 3; turn++) {
        const next = pairs[(turn + 1) % 2] ?? pairs[0]
        writeFileSync(file, city(...next))
        yield* until("the swap", () => {
          for (let look = 0; look < 1_000; look++) {
            const snapshot = registry.current()
            seen.add(pairs.flat().map((path) => snapshot.resolve(`dinkes/puskesmas/${path}`) === undefined ? "-" : path).join())
          }
          return has(registry, next[0])
        })
      }
      assert.deepStrictEqual([...seen].sort(), ["-,-,b-1,b-2", "a-1,a-2,-,-"])
    }))

  it.live("is not looked for any more once its scope is closed", () =>
    Effect.gen(function*() {
      const { close, file, registry } = yield* watched(city("lama"))
      yield* close
      writeFileSync(file, city("baru"))
      yield* looks
      assert.isTrue(has(registry, "lama"))
    }))
})

describe("a gateway without a usable registry", () => {
  it.effect("does not start, and says which fault on which line", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(watched(city("/x")))
      assert.strictEqual(error._tag, "RegistryInvalid")
      assert.match(
        error.message,
        /^the registry \S+ has 1 fault\n\S+:10:15 agencies\[0\]\.datasets\[0\]\.endpoints\[0\]\.path: must be a route/
      )
    }))

  it.effect("does not start when the file cannot be read, and names it", () =>
    Effect.gen(function*() {
      const layer = Registry.layer({ file: "/nowhere/registry.yaml" }).pipe(Layer.provide([NodeFileSystem.layer, RegistryStore.layerNone]))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
      assert.strictEqual(error._tag, "RegistryUnreadable")
      assert.include(error.message, "/nowhere/registry.yaml cannot be read")
    }))
})
