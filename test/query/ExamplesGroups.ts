/**
 * Hand-made examples of `$select`, names, `$group`, functions and `$having`.
 */
import { example, gives, wrong } from "./ExampleForms.ts"
import type { Example } from "./ExampleForms.ts"

const sales = [
  { shop: "b", kind: "tea", sum: 1, price: "2" },
  { shop: "a", kind: "tea", sum: 2, price: "x" },
  { shop: "b", kind: "rice", sum: 4, price: null },
  { shop: null, kind: "rice", sum: 8, price: "10" },
  { kind: "tea", sum: null, price: 5 }
]
const people = [{ id: 1, name: { first: "An", last: "Lê" }, tags: ["x", "y"] }, { id: 2, name: null, tags: [] }]

const select: ReadonlyArray<Example> = [
  example("* shows rows as they are", people, { $select: "*" }, people),
  example("unless given all is shown", people, {}, people),
  example("* shows what is no object", [1, "a", null, [2]], { $select: "*" }, [1, "a", null, [2]]),
  example("one column", people, { $select: "id" }, [{ id: 1 }, { id: 2 }]),
  example("a member is called as it is written", people, { $select: "name.first" }, [{ "name.first": "An" }, { "name.first": null }]),
  example("an item is called as it is written", people, { $select: "tags.0" }, [{ "tags.0": "x" }, { "tags.0": null }]),
  example("what is not there is shown as null", people, { $select: "id, none" }, [{ id: 1, none: null }, { id: 2, none: null }]),
  example("objects and lists are shown whole", people, { $select: "name, tags" }, [
    { name: { first: "An", last: "Lê" }, tags: ["x", "y"] },
    { name: null, tags: [] }
  ]),
  example("as gives a name", people, { $select: "name.last as surname, id AS number" }, [{ surname: "Lê", number: 1 }, {
    surname: null,
    number: 2
  }]),
  example("as with a backquoted name", people, { $select: "id as `the id`" }, [{ "the id": 1 }, { "the id": 2 }]),
  example("a word of the grammar as a name stands in backquotes", people, { $select: "id as `count`" }, [{ count: 1 }, { count: 2 }]),
  example("a backquoted column is called without them", [{ "a b": 1 }], { $select: "`a b`" }, [{ "a b": 1 }]),
  example("a backquoted member is called without them", [{ a: { "b c": 1 } }], { $select: "a.`b c`" }, [{ "a.b c": 1 }]),
  example("a dotted key and a member", [{ "a.b": 1, a: { b: 2 } }], { $select: "`a.b` as key, a.b as member" }, [{ key: 1, member: 2 }]),
  example("one column under two names", people, { $select: "id, id as again" }, [{ id: 1, again: 1 }, { id: 2, again: 2 }]),
  example("names may change places", [{ a: 1, b: 2 }], { $select: "a as b, b as a" }, [{ b: 1, a: 2 }]),
  example("$select shows after $where chose", [{ a: 1, b: 2 }, { a: 3, b: 4 }], { $select: "a", $where: "b = 4" }, [{ a: 3 }]),
  example("$where knows columns only, not the names of $select", [{ a: 1 }], { $select: "a as n", $where: "n = 1" }, []),
  wrong("the same column twice", { $select: "a, a" }, "$select"),
  wrong("one name for two columns", { $select: "a, b as a" }, "$select"),
  wrong("one name by as twice", { $select: "a as n, b as n" }, "$select"),
  wrong("one name for a member and a dotted key", { $select: "a.b, `a.b`" }, "$select"),
  wrong("count twice", { $select: "count(*), count(*)" }, "$select"),
  wrong("one name for two functions", { $select: "sum(a), max(b) as sum_a" }, "$select"),
  wrong("* and a column", { $select: "*, a" }, "$select", 2),
  wrong("a column and *", { $select: "a, *" }, "$select", 4),
  wrong("a name without as", { $select: "a n" }, "$select", 3),
  wrong("as without a name", { $select: "a as" }, "$select", 5),
  example("as with the name of a function", [{ a: 1 }], { $select: "a as count" }, [{ count: 1 }]),
  wrong("as with a word of the grammar and a dot", { $select: "a as b.c" }, "$select", 7),
  wrong("as with a number", { $select: "a as 1" }, "$select", 6),
  wrong("as with a text", { $select: "a as 'n'" }, "$select", 6),
  wrong("a literal", { $select: "1" }, "$select", 1),
  wrong("an unknown function", { $select: "median(a)" }, "$select", 7),
  wrong("a comma at the end", { $select: "a," }, "$select", 3),
  wrong("sum of *", { $select: "sum(*)" }, "$select", 5),
  wrong("a function of nothing", { $select: "count()" }, "$select", 7),
  wrong("a function of a function", { $select: "max(count(a))" }, "$select", 5),
  wrong("a function of two", { $select: "max(a, b)" }, "$select", 6),
  example("the name of a function without brackets is a column", [{ sum: 3 }], { $select: "sum" }, [{ sum: 3 }]),
  wrong("a column beside a function", { $select: "a, count(*)" }, "$select")
]

