import { assert, describe, it } from "@effect/vitest"
import { type Waiting, WaitingLine } from "../../src/upstream/WaitingLine.ts"
import fc from "../support/Property.ts"

class Member implements Waiting<Member> {
  ahead: Member | undefined = undefined
  behind: Member | undefined = undefined
}

describe("WaitingLine", () => {
  it("serves in order of arrival those who have not left", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant("join"), fc.constant("next"), fc.nat({ max: 30 })), { maxLength: 100 }), (steps) => {
        const line = new WaitingLine<Member>()
        const all: Array<Member> = []
        const model: Array<Member> = []
        for (const step of steps) {
          if (step === "join") {
            const member = new Member()
            all.push(member)
            model.push(member)
            line.join(member)
          } else if (step === "next") {
            const expected = model.shift()
            assert.strictEqual(line.next(), expected)
            if (expected !== undefined) assert.isTrue(expected.ahead === undefined && expected.behind === undefined)
          } else {
            const member = typeof step === "number" ? all[step] : undefined
            if (member === undefined) continue
            line.leave(member)
            const at = model.indexOf(member)
            if (at !== -1) model.splice(at, 1)
          }
          assert.strictEqual(line.length, model.length)
        }
      })
    )
  })
})
