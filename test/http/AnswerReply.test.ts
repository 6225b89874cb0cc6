import { assert, describe, it } from "@effect/vitest"
import { matchesTag } from "../../src/http/AnswerReply.ts"

describe("If-None-Match", () => {
  const tag = "W/\"kEJ-3x_z\""

  it("matches our tag, weak or strong, alone or among others, and `*` that stands alone", () => {
    for (const header of [tag, "\"kEJ-3x_z\"", `"a", ${tag}`, `${tag},"b"`, `W/"x" ,  ${tag} `, "*", " * "]) {
      assert.isTrue(matchesTag(header, tag), header)
    }
  })

  it("matches no other tag: not `\"abc*\"`, nor a part of ours", () => {
    for (
      const header of [
        "\"abc*\"",
        "\"*\"",
        "W/\"*\"",
        "\"abc\"",
        "kEJ-3x_z",
        "\"kEJ-3x_\"",
        "\"kEJ-3x_zz\"",
        "\"KEJ-3X_Z\"",
        "",
        ",",
        "*, \"a\"",
        "**"
      ]
    ) {
      assert.isFalse(matchesTag(header, tag), header)
    }
  })
})
