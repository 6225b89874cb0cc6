/** Pseudonyms: the same for one application, others for another, and others again after `keys rotate`, which they say. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, runHere, serving } from "../support/CommandLine.ts"
import { freePort } from "../support/Gateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const directory = yield* tempDirectory
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ kode: "3674011502900001" }, { kode: 3674011502900001 }] }) })
  const registryFile = join(directory, "registry.yaml")
  writeFileSync(
    registryFile,
    registryText(
      [{
        slug: "opd",
        server: agency.url,
        endpoints: [{ path: "isi", cache: { fresh: "1 hour" }, fields: { "data[].kode": "pseudonym" } }]
      }],
      [{
        slug: "ringkas",
        title: "Ringkas",
        cache: { fresh: "1 hour" },
        requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }]
      }]
    )
  )
  const variables = {
    REGISTRY_FILE: registryFile,
    DATA_DIR: join(directory, "data"),
    PORT: String(yield* Effect.promise(freePort)),
    MANAGEMENT_PORT: String(yield* Effect.promise(freePort))
  }
  yield* serving(variables)
  const command = (...words: ReadonlyArray<string>) => runHere(words, variables)
  const token = async (application: string) =>
    objects(await command("token", "issue", "--application", application, "--scope", "*", "--json"))[0]?.["token"]
  const shown = async (path: string, bearer: unknown): Promise<ReadonlyArray<string>> => {
    const response = await fetch(`http://127.0.0.1:${variables.PORT}/api/v4/gateway/${path}`, {
      headers: { authorization: `Bearer ${String(bearer)}` }
    })
    return (await response.text()).match(/psd\d*_[\w-]{16}/g) ?? []
  }
  return { command, shown, token }
}))

describe("pseudonyms", () => {
  it("are stable for an application, different between applications, and new after a rotation", async () => {
    const { command, shown, token } = at()
    const [mine, theirs] = [await token("satu"), await token("dua")]
    const before = await shown("opd/data/isi", mine)
    assert.strictEqual(before.length, 2)
    assert.strictEqual(before[0], before[1])
    assert.match(before[0] ?? "", /^psd_/)
    assert.deepStrictEqual(await shown("opd/data/isi", mine), before)
    assert.notDeepEqual(await shown("opd/data/isi", theirs), before)

    const rotated = await command("keys", "rotate", "--json")
    assert.deepStrictEqual(objects(rotated), [{ key: "pseudonym", version: 2 }])
    let after: ReadonlyArray<string> = []
    await eventually("the new key is used", async () => {
      after = await shown("opd/data/isi", mine)
      return after[0]?.startsWith("psd2_") ?? false
    })
    assert.strictEqual(after[0], after[1])
    assert.notStrictEqual(after[0]?.slice(-16), before[0]?.slice(-16))
  })

  it("of a preset are each application's own too", async () => {
    const { shown, token } = at()
    const [mine, theirs] = [await token("satu"), await token("dua")]
    const own = await shown("preset/ringkas", mine)
    assert.strictEqual(own.length, 2)
    assert.notDeepEqual(await shown("preset/ringkas", theirs), own)
    assert.deepStrictEqual(await shown("preset/ringkas", mine), own)
  })
})
