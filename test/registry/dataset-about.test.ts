/** What the registry file may tell about a dataset, and what it may not. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"

const load = (about: unknown) =>
  loadRegistry(
    JSON.stringify({
      version: 1,
      agencies: [{
        slug: "dlh",
        name: "Dinas",
        server: "http://127.0.0.1:9",
        datasets: [{ slug: "air", title: "Air", about, endpoints: [{ path: "", title: "Air" }] }]
      }]
    }),
    "registry.yaml"
  )
const place = "agencies[0].datasets[0].about"

describe("what a registry file tells about a dataset", () => {
  it.effect("is the dataset's, and changes no copy", () =>
    Effect.gen(function*() {
      const about = {
        description: `Satu.\n${"🌳".repeat(1_994)}`,
        topics: ["lingkungan"],
        from: "2025-01-01",
        to: "2025-01-01",
        changes: { "2025-02-01": "Baru" }
      }
      const told = yield* load(about)
      const silent = yield* load({})
      assert.deepStrictEqual(told.endpoints[0]?.dataset.about, { ...about, topics: ["lingkungan"] })
      assert.strictEqual(told.endpoints[0]?.fingerprint, silent.endpoints[0]?.fingerprint)
    }))

  it.effect.each(
    [
      [{ description: "x".repeat(2_001) }, ".description: must be text of at most 2000 characters"],
      [{ description: "bel\u0007" }, ".description: must be text of at most 2000 characters"],
      [{ titleEn: "two\nlines" }, ".titleEn: must be one line of text"],
      [{ topics: [] }, ".topics: must be a list of at least one topic"],
      [{ topics: ["cuaca"] }, ".topics[0]: must be one of kesehatan, pendidikan"],
      [{ frequency: "often" }, ".frequency: must be one of continuous, hourly"],
      [{ from: "2025-02-30" }, ".from: must be a date such as"],
      [{ from: "2025-02-02", to: "2025-02-01" }, ": must have `to` not before `from`"],
      [{ email: "bukan surel" }, ".email: must be an e-mail address of an office"],
      [{ changes: { kemarin: "Baru" } }, ".changes: must have at most 50 days such as 2027-01-01"],
      [{ contacts: "x" }, ".contacts: is not a key here; did you mean `contact`?"]
    ] as const
  )("%o is refused with what would be right", ([about, fault]) =>
    Effect.gen(function*() {
      const { faults } = yield* Effect.flip(load(about))
      const told = faults.map(({ path, reason }) => `${path}: ${reason}`)
      assert.isTrue(told.length === 1 && told[0]?.startsWith(`${place}${fault}`), told.join("; "))
    }))
})