const functions: ReadonlyArray<Example> = [
  gives("sum passes over what double precision does not hold", [1, "1e999", "2"], "sum(v), avg(v)", { sum_v: 3, avg_v: 1.5 }),
  gives("count of all", [1, null, "x"], "count(*)", { count: 3 }),
  gives("count of a column passes over null", [1, null, "x", false], "count(v)", { count_v: 3 }),
  gives("names of functions", [1, 3], "count(v), sum(v), avg(v), min(v), max(v)", { count_v: 2, sum_v: 4, avg_v: 2, min_v: 1, max_v: 3 }),
  gives("functions in any case are called in small letters", [1, 3], "SUM(v), Count(*)", { sum_v: 4, count: 2 }),
  gives("functions with as", [1, 3], "sum(v) as total", { total: 4 }),
  gives("the name of a function of a member", [{ k: 1 }, { k: 2 }], "max(v.k)", { "max_v.k": 2 }),
  example("the name of a function of a backquoted column", [{ "a b": 2 }], { $select: "sum(`a b`)" }, [{ "sum_a b": 2 }]),
  gives("spaces in a function", [1], "sum ( v ) , count ( * )", { sum_v: 1, count: 1 }),
  gives("sum counts texts that are numbers", ["1", "2.5", "x", 1, "+1", " 1"], "sum(v)", { sum_v: 4.5 }),
  gives("avg passes over what is no number", ["1", "x", 2, null, true, {}, "6"], "avg(v)", { avg_v: 3 }),
  gives("sum passes over true", [true, true, 1], "sum(v)", { sum_v: 1 }),
  gives("sum over what is no number only is null", ["x", true, {}], "sum(v), avg(v)", { sum_v: null, avg_v: null }),
  gives("over null only", [null, null], "count(v), sum(v), avg(v), min(v), max(v), count(*)", {
    count_v: 0,
    sum_v: null,
    avg_v: null,
    min_v: null,
    max_v: null,
    count: 2
  }),
  gives("over no rows", [], "count(*), count(v), sum(v), avg(v), min(v), max(v)", {
    count: 0,
    count_v: 0,
    sum_v: null,
    avg_v: null,
    min_v: null,
    max_v: null
  }),
  gives("sum of nothing but zero is zero", [0, null], "sum(v), avg(v)", { sum_v: 0, avg_v: 0 }),
  gives("avg of numbers that do not divide", [1, 2], "avg(v)", { avg_v: 1.5 }),
  gives("min and max pass over null", [null, 2, 1], "min(v), max(v)", { min_v: 1, max_v: 2 }),
  gives("min and max go by kind", ["a", 1, true, false, "b"], "min(v), max(v)", { min_v: false, max_v: "b" }),
  gives("min of numbers and texts is a number", ["1", 5], "min(v), max(v)", { min_v: 5, max_v: "1" }),
  gives("max of an object", [1, "z", { x: 1 }, { x: 2 }], "max(v)", { max_v: { x: 1 } }, { doubt: 17 }),
  gives("max of texts by code point", ["😀", "\uFFFF", "a"], "max(v), min(v)", { max_v: "😀", min_v: "a" }),
  gives("max of dates as texts", ["2026-11-21T05:00:00+07:00", "2026-11-21T01:00:00Z"], "max(v)", { max_v: "2026-11-21T05:00:00+07:00" }),
  gives("max of texts that are numbers as texts", ["10", "9"], "max(v)", { max_v: "9" }),
  example("functions without $group are over what $where left", sales, { $select: "count(*)", $where: "kind = 'tea'" }, [{ count: 3 }]),
  example("functions where no row is left", sales, { $select: "count(*), max(kind)", $where: "kind = 'no'" }, [{
    count: 0,
    max_kind: null
  }], { meta: { more: false } }),
  example("functions without $group: one row for $count", sales, { $select: "sum(price)", $count: "true" }, [{ sum_price: 17 }], {
    meta: { count: 1 }
  }),
  example("functions without $group and $limit 0", sales, { $select: "count(*)", $limit: "0" }, [], { meta: { more: true } })
]

