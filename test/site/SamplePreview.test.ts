/** The sample of an answer as a table, bars and points. */
import { assert, describe, it } from "vitest"
import type { CityArea } from "../../src/domain/CityArea.ts"
import { toText } from "../../src/pages/Html.ts"
import { barsOf } from "../../src/site/catalogue/SampleChart.ts"
import { pointsOf, sampleMap } from "../../src/site/catalogue/SampleMap.ts"
import { plainTable } from "../../src/site/catalogue/SampleSection.ts"
import { orderOf, sampleCsv, sampleTable, sorted } from "../../src/site/catalogue/SampleTable.ts"

const tableOf = (data: unknown) => sampleTable({ data }) ?? assert.fail("no table")

describe("a sample as a table", () => {
  it("has nested objects by dotted paths, lists as text, and a cell for each column", () => {
    assert.deepStrictEqual(tableOf([{ a: 1, b: { c: "x", d: [1, 2] } }, { e: false }]), {
      columns: ["a", "b.c", "b.d", "e"],
      rows: [[1, "x", "[1,2]", null], [null, null, null, false]]
    })
    assert.deepStrictEqual(tableOf(["x", 2]), { columns: ["value"], rows: [["x"], [2]] })
    assert.deepStrictEqual(tableOf({ nama: "Taman" }).rows, [["Taman"]])
    assert.deepStrictEqual(tableOf({ total: 2, baris: [{ a: 1 }, { a: 2 }] }).rows, [[1], [2]])
    for (const sample of [undefined, null, {}, { data: [] }]) assert.isUndefined(sampleTable(sample))
    assert.strictEqual(tableOf(Array.from({ length: 300 }, (_, a) => ({ a }))).rows.length, 20)
  })

  it("is sorted by the column that is asked for, what is empty last, and by no other", () => {
    const table = tableOf([{ a: 10, "-b": "u2" }, { a: null, "-b": "u10" }, { a: 9, "-b": "u1" }])
    const by = (asked: string) => sorted(table, orderOf(table, asked) ?? assert.fail(asked)).rows.map(([first]) => first)
    assert.deepStrictEqual([by("a"), by("-a"), by("-b"), by("--b")], [[9, 10, null], [10, 9, null], [9, 10, null], [null, 10, 9]])
    assert.isUndefined(orderOf(table, "tidak ada"))
    assert.isUndefined(orderOf(table, null))
  })

  it("shows decimals as the page's language writes them, and years and codes as the answer has them", () => {
    const table = tableOf([{ tahun: 2025, pm25: 40.88 }])
    const cells = (language: "id" | "en") =>
      [...toText(plainTable(table, "judul", language)).matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell)
    assert.deepStrictEqual(cells("id"), ["2025", "40,88"])
    assert.deepStrictEqual(cells("en"), ["2025", "40.88"])
  })

  it("is a file without formulas", () => {
    assert.strictEqual(sampleCsv(tableOf([{ "=a": "=1+1", b: "x,y" }, { b: null }])), "'=a,b\r\n'=1+1,\"x,y\"\r\n,\r\n")
  })
})

