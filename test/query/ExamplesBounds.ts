/**
 * Hand-made examples of `$limit`, `$offset`, `$count`, `$q`, `$format`, masked columns, unknown parameters and bounds.
 */
import { example, repeated, wrong } from "./ExampleForms.ts"
import type { Example, Rows } from "./ExampleForms.ts"

const numbered = (most: number): Rows => Array.from({ length: most }, (_, at) => ({ n: at + 1 }))
const three = numbered(3)

const cuts: ReadonlyArray<Example> = [
  example("limits unless given", three, {}, three, { meta: { limit: 1000, offset: 0, more: false } }),
  example("1000 rows unless given", numbered(1001), {}, numbered(1000), { meta: { limit: 1000, more: true } }),
  example("exactly 1000 rows", numbered(1000), {}, numbered(1000), { meta: { more: false } }),
  example("$limit", three, { $limit: "2" }, numbered(2), { meta: { limit: 2, offset: 0, more: true } }),
  example("$limit of all", three, { $limit: "3" }, three, { meta: { more: false } }),
  example("$limit 0 where rows are", three, { $limit: "0" }, [], { meta: { limit: 0, more: true } }),
  example("$limit 0 where none are", [], { $limit: "0" }, [], { meta: { limit: 0, more: false } }),
  example("the greatest $limit", three, { $limit: "50000" }, three, { meta: { limit: 50000 } }),
  example("$offset", three, { $offset: "1" }, [{ n: 2 }, { n: 3 }], { meta: { offset: 1, more: false } }),
  example("$offset and $limit", three, { $offset: "1", $limit: "1" }, [{ n: 2 }], { meta: { limit: 1, offset: 1, more: true } }),
  example("$offset of all", three, { $offset: "3" }, [], { meta: { offset: 3, more: false } }),
  example("the greatest $offset", three, { $offset: "1000000000" }, [], { meta: { offset: 1000000000, more: false } }),
  example("$offset beyond with $limit 0", three, { $offset: "9", $limit: "0" }, [], { meta: { more: false } }),
  example("$limit cuts after $order", three, { $order: "n desc", $limit: "1" }, [{ n: 3 }]),
  example("$limit cuts after $where", three, { $where: "n > 1", $limit: "1" }, [{ n: 2 }], { meta: { more: true } }),
  example("$limit with a zero before", three, { $limit: "01" }, numbered(1), { meta: { limit: 1 } }),
  example("$limit and $offset with many", three, { $limit: "000000000002", $offset: "00" }, numbered(2), { meta: { limit: 2, offset: 0 } }),
  wrong("$limit above 50000 with zeros before", { $limit: "00050001" }, "$limit"),
  wrong("$limit above 50000", { $limit: "50001" }, "$limit"),
  wrong("$limit below 0", { $limit: "-1" }, "$limit"),
  wrong("$limit a fraction", { $limit: "1.5" }, "$limit"),
  wrong("$limit a word", { $limit: "all" }, "$limit"),
  wrong("$limit with something after", { $limit: "5x" }, "$limit"),
  wrong("$limit with nothing", { $limit: "" }, "$limit"),
  wrong("$offset above 1000000000", { $offset: "1000000001" }, "$offset"),
  wrong("$offset below 0", { $offset: "-1" }, "$offset"),
  wrong("$offset in hexadecimal", { $offset: "0x10" }, "$offset")
]

const counts: ReadonlyArray<Example> = [
  example("$count", three, { $count: "true" }, three, { meta: { count: 3 } }),
  example("$count without $limit and $offset", three, { $count: "true", $limit: "1", $offset: "1" }, [{ n: 2 }], { meta: { count: 3 } }),
  example("$count after $where", three, { $count: "true", $where: "n > 1", $limit: "0" }, [], { meta: { count: 2, more: true } }),
  example("$count of nothing", three, { $count: "true", $where: "n > 9" }, [], { meta: { count: 0 } }),
  example("$count after $q", three, { $count: "true", $q: "2" }, [{ n: 2 }], { meta: { count: 1 } }),
  example("$count false", three, { $count: "false" }, three),
  wrong("$count a number", { $count: "1" }, "$count"),
  wrong("$count yes", { $count: "yes" }, "$count")
]

