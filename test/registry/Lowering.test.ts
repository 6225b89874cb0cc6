/** Which difference between two registries protects data less: the rule alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { KeyKnowledge } from "../../src/domain/KeyKnowledge.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { type Detection, type Lowering, loweringsOf } from "../../src/registry/Lowering.ts"
import { registryText } from "../support/Suite.ts"

type Endpoint = Readonly<Record<string, unknown>>

/** Detectors that know two names. */
const knowledge: KeyKnowledge = {
  fieldClass: (name) => name === "nik" ? "nik" : name === "alamat" ? "address" : undefined,
  parameterClass: () => undefined,
  subject: (name) => name
}
/** Masking that knows what it makes of two fields. */
const detection: Detection = {
  knowledge,
  masked: (_, path) =>
    path.endsWith("xyz") ? ["unknown"] : path.endsWith("kontak") ? ["phone"] : path.endsWith("isi") ? ["phone", "name"] : []
}
const server = "http://127.0.0.1:9101"
const load = (endpoint: Endpoint, agency: Endpoint = {}) =>
  Effect.runSync(Effect.provideService(
    loadRegistry(
      registryText([
        { slug: "dinkes", server, endpoints: [{ path: "klinik", ...endpoint }], ...agency },
        { slug: "dishub", server, endpoints: [{ path: "rute", ...endpoint }] }
      ]),
      "registry.yaml"
    ),
    KeyKnowledge,
    knowledge
  ))

const lowered = (before: Endpoint, after: Endpoint): ReadonlyArray<Lowering["what"]> =>
  loweringsOf(load(before), load(after), "dinkes", detection).map(({ what }) => what)
const isLowered = (before: Endpoint, after: Endpoint): boolean => lowered(before, after).length > 0
const fields = (path: string, fieldClass?: string): Endpoint => ({ fields: fieldClass === undefined ? {} : { [path]: fieldClass } })

