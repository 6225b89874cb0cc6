/** What is kept of a form that came after its session's end, and for whom. */
import { Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { assert, describe, it } from "vitest"
import { handedOn, keepForm, keptForm } from "../../src/portal/KeptForm.ts"
import type { CookieChange } from "../../src/portal/PortalPage.ts"

const holder = (account: string) => ({ account, sealingKey: Redacted.make<Uint8Array>(randomBytes(32)) })
const valueOf = (change: CookieChange | undefined): string => {
  const value = change?.value
  return value === undefined ? assert.fail("nothing was kept") : typeof value === "string" ? value : Redacted.value(value)
}
const now = 1_700_000_000_000
const path = "/portal/opd/dlh/sambungan/alamat?lang=en"
const halfHour = 1_800_000

describe("a form that was kept", () => {
  it("has every field but the token and the secrets, for half an hour", () => {
    const dewi = holder("dewi")
    const values = new URLSearchParams("csrf=t&server=https://a.example&rahasia=s3&pilihan=a&pilihan=b")
    const cookie = valueOf(keepForm(dewi, now, path, values, ["rahasia"]))
    const kept = keptForm(dewi, now + halfHour - 1, cookie)
    assert.strictEqual(kept?.path, path)
    assert.deepStrictEqual([...new URLSearchParams(kept?.fields)], [["server", "https://a.example"], ["pilihan", "a"], ["pilihan", "b"]])
    assert.isUndefined(keptForm(dewi, now + halfHour, cookie))
  })

  it("is no longer than a cookie may be: what is longer is not kept at all", () => {
    const dewi = holder("dewi")
    const sentences = Array.from({ length: 100 }, (_, index) => `Kolom ${index} berisi jumlah kunjungan per bulan.`).join("\n")
    const change = keepForm(dewi, now, path, new URLSearchParams({ uraian: sentences }), [])
    assert.isBelow(valueOf(change).length, 3_900)
    assert.strictEqual(new URLSearchParams(keptForm(dewi, now, valueOf(change))?.fields).get("uraian"), sentences)
    assert.isUndefined(keepForm(dewi, now, path, new URLSearchParams({ uraian: randomBytes(30_000).toString("hex") }), []))
  })

  it("goes to the next session of the same person, and to nobody else's", () => {
    const [before, next, other] = [holder("dewi"), holder("dewi"), holder("sari")]
    const cookie = valueOf(keepForm(before, now, path, new URLSearchParams({ nama: "Peta" }), []))
    assert.isUndefined(keptForm(next, now, cookie))
    const handed = valueOf(handedOn(before, next, now, cookie))
    assert.strictEqual(keptForm(next, now, handed)?.fields, "nama=Peta")
    assert.isUndefined(keptForm(before, now, handed))
    assert.isUndefined(handedOn(before, other, now, cookie))
    assert.isUndefined(keptForm({ ...other, sealingKey: before.sealingKey }, now, cookie))
    assert.isUndefined(keptForm(next, now, "v1.AAAA"))
  })
})
