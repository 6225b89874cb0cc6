import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { AgencyAddresses } from "../../src/gateway/AgencyAddresses.ts"
import { AgencySecret } from "../../src/gateway/AgencySecret.ts"
import { OwnStream, withoutOwn } from "../../src/gateway/OwnTraces.ts"
import fc from "../support/Property.ts"
import { makeAgency } from "../upstream/calling.ts"

const addresses = new AgencyAddresses(makeAgency("http://10.0.0.5:8080"), { endpoints: [] }, "https://gerbang.id")
const ownOf = (credential: string) => ({ addresses, secret: new AgencySecret(Redacted.make(credential)) })

const shownBy = (credential: string, text: string, size: number): string => {
  if (size === Infinity) return Buffer.from(withoutOwn(Buffer.from(text), ownOf(credential))).toString()
  const stream = new OwnStream(ownOf(credential))
  const body = Buffer.from(text)
  const parts: Array<Uint8Array> = []
  const told = (part: Uint8Array): void => void parts.push(Buffer.from(part))
  for (let at = 0; at < body.length; at += size) stream.push(Uint8Array.from(body.subarray(at, at + size)), told)
  stream.end(told)
  return Buffer.concat(parts).toString()
}

describe("OwnTraces", () => {
  it.each([
    [
      "kunci-rahasia",
      "[\"x-api-key: kunci-rahasia\",{\"kunci-rahasia\":\"kunci-rahasi\"}]",
      "[\"x-api-key: ***\",{\"***\":\"kunci-rahasi\"}]"
    ],
    ["Bearer abcdefgh+/==", String.raw`["Bearer abcdefgh\u002b\/==","abcdefgh+/=="]`, "[\"Bearer ***\",\"***\"]"],
    ["nabcdefgh", String.raw`["\nabcdefgh","\\nabcdefgh","\nnabcdefgh"]`, String.raw`["\nabcdefgh","\\***","\n***"]`],
    ["a\"b\\c<defgh", String.raw`["a\"b\\c<defgh","a\u0022b\u005cc\u003cdefgh"]`, "[\"***\",\"***\"]"],
    ["aabaabaac", "[\"aabaabaabaac\"]", "[\"aab***\"]"],
    [
      "rahasia-kita",
      "[\"http://10.0.0.5:8080/x?kunci=rahasia-kita\",\"http://rahasia-kita@10.0.0.5:8080/y\"]",
      "[\"/x?kunci=***\",\"/y\"]"
    ],
    // One that is a number leaves a number: it may stand outside of a string.
    ["12345678", "[12345678,-12345678,1.12345678,123456789,912345678,\"no 12345678.\"]", "[0,-0,1.0,123456789,912345678,\"no 0.\"]"],
    ["1.2345e+7", "[1.2345e+7,1.2345e+70,\"1.2345e+7\"]", "[0,1.2345e+70,\"0\"]"],
    // Too short to be told from other data, or the shape of data itself.
    ["[1, 2, 3]", "[[1, 2, 3],null,null]", "[[1, 2, 3],null,null]"],
    ["null,null", "[[1, 2, 3],null,null]", "[[1, 2, 3],null,null]"],
    ["abcdefg\"", "[\"abcdefg\",\"abcdefg\\\"\"]", "[\"abcdefg\",\"***\"]"],
    ["kunci", "[\"kunci\"]", "[\"kunci\"]"]
  ])("of the credential %s in %s nothing is left", (credential, text, expected) => {
    for (const size of [Infinity, 1, 2, 3, 7, 20]) expect(shownBy(credential, text, size)).toBe(expected)
  })

  it("hands on the very bytes of a body that names neither", () => {
    const body = Buffer.from("[\"https://contoh.id/a\"]")
    expect(withoutOwn(body, ownOf("kunci-rahasia"))).toBe(body)
    new OwnStream(ownOf("kunci-rahasia")).push(body, (part) => expect(part.buffer).toBe(body.buffer))
  })

  it("a text parses as before, with each string as if it had been read and the credential hidden there, however it arrives", () => {
    const spell = (text: string, how: ReadonlyArray<number>): string =>
      [...text].map((character, i) => {
        const plain = JSON.stringify(character).slice(1, -1)
        const escaped = `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
        return how[i % how.length] === 0 || /[\w.-]/.test(character)
          ? plain
          : how[i % how.length] === 1
          ? escaped
          : character === "/"
          ? "\\/"
          : plain
      }).join("")
    const credential = fc.tuple(fc.constantFrom("nabcdef", "u0022xyz", "tok-en_1"), fc.stringMatching(/^[!-~]{1,8}$/)).map(([one, other]) =>
      one + other
    )
    const case_ = credential.chain((value) => {
      const spelt = fc.array(fc.constantFrom(0, 1, 2), { minLength: 1, maxLength: 5 }).map((how) => spell(value, how))
      const part = fc.nat(value.length - 1).map((length) => JSON.stringify(value.slice(0, length)).slice(1, -1))
      const other = fc.constantFrom("\\n", "\\\\", "\\\"", "\\u0022", "\\u00e9", "é", "n", "\\/", " ", "kata", "\\ud83d\\ude00")
      const inside = fc.array(fc.oneof(spelt, part, other), { maxLength: 7 }).map((parts) => parts.join(""))
      return fc.tuple(
        fc.constant(value),
        fc.array(inside, { maxLength: 4 }).map((texts) => `[${texts.map((text) => `"${text}"`).join(",")}]`)
      )
    })
    fc.assert(
      fc.property(case_, fc.integer({ min: 1, max: 30 }), ([value, text], size) => {
        const expected = (JSON.parse(text) as ReadonlyArray<string>).map((one) => one.replaceAll(value, "***"))
        const whole = shownBy(value, text, Infinity)
        return JSON.stringify(JSON.parse(whole)) === JSON.stringify(expected) && shownBy(value, text, size) === whole &&
          shownBy(value, text, 1) === whole
      }),
      { numRuns: 2_000 }
    )
  })
})