const groups: ReadonlyArray<Example> = [
  example("groups in the order of their first rows, null among them", sales, { $group: "shop" }, [{ shop: "b" }, { shop: "a" }, {
    shop: null
  }]),
  example("null and absent are one group", sales, { $group: "shop", $select: "shop, count(*)" }, [{ shop: "b", count: 2 }, {
    shop: "a",
    count: 1
  }, { shop: null, count: 2 }]),
  example("by two columns", sales, { $group: "kind, shop", $select: "shop, kind, sum(`sum`) as s" }, [
    { shop: "b", kind: "tea", s: 1 },
    { shop: "a", kind: "tea", s: 2 },
    { shop: "b", kind: "rice", s: 4 },
    { shop: null, kind: "rice", s: 8 },
    { shop: null, kind: "tea", s: null }
  ]),
  example("unless $select is given: all group columns", sales, { $group: "kind, shop", $limit: "2" }, [{ kind: "tea", shop: "b" }, {
    kind: "tea",
    shop: "a"
  }], { meta: { more: true } }),
  example("fewer columns than groups are by", sales, { $group: "kind, shop", $select: "kind", $limit: "3" }, [{ kind: "tea" }, {
    kind: "tea"
  }, { kind: "rice" }]),
  example("a group column with a name", sales, { $group: "kind", $select: "kind as what" }, [{ what: "tea" }, { what: "rice" }]),
  example("functions only", sales, { $group: "kind", $select: "count(*)" }, [{ count: 3 }, { count: 2 }]),
  example("sum, avg, min and max of groups", sales, { $group: "kind", $select: "kind, sum(price), avg(price), min(price), max(price)" }, [
    { kind: "tea", sum_price: 7, avg_price: 3.5, min_price: 5, max_price: "x" },
    { kind: "rice", sum_price: 10, avg_price: 10, min_price: "10", max_price: "10" }
  ]),
  example("no rows make no groups", [], { $group: "a", $select: "a, count(*)" }, [], { meta: { more: false } }),
  example("$where chooses before groups are made", sales, { $group: "shop", $where: "`sum` > 1", $select: "shop, count(*)" }, [
    { shop: "a", count: 1 },
    { shop: "b", count: 1 },
    { shop: null, count: 1 }
  ]),
  example("by a member", [{ o: { k: 1 } }, { o: 5 }, { o: { k: 1 } }], { $group: "o.k", $select: "o.k, count(*)" }, [
    { "o.k": 1, count: 2 },
    { "o.k": null, count: 1 }
  ]),
  example("by a column that no row has", [{ a: 1 }, { a: 2 }], { $group: "zzz" }, [{ zzz: null }]),
  example("by true and false and their texts", [{ a: true }, { a: "true" }, { a: false }, { a: true }], { $group: "a" }, [{ a: true }, {
    a: "true"
  }, { a: false }]),
  example("by a backquoted name and as a plain one", sales, { $group: "`kind`", $select: "kind" }, [{ kind: "tea" }, { kind: "rice" }]),
  example("$order of groups by a function", sales, { $group: "shop", $order: "sum(`sum`) desc", $select: "shop" }, [{ shop: null }, {
    shop: "b"
  }, { shop: "a" }]),
  example("$order of groups by a name of $select", sales, { $group: "kind", $order: "n", $select: "kind, count(*) as n" }, [{
    kind: "rice",
    n: 2
  }, { kind: "tea", n: 3 }]),
  example("$order of groups by the name of a function", sales, { $group: "kind", $order: "sum_sum", $select: "kind, sum(`sum`)" }, [{
    kind: "tea",
    sum_sum: 3
  }, { kind: "rice", sum_sum: 12 }]),
  example("$order by count stands in backquotes", sales, { $group: "kind", $order: "`count`", $select: "kind, count(*)" }, [{
    kind: "rice",
    count: 2
  }, { kind: "tea", count: 3 }]),
  example("$order of groups, null last", sales, { $group: "shop", $order: "shop desc" }, [{ shop: "b" }, { shop: "a" }, { shop: null }]),
  example("groups alike keep their order", sales, { $group: "shop", $order: "count(*) desc", $select: "shop" }, [{ shop: "b" }, {
    shop: null
  }, { shop: "a" }]),
  example("$count counts groups", sales, { $group: "shop", $count: "true", $limit: "1" }, [{ shop: "b" }], {
    meta: { count: 3, more: true }
  }),
  wrong("* with groups", { $group: "a", $select: "*" }, "$select"),
  wrong("a column that is not grouped by", { $group: "a", $select: "a, b" }, "$select"),
  wrong("a member of a group column", { $group: "a", $select: "a.x" }, "$select", undefined, { doubt: 22 }),
  wrong("groups by a function", { $group: "count(*)" }, "$group", 1),
  wrong("groups by a name of $select", { $group: "n", $select: "a as n" }, "$select"),
  wrong("$order by a column that is not grouped by", { $group: "a", $order: "b" }, "$order"),
  wrong("groups without a comma", { $group: "a b" }, "$group", 3),
  wrong("groups by *", { $group: "*" }, "$group", 1),
  wrong("groups by one column twice, which names two alike", { $group: "a, a" }, "$group", undefined, { doubt: 23 })
]

