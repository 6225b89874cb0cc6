/**
 * Hand-made examples of how values are compared and sorted: numbers, texts, kinds, times, objects, null.
 */
import { example, keeps, sorts, wrong } from "./ExampleForms.ts"
import type { Example } from "./ExampleForms.ts"

const offset = "2026-11-21T08:00:00+07:00"
const days = ["2026-11-20", "2026-11-21", "2026-11-22"]

const comparison: ReadonlyArray<Example> = [
  keeps("numbers by value, not by writing", [1, 1.5, 100], "v = 1.0 or v = 1e2", [1, 100]),
  keeps("numbers are not compared as texts", [9, 10, 100], "v > 9", [10, 100]),
  keeps("zero and less than zero", [0, -1, 1], "v <= 0", [0, -1]),
  keeps("texts by code point", ["10", "9", "a", "Z"], "v > '9'", ["a", "Z"]),
  keeps("texts by code point, not by unit", ["\uFFFF", "😀", "a"], "v > '\uFFFE'", ["\uFFFF", "😀"]),
  keeps("a code point beyond the first plane is after all of the first", ["\uFFFF", "😀"], "v > '\uFFFF'", ["😀"]),
  keeps("a text is less than what it begins", ["a", "ab", "b"], "v < 'ab'", ["a"]),
  keeps("composed and decomposed are different texts", ["é", "e\u0301"], "v = 'é'", ["é"]),
  keeps("spaces count", ["a", "a ", " a"], "v = 'a'", ["a"]),
  keeps("false before true", [false, true], "v < true", [false]),
  keeps("true after false", [false, true], "v > false", [true]),
  keeps("true equals true", [false, true], "v >= true and v <= true", [true]),
  keeps("a text that is a number, with a number literal", ["10", "9", "x", 11], "v >= 10", ["10", 11]),
  keeps("a text that is a number, equal", ["10", "10.0", "1e1", "010"], "v = 10", ["10", "10.0", "1e1"]),
  keeps("a number with a text literal that is a number", [5, 15, "5"], "v < '10'", [5]),
  keeps("two texts that are numbers are texts", ["10", "9", "1e1"], "v = '10'", ["10"]),
  keeps("two texts that are numbers are less as texts", ["10", "9"], "v < '9'", ["10"]),
  keeps("not every text is a number as JSON writes it", ["+1", "01", " 1", "1 ", "1.", ".5", "0x1", "", "1,0", "NaN", "1"], "v < 1000", [
    "1"
  ]),
  keeps("negative and exponent as text", ["-1", "-1.5e+1", "2E0"], "v < 0", ["-1", "-1.5e+1"]),
  keeps("a text that is no number is another kind", ["x", "1", 1], "v != 1", ["x"]),
  keeps("true is not the number 1", [true, false, 1, 0], "v = 1", [1]),
  keeps("true is not the text", [true, "true"], "v = 'true'", ["true"]),
  keeps("different kinds are unequal", [1, "a", true, {}], "v != 'a'", [1, true, {}]),
  keeps("different kinds: neither is less", ["a", true, {}, []], "v < 1 or v > 1 or v <= 1 or v >= 1", []),
  keeps("different kinds: not less is true of not", ["a", 0, 2], "not v < 1", ["a", 2]),
  keeps("an object equals nothing", [{ x: 1 }, "x"], "v = 'x'", ["x"]),
  example("an object does not equal itself", [{ v: { x: 1 } }, { v: 1 }], { $where: "v = v" }, [{ v: 1 }]),
  example("a list does not equal itself", [{ v: [1] }, { v: "a" }], { $where: "v = v" }, [{ v: "a" }]),
  example("an object is unequal to itself", [{ v: {} }, { v: 1 }], { $where: "v != v" }, [{ v: {} }]),
  example("an object is not at most itself", [{ v: {} }, { v: 1 }], { $where: "v <= v and v >= v" }, [{ v: 1 }]),
  keeps("an object is not null", [{}, [], null], "v is not null", [{}, []]),
  keeps("an object in a list of literals", [{}, 1], "v not in (1)", [{}]),
  keeps("the empty text, 0 and false are not null", ["", 0, false, null], "v is not null", ["", 0, false]),
  example("column against column: text and number", [{ a: "10", b: 10 }, { a: "10", b: "1e1" }], { $where: "a = b" }, [{ a: "10", b: 10 }]),
  example("column against column: times", [{ a: offset, b: "2026-11-21T01:00:00Z" }, { a: offset, b: "x" }], { $where: "a = b" }, [{
    a: offset,
    b: "2026-11-21T01:00:00Z"
  }])
]

