import { describe, expect, it } from "vitest"
import { exactness, keysOf, meet } from "../../src/registry/FieldPaths.ts"
import { inText, masked, policy } from "./support.ts"

const rows = (star: string) => [{ "*": star, judul: "Rapat" }, { "*": star, judul: "Senam" }]
const person = { "*": "Budi Santoso", nama: "Siti Aminah", nik: "3273014506900001" }

describe("a key that an agency calls *", () => {
  it("is hidden where the registry classifies it", () => {
    expect(masked(rows("titip"), policy([["data[][\"*\"]", "secret"]]))).toEqual(rows("***"))
    expect(masked({ "*": "titip", judul: "Rapat" }, policy([["data[\"*\"]", "secret"]]))).toEqual({ "*": "***", judul: "Rapat" })
  })

  it("is hidden so though any key is public, in whatever order", () => {
    for (
      const fields of [[["data[].*", "public"], ["data[][\"*\"]", "secret"]], [["data[][\"*\"]", "secret"], [
        "data[].*",
        "public"
      ]]] as const
    ) {
      expect(masked(rows("titip"), policy(fields))).toEqual(rows("***"))
    }
  })

  it("alone is public where the registry says so of it", () => {
    const shown = { "*": "Budi Santoso", nama: "S*** A***", nik: "3273************" }
    expect(masked([person], policy([["data[][\"*\"]", "public"]]))).toEqual([shown])
    expect(masked([person], policy([["data[].*", "secret"], ["data[][\"*\"]", "public"]]))).toEqual([{
      "*": "Budi Santoso",
      nama: "***",
      nik: "***"
    }])
  })

  it("is any key as well, where the registry speaks of any", () => {
    expect(masked(rows("titip"), policy([["data[].*", "secret"]]))).toEqual([{ "*": "***", judul: "***" }, { "*": "***", judul: "***" }])
  })

  it("is judged by its values where nobody classifies it, and so is one with backslashes before", () => {
    for (const key of ["*", "\\*", "\\\\*"]) {
      expect(masked([{ nama: "Budi Santoso", nik: "3273014506900001", [key]: "3273014506900002" }])).toEqual([
        { nama: "B*** S***", nik: "3273************", [key]: "3273************" }
      ])
      expect(masked([{ [key]: "titip" }], policy([[`data[]["${key.replaceAll("\\", "\\\\")}"]`, "secret"]]))).toEqual([{ [key]: "***" }])
    }
  })

  it("says nothing of its siblings where keys are data", () => {
    const data = { "*": { nama: "Budi Santoso" }, "2023": { nama: "Siti Aminah" }, "2024": { nama: "Tono Wijaya" } }
    const shown = Object.values(masked({ data }) ?? {}).map((row: unknown) => JSON.stringify(row))
    expect(shown.join()).not.toMatch(/Budi|Siti|Tono/)
  })

  it("whose name comes again in a text of its row is hidden there", () => {
    const fields = policy([["data[][\"*\"]", "name"]])
    expect(masked([{ "*": "Budi Santoso", keterangan: "sudah diterima" }], fields)).toEqual([{
      "*": "B*** S***",
      keterangan: "sudah diterima"
    }])
    expect(inText("sudah diterima")).toBe("sudah diterima")
  })

  it("is no wildcard to the checks of a registry", () => {
    const own = keysOf("data[][\"*\"]")
    expect(meet(own, keysOf("data[].nama"))).toBe(false)
    expect(meet(own, keysOf("data[].*"))).toBe(true)
    expect(meet(keysOf("data[\"**\"]"), keysOf("data.a.b"))).toBe(false)
    expect(exactness(own)).toBe(0)
  })
})
