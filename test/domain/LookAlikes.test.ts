import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ApplicationName } from "../../src/domain/Application.ts"
import { lookAlikes, skeletonOf } from "../../src/domain/LookAlikes.ts"
import fc from "../support/Property.ts"

const isName = Schema.is(ApplicationName)

describe("names that look alike", () => {
  it("fault-123 have one skeleton: Cyrillic, Greek, Armenian and Cherokee letters, full width, digits, ligatures, signs, blanks", () => {
    const pairs: ReadonlyArray<readonly [string, string]> = [
      ["peta-kota", "\u0440\u0435ta-k\u043eta"],
      ["peta-kota", "pe\u03c4a-kota".replace("\u03c4", "t").replace("o", "\u03bf")],
      ["SIPD", "\u0405\u0406\u0420D"],
      ["ABC", "\u13aa\u0412\u2ca4"],
      ["nusa", "\u0578usa"],
      ["peta", "\uff50\uff45\uff54\uff41"],
      ["peta", "\ud835\udc29eta"],
      ["modem", "rnodern"],
      ["wilayah", "vvilayah"],
      ["app1", "appl"],
      ["KOTA 0", "KOTA O"],
      ["profil", "pro\ufb01l"],
      ["peta kota", "peta\u00a0 kota"],
      ["peta-kota", "peta\u2010kota"],
      ["info", "\u0131nfo"],
      ["info", "i\u0307nfo"],
      ["mas", "mas\u200b"]
    ]
    for (const [one, other] of pairs) assert.strictEqual(skeletonOf(other), skeletonOf(one), `${one} ${JSON.stringify(other)}`)
  })

  it("have different ones where people tell them apart", () => {
    const names = [
      "peta",
      "Peta",
      "p\u00e9ta",
      "peta kota",
      "petakota",
      "peta_kota",
      "peta-kota",
      "\u043a\u0430\u0440\u0442\u0430 \u0433\u043e\u0440\u043e\u0434\u0430",
      "\u5730\u56f3",
      "a2",
      "a3",
      "a\u0661".replace("\u0661", "4")
    ]
    assert.strictEqual(new Set(names.map(skeletonOf)).size, names.length)
    assert.deepStrictEqual([...lookAlikes([...names, "\u0440eta"])], [["peta", ["\u0440eta"]], ["\u0440eta", ["peta"]]])
  })

  it("a skeleton is its own skeleton", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => skeletonOf(skeletonOf(text)) === skeletonOf(text)))
  })

  it("fault-123 a new application's name has no character that cannot be seen, and is in normal form", () => {
    for (const fit of ["peta-kota", "Peta <b>Kota</b> 100%", "Aplikasi Dinas Komunikasi & Informatika", "\u5730\u56f3", "p\u00e9ta"]) {
      assert.isTrue(isName(fit), fit)
    }
    const unseen = [
      "\u200b",
      "\u2060",
      "\u00ad",
      "\ufe0f",
      "\u3164",
      "\u180e",
      "\u200d",
      "\u200e",
      "\u061c",
      "\u2066",
      "\u202e",
      "\ufeff",
      "\u034f",
      "\u115f",
      "\u{e0041}",
      "\u2800",
      "\ue000",
      "\u0378"
    ]
    for (const character of unseen) {
      for (const name of [`pe${character}ta`, `peta${character}`, character]) assert.isFalse(isName(name), JSON.stringify(name))
    }
    for (const name of ["\uff50eta", "pe\u0301ta", "pro\ufb01l", "a\u00a0b", "", " peta", "a\nb"]) {
      assert.isFalse(isName(name), JSON.stringify(name))
    }
  })
})
