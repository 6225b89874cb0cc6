import { assert, describe, it } from "@effect/vitest"
import { isTemplated, successorHeader, uriTemplate } from "../../src/domain/UriTemplate.ts"

describe("a URI template", () => {
  it("has the names of a route's parameters in braces, and is the route itself where there are none", () => {
    for (
      const [route, template] of [["a/b", "a/b"], ["a/b/:id", "a/b/{id}"], ["a/b/:id/c/:kode_pos", "a/b/{id}/c/{kode_pos}"], [
        "a/b/x:y",
        "a/b/x:y"
      ], [":a", "{a}"]] as const
    ) {
      assert.strictEqual(uriTemplate(route), template)
      assert.strictEqual(isTemplated(route), route !== template)
    }
  })

  it("of a successor leaves as a template, and as a link where it is an address", () => {
    assert.deepStrictEqual(successorHeader("a/b", "https://g.example"), {
      link: "<https://g.example/api/v4/gateway/a/b>; rel=\"successor-version\""
    })
    assert.deepStrictEqual(successorHeader("a/b/:id", "https://g.example"), {
      "link-template": "\"https://g.example/api/v4/gateway/a/b/{id}\"; rel=\"successor-version\""
    })
  })
})
