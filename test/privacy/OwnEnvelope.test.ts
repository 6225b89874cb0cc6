import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { maskJson } from "../../src/privacy/Masker.ts"
import { deniesSuccess } from "../../src/privacy/OwnEnvelope.ts"
import { readable, streamed, whole } from "./documents.ts"
import { policy } from "./support.ts"

const nik = "3273014501900001"
const metaOf = (text: string, by = policy()): unknown => {
  const body = Buffer.from(text)
  const atOnce = readable(whole(body, by))
  for (const size of [1, 7, 1_000]) expect(readable(streamed(body, [size], by))).toEqual(atOnce)
  return typeof atOnce === "string" ? atOnce : JSON.parse(`{${atOnce.meta}}`)
}

describe("OwnEnvelope", () => {
  it("an agency's meta is a part of ours, its status and message are not", () => {
    expect(metaOf("{\"status\":\"success\",\"message\":\"OK\",\"data\":[1],\"meta\":{\"halaman\":1,\"jumlah\":{\"a\":[2]}}}")).toEqual({
      halaman: 1,
      jumlah: { a: [2] }
    })
    expect(metaOf("{\"meta\" : { \"halaman\" : 1 } , \"total\":3, \"data\":[1]}")).toEqual({ halaman: 1, total: 3 })
  })

  it("it sets nothing of ours, and nothing that stands beside the data", () => {
    expect(
      metaOf(
        "{\"data\":1,\"meta\":{\"version\":\"1\",\"masked\":9,"
          + "\"ver\\u0073ion\":\"2\",\"total\":1,\"halaman\":2,\"agency\":\"x\"},\"total\":5}"
      )
    ).toEqual({ total: 5, halaman: 2 })
  })

  it("is masked by its keys, by the detectors and by the registry's paths", () => {
    expect(metaOf(`{"data":[],"meta":{"oleh":"Xaver","nik":"${nik}","catatan":"NIK ${nik}"}}`, policy([["meta.oleh", "name"]]))).toEqual({
      oleh: "X***",
      nik: "3273************",
      catatan: "NIK 3273************"
    })
  })

  it.each(["[1]", "null", "\"x\"", "{}"])("a meta of %s does no harm", (meta) => {
    expect(metaOf(`{"data":1,"meta":${meta},"a":1}`)).toEqual(meta === "{}" ? { a: 1 } : { meta: JSON.parse(meta), a: 1 })
  })

  it.each([
    "\"error\"",
    "\"ERROR\"",
    "\" Gagal \"",
    "\"fail\"",
    "\"failed\"",
    "false",
    "0",
    "400",
    "404",
    "500",
    "599",
    "\"500\"",
    "\"false\""
  ])("a status of %s denies success, wherever it stands", (status) => {
    for (
      const text of [
        `{"status":${status},"data":[]}`,
        `{"data":[],"message":"x","status":${status}}`,
        `{"st\\u0061tus":${status},"message":"x"}`
      ]
    ) expect(metaOf(text)).toBe(deniesSuccess)
  })

  it.each([
    "\"404 Not Found\"",
    "\"HTTP/1.1 500 Internal Server Error\"",
    "\"gagal!\"",
    "\"Gagal mengambil data\"",
    "\"tidak berhasil\"",
    "\"Not OK\"",
    "\"ＥＲＲＯＲ\"",
    "\"error\u200b\"",
    "\"e\\u200brror\"",
    "\"timeout\"",
    "\"timed-out\"",
    "\"error: 17\"",
    "\"not_found\"",
    "\"-1\"",
    "600",
    "-1",
    "{\"code\":500}",
    "{ \"Code\" : \"404\" }",
    "[\"error\"]",
    "[\"ok\",\"gagal\"]",
    `"error${"\\u200b".repeat(20)}"`
  ])("a status that is %s, however it is written, denies success", (status) => {
    for (const text of [`{"status":${status},"data":[]}`, `{"data":[],"STATUS":${status}}`, `{"Status":${status},"message":"x"}`]) {
      expect(metaOf(text)).toBe(deniesSuccess)
    }
  })

  it.each(["0", "\"0\"", "\"false\"", "\"no\"", "\"Tidak\"", "false", "\"gagal\""])("success: %s denies it", (value) => {
    for (const text of [`{"success":${value},"data":[]}`, `{"Success":${value},"message":"x"}`, `{"data":{},"SUCCESS":${value}}`]) {
      expect(metaOf(text)).toBe(deniesSuccess)
    }
  })

  it.each(["1", "\"yes\"", "\"true\"", "null", "\"Berhasil\"", "[]", "{}"])("success: %s does not", (value) => {
    expect(typeof metaOf(`{"success":${value},"data":[]}`)).toBe("object")
  })

  it("a row that says that something failed is data, whatever its keys' case", () => {
    for (
      const text of [
        "{\"Status\":\"gagal!\",\"nomor\":7}",
        "{\"success\":\"no\",\"nomor\":7,\"nilai\":3}",
        "[{\"status\":[\"error\"]}]",
        "{\"data\":[{\"STATUS\":\"404 Not Found\"}]}",
        "{\"data\":{\"status\":{\"code\":500}}}",
        "{\"status\":\"ok\",\"data\":{\"success\":0}}"
      ]
    ) expect(typeof metaOf(text)).toBe("object")
  })

  it.each([
    "\"success\"",
    "\"ok\"",
    "\"Aktif\"",
    "true",
    "1",
    "200",
    "201",
    "null",
    "\"200\"",
    "\"200 OK\"",
    "\"0 errors\"",
    "\"00\"",
    "{\"code\":0}",
    "{\"code\":200}",
    "[\"ok\"]",
    "\"belum selesai\"",
    "12345",
    "{}",
    "\"\"",
    "\"error handling\""
  ])("a status of %s does not", (status) => {
    expect(metaOf(`{"status":${status},"data":[],"a":1}`)).toEqual({ a: 1 })
  })

  it("success: false denies it, and true is a member like any other", () => {
    expect(metaOf("{\"success\":false,\"message\":\"x\",\"data\":null}")).toBe(deniesSuccess)
    expect(metaOf("{\"success\":true,\"data\":[]}")).toEqual({ success: true })
  })

  it("a row that has a status of its own is data", () => {
    for (
      const text of [
        "{\"status\":\"gagal\",\"nomor\":7,\"pemohon\":\"x\"}",
        "[{\"status\":\"error\"}]",
        "{\"data\":[{\"status\":\"error\"}]}",
        "{\"data\":{\"status\":\"error\",\"message\":\"x\"}}"
      ]
    ) expect(typeof metaOf(text)).toBe("object")
  })

  it("our own envelope keeps its members", () => {
    const own = Result.getOrThrow(
      maskJson(
        Buffer.from("{\"status\":\"success\",\"message\":\"m\",\"data\":[1],\"meta\":{\"version\":\"4.0\"}}"),
        policy(),
        undefined,
        new Set()
      )
    )
    expect(Buffer.from(own.meta).toString()).toBe("\"status\":\"success\",\"message\":\"m\",\"meta\":{\"version\":\"4.0\"}")
  })
})
