/** The questions of `docs/questions.md`, pasted into a shell beside the demo city: each is answered, with what the page shows. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { paste, runningDemo } from "../support/RunningDemo.ts"
import { suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const page = readFileSync(join(root, "docs/questions.md"), "utf8")
/** Command and answer of each section that has one. */
const sections = page.split(/^## /m).slice(1).map((section) => {
  const [, command = "", shown = ""] = /```sh\n(.*?)```\n\n```(?:json|csv)\n(.*?)```/s.exec(section) ?? []
  return { title: section.slice(0, section.indexOf("\n")), command, shown }
})

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const port = String(yield* Effect.promise(freePort))
  const { guide } = yield* runningDemo([], {
    DATA_DIR: join(directory, "data"),
    PORT: port,
    MANAGEMENT_PORT: String(yield* Effect.promise(freePort))
  })
  return { TOKEN: guide.token, BASE: `http://127.0.0.1:${port}` }
}))

const keysOf = (row: string): ReadonlyArray<string> => Array.from(row.matchAll(/"(\w+)":/g), ([, key = ""]) => key)
const asked = async (title: string): Promise<{ readonly text: string; readonly shown: ReadonlyArray<string> }> => {
  const { command, shown } = sections.find((section) => section.title.startsWith(title)) ?? assert.fail(title)
  const { code, stderr, stdout } = await paste(command, at())
  assert.strictEqual(code, 0, stderr)
  return { text: stdout, shown: shown.trimEnd().split("\n") }
}
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({
  data: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  meta: Schema.Record(Schema.String, Schema.Unknown)
})))
const decodeFeatures = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(Schema.Struct({
    type: Schema.Literal("Feature"),
    geometry: Schema.Struct({ type: Schema.Literal("Point"), coordinates: Schema.Tuple([Schema.Number, Schema.Number]) }),
    properties: Schema.Record(Schema.String, Schema.Unknown)
  }))
})))

describe("docs/questions.md", () => {
  it("has ten questions", () => {
    assert.deepStrictEqual(sections.map(({ title }) => title.split(/\.? /)[0]), [..."123456789", "10", "What"])
  })

  it.each(["1.", "2.", "3.", "4.", "7.", "8.", "9.", "10."])("question %s is answered with the rows that it shows", async (number) => {
    const { shown, text } = await asked(number)
    const { data } = decode(text)
    assert.isAbove(data.length, 0)
    assert.deepStrictEqual(Object.keys(data[0] ?? {}), keysOf(shown[0] ?? ""))
  })

  it("shows rows as they come, whatever the day", async () => {
    const numbers = sections.slice(0, 10).map((_, index) => `${index + 1}.`)
    for (const number of numbers) {
      const { shown, text } = await asked(number)
      // Days move with today, and what is cut short ends with `…`.
      const undated = (words: string): string => words.replace(/"\d{4}-\d\d-\d\d"/g, "")
      for (const line of shown) assert.include(undated(text), undated(line).replace(/,?….*$/, "").replace(/[,\s]+$/, "").trim(), number)
    }
  })

  it("its map is GeoJSON by RFC 7946: longitude before latitude, in this city", async () => {
    const { text } = await asked("5.")
    const { features } = decodeFeatures(text)
    assert.isAbove(features.length, 0)
    for (const { geometry: { coordinates: [longitude, latitude] }, properties } of features) {
      assert.isTrue(longitude > 112 && longitude < 113 && latitude > -9 && latitude < -7)
      assert.isAtLeast(Number(properties["luas_m2"]), 10_000)
    }
  })

  it("its table has the columns and rows that are shown", async () => {
    const { shown, text } = await asked("6.")
    const lines = text.trimEnd().split("\r\n")
    assert.strictEqual(lines[0], shown[0])
    assert.isAbove(lines.length, 1)
    for (const line of lines.slice(1)) assert.include(line, ",rusak")
  })

  it("what nobody can ask is refused with the code that is shown", async () => {
    const { shown, text } = await asked("What")
    assert.include(text, "\"code\":\"masked-field\"")
    assert.include(shown.join(), "\"code\":\"masked-field\"")
  })
})
