import { assert, describe, it } from "@effect/vitest"
import { compileTree, maskJson } from "./PeerMasking.ts"
import { openValues, secrets, small } from "./Sample.ts"

const tree = compileTree(["data[].nama"])
const masked = (text: string): unknown => maskJson(text, tree).data

describe("the Fastify peer's masking", () => {
  it("lets nothing personal of the sample through and keeps what is public", () => {
    const { data, masked: count, meta } = maskJson(small, tree)
    const text = JSON.stringify(data)
    for (const secret of secrets) assert.notInclude(text, secret)
    for (const value of openValues) assert.include(text, `"${value}"`)
    assert.strictEqual(count, secrets.length)
    assert.deepStrictEqual(meta, { total: 5, page: 1 })
  })

  it("shows each class in its form", () => {
    assert.deepStrictEqual(
      masked(
        `{"nik":"3171010101850001","nama":"Budi Santoso","telepon":"0812-3456-7890",`
          + `"email":"budi@kota.example","npwp":"01.234.567.8-901.000","tgl_lahir":"1985-01-02"}`
      ),
      {
        nik: "3171************",
        nama: "B*** S***",
        telepon: "0812-****-**90",
        email: "b***@kota.example",
        npwp: "**.***.***.*-***.*00",
        tgl_lahir: "1985"
      }
    )
  })

  it("finds identity numbers among numbers and in free text", () => {
    assert.deepStrictEqual(masked(`[9171010101900001,"hubungi 081234567890 atau budi@kota.example"]`), [
      "9171************",
      "hubungi 0812******90 atau b***@kota.example"
    ])
  })

  it("keeps whole numbers that a double cannot hold", () => {
    assert.strictEqual(JSON.stringify(masked(`[12345678901234567890,0.1]`)), `[12345678901234567890,0.1]`)
  })
})