describe("a sample as a picture", () => {
  it("has a number by time, in its order, where each moment has one row", () => {
    assert.deepStrictEqual(barsOf(tableOf([{ id: 7, tahun: 2025, jumlah: 5 }, { id: 8, tahun: 2024, jumlah: 3 }])), {
      by: "tahun",
      value: "jumlah",
      bars: [{ name: "2024", value: 3 }, { name: "2025", value: 5 }]
    })
  })

  it("counts rows by category, never by what is masked, and is nothing otherwise", () => {
    const rows = [["A", "x1"], ["B", "x2"], ["A", "x3"]].map(([jenis, kode]) => ({ kode, penjaga: "B***", jenis }))
    assert.deepStrictEqual(barsOf(tableOf(rows)), {
      by: "jenis",
      value: undefined,
      bars: [{ name: "A", value: 2 }, { name: "B", value: 1 }]
    })
    assert.isUndefined(barsOf(tableOf([{ kode: "x1", penjaga: "B***" }, { kode: "x2", penjaga: "C***" }, { kode: "x3", penjaga: "B***" }])))
    assert.isUndefined(barsOf(tableOf([{ tahun: 2024, jumlah: 3 }])))
  })

  it("has the points of rows that have both numbers, of one place", () => {
    const table = tableOf([
      { nama: "Taman", koordinat: { lat: -7.9, lon: 112.6 } },
      { nama: "Pasar", koordinat: { lat: "***", lon: "***" } },
      { nama: "Salah", koordinat: { lat: -97, lon: 112.6 } }
    ])
    assert.deepStrictEqual(pointsOf(table), [{ name: "Taman", latitude: -7.9, longitude: 112.6 }])
    assert.deepStrictEqual(pointsOf(tableOf([{ a: { lat: 1 }, b: { lon: 2 } }])), [])
  })

  it("has the points where the registry says, and there alone", () => {
    const said = { latitude: ["tempat", "y"], longitude: ["tempat", "x"] }
    const shown = tableOf([{ nama: "Taman", lat: 1, lon: 2, tempat: { y: -7.9, x: 112.6 } }])
    assert.deepStrictEqual(pointsOf(shown, said), [{ name: "Taman", latitude: -7.9, longitude: 112.6 }])
    assert.deepStrictEqual(pointsOf(tableOf([{ lat: 1, lon: 2, tempat: { y: "***", x: "***" } }]), said), [])
    assert.deepStrictEqual(pointsOf(tableOf([{ lat: 1, lon: 2 }]), said), [])
  })
})

const square = (name: string, west: number, south: number, side: number): CityArea => ({
  name,
  rings: [[[west, south], [west + side, south], [west + side, south + side], [west, south + side]]]
})

describe("a map", () => {
  const places = tableOf([{ nama: "Taman", lat: -7.95, lon: 112.65 }, { nama: "Dermaga", lat: -7.95, lon: 112.85 }])
  const drawn = (areas: ReadonlyArray<CityArea>): string => toText(sampleMap(places, { said: undefined, areas }, "id"))
  /** Its table without what is said of each cell. */
  const cellsOf = (map: string): string => map.replaceAll(/<(th scope="row"|td)[^>]*>/g, "<$1>")

  it("says the area of each point, draws the outlines, and shows whole those that hold a point", () => {
    const map = drawn([square("Klojen", 112.6, -8, 0.1), square("Sukun", 110, -8, 0.1)])
    assert.include(cellsOf(map), "<th scope=\"row\">Taman</th><td>Klojen</td>")
    assert.include(cellsOf(map), "<th scope=\"row\">Dermaga</th><td>–</td>")
    assert.include(map, "<title>Taman, Klojen</title>")
    assert.strictEqual(map.split("<path class=\"area\"").length, 3)
    const [corners = []] = [...map.matchAll(/class="area"[^>]* d="M([^Z]+)Z/g)].map(([, line = ""]) => line.split(/[L ]/).map(Number))
    assert.lengthOf(corners, 8)
    for (const corner of corners) assert.isTrue(corner > 0 && corner < 360, String(corner))
    assert.notInclude(drawn([]), "Wilayah")
  })

  it("writes the name of an area that is wide enough for it", () => {
    assert.include(drawn([square("Klojen", 112.6, -8, 0.3)]), "class=\"area-name\"")
    assert.notInclude(drawn([square("Klojen", 112.649, -7.951, 0.002)]), "class=\"area-name\"")
  })

  it("knows a hole in an area", () => {
    const [outer = []] = square("Kota", 112, -9, 2).rings
    const [hole = []] = square("Danau", 112.6, -8, 0.1).rings
    const map = drawn([{ name: "Kota", rings: [outer, hole] }])
    assert.include(cellsOf(map), "<th scope=\"row\">Taman</th><td>–</td>")
    assert.include(cellsOf(map), "<th scope=\"row\">Dermaga</th><td>Kota</td>")
  })
})
