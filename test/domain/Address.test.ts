import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseEntry, parseTarget, splitTarget } from "../../src/domain/Address.ts"
import fc from "../support/Property.ts"

const prefix = "/api/v4/gateway"
const read = (raw: string) => parseTarget(raw, prefix)
const addressOf = (raw: string) => Result.match(read(raw), { onSuccess: ({ address }) => address, onFailure: ({ code }) => code })

describe("the address of a data route", () => {
  it("is what follows the prefix, with its query apart", () => {
    expect(read(`${prefix}/dinkes/puskesmas/daftar?page=2`)).toEqual(
      Result.succeed({ address: "dinkes/puskesmas/daftar", query: "page=2" })
    )
  })

  it.each([
    `${prefix}//dinkes///puskesmas//daftar`,
    `//api//v4/gateway/dinkes/puskesmas/daftar/`,
    `/API/v4/Gateway/dinkes/puskesmas/daftar`,
    `http://evil.example${prefix}/dinkes/puskesmas/daftar`
  ])("fault-24 folds every accepted spelling to one address: %s", (raw) => {
    expect(addressOf(raw)).toBe("dinkes/puskesmas/daftar")
  })

  it("fault-21 keeps the case of its segments, so a case variant is another address", () => {
    expect(addressOf(`${prefix}/Dinkes/puskesmas`)).toBe("Dinkes/puskesmas")
  })

  it.each([
    ["fault-22 an encoded slash", "a/b%2Fc"],
    ["fault-22 an encoded slash in lower case", "a/b%2fc"],
    ["fault-22 a parent segment", "a/../b"],
    ["fault-22 an encoded parent segment", "a/%2e%2e/b"],
    ["fault-22 a half-encoded parent segment", "a/.%2E/b"],
    ["fault-22 a current-directory segment", "a/./b"],
    ["fault-22 a backslash", "a/b\\c"],
    ["fault-22 an encoded backslash", "a/b%5Cc"],
    ["fault-23 a path parameter", "a/b;x=1"],
    ["fault-25 an encoded NUL", "a/b%00"],
    ["fault-25 a bidirectional control", "a/%E2%80%AEb"],
    ["fault-25 a byte that is no UTF-8", "a/%ff"],
    ["fault-25 an overlong encoding", "a/%c0%af"],
    ["an encoded line feed", "a/b%0a"],
    ["a cut escape", "a/b%2"],
    ["a fragment", "a/b#c"]
  ])("%s is refused as malformed", (_title, path) => {
    expect(addressOf(`${prefix}/${path}`)).toBe("bad-request")
  })

  it("fault-26 is decoded exactly once", () => {
    expect(addressOf(`${prefix}/a/b/%252e%252e`)).toBe("a/b/%2e%2e")
  })

  it("never holds what a segment must not hold, whatever was sent", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      const result = read(`${prefix}/${text}`)
      if (Result.isFailure(result)) return
      for (const segment of result.success.address.split("/")) {
        expect([".", ".."]).not.toContain(segment)
        expect(segment).not.toMatch(/[\\\u0000-\u001f\u007f]/)
      }
    }))
  })

  it("is the same for a target and an entry that say the same", () => {
    const word = fc.stringMatching(/^[a-z0-9-]{1,8}$/)
    fc.assert(fc.property(word, word, fc.array(word, { maxLength: 3 }), (opd, dataset, rest) => {
      const entry = parseEntry({ opd, dataset, path: rest.join("/") })
      expect(entry).toEqual(Result.succeed(addressOf(`${prefix}/${[opd, dataset, ...rest].join("/")}`)))
    }))
  })

  it("of an entry refuses what only an address may hold", () => {
    for (const path of ["a%2fb", "..", "a?b=1", "a;b", "a\\b"]) {
      expect(Result.isFailure(parseEntry({ opd: "dinkes", dataset: "puskesmas", path }))).toBe(true)
    }
  })
})

describe("a request target", () => {
  it("fault-3 loses the authority of its absolute form", () => {
    expect(splitTarget("http://169.254.169.254/latest?x=1")).toEqual({ path: "/latest", query: "x=1" })
  })
})
