/** `RATE_LIMIT` and `TOKEN_LIFETIME` as they are set, in every text that names them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { startDesk } from "../support/Desk.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  return yield* startDesk({ variables: { RATE_LIMIT: "77", TOKEN_LIFETIME: "90 minutes" } })
}))

const textOf = async (path: string, accept = "text/html") => {
  const response = await fetch(`${at().gateway.url}${path}`, { headers: { accept } })
  assert.strictEqual(response.status, 200, path)
  return response.text()
}

/** What would be said with nothing set. */
const unset = /\b120 (?:permintaan|requests|per)|(?:berlaku|hidup) 24 jam|(?:lives?|valid for) 24 hours|86[._, ]?400/i

describe("what is set", () => {
  it("stands in the pages of problems, in both languages", async () => {
    assert.include(await textOf("/problems/quota-exceeded"), "boleh mengirim 77 permintaan")
    assert.include(await textOf("/problems/quota-exceeded?lang=en"), "may send 77 requests")
    assert.include(await textOf("/problems/unauthorized"), "berlaku 90 menit")
    assert.include(await textOf("/problems/unauthorized?lang=en"), "lives 90 minutes")
  })

  it("stands in the reference, at an endpoint's page and in every export, and nothing says what is not set", async () => {
    assert.include(await textOf("/docs?lang=en"), "77 requests per token in any 60 seconds. A token lives 90 minutes")
    assert.include(await textOf("/docs"), "77 permintaan per token dalam setiap rentang 60 detik. Token berlaku 90 menit")
    const endpoint = "/v4/gateway/dinkes/faskes?path=klinik"
    assert.include(await textOf(endpoint), "boleh mengirim 77 permintaan")
    assert.include(await textOf(`${endpoint}&lang=en`), "A token lives 90 minutes")
    for (const format of ["postman-2.1", "openapi-3.0", "openapi-3.1"]) {
      const text = await textOf(`/v4/export/${format}`, "*/*")
      assert.include(text, "77 permintaan", format)
      assert.include(text, "90 menit", format)
      assert.include(text, "90 minutes", format)
    }
    const pages = [
      "/docs",
      endpoint,
      `${endpoint}&lang=en`,
      "/openapi.json",
      "/problems",
      "/problems/unauthorized",
      "/problems/quota-exceeded",
      "/v4/gateway",
      "/v4/gateway?lang=en",
      "/portal",
      "/portal?lang=en",
      "/portal/status",
      "/.well-known/api-catalog",
      "/v4/export/postman-2.1",
      "/v4/export/openapi-3.0",
      "/v4/export/openapi-3.1",
      "/v4/export/dcat-3"
    ]
    for (const path of pages) {
      for (const accept of ["text/html", "application/json"]) assert.notMatch(await textOf(path, accept), unset, path)
    }
  })

  it("stands in the refusals themselves", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: ["dinkes-klinik-get"] })
    for (let n = 0; n < 77; n++) await (await gateway.get("dinkes/faskes/klinik", token)).arrayBuffer()
    const refused = await gateway.get("dinkes/faskes/klinik", token)
    assert.strictEqual(refused.status, 429)
    assert.strictEqual(refused.headers.get("ratelimit-policy"), "\"token\";q=77;w=60")
    const text = await refused.text()
    assert.include(text, "77 requests")
    assert.notMatch(text, unset)
    assert.notMatch(await (await gateway.get("dinkes/faskes/klinik")).text(), unset)
  })

  it("stands in the developer's pages: a token says until when it lives", async () => {
    const { ask, budi } = at()
    await ask()
    for (const path of ["/portal/aplikasi", "/portal/aplikasi/peta", "/portal/aplikasi/peta?lang=en"]) {
      assert.notMatch(await (await budi.get(path)).text(), unset, path)
    }
  })
})
