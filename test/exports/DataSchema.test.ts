/** The schema of `data` in both versions, from a dictionary. */
import { assert, describe, it } from "vitest"
import { envelopeSchema } from "../../src/exports/DataSchema.ts"
import { fieldTree, learnt } from "../../src/watch/FieldTree.ts"
import { isRecord } from "../support/isRecord.ts"

const fields = learnt(
  [],
  fieldTree(
    [{ id: 1, nama: "B***", "a.b": null, buka: "2026-01-01", jam: "08:00", beda: "x" }, { nama: null, beda: [1], peta: { "2024": 1.5 } }],
    1,
    () => true
  ),
  (steps) => steps.includes("nama") ? "name" : null
)

const dataOf = (version: "3.0.3" | "3.1.0"): unknown => {
  const { allOf } = envelopeSchema(fields, version)
  const [envelope, typed] = Array.isArray(allOf) ? allOf : []
  assert.deepStrictEqual(envelope, { $ref: "#/components/schemas/Envelope" })
  const { description, ...data } = isRecord(typed) && isRecord(typed["properties"]) && isRecord(typed["properties"]["data"])
    ? typed["properties"]["data"]
    : assert.fail("no data")
  assert.isString(description)
  return data
}

describe("the schema of data", () => {
  it("is the envelope alone where nothing was learnt", () => {
    assert.deepStrictEqual(envelopeSchema([], "3.1.0"), { $ref: "#/components/schemas/Envelope" })
  })

  it("has nullable and united types as each version writes them, and requires nothing", () => {
    const plain = { id: { type: "integer" }, "a.b": {}, buka: { type: "string", format: "date" }, jam: { type: "string" } }
    const map = { peta: { type: "object", additionalProperties: { type: "number" } } }
    assert.deepStrictEqual(dataOf("3.1.0"), {
      type: "array",
      items: {
        type: "object",
        properties: {
          ...plain,
          nama: { type: ["string", "null"], "x-masked": "name" },
          beda: { type: ["string", "array"], items: { type: "integer" } },
          ...map
        }
      }
    })
    assert.deepStrictEqual(dataOf("3.0.3"), {
      type: "array",
      items: {
        type: "object",
        properties: {
          ...plain,
          nama: { type: "string", nullable: true, "x-masked": "name" },
          beda: { anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }] },
          ...map
        }
      }
    })
  })
})
