import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { KeptVerdicts } from "../../src/domain/KeptVerdict.ts"
import { SeenVerdicts } from "../../src/storage/SeenVerdicts.ts"

const withDirectory = <A, E>(use: (dataDir: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "gapura-verdicts-"))),
    use,
    (dataDir) => Effect.sync(() => rmSync(dataDir, { recursive: true }))
  )

const using = <A>(dataDir: string, use: (verdicts: typeof SeenVerdicts.Service) => A) =>
  Effect.provide(Effect.map(SeenVerdicts, use), SeenVerdicts.layer({ dataDir }), { local: true })

const some: KeptVerdicts = {
  wrapped: {
    under: {
      data: { under: { "[]": { shape: "kinds", choosers: ["label"], under: { nama: { holds: "name", why: "row", mixed: true } } } } }
    }
  }
}

describe("SeenVerdicts", () => {
  it.effect("remembers what was made of each endpoint's paths, in a file of its owner's, until it is forgotten", () =>
    withDirectory((dataDir) =>
      Effect.gen(function*() {
        yield* using(dataDir, (verdicts) => {
          assert.strictEqual(verdicts.of("a/b"), undefined)
          verdicts.keep("a/b", some)
          verdicts.keep("a/c", {})
        })
        assert.strictEqual(statSync(join(dataDir, "seen-verdicts.json")).mode & 0o777, 0o600)
        yield* using(dataDir, (verdicts) => {
          assert.deepStrictEqual(verdicts.of("a/b"), some)
          verdicts.forget("a/b")
        })
        yield* using(dataDir, (verdicts) => {
          assert.deepStrictEqual([verdicts.of("a/b"), verdicts.of("a/c")], [undefined, {}])
        })
      })
    ))

  it.effect("writes while it runs, only where something is new", () =>
    withDirectory((dataDir) =>
      Effect.scoped(Effect.gen(function*() {
        const path = join(dataDir, "seen-verdicts.json")
        const verdicts = yield* Effect.provide(SeenVerdicts, yield* Layer.build(SeenVerdicts.layer({ dataDir })))
        verdicts.keep("a/b", some)
        yield* TestClock.adjust("6 seconds")
        assert.deepStrictEqual(JSON.parse(readFileSync(path, "utf8")), { "a/b": some })
        rmSync(path)
        verdicts.keep("a/b", { ...some })
        yield* TestClock.adjust("6 seconds")
        assert.throws(() => readFileSync(path))
      }))
    ))

  it.effect("says that a damaged file cannot be read, whatever is wrong with it, and goes on without", () =>
    withDirectory((dataDir) => {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => {
        lines.push(Array.isArray(message) ? message[0] : message)
      })
      const path = join(dataDir, "seen-verdicts.json")
      const nested = `${"{\"under\":{\"a\":".repeat(40_000)}{}${"}}".repeat(40_000)}`
      const damaged = [
        "broken",
        "[]",
        "{\"a/b\":1}",
        "{\"a/b\":{\"wrapped\":{\"why\":\"mood\"}}}",
        `{"a/b":{"wrapped":${nested}}}`,
        "\u0000"
      ]
      return Effect.gen(function*() {
        for (const [index, text] of damaged.entries()) {
          writeFileSync(path, text)
          assert.strictEqual(yield* using(dataDir, (verdicts) => verdicts.of("a/b")), undefined)
          assert.strictEqual(lines.length, index + 1, text.slice(0, 40))
        }
        assert.deepStrictEqual([...new Set(lines)], [`${path} is no list of verdicts and is begun anew: masking judges every field again`])
      }).pipe(Effect.provide(Logger.layer([logger])))
    }))

  it.effect("is bounded: the endpoints that take the most go without", () =>
    withDirectory((dataDir) =>
      Effect.gen(function*() {
        const large: KeptVerdicts = {
          wrapped: {
            under: Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`kolom_yang_panjang_${index}`, { holds: "name" }]))
          }
        }
        yield* using(dataDir, (verdicts) => {
          for (const route of ["a/1", "a/2", "a/3", "a/4"]) verdicts.keep(route, large)
          verdicts.keep("a/b", some)
        })
        assert.isBelow(statSync(join(dataDir, "seen-verdicts.json")).size, 4.2 * 1024 * 1024)
        yield* using(dataDir, (verdicts) => {
          assert.deepStrictEqual(verdicts.of("a/b"), some)
          assert.deepStrictEqual(verdicts.of("a/1"), large)
          assert.strictEqual(verdicts.of("a/4"), undefined)
        })
      })
    ))
})
