/** What opens is hidden wherever it stands: by what it is, and by the header that carries it. */
import { describe, expect, it } from "@effect/vitest"
import { streamed } from "../streamed.ts"
import { field, masked, maskedText, policy, shownInText } from "../support.ts"

const token = "gpr_8sJk29dkLsmQ1290aa"
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const credentials = [`Bearer ${jwt}`, `Bearer ${token}`, `bearer ${token}`, "Basic dXNlcjpwYXNz", "Basic YnVkaTpyYWhhc2lhLzI/"]

describe("what opens", () => {
  it.each(credentials)("is hidden with its scheme, whatever it stands under: %s", (credential) => {
    expect(masked([{ header: credential, nilai: [credential], no_invoice: credential }])).toEqual([
      { header: "***", nilai: ["***"], no_invoice: "***" }
    ])
  })

  it.each(credentials)("is hidden in a text: %s", (credential) => {
    expect(shownInText(`Permintaan dengan ${credential} ditolak.`)).toBe("Permintaan dengan *** ditolak.")
    expect(shownInText(`curl -H 'Authorization: ${credential}' https://api.contoh.id`)).toBe(
      "curl -H 'Authorization: ***' https://api.contoh.id"
    )
  })

  it("is hidden where earlier documents had none", () => {
    const by = policy()
    masked([{ baris: "mulai" }], by)
    expect(masked([{ baris: `Bearer ${token}` }, { baris: "selesai" }], by)).toEqual([{ baris: "***" }, { baris: "selesai" }])
    expect(masked([{ baris: "Basic dXNlcjpwYXNz" }], by)).toEqual([{ baris: "***" }])
    expect(masked([{ baris: "mulai" }], by)).toEqual([{ baris: "mulai" }])
  })

  it("is hidden far behind, in a stream as in a whole document", () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ baris: at === 15_000 ? "Basic dXNlcjpwYXNz" : "mulai" }))
    const json = JSON.stringify(rows)
    for (const shown of [maskedText(json), streamed(json, 4_096), streamed(json, 65_537)]) {
      expect(shown).not.toContain("dXNlcjpwYXNz")
      expect(shown).toContain("mulai")
    }
  })

  it("is hidden as other languages write JSON", () => {
    expect(masked("[{\"baris\":\"Basic YnVkaTpyYWhhc2lhLzI\\/\"}]")).toEqual([{ baris: "***" }])
  })

  it("is hidden in JSON that stands in a string", () => {
    expect(masked([{ log: JSON.stringify({ h: `Bearer ${token}`, a: "mulai" }) }])).toEqual([{ log: "{\"h\":\"***\",\"a\":\"mulai\"}" }])
  })

  it("stays where the registry says that it is public", () => {
    const by = policy([["data[].contoh", "public"]])
    expect(masked([{ contoh: `Bearer ${token}` }], by)).toEqual([{ contoh: `Bearer ${token}` }])
  })

  it.each([
    "Bearer of news",
    "Bearer of bad news and tidings",
    "Basic Life Support",
    "Basic Training Kepemimpinan",
    "Basic English 101",
    "Bearer token",
    "Bearer access_token",
    "bearer cheque 2024",
    "Basic Auth",
    "Basic Sanitation/Hygiene"
  ])("is none: %s", (words) => {
    expect(masked([{ judul: words, header: words }])).toEqual([{ judul: words, header: words }])
  })

  it.each(["Bearer of news", "Basic auth", "Bearer token"])("is none in a sentence: %s", (words) => {
    expect(shownInText(`Peserta dengan ${words} hadir.`)).toBe(`Peserta dengan ${words} hadir.`)
  })
})

describe("a header that lets in", () => {
  it.each(["authorization", "Authorization", "proxy-authorization", "cookie", "Cookie", "cookies", "set-cookie", "Set-Cookie"])(
    "is hidden: %s",
    (key) => {
      expect(field(key, "sid=8127ab; Path=/")).toBe("***")
      expect(masked({ headers: { [key]: ["a=1", "b=2"], host: "api.contoh.id" } })).toEqual({
        headers: { [key]: ["***", "***"], host: "api.contoh.id" }
      })
    }
  )

  it.each(["cookie_policy", "cookie_consent", "authorization_url", "cookie_name"])("is none: %s", (key) => {
    expect(field(key, "sesuai ketentuan")).toBe("sesuai ketentuan")
  })

  it("is no switch", () => {
    expect(masked([{ cookie: true, versi: 2 }])).toEqual([{ cookie: true, versi: 2 }])
  })
})

describe("what opens, as texts write it", () => {
  it.each([
    ["X-Api-Key: 9a8b7c6d5e4f1122", "X-Api-Key: ***"],
    [
      "GET /warga HTTP/1.1\nHost: a.id\nX-Auth-Token: 9a8b7c6d5e4f1122\nAccept: */*",
      "GET /warga HTTP/1.1\nHost: a.id\nX-Auth-Token: ***\nAccept: */*"
    ],
    ["Host: a.id\r\nCookie: session=9a8b7c6d; tema=gelap\r\nAccept: */*", "Host: a.id\r\nCookie: ***\r\nAccept: */*"],
    ["Set-Cookie: sid=rahasia; Path=/", "Set-Cookie: ***"],
    ["curl -H 'X-Api-Key: sk_live_9a8b7c6d' https://a.id/c", "curl -H '***' https://a.id/c"],
    ["https://a.id/?auth=Basic%20dXNlcjpwYXNz&x=1", "https://a.id/?auth=***&x=1"],
    ["Authorization=Basic%20dXNlcjpwYXM%3D", "Authorization=***"],
    ["gagal: postgres://admin:rahasia@db.lokal/warga", "gagal: postgres://***@db.lokal/warga"],
    ["redis://:rahasia@cache:6379 dan mysql://root:toor@10.0.0.1/x", "redis://***@cache:6379 dan mysql://***@10.0.0.1/x"]
  ])("is hidden: %j", (text, shown) => {
    expect(shownInText(text)).toBe(shown)
    expect(shownInText(shown)).toBe(shown)
    expect(masked([{ keterangan: "mulai" }, { keterangan: text }])).toEqual([{ keterangan: "mulai" }, { keterangan: shown }])
  })

  it.each([
    "X-Api-Key wajib disertakan",
    "Cookie: dipakai untuk sesi",
    "https://a.id:8443/jalan@kota dan http://a.id/@taman",
    "Monkey: hewan kebun binatang"
  ])("and what opens nothing stays: %s", (text) => {
    expect(shownInText(text)).toBe(text)
  })
})
