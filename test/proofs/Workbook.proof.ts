/** Answers to questions as tables, opened by LibreOffice: each cell comes back as it was. Needs Debian's libreoffice-calc-nogui. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

/** A value as JSON, and the cell that it is to be. */
const values: ReadonlyArray<readonly [json: string, cell: string]> = [
  ["\"2026-11-24\"", "2026-11-24"],
  ["\"2026-11-24T08:00:00+07:00\"", "2026-11-24T08:00:00+07:00"],
  ["\"3/4\"", "3/4"],
  ["\"0071\"", "0071"],
  ["\"1e5\"", "1e5"],
  ["\"TRUE\"", "TRUE"],
  ["12", "12"],
  ["-3.25", "-3.25"],
  ["123456789012345", "123456789012345"],
  ["90071992547409931", "90071992547409931"],
  ["0.1234567890123456789", "0.1234567890123456789"],
  ["\"🌳 Taman é ✓\"", "🌳 Taman é ✓"],
  ["\"\"", ""],
  ["null", ""],
  ["\"koma, titik koma; \\\"kutip\\\"\"", "koma, titik koma; \"kutip\""],
  ["\" dua  spasi \"", " dua  spasi "],
  ["\"dua\\nbaris\"", "dua\nbaris"],
  ["\"<b>&amp;\"", "<b>&amp;"],
  ["\"_x0041_\"", "_x0041_"]
]
/** What a spreadsheet would run. */
const formulas = ["=1+1", "+1+1", "@SUM(1;1)", "-1+1", "=HYPERLINK(\"http://example.test\")"]

const columns = [...values.map(([json]) => json), ...formulas.map((text) => JSON.stringify(text))]
const row = `{${columns.map((json, index) => `"k${index}":${json}`).join()}}`

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(registryText([{
    slug: "opd",
    server: agency.url,
    endpoints: [{ path: "sel", upstream: "/sel", fields: { "data[].**": "public" } }]
  }]))
  yield* agency.setBehaviour(answer({ body: `{"data":[${row}]}` }), "/sel")
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, token, directory: yield* tempDirectory }
}))

/** Cells of a table with quotation marks, RFC 4180. */
const cellsOf = (table: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  for (const [, quoted, plain = "", end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll("\"\"", "\"") ?? plain)
    if (end === "\n") rows.push([])
    if (end === "") break
  }
  return rows
}

/** What LibreOffice has in its cells after it opened the file. @param asText each column read as text */
const opened = async (format: "csv" | "xlsx", asText: boolean): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const { directory, gateway, token } = at()
  const response = await gateway.get(`opd/data/sel?${new URLSearchParams({ $format: format }).toString()}`, token)
  assert.strictEqual(response.status, 200)
  const name = `${format}-${asText ? "text" : "plain"}`
  writeFileSync(join(directory, `${name}.${format}`), Buffer.from(await response.arrayBuffer()))
  // Commas, quotation marks, UTF-8, from the first line on, and the format of each column: 2 is text.
  const formats = columns.map((_, index) => `${index + 1}/2`).join("/")
  const input = format === "csv" ? [`--infilter=CSV:44,34,76,1,${asText ? formats : ""}`] : []
  // Cells as they are kept rather than as they are shown, texts in quotation marks.
  const output = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false"
  const own = `-env:UserInstallation=file://${join(directory, "profile")}`
  const words = [
    own,
    "--headless",
    ...input,
    "--convert-to",
    output,
    "--outdir",
    join(directory, "out"),
    join(directory, `${name}.${format}`)
  ]
  execFileSync("soffice", words, { stdio: "pipe", timeout: 120_000 })
  return cellsOf(readFileSync(join(directory, "out", `${name}.csv`), "utf8"))
}

const wanted = [...values.map(([, cell]) => cell), ...formulas]
const names = columns.map((_, index) => `k${index}`)

describe("LibreOffice", () => {
  it("opens a workbook with every cell as it was: dates, zeros in front, all digits, emoji, formulas as texts", async () => {
    assert.deepStrictEqual((await opened("xlsx", false)).slice(0, 2), [names, wanted])
  })

  it("opens a table so too where its columns are read as texts; what would be a formula has an apostrophe before it", async () => {
    const inert = [...values.map(([, cell]) => cell), ...formulas.map((text) => `'${text}`)]
    assert.deepStrictEqual((await opened("csv", true)).slice(0, 2), [names, inert])
  })

  it("runs nothing of a table whose columns it takes for what they look like", async () => {
    const [, cells = []] = await opened("csv", false)
    // It does take them so: zeros in front are gone.
    assert.strictEqual(cells[3], "71")
    assert.deepStrictEqual(cells.slice(values.length).map((cell) => cell.replace(/^'/, "")), formulas)
  })
})
