import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"

const registry = `version: 1
agencies:
  - slug: dlh
    name: Dinas Lingkungan Hidup
    server: http://127.0.0.1:9101
    datasets:
      - slug: taman
        title: Taman
        endpoints:
          - { path: "", title: Daftar taman }
          - { path: "pohon/:id", upstream: "/internal/pohon/:id", title: Pohon, resource: pohon, query: [z, a] }
`
const faultsOf = (text: string) => Effect.map(Effect.flip(loadRegistry(text, "registry.yaml")), ({ faults }) => faults)

describe("a registry", () => {
  it.effect("fills in the defaults and builds scopes and addresses", () =>
    Effect.gen(function*() {
      const snapshot = yield* loadRegistry(registry, "registry.yaml")
      const root = snapshot.resolve("dlh/taman")?.endpoint
      assert.strictEqual(root?.scope, "dlh-taman-get")
      assert.strictEqual(root?.agency.application, "dlh")
      assert.strictEqual(root?.agency.timeoutMillis, 5_000)
      assert.strictEqual(root?.cache.staleMillis, 24 * 3_600_000)
      const tree = snapshot.resolve("dlh/taman/pohon/7")
      assert.strictEqual(tree?.parameters["id"], "7")
      assert.deepStrictEqual(tree?.endpoint.query, ["a", "z"])
      assert.isUndefined(snapshot.resolve("dlh/taman/pohon"))
      assert.isUndefined(snapshot.resolve("__proto__/taman"))
      assert.isUndefined(snapshot.resolve("DLH/taman"))
    }))

  it.effect("names every fault at once, each with its line", () =>
    Effect.gen(function*() {
      const text = registry.replace("server: http://127.0.0.1:9101", "server: ftp://x\n    timeout: soon").replace("resource: pohon", "resource: POHON")
      const faults = yield* faultsOf(text)
      assert.deepStrictEqual(faults.map(({ line }) => line), [5, 6, 12])
      assert.match(faults[0]?.path ?? "", /^agencies\[0\]\.server$/)
      assert.match(faults[2]?.path ?? "", /resource$/)
    }))

  const cases: ReadonlyArray<readonly [title: string, from: string, to: string, reason: RegExp]> = [
    ["a reserved agency slug", "slug: dlh", "slug: aggregate", /agencies\[0\]\.slug/],
    ["a mistyped key", "query: [z, a]", "qeury: [z, a]", /query/],
    ["a route that is there twice", "path: \"\"", "path: \"pohon/:nomor\"", /pohon|route|told|same/i],
    ["an upstream parameter from nowhere", "/internal/pohon/:id", "/internal/pohon/:nama", /nama/],
    ["a sunset too soon", "resource: pohon", "resource: pohon, deprecated: 2027-01-01, sunset: 2027-02-01", /180/],
    ["an unknown class", "resource: pohon", "resource: pohon, fields: { \"data[].x\": nikk }", /nik/],
    ["a server with credentials", "http://127.0.0.1:9101", "http://a:b@127.0.0.1:9101", /credentials|user|http/i],
    ["text that is no YAML", "agencies:", "agencies: [", /./]
  ]
  for (const [title, from, to, reason] of cases) {
    it.effect(`refuses ${title}, and says why`, () =>
      Effect.gen(function*() {
        assert.include(registry, from)
        const faults = yield* faultsOf(registry.replace(from, to))
        assert.isAbove(faults.length, 0)
        assert.isTrue(faults.every(({ column, line }) => line >= 1 && column >= 1))
        assert.match(faults.map((fault) => `${fault.path} ${fault.reason}`).join("\n"), reason)
      }))
  }

  it.effect("gives a copy's policy another fingerprint when masking changes", () =>
    Effect.gen(function*() {
      const before = (yield* loadRegistry(registry, "a")).resolve("dlh/taman/pohon/1")?.endpoint.fingerprint
      const after = (yield* loadRegistry(registry.replace("resource: pohon", "resource: pohon, unknown: mask"), "a")).resolve("dlh/taman/pohon/1")?.endpoint.fingerprint
      assert.notStrictEqual(before, after)
    }))
})
