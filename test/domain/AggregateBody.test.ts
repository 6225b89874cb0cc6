import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseAggregate } from "../../src/domain/AggregateBody.ts"

const entry = (alias: string) => ({ alias, opd: "dinkes", dataset: "puskesmas", path: "" })
const parse = (body: unknown) => parseAggregate(typeof body === "string" ? body : JSON.stringify(body))
const faultOf = (body: unknown, language: "en" | "id" = "en") =>
  Result.match(parse(body), { onSuccess: () => "none", onFailure: ({ detail }) => detail[language] })

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

  it("is refused in both languages by the same places and causes, each place once", () => {
    const body = { requests: [{ ...entry("a b"), path: 1, query: { q: { a: 1 } } }, 5] }
    expect(faultOf(body).split(". Allowed")[0]).toBe(
      "The aggregate is malformed: `strategy`: is missing, and has to be one of keyed, list, strict; "
        + "`requests[0].alias`: has to be 1 to 64 of A-Z a-z 0-9 _ -; `requests[0].path`: has to be a text; "
        + "`requests[0].query.q`: has to be a text, a number or a boolean; "
        + "`requests[1]`: has to be an object { alias, opd, dataset, path, query? }"
    )
    expect(faultOf(body, "id").split(". Yang")[0]).toBe(
      "Isi agregat salah: `strategy`: tidak ada, padahal harus salah satu dari keyed, list, strict; "
        + "`requests[0].alias`: harus 1 sampai 64 karakter A-Z a-z 0-9 _ -; `requests[0].path`: harus berupa teks; "
        + "`requests[0].query.q`: harus berupa teks, angka, atau boolean; "
        + "`requests[1]`: harus berupa objek { alias, opd, dataset, path, query? }"
    )
  })
})
