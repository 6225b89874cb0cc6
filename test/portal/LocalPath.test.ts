import { assert, describe, it } from "@effect/vitest"
import { localPath } from "../../src/portal/LocalPath.ts"

describe("fault-105 where one goes after signing in", () => {
  it.each(["/portal/aplikasi", "/portal/opd/dlh?halaman=2&urut=nama", "/v4/gateway?q=a%2Fb", "/portal/a%20b", "/"])(
    "is %s, an address of this origin",
    (path) => {
      assert.strictEqual(localPath(path), path)
    }
  )

  it.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/portal",
    "javascript:alert(1)",
    "evil.example",
    "",
    " /portal",
    "/\tevil",
    "/.//evil.example",
    "/portal/..//evil.example",
    "/x/..\\/evil.example",
    "/%2e//evil.example",
    "///evil.example",
    "/portal\nLocation: https://evil.example",
    "http:evil.example",
    "/\u200b/evil"
  ])("is the portal instead of %j", (path) => {
    assert.strictEqual(localPath(path), "/portal")
  })

  it("never leaves the origin, whatever is made of slashes, dots and backslashes", () => {
    const parts = ["/", "\\", ".", "..", "%2e", "@", "evil.example", ":", "?", "#", "\t"]
    let state = 7
    for (let made = 0; made < 20_000; made++) {
      let text = ""
      for (let part = 0; part < 6; part++) {
        state = Math.imul(state, 48_271) % 2_147_483_647
        text += parts[Math.abs(state) % parts.length]
      }
      const path = localPath(text)
      assert.strictEqual(new URL(path, "https://kota.example/portal/masuk").origin, "https://kota.example", JSON.stringify(text))
    }
  })
})
