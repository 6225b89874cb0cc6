import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { masked, maskedBody, policy, textOf } from "./support.ts"

const key = new Uint8Array(32).fill(7)

describe("MaskingPolicy", () => {
  it("a class names how a field is shown, whatever its key", () => {
    const by = policy([["data[].panitia.x", "name"], ["data[*].y", "phone"]])
    expect(masked([{ panitia: { x: "Budi Santoso" }, y: "0221234567", z: "Budi" }], by)).toEqual([{
      panitia: { x: "B*** S***" },
      y: "0221****67",
      z: "Budi"
    }])
  })

  it("public exempts a field and everything beneath it, and nothing beside it", () => {
    const by = policy([["data[].kontak", "public"]])
    const kontak = { telepon: "081234567890", nama_lengkap: "Budi", "budi@x.id": [{ nik: "3273014501900001" }] }
    expect(masked([{ kontak, telepon: "081234567890" }], by)).toEqual([{ kontak, telepon: "0812******90" }])
  })

  it("a more exact path beneath a public field still holds", () => {
    expect(masked([{ a: { b: "Budi", c: "081234567890" } }], policy([["data[].a", "public"], ["data[].a.b", "name"]]))).toEqual([{
      a: { b: "B***", c: "081234567890" }
    }])
  })

  it("a classified container masks all its leaves, but null", () => {
    expect(masked([{ a: { b: ["x", 1, true, null, { c: "-" }] } }], policy([["data[].a", "address"]]))).toEqual([{
      a: { b: ["***", "***", "***", null, { c: "-" }] }
    }])
  })

  it("paths address a bare list, a bare object and a wrapped body alike", () => {
    const by = policy([["data[].x", "name"], ["data.x", "name"]])
    expect(masked([{ x: "Budi" }], by)).toEqual([{ x: "B***" }])
    expect(masked({ x: "Budi" }, by)).toEqual({ x: "B***" })
    expect(masked({ data: [{ x: "Budi" }] }, by)).toEqual([{ x: "B***" }])
    expect(masked({ data: { x: "Budi" } }, by)).toEqual({ x: "B***" })
    expect(masked({ a: 1, "d\u0061ta": { x: "Budi" } }, by)).toEqual({ x: "B***" })
  })

  it("a data key deeper down does not make a wrapped body", () => {
    const by = policy([["data.x", "name"], ["data.y.data", "name"]])
    expect(masked({ x: "Budi", y: { data: "Siti" } }, by)).toEqual({ x: "B***", y: { data: "S***" } })
  })

  it("the other members are addressed by their name or as meta", () => {
    const body = maskedBody(
      { data: [], author: "Budi", editor: "Siti", x: "Tono" },
      policy([["author", "name"], ["meta.editor", "name"], ["data.x", "name"]])
    )
    expect(textOf(body.meta)).toBe("\"author\":\"B***\",\"editor\":\"S***\",\"x\":\"Tono\"")
  })

  it("** is any depth, * any key, [] any item", () => {
    const by = policy([["**.kode_warga", "nik"], ["data.*.z", "name"], ["data.l[][]", "name"]])
    expect(
      masked({ kode_warga: "12345678", a: { z: "Budi", y: { z: "Budi" } }, l: [["Budi"], "Budi"], d: [[{ kode_warga: "12345678" }]] }, by)
    )
      .toEqual({ kode_warga: "1234****", a: { z: "B***", y: { z: "Budi" } }, l: [["B***"], "Budi"], d: [[{ kode_warga: "1234****" }]] })
  })

  it("the more exact path wins over **, whatever the order", () => {
    for (const fields of [[["**.x", "name"], ["data.x", "public"]], [["data.x", "public"], ["**.x", "name"]]] as const) {
      expect(masked({ x: "Budi", a: { x: "Budi" } }, policy(fields))).toEqual({ x: "Budi", a: { x: "B***" } })
    }
  })

  it("a key with other characters is quoted", () => {
    expect(masked({ "a.b": "Budi" }, policy([["data[\"a.b\"]", "name"]]))).toEqual({ "a.b": "B***" })
  })

  it("a class beats the detectors", () => {
    expect(masked([{ nik: "3273014501900001" }], policy([["data[].nik", "address"]]))).toEqual([{ nik: "***" }])
  })

  it("unknown: mask hides every leaf that no path names, of every type but null", () => {
    const by = policy([["data[].id", "public"], ["data[].nama", "name"]], "mask")
    const body = maskedBody({
      data: [{ id: 1, nama: "Budi", baru: "x", n: 1.5, t: true, f: false, z: null, l: ["a", { b: "***" }] }],
      total: 1
    }, by)
    expect(JSON.parse(textOf(body.data))).toEqual([{
      id: 1,
      nama: "B***",
      baru: "***",
      n: "***",
      t: "***",
      f: "***",
      z: null,
      l: ["***", { b: "***" }]
    }])
    expect(textOf(body.meta)).toBe("\"total\":\"***\"")
    expect(body.classes).toEqual({ name: 1, unknown: 6 })
  })

  it("unknown: mask without any path hides everything", () => {
    expect(masked({ a: "x", b: [1, null] }, policy([], "mask"))).toEqual({ a: "***", b: ["***", null] })
  })

  it("a pseudonym is stable, keyed and differs between keys", () => {
    const by = policy([["data[].warga", "pseudonym"]])
    const shown = `psd_${createHmac("sha256", key).update("3273014501900001").digest("base64url").slice(0, 16)}`
    expect(masked([{ warga: "3273014501900001" }, { warga: 3273014501900001 }], by, key)).toEqual([{ warga: shown }, { warga: shown }])
    expect(masked([{ warga: "3273014501900001" }], by, new Uint8Array(32))).not.toEqual([{ warga: shown }])
    expect(masked([{ warga: shown }], by, key)).toEqual([{ warga: shown }])
  })

  it("without a key a pseudonym is hidden", () => {
    expect(masked([{ warga: "3273014501900001" }], policy([["data[].warga", "pseudonym"]]))).toEqual([{ warga: "***" }])
  })

  it("many paths with ** stay quick to step through", () => {
    const fields = Array.from({ length: 40 }, (_, i) => [`**.a${i}.**.b${i}.**.c`, "name"] as const)
    const by = policy(fields)
    let value: unknown = { c: "Budi" }
    for (let i = 0; i < 40; i++) value = { [`a${i}`]: { [`b${39 - i}`]: value } }
    expect(JSON.stringify(masked(value, by))).toContain("\"B***\"")
  })
})
