import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseAggregate } from "../../src/domain/AggregateBody.ts"

const entry = (alias: string) => ({ alias, opd: "dinkes", dataset: "puskesmas", path: "" })
const parse = (body: unknown) => parseAggregate(typeof body === "string" ? body : JSON.stringify(body))
const faultOf = (body: unknown) => Result.match(parse(body), { onSuccess: () => "none", onFailure: ({ detail }) => detail })

describe("an aggregate's body", () => {
  it("is read as it was written", () => {
    expect(Result.isSuccess(parse({ strategy: "keyed", requests: [entry("a"), { ...entry("b"), query: { page: 1, q: "x" } }] }))).toBe(true)
  })

  it("fault-73 may use __proto__ as an alias like any other", () => {
    const result = parse("{\"strategy\":\"keyed\",\"requests\":[{\"alias\":\"__proto__\",\"opd\":\"a\",\"dataset\":\"b\",\"path\":\"\"}]}")
    expect(Result.isSuccess(result) && result.success.requests[0]?.alias).toBe("__proto__")
  })

  it("fault-72 names the alias that is used twice", () => {
    expect(faultOf({ strategy: "keyed", requests: [entry("a"), entry("a")] })).toContain("`requests[1].alias`: `a` is used twice")
  })

  it.each([
    ["an unknown strategy", { strategy: "first", requests: [entry("a")] }, /`strategy`.*keyed, list, strict/],
    ["a missing strategy", { requests: [entry("a")] }, /`strategy`.*keyed, list, strict/],
    ["no entries", { strategy: "keyed", requests: [] }, /`requests`.*1 to 20/],
    [
      "fault-74 too many entries",
      { strategy: "keyed", requests: Array.from({ length: 21 }, (_, i) => entry(`a${i}`)) },
      /`requests`.*1 to 20/
    ],
    ["a malformed alias", { strategy: "keyed", requests: [entry("a b")] }, /`requests\[0\]\.alias`/],
    ["an alias that is too long", { strategy: "keyed", requests: [entry("a".repeat(65))] }, /`requests\[0\]\.alias`/],
    ["a missing path", { strategy: "keyed", requests: [{ alias: "a", opd: "x", dataset: "y" }] }, /`requests\[0\]\.path`/],
    ["a nested query", { strategy: "keyed", requests: [{ ...entry("a"), query: { q: { a: 1 } } }] }, /`requests\[0\]\.query\.q`/],
    ["an array", [], /`body`/],
    ["no JSON", "{", /not well-formed JSON/],
    ["fault-74 deep nesting", `{"strategy":"keyed","requests":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, /`requests/]
  ])("with %s is refused, and the answer says what is allowed", (_title, body, fault) => {
    expect(faultOf(body)).toMatch(fault)
  })
})
