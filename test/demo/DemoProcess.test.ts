import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readyLine, startProcess } from "../../src/demo/DemoProcess.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

describe("a program of the demo", () => {
  it.effect("is waited for as long as its process runs, and no longer", () =>
    Effect.gen(function*() {
      const program = join(yield* tempDirectory, "lambat.mjs")
      // Ready once it is told, or gone.
      writeFileSync(program, `process.stdin.once("data", (text) => String(text) === "end" ? process.exit(0) : console.log("ready"))`)
      const child = yield* startProcess(program, [], "ignore")
      const waiting = yield* Effect.forkChild(readyLine(child))
      yield* TestClock.adjust("1 hour")
      child.stdin.write("now")
      assert.strictEqual(yield* Fiber.join(waiting), "ready")

      const other = yield* startProcess(program, [], "ignore")
      const failing = yield* Effect.forkChild(Effect.flip(readyLine(other)))
      yield* TestClock.adjust("1 hour")
      other.stdin.write("end")
      assert.strictEqual((yield* Fiber.join(failing)).reason, "its process ended before it was ready")
    }))
})