const times: ReadonlyArray<Example> = [
  keeps("dates", days, "v > '2026-11-20'", ["2026-11-21", "2026-11-22"]),
  keeps("a date is its midnight", ["2026-11-21", "2026-11-21T00:00:00", "2026-11-21T00:00:01"], "v = '2026-11-21'", [
    "2026-11-21",
    "2026-11-21T00:00:00"
  ]),
  keeps("a time of the day is after its date", ["2026-11-21T08:00:00", "2026-11-21"], "v > '2026-11-21'", ["2026-11-21T08:00:00"]),
  keeps("an offset of hours, as PostgreSQL writes it", ["2026-11-21 08:00:00+07"], "v = '2026-11-21T01:00:00Z'", [
    "2026-11-21 08:00:00+07"
  ]),
  keeps("an offset of hours behind", ["2026-11-20T20:00:00-05"], "v >= '2026-11-21T00:30:00Z'", ["2026-11-20T20:00:00-05"]),
  keeps("the end of a day", ["2026-11-21T24:00:00Z", "2026-11-21T24:00Z"], "v = '2026-11-22T00:00:00Z'", [
    "2026-11-21T24:00:00Z",
    "2026-11-21T24:00Z"
  ]),
  keeps("nothing is after the end of a day", ["2026-11-21T24:00:01Z"], "v = '2026-11-22T00:00:01Z'", []),
  keeps(
    "billionths of a second",
    ["2026-11-21T08:00:00.000000001Z", "2026-11-21T08:00:00.000000002Z", "2026-11-21T15:00:00.000000003+07:00"],
    "v > '2026-11-21T08:00:00.000000001Z'",
    ["2026-11-21T08:00:00.000000002Z", "2026-11-21T15:00:00.000000003+07:00"]
  ),
  keeps("a space for T", ["2026-11-21 08:00:00", "2026-11-21T08:00:00"], "v = '2026-11-21T08:00:00'", [
    "2026-11-21 08:00:00",
    "2026-11-21T08:00:00"
  ]),
  keeps("a space for T is not less", ["2026-11-21 09:00:00", "2026-11-21T07:00:00"], "v > '2026-11-21T08:00:00'", ["2026-11-21 09:00:00"]),
  keeps("offsets of one moment", [offset, "2026-11-21T01:00:00Z", "2026-11-20T20:30:00-04:30"], "v = '2026-11-21T01:00:00+00:00'", [
    offset,
    "2026-11-21T01:00:00Z",
    "2026-11-20T20:30:00-04:30"
  ]),
  keeps("less as a moment though more as a text", ["2026-11-21T05:00:00+07:00", "2026-11-21T00:00:00Z"], "v < '2026-11-20T23:00:00Z'", [
    "2026-11-21T05:00:00+07:00"
  ]),
  keeps("without an offset it has the other's: the row's", [offset], "v = '2026-11-21T08:00:00'", [offset]),
  keeps("without an offset it has the other's: the literal's", ["2026-11-21T08:00:00", "2026-11-21T01:00:00"], `v = '${offset}'`, [
    "2026-11-21T08:00:00"
  ]),
  keeps(
    "a date has the other's offset too",
    ["2026-11-21T00:00:00+07:00", "2026-11-21T00:00:00Z", "2026-11-21T07:00:00+07:00"],
    "v = '2026-11-21'",
    ["2026-11-21T00:00:00+07:00", "2026-11-21T00:00:00Z"]
  ),
  keeps("a date literal cuts each row in its own offset", ["2026-11-20T23:59:59+07:00", "2026-11-21T00:00:00-05:00"], "v >= '2026-11-21'", [
    "2026-11-21T00:00:00-05:00"
  ]),
  keeps(
    "fractions of a second",
    ["2026-11-21T08:00:00.5", "2026-11-21T08:00:00.50", "2026-11-21T08:00:00.05"],
    "v = '2026-11-21T08:00:00.500'",
    ["2026-11-21T08:00:00.5", "2026-11-21T08:00:00.50"],
    { doubt: 12 }
  ),
  keeps("a date and a text that is none are texts", ["2026-11-21", "soon"], "v < 'soon'", ["2026-11-21"]),
  keeps("a day that does not exist is no date", ["2026-02-30", "2026-03-02"], "v = '2026-03-02T00:00:00'", ["2026-03-02"], { doubt: 12 }),
  keeps("unequal as texts, equal as times", ["2026-11-21T01:00:00Z"], `v != '${offset}'`, []),
  keeps("like looks at the text", ["2026-11-21", "2026-11-21T00:00:00"], "v like '2026-11-21'", ["2026-11-21"]),
  keeps("starts_with looks at the text", [offset, "2026-11-21 08:00:00+07:00"], "starts_with(v, '2026-11-21T')", [offset]),
  keeps("a date is not a number", ["2026-11-21", 2026], "v = 2026", [2026])
]

const row = (a: unknown, b: unknown): unknown => ({ a, b })

