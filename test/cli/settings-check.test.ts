/** `gapura settings check`, as somebody asks it before a gateway starts. */
import { assert, describe, it } from "vitest"
import { objects, run, runHere } from "../support/CommandLine.ts"

describe("settings check", () => {
  it("prints every setting with where it comes from, and no secret", async () => {
    const secret = "rahasia yang cukup panjang untuk sebuah sesi"
    const finished = await run(["settings", "check", "--json"], { RATE_LIMIT: "60", SESSION_SECRET: secret })
    assert.deepStrictEqual([finished.code, finished.stderr], [0, ""])
    const read = new Map(objects(finished).map(({ name, ...rest }) => [name, rest]))
    assert.deepStrictEqual(read.get("RATE_LIMIT"), { value: "60", from: "environment" })
    assert.deepStrictEqual(read.get("SESSION_SECRET"), { value: null, from: "environment" })
    assert.deepStrictEqual(read.get("PORT"), { value: "8080", from: "default" })
    assert.deepStrictEqual(read.get("REDIS_URL"), { value: null, from: "absent" })
    assert.notInclude(finished.stdout, "rahasia")
    const text = await runHere(["settings", "check"], { RATE_LIMIT: "60", SESSION_SECRET: secret })
    assert.match(text.stdout, /^RATE_LIMIT +60 +environment$/m)
    assert.match(text.stdout, /^SESSION_SECRET +\*\*\* +environment$/m)
  })

  it("names every fault at once, files that cannot be opened among them, and exits with 1", async () => {
    const { code, stderr, stdout } = await runHere(["settings", "check"], {
      RATE_LIMIT: "0",
      DATABASE_URI: "postgres://gapura:rahasia@basis/gapura",
      REGISTRY_FILE: "/tiada/registry.yaml"
    })
    assert.deepStrictEqual(stdout.trim().split("\n").toSorted(), [
      "DATABASE_URI must be DATABASE_URL: there is no setting DATABASE_URI",
      "RATE_LIMIT must be a whole number above 0",
      "REGISTRY_FILE must be the path of a file that can be read"
    ])
    assert.deepStrictEqual([code, stderr], [1, "gapura: the settings have 3 faults\n"])
  })
})