const words = [
  { t: "Green Tea", n: 2126 },
  { t: "rice", o: { note: "with TEA" }, n: 5 },
  { t: "bread", l: ["tea", 7], f: true },
  { t: null, tea: 1 }
]
const search: ReadonlyArray<Example> = [
  example("a word in some text", words, { $q: "rice" }, [words[1]]),
  example("whatever the case of the row", words, { $q: "green" }, [words[0]]),
  example("whatever the case of the word", words, { $q: "BREAD" }, [words[2]]),
  example("each of the words, wherever it stands", words, { $q: "tea green" }, [words[0]]),
  example("words in different members", words, { $q: "rice 5" }, [words[1]]),
  example("both small letters of a sigma", [{ t: "ΟΔΟΣΑ" }, { t: "οδός" }], { $q: "ΟΔΟΣ" }, [{ t: "ΟΔΟΣΑ" }]),
  example("a sign of a number", [{ n: -0.5 }, { n: 5 }], { $q: "-0." }, [{ n: -0.5 }]),
  example("in escaped texts", [{ t: "a\"b\nc" }], { $q: "A\"B c" }, [{ t: "a\"b\nc" }]),
  example("not across two texts", [{ t: "ab", u: "cd" }], { $q: "bc" }, []),
  example("a word that no row has beside one that some have", words, { $q: "tea milk" }, []),
  example("a part of a word", words, { $q: "rea" }, [words[2]], { doubt: 14 }),
  example("in a number", words, { $q: "2126" }, [words[0]]),
  example("in texts of objects and lists", words, { $q: "tea" }, [words[0], words[1], words[2]], { doubt: 15 }),
  example("not in names of columns", words, { $q: "note" }, []),
  example("not in true", words, { $q: "true" }, []),
  example("not in null", words, { $q: "null" }, []),
  example("more space between words", words, { $q: "  green   tea " }, [words[0]]),
  example("unicode", [{ t: "ĐÀ NẴNG" }, { t: "Huế" }], { $q: "đà" }, [{ t: "ĐÀ NẴNG" }]),
  example("signs of conditions are no signs in $q", [{ t: "it's 100%" }, { t: "its 1000" }], { $q: "it's 100%" }, [{ t: "it's 100%" }]),
  example("$q and $where", words, { $q: "tea", $where: "n > 5" }, [words[0]]),
  example("$q before functions", words, { $q: "tea", $select: "count(*)" }, [{ count: 3 }]),
  example("$q looks at what is not selected", words, { $q: "2126", $select: "t" }, [{ t: "Green Tea" }])
]

const rows = [{ a: "Kim", p: "x7", c: 1 }, { a: null, p: "y8", c: 2 }, { a: "Lan", p: "x7", c: 3 }]
const columns = { masked: ["a"], pseudonym: ["p"] }
const refused = (name: string, ask: Example["ask"], parameter: string, doubt?: number): Example =>
  example(name, rows, ask, { code: "masked-field", parameter }, doubt === undefined ? { columns } : { columns, doubt })
