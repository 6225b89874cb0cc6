/** Which errors an endpoint's page tells of. */
import { assert, describe, it } from "vitest"
import type { DictionaryField } from "../../../src/domain/FieldDictionary.ts"
import { codesHere } from "../../../src/site/catalogue/EndpointErrors.ts"

const now = Date.parse("2026-11-21T00:00:00Z")
const always = ["bad-request", "unauthorized", "scope-missing", "not-acceptable", "quota-exceeded", "internal-error", "overloaded"]
const agencys = ["not-found-at-agency", "agency-unavailable", "circuit-open", "agency-timeout"]

const field = (fieldClass: DictionaryField["fieldClass"]): DictionaryField => ({
  path: "data[].a",
  types: ["string"],
  format: null,
  fieldClass,
  seen: 1,
  nulls: 0,
  firstSeen: 0,
  example: null
})

describe("the errors of an endpoint", () => {
  it.each(
    [
      ["an open one", { private: false }, [...always, ...agencys]],
      ["a private one", { private: true }, [...always, ...agencys, "private-endpoint"]],
      ["one that will end", { private: false, sunset: now + 1 }, [...always, ...agencys, "gone"]],
      ["one that has ended", { private: false, sunset: now }, [...always, "gone"]]
    ] as const
  )("are those of %s and no others", (_, endpoint, codes) => {
    const here = { sunset: undefined, route: "dinkes/klinik/:kode", ...endpoint }
    assert.sameMembers([...codesHere({ ...here, ask: false }, [], now)], [...codes])
    assert.sameMembers([...codesHere(here, [], now)], [...codes, "masked-field"])
    assert.sameMembers([...codesHere(here, [field("sex")], now)], [...codes, "masked-field"])
    assert.sameMembers([...codesHere(here, [field(null), field("public")], now)], [...codes])
    const always = codes.filter((code) => code !== "not-found-at-agency")
    assert.sameMembers([...codesHere({ ...here, route: "dinkes/klinik", ask: false }, [], now)], always)
  })
})
