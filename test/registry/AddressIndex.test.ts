import { assert, describe, it } from "@effect/vitest"
import { AddressIndex, type Located } from "../../src/registry/AddressIndex.ts"
import { parseTemplate, shapeOf } from "../../src/registry/Templates.ts"
import fc from "../support/Property.ts"

interface Route extends Located {
  readonly route: string
}

const routeOf = (route: string): Route => {
  const [agency = "", dataset = "", ...rest] = route.split("/")
  return { route, agency: { slug: agency }, dataset: { slug: dataset }, segments: parseTemplate(rest.join("/")) }
}
const indexOf = (...routes: ReadonlyArray<string>) => new AddressIndex(routes.map(routeOf))
const resolve = (index: AddressIndex<Route>, address: string) => {
  const found = index.resolve(address)
  return found === undefined ? undefined : [found.endpoint.route, { ...found.parameters }]
}

/** What an index must answer, in the plainest way: try every route, and prefer literals from left to right. */
const matchNaively = (routes: ReadonlyArray<Route>, address: string) => {
  const texts = address.split("/")
  const matches = routes.flatMap((route) => {
    const segments = [route.agency.slug, route.dataset.slug, ...route.route.split("/").slice(2)]
    const fits = segments.length === texts.length &&
      segments.every((segment, index) => segment.startsWith(":") ? texts[index] !== "" : segment === texts[index])
    if (!fits) return []
    const parameters = Object.fromEntries(
      segments.flatMap((segment, index) => segment.startsWith(":") ? [[segment.slice(1), texts[index]]] : [])
    )
    return [{ found: [route.route, parameters], rank: segments.map((segment) => segment.startsWith(":") ? "1" : "0").join("") }]
  })
  return matches.sort((a, b) => a.rank < b.rank ? -1 : 1)[0]?.found
}

// Few words, so that routes and addresses often meet, and names that objects know.
const word = fc.constantFrom("a", "b", "ab", "A", "__proto__", "constructor", "toString", "é")
const template = fc.array(fc.oneof({ weight: 2, arbitrary: word }, { weight: 1, arbitrary: fc.constantFrom(":id", ":slug") }), {
  maxLength: 5
})
const head = fc.constantFrom("x/y", "x/z", "__proto__/y")
const routes = fc.uniqueArray(
  fc.tuple(head, template).map(([start, rest]) =>
    routeOf([start, ...rest.map((part, index) => part.startsWith(":") ? `${part}${index}` : part)].join("/"))
  ),
  {
    selector: ({ agency, dataset, segments }) => `${agency.slug}/${dataset.slug}/${shapeOf(segments)}`,
    maxLength: 40
  }
)
const addresses = fc.array(
  fc.tuple(head, fc.array(fc.oneof(word, fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("/", ""))), { maxLength: 6 })).map((
    [start, rest]
  ) => [start, ...rest].join("/")),
  { maxLength: 40 }
)

describe("the address index", () => {
  it("answers as trying every route would", () => {
    fc.assert(
      fc.property(routes, addresses, (known, asked) => {
        const index = new AddressIndex(known)
        for (const address of [...asked, ...known.map(({ route }) => route)]) {
          assert.deepStrictEqual(resolve(index, address), matchNaively(known, address), address)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("finds every one of thousands of endpoints, and nothing else", () => {
    const all = Array.from(
      { length: 5_000 },
      (_, index) => `opd-${index % 50}/data-${index % 7}/rute-${index}${index % 3 === 0 ? "/:id" : ""}`
    )
    const index = indexOf(...all)
    for (const route of all) {
      assert.strictEqual(index.resolve(route.replace(":id", "17"))?.endpoint.route, route)
      assert.isUndefined(index.resolve(`${route}x/y`))
      assert.isUndefined(index.resolve(route.slice(1)))
    }
  })

  it("prefers a literal to a parameter from left to right, and goes back where it leads nowhere", () => {
    const index = indexOf("x/y/:a/b/:c", "x/y/a/:b/c", "x/y/:a/:b/:c")
    assert.deepStrictEqual(resolve(index, "x/y/a/b/c"), ["x/y/a/:b/c", { b: "b" }])
    assert.deepStrictEqual(resolve(index, "x/y/a/b/d"), ["x/y/:a/b/:c", { a: "a", c: "d" }])
    assert.deepStrictEqual(resolve(index, "x/y/a/e/d"), ["x/y/:a/:b/:c", { a: "a", b: "e", c: "d" }])
  })

  it("hands on a parameter's text as it is", () => {
    const index = indexOf("x/y/:id")
    for (const text of ["a b", "%2e%2e", "..", ":id", "é", "\u{1f600}", "a;b", "__proto__"]) {
      assert.deepStrictEqual(resolve(index, `x/y/${text}`), ["x/y/:id", { id: text }])
    }
    for (const address of ["x/y", "x/y/", "x/y/a/b", "x/y//", "x//a", "", "/", "x"]) assert.isUndefined(resolve(index, address), address)
  })

  it("fault-21 tells upper from lower case, everywhere in an address", () => {
    const index = indexOf("diskominfo/portal-publik/events", "diskominfo/portal-publik/Events/:id")
    for (
      const address of [
        "Diskominfo/portal-publik/events",
        "diskominfo/PORTAL-PUBLIK/events",
        "diskominfo/portal-publik/EVENTS",
        "diskominfo/portal-publik/events/1"
      ]
    ) {
      assert.isUndefined(index.resolve(address), address)
    }
    assert.isDefined(index.resolve("diskominfo/portal-publik/Events/1"))
  })

  it("fault-29 knows `__proto__` and its like as plain names", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
    const empty = indexOf("x/y")
    for (const name of names) {
      for (const address of [name, `${name}/${name}`, `x/${name}`, `${name}/y`, `x/y/${name}`]) {
        assert.isUndefined(empty.resolve(address), address)
      }
      assert.deepStrictEqual(resolve(indexOf(`x/y/${name}`), `x/y/${name}`), [`x/y/${name}`, {}])
    }
  })
})
