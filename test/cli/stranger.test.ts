/** Commands about an account that is nobody's at the city's sign-on, which calls a person by the claim `sub`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { runHere } from "../support/CommandLine.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const address = "budi@kota.go.id"

describe("developer disable and verify", () => {
  it("warn of an account with which nobody has signed in, once others have signed in", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const DATA_DIR = join(yield* TempDatabase.tempDirectory, "data")
      const command = (...words: ReadonlyArray<string>) => Effect.promise(() => runHere(["developer", ...words], { DATA_DIR }))
      const there = <A, E>(work: Effect.Effect<A, E, ActionLog>) =>
        Effect.scoped(Effect.provide(work, ActionLog.layer.pipe(Layer.provideMerge(TempDatabase.at({ dataDir: DATA_DIR })))))
      for (const account of [address, "u-budi"]) yield* command("create", account, "--name", "Budi")
      const quiet = yield* command("disable", address)
      assert.deepStrictEqual([quiet.code, quiet.stderr], [0, ""])

      yield* there(
        Effect.flatMap(
          ActionLog,
          (log) => log.record({ account: "u-budi", action: "signed-in", agency: null, subject: "u-budi", detail: {} })
        )
      )
      const known = yield* command("verify", "u-budi", "--by", "rina")
      assert.deepStrictEqual([known.code, known.stderr], [0, ""])
      const warning = "gapura: nobody has signed in as budi@kota.go.id: the account is what the sign-on calls `sub`"
      for (const words of [["disable", address], ["verify", address, "--by", "rina"]]) {
        const { code, stderr, stdout } = yield* command(...words)
        assert.strictEqual(code, 0)
        assert.include(stdout, address)
        assert.match(stderr, /^[^\n]+\n$/)
        assert.include(stderr, warning)
        assert.notInclude(stderr, "u-budi")
      }
      assert.strictEqual((yield* command("enable", address)).stderr, "")
    }))))
})
