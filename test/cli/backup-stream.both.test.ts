/** `gapura backup --to -`: to standard output, for a program that encrypts it. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { objects, only, run, start } from "../support/CommandLine.ts"
import { suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const at = suite(TempDatabase.tempDirectory)

describe("backup --to -", () => {
  it("writes what a file would have, tells of it on standard error, and can be restored", async () => {
    const directory = at()
    const variables = { DATA_DIR: join(directory, "data") }
    only(await run(["developer", "create", "sari@kota.example", "--name", "Sari é", "--json"], variables))
    const text = await run(["backup", "--to", "-"], variables)
    assert.strictEqual(text.code, 0, text.stderr)
    assert.match(text.stderr, /^standard output holds .* tables, \d+ rows/)
    const streamed = await run(["backup", "--to", "-", "--json"], variables)
    const [told] = objects({ ...streamed, stdout: streamed.stderr })
    assert.deepInclude(told, { file: "-", bytes: Buffer.byteLength(streamed.stdout) })
    const file = join(directory, "file.backup")
    only(await run(["backup", "--to", file, "--json"], variables))
    const lines = (whole: string) => whole.trimEnd().split("\n").slice(1, -1)
    assert.deepStrictEqual(lines(streamed.stdout), lines(readFileSync(file, "utf8")))
    const received = join(directory, "received.backup")
    writeFileSync(received, streamed.stdout)
    const target = { DATA_DIR: join(directory, "target") }
    assert.deepInclude(only(await run(["restore", received, "--json"], target)), { rows: told?.["rows"] })
    assert.include((await run(["developer", "list"], target)).stdout, "sari@kota.example")
    // What was broken off is no backup.
    writeFileSync(received, streamed.stdout.slice(0, -80))
    assert.include((await run(["restore", received, "--replace"], target)).stderr, "incomplete")
  })

  it("fails with one line where nobody reads", async () => {
    const running = start(["backup", "--to", "-"], { DATA_DIR: join(at(), "data") })
    running.child.stdout?.destroy()
    const { code, stderr } = await running.finished
    assert.strictEqual(code, 1)
    assert.match(stderr, /^gapura: the backup cannot be written: [^\n]+\n$/)
  })
})
