/** `gapura settings check`, as somebody asks it before a gateway starts. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

  it("names what keeps its own log lines from being made", async () => {
    const { code, stdout } = await runHere(["settings", "check"], { OTEL_RESOURCE_ATTRIBUTES: "%=x" })
    assert.match(stdout, /^OTEL_RESOURCE_ATTRIBUTES must be `name=value` pairs joined by commas, values percent-encoded$/m)
    assert.strictEqual(code, 1)
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

  it("reads what the start would refuse: keys, areas and a data directory that cannot be used, with why", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gapura-settings-"))
    try {
      const [keys, areas, data, tls] = [join(directory, "keys"), join(directory, "areas"), join(directory, "data"), join(directory, "tls")]
      writeFileSync(keys, "pendek")
      writeFileSync(areas, `{"type":"FeatureCollection","features":[]}`)
      for (const file of [data, tls]) writeFileSync(file, "bukan")
      const { code, stderr, stdout } = await runHere(["settings", "check"], {
        KEYS_FILE: keys,
        AREAS_FILE: areas,
        TLS_CERT_FILE: tls,
        TLS_KEY_FILE: tls,
        DATA_DIR: join(data, "gapura")
      })
      const told = stdout.trim().split("\n").toSorted()
      assert.match(told[0] ?? "", /^AREAS_FILE must be a file that can be used: it is no collection of named polygons in GeoJSON: /)
      assert.match(told[1] ?? "", /^DATA_DIR must be a directory that can be used: .*data.* is no directory$/)
      assert.match(told[2] ?? "", /^KEYS_FILE must be a file that can be used: it is too short: it must hold at least 32 random bytes, /)
      assert.strictEqual(told[3], "TLS_CERT_FILE must be a file that can be used: it holds no certificate in PEM form")
      assert.deepStrictEqual([code, stderr, told.length], [1, "gapura: the settings have 4 faults\n", 4])
      assert.notInclude(stdout, "pendek")
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it("makes nothing, and takes a data directory that the start would make", async () => {
    const directory = mkdtempSync(join(tmpdir(), "gapura-settings-"))
    try {
      const wanted = join(directory, "new", "data")
      assert.strictEqual((await runHere(["settings", "check"], { DATA_DIR: wanted })).code, 0)
      assert.deepStrictEqual(readdirSync(directory), [])
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