const order: ReadonlyArray<Example> = [
  sorts("unless asc or desc is given it is asc", [3, 1, 2], "v", [1, 2, 3]),
  sorts("asc", [3, 1, 2], "v asc", [1, 2, 3]),
  sorts("desc", [3, 1, 2], "v desc", [3, 2, 1]),
  sorts("DESC in any case", [3, 1, 2], "v DESC", [3, 2, 1]),
  sorts("null last in asc", [null, 2, 1], "v", [1, 2, null]),
  sorts("null last in desc", [null, 1, 2], "v desc", [2, 1, null]),
  sorts("by kind", [{ x: 1 }, "a", 1, true, null, false, "10", -1], "v", [false, true, -1, 1, "10", "a", { x: 1 }, null]),
  sorts("by kind, desc", [{ x: 1 }, "a", 1, true, null, false, "10", -1], "v desc", [{ x: 1 }, "a", "10", 1, -1, true, false, null]),
  sorts("a text that is a number is a text in order", ["5", 10, "10", 5], "v", [5, 10, "10", "5"]),
  sorts("dates are texts in order", [offset, "2026-11-21T02:00:00Z", "2026-11-21 09:00:00"], "v", [
    "2026-11-21 09:00:00",
    "2026-11-21T02:00:00Z",
    offset
  ]),
  sorts("texts by code point", ["b", "B", "ä", "a", "", "10", "9"], "v", ["", "10", "9", "B", "a", "b", "ä"]),
  sorts("texts by code point, not by unit", ["😀", "\uFFFF", "a"], "v", ["a", "\uFFFF", "😀"]),
  sorts("objects and lists are alike and keep their order", [{ x: 2 }, [1], { x: 1 }, []], "v", [{ x: 2 }, [1], { x: 1 }, []]),
  sorts("objects and lists keep their order in desc too", [{ x: 2 }, [1], { x: 1 }, []], "v desc", [{ x: 2 }, [1], { x: 1 }, []]),
  example("what is alike keeps its order", [row(2, 1), row(1, 1), row(2, 2), row(1, 2)], { $order: "a" }, [
    row(1, 1),
    row(1, 2),
    row(2, 1),
    row(2, 2)
  ]),
  example("what is alike keeps its order in desc", [row(2, 1), row(1, 1), row(2, 2), row(1, 2)], { $order: "a desc" }, [
    row(2, 1),
    row(2, 2),
    row(1, 1),
    row(1, 2)
  ]),
  example("null and absent are alike and keep their order", [row(null, 1), { b: 2 }, row(1, 3), row(null, 4)], { $order: "a desc" }, [
    row(1, 3),
    row(null, 1),
    { b: 2 },
    row(null, 4)
  ]),
  example("two columns", [row(2, 1), row(1, 1), row(2, 2), row(1, 2)], { $order: "a, b desc" }, [
    row(1, 2),
    row(1, 1),
    row(2, 2),
    row(2, 1)
  ]),
  example("two columns, the first desc only", [row(2, 2), row(1, 1), row(2, 1), row(1, 2)], { $order: "a desc, b" }, [
    row(2, 1),
    row(2, 2),
    row(1, 1),
    row(1, 2)
  ]),
  example("by a member", [{ o: { k: 2 } }, { o: { k: 1 } }, {}], { $order: "o.k" }, [{ o: { k: 1 } }, { o: { k: 2 } }, {}]),
  example("by a backquoted name", [{ "a b": 2 }, { "a b": 1 }], { $order: "`a b`" }, [{ "a b": 1 }, { "a b": 2 }]),
  example("by a column that is not selected", [row(2, "x"), row(1, "y")], { $order: "a", $select: "b" }, [{ b: "y" }, { b: "x" }]),
  example("by a name of $select", [row(2, "x"), row(1, "y")], { $order: "n desc", $select: "b, a as n" }, [{ b: "x", n: 2 }, {
    b: "y",
    n: 1
  }]),
  example("by a backquoted name of $select", [row(2, "x"), row(1, "y")], { $order: "`the n`", $select: "a as `the n`" }, [{ "the n": 1 }, {
    "the n": 2
  }]),
  example("by a column that no row has", [row(2, 1), row(1, 2)], { $order: "zzz desc" }, [row(2, 1), row(1, 2)]),
  example("the agency's order unless given", [row(2, 1), row(1, 2), row(3, 0)], {}, [row(2, 1), row(1, 2), row(3, 0)]),
  wrong("two columns without a comma", { $order: "a b" }, "$order", 3),
  wrong("a comma at the end", { $order: "a," }, "$order", 3),
  wrong("both directions", { $order: "a asc desc" }, "$order", 7),
  wrong("a literal", { $order: "1" }, "$order", 1),
  wrong("a star", { $order: "*" }, "$order", 1),
  wrong("a function where there are no groups", { $order: "count(*)" }, "$order"),
  wrong("nulls first is not said", { $order: "a nulls first" }, "$order", 3),
  wrong("an empty $order", { $order: "" }, "$order", 1, { doubt: 7 }),
  wrong("a condition", { $order: "a = 1" }, "$order", 3)
]

export const valueExamples: ReadonlyArray<Example> = [...comparison, ...times, ...order]
