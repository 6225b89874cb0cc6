import { Result } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as Layout from "../../src/privacy/kernel/Layout.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { maskInText } from "../../src/privacy/PersonalDataInText.ts"
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

  it("a text that comes again is read again, unless it is byte for byte one in which nothing was found", () => {
    const parts = [
      "Buka setiap hari kerja",
      "loket nomor 1",
      "hubungi 081234567890",
      "hubungi 081234-67890",
      "bapak Budi Santoso",
      "pukul 08.00",
      "é"
    ]
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }), { maxLength: 40 }), (rows) => {
        const texts = rows.map((words) => words.join(" "))
        const shown = texts.map((text) => maskInText(text)?.text ?? text)
        expect(masked(texts.map((keterangan) => ({ keterangan })))).toEqual(shown.map((keterangan) => ({ keterangan })))
      }),
      { numRuns: 300 }
    )
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
