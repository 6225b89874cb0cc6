import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { errorCodeOf } from "../../src/domain/ErrorCode.ts"

it("an error's code is what the system calls it, and whatever else is thrown has none", () => {
  let found: unknown
  try {
    readFileSync("/nowhere/at/all")
  } catch (cause) {
    found = cause
  }
  assert.strictEqual(errorCodeOf(found), "ENOENT")
  for (const other of [new Error("no code"), new DOMException("a number", "AbortError"), undefined, null, "ENOENT", 2]) {
    assert.isUndefined(errorCodeOf(other))
  }
})
