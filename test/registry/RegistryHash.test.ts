import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { overlay } from "../../src/registry/Overlay.ts"
import { registryHash } from "../../src/registry/RegistryHash.ts"

const file = `
version: 1
agencies:
  - slug: opd
    name: Dinas Uji
    server: http://10.0.0.1
    datasets:
      - slug: data
        title: Data
        endpoints:
          - { path: isi, title: Isi, fields: { "data[].nama": name, "data[].kode": public } }
`
const entered = (sealed: string) => [{
  sequence: 1,
  agency: "opd",
  madeAt: 0,
  madeBy: "dewi",
  undoneAt: null,
  undoneBy: null,
  settings: [{ at: ["credential"] as const, value: { header: "X-Api-Key", sealed } }]
}]

describe("the hash of a registry", () => {
  it.effect("is the same for the same values, however the file is laid out, and another where one differs", () =>
    Effect.gen(function*() {
      const of = (text: string) => Effect.map(loadRegistry(text, "registry.yaml"), registryHash)
      const hash = yield* of(file)
      assert.match(hash, /^[0-9a-f]{12}$/)
      const laidOut = file.replace(`{ "data[].nama": name, "data[].kode": public }`, `{ "data[].kode": public, "data[].nama": name }`)
      assert.strictEqual(yield* of(`# Disalin dari g1\n${laidOut}`), hash)
      assert.notStrictEqual(yield* of(file.replace("title: Isi", "title: Isian")), hash)
    }))

  it.effect("is another where field paths that may meet stand in another order, which decides what is masked", () =>
    Effect.gen(function*() {
      const of = (fields: string) =>
        Effect.map(loadRegistry(file.replace(`{ "data[].nama": name, "data[].kode": public }`, fields), "registry.yaml"), registryHash)
      const hashes = [
        yield* of(`{ "data[].*.telepon": phone, "data[].kantor.*": public }`),
        yield* of(`{ "data[].kantor.*": public, "data[].*.telepon": phone }`),
        yield* of(`{ "data[].nama": name, "data[0].nama": public }`),
        yield* of(`{ "data[0].nama": public, "data[].nama": name }`)
      ]
      assert.strictEqual(new Set(hashes).size, 4)
      const [one, other] = [`"data[].*": public`, `"data[].nama": name`]
      assert.strictEqual(yield* of(`{ ${one}, ${other} }`), yield* of(`{ ${other}, ${one} }`))
    }))

  it.effect("is another with what a desk changed, a credential included", () =>
    Effect.gen(function*() {
      const snapshot = yield* loadRegistry(file, "registry.yaml")
      const hashes = [snapshot, overlay(snapshot, entered("v1.a")), overlay(snapshot, entered("v1.b"))].map(registryHash)
      assert.strictEqual(new Set(hashes).size, 3)
    }))
})
