/** What a place had before a change, as a desk's history tells it, and in which units. */
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { heldBefore, heldIn } from "../../src/portal/desk/HeldValue.ts"
import { readable, spanText } from "../../src/portal/PeopleUnits.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import type { RegistryChange, Setting } from "../../src/registry/RegistryChange.ts"
import { cityRegistry } from "../support/Registries.ts"

const file = Effect.runSync(
  loadRegistry(cityRegistry({ diskominfo: "http://10.0.0.1", dinkes: "http://10.0.0.2", about: { frequency: "daily" } }), "registry.yaml")
)
const berita = { dataset: "portal-publik", path: "berita" }
const fresh = (value: string | null): Setting => ({ ...berita, at: ["cache", "fresh"], value })
const change = (sequence: number, setting: Setting, undoneAt: number | null = null): RegistryChange => ({
  sequence,
  agency: "diskominfo",
  madeAt: sequence * 1_000,
  madeBy: "joko",
  settings: [setting],
  undoneAt,
  undoneBy: undoneAt === null ? null : "joko"
})

describe("what a place has", () => {
  it.each<readonly [Setting, Setting["value"] | undefined]>([
    [fresh("1 hours"), "1 minutes"],
    [{ ...berita, at: ["private"], value: true }, false],
    [{ ...berita, at: ["unknown"], value: "mask" }, "detect"],
    [{ ...berita, at: ["maxBytes"], value: "1 B" }, "10485760 B"],
    [{ ...berita, at: ["fields", "data[].judul"], value: "name" }, null],
    [{ ...berita, path: "tidak-ada", at: ["private"], value: true }, undefined],
    [{ dataset: "portal-publik", at: ["about", "frequency"], value: "weekly" }, "daily"],
    [{ dataset: "portal-publik", at: ["about", "contact"], value: "PPID" }, null],
    [{ dataset: "portal-publik", at: ["license"], value: null }, "CC-BY-4.0"],
    [{ at: ["server"], value: "http://10.0.0.9" }, "http://10.0.0.1"],
    [{ at: ["timeout"], value: "9 seconds" }, "5 seconds"],
    [{ at: ["retries"], value: 3 }, 0],
    [{ at: ["credential"], value: null }, null]
  ])("is told as a setting of it would be: %o", (setting, held) => {
    assert.deepStrictEqual(heldIn(file, "diskominfo")(setting), held)
  })

  it("before a change is what the one before it made of it, unless that was undone by then; else what the file has", () => {
    const [first, second, third] = [change(1, fresh("2 minutes")), change(2, fresh("3 minutes"), 2_500), change(3, fresh("4 minutes"))]
    const before = (one: RegistryChange, earlier: ReadonlyArray<RegistryChange>, isWhole = true) =>
      heldBefore(file, one, earlier, isWhole)(fresh(null))
    assert.strictEqual(before(first, []), "1 minutes")
    assert.strictEqual(before(second, [first]), "2 minutes")
    assert.strictEqual(before(third, [second, first]), "2 minutes")
    assert.strictEqual(before(change(4, fresh(null)), [third, second, first]), "4 minutes")
    assert.isUndefined(before(first, [], false))
    const often = (value: string | null): Setting => ({ dataset: "portal-publik", at: ["about", "frequency"], value })
    const gone = change(5, often(null))
    assert.isNull(heldBefore(file, change(6, often("weekly")), [gone], true)(often("weekly")), "the file's was taken away")
    const elsewhere: Setting = { ...berita, path: "events", at: ["cache", "fresh"], value: null }
    assert.strictEqual(heldBefore(file, third, [first], true)(elsewhere), "0 millis")
  })
})

describe("units of people", () => {
  it.each([
    ["1 minutes", "1 menit", "1 minute"],
    ["60000 millis", "1 menit", "1 minute"],
    ["90500 millis", "90,5 detik", "90.5 seconds"],
    ["5 millis", "5 milidetik", "5 milliseconds"],
    ["24 hours", "24 jam", "24 hours"],
    ["10485760 B", "10 MiB", "10 MiB"],
    ["apa saja", "apa saja", "apa saja"]
  ])("%s", (written, id, en) => {
    assert.deepStrictEqual([readable(written, "id"), readable(written, "en")], [id, en])
  })

  it("of nothing at all", () => assert.strictEqual(spanText(0, "id"), "0 detik"))
})
