/** Which errors an endpoint's page tells of. */
import { assert, describe, it } from "vitest"
import { codesHere } from "../../../src/site/catalogue/EndpointErrors.ts"

const now = Date.parse("2026-11-21T00:00:00Z")
const always = ["bad-request", "unauthorized", "scope-missing", "not-acceptable", "quota-exceeded", "internal-error", "overloaded"]
const agencys = ["not-found-at-agency", "agency-unavailable", "circuit-open", "agency-timeout"]

describe("the errors of an endpoint", () => {
  it.each(
    [
      ["an open one", { private: false }, [...always, ...agencys]],
      ["a private one", { private: true }, [...always, ...agencys, "private-endpoint"]],
      ["one that will end", { private: false, sunset: now + 1 }, [...always, ...agencys, "gone"]],
      ["one that has ended", { private: false, sunset: now }, [...always, "gone"]]
    ] as const
  )("are those of %s and no others", (_, endpoint, codes) => {
    assert.sameMembers([...codesHere({ sunset: undefined, ask: false, ...endpoint }, now)], [...codes])
    assert.sameMembers([...codesHere({ sunset: undefined, ...endpoint }, now)], [...codes, "masked-field"])
  })
})
