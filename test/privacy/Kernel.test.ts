import { Result } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as Layout from "../../src/privacy/kernel/Layout.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { classBits, numberCode, publicCode, verdictClasses } from "../../src/privacy/verdict/NodeByte.ts"
import fc from "../support/Property.ts"
import { build, built } from "./BuildKernel.ts"
import { json, sizes, streamed } from "./documents.ts"
import { masked, policy, textOf } from "./support.ts"

describe("kernel", () => {
  it("the committed bytes are what its source gives: otherwise `npm run kernel`", () => {
    expect(Buffer.from(build()).equals(readFileSync(built))).toBe(true)
  })

  it("a class more moves nothing in it: what is no class has the last codes of five bits", () => {
    expect([Layout.publicCode, publicCode, numberCode]).toEqual([classBits - 1, classBits - 1, classBits])
    expect(verdictClasses.length).toBeLessThan(publicCode)
  })

  it("without WebAssembly nothing starts, and says why", () => {
    const masker = new URL("../../src/privacy/Masker.ts", import.meta.url)
    const { status, stderr } = spawnSync(process.execPath, ["--jitless", masker.pathname], { encoding: "utf8" })
    expect(status).not.toBe(0)
    expect(stderr).toContain("WebAssembly")
  })

  it("fault-45 no bytes stop it, whole or in pieces", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.tuple(json.map((value) => Buffer.from(JSON.stringify(value))), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 })).map(
        ([body, changes]) => {
          for (const [at, byte] of changes) if (body.length > 0) body[at % body.length] = byte
          return body
        }
      )
    )
    fc.assert(
      fc.property(bytes, sizes, (body, pieces) => {
        const result = maskJson(body, policy())
        if (Result.isSuccess(result)) JSON.parse(textOf(result.success.data))
        expect(typeof streamed(body, pieces, policy()) === "string").toBe(Result.isFailure(result))
      }),
      { numRuns: 3000 }
    )
  })

  describe("a text is read", () => {
    // More than are remembered, so that whatever comes next has the place of one of them.
    const many = Array.from(
      { length: 5_000 },
      (_, index) => String(index).padStart(12, "0").replace(/./g, (digit) => "abcdefghij"[Number(digit)] ?? "")
    )
    const described = (texts: ReadonlyArray<string>) => texts.map((keterangan) => ({ keterangan }))

    it("though one that was read before, and in which nothing was found, has other letters at its end alone", () => {
      const harmless = many.map((end) => `hubungi loket: ${end}`)
      const telling = Array.from({ length: 100 }, (_, index) => `hubungi loket: 0812345678${index % 90 + 10}`)
      expect(masked(described([...harmless, ...telling, ...harmless]))).toEqual(
        described([...harmless, ...telling.map((text) => `hubungi loket: 0812******${text.slice(-2)}`), ...harmless])
      )
    })

    it("though one that was read before begins as it does, and goes on", () => {
      const longer = many.map((end) => `hubungi 0812345678901234567890, ${end}`)
      expect(masked(described([...longer, "hubungi 081234567890"]))).toEqual(described([...longer, "hubungi 0812******90"]))
    })

    it("where somebody may be told of, though nothing was found in it as a thing's number", () => {
      const rowsOf = (keterangan: string) => Array.from({ length: 20 }, () => ({ nomor_surat: "FK 081234567890", keterangan }))
      expect(masked(rowsOf("FK 081234567890"))).toEqual(rowsOf("FK 0812******90"))
    })
  })

  it("fault-51 what is not masked leaves byte for byte", () => {
    const leaf = fc.oneof(fc.string({ unit: "grapheme" }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.constantFrom("a", "b", "é", "x y"), leaf), { maxLength: 5 }),
        fc.constantFrom(0, 1, 4),
        (rows, indent) => {
          const body = JSON.stringify(rows, null, indent)
          const open = policy([["data[].a", "public"], ["data[].b", "public"], ["data[].é", "public"], ["data[].x y", "address"]])
          const made = textOf(Result.getOrThrow(maskJson(Buffer.from(body), open)).data)
          // Where a masked leaf stood there are stars: with the leaves put back it is the document.
          const expected = rows.map((row) => {
            const value = row["x y"]
            const isShown = value === undefined || value === null || typeof value === "string" && !/[\p{L}\p{N}]/u.test(value)
            return isShown ? row : { ...row, "x y": "***" }
          })
          expect(made).toBe(JSON.stringify(expected, null, indent))
        }
      ),
      { numRuns: 1000 }
    )
  })
})