const having: ReadonlyArray<Example> = [
  example("a function", sales, { $group: "shop", $having: "count(*) > 1" }, [{ shop: "b" }, { shop: null }]),
  example("a function on the right", sales, { $group: "shop", $having: "1 = count(*)" }, [{ shop: "a" }]),
  example("a function that is not selected, of a column that is not grouped by", sales, { $group: "kind", $having: "max(`sum`) = 8" }, [{
    kind: "rice"
  }]),
  example("a group column", sales, { $group: "shop", $having: "shop > 'a'" }, [{ shop: "b" }]),
  example("a name of $select", sales, { $group: "kind", $select: "kind, sum(`sum`) as s", $having: "s > 3" }, [{ kind: "rice", s: 12 }]),
  example("a name of a group column", sales, { $group: "kind", $select: "kind as k", $having: "k = 'rice'" }, [{ k: "rice" }]),
  example("null is neither", sales, { $group: "shop", $having: "not shop = 'a'" }, [{ shop: "b" }]),
  example("is null", sales, { $group: "shop", $having: "shop is null" }, [{ shop: null }]),
  example("a function in between", sales, { $group: "kind", $having: "sum(`sum`) between 3 and 4" }, [{ kind: "tea" }]),
  example("a function in a list", sales, { $group: "kind", $having: "count(*) in (2, 7)" }, [{ kind: "rice" }]),
  example("a function like", sales, { $group: "shop", $having: "min(kind) like 'r%'" }, [{ shop: "b" }, { shop: null }]),
  example("a function is null", [{ a: 1, v: null }, { a: 2, v: 1 }], { $group: "a", $having: "max(v) is null" }, [{ a: 1 }]),
  example("function against function", sales, { $group: "kind", $having: "count(*) > count(shop)" }, [{ kind: "tea" }, { kind: "rice" }]),
  example("starts_with of a group column", sales, { $group: "kind", $having: "starts_with(kind, 'r')" }, [{ kind: "rice" }]),
  example("of the one row of functions without $group, kept", sales, { $select: "count(*)", $having: "count(*) = 5" }, [{ count: 5 }]),

  example(
    "of the one row of functions without $group, not kept",
    sales,
    { $select: "count(*)", $having: "count(*) = 4", $count: "true" },
    [],
    { meta: { count: 0, more: false } }
  ),
  example("$count counts what $having chose", sales, { $group: "shop", $having: "count(*) > 1", $count: "true", $limit: "1" }, [{
    shop: "b"
  }], { meta: { count: 2, more: true } }),
  wrong("a column that is not grouped by", { $group: "a", $having: "b = 'x'" }, "$having", 1),
  wrong("without groups", { $having: "a = 1" }, "$having", undefined, { doubt: 21 }),
  wrong("two literals", { $group: "a", $having: "1 = 1" }, "$having"),
  wrong("sum of *", { $group: "a", $having: "sum(*) = 1" }, "$having", 5),
  wrong("starts_with of a function", { $group: "a", $having: "starts_with(max(b), 'x')" }, "$having", 13)
]

export const groupExamples: ReadonlyArray<Example> = [...select, ...functions, ...groups, ...having]
