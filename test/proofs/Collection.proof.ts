/** The API-client collection, run unchanged but for its variables. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { suite } from "../support/Suite.ts"
import { startDemoGateway } from "./DemoGateway.ts"
import { tool, workDirectory } from "./Tools.ts"

const at = suite(Effect.all({ demo: startDemoGateway, directory: workDirectory }))

interface Run {
  readonly run: {
    readonly executions: ReadonlyArray<{ readonly item: { readonly name: string }; readonly response?: { readonly code: number } }>
    readonly failures: ReadonlyArray<unknown>
  }
}

const runCollection = async (text: string, ...variables: ReadonlyArray<string>) => {
  const { directory } = at()
  const report = join(directory, "report.json")
  writeFileSync(join(directory, "collection.json"), text)
  const words = variables.flatMap((variable) => ["--env-var", variable])
  const { code, output } = await tool("newman", [
    "run",
    "collection.json",
    ...words,
    "--reporters",
    "json",
    "--reporter-json-export",
    report
  ], directory)
  assert.strictEqual(code, 0, output)
  const { run }: Run = JSON.parse(readFileSync(report, "utf8"))
  assert.deepStrictEqual(run.failures, [])
  return run.executions
}

describe("newman", () => {
  it("gets 2xx from every request of everything, given nothing but a token", async () => {
    const { demo } = at()
    const executions = await runCollection(await demo.exported("postman-2.1"), `token=${demo.token}`)
    const answered = executions.filter(({ response }) => response !== undefined)
    assert.deepStrictEqual(
      answered.filter(({ response }) => response === undefined || response.code < 200 || response.code > 299).map(({ item }) => item.name),
      []
    )
    // Every endpoint, two presets and the aggregate; the token request waits for a client's credentials.
    assert.strictEqual(answered.length, demo.addresses.length + 3)
  })

  it("obtains the token itself, given a client's credentials", async () => {
    const { demo } = at()
    const collection: { item: ReadonlyArray<unknown> } = JSON.parse(await demo.exported("postman-2.1"))
    const executions = await runCollection(
      JSON.stringify({ ...collection, item: collection.item.slice(0, 3) }),
      `client_id=${demo.client.id}`,
      `client_secret=${demo.client.secret}`
    )
    assert.deepStrictEqual(executions.map(({ response }) => response?.code), [200, 200, 200, 200])
  })

  it("runs an agency, a dataset and an endpoint", async () => {
    const { demo } = at()
    for (
      const [query, requests] of [["?opd=dlh", 0], ["?opd=dlh&dataset=kualitas-udara", 4], [
        "?opd=dlh&dataset=kualitas-udara&path=stasiun/:kode",
        1
      ]] as const
    ) {
      const executions = await runCollection(await demo.exported("postman-2.1", query), `token=${demo.token}`)
      if (requests > 0) assert.strictEqual(executions.length, requests)
      assert.isTrue(executions.every(({ response }) => response?.code === 200), query)
    }
  })
})
