/** Scopes that are given by one command while another takes some away: what was taken stays taken. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { open, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { only, runHere, start } from "../support/CommandLine.ts"
import { registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const text = registryText([{
  slug: "opd",
  server: "http://10.0.0.1",
  endpoints: [{ path: "isi" }, { path: "rahasia" }, { path: "baru" }]
}])
const [kept, taken, given] = ["opd-isi-get", "opd-rahasia-get", "opd-baru-get"]

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const file = join(directory, "registry.yaml")
  yield* Effect.promise(() => writeFile(file, text))
  const command = (...words: ReadonlyArray<string>) => runHere(words, { DATA_DIR: directory, REGISTRY_FILE: file })
  /** A command whose registry comes slowly: it has looked at what there is when `meanwhile` runs. */
  const slowly = async (words: ReadonlyArray<string>, meanwhile: () => Promise<unknown>) => {
    const pipe = join(directory, `${words[0]}.pipe`)
    execFileSync("mkfifo", [pipe])
    const running = start(words, { DATA_DIR: directory, REGISTRY_FILE: pipe })
    const opened = await open(pipe, "w")
    await meanwhile()
    await opened.writeFile(text)
    await opened.close()
    return running.finished
  }
  return { command, slowly }
}))

describe("scopes that are given", () => {
  it("to a client do not bring back what was taken from it meanwhile", async () => {
    const { command, slowly } = at()
    const { clientId } = only(await command("client", "create", "--name", "sipd", "--scope", kept, "--scope", taken, "--json"))
    const id = String(clientId)
    const withdrawn = () => command("client", "scopes", id, "--withdraw", taken)
    const made = only(await slowly(["client", "scopes", id, "--grant", given, "--json"], withdrawn))
    assert.deepStrictEqual(made["scopes"], [given, kept])
  })

  it("to an application do not either", async () => {
    const { command, slowly } = at()
    only(await command("application", "create", "peta", "--scope", kept, "--scope", taken, "--json"))
    const withdrawn = () => command("application", "scopes", "peta", "--withdraw", taken)
    const made = only(await slowly(["application", "scopes", "peta", "--select", given, "--json"], withdrawn))
    assert.deepStrictEqual(made["scopes"], [given, kept])
  })
})
