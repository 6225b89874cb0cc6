import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { KeyAgreement } from "../../src/storage/KeyAgreement.ts"
import { SecretKeys } from "../../src/storage/SecretKeys.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

describe("KeyAgreement", () => {
  it.live("a gateway whose key of pseudonyms is not that of the first on the same database says so; one that has it does not", () =>
    Effect.gen(function*() {
      const database = yield* TempDatabase.tempDirectory
      const start = (keys: string) =>
        Effect.gen(function*() {
          const lines: Array<string> = []
          const logger = Logger.layer([Logger.make(({ message }) => {
            lines.push(JSON.stringify(message))
          })])
          yield* Effect.scoped(
            Layer.build(
              KeyAgreement.pipe(Layer.provide(SecretKeys.layer({ dataDir: keys })), Layer.provide(TempDatabase.at({ dataDir: database })))
            )
          ).pipe(Effect.provide(logger))
          return lines.filter((line) => line.includes("pseudonym")).length
        })
      const [first, same, other] = [yield* TempDatabase.tempDirectory, yield* TempDatabase.tempDirectory, yield* TempDatabase.tempDirectory]
      assert.strictEqual(yield* start(first), 0)
      mkdirSync(join(same, "keys"))
      copyFileSync(join(first, "keys/pseudonym.key"), join(same, "keys/pseudonym.key"))
      assert.strictEqual(yield* start(same), 0)
      assert.strictEqual(yield* start(first), 0)
      assert.strictEqual(yield* start(other), 1)
    }))
})
