/**
 * `npm run format`: lays out every TypeScript, JavaScript and JSON file as `dprint.json` says; with `--check` it changes
 * nothing, names the files that are laid out otherwise and ends with 1.
 *
 * It runs dprint's plugins in Node, since dprint's own program is not to be had for every platform. An editor's dprint
 * extension reads the same `dprint.json`.
 */
import { createContext } from "@dprint/formatter"
import * as json from "@dprint/json"
import * as typescript from "@dprint/typescript"
import { Schema } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const Scalar = Schema.Union([Schema.String, Schema.Number, Schema.Boolean])
const Configuration = Schema.Struct({
  lineWidth: Schema.Number,
  indentWidth: Schema.Number,
  newLineKind: Schema.Literal("lf"),
  typescript: Schema.Record(Schema.String, Scalar)
})
const { typescript: typescriptOptions, ...shared } = Schema.decodeUnknownSync(Schema.fromJsonString(Configuration))(
  readFileSync(join(root, "dprint.json"), "utf8")
)

const context = createContext(shared)
context.addPlugin(readFileSync(typescript.getPath()), typescriptOptions)
context.addPlugin(readFileSync(json.getPath()))

/** What git knows, and what is new and not ignored. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((name) => /\.(?:ts|mjs|cjs|json)$/.test(name) && !name.endsWith("package-lock.json"))

const isCheck = process.argv.includes("--check")
let changed = 0
for (const name of files) {
  const path = join(root, name)
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch {
    // Deleted, and not committed yet.
    continue
  }
  const laidOut = context.formatText({ filePath: path, fileText: text })
  if (laidOut === text) continue
  changed++
  console.log(isCheck ? `${name} is laid out otherwise: npm run format` : name)
  if (!isCheck) writeFileSync(path, laidOut)
}
console.log(`${files.length} files, ${changed} ${isCheck ? "laid out otherwise" : "changed"}`)
if (isCheck && changed > 0) process.exitCode = 1