describe("an agency's data is protected less", () => {
  it("where a private endpoint is opened, and never where one is closed", () => {
    assert.deepStrictEqual(lowered({ private: true }, { private: false }), ["opened"])
    assert.deepStrictEqual(lowered({ private: false }, { private: true }), [])
  })

  it("where nothing masks what nobody classified", () => {
    assert.deepStrictEqual(lowered({ unknown: "mask" }, {}), ["unknown"])
    assert.deepStrictEqual(lowered({}, { unknown: "mask" }), [])
  })

  it("where copies of a private endpoint live longer, as fresh ones too", () => {
    const kept = (stale: string, isPrivate = true, fresh = "0 seconds") => ({ private: isPrivate, cache: { fresh, stale } })
    assert.deepStrictEqual(lowered(kept("24 hours"), kept("25 hours")), ["stale"])
    assert.deepStrictEqual(lowered(kept("24 hours"), kept("24 hours", true, "25 hours")), ["stale"])
    assert.deepStrictEqual(lowered(kept("24 hours"), kept("23 hours", true, "23 hours")), [])
    assert.deepStrictEqual(lowered(kept("24 hours", false), kept("25 hours", false)), [])
    assert.deepStrictEqual(lowered(kept("24 hours", false), kept("25 hours")), [])
  })

  it("where it is asked for at another server, one path further too", () => {
    assert.deepStrictEqual(loweringsOf(load({}), load({}, { server: `${server}/lain` }), "dinkes", detection), [{
      what: "server",
      from: server,
      to: `${server}/lain`
    }])
    assert.deepStrictEqual(loweringsOf(load({}), load({}, { retries: 3, connections: 2, timeout: "1 second" }), "dinkes", detection), [])
  })

  it("where a class shows more of a value, or other parts of it", () => {
    const path = "data[].kode"
    const cases: ReadonlyArray<readonly [from: string | undefined, to: string | undefined, isLess: boolean]> = [
      ["name", "public", true],
      ["address", "name", true],
      ["nik", "phone", true],
      ["phone", "nik", true],
      ["health", "pseudonym", true],
      ["name", undefined, true],
      [undefined, "public", true],
      ["name", "address", false],
      ["nik", "kk", false],
      ["npwp", "card", false],
      ["public", "name", false],
      ["public", undefined, false],
      ["religion", "sex", false],
      [undefined, "name", false],
      ["email", "health", false]
    ]
    for (const [from, to, isLess] of cases) assert.strictEqual(isLowered(fields(path, from), fields(path, to)), isLess, `${from} → ${to}`)
  })

  it("where paths that may meet change places, and the one that now decides shows more", () => {
    const ordered = (...entries: ReadonlyArray<readonly [string, string]>): Endpoint => ({ fields: Object.fromEntries(entries) })
    const [phone, open] = [["data[].*.telepon", "phone"], ["data[].kantor.*", "public"]] as const
    assert.deepStrictEqual(loweringsOf(load(ordered(phone, open)), load(ordered(open, phone)), "dinkes", detection), [
      { what: "field", route: "dinkes/data/klinik", field: "data[].*.telepon", from: "phone", to: "public" }
    ])
    assert.isFalse(isLowered(ordered(open, phone), ordered(phone, open)))
    // The more exact path decides wherever it stands, and paths that never meet decide nothing.
    for (
      const other of [["**.telepon", "public"], ["data[].kantor.telepon", "public"], ["data[].*.surel", "public"], [
        "data[].*",
        "public"
      ]] as const
    ) assert.isFalse(isLowered(ordered(phone, other), ordered(other, phone)), other[0])
    const deep = [["**.telepon", "phone"], ["kantor.**", "public"]] as const
    assert.isTrue(isLowered(ordered(...deep), ordered(...deep.toReversed())))
  })

  it("where a class shows more than what held before of a field that had none of its own", () => {
    // By the detectors, by a rule, by another path, and by what the field stands in.
    assert.isTrue(isLowered({}, fields("data[].alamat", "name")))
    assert.isFalse(isLowered({}, fields("data[].alamat", "health")))
    assert.isFalse(isLowered({}, fields("data[].nik", "kk")))
    assert.isTrue(isLowered({ unknown: "mask" }, { unknown: "mask", ...fields("data[].kode", "name") }))
    for (const wide of ["**.wali", "data[].*", "data[].orang"]) {
      const path = wide === "data[].orang" ? "data[].orang.wali" : "data[].wali"
      assert.isTrue(isLowered({ fields: { [wide]: "health" } }, { fields: { [wide]: "health", [path]: "name" } }), wide)
    }
    assert.isFalse(isLowered({ fields: { "**.lain": "health" } }, { fields: { "**.lain": "health", "data[].wali": "name" } }))
  })

  it("where a class shows more than masking does today of a field that nobody classified", () => {
    const cases: ReadonlyArray<readonly [path: string, to: string, isLess: boolean]> = [
      ["data[].xyz", "name", true],
      ["data[].xyz", "health", false],
      ["data[].kontak", "phone", false],
      ["data[].kontak", "email", true],
      ["data[].kontak", "address", false],
      // Of a container what is in it.
      ["data[].isi", "phone", true],
      ["data[].isi", "secret", false],
      ["data[].lain", "name", false]
    ]
    for (const [path, to, isLess] of cases) assert.strictEqual(isLowered({}, fields(path, to)), isLess, `${path} → ${to}`)
    assert.isTrue(isLowered({ unknown: "mask" }, { unknown: "mask", ...fields("data[].kontak", "phone") }))
  })

  it("is said of the agency that it is, and of every place", () => {
    const both = loweringsOf(load({ private: true, ...fields("**.nama", "name") }), load(fields("**.nama", "public")), "dishub", detection)
    assert.deepStrictEqual(both, [
      { what: "opened", route: "dishub/data/rute" },
      { what: "field", route: "dishub/data/rute", field: "**.nama", from: "name", to: "public" }
    ])
  })
})