const masks: ReadonlyArray<Example> = [
  example("a masked column is shown", rows, {}, rows, { columns }),
  example("a masked column is shown by name", rows, { $select: "a", $limit: "1" }, [{ a: "Kim" }], { columns }),
  example("a masked column is counted", rows, { $select: "count(a)" }, [{ count_a: 2 }], { columns }),
  example("a masked column is counted in groups", rows, { $group: "p", $select: "p, count(a) as n", $having: "count(a) > 1" }, [{
    p: "x7",
    n: 2
  }], { columns }),
  example("a masked column and is null", rows, { $where: "a is null" }, [rows[1]], { columns }),
  example("a masked column and is not null", rows, { $where: "a is not null" }, [rows[0], rows[2]], { columns }),
  example("$q passes over a masked column", rows, { $q: "kim" }, [], { columns }),
  example("$q looks at the other columns", [{ a: "Kim", b: "kim" }, { a: "kim", b: "Lan" }], { $q: "kim" }, [{ a: "Kim", b: "kim" }], {
    columns
  }),
  refused("masked: =", { $where: "a = 'Kim'" }, "$where"),
  refused("masked: !=", { $where: "a != 'Kim'" }, "$where"),
  refused("masked: <", { $where: "c = 1 and a < 'L'" }, "$where"),
  refused("masked: on the right", { $where: "'Kim' = a" }, "$where"),
  refused("masked: against a column", { $where: "c = a" }, "$where"),
  refused("masked: in", { $where: "a in ('Kim')" }, "$where"),
  refused("masked: not in", { $where: "a not in ('Kim')" }, "$where"),
  refused("masked: between", { $where: "a between 'A' and 'Z'" }, "$where"),
  refused("masked: like", { $where: "a like 'K%'" }, "$where"),
  refused("masked: starts_with", { $where: "starts_with(a, 'K')" }, "$where"),
  refused("masked: in backquotes", { $where: "`a` = 'Kim'" }, "$where"),
  refused("masked: what can not become true", { $where: "c = 99 and a = 'Kim'" }, "$where"),
  refused("masked: $order", { $order: "a" }, "$order"),
  refused("masked: $order by its name", { $select: "a as z", $order: "z" }, "$order"),
  refused("masked: $group", { $group: "a" }, "$group"),
  refused("masked: min", { $select: "min(a)" }, "$select"),
  refused("masked: max", { $select: "max(a)" }, "$select"),
  refused("masked: sum", { $select: "sum(a)" }, "$select"),
  refused("masked: avg", { $select: "avg(a)" }, "$select"),
  refused("masked: max in $having", { $group: "p", $having: "max(a) = 'Kim'" }, "$having"),
  refused("masked: max in $order", { $group: "p", $order: "max(a)" }, "$order"),
  example("masked: where no row is", [], { $where: "a = 'Kim'" }, { code: "masked-field", parameter: "$where" }, { columns }),
  example("masked: a member of it", [{ a: { b: 1 } }], { $where: "a.b = 1" }, { code: "masked-field", parameter: "$where" }, {
    columns,
    doubt: 30
  }),
  example("pseudonym: $group", rows, { $group: "p", $select: "p, count(*)" }, [{ p: "x7", count: 2 }, { p: "y8", count: 1 }], { columns }),
  example("pseudonym: =", rows, { $where: "p = 'y8'" }, [rows[1]], { columns }),
  example("pseudonym: !=", rows, { $where: "p != 'x7'" }, [rows[1]], { columns }),
  example("pseudonym: <>", rows, { $where: "p <> 'y8'" }, [rows[0], rows[2]], { columns }),
  example("pseudonym: in", rows, { $where: "p in ('y8', 'z9')" }, [rows[1]], { columns }),
  example("pseudonym: = in $having", rows, { $group: "p", $having: "p = 'y8'" }, [{ p: "y8" }], { columns }),
  refused("pseudonym: <", { $where: "p < 'y'" }, "$where", 32),
  refused("pseudonym: like", { $where: "p like 'x%'" }, "$where", 32),
  refused("pseudonym: starts_with", { $where: "starts_with(p, 'x')" }, "$where", 32),
  refused("pseudonym: between", { $where: "p between 'a' and 'z'" }, "$where", 32),
  refused("pseudonym: $order", { $order: "p" }, "$order", 32),
  refused("pseudonym: max", { $select: "max(p)" }, "$select", 32)
]

const nots = (times: number): string => `${repeated("not ", times)}a = 1`
const brackets = (times: number): string => `${repeated("(", times)}a = 1${repeated(")", times)}`
const list = (times: number): string => `a in (${repeated("1", times, ", ")})`
const spelt = (times: number): string => Array.from({ length: times }, (_, at) => `kata${String(at)}`).join(" ")
const named = (times: number): string => Array.from({ length: times }, (_, at) => `c${String(at)}`).join(", ")
const one = [{ a: 1, b: "x" }]
const trees = [{ b: repeated("🌳", 64) }]
const long = (length: number): string => `b = '${repeated("x", length - 6)}'`

