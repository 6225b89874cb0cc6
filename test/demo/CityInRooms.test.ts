import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { answerOf } from "../../src/demo/AgencyAnswers.ts"
import { city, type PlacedEndpoint, placedEndpoints } from "../../src/demo/City.ts"
import type { Columns, PersonPart } from "../../src/demo/Column.ts"
import { demoScopes } from "../../src/demo/DemoScopes.ts"
import { columnsOf, fieldClasses } from "../../src/demo/FieldClasses.ts"
import { writeRegistry } from "../../src/demo/RegistryYaml.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"

const ports = Object.fromEntries(city.agencies.map(({ slug }, i) => [slug, 9101 + i]))

/** Parts whose values are long enough to be told apart from anything else. */
const telling: ReadonlySet<PersonPart> = new Set([
  "nik",
  "nikNumber",
  "kk",
  "name",
  "address",
  "phone",
  "email",
  "npwp",
  "bpjs",
  "bankAccount",
  "plate",
  "passport",
  "note"
])

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

const personalValues = (columns: Columns, row: unknown): ReadonlyArray<string> =>
  isRecord(row)
    ? Object.entries(columns).flatMap(([key, column]) => {
      if (column.as === "nested") return personalValues(column.columns, row[key])
      return column.as === "person" && telling.has(column.part) ? [String(row[key])] : []
    })
    : []

const masked = (placed: PlacedEndpoint, body: string) => {
  const policy = compilePolicy({
    fields: Object.entries(fieldClasses(placed.dataset, placed.endpoint)),
    unknown: placed.endpoint.unknown ?? "detect"
  })
  const result = maskJson(Buffer.from(body), policy)
  if (Result.isFailure(result)) throw new Error(`${placed.endpoint.title}: no JSON`)
  return { text: Buffer.from(result.success.data).toString(), values: result.success.masked }
}

const bodyOf = async (placed: PlacedEndpoint): Promise<string> =>
  (await answerOf(placed, Object.values(placed.endpoint.example ?? {}), new URLSearchParams(), Date.parse("2026-11-15T03:00:00Z"))).body

describe("the demo city in the gateway's rooms", () => {
  it.effect("has a registry that loads without a fault and has the demo token's scopes", () =>
    Effect.gen(function*() {
      const registry = yield* loadRegistry(writeRegistry({ ports, nowMillis: Date.UTC(2026, 10, 21) }), "registry.yaml")
      assert.strictEqual(registry.endpoints.length, placedEndpoints().length)
      assert.strictEqual(registry.endpoints.filter((endpoint) => endpoint.private).length, 46)
      assert.sameMembers([...registry.scopes], [...demoScopes()])
      assert.strictEqual(
        registry.endpoints.find(({ deprecated }) => deprecated !== undefined)?.successor,
        "diskominfo/portal-publik/events"
      )
    }))

  it("lets nothing about its people through the masking", async () => {
    let looked = 0
    for (const placed of placedEndpoints()) {
      const columns = columnsOf(placed.dataset, placed.endpoint) ?? {}
      const body = await bodyOf(placed)
      const parsed: unknown = JSON.parse(body)
      const data = isRecord(parsed) && "data" in parsed ? parsed["data"] : parsed
      const secrets = (Array.isArray(data) ? data : [data]).flatMap((row) => personalValues(columns, row))
      if (secrets.length === 0) continue
      const { text, values } = masked(placed, body)
      assert.isAtLeast(values, secrets.length)
      for (const secret of secrets) assert.notInclude(text, secret, placed.endpoint.title)
      looked += secrets.length
    }
    assert.isAbove(looked, 3_000)
  })

  it("leaves places, offices and statistics readable", async () => {
    for (const placed of placedEndpoints()) {
      const columns = JSON.stringify(columnsOf(placed.dataset, placed.endpoint) ?? {})
      if (columns.includes(`"person"`) || columns.includes(`"class"`)) continue
      assert.strictEqual(masked(placed, await bodyOf(placed)).values, 0, placed.endpoint.title)
    }
  })
})