const bounds: ReadonlyArray<Example> = [
  example("4096 characters", one, { $where: long(4096) }, []),
  example("4096 characters beyond the first plane", one, { $where: `b = '${repeated("🌳", 4090)}'` }, []),
  wrong("4097 characters beyond the first plane", { $where: `b = '${repeated("🌳", 4091)}'` }, "$where"),
  example("4096 characters of $q beyond the first plane", one, { $q: repeated("🌳", 4096) }, []),
  wrong("4097 characters of $q beyond the first plane", { $q: repeated("🌳", 4097) }, "$q"),
  example("64 characters of a part with _, beyond the first plane", trees, { $where: `b like '%${repeated("🌳", 63)}_%'` }, trees),
  wrong("65 characters of a part with _, beyond the first plane", { $where: `b like '%${repeated("🌳", 64)}_%'` }, "$where"),
  wrong("4097 characters", { $where: long(4097) }, "$where"),
  wrong("4097 characters of space", { $where: `a = 1${repeated(" ", 4092)}` }, "$where"),
  wrong("4097 characters of $q", { $q: repeated("x", 4097) }, "$q"),
  example("4096 characters of $q", one, { $q: repeated("x", 4096) }, []),
  example("32 words of $q", [{ t: spelt(32) }], { $q: spelt(32) }, [{ t: spelt(32) }]),
  wrong("33 words of $q", { $q: spelt(33) }, "$q"),
  example("a word of $q again and again", one, { $q: repeated("X", 100, " ") }, one),
  example("32 brackets", one, { $where: brackets(32) }, one),
  wrong("33 brackets", { $where: brackets(33) }, "$where"),
  example("32 not", one, { $where: nots(32) }, one),
  wrong("33 not", { $where: nots(33) }, "$where"),
  wrong("20 brackets around 20 not", { $where: `${repeated("(", 20)}${nots(20)}${repeated(")", 20)}` }, "$where", undefined, { doubt: 35 }),
  example("40 brackets beside each other", one, { $where: repeated("(a = 1)", 40, " and ") }, one),
  example("500 literals", one, { $where: list(500) }, one),
  wrong("501 literals", { $where: list(501) }, "$where"),
  wrong("501 literals of two parameters together", { $where: list(300), $group: "a", $having: list(201) }, "$having", undefined, {
    doubt: 34
  }),
  example("64 columns", [{ c0: 1, c63: 2 }], { $select: named(64) }, [
    Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`c${String(at)}`, at === 0 ? 1 : at === 63 ? 2 : null]))
  ]),
  wrong("65 columns", { $select: named(65) }, "$select"),
  wrong("65 columns to sort by", { $order: named(65) }, "$order")
]

const parameters: ReadonlyArray<Example> = [
  example("$format", one, { $format: "json" }, one),
  wrong("an unknown $format", { $format: "xml" }, "$format"),
  wrong("an unknown parameter with $", { $distinct: "a" }, "$distinct"),
  wrong("an unknown parameter with $ beside a known one", { $where: "a = 1", $skip: "1" }, "$skip"),
  wrong("a known parameter in capitals", { $WHERE: "a = 1" }, "$WHERE", undefined, { doubt: 2 }),
  example("a parameter without $ is no part of the question", one, { where: "a = 2", limit: "x" }, one, { doubt: 1 }),
  wrong("an empty $where", { $where: "" }, "$where", 1, { doubt: 7 }),
  wrong("an empty $group", { $group: "" }, "$group", 1, { doubt: 7 }),
  example("no rows", [], { $where: "a = 1", $order: "b", $select: "a" }, [], { meta: { limit: 1000, offset: 0, more: false } }),
  example("a wrong question is wrong where no row is", [], { $where: "a == 1" }, { code: "bad-request", parameter: "$where", position: 4 }),
  example(
    "all together",
    [{ k: "a", v: 1 }, { k: "b", v: 5 }, { k: "a", v: 2 }, { k: "c", v: 9 }, { k: "b", v: null }, { k: "d", v: 7 }],
    {
      $select: "k, sum(v) as s",
      $where: "k != 'd'",
      $group: "k",
      $having: "s > 2",
      $order: "s desc",
      $offset: "1",
      $limit: "1",
      $count: "true"
    },
    [{ k: "b", s: 5 }],
    { meta: { limit: 1, offset: 1, more: true, count: 3 } }
  )
]

export const boundExamples: ReadonlyArray<Example> = [...cuts, ...counts, ...search, ...masks, ...bounds, ...parameters]
